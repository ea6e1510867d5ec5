"""Annotations of a state's fields, which tell learning programs more than the types do.

    quiet: Annotated[int, range(101)]                   a number from 0 to 100
    markers: Annotated[Bits, Packed(15, 4, 5)]          15 numbers of 4 bits each, from 0 to 5
    edges: Annotated[Bits, {0: (1, 0), 1: (3, 0)}]      a set: the column and row of each member
    seats: Annotated[int, FIXED]                        the same throughout a game

A field that says nothing is as good: see `ludarium.environments.observations`.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["FIXED", "Packed"]

FIXED = "fixed"
"""The annotation of a field that stays the same throughout a game, so that nobody needs to see it.
"""


class Packed(NamedTuple):
    """Several small numbers in one field."""

    numbers: int
    """The number of numbers; the first has the lowest bits."""
    bits: int
    """The number of bits of each: 1, 2, 4 or 8."""
    most: int
    """The greatest that one can be."""
