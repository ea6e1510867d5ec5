"""Hints for backgammon with a doubling cube: what a seat can expect, with cube and score."""

from __future__ import annotations

from ludarium.hints.backgammon_evaluation import (
    STEEP,
    THROW,
    estimate_of,
    gammon_share,
    has_contact,
    log_odds,
)
from ludarium.hints.cube_equity import MINE, NEITHER, POINTS, THEIRS, Cube, cube_model
from ludarium.hints.match_equity import AFTER, BEFORE, UNDOUBLED, match_return, worth
from ludarium.rules.backgammon_board import SIDES, Counts, pips, turned
from ludarium.rules.backgammon_doubling import (
    AFTER_CRAWFORD,
    BEFORE_CRAWFORD,
    CRAWFORD_GAME,
    MOST_POINTS,
    TO_DECIDE,
    DoublingState,
    points_of,
)
from ludarium.rules.backgammon_moves import TO_BEGIN
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.stakes import NOBODY, stake_of

__all__ = ["doubling_functions"]

MODEL = cube_model(worth)
equity, doubled = MODEL.equity, MODEL.doubled


# Symmetry


@jitable
def symmetry_count(state: DoublingState) -> int:
    return 2


@jitable
def symmetric_state(state: DoublingState, symmetry: int) -> DoublingState:
    if not symmetry:
        return state
    mine, theirs, seat, owner = state.mine, state.theirs, state.seat, state.owner
    if state.left == TO_BEGIN:  # White's die is thrown first, whatever the seats are called
        mine, theirs = turned(theirs), turned(mine)
    else:
        seat = 1 - seat
    if owner != NOBODY:
        owner = 1 - owner
    return DoublingState(
        *(mine, theirs, state.high, state.low, state.left, seat),
        *(state.doublings, owner, state.offered, state.black, state.white),
        *state[11:],
    )


@jitable
def symmetric_action(state: DoublingState, symmetry: int, action: int) -> int:
    if symmetry and state.left == TO_BEGIN:
        return action % SIDES * SIDES + action // SIDES
    return action


@jitable
def symmetric_seat(state: DoublingState, symmetry: int, seat: int) -> int:
    return seat ^ symmetry


# Chances of a game without the cube


@jitable
def race_chance(my_pips: int, their_pips: int) -> float:
    """The chance to win a race, of the side that throws next, by Danny Kleinman's formula ("Vision
    Laughs at Counting", 1980): that of a normal distribution.
    """
    lead, total = their_pips - my_pips + THROW / 2, my_pips + their_pips - 4
    deviations: float = abs(lead) / (2 * max(total, 1)) ** 0.5
    # the distribution by Abramowitz and Stegun, 26.2.19, with an error below 0.0003
    series = 1 + deviations * (
        0.196854 + deviations * (0.115194 + deviations * (0.000344 + deviations * 0.019527))
    )
    behind = 0.5 / (series * series * series * series)
    return 1 - behind if lead > 0 else behind


@jitable
def chances(mine: Counts, theirs: Counts) -> tuple[float, float, float]:
    """The chance of the side that throws next to win the game, and the parts of its wins and of the
    other side's that are gammons; theirs: by the numbers of that side.
    """
    their_view = turned(theirs)
    my_pips, their_pips = pips(mine), pips(their_view)
    contact = has_contact(mine, theirs)
    mine_won = gammon_share(their_view, my_pips, contact) / 100
    theirs_won = gammon_share(mine, their_pips, contact) / 100
    if not contact:
        return race_chance(my_pips, their_pips), mine_won, theirs_won
    value = log_odds(mine, theirs, my_pips, their_pips, contact)
    return 0.5 + 0.5 * value / (abs(value) + STEEP), mine_won, theirs_won


# The cube


@jitable
def cube_of(state: DoublingState, seat: int) -> Cube:
    """The stakes from the seat's view."""
    kind = POINTS
    mine = theirs = 0
    if state.length:
        mine = state.length - points_of(state, seat)
        theirs = state.length - points_of(state, 1 - seat)
        kind = BEFORE if state.stage == BEFORE_CRAWFORD else AFTER
        if state.limit == 0:
            kind = UNDOUBLED
    owner = NEITHER
    if state.owner != NOBODY:
        owner = MINE if state.owner == seat else THEIRS
    limit = state.doublings if state.stage == CRAWFORD_GAME else state.limit
    return Cube(mine, theirs, kind, state.doublings, limit, owner, state.jacoby)


@jitable
def value_before_game(state: DoublingState) -> float:
    """The return that Black can expect before a game, as the first throw lets it begin."""
    if not state.length:
        return 0.0
    kind = AFTER if state.stage == AFTER_CRAWFORD else BEFORE
    if state.limit == 0:
        kind = UNDOUBLED
    return match_return(kind, state.length - state.black, state.length - state.white)


@jitable
def expected_return(state: DoublingState) -> float:
    """The return that the seat to move can expect; where chance moves, that after its first
    outcome.
    """
    if state.offered:
        doubler = cube_of(state, 1 - state.seat)
        return -doubled(doubler, *chances(turned(state.theirs), turned(state.mine)))
    if state.left == TO_BEGIN:
        return value_before_game(state)
    cube, chance = cube_of(state, state.seat), chances(state.mine, state.theirs)
    kept = equity(cube, *chance)
    if state.left == TO_DECIDE:
        return max(kept, doubled(cube, *chance))
    return kept


@jitable
def evaluate(state: DoublingState) -> int:
    """The expected return, that of a game for points in terms of three times the stake."""
    expected = expected_return(state)
    if not state.length:
        expected *= MOST_POINTS / (3 * stake_of(state.doublings))
    value = estimate_of(int(1000 * min(1.0, abs(expected))))
    return value if expected > 0 else -value


@jitable
def stake_return(state: DoublingState) -> float:
    cube, stake = cube_of(state, state.seat), stake_of(state.doublings)
    won = worth(cube.mine, cube.theirs, cube.kind, True, stake)
    lost = worth(cube.mine, cube.theirs, cube.kind, False, stake)
    return (won - lost) / 2


@jitable
def decides_stakes(state: DoublingState) -> bool:
    return state.left == TO_DECIDE


def doubling_functions() -> Functions:
    """The hints, by name."""
    return named(
        symmetry_count,
        symmetric_state,
        symmetric_action,
        symmetric_seat,
        expected_return,
        evaluate,
        stake_return,
        decides_stakes,
    )
