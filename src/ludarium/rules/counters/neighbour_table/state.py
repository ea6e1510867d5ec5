"""The state of the neighbour-table back-end, and the parts of a ruleset as the numbers in it."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ludarium.rules.counters.board import NO_HEADING, PointSet
from ludarium.rules.counters.parts import (
    HAND_LIMIT,
    PIECE_OPTIONS,
    TURN_LIMIT,
    Parts,
    Piece,
    options_of,
)
from ludarium.rules.fields import FIXED

__all__ = [
    "APPROACH",
    "CAPTURE",
    "CHAIN",
    "CLEARING",
    "CLOSING",
    "FILLS",
    "GAP",
    "HUFFING",
    "LEAST",
    "OUTCOMES",
    "SIDE_BITS",
    "STOPPING",
    "STRAIGHT",
    "UPWARDS",
    "NeighbourTableState",
    "packed",
    "setting_of",
    "stacks_owner",
]


class NeighbourTableState(NamedTuple):
    """A state."""

    mine: PointSet
    """Counters of the seat to move."""
    theirs: PointSet
    """Counters of the other seat."""
    kings: PointSet
    """The promoted ones of both."""
    area: PointSet
    """Points in play."""
    chain_piece: PointSet
    """The counter in the middle of a run of hops, or empty."""
    path: PointSet
    """The points that this counter has left in this turn, where captures are by approach."""
    huffable: PointSet
    """Counters of the other seat that could have captured in its last turn, and did not: the seat
    to move may remove one of them."""
    goal: Annotated[PointSet, FIXED]
    """The points that a side with a goal has to fill, or empty."""
    my_hand: Annotated[int, range(HAND_LIMIT + 1)]
    """Counters of the seat to move that are not on the board yet."""
    their_hand: Annotated[int, range(HAND_LIMIT + 1)]
    """The counters in the hand of the other seat."""
    stack_depths: int
    """Counters below others: 4 bits for each point of a stack, in the order of the points."""
    stacks: Annotated[PointSet, FIXED]
    """The points on which counters stand on each other at the start."""
    turned: Annotated[int, range(4)]
    """A bit for each seat whose forward direction is turned round."""
    heading: Annotated[int, range(NO_HEADING + 1)]
    """The direction of the last move of the counter in a run, where captures are by approach or
    runs of hops are straight; else NO_HEADING."""
    seat: int
    """The seat to move."""
    passes: Annotated[int, range(3)]
    """Number of forced passes in a row."""
    turns: Annotated[int, range(TURN_LIMIT + 1)]
    """Number of completed turns of both seats."""
    rules: Annotated[int, FIXED]
    """The ruleset: `packed`."""
    setting: Annotated[int, FIXED]
    """The board and what else the setup says: `setting_of`."""


# bits of directions, east first and round by the north, for the seat that moves up the board
ALL_WAYS, UPWARDS, LEVEL, SLANTING = 0b11111111, 0b00001110, 0b00010001, 0b00001010
WAYS = {
    "any": ALL_WAYS,
    "forward": UPWARDS,
    "sideways": UPWARDS | LEVEL,
    "diagonal": SLANTING,
    "none": 0,
}
SIDE_BITS = 19
"""The bits of a side's counters: directions of steps and of hops, kings, turning."""
CHAIN, CAPTURE, HUFFING, CLOSING, GAP, APPROACH, STOPPING, STRAIGHT, CLEARING = (
    1 << (2 * SIDE_BITS + n) for n in range(9)
)
"""A capture may go on; who can capture must; who could have may lose the counter; rows close; a
hop goes over one free point first; captures are by approach and withdrawal; a run of captures may
be stopped; a run of hops keeps its direction; a board that is full is cleared first."""
FLAG_BITS = {
    "continues": CHAIN,
    "compulsory": CAPTURE,
    "huffing": HUFFING,
    "closing": CLOSING,
    "gap": GAP,
    "approach": APPROACH,
    "stopping": STOPPING,
    "straight": STRAIGHT,
    "clearing": CLEARING,
}
OUTCOMES = 2 * SIDE_BITS + 9
LEAST = 8
"""The bits of the setting that say how many counters a side needs at least, 7 for each seat; below
them the number of the board."""
FILLS = LEAST + 14
"""The bits of the setting that say whether a seat has a goal, and then which seat has the
stacks."""


def packed(parts: Parts) -> int:
    """The parts as the int that states carry, without what `setting_of` has."""
    sides = _packed_piece(parts.first) | _packed_piece(parts.second) << SIDE_BITS
    flags = sum(FLAG_BITS[name] for name in parts.flags)
    outcomes = sum(case << (OUTCOMES + 2 * n) for n, case in enumerate(parts.outcomes))
    return sides | flags | outcomes


def _packed_piece(piece: Piece) -> int:
    options = options_of(piece)
    kings = PIECE_OPTIONS["kings"].index(options["kings"])
    steps, hops = WAYS[options["steps"]], WAYS[options["hops"]]
    return steps | hops << 8 | kings << 16 | piece.turning << 18


def setting_of(parts: Parts, board: int, stacked: int) -> int:
    """The rest of the parts, with the number of the board and the seat that has stacks."""
    least = parts.first.loses_below | parts.second.loses_below << 7
    fills = 0 if parts.filling == "nobody" else 1 + parts.filling
    return board | least << LEAST | fills << FILLS | stacked << (FILLS + 2)


def stacks_owner(state: NeighbourTableState) -> int:
    """The seat whose counters stand on each other, where any do."""
    return state.setting >> (FILLS + 2)
