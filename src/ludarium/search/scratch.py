"""Layout of a search thread's scratch memory: one array of int64, and where in it each thing is."""

from __future__ import annotations

from typing import Any

from ludarium.rules.dispatch import jitable
from ludarium.rules.memory import Memory, peek, poke

__all__ = [
    "ACTIONS",
    "BEST_ACTION",
    "BEST_OUTCOME",
    "CONTEMPT",
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
    "enter",
    "holds",
    "is_repetition",
    "key_at",
    "leave",
    "new_scratch",
    "set_key",
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
SYMMETRIC = 9  # plies down to which symmetric states are one; 0: none
MOST_NODES = 10  # the search stops after so many states
NOISE, NOISE_SEED = 11, 12  # how far estimates are off, in hundredths; which errors are made
ROOT_SEAT = 13  # the seat that moves at the root
CONTEMPT = 14  # how much less than nothing a draw by repetition is to that seat, in hundredths
# Blocks.
EXCLUDED = 15  # how many root actions are left out, then which
KILLERS = EXCLUDED + 1 + MOST_EXCLUDED
# a filter of the path: the number of its positions whose keys fall into each place
FILTER = KILLERS + 2 * (MOST_PLY + 1)
PATH = (
    FILTER + FILTER_SIZE
)  # the keys of the game's positions before the root, then of the path from it
# for each ply: the length of its principal variation, then the actions
VARIATION = PATH + MOST_PAST + MOST_PLY + 1
WIDTH = MOST_PLY + 2
HISTORY = VARIATION + (MOST_PLY + 1) * WIDTH
HISTORY_SIZE = 1 << 16
ACTIONS = HISTORY + HISTORY_SIZE  # actions on lists, then MOST_ACTIONS further on their scores
SIZE = ACTIONS + 2 * MOST_ACTIONS


def new_scratch() -> Any:
    """A new scratch memory, 1.7 MB."""
    import numpy as np

    return np.zeros(SIZE, np.int64)


@jitable
def holds(scratch: Memory, first: int, count: int, value: int) -> bool:
    """Whether one of the `count` places from `first` has this value."""
    for place in range(first, first + count):
        if peek(scratch, place) == value:
            return True
    return False


@jitable
def is_repetition(scratch: Memory, key: int, ply: int) -> bool:
    """Whether this position occurred before on the path of the search, or in the game."""
    if not peek(scratch, FILTER + (key & (FILTER_SIZE - 1))):
        return False
    return holds(scratch, PATH, peek(scratch, PAST) + ply, key)


@jitable
def set_key(scratch: Memory, key: int, ply: int) -> None:
    """Note the key of the position at this ply of the path."""
    poke(scratch, PATH + peek(scratch, PAST) + ply, key)


@jitable
def key_at(scratch: Memory, ply: int) -> int:
    """The key of the position at this ply of the path."""
    return peek(scratch, PATH + peek(scratch, PAST) + ply)


@jitable
def enter(scratch: Memory, key: int) -> None:
    """Push the position with this key on the path of the search."""
    place = FILTER + (key & (FILTER_SIZE - 1))
    poke(scratch, place, peek(scratch, place) + 1)


@jitable
def leave(scratch: Memory, key: int) -> None:
    """Pop the position with this key from the path of the search."""
    place = FILTER + (key & (FILTER_SIZE - 1))
    poke(scratch, place, peek(scratch, place) - 1)
