"""Draws Views: as pictures (svg), as terminal text (terminal) and in words (words).

Nothing here knows a game.
"""
