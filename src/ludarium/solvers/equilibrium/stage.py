"""The stage game of one state, as arrays: payoffs of joint actions, and classes of choices.

Choices are numbered consecutively: first those of the first choosing seat, then those of the next.
Choices that a symmetry of the state exchanges form one class, and so do such seats; the solver
seeks an equilibrium that is equal on each class.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludarium.rules.bits import ONE, lowest, popcount
from ludarium.rules.dispatch import large
from ludarium.rules.generic import (
    canonical_state,
    legal_count,
    movers,
    nth_joint,
    nth_legal,
    play,
    returns,
    seat_count,
    symmetric_action,
    symmetric_seat,
    symmetric_state,
    symmetry_count,
)
from ludarium.solvers.equilibrium.graph import ENDED, STAYS

__all__ = ["Stage", "make_stage"]

State = Any


class Stage(NamedTuple):
    """The game that is played in one state."""

    gains: Any
    """gains[n, seat]: expected return after the n-th joint action; 0 where the state stays."""
    stays: Any
    """stays[n]: whether the n-th joint action leaves the state as it is."""
    choices: Any
    """choices[n, k]: the choice of the k-th choosing seat in the n-th joint action."""
    seats: Any
    """seats[k]: the k-th choosing seat."""
    starts: Any
    """starts[k]: the first choice of the k-th choosing seat; a last entry: number of choices."""
    classes: Any
    """classes[choice]: the class of a choice."""
    seat_classes: Any
    """seat_classes[k]: the class of the k-th choosing seat."""
    shares: Any
    """shares[seat]: return when the game is broken off in this state."""
    hopes: Any
    """hopes[seat]: whether the seat can still get more than the least return."""


@large
def make_stage(
    state: State,
    places: Any,
    targets: Any,
    symmetries: Any,
    values: Any,
    hopes: Any,
    returns_sum: float,
    least: float,
) -> Stage:
    """Build the state's stage game.

    places, targets, symmetries: of this state, as in `StateGraph`. values, hopes: by number of a
    state and seat, known for all successors. returns_sum, least: sum of all returns, and the least
    one.
    """
    seats = seat_count(state)
    gains = np.zeros((len(places), seats))
    stays = np.zeros(len(places), np.bool_)
    hope = np.zeros(seats, np.bool_)
    for n in range(len(places)):
        place = places[n]
        if place == STAYS:
            stays[n] = True
            continue
        after = play(state, nth_joint(state, n))
        for seat in range(seats):
            if place == ENDED:
                gains[n, seat] = returns(after, seat)
                hope[seat] |= gains[n, seat] > least
            else:
                image = symmetric_seat(after, symmetries[place], seat)
                gains[n, seat] = values[targets[place], image]
                hope[seat] |= hopes[targets[place], image]
    choosing, starts = number_choices(state)
    choices = joint_choices(starts, len(places))
    classes, seat_classes = find_classes(state, choosing, starts)
    return Stage(
        gains,
        stays,
        choices,
        choosing,
        starts,
        classes,
        seat_classes,
        share_out(hope, returns_sum, least),
        hope,
    )


@large
def share_out(hope: Any, returns_sum: float, least: float) -> Any:
    """Returns when the game is broken off.

    Seats that can still win share equally; the others get the least return.
    """
    hoping = max(1, hope.sum())
    return np.where(hope, (returns_sum - least * (len(hope) - hoping)) / hoping, least)


@large
def number_choices(state: State) -> tuple[Any, Any]:
    """`Stage.seats` and `Stage.starts`."""
    left = movers(state)
    count = popcount(left)
    choosing = np.zeros(count, np.int64)
    starts = np.zeros(count + 1, np.int64)
    for k in range(count):
        choosing[k] = lowest(left)
        starts[k + 1] = starts[k] + legal_count(state, choosing[k])
        left &= left - ONE
    return choosing, starts


@large
def joint_choices(starts: Any, joints: int) -> Any:
    """`Stage.choices`, with joint actions in the order of `nth_joint`."""
    count = len(starts) - 1
    choices = np.zeros((joints, count), np.int64)
    for n in range(joints):
        rest = n
        for k in range(count):
            legal = starts[k + 1] - starts[k]
            choices[n, k] = starts[k] + rest % legal
            rest //= legal
    return choices


@large
def find_classes(state: State, choosing: Any, starts: Any) -> tuple[Any, Any]:
    """`Stage.classes` and `Stage.seat_classes`, numbered in order of their first members."""
    classes = np.arange(starts[-1])
    seat_classes = np.arange(len(choosing))
    core = canonical_state(state)
    for symmetry in range(1, symmetry_count(core)):
        if canonical_state(symmetric_state(core, symmetry)) != core:
            continue
        for k in range(len(choosing)):
            seat = symmetric_seat(core, symmetry, choosing[k])
            image = 0
            while choosing[image] != seat:
                image += 1
            merge(seat_classes, k, image)
            for n in range(starts[k + 1] - starts[k]):
                action = symmetric_action(core, symmetry, nth_legal(core, choosing[k], n))
                other = 0
                while nth_legal(core, seat, other) != action:
                    other += 1
                merge(classes, starts[k] + n, starts[image] + other)
    renumber(classes)
    renumber(seat_classes)
    return classes, seat_classes


@large
def merge(classes: Any, one: int, other: int) -> None:
    """Merge the classes of two members."""
    kept, gone = min(classes[one], classes[other]), max(classes[one], classes[other])
    for member in range(len(classes)):
        if classes[member] == gone:
            classes[member] = kept


@large
def renumber(classes: Any) -> None:
    """Number the classes from 0 with no gaps."""
    names = np.full(len(classes), -1)
    count = 0
    for member in range(len(classes)):
        if names[classes[member]] < 0:
            names[classes[member]] = count
            count += 1
        classes[member] = names[classes[member]]
