"""Backgammon with a doubling cube, for points or as a match: the state, and its rules."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ludarium.rules.backgammon_board import BAR, SIDES, Counts, placed, turned
from ludarium.rules.backgammon_moves import (
    PASS,
    TO_BEGIN,
    TO_THROW,
    has_checkers,
    move_count,
    moved,
    nth_move,
    nth_throw,
    points_lost,
    throw_count,
    with_hit,
)
from ludarium.rules.bits import EMPTY, ONE, Bits, to_bits
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.fields import FIXED, Packed
from ludarium.rules.generic import CHANCE, CHANCE_MOVES
from ludarium.rules.stakes import DOUBLE, DROP, KEEP, NOBODY, TAKE, may_double, stake_of

__all__ = [
    "AFTER_CRAWFORD",
    "BEFORE_CRAWFORD",
    "CRAWFORD_GAME",
    "DOUBLING_FUNCTIONS",
    "LIMIT",
    "LONGEST_MATCH",
    "MOST_POINTS",
    "SETUP",
    "TO_DECIDE",
    "DoublingState",
    "can_double",
    "first_game",
    "goal_of",
    "points_of",
]

TO_DECIDE = -2  # what `left` is where a seat doubles or answers, before the dice are thrown
LIMIT = 6
"""The most doublings of a game: the cube shows 64."""
LONGEST_MATCH = 25
MOST_POINTS = 3 << LIMIT
"""The most points of one game."""
BEFORE_CRAWFORD, CRAWFORD_GAME, AFTER_CRAWFORD = range(3)
"""Parts of a match: nobody is a point from winning it; the first game after somebody is, in which
nobody doubles; all games after that one, or the whole match where there is no such game."""

SETUP = {24: 2, 13: 5, 8: 3, 6: 5}
MINE_AT_FIRST = placed(SETUP)
THEIRS_AT_FIRST = Counts(turned(MINE_AT_FIRST))


class DoublingState(NamedTuple):
    """A position of a game with a cube, or of a match."""

    mine: Annotated[Counts, Packed(BAR + 1, 4, 15)]
    """The checkers of the seat to move."""
    theirs: Annotated[Counts, Packed(BAR + 1, 4, 15)]
    """The checkers of the other seat, by the numbers of the seat to move."""
    high: Annotated[int, range(SIDES + 1)]
    """The higher of the dice that are left, 0 where none are."""
    low: Annotated[int, range(SIDES + 1)]
    """The lower one, which is the same where one is left, or a double."""
    left: Annotated[int, range(TO_DECIDE, 5)]
    """The number of checkers that the dice still move; TO_THROW, TO_DECIDE before a throw, or
    TO_BEGIN before the first one of a game."""
    seat: int
    doublings: Annotated[int, range(LIMIT + 1)]
    """`doublings`, `owner` and `offered` are as in `ludarium.rules.stakes`."""
    owner: Annotated[int, range(NOBODY, 2)]
    offered: Annotated[int, range(2)]
    white: Annotated[int, range(MOST_POINTS + 1)]
    """White's points."""
    black: Annotated[int, range(MOST_POINTS + 1)]
    """Black's points."""
    stage: Annotated[int, range(3)]
    """BEFORE_CRAWFORD, CRAWFORD_GAME or AFTER_CRAWFORD."""
    length: Annotated[int, FIXED]
    """The points that win the match, or 0 where one game is played for its points."""
    limit: Annotated[int, FIXED]
    """The most doublings of a game, or 0 without a cube."""
    jacoby: Annotated[int, FIXED]
    """1 if gammons count only once the cube was turned, else 0."""


def first_game(length: int, limit: int, jacoby: bool, crawford: bool) -> DoublingState:
    """The first state; crawford: whether there is a game in which nobody doubles."""
    mine, theirs = MINE_AT_FIRST, THEIRS_AT_FIRST
    stage = BEFORE_CRAWFORD if crawford else AFTER_CRAWFORD
    fixed = length, limit, int(jacoby)
    return DoublingState(mine, theirs, 0, 0, TO_BEGIN, 0, 0, NOBODY, 0, 0, 0, stage, *fixed)


@jitable
def goal_of(length: int) -> int:
    """The points with which all is over."""
    return max(1, length)


@jitable
def points_of(state: DoublingState, seat: int) -> int:
    return state.white if seat == 0 else state.black


@jitable
def can_double(state: DoublingState, seat: int) -> bool:
    """Return whether the seat may double before its throw: where a win for the stake as it is would
    win the match, a double is of no use to it, and nobody is asked.
    """
    if state.stage == CRAWFORD_GAME:
        return False
    if state.length and stake_of(state.doublings) >= state.length - points_of(state, seat):
        return False
    return may_double(state.doublings, state.owner, state.limit, seat)


