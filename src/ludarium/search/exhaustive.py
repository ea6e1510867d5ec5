"""Exhaustive search: whether a win, or a lead in pieces, can be forced within a number of turns.

Nothing is estimated, and only what cannot change the answer is left out, so that a "no" is a proof,
too. For games of two seats that move in turn, without chance.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import lowest, popcount
from ludarium.rules.dispatch import jitable
from ludarium.rules.generic import legal_count, movers, nth_legal, pieces_of, play, returns

__all__ = ["TO_WIN", "forces_within", "lead_of"]

TO_WIN = 10_000  # a lead that no position has


def forces_within(state: Any, seat: int, turns: int, lead: int, most: int) -> int:
    """Whether `seat` can force a win, or a position in which it is to move and has this lead, with
    at most this number of its own turns: the number of states visited if it can, minus that number
    if it cannot, and 0 where more than `most` would have to be visited to know.

    A turn is all that a seat plays until the other is to move. lead: see `lead_of`; TO_WIN where
    only a win counts. A game that ends otherwise gives no lead.
    """
    choosing = movers(state)
    if not choosing:
        return 1 if returns(state, seat) > 0 else -1
    mover = lowest(choosing)
    own = mover == seat
    if turns == 0 and (own or lead == TO_WIN):
        return 1 if lead_of(state, seat) >= lead else -1
    visited = 1
    if most <= visited:
        return 0
    for n in range(legal_count(state, mover)):
        after = play(state, nth_legal(state, mover, n))
        ends = own and movers(after) != choosing
        found = forces_within(after, seat, turns - 1 if ends else turns, lead, most - visited)
        if found == 0:
            return 0
        visited += abs(found)
        if own and found > 0:
            return visited
        if not own and found < 0:
            return -visited
    return -visited if own else visited


@jitable
def lead_of(state: Any, seat: int) -> int:
    """How many pieces more than the other seat this one has on the board."""
    return int(popcount(pieces_of(state, seat))) - int(popcount(pieces_of(state, 1 - seat)))
