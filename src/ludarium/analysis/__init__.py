"""Analysis of positions and games: reviews, choices and puzzles, each value with its certainty."""
