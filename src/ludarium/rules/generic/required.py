"""What every game gives: `movers`, `legal_count`, `nth_legal`, `play` and `returns`, and what
derives from these.

An *action* is an int that names one seat's choice. At each state a set of seats chooses, and `play`
takes their *joint action*: the actions of all choosing seats, each shifted left by
seat * action_bits(state). Where one seat chooses at a time `action_bits` is 0, and the joint action
is that seat's action.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import ALL, GOLDEN, ONE, Bits, bounded, lowest, mix
from ludarium.rules.dispatch import generic, jitable

__all__ = [
    "action_bits",
    "joint_count",
    "legal_count",
    "movers",
    "nth_joint",
    "nth_legal",
    "play",
    "play_out",
    "random_play",
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
def returns(state: State, seat: int) -> float:
    """The seat's return in a state that is over, within `Game.returns_range`."""
    raise NotImplementedError


@jitable
def random_play(state: State, random: Bits) -> State:
    """The state after each choosing seat played a uniformly random legal action.

    The 64 random bits decide everything: the first choosing seat draws with
    `bounded(random, legal_count)`, the next with `bounded(mix(random), legal_count)`, and so on.
    """
    choosing = movers(state)
    shift = action_bits(state)
    joint = 0
    while choosing:
        seat = lowest(choosing)
        action = nth_legal(state, seat, bounded(random, legal_count(state, seat)))
        joint |= action << (seat * shift)
        choosing &= choosing - ONE
        random = mix(random)
    return play(state, joint)


@generic
def play_out(state: State, random: Bits) -> tuple[State, int]:
    """A random playout: the final state, and the number of joint actions that led to it.

    A game may give a faster one, which must come to the same end for the same `random`: the n-th
    joint action is that of `random_play` with `mix(random + n * GOLDEN)`, n from 1.
    """
    plies = 0
    while movers(state):
        random = (random + GOLDEN) & ALL
        state = random_play(state, mix(random))
        plies += 1
    return state, plies


@jitable
def joint_count(state: State) -> int:
    """The number of joint actions: the product of the choosing seats' legal actions; 0 when the
    game is over.
    """
    choosing = movers(state)
    if not choosing:
        return 0
    count = 1
    while choosing:
        count *= legal_count(state, lowest(choosing))
        choosing &= choosing - ONE
    return count


@jitable
def nth_joint(state: State, n: int) -> int:
    """The n-th joint action, for n in 0..joint_count-1; the lowest seat's choice changes
    fastest.
    """
    choosing = movers(state)
    shift = action_bits(state)
    joint = 0
    while choosing:
        seat = lowest(choosing)
        count = legal_count(state, seat)
        joint |= nth_legal(state, seat, n % count) << (seat * shift)
        n //= count
        choosing &= choosing - ONE
    return joint
