"""Hints for backgammon: a static evaluation, and the symmetry of its two sides."""

from __future__ import annotations

from ludarium.games.backgammon import BackgammonState
from ludarium.hints.backgammon_doubling import doubling_functions
from ludarium.hints.backgammon_evaluation import (
    STEEP,
    estimate_of,
    gammon_share,
    has_contact,
    log_odds,
)
from ludarium.rules.backgammon_board import SIDES, pips, turned
from ludarium.rules.backgammon_doubling import DoublingState
from ludarium.rules.backgammon_moves import TO_BEGIN
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import Game

__all__ = ["LEVELS", "functions"]

# what dice decide leaves less room for slips than elsewhere, so there are more of them
LEVELS = (
    (1.0, 0),
    (0.75, 2_000),
    (0.55, 5_000),
    (0.38, 15_000),
    (0.24, 50_000),
    (0.12, 150_000),
    (0.04, 500_000),
    (0.0, 2_000_000),
)
"""The share of slips and the states of a search, for each level."""


# Symmetry


@jitable
def symmetry_count(state: BackgammonState) -> int:
    return 2


@jitable
def symmetric_state(state: BackgammonState, symmetry: int) -> BackgammonState:
    mine, theirs, high, low, left, seat, gammons = state
    if symmetry and left == TO_BEGIN:  # White's die is thrown first, whatever the seats are called
        return BackgammonState(turned(theirs), turned(mine), high, low, left, seat, gammons)
    return BackgammonState(mine, theirs, high, low, left, seat ^ symmetry, gammons)


@jitable
def symmetric_action(state: BackgammonState, symmetry: int, action: int) -> int:
    if symmetry and state.left == TO_BEGIN:
        return action % SIDES * SIDES + action // SIDES
    return action


@jitable
def symmetric_seat(state: BackgammonState, symmetry: int, seat: int) -> int:
    return seat ^ symmetry


@jitable
def evaluate(state: BackgammonState) -> int:
    mine, theirs = state.mine, state.theirs
    their_view = turned(theirs)
    my_pips, their_pips = pips(mine), pips(their_view)
    contact = has_contact(mine, theirs)
    value = log_odds(mine, theirs, my_pips, their_pips, contact)
    # what can be won, in thousandths of the most
    ahead = abs(value)
    expected = 1000 * ahead // (ahead + STEEP)
    if state.gammons:
        loser, pips_left = (their_view, my_pips) if value > 0 else (mine, their_pips)
        expected = expected * (100 + gammon_share(loser, pips_left, contact)) // 300
    estimate = estimate_of(expected)
    return estimate if value > 0 else -estimate


@jitable
def stake_return(state: BackgammonState) -> float:
    return 1 / 3 if state.gammons else 1.0


def functions(game: Game, state: type) -> Functions:
    """The hints for backgammon, by name."""
    if state is DoublingState:
        return doubling_functions()
    return named(
        symmetry_count, symmetric_state, symmetric_action, symmetric_seat, evaluate, stake_return
    )
