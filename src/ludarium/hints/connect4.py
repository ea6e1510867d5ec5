"""Hints for Connect Four: a static evaluation by threats, the mirror, and fast playouts."""

from __future__ import annotations

from ludarium.games.connect4 import (
    BOARD,
    BOTTOM,
    CELLS,
    NAMES,
    NORTH,
    Connect4State,
    has_four,
    landings,
    movers,
)
from ludarium.rules.bits import (
    ALL,
    EMPTY,
    GOLDEN,
    ONE,
    Bits,
    bit,
    bounded,
    mix,
    nth_single,
    popcount,
)
from ludarium.rules.boards.verbs import symmetries
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import Game

__all__ = ["functions"]

MAPPING, SIZE = BOARD.mappings, BOARD.size
EAST, _, NORTHEAST, NORTHWEST = BOARD.shifts
TWO, THREE = Bits(2), Bits(3)
ODD = BOARD.rows[0] | BOARD.rows[2] | BOARD.rows[4]  # the first, third and fifth row
EVEN = CELLS ^ ODD


def fours_through() -> tuple[Bits, ...]:
    """The cells that more than 3, 4, ... fours of the grid go through."""
    fours = [
        {index + int(shift) * step for step in range(4)}
        for index in NAMES
        for shift in BOARD.shifts
    ]
    counts = [sum(index in four <= NAMES.keys() for four in fours) for index in range(SIZE)]
    return tuple(
        Bits(sum(1 << index for index, count in enumerate(counts) if count > least))
        for least in range(3, max(counts))
    )


LINES = fours_through()


symmetry_count, symmetric_state = symmetries(BOARD, Connect4State, 2)


@jitable
def symmetric_action(state: Connect4State, symmetry: int, action: int) -> int:
    return MAPPING[SIZE * symmetry + action]


@jitable
def is_legal(state: Connect4State, seat: int, action: int) -> bool:
    return 0 <= action < SIZE and bool(landings(state.mine, state.theirs) & bit(action))


@jitable
def most_plies(state: Connect4State) -> int:
    return popcount(CELLS ^ (state.mine | state.theirs))


# Threats: free cells that would complete a four


@jitable
def completing(discs: Bits, way: Bits) -> Bits:
    """The cells that complete a four along an axis: at either end of three, or in a gap."""
    twice, thrice = way * TWO, way * THREE
    below = (discs << way) & (discs << twice)
    above = (discs >> way) & (discs >> twice)
    ends = (below & (discs << thrice)) | (above & (discs >> thrice))
    return ends | (below & (discs >> way)) | (above & (discs << way))


@jitable
def threats(discs: Bits, free: Bits) -> Bits:
    """The free cells where one more of these discs completes a four."""
    upwards = (discs << NORTH) & (discs << (NORTH * TWO)) & (discs << (NORTH * THREE))
    diagonal = completing(discs, NORTHEAST) | completing(discs, NORTHWEST)
    return (upwards | completing(discs, EAST) | diagonal) & free


@jitable
def is_forcing(state: Connect4State, action: int) -> bool:
    """Return whether the action completes a four, or keeps the other side from completing one."""
    free = CELLS ^ (state.mine | state.theirs)
    return bool((threats(state.mine, free) | threats(state.theirs, free)) & bit(action))


@jitable
def can_force(state: Connect4State) -> bool:
    next_cells = landings(state.mine, state.theirs)
    return bool(threats(state.mine, next_cells) | threats(state.theirs, next_cells))


# Static evaluation. Towards the end, cells are filled from below, two by two: the side that began
# gets the odd rows, and the other the even ones. What counts is the lowest threat of each column.
# After Allis, A knowledge-based approach of Connect-Four (1988), chapter 3.

AT_ONCE = 900
LAST_CELLS, EACH, PER_LINE, TURN = 9, 14, 3, 8  # LAST_CELLS: for each cell that is filled
EIGHT, SIXTEEN, THIRTY_TWO = Bits(8), Bits(16), Bits(32)


@jitable
def through(discs: Bits) -> int:
    """The number of fours through the discs, roughly."""
    total = 0
    for cells in LINES:
        total += popcount(discs & cells)
    return total


@jitable
def above(cells: Bits) -> Bits:
    """All cells above these."""
    cells = (cells << EIGHT) & CELLS
    cells |= (cells << EIGHT) & CELLS
    cells |= (cells << SIXTEEN) & CELLS
    return cells | ((cells << THIRTY_TWO) & CELLS)


@jitable
def who_gets_the_last_cells(red: Bits, yellow: Bits) -> int:
    """1 where Red's threats will come true when only columns with threats are left, -1 where
    Yellow's will.
    """
    either = red | yellow
    lowest_ones = either & (CELLS ^ above(either))
    red_odd = popcount(lowest_ones & red & ODD)
    yellow_odd = popcount(lowest_ones & yellow & ODD & (CELLS ^ red))
    if red_odd > yellow_odd:
        return 1
    if yellow_odd > red_odd or lowest_ones & yellow & EVEN:
        return -1
    return 0


@jitable
def evaluate(state: Connect4State) -> int:
    occupied = state.mine | state.theirs
    free, next_cells = CELLS ^ occupied, landings(state.mine, state.theirs)
    mine, theirs = threats(state.mine, free), threats(state.theirs, free)
    if mine & next_cells:
        return AT_ONCE
    at_once = theirs & next_cells
    if at_once & (at_once - ONE):
        return -AT_ONCE
    # two of mine above each other: the other side must answer the lower one
    if at_once == EMPTY and (mine >> NORTH) & mine & (next_cells << NORTH):
        return AT_ONCE
    red, yellow = (mine, theirs) if state.seat == 0 else (theirs, mine)
    last = who_gets_the_last_cells(red, yellow) * LAST_CELLS * popcount(occupied)
    score = last if state.seat == 0 else -last
    score += EACH * (popcount(mine) - popcount(theirs))
    return score + PER_LINE * (through(state.mine) - through(state.theirs)) + TURN


# Playouts


@jitable
def play_out(state: Connect4State, random: Bits) -> tuple[Connect4State, int]:
    # as the default; the sides change places in registers
    mine, theirs, plies = state.mine, state.theirs, 0
    if movers(state):
        while True:
            occupied = mine | theirs
            cells = ((occupied << NORTH) | BOTTOM) & (CELLS ^ occupied)
            if not cells:
                break
            random = (random + GOLDEN) & ALL
            disc = nth_single(cells, bounded(mix(random), popcount(cells)))
            mine, theirs = theirs, mine | disc
            plies += 1
            if has_four(theirs):
                break
    return Connect4State(mine, theirs, (state.seat + plies) & 1), plies


def functions(game: Game, state: type) -> Functions:
    """The hints for Connect Four, by name."""
    return named(
        symmetry_count,
        symmetric_state,
        symmetric_action,
        is_legal,
        most_plies,
        is_forcing,
        can_force,
        evaluate,
        play_out,
    )
