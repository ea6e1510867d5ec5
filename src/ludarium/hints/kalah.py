"""Hints for Kalah: a static evaluation, a bound of the length of a game, and single moves."""

from __future__ import annotations

from ludarium.games.kalah import KalahState
from ludarium.rules.boards.sowing import Pits, occupied_count, seeds_in, total
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import Game

__all__ = ["functions"]


@jitable
def is_legal(state: KalahState, seat: int, action: int) -> bool:
    return 0 <= action < state.houses and seeds_in(state.mine, action) > 0


@jitable
def most_plies(state: KalahState) -> int:
    # Between two moves that put a seed into a store, each move brings seeds nearer to one, at least
    # one seed by one pit.
    seeds = total(state.mine) + total(state.theirs)
    return seeds + state.houses * seeds * (seeds + 1) // 2


# Static evaluation. A lead counts the more the fewer seeds are left to change it. The weights were
# fitted, by logistic regression, to the results of 5,078 games of the engine with itself.

LEAD, AT_HOME, CAPTURE, THREAT, AGAIN, MOBILITY = 42, 5, 57, 29, 56, 35
LEFT = 8  # added to the seeds that are left
SCALE = 16


@jitable
def most_captured(mine: Pits, theirs: Pits, houses: int) -> int:
    """The most seeds that one move captures on the first lap, the last seed sown among them."""
    most = 0
    for house in range(houses):
        seeds = seeds_in(mine, house)
        last = house + seeds
        if seeds and last < houses and seeds_in(mine, last) == 0:
            most = max(most, 1 + seeds_in(theirs, houses - 1 - last))
    return most


@jitable
def again_count(mine: Pits, houses: int) -> int:
    """The number of houses with just as many seeds as lead into the store."""
    count = 0
    for house in range(houses):
        if seeds_in(mine, house) == houses - house:
            count += 1
    return count


@jitable
def evaluate(state: KalahState) -> int:
    mine, theirs, store, their_store, _, houses = state
    my_seeds, their_seeds = total(mine), total(theirs)
    value = LEAD * (store - their_store) + AT_HOME * (my_seeds - their_seeds)
    value += CAPTURE * most_captured(mine, theirs, houses)
    value -= THREAT * most_captured(theirs, mine, houses)
    value += AGAIN * again_count(mine, houses)
    value = SCALE * value // (my_seeds + their_seeds + LEFT)
    return value + MOBILITY * (occupied_count(mine) - occupied_count(theirs))


def functions(game: Game, state: type) -> Functions:
    """The hints for Kalah, by name."""
    return named(is_legal, most_plies, evaluate)
