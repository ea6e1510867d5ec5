"""Hints for Nine Men's Morris: a static evaluation by men, mills and mobility; mills as forcing
moves; symmetries; and single moves.
"""

from __future__ import annotations

from ludarium.games.morris import (
    MOVE,
    REMOVE,
    MorrisState,
    flies,
    free_points,
    may_move,
    removable,
    steps,
)
from ludarium.hints.linear_evaluation import dot
from ludarium.rules.bits import Bits, bit, count_of_four, fold, image, lowest, popcount
from ludarium.rules.boards.mills import (
    NAMES,
    POINTS,
    closing,
    in_mills,
    next_to,
)
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import Game
from ludarium.rules.memory import Table

__all__ = ["functions"]

NEAR = 80  # quiet moves from which on it matters how many there were
SYMMETRIES = 16


# Symmetries: four turns of the board, its mirror image, and its squares inside out


def mapped(symmetry: int, index: int) -> int:
    square, place = divmod(index, 8)
    if symmetry & 8:
        square = 2 - square
    if symmetry & 4:
        place = -place
    return 8 * square + (place + 2 * (symmetry & 3)) % 8


MAPPINGS = Table(mapped(symmetry, index) for symmetry in range(SYMMETRIES) for index in NAMES)


@jitable
def symmetry_count(state: MorrisState) -> int:
    return SYMMETRIES


@jitable
def symmetric_state(state: MorrisState, symmetry: int) -> MorrisState:
    mine, theirs, my_hand, their_hand, removing, quiet, seat, parts = state
    place = 24 * symmetry
    mine, theirs = image(mine, MAPPINGS, place), image(theirs, MAPPINGS, place)
    return MorrisState(mine, theirs, my_hand, their_hand, removing, quiet, seat, parts)


@jitable
def symmetric_action(state: MorrisState, symmetry: int, action: int) -> int:
    place = 24 * symmetry
    if action >= REMOVE:
        return REMOVE + MAPPINGS[place + action - REMOVE]
    if action >= MOVE:
        source, target = action & 31, (action >> 5) & 31
        return MOVE + MAPPINGS[place + source] + 32 * MAPPINGS[place + target]
    return MAPPINGS[place + action]


# Moves


@jitable
def fingerprint(state: MorrisState) -> Bits:
    mine, theirs, my_hand, their_hand, removing, quiet, seat, parts = state
    hands = my_hand + 16 * their_hand + 256 * removing + 512 * seat + 1024 * parts
    return fold((mine, theirs, hands, quiet if quiet >= NEAR else 0))


@jitable
def is_legal(state: MorrisState, seat: int, action: int) -> bool:
    if action < 0 or action >= REMOVE + 24:
        return False
    if state.removing or action >= REMOVE:
        aimed = bit(action - REMOVE) if action >= REMOVE else bit(0)
        return bool(state.removing and action >= REMOVE and removable(state.theirs) & aimed)
    free = free_points(state)
    if action < MOVE:
        return bool(state.my_hand and action < 24 and free & bit(action))
    source, target = bit(action & 31), bit((action >> 5) & 31)
    if not (may_move(state) and state.mine & source and free & target):
        return False
    return bool(flies(state) or next_to(source) & target)


@jitable
def closes(state: MorrisState, action: int) -> bool:
    """Return whether placing or moving a man so closes a mill."""
    mine = state.mine ^ bit(action & 31) if action >= MOVE else state.mine
    target = bit((action >> 5) & 31) if action >= MOVE else bit(action)
    return bool(in_mills(mine | target) & target)


@jitable
def is_forcing(state: MorrisState, action: int) -> bool:
    return action >= REMOVE or closes(state, action)


@jitable
def can_force(state: MorrisState) -> bool:
    free = free_points(state)
    if state.removing or (state.my_hand and closing(state.mine, free)):
        return True
    if not may_move(state):
        return False
    men, anywhere = state.mine, flies(state)
    while men:
        man = bit(lowest(men))
        men ^= man
        if closing(state.mine ^ man, free) & (free if anywhere else next_to(man)):
            return True
    return False


# Static evaluation, for the seat to move


@jitable
def blocked(men: Bits, free: Bits) -> int:
    """The number of these men with no free point next to them."""
    return popcount(men & (POINTS ^ next_to(free)))


@jitable
def features(state: MorrisState) -> tuple[int, int, int, int, int, int, int]:
    """Features of the evaluation, for the seat to move.

    One, for the move itself; the lead in men, in hand or not; in men in mills; in points where a
    mill would be closed; in steps that can be made; in men that cannot move; one for who has three
    men alone.
    """
    mine, theirs, free = state.mine, state.theirs, free_points(state)
    my_men, their_men = popcount(mine) + state.my_hand, popcount(theirs) + state.their_hand
    return (
        1,
        my_men - their_men,
        popcount(in_mills(mine)) - popcount(in_mills(theirs)),
        popcount(closing(mine, free)) - popcount(closing(theirs, free)),
        count_of_four(steps(mine, free)) - count_of_four(steps(theirs, free)),
        blocked(mine, free) - blocked(theirs, free),
        (1 if my_men == 3 else 0) - (1 if their_men == 3 else 0),
    )


# fitted, by logistic regression, to the results of 4,000 games of the engine with itself
WEIGHTS = (4, 43, 21, 29, 6, -22, 121)


@jitable
def evaluate(state: MorrisState) -> int:
    return dot(features(state), WEIGHTS)


def functions(game: Game, state: type) -> Functions:
    """The hints for Nine Men's Morris, by name."""
    return named(
        symmetry_count,
        symmetric_state,
        symmetric_action,
        fingerprint,
        is_legal,
        is_forcing,
        can_force,
        features,
        evaluate,
    )
