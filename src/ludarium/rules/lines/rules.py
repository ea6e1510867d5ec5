"""The rules of games of counters that step and hop along the lines of a board, such as Alquerque.

A counter steps along a line to the next point if it is empty, or hops along a line over an enemy
counter on the next point to the empty point directly behind it, and captures what it hopped over.
How a game of this family goes beyond that is a choice of `Parts`, which can be combined freely;
`ludarium.rules.lines.game` makes the Game of a board, a setup and rulesets.

Each hop, and the pass that ends a run of hops, is a move of its own. A seat that has no move, where
no end rule speaks of it, passes; two such passes in a row are a draw, and so is a game in which
both seats have had 1250 turns (the limit of Ludii).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from ludarium.errors import RulesetError, choice_of
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
    lowest,
    mix,
    nth_of_four,
    popcount,
    to_bits,
    union_of_four,
)
from ludarium.rules.dispatch import jitable
from ludarium.rules.generic import random_play
from ludarium.rules.lines.board import LineBoard

__all__ = ["PASS", "TURN_LIMIT", "End", "LineState", "Parts", "line_rules", "parts_of"]

TURN_LIMIT = 2500  # turns of both seats together
# of the features, in eighths of a hundredth; by hand (benchmarks/README.md says what fitting gave)
WEIGHTS = (0, 0, 96, 16, 0, 0, 0)
# when so few are left, a state is told from others with more: a search may see the limit
FINAL_TURNS = 300
# an action is source + 64 * target + 4096 if it hops; no move goes from point 0 to point 0
PASS = 0

# The rules of a game in one int, so that compiled code can look at them: three flags, then two bits
# of outcome for each of four cases of a seat that cannot move: seat 0 and seat 1 with counters,
# seat 0 and seat 1 without.
CONTINUES, COMPULSORY, CLOSING = 1, 2, 4
OUTCOMES = 3
NO_OUTCOME, LOSES, WINS = 0, 1, 2


class LineState(NamedTuple):
    """A position. Each game of the family has its own subclass, which picks its board.

    mine, theirs: the counters of the seat to move, and of the other; area: the points in play;
    hopper: the counter in the middle of a run of hops, if any; passes: forced passes in a row;
    turns: completed turns; rules: `Parts.packed`.
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
    """A rule that ends the game, judged after each move for the seat that would move next, if it is
    the one it speaks of.
    """

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
    def sides_differ(self) -> bool:
        """Whether the ends speak of one seat otherwise than of the other."""
        return any(
            self.outcome(0, has_counters) != self.outcome(1, has_counters)
            for has_counters in (True, False)
        )

    @property
    def text(self) -> str:
        """The parts in words joined by +, such as "continues+next-cannot-move-loses", which
        `parts_of` reads.
        """
        flags = [name for name in FLAGS if getattr(self, name)]
        return "+".join(flags + [END_WORDS[end] for end in self.ends])

    @property
    def packed(self) -> int:
        """The parts as the int that states carry."""
        flags = CONTINUES * self.continues | COMPULSORY * self.compulsory | CLOSING * self.closing
        cases = [
            self.outcome(seat, has_counters) for has_counters in (True, False) for seat in (0, 1)
        ]
        return flags | sum(outcome << (OUTCOMES + 2 * case) for case, outcome in enumerate(cases))


FLAGS = ("continues", "compulsory", "closing")
WHOM: dict[Literal["next", 0, 1], str] = {"next": "next", 0: "one", 1: "two"}
ENDS: tuple[End, ...] = tuple(
    End(condition, whom, result)
    for condition in ("cannot move", "no counters")
    for whom in WHOM
    for result in ("loses", "wins")
)
END_WORDS = {
    end: f"{WHOM[end.whom]}-{end.condition.replace(' ', '-')}-{end.result}" for end in ENDS
}


