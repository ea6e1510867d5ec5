"""Pairings: who meets whom, and who sits where."""
