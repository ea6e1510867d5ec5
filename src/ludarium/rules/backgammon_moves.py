"""Moves of checkers and throws of backgammon, of states with the fields `mine`, `theirs`, `high`,
`low` and `left` of `ludarium.games.backgammon.BackgammonState`.

An action of chance is 6 * (a - 1) + b - 1 for dice a and b, the higher one first; before the game
it is White's and Black's. One of a seat is 32 * die + place of the checker, or PASS.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.backgammon_board import (
    BAR,
    HOME,
    LAST,
    OFF,
    ONE_CHECKER,
    POINTS,
    SIDES,
    THROWS,
    Counts,
    at,
    count_at,
    occupied,
)
from ludarium.rules.bits import nth_bit, popcount
from ludarium.rules.dispatch import jitable

__all__ = [
    "MOVE_ACTIONS",
    "ON_BAR",
    "OPENINGS",
    "PASS",
    "TO_BEGIN",
    "TO_THROW",
    "choices",
    "has_checkers",
    "move_count",
    "moved",
    "nth_move",
    "nth_throw",
    "points_lost",
    "throw_count",
    "with_hit",
]

State = Any

TO_BEGIN, TO_THROW = -1, 0  # what `left` is where dice are to be thrown
PASS = 0
MOVE_ACTIONS = (
    PASS,
    *(32 * die + place for die in range(1, SIDES + 1) for place in range(1, BAR + 1)),
)
"""Every action of a seat that moves a checker, and PASS."""

OPENINGS = tuple((a, b) for a in range(1, SIDES + 1) for b in range(1, SIDES + 1) if a != b)

NO_PLACES = Counts(0)
ON_BAR = Counts(1 << 4 * BAR)
OUTSIDE = Counts(sum(1 << 4 * place for place in range(HOME + 1, BAR + 1)))


@jitable
def has_checkers(mine: Counts) -> bool:
    """Return whether the seat to move has not borne off all of its checkers."""
    return mine >> 4 * (OFF + 1) != NO_PLACES


@jitable
def movable(mine: Counts, theirs: Counts, die: int) -> Counts:
    """The places from which a checker can be moved by this die."""
    own = occupied(mine) & (POINTS | ON_BAR)
    blocked = (theirs >> 1 | theirs >> 2 | theirs >> 3) & POINTS
    reaching = (POINTS ^ blocked) << 4 * die
    if own & ON_BAR:
        return own & ON_BAR & reaching
    places = own & reaching
    if not own & OUTSIDE:
        place = die
        if not own >> 4 * die:  # nothing is as far back: the one furthest back goes
            while not own >> 4 * place:
                place -= 1
        places |= own & at(place)
    return places


@jitable
def moved(mine: Counts, place: int, die: int) -> Counts:
    """The checkers of the seat to move after this one was moved."""
    return mine - at(place) + at(max(place - die, OFF))


@jitable
def followed(mine: Counts, theirs: Counts, places: Counts, die: int, other: int) -> Counts:
    """The places from which a checker can be moved by this die so that the other die can be played
    after it, or no checker is left; places: all from which one can be moved by this die.
    """
    # what can be moved now can still be moved after another checker was
    now = movable(mine, theirs, other)
    if now & (now - ONE_CHECKER):
        return places
    playable = NO_PLACES
    while places:
        rest = places & (places - ONE_CHECKER)
        after = moved(mine, nth_bit(places, 0) >> 2, die)
        if not has_checkers(after) or movable(after, theirs, other):
            playable |= places ^ rest
        places = rest
    return playable


@jitable
def choices(state: State) -> tuple[Counts, Counts]:
    """The places from which a checker can be moved by the higher of the dice, and by the lower one
    where that is another.
    """
    mine, theirs, high, low = state.mine, state.theirs, state.high, state.low
    by_high = movable(mine, theirs, high)
    if high == low:
        return by_high, NO_PLACES
    by_low = movable(mine, theirs, low)
    both_high = followed(mine, theirs, by_high, high, low)
    both_low = followed(mine, theirs, by_low, low, high)
    if both_high or both_low:
        # a checker that either die bears off is borne off by the higher one: it comes to the same
        either = both_high & both_low & (at(low + 1) - ONE_CHECKER)
        return both_high, both_low ^ either
    return (by_high, NO_PLACES) if by_high else (NO_PLACES, by_low)


@jitable
def throw_count(left: int) -> int:
    """The number of throws that there can be."""
    return len(OPENINGS) if left == TO_BEGIN else len(THROWS)


@jitable
def nth_throw(left: int, n: int) -> int:
    """The n-th action of chance."""
    high, low = OPENINGS[n] if left == TO_BEGIN else THROWS[n]
    return SIDES * (high - 1) + low - 1


@jitable
def move_count(state: State) -> int:
    """The number of legal actions of a seat that has dice to play."""
    by_high, by_low = choices(state)
    return max(1, popcount(by_high) + popcount(by_low))


@jitable
def nth_move(state: State, n: int) -> int:
    """The n-th legal action of a seat that has dice to play."""
    by_high, by_low = choices(state)
    count, high = popcount(by_high), int(state.high)
    if n < count:
        return 32 * high + (nth_bit(by_high, n) >> 2)
    low: int = state.low
    return 32 * low + (nth_bit(by_low, n - count) >> 2) if by_low else PASS


@jitable
def with_hit(theirs: Counts, place: int, die: int) -> Counts:
    """The checkers of the other seat after one was moved by this die from this place."""
    if place > die and count_at(theirs, place - die):
        return theirs - at(place - die) + at(OFF)
    return theirs


@jitable
def points_lost(mine: Counts) -> int:
    """The value of the game that the seat with these checkers has lost: 1, 2 a gammon, or 3 a
    backgammon.
    """
    if count_at(mine, OFF):
        return 1
    behind = occupied(mine) >> 4 * (LAST - HOME + 1)  # in the winner's home, or on the bar
    return 3 if behind else 2