def parts_of(text: str) -> Parts:
    """The parts that the text names: flags and ends, joined by +; ends in the order in which they
    are judged. Raises RulesetError.
    """
    ends = {words: end for end, words in END_WORDS.items()}
    named = text.split("+") if text else []
    for word in named:
        if word not in FLAGS and word not in ends:
            raise RulesetError(choice_of("part of a ruleset", word, (*FLAGS, *ends)))
    flags = {flag: flag in named for flag in FLAGS}
    return Parts(ends=tuple(ends[word] for word in named if word in ends), **flags)


def line_rules(State: Any, board: LineBoard) -> dict[str, Callable[..., Any]]:
    """The generic functions of a game of this family on this board, for its state type."""
    shift_1, shift_2, shift_3, shift_4 = shifts = board.shifts
    from_1, from_2, from_3, from_4 = board.sources  # the points with a line forward to the next
    over_1, over_2, over_3, over_4 = (
        Bits(sources & (sources << shift))
        for sources, shift in zip(board.sources, shifts, strict=True)
    )
    rows = board.rows
    top_down = rows[::-1]
    size = len(board.points)
    mapping = tuple(target for mapped in board.mappings for target in mapped)
    mappings = len(board.mappings)
    row_mappings = len(board.row_mappings)

    # A step is named by its line: one end holds a counter and the other is empty, so whose it is
    # says which way it goes, and the lower end's index stands for it. A hop is named by the point
    # that it goes over, likewise. So one set per axis serves both ways.

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
        """The lines that can be stepped along, and the points that can be hopped over: for each
        axis.
        """
        free = state.area ^ (state.mine | state.theirs)
        hoppers = state.hopper if state.hopper else state.mine
        hop_sets = all_hops(hoppers, state.theirs, free)
        must_hop = union_of_four(hop_sets) if state.rules & COMPULSORY else EMPTY
        steppers = EMPTY if state.hopper | must_hop else state.mine
        return all_steps(steppers, free), hop_sets

    @jitable
    def can_hop(hoppers: Bits, theirs: Bits, free: Bits) -> bool:
        return union_of_four(all_hops(hoppers, theirs, free)) != EMPTY

    @jitable
    def can_move(state: Any) -> bool:
        step_sets, hop_sets = all_moves(state)
        return (union_of_four(step_sets) | union_of_four(hop_sets)) != EMPTY

    @jitable
    def outcome(state: Any) -> int:
        """What the ends say of the seat to move, which cannot move."""
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
        return total + 1 if state.hopper and not state.rules & COMPULSORY else total

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
            hoppers = state.hopper if state.hopper else state.mine
            ends = (over << shift) | (over >> shift)
            return lowest(ends & hoppers) + 64 * lowest(ends & (ends ^ hoppers)) + 4096
        return PASS

    @jitable
    def is_legal(state: Any, seat: int, action: int) -> bool:
        if action < 0 or action > 8191:
            return False
        step_sets, hop_sets = all_moves(state)
        if action == PASS:
            can_stop = state.hopper and not state.rules & COMPULSORY
            return bool(can_stop or not union_of_four(step_sets) | union_of_four(hop_sets))
        source, target = action & 63, (action >> 6) & 63
        own = state.hopper if state.hopper else state.mine
        free = state.area ^ (state.mine | state.theirs)
        if not (bit(source) & own and bit(target) & free):
            return False
        distance = to_bits(abs(target - source))
        if action >> 12:
            over = bit((source + target) >> 1)
            return bool(of_axis(hop_sets, distance >> ONE) & over and not distance & ONE)
        return bool(of_axis(step_sets, distance) & bit(min(source, target)))

    @jitable
    def of_axis(sets: Four, shift: Bits) -> Bits:
        """The set of the axis whose points are so far apart; none where there is no such axis."""
        first = sets[0] if shift == shift_1 else sets[1] if shift == shift_2 else EMPTY
        return sets[2] if shift == shift_3 else sets[3] if shift == shift_4 else first

    @jitable
    def play(state: Any, action: int) -> Any:
        if action == PASS:
            passes = 0 if state.hopper else state.passes + 1
            return State(
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
            hopper = ends & (ends ^ mine)
            mine ^= ends
            theirs ^= over
            if rules & CLOSING:
                area = without_empty_rows(area, mine | theirs)
            if not rules & CONTINUES:
                return mine, theirs, area, random, plies
            hop_sets = all_hops(hopper, theirs, area ^ (mine | theirs))
            hop_count = count_of_four(hop_sets)
            if hop_count == 0:
                return mine, theirs, area, random, plies
            random = (random + GOLDEN) & ALL
            plies += 1
            n = bounded(mix(random), hop_count if rules & COMPULSORY else hop_count + 1)
            if n == hop_count:  # the pass that ends the run
                return mine, theirs, area, random, plies

    @jitable
    def play_out(state: Any, random: Bits) -> tuple[Any, int]:
        # As the default, turn by turn: the moves of a state are found and counted once, and its
        # fields stay in registers.
        plies = 0
        while state.hopper:
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
                state = State(mine, theirs, area, EMPTY, seat, passes, turns, rules)
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
        # what closes is a row, so rows must stay rows
        return row_mappings if state.rules & CLOSING else mappings

    @jitable
    def symmetric_state(state: Any, symmetry: int) -> Any:
        return State(
            image(state.mine, mapping, symmetry * size),
            image(state.theirs, mapping, symmetry * size),
            image(state.area, mapping, symmetry * size),
            image(state.hopper, mapping, symmetry * size),
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

    @jitable
    def fingerprint(state: Any) -> Bits:
        turns = state.turns if state.turns > TURN_LIMIT - FINAL_TURNS else 0
        return fold(
            (
                state.mine,
                state.theirs,
                state.area,
                state.hopper,
                state.seat + 2 * state.passes + 8 * turns,
            )
        )

    @jitable
    def is_forcing(state: Any, action: int) -> bool:
        return action > 4095

    @jitable
    def can_force(state: Any) -> bool:
        return can_hop(
            state.hopper if state.hopper else state.mine,
            state.theirs,
            state.area ^ (state.mine | state.theirs),
        )

    @jitable
    def exposure(counters: Bits) -> int:
        return count_of_four(
            (counters & over_1, counters & over_2, counters & over_3, counters & over_4)
        )

    @jitable
    def features(state: Any) -> tuple[int, int, int, int, int, int, int]:
        """What the evaluation weighs, for the seat to move.

        One, for the move itself; the lead in counters, and in hundredths of all counters; the lead
        in steps that can be made; the hops that either side can make; the lead in lines along which
        a counter could be hopped over.
        """
        free = state.area ^ (state.mine | state.theirs)
        mine, theirs = popcount(state.mine), popcount(state.theirs)
        steps_lead = count_of_four(all_steps(state.mine, free)) - count_of_four(
            all_steps(state.theirs, free)
        )
        hoppers = state.hopper if state.hopper else state.mine
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

    @jitable
    def few_pieces(state: Any) -> tuple[Bits, Bits, int]:
        if state.hopper or state.rules & CLOSING or state.turns > TURN_LIMIT - FINAL_TURNS:
            return EMPTY, EMPTY, state.seat
        return state.mine, state.theirs, state.seat

    @jitable
    def run_of(state: Any) -> tuple[Bits, Bits, Bits]:
        return state.mine, state.theirs, state.hopper

    @jitable
    def place_pieces(state: Any, mine: Bits, theirs: Bits, moving: Bits, seat: int) -> Any:
        return State(mine, theirs, state.area, moving, seat, 0, 0, state.rules)

    return {
        "movers": movers,
        "legal_count": legal_count,
        "nth_legal": nth_legal,
        "is_legal": is_legal,
        "play": play,
        "returns": returns,
        "play_out": play_out,
        "symmetry_count": symmetry_count,
        "symmetric_state": symmetric_state,
        "symmetric_action": symmetric_action,
        "fingerprint": fingerprint,
        "is_forcing": is_forcing,
        "can_force": can_force,
        "features": features,
        "few_pieces": few_pieces,
        "run_of": run_of,
        "place_pieces": place_pieces,
        "evaluate": evaluate,
    }
