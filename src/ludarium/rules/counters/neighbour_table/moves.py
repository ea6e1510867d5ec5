"""Moves by the neighbour table: which there are, and what a hop captures.

A rule asks the table of boards, `board_table`, point by point: any board that can be drawn serves,
and one machine code serves all boards of a table.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

from ludarium.rules.bits import lowest, popcount, to_bits
from ludarium.rules.counters.board import NO_HEADING, NONE, NOTHING, PointSet
from ludarium.rules.counters.neighbour_table.state import (
    APPROACH,
    CAPTURE,
    CLEARING,
    GAP,
    SIDE_BITS,
    STOPPING,
)
from ludarium.rules.counters.neighbour_table.table import CORNERS_AND_CENTRE, STRIDE
from ludarium.rules.dispatch import jitable, large
from ludarium.rules.memory import ByteTable

__all__ = [
    "AWAY",
    "CLEAR",
    "DROP",
    "HOP",
    "HUFF",
    "KINDS",
    "ONE_POINT",
    "PASS",
    "TOWARDS",
    "TableMoves",
    "base_of",
    "free_points",
    "kings_fly",
    "point",
    "side_of",
    "single_moves",
    "table_moves",
    "turned",
]

# an action is source + 128 * target + a kind; no step goes from point 0 to point 0
PASS, HOP, DROP, HUFF, TOWARDS, AWAY, CLEAR = (n << 14 for n in range(7))
KINDS = 7 << 14
ONE_POINT = PointSet(1)
WALKS, LANDS = 1, 3  # kings, as numbered in the rules


class TableMoves(NamedTuple):
    """Functions that find moves on the boards of one table."""

    nth_move: Callable[[Any, int], int]
    """nth_move(state, n): the n-th action of the seat to move, from 0; less than 0 where there are
    fewer: then ~count. The pass of a seat that cannot move is not among them."""
    can_hop: Callable[[Any, PointSet], PointSet]
    """can_hop(state, counters): those of these counters of the seat to move that can hop."""
    captured: Callable[[Any, int], PointSet]
    """captured(state, action): the points of the counters that a move captures."""
    can_step: Callable[[Any, int, PointSet, int], bool]
    """can_step(state, base, counters, ways): whether any of these counters has a free neighbour in
    one of these directions."""
    to_clear: Callable[[Any], PointSet]
    """to_clear(state): the counters of which the seat to move must take one off before anything
    else, or none."""


@jitable
def point(index: int) -> PointSet:
    """The set that holds only this point."""
    return ONE_POINT << to_bits(index)


@jitable
def side_of(state: Any, seat: int) -> int:
    """The parts of the seat's side, in the rules of states."""
    shift = SIDE_BITS * seat
    rules: int = state.rules
    return rules >> shift


@jitable
def turned(ways: int, state: Any, seat: int) -> int:
    """The directions as the seat sees them: for the second seat, and for one whose direction is
    turned round, the opposite ones.
    """
    round_about: int = (state.turned >> seat & 1) ^ seat
    return ((ways & 15) << 4) | (ways >> 4) if round_about else ways


@jitable
def kings_fly(side: int) -> bool:
    """Return whether kings of this side go any distance."""
    return (side >> 16 & 3) > WALKS


@jitable
def free_points(state: Any) -> PointSet:
    """The points in play without a counter."""
    return state.area ^ (state.mine | state.theirs)  # type: ignore[no-any-return]


@jitable
def base_of(state: Any) -> int:
    """The offset of the board in the table."""
    return int(state.setting & 255) * STRIDE


@functools.cache
def single_moves(table: ByteTable) -> tuple[Callable[..., int], Callable[..., int]]:
    """Functions that find hops and steps of one counter: each(state, base, start, free, wanted) is
    the wanted-th action of the counter on this point; less than 0 where there are fewer: then
    ~count.
    """

    approach_from = _by_approach(table)

    @large
    def hop_from(state: Any, base: int, start: int, free: PointSet, wanted: int) -> int:
        if state.rules & APPROACH:
            return approach_from(state, base, start, free, wanted)
        side = side_of(state, state.seat)
        kind = side >> 16 & 3
        is_king = bool(state.kings & point(start))
        flies = is_king and kind > WALKS
        gap = bool(state.rules & GAP) and not is_king
        ways = 255 if is_king else turned(side >> 8 & 255, state, state.seat)
        if state.heading != NO_HEADING:
            ways &= 1 << int(state.heading)
        count = 0
        for way in range(8):
            if not ways >> way & 1:
                continue
            at: int = table[base + 8 * start + way]
            if gap:  # the first point must be free, and only one
                if at == NONE or not free & point(at):
                    continue
                at = table[base + 8 * at + way]
            while flies and at != NONE and free & point(at):
                at = table[base + 8 * at + way]
            if at == NONE or not state.theirs & point(at):
                continue
            at = table[base + 8 * at + way]
            while at != NONE and free & point(at):
                if count == wanted:
                    return start + 128 * at + HOP
                count += 1
                if not flies or kind == LANDS:
                    break
                at = table[base + 8 * at + way]
        return ~count

    @large
    def step_from(state: Any, base: int, start: int, free: PointSet, wanted: int) -> int:
        side = side_of(state, state.seat)
        is_king = bool(state.kings & point(start))
        flies = is_king and kings_fly(side)
        ways = 255 if is_king else turned(side & 255, state, state.seat)
        count = 0
        for way in range(8):
            if not ways >> way & 1:
                continue
            at: int = table[base + 8 * start + way]
            while at != NONE and free & point(at):
                if count == wanted:
                    return start + 128 * at
                count += 1
                if not flies:
                    break
                at = table[base + 8 * at + way]
        return ~count

    return hop_from, step_from


