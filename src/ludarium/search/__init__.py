"""Searches: tree search for any game, alpha-beta for two seats that move in turn, and levels."""
