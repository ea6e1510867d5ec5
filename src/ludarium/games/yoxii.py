"""Yoxii: move the totem you share, and wall it in among your own stones.

Two players, White and Red, on 37 cells: a 7 by 7 square without its corners. Each has 18 stones: five each of value 1, 2 and 3, and
three of value 4. The totem starts on the centre, d4. White begins.

A turn has two parts. First move the totem: to a free neighbouring cell (of eight), or in a straight line over one or more of your own
stones, in an unbroken row next to the totem, to the free cell directly behind them. Then place one of your stones, of any
value, on a free cell next to the totem (the cell that it just left is free); only if there is none, on any free cell.

When the player whose turn it is cannot move the totem, the game ends. Each side adds up the values of its stones on the cells around
the totem. More points win; if they are equal, more stones around the totem; if these are equal too, it is a draw.

Source: the rules in the box, in Czech; how many stones there are of each value, from public descriptions of the box.

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
from ludarium.rules.view import Colour, Glyph, Hand, HandItem, Label, Mark, Piece, SeatView, Site, Tally, View

# A cell's index is column + 8 * row, both from 0. The eighth column does not exist: what leaves a row at its end falls out of
# BOARD instead of coming back in the next row.
ROWS = (" cde ", "bcdef", "abcdefg", "abcdefg", "abcdefg", "bcdef", " cde ")  # the columns of rows 1 to 7
NAMES = {column + 8 * row: "abcdefg"[column] + str(row + 1) for row in range(7) for column in range(7) if "abcdefg"[column] in ROWS[row]}
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
    """mine, theirs: the stones of the seat to move and of the other; low, high: the two bits of each stone's value minus 1."""

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
    """Where the totem lands when it jumps this way over a stone next to it and those of these stones behind, if that cell is free."""
    index = totem + 2 * way
    while bit(index & 63) & stones:
        index += way
    return bit(index & 63) & free  # what leaves the board below comes back above it, where no cells are


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
    """Where a stone can be placed next to one of these targets: a set for each way from the target to the cell, as in WAYS."""
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
    """Those of these targets that have no free cell around them: then a stone goes to any free cell of the board."""
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
    """How many ways there are to move the totem to one of these targets and choose a cell for a stone."""
    count = count_of_eight(cells_by_way(state, totems))
    walled = walled_in(state, totems)
    if walled:
        count += popcount(walled) * popcount(free_cells(state))  # the target is taken, but the totem's old cell is free
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
    return pack(target, value, nth_bit(free_cells(state) ^ state.totem ^ bit(target), n % free_count))


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
    return pack(MAPPING[64 * symmetry + (action & 63)], action >> 12, MAPPING[64 * symmetry + ((action >> 6) & 63)])


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
    """Put the actions that place a stone of any of these values, less 1, on this cell; returns the place after them."""
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
    return bool(targets(state) & target and stone & (near if near else free) and in_hand(state, action >> 12))


@jitable
def fingerprint(state: YoxiiState) -> Bits:
    """Leaves out the values of stones that the totem can never stand next to again, and stones in hand beyond those that can be placed."""
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
# In the first row: of the move itself; of the lead in points around the totem; of each target of the seat to move, and of the other seat;
# of each stone of value 1 to 4 that the seat to move has more in hand. In the others, of each free cell the lead there, as the points
# around it say: 1, 2 and so on to 8 and more; as much against it where the seat to move is behind. A row for each number of cells
# around that are not filled yet, 0 to 6 and more.
#
# Made by `benchmarks/fit_evaluation.py yoxii --games 10000 --depth 5 --opening 14`; in these games the engine judged by weights of the same
# kind that 26,000 games of depth 4 had given.
LATE = (
    (37, 11, 87, -53, -60, -73, -66, -46),
    (43, 60, 27, 37, 20, 27, 60, 46),
    (11, 8, -1, 28, 28, 62, 57, 42),
    (11, 26, 20, 32, 42, 10, 27, 42),
    (17, 0, 5, 16, 51, 51, 22, 54),
    (18, 25, 15, 26, 26, 29, 39, 51),
    (-11, 7, 12, 34, 122, 73, 49, 39),
    (17, 22, 22, 10, 44, 28, 30, -1),
)
EARLY = (
    (25, -2, 0, 4, -109, -93, -81, -55),
    (43, -9, 28, 29, 56, 21, 41, 48),
    (-4, 3, -6, 10, 46, 23, 24, 55),
    (4, 5, 15, 6, 7, 24, 36, 42),
    (-1, 12, 10, 19, 14, 8, 24, 19),
    (-1, 1, 7, 3, 16, 23, 17, 26),
    (0, -2, 3, 11, -18, 9, 19, 20),
    (0, 6, 6, 9, 15, 19, 13, 10),
)
MOST_LEAD, MOST_OPEN = 8, 6
HALF = 1 << 32


def pair(late: int, early: int) -> int:
    """Two weights in one number, so that one sum adds up both."""
    return late + early * HALF


