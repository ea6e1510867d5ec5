"""Matches between agents: many games, and what their results prove of strength."""
