"""Hints for games of counters by the neighbour table: a static evaluation, and what
searches ask faster than the rules say.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import Bits, fold, lowest, popcount
from ludarium.rules.counters.board import NONE, PointSet
from ludarium.rules.counters.neighbour_table.backend import backend_of
from ludarium.rules.counters.neighbour_table.moves import (
    CLEAR,
    DROP,
    HUFF,
    KINDS,
    ONE_POINT,
    PASS,
    base_of,
    free_points,
    kings_fly,
    point,
    side_of,
    single_moves,
    table_moves,
    turned,
)
from ludarium.rules.counters.neighbour_table.rules import strength
from ludarium.rules.counters.neighbour_table.state import CAPTURE, GAP, SIDE_BITS
from ludarium.rules.counters.parts import FINAL_TURNS, TURN_LIMIT
from ludarium.rules.dispatch import Functions, jitable, large, named
from ludarium.rules.game import Game
from ludarium.rules.memory import ByteTable, Memory, poke

__all__ = ["functions"]

MATERIAL, MOBILITY = 1200, 10
"""Weights of the evaluation, in hundredths: all the counters that there are, and one way to step
from each counter; by hand."""
ANY_STEPS = (0b11 << 16 | 0b11111111) * (1 + (1 << SIDE_BITS))
"""Bits of the rules that are of steps: the directions and the kings of both sides."""
HOP_MOBILITY = 40
"""The weight, in hundredths, of one hop, where all moves are captures; by hand."""
FLYING_KING, WALKING_KING = 2, 1
"""The worth of a king above that of a counter, in counters."""


def functions(game: Game, state: type) -> Functions:
    """The hints for the games of this state type, by name."""
    table = backend_of(game.board).table
    return {**moves(table), **evaluation(table)}


@jitable
def only_captures(state: Any) -> bool:
    """Return whether no counter of either side ever steps, so that all moves are captures."""
    return not state.rules & ANY_STEPS


def moves(table: ByteTable) -> Functions:
    """Lists of moves, legality, forcing moves and hashes."""
    generators = table_moves(table)
    nth_move, can_hop, to_clear = generators.nth_move, generators.can_hop, generators.to_clear
    hop_from, step_from = single_moves(table)

    @large
    def put_legal(state: Any, seat: int, memory: Memory, place: int) -> None:
        listed, base, free = place, base_of(state), free_points(state)
        if state.huffable or state.my_hand or state.chain_piece or to_clear(state):
            for n in range(max(1, ~nth_move(state, -1))):
                poke(memory, place + n, max(PASS, nth_move(state, n)))
            return
        for steps in range(2):
            counters = state.mine
            if steps and listed > place and state.rules & CAPTURE:
                return
            while counters:
                start = lowest(counters)
                counters &= counters - ONE_POINT
                n = 0
                while True:
                    if steps:
                        move = step_from(state, base, start, free, n)
                    else:
                        move = hop_from(state, base, start, free, n)
                    if move < 0:
                        break
                    poke(memory, listed, move)
                    listed, n = listed + 1, n + 1
        if listed == place:
            poke(memory, place, PASS)

    @large
    def is_legal(state: Any, seat: int, action: int) -> bool:
        kind, source = action & KINDS, action & 127
        if action < 0 or action == PASS or kind in (HUFF, DROP, CLEAR):
            # few of these are asked for
            n = max(1, ~nth_move(state, -1)) - 1
            while n >= 0 and max(PASS, nth_move(state, n)) != action:
                n -= 1
            return n >= 0
        movers = state.chain_piece if state.chain_piece else state.mine
        if state.my_hand or not movers & point(source) or to_clear(state):
            return False
        base, free = base_of(state), free_points(state)
        if kind == 0 and (
            state.chain_piece or (state.rules & CAPTURE and can_hop(state, state.mine))
        ):
            return False
        n = 0
        while True:
            if kind:
                move = hop_from(state, base, source, free, n)
            else:
                move = step_from(state, base, source, free, n)
            if move < 0 or move == action:
                return bool(move == action)
            n += 1

    @jitable
    def fingerprint(state: Any) -> Bits:
        turns = state.turns if state.turns > TURN_LIMIT - FINAL_TURNS else 0
        hands = state.my_hand + 64 * state.their_hand
        return fold(
            (
                state.mine,
                state.theirs,
                state.kings,
                state.area,
                state.chain_piece,
                state.path,
                state.huffable,
                state.stack_depths,
                state.seat + 2 * state.passes + 8 * state.turned + 32 * hands,
                turns,
                state.heading,
            )
        )

    # a removal is none: after it the same seat has its captures still; nor is a capture where
    # nobody can do anything else, as quiescence search would search whole games
    @jitable
    def is_forcing(state: Any, action: int) -> bool:
        return action & KINDS not in (0, DROP, HUFF, CLEAR) and not only_captures(state)

    @jitable
    def can_force(state: Any) -> bool:
        if state.my_hand or only_captures(state) or to_clear(state):
            return False
        return bool(can_hop(state, state.chain_piece if state.chain_piece else state.mine))

    return named(put_legal, is_legal, fingerprint, is_forcing, can_force)


def evaluation(table: ByteTable) -> Functions:
    """The static evaluation."""

    @large
    def ways_out(state: Any, counters: PointSet, seat: int) -> int:
        """The number of steps to a free point of these counters of the seat."""
        base, free, total = base_of(state), free_points(state), 0
        ways = turned(side_of(state, seat) & 255, state, seat)
        while counters:
            start = lowest(counters)
            counters &= counters - ONE_POINT
            for way in range(8):
                if ways >> way & 1 or state.kings & point(start):
                    at = table[base + 8 * start + way]
                    if at != NONE and free & point(at):
                        total += 1
        return total

    @large
    def hops_of(state: Any, counters: PointSet, others: PointSet, seat: int) -> int:
        """The number of hops over the others of these counters of the seat, which are no kings."""
        base, free, total = base_of(state), free_points(state), 0
        ways = turned(side_of(state, seat) >> 8 & 255, state, seat)
        while counters:
            start = lowest(counters)
            counters &= counters - ONE_POINT
            for way in range(8):
                if not ways >> way & 1:
                    continue
                at: int = table[base + 8 * start + way]
                if state.rules & GAP and at != NONE:
                    at = table[base + 8 * at + way] if free & point(at) else NONE
                if at != NONE and others & point(at):
                    at = table[base + 8 * at + way]
                    if at != NONE and free & point(at):
                        total += 1
        return total

    @jitable
    def worth(state: Any, counters: PointSet, seat: int) -> int:
        """The seat's counters, with what its kings are worth more."""
        more = FLYING_KING if kings_fly(side_of(state, seat)) else WALKING_KING
        return strength(state, seat) + more * popcount(counters & state.kings)

    @large
    def evaluate(state: Any) -> int:
        """The share of the material by which the seat to move is ahead, and by how much its
        counters have more room each: who hunts with a single counter loses by being locked in.
        Where all moves are captures, material tells nothing, and hops are counted instead.
        """
        other = 1 - state.seat
        if only_captures(state):
            hops = hops_of(state, state.mine, state.theirs, state.seat)
            return int(HOP_MOBILITY * (hops - hops_of(state, state.theirs, state.mine, other)))
        mine, theirs = worth(state, state.mine, state.seat), worth(state, state.theirs, other)
        room = 8 * ways_out(state, state.mine, state.seat) // (popcount(state.mine) + 1)
        their_room = 8 * ways_out(state, state.theirs, other) // (popcount(state.theirs) + 1)
        material = MATERIAL * (mine - theirs) // (mine + theirs + 4)
        return int(material + MOBILITY * (room - their_room) // 8)

    return named(evaluate)
