"""Resignation in backgammon: a seat loses the most that it can still lose."""

from __future__ import annotations

from typing import Any

from ludarium.phrases import counted, say
from ludarium.rules.backgammon_board import BAR, HOME, LAST, OFF, Counts, count_at, turned
from ludarium.rules.backgammon_doubling import MOST_POINTS, DoublingState, points_of
from ludarium.rules.resignation import Resignation
from ludarium.rules.stakes import stake_of

__all__ = ["most_times_lost", "resignation"]


def furthest_back(mine: Counts) -> int:
    """The place of the checker that has most of its way before it."""
    return next(place for place in range(BAR, OFF - 1, -1) if count_at(mine, place))


def most_times_lost(mine: Counts, theirs: Counts) -> int:
    """The most stakes that a side can still lose: 1, 2 a gammon, or 3 a backgammon.

    mine, theirs: the checkers of that side and of the other, each by its own numbers.
    """
    if count_at(mine, OFF):
        return 1
    back = furthest_back(mine)
    can_be_hit = back + furthest_back(theirs) > BAR
    return 3 if can_be_hit or back > LAST - HOME else 2


def resignation(state: Any, seat: int) -> Resignation:
    """The loss of a seat that gives up a game, or a match, that is not over.

    state: a `BackgammonState` or a `DoublingState`. Who is asked to take a double loses no more
    than by dropping it. A match is lost as a whole.
    """
    mine, theirs = state.mine, turned(state.theirs)
    times = most_times_lost(*((mine, theirs) if seat == state.seat else (theirs, mine)))
    if not isinstance(state, DoublingState):
        return points_told(times, 3) if state.gammons else Resignation(-1.0, "")
    if state.length:
        own, other = points_of(state, seat), points_of(state, 1 - seat)
        told = say("You lose the match at {points} to {others}.", points=own, others=other)
        return Resignation(-1.0, told)
    if (state.jacoby and state.doublings == 0) or (state.offered and seat == state.seat):
        times = 1
    return points_told(times * stake_of(state.doublings), MOST_POINTS)


def points_told(points: int, most: int) -> Resignation:
    """The loss of so many points, of the most that there are in a game."""
    return Resignation(
        -points / most, counted("You lose {n} point.", "You lose {n} points.", points)
    )
