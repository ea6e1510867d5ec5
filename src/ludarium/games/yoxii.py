"""Yoxii: move the totem you share, and wall it in among your own stones.

Two players, White and Red, on 37 cells: a 7 by 7 square without its corners. Each has 18 stones:
five each of value 1, 2 and 3, and three of value 4. The totem starts on the centre, d4. White
begins.

A turn has two parts. First move the totem: to a free neighbouring cell (of eight), or in a straight
line over one or more of your own stones, in an unbroken row next to the totem, to the free cell
directly behind them. Then place one of your stones, of any value, on a free cell next to the totem
(the cell that it just left is free); only if there is none, on any free cell.

When the player whose turn it is cannot move the totem, the game ends. Each side adds up the values
of its stones on the cells around the totem. More points win; if they are equal, more stones around
the totem; if these are equal too, it is a draw.

Source: the rules in the box, in Czech; how many stones there are of each value, from public
descriptions of the box.

Notation: `d5/3d6` moves the totem to d5, then places a stone of value 3 on d6.
"""

from __future__ import annotations

import functools
import re
from typing import NamedTuple

from ludarium.errors import PositionError
from ludarium.phrases import counted, say
from ludarium.rules.bits import (
    EMPTY,
    ONE,
    Bits,
    Eight,
    bit,
    count_of_eight,
    fold,
    image,
    lowest,
    nth_bit,
    nth_of_eight,
    popcount,
    to_bits,
    to_int,
)
from ludarium.rules.dispatch import jitable, large
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.generic import OVER
from ludarium.rules.memory import Memory, peek, poke
from ludarium.rules.view import (
    Colour,
    Glyph,
    Hand,
    HandItem,
    Label,
    Mark,
    Piece,
    SeatView,
    Site,
    Tally,
    View,
)

# A cell's index is column + 8 * row, both from 0. The eighth column does not exist: what leaves a
# row at its end falls out of BOARD instead of coming back in the next row.
# the columns of rows 1 to 7
ROWS = (" cde ", "bcdef", "abcdefg", "abcdefg", "abcdefg", "bcdef", " cde ")
NAMES = {
    column + 8 * row: "abcdefg"[column] + str(row + 1)
    for row in range(7)
    for column in range(7)
    if "abcdefg"[column] in ROWS[row]
}
INDEX = {name: index for index, name in NAMES.items()}
BOARD = Bits(sum(1 << index for index in NAMES))
CENTRE = Bits(1 << INDEX["d4"])
EAST, NORTH, NORTHEAST, NORTHWEST = Bits(1), Bits(8), Bits(9), Bits(7)
WAYS = (1, -1, 8, -8, 9, -9, 7, -7)  # what going that way, or the opposite, adds to an index
STOCK = (5, 5, 5, 3)  # stones of value 1, 2, 3 and 4 that each side has

# The symmetries of a square, as where each puts each cell.
MAPPING = tuple(
    {0: x, 1: 6 - x, 2: x, 3: 6 - x, 4: y, 5: y, 6: 6 - y, 7: 6 - y}[k]
    + 8 * {0: y, 1: y, 2: 6 - y, 3: 6 - y, 4: x, 5: 6 - x, 6: x, 7: 6 - x}[k]
    for k in range(8)
    for y in range(8)
    for x in range(8)
)


class YoxiiState(NamedTuple):
    """mine, theirs: the stones of the seat to move and of the other; low, high: the two bits of
    each stone's value minus 1.
    """

    mine: Bits
    theirs: Bits
    low: Bits
    high: Bits
    totem: Bits
    seat: int


def start(ruleset: Ruleset, seats: int) -> YoxiiState:
    return YoxiiState(EMPTY, EMPTY, EMPTY, EMPTY, CENTRE, 0)


# Rules


@jitable
def around(cells: Bits) -> Bits:
    """The cells next to these, and these themselves."""
    rows = cells | (cells << EAST) | (cells >> EAST)
    return (rows | (rows << NORTH) | (rows >> NORTH)) & BOARD


@jitable
def free_cells(state: YoxiiState) -> Bits:
    return BOARD ^ (state.mine | state.theirs | state.totem)


@jitable
def landing(totem: int, way: int, stones: Bits, free: Bits) -> Bits:
    """Where the totem lands when it jumps this way over a stone next to it and those of these
    stones behind, if that cell is free.
    """
    index = totem + 2 * way
    while bit(index & 63) & stones:
        index += way
    # what leaves the board below comes back above it, where no cells are
    return bit(index & 63) & free


@jitable
def targets(state: YoxiiState) -> Bits:
    """Where the totem can go."""
    free = free_cells(state)
    near = around(state.totem)
    reached = near & free
    jumped = near & state.mine
    if jumped:
        totem = lowest(state.totem)
        while jumped:
            reached |= landing(totem, lowest(jumped) - totem, state.mine, free)
            jumped &= jumped - ONE
    return reached


@jitable
def cells_by_way(state: YoxiiState, totems: Bits) -> Eight:
    """Where a stone can be placed next to one of these targets: a set for each way from the target
    to the cell, as in WAYS.
    """
    free = free_cells(state) | state.totem
    return (
        (totems << EAST) & free,
        (totems >> EAST) & free,
        (totems << NORTH) & free,
        (totems >> NORTH) & free,
        (totems << NORTHEAST) & free,
        (totems >> NORTHEAST) & free,
        (totems << NORTHWEST) & free,
        (totems >> NORTHWEST) & free,
    )


@jitable
def walled_in(state: YoxiiState, totems: Bits) -> Bits:
    """Those of these targets that have no free cell around them: then a stone goes to any free cell
    of the board.
    """
    free = free_cells(state) | state.totem
    east_west = (free << EAST) | (free >> EAST)
    rows = free | east_west
    return totems & (BOARD ^ ((east_west | (rows << NORTH) | (rows >> NORTH)) & BOARD))


@jitable
def stones_of(state: YoxiiState, value: int) -> Bits:
    """All stones of this value, 1 to 4."""
    low = state.low if (value - 1) & 1 else BOARD ^ state.low
    high = state.high if (value - 1) & 2 else BOARD ^ state.high
    return low & high


@jitable
def in_hand(state: YoxiiState, value: int) -> int:
    """How many stones of this value the seat to move has left."""
    return STOCK[value - 1] - popcount(state.mine & stones_of(state, value))


@jitable
def values_in_hand(state: YoxiiState) -> Bits:
    """The set of values, less 1, of which the seat to move has a stone left."""
    values = EMPTY
    for value in range(1, 5):
        if in_hand(state, value):
            values |= bit(value - 1)
    return values


@jitable
def movers(state: YoxiiState) -> Bits:
    return ONE << to_bits(state.seat) if targets(state) else EMPTY


@jitable
def place_count(state: YoxiiState, totems: Bits) -> int:
    """How many ways there are to move the totem to one of these targets and choose a cell for a
    stone.
    """
    count = count_of_eight(cells_by_way(state, totems))
    walled = walled_in(state, totems)
    if walled:
        # the target is taken, but the totem's old cell is free
        count += popcount(walled) * popcount(free_cells(state))
    return count


