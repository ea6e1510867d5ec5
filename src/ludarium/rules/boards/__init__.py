"""Boards of cells in columns and rows, and what games of two sides with stones on them repeat."""
