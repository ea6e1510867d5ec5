"""Hints for games of counters, by back-end."""
