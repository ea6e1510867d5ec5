"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012), compiled for any
game that hides something from seats.

Each simulation begins from a random full state that fits what the searching seat sees (a
determinization). Statistics belong to information sets, one for each seat and each state as that
seat sees it, wherever in the tree it occurs: so no seat's choice depends on what it cannot know, as
in the variant with a tree for each observer (MO-ISMCTS).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludarium.rules.bits import (
    ALL,
    GOLDEN,
    ONE,
    Bits,
    bounded,
    lowest,
    mix,
    stream,
    to_bits,
    to_int,
)
from ludarium.rules.dispatch import for_all_games, jitable, unallocating
from ludarium.rules.generic import (
    CHANCE,
    CHANCE_MOVES,
    action_bits,
    determinize,
    draw_outcome,
    has_chance,
    legal_count,
    movers,
    nth_legal,
    play_on,
    play_out,
    returns,
    seat_count,
    seen_key,
)

__all__ = ["Forest", "find", "new_forest", "search_information_sets"]

Array = Any
NONE = -1  # no information set
SETS = 1 << 18  # information sets, a power of 2
ACTIONS = 1 << 20  # entries in the pool of statistics
CHOICES = 4_000  # of one simulation


class Forest(NamedTuple):
    """The information sets of all seats, in a hash table with linear probing."""

    used: Array
    """Numbers of information sets and of entries of the pool in use."""
    keys: Array
    """By place: the hash of the information set."""
    visits: Array
    """By place: number of visits; NONE where no information set is."""
    firsts: Array
    """By place: start of its block of the pool."""
    action_visits: Array
    """Pool: number of visits of an action."""
    action_totals: Array
    """Pool: sum of the seat's returns, scaled to 0..1."""
    places: Array
    """Scratch of one simulation, by choice: the place of the information set."""
    picks: Array
    """Scratch, by choice: index of the action in the pool."""
    seats: Array
    """Scratch, by choice: the seat."""


def new_forest(sets: int = SETS, actions: int = ACTIONS) -> Forest:
    """An empty forest; 20 MB by default. sets: a power of 2."""
    return Forest(
        used=np.zeros(2, np.int64),
        keys=np.zeros(sets, np.int64),
        visits=np.full(sets, NONE, np.int32),
        firsts=np.empty(sets, np.int32),
        action_visits=np.empty(actions, np.int32),
        action_totals=np.empty(actions, np.float64),
        places=np.empty(CHOICES, np.int32),
        picks=np.empty(CHOICES, np.int32),
        seats=np.empty(CHOICES, np.int32),
    )


@jitable
def place_of(forest: Forest, state: Any, seat: int) -> int:
    """The place in the table of the seat's information set of this state, or where it would be."""
    key = to_int(mix(seen_key(state, seat) ^ to_bits(seat)) >> ONE)
    place = key & (len(forest.keys) - 1)
    while forest.visits[place] != NONE and forest.keys[place] != key:
        place = (place + 1) & (len(forest.keys) - 1)
    forest.keys[place] = key
    return place


@jitable
def add(forest: Forest, place: int, actions: int) -> bool:
    """Add the information set of this place; False where there is no room."""
    if 4 * forest.used[0] > 3 * len(forest.keys):
        return False
    first = forest.used[1]
    if first + actions > len(forest.action_visits):
        return False
    forest.used[0] += 1
    forest.used[1] = first + actions
    forest.visits[place] = 0
    forest.firsts[place] = first
    forest.action_visits[first : first + actions] = 0
    forest.action_totals[first : first + actions] = 0.0
    return True


@jitable
def select(forest: Forest, place: int, count: int, exploration: float, random: Bits) -> int:
    """The index of the action with the highest upper confidence bound (UCB1).

    Actions without visits come first; ties go to the first after a random offset.
    """
    logarithm = np.log(forest.visits[place] + 1.0)
    first = forest.firsts[place]
    best = 0
    best_score = -1.0
    offset = bounded(random, count)
    for step in range(count):
        index = (step + offset) % count
        score = 1e9
        tries = float(forest.action_visits[first + index])
        if tries:
            mean = forest.action_totals[first + index] / tries
            score = mean + exploration * np.sqrt(logarithm / tries)
        if score > best_score:
            best_score = score
            best = index
    return best


@for_all_games(slots=2)
@unallocating
def search_information_sets(
    root: Any,
    seat: int,
    forest: Forest,
    first: int,
    count: int,
    seed: Bits,
    exploration: float,
    low: float,
    high: float,
) -> int:
    """Run `count` simulations from states that fit what the seat sees of `root`; returns `count`.

    first: number of the first simulation; with `seed` it decides its random bits. exploration:
    weight of the exploration term, with values scaled to 0..1. low, high: the least and the largest
    return.
    """
    shift = action_bits(root)
    for number in range(first, first + count):
        random = stream(seed, number)
        state = determinize(root, seat, random)
        choices = 0
        growing = True
        while growing and choices + seat_count(root) <= len(forest.picks):
            choosing = movers(state)
            if not choosing:
                break
            random = mix((random + GOLDEN) & ALL)
            if has_chance(state) and choosing == CHANCE_MOVES:
                state = play_on(state, nth_legal(state, CHANCE, draw_outcome(state, random)))
                continue
            joint = 0
            while choosing:
                mover = lowest(choosing)
                options = legal_count(state, mover)
                random = mix((random + GOLDEN) & ALL)
                place = place_of(forest, state, mover)
                known = forest.visits[place] != NONE
                growing = growing and known
                if known or add(forest, place, options):
                    index = select(forest, place, options, exploration, random)
                    forest.places[choices] = place
                    forest.picks[choices] = forest.firsts[place] + index
                    forest.seats[choices] = mover
                    choices += 1
                else:
                    index = bounded(random, options)
                joint |= nth_legal(state, mover, index) << (mover * shift)
                choosing &= choosing - ONE
            state = play_on(state, joint)
        end, _ = play_out(state, mix(random))
        for choice in range(choices):
            gained = (returns(end, forest.seats[choice]) - low) / (high - low)
            forest.visits[forest.places[choice]] += 1
            forest.action_visits[forest.picks[choice]] += 1
            forest.action_totals[forest.picks[choice]] += gained
    return count


@for_all_games(slots=0)
def find(root: Any, seat: int, forest: Forest) -> int:
    """The start of the block of statistics of what this seat sees; NONE where it was not
    visited.
    """
    place = place_of(forest, root, seat)
    return forest.firsts[place] if forest.visits[place] != NONE else NONE
