"""The effect of moves, by the neighbour table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludarium.rules.bits import lowest, popcount
from ludarium.rules.counters.board import NO_HEADING, NONE, NOTHING, PointSet
from ludarium.rules.counters.neighbour_table.moves import (
    CLEAR,
    DROP,
    HUFF,
    KINDS,
    ONE_POINT,
    PASS,
    TableMoves,
    point,
    side_of,
    turned,
)
from ludarium.rules.counters.neighbour_table.state import (
    APPROACH,
    CHAIN,
    CLOSING,
    HUFFING,
    STRAIGHT,
    UPWARDS,
)
from ludarium.rules.counters.neighbour_table.table import ROWS, STRIDE
from ludarium.rules.dispatch import jitable, large, named
from ludarium.rules.memory import ByteTable

__all__ = ["table_turns"]


@jitable
def nth_stack(state: Any, at: int) -> int:
    """The offset, in `stack_depths`, of the number of counters below the top one of this point."""
    return 4 * popcount(state.stacks & (point(at) - ONE_POINT))


@jitable
def is_stacked(state: Any, at: int) -> bool:
    """Return whether there is a counter below the top one of this point."""
    return bool(state.stacks & point(at)) and (state.stack_depths >> nth_stack(state, at) & 15) > 0


@large
def without(
    state: Any, counters: PointSet, stack_depths: int, taken: PointSet
) -> tuple[PointSet, int]:
    """One seat's counters and those below others, without the counters of these points."""
    while taken:
        at = lowest(taken)
        taken &= taken - ONE_POINT
        if is_stacked(state, at):
            stack_depths -= 1 << nth_stack(state, at)
        else:
            counters ^= point(at)
    return counters, stack_depths


def table_turns(state_type: Any, table: ByteTable, moves: TableMoves) -> Callable[[Any, int], Any]:
    """The generic function `play` for this state type and these boards."""
    can_hop, captured = moves.can_hop, moves.captured
    without_empty_rows, is_far = _rows(table)
    changed = _changes(state_type, without_empty_rows)
    running = _runs(state_type, table)
    ended = _ends_of_turns(state_type, moves.can_step)
    passed = _passes(changed, ended, is_far)

    @large
    def moved(state: Any, action: int) -> Any:
        """The state after a step or a hop."""
        source, target = action & 127, action >> 7 & 127
        mine, theirs, kings, stack_depths = (
            state.mine,
            state.theirs,
            state.kings,
            state.stack_depths,
        )
        if is_stacked(state, source):
            stack_depths -= 1 << nth_stack(state, source)
        else:
            mine ^= point(source)
        mine |= point(target)
        if kings & point(source):
            kings ^= point(source) | point(target)
        huffable = NOTHING
        if action & KINDS:
            theirs, stack_depths = without(state, theirs, stack_depths, captured(state, action))
            kings &= mine | theirs
            on = changed(state, mine, theirs, kings, stack_depths, 0)
            if state.rules & CHAIN:
                run = running(on, state.path, source, target)
                if can_hop(run, point(target)):
                    return run
        elif state.rules & HUFFING:
            huffable = can_hop(state, state.mine)
            if huffable & point(source):
                huffable ^= point(source) | point(target)
        if side_of(state, state.seat) >> 16 & 3 and is_far(state, target):
            kings |= point(target)
        return ended(changed(state, mine, theirs, kings, stack_depths, 0), state.my_hand, huffable)

    @large
    def play(state: Any, action: int) -> Any:
        mine, kings = state.mine, state.kings
        if action == PASS:
            return passed(state)
        if action & KINDS == HUFF:
            removed = point(action & 127)
            theirs, stack_depths = without(state, state.theirs, state.stack_depths, removed)
            return changed(state, mine, theirs, kings & (mine | theirs), stack_depths, 0)
        if action & KINDS == DROP:
            mine |= point(action >> 7 & 127)
            after = changed(state, mine, state.theirs, kings, state.stack_depths, 0)
            return ended(after, state.my_hand - 1, NOTHING)
        if action & KINDS == CLEAR:
            mine, stack_depths = without(state, mine, state.stack_depths, point(action & 127))
            kings &= mine | state.theirs
            after = changed(state, mine, state.theirs, kings, stack_depths, 0)
            return ended(after, state.my_hand, NOTHING)
        return moved(state, action)

    return named(play)["play"]


