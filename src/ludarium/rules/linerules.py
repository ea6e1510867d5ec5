"""The rules of games of counters that step and hop along the lines of a board, such as Alquerque.

A counter steps along a line to the next point if it is empty, or hops along a line over an enemy counter on the next point to
the empty point directly behind it, and captures what it hopped over. How a game of this family goes beyond that is a choice of
`Parts`, which can be combined freely; `ludarium.rules.linegame` makes the Game of a board, a setup and rulesets.

Each hop, and the pass that ends a run of hops, is a move of its own. A seat that has no move, where no end rule speaks of it,
passes; two such passes in a row are a draw, and so is a game in which both seats have had 1250 turns (the limit of Ludii).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from ludarium.rules.bits import (
    ALL,
    EMPTY,
    GOLDEN,
    ONE,
    Bits,
    Eight,
    bit,
    bounded,
    count_of_eight,
    lowest,
    mix,
    nth_of_eight,
    to_bits,
    union_of_eight,
)
from ludarium.rules.dispatch import jitable
from ludarium.rules.lineboard import LineBoard

__all__ = ["PASS", "TURN_LIMIT", "End", "LineState", "Parts", "line_rules"]

TURN_LIMIT = 2500  # turns of both seats together
PASS = 0  # an action is source + 64 * target + 4096 if it hops; no move goes from point 0 to point 0

# The rules of a game in one int, so that compiled code can look at them: three flags, then two bits of outcome for each of four
# cases of a seat that cannot move: seat 0 and seat 1 with counters, seat 0 and seat 1 without.
CONTINUES, COMPULSORY, CLOSING = 1, 2, 4
OUTCOMES = 3
NO_OUTCOME, LOSES, WINS = 0, 1, 2


class LineState(NamedTuple):
    """A position. Each game of the family has its own subclass, which picks its board.

    mine, theirs: the counters of the seat to move, and of the other; area: the points in play; hopper: the counter in the middle of a
    run of hops, if any; passes: forced passes in a row; turns: completed turns; rules: `Parts.packed`.
    """

    mine: Bits
    theirs: Bits
    area: Bits
    hopper: Bits
    seat: int
    passes: int
    turns: int
    rules: int


class End(NamedTuple):
    """A rule that ends the game, judged after each move for the seat that would move next, if it is the one it speaks of."""

    condition: Literal["cannot move", "no counters"]
    whom: Literal["next", 0, 1]
    result: Literal["loses", "wins"]


@dataclasses.dataclass(frozen=True)
class Parts:
    """What a ruleset of this family is made of.

    ends: in order; the first that holds decides.
    continues: after a hop, while the same counter can hop again, its owner may hop again or pass.
    compulsory: a seat that can hop must hop, and may not pass while it can.
    closing: the outermost rows go out of play for good when no counter is left on them.
    """

    ends: tuple[End, ...]
    continues: bool = False
    compulsory: bool = False
    closing: bool = False

    def outcome(self, seat: int, has_counters: bool) -> int:
        """What the ends say of a seat that is next and cannot move."""
        for end in self.ends:
            if end.whom in ("next", seat) and (end.condition == "cannot move" or not has_counters):
                return LOSES if end.result == "loses" else WINS
        return NO_OUTCOME

    @property
    def packed(self) -> int:
        """The parts as the int that states carry."""
        flags = CONTINUES * self.continues | COMPULSORY * self.compulsory | CLOSING * self.closing
        cases = [self.outcome(seat, has_counters) for has_counters in (True, False) for seat in (0, 1)]
        return flags | sum(outcome << (OUTCOMES + 2 * case) for case, outcome in enumerate(cases))


def line_rules(State: Any, board: LineBoard) -> dict[str, Callable[..., Any]]:
    """The generic functions of a game of this family on this board, for its state type."""
    shift_1, shift_2, shift_3, shift_4 = board.shifts
    from_1, from_2, from_3, from_4 = board.sources
    deltas = tuple(way * int(shift) for shift in board.shifts for way in (1, -1))
    rows = board.rows
    top_down = rows[::-1]
    size = len(board.points)
    mapping = tuple(target for mapped in board.mappings for target in mapped)
    mappings = len(board.mappings)
    row_mappings = len(board.row_mappings)

    # The sets of counters that can step (hop) forward and backward along one axis.

    @jitable
    def steps(steppers: Bits, free: Bits, shift: Bits, sources: Bits) -> tuple[Bits, Bits]:
        return steppers & (free >> shift) & sources, steppers & ((free & sources) << shift)

    @jitable
    def hops(hoppers: Bits, theirs: Bits, free: Bits, shift: Bits, sources: Bits) -> tuple[Bits, Bits]:
        over_forward = theirs & (free >> shift) & sources
        over_backward = theirs & ((free & sources) << shift)
        return hoppers & (over_forward >> shift) & sources, hoppers & ((over_backward & sources) << shift)

    @jitable
    def all_steps(steppers: Bits, free: Bits) -> Eight:
        a, b = steps(steppers, free, shift_1, from_1)
        c, d = steps(steppers, free, shift_2, from_2)
        e, f = steps(steppers, free, shift_3, from_3)
        g, h = steps(steppers, free, shift_4, from_4)
        return a, b, c, d, e, f, g, h

    @jitable
    def all_hops(hoppers: Bits, theirs: Bits, free: Bits) -> Eight:
        a, b = hops(hoppers, theirs, free, shift_1, from_1)
        c, d = hops(hoppers, theirs, free, shift_2, from_2)
        e, f = hops(hoppers, theirs, free, shift_3, from_3)
        g, h = hops(hoppers, theirs, free, shift_4, from_4)
        return a, b, c, d, e, f, g, h

    @jitable
    def all_moves(state: Any) -> tuple[Eight, Eight]:
        """The counters that can step, and those that can hop: for each axis forward and backward."""
        free = state.area ^ (state.mine | state.theirs)
        hoppers = state.hopper if state.hopper else state.mine
        hop_sets = all_hops(hoppers, state.theirs, free)
        must_hop = union_of_eight(hop_sets) if state.rules & COMPULSORY else EMPTY
        steppers = EMPTY if state.hopper | must_hop else state.mine
        return all_steps(steppers, free), hop_sets

    @jitable
    def can_hop(hoppers: Bits, theirs: Bits, free: Bits) -> bool:
        return union_of_eight(all_hops(hoppers, theirs, free)) != EMPTY

    @jitable
    def can_move(state: Any) -> bool:
        step_sets, hop_sets = all_moves(state)
        return (union_of_eight(step_sets) | union_of_eight(hop_sets)) != EMPTY

    @jitable
    def outcome(state: Any) -> int:
        """What the ends say of the seat to move, which cannot move."""
        case = state.seat if state.mine else state.seat + 2
        return (state.rules >> (OUTCOMES + 2 * case)) & 3

    @jitable
    def movers(state: Any) -> Bits:
        if state.turns >= TURN_LIMIT or state.passes == 2:
            return EMPTY
        if can_move(state) or outcome(state) == NO_OUTCOME:
            return ONE << to_bits(state.seat)  # type: ignore[return-value]
        return EMPTY

    @jitable
    def legal_count(state: Any, seat: int) -> int:
        step_sets, hop_sets = all_moves(state)
        total = count_of_eight(step_sets) + count_of_eight(hop_sets)
        if total == 0:
            return 1  # the pass of a seat that cannot move
        return total + 1 if state.hopper and not state.rules & COMPULSORY else total

    @jitable
    def nth_legal(state: Any, seat: int, n: int) -> int:
        step_sets, hop_sets = all_moves(state)
        step_count = count_of_eight(step_sets)
        if n < step_count:
            delta, source = nth_of_eight(step_sets, deltas, n)
            return source + 64 * (source + delta)
        n -= step_count
        if n < count_of_eight(hop_sets):
            delta, source = nth_of_eight(hop_sets, deltas, n)
            return source + 64 * (source + 2 * delta) + 4096
        return PASS

    @jitable
    def play(state: Any, action: int) -> Any:
        if action == PASS:
            passes = 0 if state.hopper else state.passes + 1
            return State(state.theirs, state.mine, state.area, EMPTY, 1 - state.seat, passes, state.turns + 1, state.rules)
        source = action & 63
        target = (action >> 6) & 63
        mine = state.mine ^ bit(source) ^ bit(target)
        theirs = state.theirs
        area = state.area
        hop = action >> 12
        if hop:
            theirs ^= bit((source + target) >> 1)  # the shift is constant, so the point between is the mean
        if state.rules & CLOSING:
            area = without_empty_rows(area, mine | theirs)
        if hop and state.rules & CONTINUES and can_hop(bit(target), theirs, area ^ (mine | theirs)):
            return State(mine, theirs, area, bit(target), state.seat, 0, state.turns, state.rules)
        return State(theirs, mine, area, EMPTY, 1 - state.seat, 0, state.turns + 1, state.rules)

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

    @jitable
    def play_out(state: Any, random: Bits) -> tuple[Any, int]:
        # As the default, but in each state the moves are found and counted once, and a step needs no look at captures.
        plies = 0
        while True:
            step_sets, hop_sets = all_moves(state)
            step_count = count_of_eight(step_sets)
            total = step_count + count_of_eight(hop_sets)
            if (total == 0 or state.turns >= TURN_LIMIT) and not movers(state):
                return state, plies
            random = (random + GOLDEN) & ALL  # type: ignore[assignment]
            may_pass = total == 0 or (state.hopper and not state.rules & COMPULSORY)
            n = bounded(mix(random), total + 1 if may_pass else total)
            plies += 1
            if n < step_count:
                delta, source = nth_of_eight(step_sets, deltas, n)
                mine = state.mine ^ bit(source) ^ bit(source + delta)
                area = without_empty_rows(state.area, mine | state.theirs) if state.rules & CLOSING else state.area
                state = State(state.theirs, mine, area, EMPTY, 1 - state.seat, 0, state.turns + 1, state.rules)
            elif n == total:
                state = play(state, PASS)
            else:
                delta, source = nth_of_eight(hop_sets, deltas, n - step_count)
                state = play(state, source + 64 * (source + 2 * delta) + 4096)

    @jitable
    def returns(state: Any, seat: int) -> float:
        if can_move(state):
            return 0.0
        result = outcome(state)
        if result == NO_OUTCOME:
            return 0.0
        return 1.0 if (result == WINS) == (seat == state.seat) else -1.0

    @jitable
    def symmetry_count(state: Any) -> int:
        return row_mappings if state.rules & CLOSING else mappings  # what closes is a row, so rows must stay rows

    @jitable
    def mapped_set(points: Bits, symmetry: int) -> Bits:
        image = EMPTY
        while points:
            image |= bit(mapping[symmetry * size + lowest(points)])  # type: ignore[assignment]
            points &= points - ONE  # type: ignore[assignment]
        return image

    @jitable
    def symmetric_state(state: Any, symmetry: int) -> Any:
        return State(
            mapped_set(state.mine, symmetry),
            mapped_set(state.theirs, symmetry),
            mapped_set(state.area, symmetry),
            mapped_set(state.hopper, symmetry),
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
        return source + 64 * target + (action & 4096)

    return {
        "movers": movers,
        "legal_count": legal_count,
        "nth_legal": nth_legal,
        "play": play,
        "returns": returns,
        "play_out": play_out,
        "symmetry_count": symmetry_count,
        "symmetric_state": symmetric_state,
        "symmetric_action": symmetric_action,
    }
