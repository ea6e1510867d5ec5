"""Tablebases: the results of all positions of few counters on lines."""
