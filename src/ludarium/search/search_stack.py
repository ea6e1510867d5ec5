"""Layout of a search thread's scratch memory: one array of int64, by offsets."""

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
MOST_PAST = 1024  # positions of the game so far that may be repeated
MOST_EXCLUDED = 64  # root actions
MOST_ACTIONS = 60_000  # in all move lists on the path of the search
FILTER_SIZE = 1024

# Single numbers.
STOP = 0  # nonzero: stop the search
NODES = 1  # number of states visited
GENERATION = 2  # number of the search, 0 to 63
SLOTS = 3  # of the transposition table
FIRST_ACTION = 4  # the action that the root tries first, or -1
BEST_ACTION, BEST_OUTCOME = 5, 6  # of the root; BEST_ACTION is -1 before one is found
REDUCE = 7  # whether late move reductions are on
PAST = 8  # number of positions before the root
SYMMETRIC = 9  # last ply at which symmetric states share an entry; -1: none
MOST_NODES = 10  # the search stops after this number of states
NOISE, NOISE_SEED = 11, 12  # largest error of the static evaluation in hundredths; its seed
ROOT_SEAT = 13  # the seat to move at the root
CONTEMPT = 14  # how much less than 0 a draw by repetition is to that seat, in hundredths
# Blocks.
EXCLUDED = 15  # the number of excluded root actions, then these
KILLERS = EXCLUDED + 1 + MOST_EXCLUDED  # two for each ply
# counting filter of the path: the number of its positions by the low bits of their keys
FILTER = KILLERS + 2 * (MOST_PLY + 1)
# keys of the game's positions before the root, then of the path from the root
PATH = FILTER + FILTER_SIZE
# principal variation of each ply: its length, then its actions
VARIATION = PATH + MOST_PAST + MOST_PLY + 1
WIDTH = MOST_PLY + 2  # of one principal variation
HISTORY = VARIATION + (MOST_PLY + 1) * WIDTH
HISTORY_SIZE = 1 << 16
ACTIONS = HISTORY + HISTORY_SIZE  # move lists; the score of each action is MOST_ACTIONS further on
SIZE = ACTIONS + 2 * MOST_ACTIONS


def new_scratch() -> Any:
    """A new scratch memory, 1.7 MB."""
    import numpy as np

    return np.zeros(SIZE, np.int64)


@jitable
def holds(scratch: Memory, first: int, count: int, value: int) -> bool:
    """Return whether one of the `count` numbers from offset `first` has this value."""
    for place in range(first, first + count):
        if peek(scratch, place) == value:
            return True
    return False


@jitable
def is_repetition(scratch: Memory, key: int, ply: int) -> bool:
    """Return whether this key occurs earlier on the path of the search, or in the game before the
    root.
    """
    if not peek(scratch, FILTER + (key & (FILTER_SIZE - 1))):
        return False
    return holds(scratch, PATH, peek(scratch, PAST) + ply, key)


@jitable
def set_key(scratch: Memory, key: int, ply: int) -> None:
    """Set the key of the position at this ply of the path."""
    poke(scratch, PATH + peek(scratch, PAST) + ply, key)


@jitable
def key_at(scratch: Memory, ply: int) -> int:
    """The key of the position at this ply of the path."""
    return peek(scratch, PATH + peek(scratch, PAST) + ply)


@jitable
def enter(scratch: Memory, key: int) -> None:
    """Add the key to the filter, as its position is entered."""
    place = FILTER + (key & (FILTER_SIZE - 1))
    poke(scratch, place, peek(scratch, place) + 1)


@jitable
def leave(scratch: Memory, key: int) -> None:
    """Remove the key from the filter, as its position is left."""
    place = FILTER + (key & (FILTER_SIZE - 1))
    poke(scratch, place, peek(scratch, place) - 1)
