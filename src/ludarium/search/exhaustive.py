"""Exhaustive search: whether a win, or a lead in pieces, can be forced within a number of turns.

Nothing is estimated, and only what cannot change the answer is left out, so that a "no" is a proof,
too. For games of two seats that move in turn, without chance.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import ALL, lowest, to_bits, to_int
from ludarium.rules.dispatch import for_all_games, jitable
from ludarium.rules.function_table import room_above
from ludarium.rules.generic import (
    forbids_repetition,
    legal_count,
    movers,
    nth_legal,
    piece_count,
    play,
    repetition_key,
    returns,
)
from ludarium.rules.memory import Memory, peek, poke

__all__ = ["TO_WIN", "forces_within", "lead_of"]

TO_WIN = 10_000  # a lead that no position has


@for_all_games(slots=1000)
def forces_within(
    state: Any, seat: int, turns: int, lead: int, most: int, past: Memory, known: int, room: int
) -> int:
    """Search whether `seat` can force a win, or a position in which it is to move and has this
    lead, with at most this number of its own turns: the number of states visited if it can, minus
    that number if it cannot, and 0 where more than `most` would have to be visited to know, or a
    turn is too long.

    A turn is all that a seat plays until the other is to move. lead: see `lead_of`; TO_WIN where
    only a win counts. A game that ends otherwise gives no lead. past: `repetition_key` of the
    `known` positions before, with room for so many with those of the search, in which 0 is the
    answer where more come; of none where no rule forbids that a position comes again.
    """
    choosing = movers(state)
    if not choosing:
        return 1 if returns(state, seat) > 0 else -1
    mover = lowest(choosing)
    own = mover == seat
    if turns == 0 and (own or lead == TO_WIN):
        return 1 if lead_of(state, seat) >= lead else -1
    visited = 1
    if most <= visited or not room_above(state):
        return 0
    if forbids_repetition(state):
        if known >= room:
            return 0
        poke(past, known, to_int(repetition_key(state)))
        known += 1
    for n in range(legal_count(state, mover)):
        after = play(state, nth_legal(state, mover, n))
        if forbids_repetition(state) and came_before(after, past, known):
            continue
        left = turns - 1 if own and movers(after) != choosing else turns
        result = forces_within(after, seat, left, lead, most - visited, past, known, room)
        if result == 0:
            return 0
        visited += abs(result)
        if own and result > 0:
            return visited
        if not own and result < 0:
            return -visited
    return -visited if own else visited


@jitable
def came_before(state: Any, past: Memory, known: int) -> bool:
    """Return whether the position is among the known ones."""
    key = repetition_key(state)
    for place in range(known):
        if to_bits(peek(past, place)) & ALL == key:
            return True
    return False


@jitable
def lead_of(state: Any, seat: int) -> int:
    """The number of pieces that this seat has more than the other on the board."""
    return piece_count(state, seat) - piece_count(state, 1 - seat)