def weights_of_cells() -> tuple[int, ...]:
    """The pairs of weights of cells, by open neighbours and then by lead, from the largest deficit to the largest lead."""
    pairs = []
    for late, early in zip(LATE[1:], EARLY[1:], strict=True):
        weights = [pair(*both) for both in zip(late, early, strict=True)]
        pairs += [-weight for weight in reversed(weights)] + [0] + weights
    return tuple(pairs)


MOVE, AROUND, TARGETS, THEIR_TARGETS, *HAND = (pair(*both) for both in zip(LATE[0], EARLY[0], strict=True))
HANDS = tuple(HAND)
CELLS = weights_of_cells()


@jitable
def balance(state: YoxiiState, cells: Bits) -> int:
    """The lead in points of the stones on these cells, for the seat to move."""
    mine, theirs = state.mine & cells, state.theirs & cells
    twos = popcount(mine & state.high) - popcount(theirs & state.high)
    return popcount(mine) - popcount(theirs) + popcount(mine & state.low) - popcount(theirs & state.low) + 2 * twos


@jitable
def seen_from(state: YoxiiState, cell: int, unfilled: Bits) -> tuple[int, int]:
    """The lead around a cell that is not filled, and how many of its neighbours are not."""
    near = around(bit(cell))
    return balance(state, near), popcount(near & unfilled) - 1


@jitable
def cell_weight(lead: int, open_around: int) -> int:
    """The weights of a free cell with this lead, and with so many neighbours that are not filled."""
    lead = max(-MOST_LEAD, min(MOST_LEAD, lead))
    return CELLS[(2 * MOST_LEAD + 1) * min(MOST_OPEN, open_around) + MOST_LEAD + lead]


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
    free = free_cells(state)
    weights = MOVE + AROUND * balance(state, around(state.totem)) + hand_weight(state)
    weights += TARGETS * popcount(targets(state)) + THEIR_TARGETS * popcount(targets(other_side(state)))
    cells = free
    while cells:
        lead, open_around = seen_from(state, lowest(cells), free | state.totem)
        weights += cell_weight(lead, open_around)
        cells &= cells - ONE
    return weighed(weights, popcount(free))


def features(state: YoxiiState) -> tuple[int, ...]:
    """What `evaluate` weighs, in the order of LATE and EARLY."""
    free = free_cells(state)
    hands = [in_hand(state, value) - in_hand(other_side(state), value) for value in range(1, 5)]
    leads = [0] * MOST_LEAD * (MOST_OPEN + 1)
    for index in NAMES:
        if bit(index) & free:
            lead, open_around = seen_from(state, index, free | state.totem)
            if lead:
                leads[MOST_LEAD * min(MOST_OPEN, open_around) + min(MOST_LEAD, abs(lead)) - 1] += 1 if lead > 0 else -1
    reach = popcount(targets(state)), popcount(targets(other_side(state)))
    return (1, balance(state, around(state.totem)), *reach, *hands, *leads)


# The same for all states after one, at once. A stone changes what is weighed at the cells around it, and nowhere else, whichever way the
# totem went. Numbers in memory, from the place of the survey:

ALL_CELLS = 0  # the weights of all cells that are not filled, of the move and of the hands
FREE = 1  # free cells after the move
KNOWN_TARGETS, KNOWN_CELLS = 2, 3
SURVEYED_CELLS = 4  # from here on PER_CELL numbers for each cell:
LEAD, OPEN = 0, 1  # for the seat to move afterwards, before the stone is placed
NEAR, NEARBY = 2, 3  # the targets of that seat and of the other, with the totem on this cell
GAIN = 4  # what a stone of each value on this cell changes
PER_CELL = 8


@jitable
def survey(state: YoxiiState, memory: Memory, place: int) -> bool:
    after = other_side(state)
    unfilled = free_cells(state) | state.totem
    weights = MOVE + hand_weight(after)
    cells = unfilled
    while cells:
        cell = lowest(cells)
        lead, open_around = seen_from(after, cell, unfilled)
        poke(memory, place + SURVEYED_CELLS + PER_CELL * cell + LEAD, lead)
        poke(memory, place + SURVEYED_CELLS + PER_CELL * cell + OPEN, open_around)
        weights += cell_weight(lead, open_around)
        cells &= cells - ONE
    poke(memory, place + ALL_CELLS, weights)
    poke(memory, place + FREE, popcount(unfilled) - 2)
    poke(memory, place + KNOWN_TARGETS, 0)
    poke(memory, place + KNOWN_CELLS, 0)
    return True


