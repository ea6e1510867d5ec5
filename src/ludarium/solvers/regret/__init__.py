"""Games that hide something, solved by regret minimisation: an equilibrium in mixed strategies."""
