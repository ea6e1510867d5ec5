"""The rules of games of counters that all step and hop in every direction, on bitboards.

A counter steps along a line to the next point if it is empty, or hops along a line over an enemy
counter on the next point to the empty point directly behind it, and captures what it hopped over.
Beyond that a capture may go on or be compulsory, rows may close, and there are all ends.

Each hop, and the pass that ends a run of hops, is a move of its own. A seat that has no move, where
no end rule speaks of it, passes; two such passes in a row are a draw, and so is a game in which
both seats have had 1250 turns (the limit of Ludii).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ludarium.rules.bits import (
    EMPTY,
    ONE,
    Bits,
    bit,
    count_of_four,
    lowest,
    nth_of_four,
    to_bits,
    union_of_four,
)
from ludarium.rules.boards.piece_placement import pieces_of
from ludarium.rules.counters.bitboard.board import Bitboard
from ludarium.rules.counters.bitboard.moves import bitboard_moves
from ludarium.rules.counters.bitboard.state import (
    CLOSING,
    COMPULSORY,
    CONTINUES,
    HOP,
    OUTCOMES,
    PASS,
)
from ludarium.rules.counters.parts import NO_OUTCOME, TURN_LIMIT, WINS
from ludarium.rules.dispatch import Functions, jitable, named

__all__ = ["bitboard_rules", "closing_rows"]


@functools.cache
def closing_rows(board: Bitboard) -> Callable[[Bits, Bits], Bits]:
    """A function of the points in play and the occupied ones: the points that stay in play when
    the outermost rows close that hold no counter.
    """
    rows = board.rows
    top_down = rows[::-1]

    @jitable
    def without_empty_rows(area: Bits, occupied: Bits) -> Bits:
        for row in rows:
            if row & occupied:
                break
            area &= area ^ row
        for row in top_down:
            if row & occupied:
                break
            area &= area ^ row
        return area

    return without_empty_rows


def bitboard_rules(state_type: Any, board: Bitboard) -> Functions:
    """The generic functions of a game of this family on this board, for its state type."""
    shifts = board.shifts
    _, _, all_moves, can_hop = bitboard_moves(board)
    without_empty_rows = closing_rows(board)

    @jitable
    def can_move(state: Any) -> bool:
        step_sets, hop_sets = all_moves(state)
        return (union_of_four(step_sets) | union_of_four(hop_sets)) != EMPTY

    @jitable
    def outcome(state: Any) -> int:
        """The outcome, by the ends, for the seat to move, which cannot move."""
        case = state.seat if state.mine else state.seat + 2
        shift: int = OUTCOMES + 2 * case
        rules: int = state.rules
        return (rules >> shift) & 3

    @jitable
    def movers(state: Any) -> Bits:
        if state.turns >= TURN_LIMIT or state.passes == 2:
            return EMPTY
        if can_move(state) or outcome(state) == NO_OUTCOME:
            return ONE << to_bits(state.seat)
        return EMPTY

    @jitable
    def legal_count(state: Any, seat: int) -> int:
        step_sets, hop_sets = all_moves(state)
        total = count_of_four(step_sets) + count_of_four(hop_sets)
        if total == 0:
            return 1  # the pass of a seat that cannot move
        return total + 1 if state.chain_piece and not state.rules & COMPULSORY else total

    @jitable
    def nth_legal(state: Any, seat: int, n: int) -> int:
        step_sets, hop_sets = all_moves(state)
        step_count = count_of_four(step_sets)
        if n < step_count:
            shift, lower = nth_of_four(step_sets, shifts, n)
            ends = lower | (lower << shift)
            return lowest(ends & state.mine) + 64 * lowest(ends & (ends ^ state.mine))
        n -= step_count
        if n < count_of_four(hop_sets):
            shift, over = nth_of_four(hop_sets, shifts, n)
            hoppers = state.chain_piece if state.chain_piece else state.mine
            ends = (over << shift) | (over >> shift)
            return lowest(ends & hoppers) + 64 * lowest(ends & (ends ^ hoppers)) + HOP
        return PASS

    @jitable
    def play(state: Any, action: int) -> Any:
        if action == PASS:
            passes = 0 if state.chain_piece else state.passes + 1
            return state_type(
                state.theirs,
                state.mine,
                state.area,
                EMPTY,
                1 - state.seat,
                passes,
                state.turns + 1,
                state.rules,
            )
        source = action & 63
        target = (action >> 6) & 63
        mine = state.mine ^ bit(source) ^ bit(target)
        theirs = state.theirs
        area = state.area
        hop = action >> 12
        if hop:
            # the shift is constant, so the point between is the mean
            theirs ^= bit((source + target) >> 1)
        if state.rules & CLOSING:
            area = without_empty_rows(area, mine | theirs)
        if hop and state.rules & CONTINUES and can_hop(bit(target), theirs, area ^ (mine | theirs)):
            return state_type(
                mine, theirs, area, bit(target), state.seat, 0, state.turns, state.rules
            )
        return state_type(
            theirs, mine, area, EMPTY, 1 - state.seat, 0, state.turns + 1, state.rules
        )

    @jitable
    def returns(state: Any, seat: int) -> float:
        if can_move(state):
            return 0.0
        result = outcome(state)
        if result == NO_OUTCOME:
            return 0.0
        return 1.0 if (result == WINS) == (seat == state.seat) else -1.0

    @jitable
    def repetition_state(state: Any) -> Any:
        # a pass counts only where another would follow
        passes = 0 if state.passes == 1 and can_move(state) else state.passes
        return state_type(
            state.mine,
            state.theirs,
            state.area,
            state.chain_piece,
            state.seat,
            passes,
            0,
            state.rules,
        )

    @jitable
    def ends_by_limit(state: Any) -> bool:
        return bool(state.turns >= TURN_LIMIT)

    return named(
        movers, legal_count, nth_legal, play, repetition_state, returns, pieces_of, ends_by_limit
    )
