"""Hints for Oware: a static evaluation by seeds and where they lie, captures, and single moves."""

from __future__ import annotations

from ludarium.games.oware import QUIET, OwareState, captured, choices, last_pit, sown
from ludarium.hints.linear_evaluation import dot
from ludarium.rules.bits import Bits, fold
from ludarium.rules.boards.sowing import Pits, occupied_count, seeds_in, total
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import Game

__all__ = ["functions"]

NEAR = QUIET - 20  # quiet moves from which on it matters how many there were
LAP = 11  # seeds that reach every other house


# Moves


@jitable
def fingerprint(state: OwareState) -> Bits:
    mine, theirs, store, their_store, seat, houses, quiet = state
    return fold((mine, theirs, store, their_store, seat, houses, quiet if quiet >= NEAR else 0))


@jitable
def is_legal(state: OwareState, seat: int, action: int) -> bool:
    return 0 <= action < state.houses and seeds_in(choices(state), action) > 0


@jitable
def gain(state: OwareState, action: int) -> int:
    """The number of seeds that this move captures."""
    last = last_pit(state, action)
    return total(captured(state, sown(state, action), last)) if last >= state.houses else 0


@jitable
def most_gained(state: OwareState) -> int:
    """The most seeds that one move captures."""
    most, legal = 0, choices(state)
    for house in range(state.houses):
        if seeds_in(legal, house):
            most = max(most, gain(state, house))
    return most


@jitable
def is_forcing(state: OwareState, action: int) -> bool:
    return gain(state, action) > 0


@jitable
def can_force(state: OwareState) -> bool:
    return most_gained(state) > 0


# Static evaluation, for the seat to move: what is weighed is its lead in each, but for the capture


@jitable
def house_counts(pits: Pits, houses: int) -> tuple[int, int]:
    """The number of houses with one seed or two, which can be captured, and of those that can be
    sown all the way around.
    """
    weak = long = 0
    for house in range(houses):
        seeds = seeds_in(pits, house)
        if 1 <= seeds <= 2:
            weak += 1
        if seeds > LAP:
            long += 1
    return weak, long


@jitable
def features(state: OwareState) -> tuple[int, int, int, int, int, int, int, int]:
    """Features of the evaluation, for the seat to move.

    One, for the move itself; the lead in captured seeds, and in hundredths of the seeds that are
    left; in seeds in the own houses, and in houses with seeds; in houses with one seed or two; in
    houses that can be sown all the way around; and the seeds that the other side's best move would
    capture.
    """
    mine, theirs, store, their_store, seat, houses, quiet = state
    my_seeds, their_seeds = total(mine), total(theirs)
    my_weak, my_long = house_counts(mine, houses)
    their_weak, their_long = house_counts(theirs, houses)
    turned = OwareState(theirs, mine, their_store, store, 1 - seat, houses, quiet)
    return (
        1,
        store - their_store,
        100 * (store - their_store) // (my_seeds + their_seeds + 4),
        my_seeds - their_seeds,
        occupied_count(mine) - occupied_count(theirs),
        my_weak - their_weak,
        my_long - their_long,
        most_gained(turned),
    )


# fitted, by logistic regression, to the results of 1,500 games of the engine with itself; the seeds
# that the own best move captures weighed nothing
WEIGHTS = (-9, 12, 2, -2, 30, 3, 26, -8)


@jitable
def evaluate(state: OwareState) -> int:
    return dot(features(state), WEIGHTS)


def functions(game: Game, state: type) -> Functions:
    """The hints for Oware, by name."""
    return named(fingerprint, is_legal, is_forcing, can_force, features, evaluate)
