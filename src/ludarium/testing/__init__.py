"""The suite that every game must pass; run it on your own: `check_game(my_game)`, or
`ludarium check mygame.py` in a terminal.
"""

from ludarium.testing.suite import check_game, positions_of_random_games

__all__ = ["check_game", "positions_of_random_games"]
