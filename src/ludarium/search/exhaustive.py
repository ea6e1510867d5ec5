"""Exhaustive search: whether a win within a number of moves can be forced.

Nothing is pruned and nothing estimated, so that a "no" is a proof, too. For games of two seats
that move in turn, without chance.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import lowest
from ludarium.rules.generic import legal_count, movers, nth_legal, play, returns

__all__ = ["wins_within"]


def wins_within(state: Any, seat: int, moves: int) -> int:
    """Whether `seat` can force a win with at most this number of its own moves: the number of
    states visited if it can, and minus that number if it cannot.
    """
    choosing = movers(state)
    if not choosing:
        return 1 if returns(state, seat) > 0 else -1
    if moves == 0:
        return -1
    mover = lowest(choosing)
    own = mover == seat
    visited = 1
    for n in range(legal_count(state, mover)):
        after = play(state, nth_legal(state, mover, n))
        found = wins_within(after, seat, moves - 1 if own else moves)
        visited += abs(found)
        if own and found > 0:
            return visited
        if not own and found < 0:
            return -visited
    return -visited if own else visited