@jitable
def movers(state: DoublingState) -> Bits:
    if max(state.white, state.black) >= goal_of(state.length):
        return EMPTY
    thrown_next = state.left in (TO_THROW, TO_BEGIN)
    return CHANCE_MOVES if thrown_next else ONE << to_bits(state.seat)


@jitable
def legal_count(state: DoublingState, seat: int) -> int:
    if seat == CHANCE:
        return throw_count(state.left)
    return 2 if state.left == TO_DECIDE else move_count(state)


@jitable
def nth_legal(state: DoublingState, seat: int, n: int) -> int:
    if seat == CHANCE:
        return nth_throw(state.left, n)
    if state.left == TO_DECIDE:
        return (TAKE if n == 0 else DROP) if state.offered else (KEEP if n == 0 else DOUBLE)
    return nth_move(state, n)


@jitable
def chance_weight(state: DoublingState, action: int) -> int:
    return 1 if action // SIDES == action % SIDES or state.left == TO_BEGIN else 2


@jitable
def thrown(state: DoublingState, one: int, two: int) -> DoublingState:
    """The state after these dice were thrown."""
    mine, theirs, seat = state.mine, state.theirs, state.seat
    if state.left == TO_BEGIN and one < two:
        mine, theirs, seat = turned(theirs), turned(mine), 1
    left = 4 if one == two else 2
    return DoublingState(mine, theirs, max(one, two), min(one, two), left, seat, *state[6:])


@jitable
def won(state: DoublingState, winner: int, points: int) -> DoublingState:
    """The state after a game: the end, or the beginning of the next game.

    state: with the seat to move that has lost, and no dice.
    """
    mine, theirs, seat, left = state.mine, state.theirs, state.seat, TO_THROW
    doublings, owner, length = state.doublings, state.owner, state.length
    white, black, stage = state.white, state.black, state.stage
    if winner == 0:
        white += points
    else:
        black += points
    if length:
        white, black = min(white, length), min(black, length)
        most = max(white, black)
        if stage == CRAWFORD_GAME:
            stage = AFTER_CRAWFORD
        elif stage == BEFORE_CRAWFORD and most == length - 1:
            stage = CRAWFORD_GAME
        if most < length:
            mine, theirs, left, seat = MINE_AT_FIRST, THEIRS_AT_FIRST, TO_BEGIN, 0
            doublings, owner = 0, NOBODY
    return DoublingState(
        *(mine, theirs, state.high, state.low, left, seat, doublings, owner, 0),
        *(white, black, stage),
        *state[12:],
    )


@jitable
def turn_passed(state: DoublingState, left: int, doublings: int, owner: int) -> DoublingState:
    """The state in which the other seat is to move, with no dice."""
    mine, theirs = turned(state.theirs), turned(state.mine)
    return DoublingState(mine, theirs, 0, 0, left, 1 - state.seat, doublings, owner, 0, *state[9:])


@jitable
def with_stakes(state: DoublingState, left: int, offered: int) -> DoublingState:
    """The state with these fields."""
    return DoublingState(*state[:4], left, *state[5:8], offered, *state[9:])


@jitable
def decided(state: DoublingState, action: int) -> DoublingState:
    """The state after a double was offered or answered, or the seat plays on."""
    seat, doublings, owner = state.seat, state.doublings, state.owner
    if action == KEEP:
        return with_stakes(state, TO_THROW, 0)
    if action == DOUBLE:
        return with_stakes(turn_passed(state, TO_DECIDE, doublings, owner), TO_DECIDE, 1)
    if action == TAKE:
        return turn_passed(state, TO_THROW, doublings + 1, seat)
    return won(state, 1 - seat, stake_of(doublings))


@jitable
def play(state: DoublingState, action: int) -> DoublingState:
    if state.left in (TO_THROW, TO_BEGIN):
        return thrown(state, action // SIDES + 1, action % SIDES + 1)
    if state.left == TO_DECIDE:
        return decided(state, action)
    mine, theirs, high, low, left = state[:5]
    if action != PASS:
        die, place = action >> 5, action & 31
        mine = moved(mine, place, die)
        theirs = with_hit(theirs, place, die)
        left -= 1
        high = low = high + low - die
    after = DoublingState(mine, theirs, high, low, left, *state[5:])
    if action != PASS and left and has_checkers(mine):
        return after
    passed = turn_passed(after, TO_THROW, state.doublings, state.owner)
    if not has_checkers(mine):
        points = 1 if state.jacoby and state.doublings == 0 else points_lost(passed.mine)
        return won(passed, state.seat, points * stake_of(state.doublings))
    if can_double(passed, passed.seat):
        return with_stakes(passed, TO_DECIDE, 0)
    return passed


@jitable
def returns(state: DoublingState, seat: int) -> float:
    lead = state.white - state.black
    if seat == 1:
        lead = -lead
    if state.length:
        return 1.0 if lead > 0 else -1.0
    return lead / (3 << state.limit)


DOUBLING_FUNCTIONS = named(movers, legal_count, nth_legal, chance_weight, play, returns)
