"""The loss of a game that is given up."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Resignation"]


class Resignation(NamedTuple):
    """The loss of a seat that resigns."""

    returned: float
    """The return that it gets."""
    told: str
    """The sentence that says so before, such as "You lose 4 points."."""
