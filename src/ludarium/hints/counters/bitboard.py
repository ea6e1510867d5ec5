"""Hints for games of counters on bitboards: symmetries, a static evaluation, tablebases, and what
searches and playouts ask faster than the rules say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludarium.rules.bits import (
    ALL,
    EMPTY,
    GOLDEN,
    ONE,
    Bits,
    Four,
    bit,
    bounded,
    count_of_four,
    fold,
    image,
    mix,
    nth_of_four,
    popcount,
    to_bits,
    union_of_four,
)
from ludarium.rules.counters.bitboard.board import Bitboard, bitboard_of
from ludarium.rules.counters.bitboard.moves import bitboard_moves
from ludarium.rules.counters.bitboard.rules import closing_rows
from ludarium.rules.counters.bitboard.state import CLOSING, COMPULSORY, CONTINUES, HOP, PASS
from ludarium.rules.counters.parts import FINAL_TURNS, TURN_LIMIT
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import Game
from ludarium.rules.generic import movers, random_play
from ludarium.rules.memory import Table

__all__ = ["functions"]

WEIGHTS = (0, 0, 96, 16, 0, 0, 0)
"""The weights of the features, in eighths of a hundredth; by hand (benchmarks/README.md says what
fitting gave)."""


def functions(game: Game, state: type) -> Functions:
    """The hints for a game of this family, by name."""
    board = bitboard_of(game.board)
    return {
        **symmetries(state, board),
        **playouts(state, board),
        **moves(board),
        **evaluation(board),
        **tablebase(state),
    }


def symmetries(state_type: Any, board: Bitboard) -> Functions:
    """The symmetries of the board; where rows close, those that map rows to rows."""
    size = board.size
    mapping = Table(target for mapped in board.mappings for target in mapped)
    mappings = len(board.mappings)
    row_mappings = len(board.row_mappings)

    @jitable
    def symmetry_count(state: Any) -> int:
        # what closes is a row, so rows must stay rows
        return row_mappings if state.rules & CLOSING else mappings

    @jitable
    def symmetric_state(state: Any, symmetry: int) -> Any:
        return state_type(
            image(state.mine, mapping, symmetry * size),
            image(state.theirs, mapping, symmetry * size),
            image(state.area, mapping, symmetry * size),
            image(state.chain_piece, mapping, symmetry * size),
            state.seat,
            state.passes,
            state.turns,
            state.rules,
        )

    @jitable
    def symmetric_action(state: Any, symmetry: int, action: int) -> int:
        if action == PASS:
            return PASS
        source = mapping[symmetry * size + (action & 63)]
        target = mapping[symmetry * size + ((action >> 6) & 63)]
        return source + 64 * target + (action & HOP)

    return named(symmetry_count, symmetric_state, symmetric_action)


def hop_runs(board: Bitboard) -> Callable[..., tuple[Bits, Bits, Bits, Bits, int]]:
    """The function `hop_run` for this board."""
    shifts = board.shifts
    all_hops = bitboard_moves(board).all_hops
    without_empty_rows = closing_rows(board)

    @jitable
    def hop_run(
        mine: Bits, theirs: Bits, area: Bits, rules: int, hop_sets: Four, n: int, random: Bits
    ) -> tuple[Bits, Bits, Bits, Bits, int]:
        """Make the n-th of these hops, and a random run of further ones where captures go on.

        Returns the counters of both sides, the points in play, the state of the random numbers, and
        how many actions were played.
        """
        plies = 1
        while True:
            shift, over = nth_of_four(hop_sets, shifts, n)
            ends = (over << shift) | (over >> shift)
            chain_piece = ends & (ends ^ mine)
            mine ^= ends
            theirs ^= over
            if rules & CLOSING:
                area = without_empty_rows(area, mine | theirs)
            if not rules & CONTINUES:
                return mine, theirs, area, random, plies
            hop_sets = all_hops(chain_piece, theirs, area ^ (mine | theirs))
            hop_count = count_of_four(hop_sets)
            if hop_count == 0:
                return mine, theirs, area, random, plies
            random = (random + GOLDEN) & ALL
            plies += 1
            n = bounded(mix(random), hop_count if rules & COMPULSORY else hop_count + 1)
            if n == hop_count:  # the pass that ends the run
                return mine, theirs, area, random, plies

    return hop_run


def playouts(state_type: Any, board: Bitboard) -> Functions:
    """A faster playout: the moves of a state are found and counted once a turn."""
    shifts = board.shifts
    all_steps, all_hops, _, _ = bitboard_moves(board)
    without_empty_rows = closing_rows(board)

    hop_run = hop_runs(board)

    @jitable
    def play_out(state: Any, random: Bits) -> tuple[Any, int]:
        # As the default, turn by turn: the moves of a state are found and counted once, and its
        # fields stay in registers.
        plies = 0
        while state.chain_piece:
            random = (random + GOLDEN) & ALL
            state = random_play(state, mix(random))
            plies += 1
        mine, theirs, area, _, seat, passes, turns, rules = state
        while True:
            free = area ^ (mine | theirs)
            step_sets, hop_sets = all_steps(mine, free), all_hops(mine, theirs, free)
            hop_count = count_of_four(hop_sets)
            step_count = 0 if hop_count and rules & COMPULSORY else count_of_four(step_sets)
            total = step_count + hop_count
            if total == 0 or turns >= TURN_LIMIT:
                state = state_type(mine, theirs, area, EMPTY, seat, passes, turns, rules)
                if not movers(state):
                    return state, plies
            random = (random + GOLDEN) & ALL
            n = bounded(mix(random), total)
            passes = passes + 1 if total == 0 else 0
            if n < step_count:
                shift, lower = nth_of_four(step_sets, shifts, n)
                mine ^= lower | (lower << shift)
                if rules & CLOSING:
                    area = without_empty_rows(area, mine | theirs)
                plies += 1
            elif total:
                mine, theirs, area, random, hops_made = hop_run(
                    mine, theirs, area, rules, hop_sets, n - step_count, random
                )
                plies += hops_made
            else:
                plies += 1
            mine, theirs = theirs, mine
            seat = 1 - seat
            turns += 1

    return named(play_out)


def moves(board: Bitboard) -> Functions:
    """Legality, forcing moves and hashes."""
    shift_1, shift_2, shift_3, shift_4 = board.shifts
    all_moves, can_hop = bitboard_moves(board)[2:]

    @jitable
    def of_axis(sets: Four, shift: Bits) -> Bits:
        """The set of the axis whose points are so far apart; none where there is no such axis."""
        first = sets[0] if shift == shift_1 else sets[1] if shift == shift_2 else EMPTY
        return sets[2] if shift == shift_3 else sets[3] if shift == shift_4 else first

    @jitable
    def is_legal(state: Any, seat: int, action: int) -> bool:
        if action < 0 or action > 8191:
            return False
        step_sets, hop_sets = all_moves(state)
        if action == PASS:
            can_stop = state.chain_piece and not state.rules & COMPULSORY
            return bool(can_stop or not union_of_four(step_sets) | union_of_four(hop_sets))
        source, target = action & 63, (action >> 6) & 63
        own = state.chain_piece if state.chain_piece else state.mine
        free = state.area ^ (state.mine | state.theirs)
        if not (bit(source) & own and bit(target) & free):
            return False
        distance = to_bits(abs(target - source))
        if action >> 12:
            over = bit((source + target) >> 1)
            return bool(of_axis(hop_sets, distance >> ONE) & over and not distance & ONE)
        return bool(of_axis(step_sets, distance) & bit(min(source, target)))

    @jitable
    def fingerprint(state: Any) -> Bits:
        turns = state.turns if state.turns > TURN_LIMIT - FINAL_TURNS else 0
        return fold(
            (
                state.mine,
                state.theirs,
                state.area,
                state.chain_piece,
                state.seat + 2 * state.passes + 8 * turns,
            )
        )

    @jitable
    def is_forcing(state: Any, action: int) -> bool:
        return action > 4095

    @jitable
    def can_force(state: Any) -> bool:
        return can_hop(
            state.chain_piece if state.chain_piece else state.mine,
            state.theirs,
            state.area ^ (state.mine | state.theirs),
        )

    return named(is_legal, fingerprint, is_forcing, can_force)


def evaluation(board: Bitboard) -> Functions:
    """The static evaluation and its features."""
    all_steps, all_hops, _, _ = bitboard_moves(board)
    over_1, over_2, over_3, over_4 = board.middles

    @jitable
    def exposure(counters: Bits) -> int:
        return count_of_four(
            (counters & over_1, counters & over_2, counters & over_3, counters & over_4)
        )

    @jitable
    def features(state: Any) -> tuple[int, int, int, int, int, int, int]:
        """Features of the evaluation, for the seat to move.

        One, for the move itself; the lead in counters, and in hundredths of all counters; the lead
        in steps that can be made; the hops that either side can make; the lead in lines along which
        a counter could be hopped over.
        """
        free = state.area ^ (state.mine | state.theirs)
        mine, theirs = popcount(state.mine), popcount(state.theirs)
        steps_lead = count_of_four(all_steps(state.mine, free)) - count_of_four(
            all_steps(state.theirs, free)
        )
        hoppers = state.chain_piece if state.chain_piece else state.mine
        hops_mine, hops_theirs = (
            all_hops(hoppers, state.theirs, free),
            all_hops(state.theirs, state.mine, free),
        )
        exposure_lead = exposure(state.mine) - exposure(state.theirs)
        relative = 100 * (mine - theirs) // (mine + theirs + 4)
        return (
            1,
            mine - theirs,
            relative,
            steps_lead,
            count_of_four(hops_mine),
            count_of_four(hops_theirs),
            exposure_lead,
        )

    @jitable
    def evaluate(state: Any) -> int:
        tempo, lead, relative, steps_lead, hops_mine, hops_theirs, exposure_lead = features(state)
        steady = (
            tempo * WEIGHTS[0] + lead * WEIGHTS[1] + relative * WEIGHTS[2] + steps_lead * WEIGHTS[3]
        )
        return (
            steady + hops_mine * WEIGHTS[4] + hops_theirs * WEIGHTS[5] + exposure_lead * WEIGHTS[6]
        ) >> 3

    return named(features, evaluate)


def tablebase(state_type: Any) -> Functions:
    """Positions of few counters, by the pieces of both sides."""

    @jitable
    def tablebase_pieces(state: Any) -> tuple[Bits, Bits, int]:
        if state.chain_piece or state.rules & CLOSING or state.turns > TURN_LIMIT - FINAL_TURNS:
            return EMPTY, EMPTY, state.seat
        return state.mine, state.theirs, state.seat

    @jitable
    def tablebase_run(state: Any) -> tuple[Bits, Bits, Bits]:
        return state.mine, state.theirs, state.chain_piece

    @jitable
    def tablebase_state(state: Any, mine: Bits, theirs: Bits, moving: Bits, seat: int) -> Any:
        return state_type(mine, theirs, state.area, moving, seat, 0, 0, state.rules)

    return named(tablebase_pieces, tablebase_run, tablebase_state)