def _changes(state_type: Any, without_empty_rows: Callable[..., PointSet]) -> Callable[..., Any]:
    @large
    def changed(
        state: Any,
        mine: PointSet,
        theirs: PointSet,
        kings: PointSet,
        stack_depths: int,
        passes: int,
    ) -> Any:
        """The state with these counters, in the same turn; nothing is owed, and no run goes on."""
        area = state.area
        if state.rules & CLOSING and mine | theirs:
            area = without_empty_rows(state, area, mine | theirs)
        return state_type(
            mine,
            theirs,
            kings,
            area,
            NOTHING,
            NOTHING,
            NOTHING,
            state.goal,
            state.my_hand,
            state.their_hand,
            stack_depths,
            state.stacks,
            state.turned,
            NO_HEADING,
            state.seat,
            passes,
            state.turns,
            state.rules,
            state.setting,
        )

    return changed


def _runs(state_type: Any, table: ByteTable) -> Callable[[Any, PointSet, int, int], Any]:
    @large
    def running(state: Any, left: PointSet, source: int, target: int) -> Any:
        """The state in which the counter that came from one point to another may go on; before it
        had left these points.
        """
        base, heading, path = int(state.setting & 255) * STRIDE, NO_HEADING, NOTHING
        if state.rules & APPROACH:
            path = left | point(source)
        if state.rules & (APPROACH | STRAIGHT):
            for way in range(8):
                at: int = table[base + 8 * source + way]
                while state.rules & STRAIGHT and at not in (NONE, target):
                    at = table[base + 8 * at + way]
                if at == target:
                    heading = way
        return state_type(
            state.mine,
            state.theirs,
            state.kings,
            state.area,
            point(target),
            path,
            NOTHING,
            state.goal,
            state.my_hand,
            state.their_hand,
            state.stack_depths,
            state.stacks,
            state.turned,
            heading,
            state.seat,
            0,
            state.turns,
            state.rules,
            state.setting,
        )

    return running


def _ends_of_turns(state_type: Any, can_step: Callable[..., bool]) -> Callable[..., Any]:
    @large
    def now_turned(state: Any) -> int:
        """`state.turned` after each side turned round that cannot step forward."""
        sides_turned = int(state.turned)
        base = int(state.setting & 255) * STRIDE
        for seat in range(2):
            own = state.mine if seat == state.seat else state.theirs
            ways = turned(UPWARDS, state, seat)
            turns_round = side_of(state, seat) >> 18 & 1
            if turns_round and own and not can_step(state, base, own, ways):
                sides_turned ^= 1 << seat
        return sides_turned

    @large
    def ended(state: Any, my_hand: int, huffable: PointSet) -> Any:
        """The state after the seat to move ended its turn, with what it holds and owes."""
        return state_type(
            state.theirs,
            state.mine,
            state.kings,
            state.area,
            NOTHING,
            NOTHING,
            huffable,
            state.goal,
            state.their_hand,
            my_hand,
            state.stack_depths,
            state.stacks,
            now_turned(state),
            NO_HEADING,
            1 - state.seat,
            state.passes,
            state.turns + 1,
            state.rules,
            state.setting,
        )

    return ended


def _passes(
    changed: Callable[..., Any], ended: Callable[..., Any], is_far: Callable[..., bool]
) -> Callable[[Any], Any]:
    @large
    def passed(state: Any) -> Any:
        """The state after a pass: a run of hops is over, or a seat cannot move."""
        kings, passes = state.kings, state.passes + 1
        if state.chain_piece:
            passes = 0
            if side_of(state, state.seat) >> 16 & 3 and is_far(state, lowest(state.chain_piece)):
                kings |= state.chain_piece
        after = changed(state, state.mine, state.theirs, kings, state.stack_depths, passes)
        return ended(after, state.my_hand, NOTHING)

    return passed


def _rows(table: ByteTable) -> tuple[Callable[..., PointSet], Callable[[Any, int], bool]]:
    """Functions that look at rows: without_empty_rows(state, area, occupied), the points that stay
    in play when the outermost rows close that hold no counter; is_far(state, at), whether the point
    is in the row in which counters of the seat to move are promoted.
    """

    @large
    def without_empty_rows(state: Any, area: PointSet, occupied: PointSet) -> PointSet:
        rows = int(state.setting & 255) * STRIDE + ROWS
        low, high = lowest(occupied), 0
        while occupied:
            high = lowest(occupied)
            occupied &= occupied - ONE_POINT
        rest = area
        while rest:
            here = lowest(rest)
            if not table[rows + low] <= table[rows + here] <= table[rows + high]:
                area ^= point(here)
            rest &= rest - ONE_POINT
        return area

    @jitable
    def is_far(state: Any, at: int) -> bool:
        base = int(state.setting & 255) * STRIDE
        row, last = table[base + ROWS + at], table[base + STRIDE - 1]
        return bool(row == 0) if state.seat else bool(row == last)

    return without_empty_rows, is_far
