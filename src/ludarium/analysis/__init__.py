"""What can be said of positions and whole games: best lines, reviews, puzzles; each value with how
sure it is.
"""
