"""Hints for English draughts: a static evaluation by men, kings and where they are; captures; and
single moves.
"""

from __future__ import annotations

from ludarium.games.draughts import (
    BOARD,
    BOTTOM,
    CELLS,
    TAKES,
    TOP,
    WAYS,
    DraughtsState,
    down_left,
    down_right,
    steps,
    taking,
    up_left,
    up_right,
)
from ludarium.hints.linear_evaluation import dot
from ludarium.rules.bits import (
    Bits,
    bit,
    count_of_four,
    fold,
    popcount,
    union_of_four,
)
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import Game

__all__ = ["functions"]

NEAR = 60  # quiet moves from which on it matters how many there were
ROWS = tuple(Bits(row & CELLS) for row in BOARD.rows)
MIDDLE = BOARD.cells_of(["10", "11", "14", "15", "18", "19", "22", "23"])


# Moves


@jitable
def fingerprint(state: DraughtsState) -> Bits:
    mine, theirs, kings, jumper, quiet, seat = state
    return fold((mine, theirs, kings, jumper, quiet if quiet >= NEAR else 0, seat))


@jitable
def is_legal(state: DraughtsState, seat: int, action: int) -> bool:
    if action < 0 or action >= 2 * TAKES:
        return False
    source, target = action & 63, (action >> 6) & 63
    must = taking(state)
    jumping = bool(union_of_four(must))
    if jumping != (action >= TAKES) or not bit(source) & state.mine:
        return False
    ways = must if jumping else steps(state)
    way = target - source
    if jumping:
        if way & 1:
            return False
        way >>= 1
        if state.jumper and bit(source) != state.jumper:
            return False
    a, b, c, d = ways
    chosen = a if way == WAYS[0] else b if way == WAYS[1] else c if way == WAYS[2] else d
    return bool(way in WAYS and chosen & bit(target))


@jitable
def is_forcing(state: DraughtsState, action: int) -> bool:
    return action >= TAKES


@jitable
def can_force(state: DraughtsState) -> bool:
    return bool(union_of_four(taking(state)))


# Static evaluation, for the seat to move: what is weighed is its lead in each


@jitable
def advance(men: Bits, seat: int) -> int:
    """By how many rows these men have advanced."""
    rows = 0
    for row in range(8):
        rows += (row if seat == 0 else 7 - row) * popcount(men & ROWS[row])
    return rows


@jitable
def unstoppable(state: DraughtsState, men: Bits, others: Bits, seat: int) -> int:
    """Men that no enemy piece can meet on their way."""
    met = others
    for _ in range(6):
        if seat == 0:
            met |= down_left(met) | down_right(met)
        else:
            met |= up_left(met) | up_right(met)
    return popcount(men & (CELLS ^ met)) if not others & state.kings else 0


@jitable
def features(state: DraughtsState) -> tuple[int, int, int, int, int, int, int, int, int]:
    """Features of the evaluation, for the seat to move.

    One, for the move itself; the lead in men, in kings, and in hundredths of all pieces; in rows
    that men have advanced; in men on their own first row, while the other has men; in pieces in the
    middle; in men that nobody can stop; in steps that can be made.
    """
    seat, mine, theirs = state.seat, state.mine, state.theirs
    my_men, their_men = mine & (CELLS ^ state.kings), theirs & (CELLS ^ state.kings)
    my_kings, their_kings = mine & state.kings, theirs & state.kings
    worth = 2 * popcount(mine) + popcount(my_kings)
    their_worth = 2 * popcount(theirs) + popcount(their_kings)
    home, far = (BOTTOM, TOP) if seat == 0 else (TOP, BOTTOM)
    guards = popcount(my_men & home) if their_men else 0
    their_guards = popcount(their_men & far) if my_men else 0
    turned = DraughtsState(theirs, mine, state.kings, state.jumper & theirs, state.quiet, 1 - seat)
    return (
        1,
        popcount(my_men) - popcount(their_men),
        popcount(my_kings) - popcount(their_kings),
        100 * (worth - their_worth) // (worth + their_worth + 4),
        advance(my_men, seat) - advance(their_men, 1 - seat),
        guards - their_guards,
        popcount(mine & MIDDLE) - popcount(theirs & MIDDLE),
        unstoppable(state, my_men, theirs, seat) - unstoppable(state, their_men, mine, 1 - seat),
        count_of_four(steps(state)) - count_of_four(steps(turned)),
    )


# fitted, by logistic regression, to the results of 2,000 games of the engine with itself
WEIGHTS = (-2, 160, 211, -6, 3, 26, 7, 37, 2)


@jitable
def evaluate(state: DraughtsState) -> int:
    return dot(features(state), WEIGHTS)


def functions(game: Game, state: type) -> Functions:
    """The hints for English draughts, by name."""
    return named(fingerprint, is_legal, is_forcing, can_force, features, evaluate)