@functools.cache
def table_moves(table: ByteTable) -> TableMoves:
    """The functions for the boards of this table."""
    hop_from, step_from = single_moves(table)
    to_clear = _clearing(table)

    @large
    def nth_move(state: Any, n: int) -> int:
        base, free = base_of(state), free_points(state)
        passed = popcount(state.huffable)
        if 0 <= n < passed:
            rest = state.huffable
            for _ in range(n):
                rest &= rest - ONE_POINT
            return lowest(rest) + HUFF
        if state.rules & CLEARING:
            rest = to_clear(state)
            count = popcount(rest)
            if count:
                if not passed <= n < passed + count:
                    return ~(passed + count)
                for _ in range(n - passed):
                    rest &= rest - ONE_POINT
                return lowest(rest) + CLEAR
        if state.my_hand and free:
            drops = popcount(free)
            if not passed <= n < passed + drops:
                return ~(passed + drops)
            for _ in range(n - passed):
                free &= free - ONE_POINT
            return 128 * lowest(free) + DROP
        if state.my_hand:
            return ~passed
        rest = state.chain_piece if state.chain_piece else state.mine
        hops = 0
        while rest:
            move = hop_from(state, base, lowest(rest), free, n - passed if n >= 0 else -1)
            if move >= 0:
                return move
            passed += ~move
            hops += ~move
            rest &= rest - ONE_POINT
        if state.chain_piece:
            if state.rules & CAPTURE and not state.rules & STOPPING:
                return ~passed
            return PASS if n == passed else ~(passed + 1)
        if hops and state.rules & CAPTURE:
            return ~passed
        rest = state.mine
        while rest:
            move = step_from(state, base, lowest(rest), free, n - passed if n >= 0 else -1)
            if move >= 0:
                return move
            passed += ~move
            rest &= rest - ONE_POINT
        return ~passed

    return TableMoves(nth_move, _who_can_hop(hop_from), *_neighbours(table), to_clear)


@functools.cache
def _clearing(table: ByteTable) -> Callable[[Any], PointSet]:
    @large
    def to_clear(state: Any) -> PointSet:
        free, able = free_points(state), NOTHING
        if not state.rules & CLEARING or state.chain_piece or free & (free - ONE_POINT):
            return able
        base = base_of(state)
        if free:
            hole = lowest(free)
            for way in range(8):
                at: int = table[base + 8 * hole + way]
                if at != NONE:
                    able |= state.mine & point(at)
            return able
        rest = state.mine
        while rest:
            here = lowest(rest)
            if table[base + CORNERS_AND_CENTRE + here]:
                able |= point(here)
            rest &= rest - ONE_POINT
        return able

    return to_clear


@functools.cache
def _by_approach(table: ByteTable) -> Callable[..., int]:
    @large
    def approach_from(state: Any, base: int, start: int, free: PointSet, wanted: int) -> int:
        ways = turned(side_of(state, state.seat) & 255, state, state.seat)
        if state.kings & point(start):
            ways = 255
        count = 0
        for way in range(8):
            at: int = table[base + 8 * start + way]
            if not ways >> way & 1 or at == NONE or not free & point(at):
                continue
            if state.chain_piece and (way == state.heading or state.path & point(at)):
                continue
            ahead: int = table[base + 8 * at + way]
            if ahead != NONE and state.theirs & point(ahead):
                if count == wanted:
                    return start + 128 * at + TOWARDS
                count += 1
            behind: int = table[base + 8 * start + (way + 4 & 7)]
            if behind != NONE and state.theirs & point(behind):
                if count == wanted:
                    return start + 128 * at + AWAY
                count += 1
        return ~count

    return approach_from


@functools.cache
def _who_can_hop(hop_from: Callable[..., int]) -> Callable[[Any, PointSet], PointSet]:
    @large
    def can_hop(state: Any, counters: PointSet) -> PointSet:
        base, free, able = base_of(state), free_points(state), NOTHING
        while counters:
            start = lowest(counters)
            if hop_from(state, base, start, free, 0) >= 0:
                able |= point(start)
            counters &= counters - ONE_POINT
        return able

    return can_hop


@functools.cache
def _neighbours(
    table: ByteTable,
) -> tuple[Callable[[Any, int], PointSet], Callable[[Any, int, PointSet, int], bool]]:
    @large
    def captured(state: Any, action: int) -> PointSet:
        base, free = base_of(state), free_points(state)
        source, target, kind = action & 127, action >> 7 & 127, action & KINDS
        for way in range(8):
            at: int = table[base + 8 * source + way]
            if kind != HOP:
                if at != target:
                    continue
                if kind == AWAY:
                    at, way = source, way + 4 & 7  # noqa: PLW2901  # the loop ends here
                taken = NOTHING
                at = table[base + 8 * at + way]
                while at != NONE and state.theirs & point(at):
                    taken |= point(at)
                    at = table[base + 8 * at + way]
                return taken
            while at != NONE and free & point(at):
                at = table[base + 8 * at + way]
            if at == NONE or not state.theirs & point(at):
                continue
            over = at
            at = table[base + 8 * at + way]
            while at != NONE and free & point(at):
                if at == target:
                    return point(over)
                at = table[base + 8 * at + way]
        return NOTHING

    @large
    def can_step(state: Any, base: int, counters: PointSet, ways: int) -> bool:
        free = free_points(state)
        while counters:
            start = lowest(counters)
            for way in range(8):
                if ways >> way & 1:
                    at = table[base + 8 * start + way]
                    if at != NONE and free & point(at):
                        return True
            counters &= counters - ONE_POINT
        return False

    return captured, can_step
