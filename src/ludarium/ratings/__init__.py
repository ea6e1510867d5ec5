"""Ratings and ranking-points, computed from game results."""
