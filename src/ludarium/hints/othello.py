"""Hints for Othello: a static evaluation by mobility and corners, the symmetries of the square, and
fast playouts.
"""

from __future__ import annotations

from ludarium.games.othello import (
    BOARD,
    CELLS,
    PASS,
    OthelloState,
    captured,
    placements,
)
from ludarium.rules.bits import (
    ALL,
    GOLDEN,
    Bits,
    bit,
    bounded,
    mix,
    nth_single,
    popcount,
)
from ludarium.rules.boards.verbs import neighbourhood, symmetries
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import Game

__all__ = ["functions"]

MAPPING, SIZE = BOARD.mappings, BOARD.size
around = neighbourhood(BOARD)


symmetry_count, symmetric_state = symmetries(BOARD, OthelloState, 8)


@jitable
def symmetric_action(state: OthelloState, symmetry: int, action: int) -> int:
    return PASS if action == PASS else MAPPING[SIZE * symmetry + action]


@jitable
def is_legal(state: OthelloState, seat: int, action: int) -> bool:
    cells = placements(state.mine, state.theirs)
    if action == PASS:
        return not cells
    return 0 <= action < SIZE and bool(cells & bit(action))


@jitable
def most_plies(state: OthelloState) -> int:
    return 2 * popcount(CELLS ^ (state.mine | state.theirs))  # there is a pass before each at most


# Static evaluation

CORNERS = BOARD.cells_of(("a1", "h1", "a8", "h8"))
DIAGONAL = BOARD.cells_of(("b2", "g2", "b7", "g7"))
BESIDE = BOARD.cells_of(("b1", "a2", "g1", "h2", "a7", "b8", "h7", "g8"))
EDGES = BOARD.rows[0] | BOARD.rows[7] | BOARD.columns[0] | BOARD.columns[7]
MOBILITY, FRONTIER, CORNER, NEXT_DIAGONAL, NEXT_BESIDE, EDGE, LATE = 130, 60, 75, 32, 14, 5, 6


@jitable
def share(mine: int, theirs: int, weight: int) -> int:
    """The lead in something, as a part of all that there is of it."""
    return weight * (mine - theirs) // (mine + theirs + 2)


@jitable
def evaluate(state: OthelloState) -> int:
    mine, theirs = state.mine, state.theirs
    free = CELLS ^ (mine | theirs)
    lead = side_value(mine, theirs, free) - side_value(theirs, mine, free)
    open_mine = popcount(around(theirs) & free)
    open_theirs = popcount(around(mine) & free)
    moves_mine = popcount(placements(mine, theirs))
    moves_theirs = popcount(placements(theirs, mine))
    lead += share(moves_mine, moves_theirs, MOBILITY) + share(open_mine, open_theirs, FRONTIER)
    left = popcount(free)
    if left < 16:
        lead += (16 - left) * LATE * (popcount(mine) - popcount(theirs)) // 16
    return lead


@jitable
def side_value(mine: Bits, theirs: Bits, free: Bits) -> int:
    """The worth of discs on and beside corners; beside one, only while it is free."""
    danger = around(CORNERS & free) & mine
    return (
        CORNER * popcount(mine & CORNERS)
        - NEXT_DIAGONAL * popcount(danger & DIAGONAL)
        - NEXT_BESIDE * popcount(danger & BESIDE)
        + EDGE * popcount(mine & EDGES)
    )


# Playouts


@jitable
def play_out(state: OthelloState, random: Bits) -> tuple[OthelloState, int]:
    # as the default; the sides change places in registers, and moves are found once
    mine, theirs, plies = state.mine, state.theirs, 0
    passed = False
    cells = placements(mine, theirs)
    if not cells and not placements(theirs, mine):
        return state, 0
    while True:
        random = (random + GOLDEN) & ALL
        if cells:
            passed = False
            disc = nth_single(cells, bounded(mix(random), popcount(cells)))
            turned = captured(disc, mine, theirs)
            mine, theirs = theirs ^ turned, mine | disc | turned
        else:
            passed = True
            mine, theirs = theirs, mine
        plies += 1
        cells = placements(mine, theirs)
        # after a pass the other side can move
        if not cells and (passed or not placements(theirs, mine)):
            break
    return OthelloState(mine, theirs, (state.seat + plies) & 1), plies


def functions(game: Game, state: type) -> Functions:
    """The hints for Othello, by name."""
    return named(
        symmetry_count,
        symmetric_state,
        symmetric_action,
        is_legal,
        most_plies,
        evaluate,
        play_out,
    )
