"""Hints for the Royal Game of Ur: its two sides are alike."""

from __future__ import annotations

from typing import Any

from ludarium.games.ur import UrState
from ludarium.rules.dispatch import Functions, jitable, named

__all__ = ["functions"]


@jitable
def symmetry_count(state: UrState) -> int:
    return 2


@jitable
def symmetric_state(state: UrState, symmetry: int) -> UrState:
    mine, theirs, home, their_home, throw, seat, pieces = state
    return UrState(mine, theirs, home, their_home, throw, seat ^ symmetry, pieces)


@jitable
def symmetric_seat(state: UrState, symmetry: int, seat: int) -> int:
    return seat ^ symmetry


def functions(game: Any, state: type) -> Functions:
    """The generic functions of the hints."""
    return named(symmetry_count, symmetric_state, symmetric_seat)
