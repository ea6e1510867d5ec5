"""Hints for Go: legal moves, how long a game can last, and levels. There is no static evaluation:
who will have a point is seen by playing on, not by weighing stones.
"""

from __future__ import annotations

from typing import Any

from ludarium.games.go import BOARDS, PASS
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import Game

__all__ = ["functions"]

# slips, of which there are none, and playouts: 30 on so many cells are no better than chance
LEVELS = tuple((0.0, playouts) for playouts in (100, 250, 600, 1500, 4000, 12000, 35000, 100000))

State = Any


def functions(game: Game, state_type: type) -> Functions:
    """The hints for Go on the board of this type of states, by name."""
    board = BOARDS[state_type]
    limit, size, one = 2 * len(board.names), board.size, board.sets(1)

    @jitable
    def is_legal(state: State, seat: int, action: int) -> bool:
        return action == PASS or (0 <= action < size and bool(state.legal & (one << action)))

    @jitable
    def most_plies(state: State) -> int:
        return int(limit - state.plies)

    return named(is_legal, most_plies)
