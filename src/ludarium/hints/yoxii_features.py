"""Features of a position of Yoxii that its evaluation weighs, and their weights."""

from __future__ import annotations

from ludarium.games.yoxii import (
    STEPS,
    YoxiiState,
    around,
    in_hand,
)
from ludarium.hints.yoxii_weights import EARLY, LATE
from ludarium.rules.bits import (
    EMPTY,
    ONE,
    Bits,
    bit,
    popcount,
    to_bits,
    to_int,
)
from ludarium.rules.dispatch import jitable
from ludarium.rules.memory import Table

__all__ = [
    "ALL",
    "AROUND",
    "HANDS",
    "HERE",
    "JUMPS",
    "LEADS",
    "MOVE",
    "NEXT",
    "TARGETS",
    "THEIR_TARGETS",
    "Jumps",
    "all_jumps",
    "balance",
    "cell_weight",
    "hand_weight",
    "jumps_from",
    "lead_at",
    "other_side",
    "place_of_jumps",
    "place_of_lead",
    "row_of_leads",
    "weighed",
]


EAST, NORTH, NORTHEAST, NORTHWEST = STEPS
MOST_LEAD, MOST_OPEN, MOST_JUMPS = 8, 6, 3
OPEN_LEADS = 4  # rows of leads: 0, 1, 2, and 3 or more unfilled neighbours
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
LEADS = Table(weight for row in ROWS_OF_WEIGHTS[: 3 * 4 * OPEN_LEADS] for weight in row)
JUMPS = Table(weight for row in ROWS_OF_WEIGHTS[3 * 4 * OPEN_LEADS :] for weight in row)


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
def lead_at(state: YoxiiState, cell: int, unfilled: Bits) -> tuple[int, int]:
    """The lead around an unfilled cell, and the number of its unfilled neighbours."""
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
    """Jump like `jumping_up`, to a cell whose index is lower."""
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
    """The number of jumps over these stones from each unfilled cell: the two bits of 0 to 3 (or
    more).
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
    """The index of the weight of no lead, for a cell with these jumps and unfilled neighbours."""
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
    """The weights of a cell with this lead, these jumps and unfilled neighbours."""
    return (
        LEADS[place_of_lead(row_of_leads(kind, jumps, open_around), lead)]
        + JUMPS[place_of_jumps(kind, jumps, open_around)]
    )


@jitable
def weighed(weights: int, free: int) -> int:
    """Interpolates the sum of late and early weights by the number of free cells; in hundredths."""
    late = ((weights + HALF // 2) & (HALF - 1)) - HALF // 2
    early = (weights - late) // HALF
    return (late * (32 - free) + early * free) >> 5


@jitable
def other_side(state: YoxiiState) -> YoxiiState:
    """The same stones and totem, with the other seat to move."""
    return YoxiiState(state.theirs, state.mine, state.low, state.high, state.totem, 1 - state.seat)


@jitable
def hand_weight(state: YoxiiState) -> int:
    other = other_side(state)
    weights = 0
    for value in range(1, 5):
        weights += HANDS[value - 1] * (in_hand(state, value) - in_hand(other, value))
    return weights
