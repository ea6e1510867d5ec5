"""Steps and hops of counters along the lines of a board, as bit sets.

A step is represented by the lower end of its line: one end holds a counter and the other is empty,
which gives its direction. A hop is likewise represented by the point that it goes over. So one set
for each axis serves both directions.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

from ludarium.rules.bits import EMPTY, Bits, Four, union_of_four
from ludarium.rules.counters.bitboard.board import Bitboard
from ludarium.rules.counters.bitboard.state import COMPULSORY
from ludarium.rules.dispatch import jitable

__all__ = ["BitboardMoves", "bitboard_moves"]


class BitboardMoves(NamedTuple):
    """Functions that find moves on one board; a set for each axis, as in `Bitboard.shifts`."""

    all_steps: Callable[[Bits, Bits], Four]
    """all_steps(steppers, free): the lines that these counters can step along."""
    all_hops: Callable[[Bits, Bits, Bits], Four]
    """all_hops(hoppers, theirs, free): the points of theirs that these counters can hop over."""
    all_moves: Callable[[Any], tuple[Four, Four]]
    """all_moves(state): the steps and the hops of the seat to move."""
    can_hop: Callable[[Bits, Bits, Bits], bool]
    """can_hop(hoppers, theirs, free): whether there is a hop."""


@functools.cache
def bitboard_moves(board: Bitboard) -> BitboardMoves:
    """The functions for this board."""
    shift_1, shift_2, shift_3, shift_4 = board.shifts
    from_1, from_2, from_3, from_4 = board.sources  # the points with a line forward to the next
    over_1, over_2, over_3, over_4 = board.middles

    @jitable
    def steps(steppers: Bits, free: Bits, shift: Bits, sources: Bits) -> Bits:
        return ((steppers & (free >> shift)) | (free & (steppers >> shift))) & sources

    @jitable
    def hops(hoppers: Bits, theirs: Bits, free: Bits, shift: Bits, between: Bits) -> Bits:
        return (((hoppers << shift) & (free >> shift)) | ((hoppers >> shift) & (free << shift))) & (
            theirs & between
        )

    @jitable
    def all_steps(steppers: Bits, free: Bits) -> Four:
        first, second = (
            steps(steppers, free, shift_1, from_1),
            steps(steppers, free, shift_2, from_2),
        )
        return (
            first,
            second,
            steps(steppers, free, shift_3, from_3),
            steps(steppers, free, shift_4, from_4),
        )

    @jitable
    def all_hops(hoppers: Bits, theirs: Bits, free: Bits) -> Four:
        first, second = (
            hops(hoppers, theirs, free, shift_1, over_1),
            hops(hoppers, theirs, free, shift_2, over_2),
        )
        return (
            first,
            second,
            hops(hoppers, theirs, free, shift_3, over_3),
            hops(hoppers, theirs, free, shift_4, over_4),
        )

    @jitable
    def all_moves(state: Any) -> tuple[Four, Four]:
        free = state.area ^ (state.mine | state.theirs)
        hoppers = state.chain_piece if state.chain_piece else state.mine
        hop_sets = all_hops(hoppers, state.theirs, free)
        must_hop = union_of_four(hop_sets) if state.rules & COMPULSORY else EMPTY
        steppers = EMPTY if state.chain_piece | must_hop else state.mine
        return all_steps(steppers, free), hop_sets

    @jitable
    def can_hop(hoppers: Bits, theirs: Bits, free: Bits) -> bool:
        return union_of_four(all_hops(hoppers, theirs, free)) != EMPTY

    return BitboardMoves(all_steps, all_hops, all_moves, can_hop)
