"""The memory of one search thread, as one array of numbers: where what is, and how it is made
ready.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.dispatch import jitable
from ludarium.rules.memory import Memory, peek, poke

__all__ = [
    "ACTIONS",
    "BEST_ACTION",
    "BEST_OUTCOME",
    "CONTEMPT",
    "DEEPEST",
    "EXCLUDED",
    "FILTER",
    "FILTER_SIZE",
    "FIRST_ACTION",
    "GENERATION",
    "HISTORY",
    "HISTORY_SIZE",
    "KILLERS",
    "MOST_ACTIONS",
    "MOST_EXCLUDED",
    "MOST_NODES",
    "MOST_PAST",
    "MOST_PLY",
    "NODES",
    "NOISE",
    "NOISE_SEED",
    "PAST",
    "PATH",
    "REDUCE",
    "ROOT_SEAT",
    "SLOTS",
    "STOP",
    "SYMMETRIC",
    "VARIATION",
    "WIDTH",
    "announce",
    "announced",
    "arrived_before",
    "enter",
    "holds",
    "leave",
    "new_space",
]

MOST_PLY = 200  # plies from the root, quiescence included
MOST_PAST = 1024  # positions of the game so far that may come back
MOST_EXCLUDED = 64
MOST_ACTIONS = 60_000  # on all lists of one line of search
FILTER_SIZE = 1024

# One number each.
STOP = 0  # not 0: the search is to end
NODES = 1  # states visited
GENERATION = 2  # number of the search, 0 to 63
SLOTS = 3  # of the transposition table
FIRST_ACTION = 4  # what the root tries first, or -1
BEST_ACTION, BEST_OUTCOME = 5, 6  # of the root, where one was found; else -1
REDUCE = 7  # whether late actions are searched less deep
PAST = 8  # how many positions came before the root
DEEPEST = 9  # the deepest ply
SYMMETRIC = 10  # plies down to which symmetric states are one; 0: none
MOST_NODES = 11  # the search stops after so many states
NOISE, NOISE_SEED = 12, 13  # how far estimates are off, in hundredths; which errors are made
ROOT_SEAT = 14  # the seat that moves at the root
CONTEMPT = 15  # how much less than nothing a draw by repetition is to that seat, in hundredths
# Blocks.
EXCLUDED = 16  # how many root actions are left out, then which
KILLERS = EXCLUDED + 1 + MOST_EXCLUDED
# how many positions of the line of search fall into each of its places
FILTER = KILLERS + 2 * (MOST_PLY + 1)
PATH = FILTER + FILTER_SIZE  # the keys of the positions before the root, then of the line of search
# for each ply: the length of its principal variation, then the actions
VARIATION = PATH + MOST_PAST + MOST_PLY + 1
WIDTH = MOST_PLY + 2
HISTORY = VARIATION + (MOST_PLY + 1) * WIDTH
HISTORY_SIZE = 1 << 16
ACTIONS = HISTORY + HISTORY_SIZE  # actions on lists, then MOST_ACTIONS further on their scores
SIZE = ACTIONS + 2 * MOST_ACTIONS


def new_space() -> Any:
    """The memory of a search thread, 1.7 MB."""
    import numpy as np

    return np.zeros(SIZE, np.int64)


@jitable
def holds(space: Memory, first: int, count: int, value: int) -> bool:
    """Whether one of these places has this value."""
    for place in range(first, first + count):
        if peek(space, place) == value:
            return True
    return False


@jitable
def arrived_before(space: Memory, key: int, ply: int) -> bool:
    """Whether this position came before on the line of search, or in the game."""
    if not peek(space, FILTER + (key & (FILTER_SIZE - 1))):
        return False
    return holds(space, PATH, peek(space, PAST) + ply, key)


@jitable
def announce(space: Memory, key: int, ply: int) -> None:
    """The position at this ply has this key."""
    poke(space, PATH + peek(space, PAST) + ply, key)


@jitable
def announced(space: Memory, ply: int) -> int:
    """The key of the position at this ply."""
    return peek(space, PATH + peek(space, PAST) + ply)


@jitable
def enter(space: Memory, key: int) -> None:
    """The line of search goes on from this position, which was announced."""
    place = FILTER + (key & (FILTER_SIZE - 1))
    poke(space, place, peek(space, place) + 1)


@jitable
def leave(space: Memory, key: int) -> None:
    """The line of search goes back from this position."""
    place = FILTER + (key & (FILTER_SIZE - 1))
    poke(space, place, peek(space, place) - 1)
