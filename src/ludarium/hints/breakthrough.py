"""Hints for Breakthrough: a static evaluation by pieces, how far they are, and who gets through
first; captures; the mirror; and fast playouts.
"""

from __future__ import annotations

from ludarium.games.breakthrough import (
    BOARD,
    BOTTOM,
    CAPTURE,
    CELLS,
    ROWS,
    TOP,
    BreakthroughState,
    Steps,
    count_of,
    down,
    down_left,
    down_right,
    movers,
    nth_of,
    steps,
    steps_down,
    steps_up,
    up,
    up_left,
    up_right,
)
from ludarium.rules.bits import ALL, GOLDEN, Bits, bit, bounded, mix, popcount
from ludarium.rules.boards.verbs import symmetries
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import Game

__all__ = ["functions"]

MAPPING, SIZE = BOARD.mappings, BOARD.size


symmetry_count, symmetric_state = symmetries(BOARD, BreakthroughState, 2)


@jitable
def symmetric_action(state: BreakthroughState, symmetry: int, action: int) -> int:
    place = SIZE * symmetry
    source, target = MAPPING[place + (action & 63)], MAPPING[place + ((action >> 6) & 63)]
    return source + 64 * target + (action & CAPTURE)


@jitable
def is_legal(state: BreakthroughState, seat: int, action: int) -> bool:
    if action < 0 or action >= 2 * CAPTURE or not bit(action & 63) & state.mine:
        return False
    straight, left, right = steps(state)
    target = bit((action >> 6) & 63)
    if bool(target & state.theirs) != bool(action & CAPTURE):
        return False
    way = ((action >> 6) & 63) - (action & 63)
    if seat == 1:
        way = -way
    return bool(
        (way == 8 and straight & target)
        or (way == 7 and left & target)
        or (way == 9 and right & target)
    )


@jitable
def is_forcing(state: BreakthroughState, action: int) -> bool:
    """Return whether the action captures or wins."""
    return bool(action & CAPTURE or bit((action >> 6) & 63) & (TOP | BOTTOM))


@jitable
def can_force(state: BreakthroughState) -> bool:
    straight, left, right = steps(state)
    return bool((left | right) & state.theirs or (straight | left | right) & (TOP | BOTTOM))


@jitable
def most_plies(state: BreakthroughState) -> int:
    """An upper bound of the plies to the end: each piece can only go forward."""
    white, black = whites_and_blacks(state)
    left = 0
    for row in range(8):
        left += (7 - row) * popcount(white & ROWS[row]) + row * popcount(black & ROWS[row])
    return left


@jitable
def whites_and_blacks(state: BreakthroughState) -> tuple[Bits, Bits]:
    return (state.mine, state.theirs) if state.seat == 0 else (state.theirs, state.mine)


# Static evaluation, for White; both sides' weights are the same, seen from their own side

PIECE = (68, 58, 58, 62, 74, 100, 160, 0)  # by row
THROUGH = 700  # who cannot be stopped any more
TURN = 10
GUARDED = 6


@jitable
def unstoppable_up(white: Bits, black: Bits) -> Bits:
    """White's pieces that no black piece can meet on their way."""
    met = black
    for _ in range(6):
        met |= down(met) | down_left(met) | down_right(met)
    return white & (CELLS ^ met)


@jitable
def unstoppable_down(white: Bits, black: Bits) -> Bits:
    met = white
    for _ in range(6):
        met |= up(met) | up_left(met) | up_right(met)
    return black & (CELLS ^ met)


@jitable
def way_up(white: Bits) -> int:
    """The number of moves that the foremost of these needs to the top; 8 where there is none."""
    way = 8
    for row in range(8):
        if white & ROWS[row]:
            way = 7 - row
    return way


@jitable
def way_down(black: Bits) -> int:
    way = 8
    for row in range(8):
        if black & ROWS[7 - row]:
            way = 7 - row
    return way


@jitable
def evaluate(state: BreakthroughState) -> int:
    white, black = whites_and_blacks(state)
    lead = 0
    for row in range(8):
        lead += PIECE[row] * (popcount(white & ROWS[row]) - popcount(black & ROWS[7 - row]))
    lead += GUARDED * popcount(white & (up_left(white) | up_right(white)))
    lead -= GUARDED * popcount(black & (down_left(black) | down_right(black)))
    free_up, free_down = unstoppable_up(white, black), unstoppable_down(white, black)
    if free_up or free_down:
        up_first = 2 * way_up(free_up) - (1 if state.seat == 0 else 0)
        down_first = 2 * way_down(free_down) - (1 if state.seat == 1 else 0)
        if up_first < 2 * way_down(black) - (1 if state.seat == 1 else 0):
            lead += THROUGH
        elif down_first < 2 * way_up(white) - (1 if state.seat == 0 else 0):
            lead -= THROUGH
    return (lead if state.seat == 0 else -lead) + TURN


# Playouts


@jitable
def moved(mine: Bits, sets: Steps, random: Bits) -> tuple[Bits, Bits]:
    """A random one of these steps: the cell it goes to, and by how far in index."""
    return nth_of(sets, bounded(mix(random), count_of(sets)))


@jitable
def play_out(state: BreakthroughState, random: Bits) -> tuple[BreakthroughState, int]:
    # as the default; the sides stay in their registers, and each turn's directions are constant
    if not movers(state):
        return state, 0
    plies = 0
    white, black = whites_and_blacks(state)
    to_move = state.seat
    while True:
        if to_move == 0 or plies:
            random = (random + GOLDEN) & ALL
            target, way = moved(white, steps_up(white, black), random)
            white ^= target | (target >> way)
            black &= CELLS ^ target
            plies += 1
            if target & TOP or not black:
                break
        random = (random + GOLDEN) & ALL
        target, way = moved(black, steps_down(black, white), random)
        black ^= target | (target << way)
        white &= CELLS ^ target
        plies += 1
        if target & BOTTOM or not white:
            break
    seat = (state.seat + plies) & 1
    if seat == 0:
        return BreakthroughState(white, black, 0), plies
    return BreakthroughState(black, white, 1), plies


def functions(game: Game, state: type) -> Functions:
    """The hints for Breakthrough, by name."""
    return named(
        symmetry_count,
        symmetric_state,
        symmetric_action,
        is_legal,
        is_forcing,
        can_force,
        most_plies,
        evaluate,
        play_out,
    )