@large
def survey_stone(state: YoxiiState, stone: int, memory: Memory, place: int) -> None:
    """Put down what a stone of each value on this cell changes."""
    cells = place + SURVEYED_CELLS
    here = cells + PER_CELL * stone
    itself = cell_weight(peek(memory, here + LEAD), peek(memory, here + OPEN))
    others = around(bit(stone)) & (free_cells(state) | state.totem) & (BOARD ^ bit(stone))
    for value in range(1, 5):
        weights = HANDS[value - 1] - AROUND * value - itself
        near = others
        while near:
            at = cells + PER_CELL * lowest(near)
            lead, open_around = peek(memory, at + LEAD), peek(memory, at + OPEN)
            weights += cell_weight(lead - value, open_around - 1) - cell_weight(lead, open_around)
            near &= near - ONE
        poke(memory, here + GAIN + value - 1, weights)


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
    here, there = place + SURVEYED_CELLS + PER_CELL * target, place + SURVEYED_CELLS + PER_CELL * cell
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
    nearby = (to_bits(peek(memory, here + NEARBY)) & free) | landing(target, cell - target, state.mine, free)
    lead, open_around = peek(memory, here + LEAD), peek(memory, here + OPEN)
    weights = peek(memory, place + ALL_CELLS) + peek(memory, there + GAIN + value - 1)
    weights += AROUND * lead - cell_weight(lead - value, open_around - 1)
    weights += TARGETS * popcount(near) + THEIR_TARGETS * popcount(nearby)
    return weighed(weights, peek(memory, place + FREE))


# Text


def unpack(action: int) -> tuple[str, int, str]:
    """The totem's new cell, the stone's value, and the stone's cell."""
    return NAMES[action & 63], action >> 12, NAMES[action >> 6 & 63]


def action_texts(state: YoxiiState, seat: int, action: int) -> tuple[str, ...]:
    target, value, cell = unpack(action)
    return (f"{target}/{value}{cell}",)


LETTERS = {0: "OIYX", 1: "oiyx"}  # the signs on the stones: circle, bars, Y and X; capitals are White's


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
    """Rows 7 to 1: T the totem, O I Y X White's stones of value 1 to 4, o i y x Red's, a digit for that many empty cells; who moves."""
    rows = ["".join(sign_at(state, INDEX[column + str(row + 1)]) for column in ROWS[row].strip()) for row in range(6, -1, -1)]
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows) + " " + "wr"[state.seat]


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
    """The state of these cells by sign. Raises PositionError where no game can come to these counts."""

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
        raise impossible(f"{popcount(white)} stones of White and {popcount(red)} of Red, expected {expected}")
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
SITES = tuple(Site(name, index % 8 + 1, index // 8 + 1, name, "cell") for index, name in NAMES.items())
LABELS = (*(Label(i + 1, 0, letter) for i, letter in enumerate("abcdefg")), *(Label(0, i, str(i)) for i in range(1, 8)))


def hand_id(seat: int, value: int) -> str:
    return f"{('white', 'red')[seat]}-{value}"


def touches(state: YoxiiState, seat: int, action: int) -> tuple[str, ...]:
    target, value, cell = unpack(action)
    return (target, hand_id(seat, value), cell)


@functools.cache
def stone_name(seat: int, value: int) -> str:
    return say("White stone of value {value}", value=value) if seat == 0 else say("Red stone of value {value}", value=value)


def view(state: YoxiiState, before: YoxiiState | None, action: int | None) -> View:
    totem = NAMES[lowest(state.totem)]
    pieces = [Piece("totem", totem, "figure", "green", say("totem"), "T")]
    for index, name in NAMES.items():
        stone = stone_at(state, index)
        if stone:
            seat, value = stone
            letter = "wr"[seat] + str(value)
            pieces.append(Piece(f"stone-{name}", name, "stone", COLOURS[seat], stone_name(seat, value), letter, GLYPHS[value - 1], seat))
    marks = [Mark("last", cell) for cell in (NAMES[lowest(before.totem)], totem, unpack(action)[2])] if before and action else []
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
        HandItem(hand_id(seat, value), "stone", COLOURS[seat], stone_name(seat, value), str(value), GLYPHS[value - 1], left[value - 1])
        for value in range(1, 5)
    )


def seat_view(state: YoxiiState, seat: int) -> SeatView:
    count = points(state, sides(state)[seat])
    text = counted("{n} point at the totem", "{n} points at the totem", count)
    return SeatView(SEATS[seat], COLOURS[seat], (Tally(say("points at the totem"), "", count, text=text),))


def status(state: YoxiiState) -> str:
    if movers(state):
        return say("{seat} to move the totem", seat=SEATS[state.seat])
    seat, near = SEATS[state.seat], around(state.totem)
    (white, whites), (red, reds) = ((points(state, stones), popcount(near & stones)) for stones in sides(state))
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
        return say("{seat} cannot move the totem: {winner} wins {points} to {other}", seat=seat, winner=winner, points=most, other=least)
    return say(
        "{seat} cannot move the totem: {winner} wins {points} to {other}, by {stones} stones to {fewer}",
        seat=seat,
        winner=winner,
        points=most,
        other=least,
        stones=max(whites, reds),
        fewer=min(whites, reds),
    )


GAME = Game(
    name="yoxii",
    title=say("Yoxii"),
    seats=(2, 2),
    seat_names=SEATS,
    state=YoxiiState,
    rulesets=(Ruleset(name="standard", title=say("Standard"), source=say("the rules in the box, in Czech")),),
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
)
