"""Hints for Go: how long a game can last, and that tree search plays it best."""

from __future__ import annotations

from typing import Any

from ludarium.games.go import BOARDS
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import Game

__all__ = ["functions"]

SEARCH = "mcts"
"""Who will have a point is seen by playing on, not by weighing stones."""

State = Any


def functions(game: Game, state_type: type) -> Functions:
    """The hints for Go on the board of this type of states, by name."""
    limit = 2 * len(BOARDS[state_type].names)

    @jitable
    def most_plies(state: State) -> int:
        return int(limit - state.plies)

    return named(most_plies)
