"""Functions of a game for a tablebase of positions with few pieces (`ludarium.solvers.tablebase`).

The pieces of a side are all alike there, as in games of counters on lines.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import EMPTY, Bits
from ludarium.rules.dispatch import generic

__all__ = ["tablebase_pieces", "tablebase_run", "tablebase_state"]

State = Any


@generic
def tablebase_pieces(state: State) -> tuple[Bits, Bits, int]:
    """The pieces of the seat to move, those of the other, and the seat to move.

    No pieces where a tablebase cannot answer, as in the middle of a run of moves.
    """
    return EMPTY, EMPTY, 0


@generic
def tablebase_run(state: State) -> tuple[Bits, Bits, Bits]:
    """The pieces of the seat to move, those of the other, and the piece in the middle of a run of
    moves, if any.
    """
    return EMPTY, EMPTY, EMPTY


@generic
def tablebase_state(state: State, mine: Bits, theirs: Bits, moving: Bits, seat: int) -> State:
    """The state by the same rules in which this seat is to move with these pieces.

    `moving` is the piece in the middle of a run of moves, or empty.
    """
    return state
