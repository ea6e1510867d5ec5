"""Matches between agents: many games, ratings, and sequential tests."""