@jitable
def legal_count(state: YoxiiState, seat: int) -> int:
    return place_count(state, targets(state)) * popcount(values_in_hand(state))


@jitable
def nth_legal(state: YoxiiState, seat: int, n: int) -> int:
    totems = targets(state)
    values = values_in_hand(state)
    value_count = popcount(values)
    value = 1 + nth_bit(values, n % value_count)
    n //= value_count
    cells = cells_by_way(state, totems)
    count = count_of_eight(cells)
    if n < count:
        way, cell = nth_of_eight(cells, WAYS, n)
        return pack(cell - way, value, cell)
    n -= count
    free_count = popcount(free_cells(state))
    target = nth_bit(walled_in(state, totems), n // free_count)
    return pack(
        target, value, nth_bit(free_cells(state) ^ state.totem ^ bit(target), n % free_count)
    )


@jitable
def pack(target: int, value: int, cell: int) -> int:
    """The action that moves the totem to `target` and places a stone of `value` on `cell`."""
    return target + (cell << 6) + (value << 12)


@jitable
def play(state: YoxiiState, action: int) -> YoxiiState:
    target = action & 63
    cell = bit((action >> 6) & 63)
    code = (action >> 12) - 1
    low = state.low | cell if code & 1 else state.low
    high = state.high | cell if code & 2 else state.high
    return YoxiiState(state.theirs, state.mine | cell, low, high, bit(target), 1 - state.seat)


@jitable
def points(state: YoxiiState, stones: Bits) -> int:
    """The sum of the values of these stones that are next to the totem."""
    near = around(state.totem) & stones
    return popcount(near) + popcount(near & state.low) + 2 * popcount(near & state.high)


@jitable
def returns(state: YoxiiState, seat: int) -> float:
    near = around(state.totem)
    lead = points(state, state.mine) - points(state, state.theirs)
    if lead == 0:
        lead = popcount(near & state.mine) - popcount(near & state.theirs)
    if lead == 0:
        return 0.0
    return 1.0 if (lead > 0) == (seat == state.seat) else -1.0


@jitable
def symmetry_count(state: YoxiiState) -> int:
    return 8


@jitable
def symmetric_state(state: YoxiiState, symmetry: int) -> YoxiiState:
    return YoxiiState(
        image(state.mine, MAPPING, 64 * symmetry),
        image(state.theirs, MAPPING, 64 * symmetry),
        image(state.low, MAPPING, 64 * symmetry),
        image(state.high, MAPPING, 64 * symmetry),
        image(state.totem, MAPPING, 64 * symmetry),
        state.seat,
    )


@jitable
def symmetric_action(state: YoxiiState, symmetry: int, action: int) -> int:
    return pack(
        MAPPING[64 * symmetry + (action & 63)],
        action >> 12,
        MAPPING[64 * symmetry + ((action >> 6) & 63)],
    )


@jitable
def put_legal(state: YoxiiState, seat: int, memory: Memory, place: int) -> None:
    totems = targets(state)
    values = values_in_hand(state)
    sets = cells_by_way(state, totems)
    for number in range(8):
        cells = sets[number]
        while cells:
            cell = lowest(cells)
            place = put_values(memory, place, values, cell - WAYS[number], cell)
            cells &= cells - ONE
    walled = walled_in(state, totems)
    while walled:
        target = lowest(walled)
        cells = free_cells(state) ^ state.totem ^ bit(target)
        while cells:
            place = put_values(memory, place, values, target, lowest(cells))
            cells &= cells - ONE
        walled &= walled - ONE


@jitable
def put_values(memory: Memory, place: int, values: Bits, target: int, cell: int) -> int:
    """Put the actions that place a stone of any of these values, less 1, on this cell; returns the
    place after them.
    """
    while values:
        poke(memory, place, pack(target, lowest(values) + 1, cell))
        place += 1
        values &= values - ONE
    return place


@jitable
def is_legal(state: YoxiiState, seat: int, action: int) -> bool:
    if action < 0 or action >> 12 not in (1, 2, 3, 4):
        return False
    target, stone = bit(action & 63), bit((action >> 6) & 63)
    free = (free_cells(state) | state.totem) & (BOARD ^ (BOARD & target))
    near = around(target) & free
    return bool(
        targets(state) & target
        and stone & (near if near else free)
        and in_hand(state, action >> 12)
    )


@jitable
def fingerprint(state: YoxiiState) -> Bits:
    """Leaves out the values of stones that the totem can never stand next to again, and stones in
    hand beyond those that can be placed.
    """
    free = free_cells(state)
    near = around(free | state.totem)
    low, high = state.low & near, state.high & near
    turns = popcount(free)
    mine, theirs = (turns + 1) >> 1, turns >> 1
    hands = 0
    for value in range(1, 5):
        stones = stones_of(state, value)
        hands = hands * 64 + 8 * min(mine, STOCK[value - 1] - popcount(state.mine & stones))
        hands += min(theirs, STOCK[value - 1] - popcount(state.theirs & stones))
    return fold((state.mine, state.theirs, low, high, state.totem, to_bits(hands * 2 + state.seat)))


@jitable
def most_plies(state: YoxiiState) -> int:
    return popcount(free_cells(state))  # each turn fills one, and the last cell is the totem's


# Evaluation

# The weights of what is seen on the board, in hundredths, without free cells and with 32 of them.
#
# In the first row: of the move itself; of the lead in points around the totem; of each target of
# the seat to move, and of the other seat; of each stone of value 1 to 4 that the seat to move has
# more in hand.
#
# In the others, of each cell that is not filled, with the totem's: of all; what is added where the
# totem can go there now; what is added where it stands. First LEADS, in rows from 8 and more points
# behind, for the seat to move, on the cells around it to 8 and more ahead. A row for each number of
# cells around it that are not filled yet, 0 to 3 and more; and four for each of these: where the
# totem could not jump from there, could jump over stones of the seat to move only, of the other
# only, and of both. Then JUMPS: in how many ways it could jump from there, over stones of the other
# 0, 1, 2, 3 and more, four times for as many over those of the seat to move. A row for each number
# of cells around it that are not filled, 0 to 6 and more.
#
# Made by `benchmarks/fit_evaluation.py yoxii --games 10000 --depth 5 --opening 14`; in these games
# the engine judged by weights of the same kind, fitted to 279,000 positions in which sides had
# erred, a sixth of them solved.
LATE = (
    (22, 4, 64, -33, -96, -96, -78, -46),
    (14, -29, 15, 25, 9, -32, -19, 13, -3, -7, 17, 24, -11, -19, -13, 27, -11),
    (-40, -59, -25, -53, -40, -67, -58, -50, -1, 39, 28, 59, 27, 60, 75, 30, 44),
    (-41, -15, -78, -46, -14, -64, -17, -35, 2, 42, 46, 60, 28, 50, 22, 49, 23),
    (-47, -52, -54, -41, -41, -41, -3, -46, 3, 50, 7, 51, 40, 39, 64, 59, 55),
    (-48, -46, -53, -30, -50, -15, -25, -6, 2, 1, 41, 14, 48, 26, 41, 51, 50),
    (-67, -69, -49, -54, -60, -8, 2, 0, 26, 22, 17, 38, 32, 17, 56, 66, 76),
    (-75, -61, -59, -12, -31, -39, -20, -14, -29, 2, -4, 17, 66, 52, 33, 57, 45),
    (-12, -10, -19, -14, 0, -24, 6, -10, 6, 13, -5, 31, 13, 17, 21, 18, 27),
    (-51, -48, -25, -18, -36, -10, 11, -16, 0, 20, -2, 20, 40, 20, 23, 42, 31),
    (-18, -6, -15, -24, -7, -13, 10, -11, 18, 12, -6, 14, 28, 38, 18, 20, 52),
    (-48, -29, -33, -42, -34, -17, 6, -14, -9, 22, -6, 27, 20, 28, 19, -5, 19),
    (-16, -15, -26, -19, -11, -10, 2, -2, 1, 9, 4, 10, 23, 18, 25, 25, 17),
    (-39, -32, -18, -20, -24, -10, -8, -6, 0, 8, 14, 15, 28, 26, 20, 22, 35),
    (-3, 11, -5, -24, -52, -8, -5, 7, -2, 9, 16, 12, 25, 42, 48, 34, 41),
    (-42, -25, -37, -33, -25, -13, -14, -4, 18, 6, 10, 12, 49, 25, 0, -18, 12),
    (-7, -1, -26, -27, 1, -10, 1, 4, -3, 8, 6, 16, 4, 25, 19, 13, 10),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (-43, -32, -40, -60, -46, -75, -72, -106, -13, 99, 68, 91, 74, 94, 62, 52, 92),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (-16, -20, -1, -11, -10, -1, -41, -13, 8, 60, 49, 70, 62, 75, 32, 74, 70),
    (-83, -57, -105, -95, -57, -14, 34, 45, 41, 50, 49, 42, 43, 42, 38, 26, 36),
    (-84, -90, -91, -159, -111, -47, 35, 69, 68, 76, 84, 80, 71, 106, 57, 49, 113),
    (-39, -29, -23, -19, -27, -13, -12, 40, 29, 18, 10, 20, -25, -12, 6, 3, -1),
    (-50, -34, -23, -34, -35, -33, -37, -11, -1, -17, -1, 11, 1, 2, 8, -7, -6),
    (-42, -29, -25, -15, 7, -5, 9, 23, 4, 14, 20, 14, 19, 26, 11, -5, 2),
    (-21, -8, 11, -8, -16, 18, 14, 16, 5, 20, 11, 16, 13, 16, 28, 9, 37),
    (-38, -47, -40, -38, -19, -30, -25, 8, 23, 20, 11, 18, -1, 3, 3, 0, 15),
    (-37, -14, -17, -20, -31, -5, 1, -11, -22, 0, -6, -12, -7, -6, 8, 9, -14),
    (-30, -10, -30, -26, 3, -19, 9, -5, 23, 7, 16, 16, 15, 2, 6, -2, 19),
    (-7, -6, 6, -14, 16, -17, 10, 10, 9, 8, 9, 25, 16, 12, 10, 24, 44),
    (-57, -14, -25, -26, 2, -17, -12, -13, -8, -7, 4, -17, -10, 4, 5, 0, 6),
    (-22, -10, -23, -23, -27, -19, -10, -20, -5, -14, -22, -7, 7, -19, 4, -3, -7),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (6, -20, 8, 2, 45, -2, 2, 21, 16, 5, -11, -12, -34, 22, -5, -2, 10),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (26, 14, 15, 31, -18, -30, 40, 15, -15, -28, 6, -20, -24, -42, 21, -18, -11),
    (-8, 16, 2, -8, 0, -29, 14, -3, -54, -40, 13, 26, 30, 11, -8, 21, 20),
    (12, 11, 6, 30, 16, 1, -30, -41, -4, -15, 41, -11, 18, -3, 11, 6, 9),
    (15, 11, -10, -17, 21, -28, -63, -9, 13, -13, -4, 21, 16, -23, 6, -3, 10),
    (-2, 12, 5, 18, 6, -14, 4, -8, -32, 5, 12, 7, -9, -1, -12, 24, 0),
    (-8, 8, -23, -5, -14, 5, -13, -32, 33, -2, 15, 1, 25, -4, 23, 2, 7),
    (7, -5, -1, 5, 3, -9, 26, 2, -20, -13, 9, -10, 15, 7, 0, -2, 2),
    (4, -14, -5, 7, -13, 1, 9, 10, 17, -5, -12, -7, -9, 12, -2, 1, 2),
    (-3, 2, 14, 8, -9, 1, -13, -6, -11, -2, -2, 9, 11, -2, -4, 3, -2),
    (1, 2, -11, 13, -9, 2, -6, 32, -16, -14, 22, -6, -1, -4, 11, 1, 7),
    (4, -9, 0, -2, 9, -1, -12, 2, -7, 9, -8, -10, 8, 2, 1, -1, 7),
    (-10, 14, 23, 9, -4, -4, -7, -12, -6, -14, 5, 4, -5, -4, 3, 0, 2),
    (6, 11, -15, 2, 5, -10, 29, -15, -5, -11, -17, -14, -10, 3, 1, 0, -1),
    (0, 16, 17, -19, -18, 2, -17, -47, -29, 19, 3, -32, 15, 70, 42, 3),
    (2, 2, -24, -52, -7, 6, -1, 2, 9, 13, 9, 4, 42, 16, 9, 2),
    (-1, -7, -37, -52, 10, 10, 3, 12, 39, 6, 5, -3, 61, 0, 1, 2),
    (2, -4, -36, -13, 10, 10, -4, 18, 38, 7, -4, 7, 13, -23, -8, 0),
    (2, -7, -14, -21, 13, 11, 7, 31, 15, 4, 3, 0, 32, -19, 0, 0),
    (2, -11, 5, -6, 8, 7, -10, 0, -2, -6, 0, 0, 10, 0, 0, 0),
    (5, 6, 22, 0, 7, 4, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 17, 92, 59, -3, 54, 104, 43, 1, 73, 79, 11, 5),
    (37, 4, -43, -32, 93, -9, -70, -51, 103, -1, -43, -31, 31, -18, -30, -15),
    (29, -52, -58, -29, 74, -34, -35, -26, 55, -10, -37, -12, 33, -16, -16, 4),
    (-3, -45, -30, -15, 27, -25, -44, -21, 30, -15, -8, -21, 23, 0, -2, 0),
    (11, -26, -15, -19, 20, -17, -26, 0, 21, -31, 3, 0, 7, 3, 0, 0),
    (9, -24, 1, -2, 22, -5, -17, 0, 13, 2, 0, 0, 0, 0, 0, 0),
    (-25, -11, 3, 0, -7, 1, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, -5, -49, -25, 22, 36, 15, 6, 23, 19, -14, -8, -7),
    (2, -29, -23, -4, 20, 0, -7, 10, 29, -4, 12, 12, 9, 0, -2, -6),
    (18, -17, 4, 9, 7, -18, 12, 4, 3, -12, 7, -3, 4, 4, 1, -2),
    (8, -16, -14, 3, 4, -23, 3, 14, 0, -1, 7, 1, -1, 7, -1, 0),
    (7, -13, 15, 9, -2, 11, 0, 0, -3, -7, 1, 0, -1, -2, 0, 0),
    (11, -9, 7, 7, -6, -29, -1, 0, 0, -8, 0, 0, 0, 0, 0, 0),
    (-2, 0, 5, 0, 0, -12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
)
EARLY = (
    (8, -2, 9, 9, -62, -65, -74, -56),
    (5, -19, 10, 27, 4, 2, -19, -33, -1, 39, 21, -5, 0, -26, -14, 17, -1),
    (-21, -18, -4, -12, -53, -52, -48, -36, 6, 50, 34, 37, 23, 69, 33, 34, 52),
    (-56, -32, -34, -70, -24, -43, -36, -56, -2, 45, 48, 53, 68, 10, 7, 17, 18),
    (-43, -24, -19, -39, -21, -44, -28, -40, -2, 36, 24, 44, 19, 39, 22, 21, 46),
    (-7, -25, -2, -8, -28, -3, 10, 10, -6, -12, -13, 0, 26, 10, 14, 22, 12),
    (-53, -21, -34, -33, -2, 15, 41, 38, 41, 4, 11, 11, 43, 51, 18, 15, 19),
    (-23, -17, -13, -52, -38, -12, -8, -6, -28, -36, -39, -24, 4, 35, 35, 21, 53),
    (-16, -22, -34, -25, -27, 26, 18, 7, -4, -5, -17, -27, 24, 20, 35, 29, 18),
    (-19, -36, -7, 3, -1, -7, -20, -9, 0, 5, 14, 0, 2, -2, 16, 42, 18),
    (-4, 5, -16, 24, -8, -4, -6, -18, 16, 31, 22, 18, 8, 7, 22, 5, 12),
    (-16, -2, -12, -2, -1, -12, -20, -32, -22, 9, 1, -12, 13, -20, 11, 0, 1),
    (-2, -14, 4, -3, 17, 11, 12, -10, 2, 14, -11, -5, -20, 7, -4, 15, 10),
    (-1, -10, 1, -5, -9, -2, -1, 4, -1, -6, -2, -1, 7, 2, 0, 27, 2),
    (11, 36, 4, 18, 4, 9, 14, 18, 11, 7, 11, 9, 16, 6, 8, 16, 1),
    (0, -18, -10, -8, -13, -8, -9, -6, -15, -18, -15, -12, -6, -16, -5, -33, -6),
    (-4, -7, 2, 14, -4, -4, 8, 5, 1, -6, -6, 7, 5, -15, 2, 6, 11),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (-13, -11, -13, -23, -21, -30, -29, -39, -10, 43, 26, 36, 30, 39, 25, 22, 37),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (-2, 0, 7, -3, 3, 14, 2, -15, 6, 28, 22, 42, 32, 32, 16, 42, 41),
    (-39, -30, -41, -38, -25, -4, 19, 22, 18, 23, 22, 19, 17, 21, 16, 8, 14),
    (-48, -51, -45, -79, -67, -20, 21, 35, 33, 44, 48, 40, 37, 67, 35, 36, 63),
    (-24, -9, -9, -7, -5, 2, -11, 21, 16, 11, 8, 14, -23, -11, 5, 8, -1),
    (-24, -14, -2, -5, -9, 6, 12, 0, 14, 1, 14, -5, -13, 0, -15, -10, 0),
    (-21, -5, -7, -5, 11, 1, 13, 23, 6, 1, 3, -6, 10, 15, -11, -8, -8),
    (-8, -2, 7, 2, -6, -3, -10, 5, -28, -7, -15, -4, -16, 10, -5, 19, -2),
    (-1, -15, -10, 0, -8, 7, 0, -10, -10, -8, 3, 2, 9, 2, 4, 3, 6),
    (-11, -6, 13, 6, 2, -14, -26, -11, 4, -19, -8, 5, -5, 0, -12, -13, -5),
    (-10, 13, -14, -4, 7, 5, 1, 5, -1, 12, -1, 0, -22, 10, -6, -17, -3),
    (-9, -6, 16, -6, 11, 8, -16, -10, 0, -6, -8, -3, -10, -7, -15, -17, -11),
    (9, 0, 0, 1, -8, -6, -1, -12, -6, -6, -5, -7, -10, -15, -9, 5, 3),
    (-9, 3, 6, 9, 9, 4, -6, -8, -8, -5, 6, -17, -17, 5, 0, -26, -23),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (4, -10, 5, -2, 30, 0, -8, 10, 15, 12, -8, 5, -19, 5, -2, 1, 10),
    (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (-1, -10, 4, 4, -4, 1, 0, -3, 10, -8, -4, -12, 15, -23, 19, -11, 3),
    (-2, 5, 8, -9, -5, -19, -1, -15, -24, -19, -3, 6, 18, 0, -5, 15, 7),
    (11, 10, -3, 22, 16, -8, -17, -21, -10, -8, 2, 3, 4, -1, -6, 3, 15),
    (-5, -1, 7, 5, 9, -6, -9, 0, 15, 5, 5, -1, 9, -15, 1, 2, 8),
    (-6, 8, 19, 6, 11, -17, -15, 5, 0, 4, -12, 13, -15, 0, -4, 15, 9),
    (5, 16, -7, -9, -14, 0, -11, -15, 9, -13, -8, -10, 15, -8, 14, 1, -1),
    (11, 1, 3, 7, 8, -6, 2, -10, -8, -13, 5, 11, 7, -4, 2, 3, 2),
    (18, -6, -1, 10, 10, 12, 8, 11, -6, -34, -7, -3, -3, 10, -5, 1, 0),
    (6, -7, 1, 14, 0, -8, -7, -3, -7, 11, 4, -15, 10, -14, 1, 4, -18),
    (-1, 9, 1, -19, -7, -19, 10, -23, 22, 4, 2, -5, -3, 0, 13, 0, 5),
    (6, -8, 6, -4, 2, -11, -2, -14, -10, 15, -7, 5, 5, 2, 4, 2, 2),
    (6, 10, -3, -3, 6, -4, 11, 3, -2, 8, 8, -4, -3, -3, 4, 2, 6),
    (3, -18, 0, -2, 1, 3, -16, 0, 10, 12, 2, 1, -10, -25, 6, -2, 2),
    (7, 0, -26, -58, 15, 4, -25, -63, 29, 27, 2, -35, 51, 51, 31, 0),
    (1, -24, -48, -76, 27, -1, -27, -53, 53, 25, -6, -17, 84, 52, 30, -1),
    (0, -17, -32, -67, 17, -3, -28, -38, 30, 31, 7, -14, 66, 39, 24, 7),
    (0, -16, -18, -52, 14, -2, -16, -32, 23, 15, 3, 0, 50, 32, 10, 0),
    (1, -8, -28, -35, 5, -4, -13, -16, 28, 13, 3, 0, 38, 16, 0, 0),
    (2, -3, -14, -23, 3, 0, -10, 0, 15, 17, 0, 0, 20, 0, 0, 0),
    (3, 2, -2, 0, -1, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 10, 56, 27, 7, 22, 65, 27, 5, 36, 61, 11, 7),
    (22, -1, 13, -24, 47, -7, 8, -15, 76, -7, -1, -16, 27, 20, -16, -18),
    (12, 12, -13, -23, -22, -1, -13, -32, -32, -12, -21, -18, -9, -4, -1, 3),
    (14, 12, -10, -19, -20, -13, 6, -7, -12, 12, -12, -35, 11, 15, 2, 0),
    (-15, 0, -5, -13, -19, 1, -4, -26, -1, 6, -6, 0, -20, 7, 0, 0),
    (-14, 6, -11, -6, -10, -4, 2, 0, 3, -16, 0, 0, -14, 0, 0, 0),
    (-9, -1, -21, 0, -4, -4, 0, 0, -5, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, -5, 16, 2, -14, 31, 5, -14, 5, 22, -15, -7, 0),
    (-42, -6, 25, 10, -21, -15, 7, 8, 19, 27, 11, -10, 12, 4, -12, -2),
    (-35, -5, -1, 20, 8, -1, 7, -13, 7, -7, -13, 2, 6, -1, -4, 3),
    (-13, 14, 30, 17, 0, 6, -7, 5, -5, -15, -2, -9, -1, 8, 3, 0),
    (4, 9, 2, 1, -5, -11, -7, -2, 1, 6, 2, 0, 0, -2, 0, 0),
    (-4, -1, -8, 4, 0, -6, 5, 0, 3, 0, 0, 0, 0, 0, 0, 0),
    (3, -27, 1, 0, 0, -6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
)
MOST_LEAD, MOST_OPEN, MOST_JUMPS = 8, 6, 3
OPEN_LEADS = 4  # numbers of cells not filled that leads are told apart by
# kinds of cells: all that are not filled, those that the totem can go to, and its own
ALL, NEXT, HERE = 0, 1, 2
HALF = 1 << 32


def pair(late: int, early: int) -> int:
    """Two weights in one number, so that one sum adds up both."""
    return late + early * HALF


(MOVE, AROUND, TARGETS, THEIR_TARGETS, *HAND), *ROWS_OF_WEIGHTS = (
    tuple(pair(*both) for both in zip(*rows, strict=True)) for rows in zip(LATE, EARLY, strict=True)
)
HANDS = tuple(HAND)
LEADS = tuple(weight for row in ROWS_OF_WEIGHTS[: 3 * 4 * OPEN_LEADS] for weight in row)
JUMPS = tuple(weight for row in ROWS_OF_WEIGHTS[3 * 4 * OPEN_LEADS :] for weight in row)


@jitable
def balance(state: YoxiiState, cells: Bits) -> int:
    """The lead in points of the stones on these cells, for the seat to move."""
    mine, theirs = state.mine & cells, state.theirs & cells
    twos = popcount(mine & state.high) - popcount(theirs & state.high)
    return (
        popcount(mine)
        - popcount(theirs)
        + popcount(mine & state.low)
        - popcount(theirs & state.low)
        + 2 * twos
    )


@jitable
def seen_from(state: YoxiiState, cell: int, unfilled: Bits) -> tuple[int, int]:
    """The lead around a cell that is not filled, and how many of its neighbours are not."""
    near = around(bit(cell))
    return balance(state, near), popcount(near & unfilled) - 1


@jitable
def jumping_up(stones: Bits, unfilled: Bits, way: Bits) -> Bits:
    """The cells that are not filled, from where the totem can jump over these stones to one whose
    index is higher: `way` for each cell.
    """
    last = stones & (unfilled >> way)
    for _ in range(4):  # a row of seven cells has at most five stones between two others
        last |= stones & (last >> way)
    return unfilled & (last >> way)


@jitable
def jumping_down(stones: Bits, unfilled: Bits, way: Bits) -> Bits:
    """As `jumping_up`, to a cell whose index is lower."""
    last = stones & (unfilled << way)
    for _ in range(4):
        last |= stones & (last << way)
    return unfilled & (last << way)


@jitable
def counted_in(ones: Bits, twos: Bits, cells: Bits) -> tuple[Bits, Bits]:
    """One more for each of these cells, in counts of 0 to 3 and more, of which these are the two
    bits.
    """
    both = twos & ones & cells
    return (ones ^ cells) | both, twos ^ (ones & cells) | both


@jitable
def jump_counts(stones: Bits, unfilled: Bits) -> tuple[Bits, Bits]:
    """In how many ways the totem can jump over these stones, from each cell that is not filled: the
    two bits of 0 to 3 and more.
    """
    ones, twos = EMPTY, EMPTY
    for way in (EAST, NORTH, NORTHEAST, NORTHWEST):
        ones, twos = counted_in(ones, twos, jumping_up(stones, unfilled, way))
        ones, twos = counted_in(ones, twos, jumping_down(stones, unfilled, way))
    return ones, twos


Jumps = tuple[Bits, Bits, Bits, Bits]


@jitable
def all_jumps(mine: Bits, theirs: Bits, unfilled: Bits) -> Jumps:
    """The two bits of how many jumps there are from each cell, over the stones of the seat to move,
    and over those of the other.
    """
    ones, twos = jump_counts(mine, unfilled)
    their_ones, their_twos = jump_counts(theirs, unfilled)
    return ones, twos, their_ones, their_twos


@jitable
def jumps_from(jumps: Jumps, cell: int) -> int:
    """The jumps from this cell, as a column of their weights."""
    one, two, their_one, their_two = jumps
    place = to_bits(cell)
    ways = to_int((their_one >> place) & ONE) + 2 * to_int((their_two >> place) & ONE)
    return ways + 4 * to_int((one >> place) & ONE) + 8 * to_int((two >> place) & ONE)


@jitable
def row_of_leads(kind: int, jumps: int, open_around: int) -> int:
    """Where the weight of no lead is, for a cell with these jumps and so many neighbours that are
    not filled.
    """
    over = (1 if jumps > MOST_JUMPS else 0) + (2 if jumps & MOST_JUMPS else 0)
    return (2 * MOST_LEAD + 1) * (
        4 * (OPEN_LEADS * kind + min(OPEN_LEADS - 1, open_around)) + over
    ) + MOST_LEAD


@jitable
def place_of_lead(row: int, lead: int) -> int:
    return row + max(-MOST_LEAD, min(MOST_LEAD, lead))


@jitable
def place_of_jumps(kind: int, jumps: int, open_around: int) -> int:
    return (MOST_JUMPS + 1) ** 2 * ((MOST_OPEN + 1) * kind + min(MOST_OPEN, open_around)) + jumps


@jitable
def cell_weight(kind: int, lead: int, jumps: int, open_around: int) -> int:
    """The weights of a cell with this lead, these jumps and so many neighbours that are not
    filled.
    """
    return (
        LEADS[place_of_lead(row_of_leads(kind, jumps, open_around), lead)]
        + JUMPS[place_of_jumps(kind, jumps, open_around)]
    )


@jitable
def weighed(weights: int, free: int) -> int:
    """The sum of pairs of weights, with so many free cells, in hundredths."""
    late = ((weights + HALF // 2) & (HALF - 1)) - HALF // 2
    early = (weights - late) // HALF
    return (late * (32 - free) + early * free) >> 5


@jitable
def other_side(state: YoxiiState) -> YoxiiState:
    """The same stones and totem, seen from the seat that does not move."""
    return YoxiiState(state.theirs, state.mine, state.low, state.high, state.totem, 1 - state.seat)


@jitable
def hand_weight(state: YoxiiState) -> int:
    other = other_side(state)
    weights = 0
    for value in range(1, 5):
        weights += HANDS[value - 1] * (in_hand(state, value) - in_hand(other, value))
    return weights


@jitable
def evaluate(state: YoxiiState) -> int:
    free, near = free_cells(state), targets(state)
    unfilled = free | state.totem
    jumps = all_jumps(state.mine, state.theirs, unfilled)
    weights = MOVE + AROUND * balance(state, around(state.totem)) + hand_weight(state)
    weights += TARGETS * popcount(near) + THEIR_TARGETS * popcount(targets(other_side(state)))
    cells = unfilled
    while cells:
        cell = lowest(cells)
        lead, open_around = seen_from(state, cell, unfilled)
        jumped = jumps_from(jumps, cell)
        weights += cell_weight(ALL, lead, jumped, open_around)
        if bit(cell) & (near | state.totem):
            weights += cell_weight(NEXT if bit(cell) & near else HERE, lead, jumped, open_around)
        cells &= cells - ONE
    return weighed(weights, popcount(free))


def features(state: YoxiiState) -> tuple[int, ...]:
    """What `evaluate` weighs, in the order of LATE and EARLY."""
    free, near = free_cells(state), targets(state)
    unfilled = free | state.totem
    jumps = all_jumps(state.mine, state.theirs, unfilled)
    hands = [in_hand(state, value) - in_hand(other_side(state), value) for value in range(1, 5)]
    leads, ways = [0] * len(LEADS), [0] * len(JUMPS)
    for kind, cells in ((ALL, unfilled), (NEXT, near), (HERE, state.totem)):
        for index in NAMES:
            if bit(index) & cells:
                lead, open_around = seen_from(state, index, unfilled)
                leads[
                    place_of_lead(row_of_leads(kind, jumps_from(jumps, index), open_around), lead)
                ] += 1
                ways[place_of_jumps(kind, jumps_from(jumps, index), open_around)] += 1
    reach = popcount(near), popcount(targets(other_side(state)))
    return (1, balance(state, around(state.totem)), *reach, *hands, *leads, *ways)


# The same for all states after one, at once. A stone changes what is weighed at the cells around
# it, and at those from where there are jumps over it or no longer to it, whichever way the totem
# went. Numbers in memory, from the place of the survey:

ALL_CELLS = 0  # the weights of all cells that are not filled, of the move and of the hands
FREE = 1  # free cells after the move
KNOWN_TARGETS, KNOWN_CELLS = 2, 3
JUMPING = 4  # the jumps of all cells, before the stone is placed
SURVEYED_CELLS = 8  # from here on PER_CELL numbers for each cell:
LEAD, OPEN = 0, 1  # for the seat to move afterwards, before the stone is placed
NEAR, NEARBY = 2, 3  # the targets of that seat and of the other, with the totem on this cell
GAIN = 4  # what a stone of each value on this cell changes
JUMPING_OVER = 8  # the jumps of all cells, with a stone on this one
PER_CELL = 12


@jitable
def survey(state: YoxiiState, memory: Memory, place: int) -> bool:
    after = other_side(state)
    unfilled = free_cells(state) | state.totem
    jumps = all_jumps(after.mine, after.theirs, unfilled)
    weights = MOVE + hand_weight(after)
    cells = unfilled
    while cells:
        cell = lowest(cells)
        here = place + SURVEYED_CELLS + PER_CELL * cell
        lead, open_around = seen_from(after, cell, unfilled)
        poke(memory, here + LEAD, lead)
        poke(memory, here + OPEN, open_around)
        weights += cell_weight(ALL, lead, jumps_from(jumps, cell), open_around)
        cells &= cells - ONE
    poke(memory, place + ALL_CELLS, weights)
    poke(memory, place + FREE, popcount(unfilled) - 2)
    poke(memory, place + KNOWN_TARGETS, 0)
    poke(memory, place + KNOWN_CELLS, 0)
    poke_jumps(memory, place + JUMPING, jumps)
    return True


@jitable
def poke_jumps(memory: Memory, place: int, jumps: Jumps) -> None:
    one, two, their_one, their_two = jumps
    poke(memory, place, to_int(one))
    poke(memory, place + 1, to_int(two))
    poke(memory, place + 2, to_int(their_one))
    poke(memory, place + 3, to_int(their_two))


@jitable
def peek_jumps(memory: Memory, place: int) -> Jumps:
    numbers = (
        peek(memory, place),
        peek(memory, place + 1),
        peek(memory, place + 2),
        peek(memory, place + 3),
    )
    return to_bits(numbers[0]), to_bits(numbers[1]), to_bits(numbers[2]), to_bits(numbers[3])


@jitable
def where_other(jumps: Jumps, others: Jumps) -> Bits:
    """The cells from where these two differ."""
    return (
        (jumps[0] ^ others[0])
        | (jumps[1] ^ others[1])
        | (jumps[2] ^ others[2])
        | (jumps[3] ^ others[3])
    )


@large
def survey_stone(state: YoxiiState, stone: int, memory: Memory, place: int) -> None:
    """Put down what a stone of each value on this cell changes."""
    cells = place + SURVEYED_CELLS
    here = cells + PER_CELL * stone
    unfilled = (free_cells(state) | state.totem) & (BOARD ^ bit(stone))
    near = around(bit(stone)) & unfilled
    before, jumps = (
        peek_jumps(memory, place + JUMPING),
        all_jumps(state.theirs, state.mine | bit(stone), unfilled),
    )
    poke_jumps(memory, here + JUMPING_OVER, jumps)
    weights = -cell_weight(
        ALL, peek(memory, here + LEAD), jumps_from(before, stone), peek(memory, here + OPEN)
    )
    one, two, three, four = (
        HANDS[0] - AROUND,
        HANDS[1] - 2 * AROUND,
        HANDS[2] - 3 * AROUND,
        HANDS[3] - 4 * AROUND,
    )
    left = near | (unfilled & where_other(jumps, before))
    while left:
        cell = lowest(left)
        at = cells + PER_CELL * cell
        lead, open_around = peek(memory, at + LEAD), peek(memory, at + OPEN)
        jumped, jumping = jumps_from(before, cell), jumps_from(jumps, cell)
        if near & bit(cell):
            row = row_of_leads(ALL, jumping, open_around - 1)
            weights += JUMPS[place_of_jumps(ALL, jumping, open_around - 1)] - cell_weight(
                ALL, lead, jumped, open_around
            )
            one += LEADS[place_of_lead(row, lead - 1)]
            two += LEADS[place_of_lead(row, lead - 2)]
            three += LEADS[place_of_lead(row, lead - 3)]
            four += LEADS[place_of_lead(row, lead - 4)]
        else:
            weights += cell_weight(ALL, lead, jumping, open_around) - cell_weight(
                ALL, lead, jumped, open_around
            )
        left &= left - ONE
    poke(memory, here + GAIN, weights + one)
    poke(memory, here + GAIN + 1, weights + two)
    poke(memory, here + GAIN + 2, weights + three)
    poke(memory, here + GAIN + 3, weights + four)


@large
def survey_target(state: YoxiiState, totem: Bits, memory: Memory, here: int) -> None:
    """Put down where the totem can go from there, before the stone is placed."""
    moved = YoxiiState(state.mine, state.theirs, state.low, state.high, totem, state.seat)
    poke(memory, here + NEAR, to_int(targets(other_side(moved))))
    poke(memory, here + NEARBY, to_int(targets(moved)))


@jitable
def evaluate_after(state: YoxiiState, action: int, memory: Memory, place: int) -> int:
    target, cell, value = action & 63, (action >> 6) & 63, action >> 12
    totem, stone = bit(target), bit(cell)
    if not stone & around(totem):  # the totem is walled in
        after = play(state, action)
        return evaluate(after) if targets(after) else OVER
    cells = place + SURVEYED_CELLS
    here, there = cells + PER_CELL * target, cells + PER_CELL * cell
    if not to_bits(peek(memory, place + KNOWN_TARGETS)) & totem:
        survey_target(state, totem, memory, here)
        poke(memory, place + KNOWN_TARGETS, peek(memory, place + KNOWN_TARGETS) | to_int(totem))
    free = BOARD ^ (state.mine | state.theirs | totem | stone)
    near = to_bits(peek(memory, here + NEAR)) & free
    if not near:
        return OVER
    if not to_bits(peek(memory, place + KNOWN_CELLS)) & stone:
        survey_stone(state, cell, memory, place)
        poke(memory, place + KNOWN_CELLS, peek(memory, place + KNOWN_CELLS) | to_int(stone))
    nearby = (to_bits(peek(memory, here + NEARBY)) & free) | landing(
        target, cell - target, state.mine, free
    )
    jumps = peek_jumps(memory, there + JUMPING_OVER)
    lead, open_around = peek(memory, here + LEAD), peek(memory, here + OPEN) - 1
    weights = peek(memory, place + ALL_CELLS) + peek(memory, there + GAIN + value - 1)
    weights += AROUND * lead + TARGETS * popcount(near) + THEIR_TARGETS * popcount(nearby)
    weights += cell_weight(HERE, lead - value, jumps_from(jumps, target), open_around)
    beside = around(stone)
    while near:
        reached = lowest(near)
        at = cells + PER_CELL * reached
        lead, open_around = peek(memory, at + LEAD), peek(memory, at + OPEN)
        if beside & bit(reached):
            lead -= value
            open_around -= 1
        weights += cell_weight(NEXT, lead, jumps_from(jumps, reached), open_around)
        near &= near - ONE
    return weighed(weights, peek(memory, place + FREE))


# Text


def unpack(action: int) -> tuple[str, int, str]:
    """The totem's new cell, the stone's value, and the stone's cell."""
    return NAMES[action & 63], action >> 12, NAMES[action >> 6 & 63]


def action_texts(state: YoxiiState, seat: int, action: int) -> tuple[str, ...]:
    target, value, cell = unpack(action)
    return (f"{target}/{value}{cell}",)


# the signs on the stones: circle, bars, Y and X; capitals are White's
LETTERS = {0: "OIYX", 1: "oiyx"}


def sides(state: YoxiiState) -> tuple[Bits, Bits]:
    """The stones of White and of Red."""
    return (state.mine, state.theirs) if state.seat == 0 else (state.theirs, state.mine)


def stone_at(state: YoxiiState, index: int) -> tuple[int, int] | None:
    """Whose stone is on this cell, and its value."""
    for seat, stones in enumerate(sides(state)):
        if stones >> index & 1:
            return seat, 1 + (state.low >> index & 1) + 2 * (state.high >> index & 1)
    return None


def sign_at(state: YoxiiState, index: int) -> str:
    if state.totem >> index & 1:
        return "T"
    stone = stone_at(state, index)
    return LETTERS[stone[0]][stone[1] - 1] if stone else "."


def write_position(state: YoxiiState) -> str:
    """Rows 7 to 1: T the totem, O I Y X White's stones of value 1 to 4, o i y x Red's, a digit for
    that many empty cells; who moves.
    """
    rows = [
        "".join(sign_at(state, INDEX[column + str(row + 1)]) for column in ROWS[row].strip())
        for row in range(6, -1, -1)
    ]
    return (
        "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows)
        + " "
        + "wr"[state.seat]
    )


def read_position(text: str, ruleset: Ruleset) -> YoxiiState:
    def fail(column: int, expected: str) -> PositionError:
        return PositionError(f"position {text!r}: at column {column + 1} expected {expected}")

    cells: dict[str, list[str]] = {}
    column = 0
    placement, _, side = text.partition(" ")
    rows = placement.split("/")
    if len(rows) != 7:
        raise fail(0, f"7 rows, not {len(rows)}")
    for row, signs in zip(range(7, 0, -1), rows, strict=True):
        names = [letter + str(row) for letter in ROWS[row - 1].strip()]
        at = 0
        for sign in signs:
            if sign not in "TOIYXoiyx1234567":
                raise fail(column, "T, a stone (OIYX or oiyx) or a number of empty cells")
            width = int(sign) if sign.isdigit() else 1
            if at + width > len(names):
                raise fail(column, f"the end of a row of {len(names)} cells")
            if not sign.isdigit():
                cells.setdefault(sign, []).append(names[at])
            at += width
            column += 1
        if at < len(names):
            raise fail(column, f"{len(names) - at} more cells in this row")
        column += 1
    if side not in ("w", "r"):
        raise fail(column, "w or r, who moves")
    return checked_state(text, cells, "wr".index(side))


def checked_state(text: str, cells: dict[str, list[str]], seat: int) -> YoxiiState:
    """The state of these cells by sign.

    Raises PositionError where no game can come to these counts.
    """

    def impossible(what: str) -> PositionError:
        return PositionError(f"position {text!r}: {what}")

    def stones(signs: str) -> Bits:
        return Bits(sum(1 << INDEX[name] for sign in signs for name in cells.get(sign, [])))

    if len(cells.get("T", [])) != 1:
        raise impossible(f"{len(cells.get('T', []))} totems, expected one")
    for letters in LETTERS.values():
        for sign, most in zip(letters, STOCK, strict=True):
            if len(cells.get(sign, [])) > most:
                raise impossible(f"{len(cells[sign])} stones {sign}, expected at most {most}")
    white, red = stones(LETTERS[0]), stones(LETTERS[1])
    if popcount(white) - popcount(red) != seat:
        expected = "as many stones of White as of Red when White moves, one more when Red moves"
        raise impossible(
            f"{popcount(white)} stones of White and {popcount(red)} of Red, expected {expected}"
        )
    mine, theirs = (white, red) if seat == 0 else (red, white)
    return YoxiiState(mine, theirs, stones("IiXx"), stones("YyXx"), stones("T"), seat)


# Touches and View

SEATS = (say("White"), say("Red"))
COLOURS: tuple[Colour, Colour] = ("ivory", "brick")
GLYPHS = (
    Glyph("circle", "M12 6.5a5.5 5.5 0 1 1 -0.01 0z"),
    Glyph("bars", "M8.5 6v12M15.5 6v12"),
    Glyph("Y", "M6.5 6l5.5 6.5l5.5 -6.5M12 12.5v6"),
    Glyph("X", "M6.5 6.5l11 11M17.5 6.5l-11 11"),
)
SITES = tuple(
    Site(name, index % 8 + 1, index // 8 + 1, name, "cell") for index, name in NAMES.items()
)
LABELS = (
    *(Label(i + 1, 0, letter) for i, letter in enumerate("abcdefg")),
    *(Label(0, i, str(i)) for i in range(1, 8)),
)


def hand_id(seat: int, value: int) -> str:
    return f"{('white', 'red')[seat]}-{value}"


def touches(state: YoxiiState, seat: int, action: int) -> tuple[str, ...]:
    target, value, cell = unpack(action)
    return (target, hand_id(seat, value), cell)


@functools.cache
def stone_name(seat: int, value: int) -> str:
    return (
        say("White stone of value {value}", value=value)
        if seat == 0
        else say("Red stone of value {value}", value=value)
    )


def view(state: YoxiiState, before: YoxiiState | None, action: int | None) -> View:
    totem = NAMES[lowest(state.totem)]
    pieces = [Piece("totem", totem, "figure", "green", say("totem"), "T")]
    for index, name in NAMES.items():
        stone = stone_at(state, index)
        if stone:
            seat, value = stone
            letter = "wr"[seat] + str(value)
            pieces.append(
                Piece(
                    f"stone-{name}",
                    name,
                    "stone",
                    COLOURS[seat],
                    stone_name(seat, value),
                    letter,
                    GLYPHS[value - 1],
                    seat,
                )
            )
    marks = (
        [Mark("last", cell) for cell in (NAMES[lowest(before.totem)], totem, unpack(action)[2])]
        if before and action
        else []
    )
    return View(
        surface="stone",
        sites=SITES,
        pieces=tuple(pieces),
        hands=tuple(Hand(seat, hand_items(state, seat)) for seat in (0, 1)),
        marks=tuple(marks),
        seats=tuple(seat_view(state, seat) for seat in (0, 1)),
        labels=LABELS,
        movers=(state.seat,) if movers(state) else (),
        status=status(state),
        task=say("move the totem, then place a stone"),
    )


def hand_items(state: YoxiiState, seat: int) -> tuple[HandItem, ...]:
    stones = sides(state)[seat]
    left = [STOCK[value - 1] - popcount(stones & stones_of(state, value)) for value in range(1, 5)]
    return tuple(
        HandItem(
            hand_id(seat, value),
            "stone",
            COLOURS[seat],
            stone_name(seat, value),
            str(value),
            GLYPHS[value - 1],
            left[value - 1],
        )
        for value in range(1, 5)
    )


def seat_view(state: YoxiiState, seat: int) -> SeatView:
    count = points(state, sides(state)[seat])
    text = counted("{n} point at the totem", "{n} points at the totem", count)
    return SeatView(
        SEATS[seat], COLOURS[seat], (Tally(say("points at the totem"), "", count, text=text),)
    )


def status(state: YoxiiState) -> str:
    if movers(state):
        return say("{seat} to move the totem", seat=SEATS[state.seat])
    seat, near = SEATS[state.seat], around(state.totem)
    (white, whites), (red, reds) = (
        (points(state, stones), popcount(near & stones)) for stones in sides(state)
    )
    result = returns(state, 0)
    if result == 0:
        return counted(
            "{seat} cannot move the totem: a draw, {white} to {red} with {n} stone each",
            "{seat} cannot move the totem: a draw, {white} to {red} with {n} stones each",
            whites,
            seat=seat,
            white=white,
            red=red,
        )
    winner, most, least = SEATS[0 if result > 0 else 1], max(white, red), min(white, red)
    if most > least:
        return say(
            "{seat} cannot move the totem: {winner} wins {points} to {other}",
            seat=seat,
            winner=winner,
            points=most,
            other=least,
        )
    return say(
        "{seat} cannot move the totem: {winner} wins {points} to {other}, by {stones} stones to "
        "{fewer}",
        seat=seat,
        winner=winner,
        points=most,
        other=least,
        stones=max(whites, reds),
        fewer=min(whites, reds),
    )


# The share of slips of the bots' levels, and the states of their searches. Each is 100 points of
# Elo or more above the one below (`benchmarks/ladder.py`); with the common ones level 7 would be
# only 70.
LEVELS = (
    (1.0, 0),
    (0.58, 1_000),
    (0.38, 3_200),
    (0.24, 10_000),
    (0.14, 35_000),
    (0.09, 110_000),
    (0.04, 550_000),
    (0.0, 5_000_000),
)

GAME = Game(
    name="yoxii",
    title=say("Yoxii"),
    seats=(2, 2),
    seat_names=SEATS,
    state=YoxiiState,
    rulesets=(
        Ruleset(
            name="standard", title=say("Standard"), source=say("the rules in the box, in Czech")
        ),
    ),
    start=start,
    functions={
        "movers": movers,
        "legal_count": legal_count,
        "nth_legal": nth_legal,
        "play": play,
        "returns": returns,
        "symmetry_count": symmetry_count,
        "symmetric_state": symmetric_state,
        "symmetric_action": symmetric_action,
        "put_legal": put_legal,
        "is_legal": is_legal,
        "fingerprint": fingerprint,
        "most_plies": most_plies,
        "features": features,
        "evaluate": evaluate,
        "survey": survey,
        "evaluate_after": evaluate_after,
    },
    action_texts=action_texts,
    touches=touches,
    write_position=write_position,
    read_position=read_position,
    view=view,
    levels=LEVELS,
)
