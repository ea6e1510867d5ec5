"""Equilibria of games in which seats choose at once."""
