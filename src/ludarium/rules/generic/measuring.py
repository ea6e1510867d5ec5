"""Functions of states for measurements of a game (`ludarium.measures`)."""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import EMPTY, Bits
from ludarium.rules.dispatch import generic

__all__ = ["ends_by_limit", "pieces_of"]

State = Any


@generic
def pieces_of(state: State, seat: int) -> Bits:
    """The places of the board on which this seat has a piece; empty in a game without pieces of
    seats on places, one on each.

    A place has the same bit for all seats.
    """
    return EMPTY


@generic
def ends_by_limit(state: State) -> bool:
    """Return whether this state, which is over, is so by a limit that only keeps games finite."""
    return False
