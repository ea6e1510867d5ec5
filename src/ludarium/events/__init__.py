"""What spans several games: ratings. Pure logic, without files, clocks or networks."""
