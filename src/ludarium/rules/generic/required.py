"""The functions that every game gives: `movers`, `legal_count`, `nth_legal`, `play` and `returns`.

An *action* is an int that names one seat's choice. At each state a set of seats chooses, and `play`
takes their *joint action*: the actions of all choosing seats, each shifted left by
seat * action_bits(state). Where one seat chooses at a time `action_bits` is 0, and the joint action
is that seat's action.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import Bits
from ludarium.rules.dispatch import generic

__all__ = [
    "action_bits",
    "legal_count",
    "movers",
    "nth_legal",
    "play",
    "play_on",
    "returns",
    "seat_count",
]

State = Any
"""A NamedTuple of ints; its type picks the game."""


@generic
def seat_count(state: State) -> int:
    """The number of seats in this game; 2 by default."""
    return 2


@generic
def action_bits(state: State) -> int:
    """Bits of one seat's action in a joint action; 0 where one seat chooses at a time."""
    return 0


@generic
def movers(state: State) -> Bits:
    """The set of seats that choose now; empty when the game is over."""
    raise NotImplementedError


@generic
def legal_count(state: State, seat: int) -> int:
    """The number of legal actions of this choosing seat, at least 1."""
    raise NotImplementedError


@generic
def nth_legal(state: State, seat: int, n: int) -> int:
    """The seat's n-th legal action, for n in 0..legal_count-1; the order is fixed but means
    nothing.
    """
    raise NotImplementedError


@generic
def play(state: State, action: int) -> State:
    """The state after this joint action, which must be legal."""
    raise NotImplementedError


@generic
def play_on(state: State, action: int) -> State:
    """Play like `play`, where the state before is needed no more."""
    return play(state, action)


@generic
def returns(state: State, seat: int) -> float:
    """The seat's return in a state that is over, within `Game.returns_range`."""
    raise NotImplementedError
