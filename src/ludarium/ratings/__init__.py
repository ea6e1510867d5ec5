"""How strong players are, from the results of their games."""
