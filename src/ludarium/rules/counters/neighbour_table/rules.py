"""The rules of games of counters, by the neighbour table.

A counter steps to a neighbouring free point, or hops over an enemy to the free point directly
behind it and captures it. What else a game has, each side in its own way, is a choice of
`Parts`.

Each hop, the pass that ends a run of hops, and the removal of a counter that did not capture when
it could (huffing) is a move of its own. A seat that has no move, where no end rule speaks of it,
passes; two such passes in a row are a draw, and so is a game in which both seats have had 1250
turns.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import ONE, Bits, popcount, to_bits
from ludarium.rules.boards.piece_placement import pieces_of
from ludarium.rules.counters.board import NOTHING
from ludarium.rules.counters.neighbour_table.moves import PASS, TableMoves, table_moves
from ludarium.rules.counters.neighbour_table.state import FILLS, LEAST, OUTCOMES
from ludarium.rules.counters.neighbour_table.turns import table_turns
from ludarium.rules.counters.parts import NO_OUTCOME, TURN_LIMIT, WINS
from ludarium.rules.dispatch import Functions, jitable, large, named
from ludarium.rules.memory import ByteTable

__all__ = ["strength", "table_rules"]

NO_SEATS = Bits(0)
NOBODY = -1


@jitable
def stacked(state: Any, seat: int) -> int:
    """The number of counters of this seat that are below others."""
    if state.setting >> (FILLS + 2) != seat:
        return 0
    stack_depths, total = state.stack_depths, 0
    while stack_depths:
        total += stack_depths & 15
        stack_depths >>= 4
    return total


@jitable
def strength(state: Any, seat: int) -> int:
    """The number of counters of this seat in all."""
    if seat == state.seat:
        return popcount(state.mine) + int(state.my_hand) + stacked(state, seat)
    return popcount(state.theirs) + int(state.their_hand) + stacked(state, seat)


@jitable
def short_seat(state: Any) -> int:
    """The seat that has fewer counters than it needs, or NOBODY; the seat to move first."""
    for n in range(2):
        seat = state.seat ^ n
        least = state.setting >> (LEAST + 7 * seat) & 127
        if least > 1 and strength(state, seat) < least:
            return int(seat)
    return NOBODY


@jitable
def filled_by(state: Any) -> int:
    """The seat all of whose counters stand on its goal, or NOBODY."""
    seat = int(state.setting >> FILLS & 3) - 1
    if seat < 0:
        return NOBODY
    own = state.mine if seat == state.seat else state.theirs
    count = popcount(own & state.goal)
    return seat if count and count == strength(state, seat) else NOBODY


def table_rules(state_type: Any, table: ByteTable) -> tuple[Functions, TableMoves]:
    """The generic functions of all games of this state type on the boards of this table, and the
    functions that find their moves.
    """
    moves = table_moves(table)
    nth_move = moves.nth_move
    play = table_turns(state_type, table, moves)

    @large
    def winner(state: Any) -> int:
        """The seat that has won, or NOBODY; for states in which not both have passed."""
        short = short_seat(state)
        if short != NOBODY:
            return 1 - short
        full = filled_by(state)
        if full != NOBODY or nth_move(state, 0) >= 0:
            return full
        case = state.seat if strength(state, state.seat) else state.seat + 2
        outcome = state.rules >> (OUTCOMES + 2 * case) & 3
        if outcome == NO_OUTCOME:
            return NOBODY
        return int(state.seat) if outcome == WINS else 1 - int(state.seat)

    @jitable
    def movers(state: Any) -> Bits:
        if state.turns >= TURN_LIMIT or state.passes == 2 or winner(state) != NOBODY:
            return NO_SEATS
        return ONE << to_bits(state.seat)

    @jitable
    def legal_count(state: Any, seat: int) -> int:
        return max(1, ~nth_move(state, -1))  # the pass of a seat that cannot move

    @jitable
    def nth_legal(state: Any, seat: int, n: int) -> int:
        return max(PASS, nth_move(state, n))

    @jitable
    def returns(state: Any, seat: int) -> float:
        if state.passes == 2:
            return 0.0
        won = winner(state)
        if won == NOBODY:
            return 0.0
        return 1.0 if won == seat else -1.0

    @jitable
    def repetition_state(state: Any) -> Any:
        # a pass counts only where another would follow
        passes = 0 if state.passes == 1 and nth_move(state, 0) >= 0 else state.passes
        return state_type(
            state.mine,
            state.theirs,
            state.kings,
            state.area,
            state.chain_piece,
            state.path,
            state.huffable,
            NOTHING,
            state.my_hand,
            state.their_hand,
            state.stack_depths,
            NOTHING,
            state.turned,
            state.heading,
            state.seat,
            passes,
            0,
            state.rules,
            state.setting,
        )

    @jitable
    def ends_by_limit(state: Any) -> bool:
        return bool(state.turns >= TURN_LIMIT)

    functions = named(
        movers, legal_count, nth_legal, play, repetition_state, returns, pieces_of, ends_by_limit
    )
    return functions, moves
