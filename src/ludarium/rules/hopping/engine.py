"""The state types and functions of games of counters that step and hop.

All games on the boards of this package share one state type, and so one machine code. A board of
somebody else gets a state type of its own.
"""

from __future__ import annotations

import functools
import hashlib
from typing import NamedTuple

from ludarium.rules.dispatch import Functions
from ludarium.rules.hopping.board import DrawnBoard, board_table
from ludarium.rules.hopping.boards import BOARDS, TABLE
from ludarium.rules.hopping.moves import HoppingMoves
from ludarium.rules.hopping.parts import HoppingState
from ludarium.rules.hopping.rules import hopping_rules
from ludarium.rules.memory import ByteTable

__all__ = ["HoppingEngine", "SharedState", "engine_of"]


class HoppingEngine(NamedTuple):
    """The implementation of the games on some boards."""

    name: str
    """The name of the machine code."""
    state: type[HoppingState]
    boards: tuple[DrawnBoard, ...]
    functions: Functions
    moves: HoppingMoves
    table: ByteTable


class SharedState(HoppingState):
    """A position on one of the boards of this package."""

    __slots__ = ()


def _engine(
    name: str, state: type, boards: tuple[DrawnBoard, ...], table: ByteTable
) -> HoppingEngine:
    functions, moves = hopping_rules(state, table)
    return HoppingEngine(name, state, boards, functions, moves, table)


SHARED = _engine("hopping", SharedState, BOARDS, TABLE)


@functools.cache
def engine_of(board: DrawnBoard) -> HoppingEngine:
    """The engine that plays on this board. A board that is not of this package has one of its own,
    under a name that is of its drawing, as machine code is kept by that name.
    """
    if board in BOARDS:
        return SHARED
    digest = hashlib.sha256(board.drawing.encode()).hexdigest()[:12]
    state = type(f"State_{digest}", (HoppingState,), {"__slots__": (), "__module__": __name__})
    globals()[state.__name__] = state  # machine code on disk names the type
    return _engine(f"drawn-{digest}", state, (board,), board_table((board,)))
