"""The knowledge of a seat, in games that hide something, such as a hand of cards.

Actions of seats are seen by all. What is hidden is what chance decided, in the state. A game that
hides gives both functions, and `ludarium.testing.check_game` proves that they fit each other.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import Bits, fold
from ludarium.rules.dispatch import generic

__all__ = ["SPECTATOR", "determinize", "hides", "seen_by", "seen_key"]

State = Any
"""A NamedTuple of ints; its type picks the game."""

SPECTATOR = 9
"""The number of the seat of who only looks on, and sees what is open to all."""


@generic
def hides(state: State) -> bool:
    """Return whether this game hides anything; follows from whether it has `seen_by`."""
    return False


@generic
def seen_by(state: State, seat: int) -> State:
    """The state with all blanked that this seat, or SPECTATOR, may not see.

    It is a state of the same type, from which `movers` and the seat's own legal actions can be
    asked. States that are equal here are one information set of the seat. A state that is over
    shows what the rules open at the end.
    """
    return state


@generic
def seen_key(state: State, seat: int) -> Bits:
    """64-bit hash of `seen_by`: equal, collisions aside, only for states of one information set."""
    return fold(seen_by(state, seat))


@generic
def determinize(state: State, seat: int, random: Bits) -> State:
    """A random full state that fits what this seat sees (a determinization).

    It is drawn by the probabilities of chance alone, whatever the other seats' actions may tell. It
    depends on `seen_by(state, seat)` and `random` only.
    """
    return state
