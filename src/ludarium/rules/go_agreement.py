"""Go by rules under which players agree on dead stones: moves, the agreement, and who has won."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludarium.rules.bits import EMPTY, ONE, Bits, nth_bit, popcount, to_bits
from ludarium.rules.boards.agreement import (
    AGREE,
    AGREED,
    MARKING,
    MOST_CHANGES,
    NO_PHASE,
    RESUME,
    YIELD,
    beginner,
    stage_after_agreeing,
    stage_after_change,
    stage_after_yielding,
    turn_taking,
)
from ludarium.rules.boards.groups import grouping, placing, surrounded, without_suicide
from ludarium.rules.boards.piece_placement import return_of
from ludarium.rules.boards.points import PointBoard
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.go_states import (
    AGA,
    BOARDS,
    JAPANESE,
    PASS,
    agrees,
    in_turn,
    living_stones,
)

__all__ = ["agreed_rules", "go_turn_taking", "without_agreement"]

State = Any


def answering(board: PointBoard, make: type) -> Callable[[State, int], State]:
    """A function of a state in which the seats agree, and of the choice of the one to move: the
    state after it.
    """
    one, nothing, group = board.sets(1), board.sets(0), grouping(board, 2)

    @jitable
    def answered(state: State, action: int) -> State:
        """The state after a choice in the phase."""
        black, white, _, seat, _, plies, stage, changes, talks, dead, b, w, law, komi = state
        passes, ko = 2, nothing
        if action == AGREE:
            seat, stage = 1 - seat, stage_after_agreeing(stage)
        elif action == RESUME:
            seat = 1 - seat if law == JAPANESE else beginner(stage, seat)
            passes, stage, changes, talks, dead = 3, NO_PHASE, 0, talks - 1, nothing
        elif action == YIELD:
            seat, stage, changes = 1 - seat, stage_after_yielding(stage), changes + 1
        else:
            stone = one << action
            dead ^= group(stone, black if stone & black else white)
            stage, changes = stage_after_change(stage), changes + 1
        return make(
            black, white, ko, seat, passes, plies, stage, changes, talks, dead, b, w, law, komi
        )

    return answered


def agreed_rules(board: PointBoard, make: type) -> Functions:
    """The rules with a phase in which the seats agree on dead stones, for this type of states."""
    one, nothing, limit = board.sets(1), board.sets(0), 2 * len(board.names)
    place, placeable = placing(board, 2), without_suicide(board, 2)
    surround, answered = surrounded(board, 2), answering(board, make)

    @jitable
    def movers(state: State) -> Bits:
        played = state.stage == NO_PHASE and (state.passes == 2 or state.plies == limit)
        return EMPTY if played or state.stage == AGREED else ONE << to_bits(state.seat)

    @jitable
    def points(state: State) -> Bits:
        """The points where the seat to move can place a stone, or those of stones to mark."""
        if state.stage != NO_PHASE:
            stones: Bits = state.black | state.white
            return stones if state.changes < MOST_CHANGES else nothing
        ko: Bits = state.ko
        free = placeable(*in_turn(state))
        return free ^ (free & ko)

    @jitable
    def legal_count(state: State, seat: int) -> int:
        if state.stage == NO_PHASE:
            return popcount(points(state)) + 1
        return popcount(points(state)) + (3 if state.changes < MOST_CHANGES else 2)

    @jitable
    def nth_legal(state: State, seat: int, n: int) -> int:
        found = points(state)
        count = popcount(found)
        if n < count:
            return nth_bit(found, n)
        if state.stage == NO_PHASE:
            return PASS
        return AGREE if n == count else RESUME if n == count + 1 else YIELD

    @jitable
    def play(state: State, action: int) -> State:
        if state.stage != NO_PHASE:
            return answered(state, action)
        mine, theirs = in_turn(state)
        _, _, _, seat, passes, plies, stage, changes, talks, dead, b, w, law, komi = state
        ko = nothing
        if action == PASS:
            passes = 2 if passes == 1 else 1
            stage = MARKING if passes == 2 and talks else NO_PHASE
        else:
            passes, before = 0, popcount(theirs)
            mine, theirs, ko = place(one << action, mine, theirs)
            taken = before - popcount(theirs)
            b, w = (b, w + taken) if seat == 0 else (b + taken, w)
        black, white = (mine, theirs) if seat == 0 else (theirs, mine)
        return make(
            black,
            white,
            ko,
            1 - seat,
            passes,
            plies + 1,
            stage,
            changes,
            talks,
            dead,
            b,
            w,
            law,
            komi,
        )

    @jitable
    def repetition_state(state: State) -> State:
        # Only stones can bring a position back: after a pass, and in the phase, all counts.
        if state.passes:
            return state
        seat = state.seat if state.law == AGA else 0
        black, white = state.black, state.white
        return make(
            black, white, nothing, seat, 0, 0, NO_PHASE, 0, 0, nothing, 0, 0, state.law, state.komi
        )

    @jitable
    def returns(state: State, seat: int) -> float:
        black, white = living_stones(state)
        of_black, of_white = surround(black, white)
        lead = popcount(of_black) - popcount(of_white)
        if state.law == JAPANESE:  # prisoners in place of the stones that live
            lead += popcount(white) - popcount(black)
            lead += popcount(state.white ^ white) - popcount(state.black ^ black)
            lead += state.white_lost - state.black_lost
        return return_of(2 * lead - state.komi, seat)

    @jitable
    def pieces_of(state: State, seat: int) -> Bits:
        stones: Bits = state.black if seat == 0 else state.white
        return stones

    return named(movers, legal_count, nth_legal, play, repetition_state, returns, pieces_of)


def go_turn_taking(state: State) -> tuple[int, tuple[int, ...]] | None:
    """A `Game.turn_taking`: both seats may mark at any time."""
    return turn_taking(state) if agrees(type(state)) else None


def without_agreement(state: State) -> State:
    """The state of a game that ends with the next two passes, without an agreement; in one, play is
    resumed.
    """
    if not agrees(type(state)):
        return state
    nothing = BOARDS[type(state)].sets(0)
    passes = state.passes % 3 if state.stage == NO_PHASE else 0
    return state._replace(passes=passes, stage=NO_PHASE, changes=0, talks=0, dead=nothing)
