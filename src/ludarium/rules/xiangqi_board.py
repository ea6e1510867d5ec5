"""The board of xiangqi as sets of points: steps, slides, palaces and the river."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from ludarium.rules.bits import (
    Bits,
    Four,
    to_bits,
)
from ludarium.rules.boards.directions import DirectionSets
from ludarium.rules.boards.square import SquareBoard
from ludarium.rules.boards.verbs import shift, slider_towards
from ludarium.rules.dispatch import jitable

__all__ = [
    "BOARD",
    "COLUMNS",
    "EMPTY_POINTS",
    "FIVE",
    "HALVES",
    "ONE_POINT",
    "PALACES",
    "POINTS",
    "ROWS",
    "SEVEN",
    "TARGET",
    "XiangqiPoints",
    "beyond",
    "column_of",
    "horse_moves",
    "moved",
    "one",
    "onto_four",
    "row_of",
    "slide_e",
    "slide_n",
    "slide_s",
    "slide_w",
    "slides",
    "step_e",
    "step_n",
    "step_ne",
    "step_nw",
    "step_s",
    "step_se",
    "step_sw",
    "step_w",
]


TARGET = 128


class XiangqiPoints(Bits, width=128):
    """Sets of points of the board of 9 by 10."""


class RiverBoard(SquareBoard):
    """Nine columns and ten rows of points, with a river between the fifth row and the sixth."""

    def __init__(self) -> None:
        super().__init__(9, 10, sets=XiangqiPoints)

    @cached_property
    def sites(self) -> tuple[Any, ...]:
        return tuple(replace(site, kind="point") for site in super().sites)


BOARD = RiverBoard()
POINTS, ROWS, COLUMNS = BOARD.cells, BOARD.rows, BOARD.columns
EMPTY_POINTS: Bits = XiangqiPoints(0)
ONE_POINT: Bits = XiangqiPoints(1)
PALACES = tuple(
    BOARD.cells_of(f"{column}{row}" for column in "def" for row in rows)
    for rows in ((1, 2, 3), (8, 9, 10))
)
HALVES: tuple[Bits, Bits] = (XiangqiPoints(sum(ROWS[:5])), XiangqiPoints(sum(ROWS[5:])))
"""The points on each seat's side of the river."""
FIVE = BOARD.cells_of(["d1", "f1", "e2", "d3", "f3", "d10", "f10", "e9", "d8", "f8"])
"""The points where advisors may stand."""
SEVEN = BOARD.cells_of(
    ["c1", "g1", "a3", "e3", "i3", "c5", "g5", "c10", "g10", "a8", "e8", "i8", "c6", "g6"]
)
"""The points where elephants may stand."""
step_e, step_w = shift(BOARD, 1, 0), shift(BOARD, -1, 0)
step_n, step_s = shift(BOARD, 0, 1), shift(BOARD, 0, -1)
step_ne, step_nw = shift(BOARD, 1, 1), shift(BOARD, -1, 1)
step_se, step_sw = shift(BOARD, 1, -1), shift(BOARD, -1, -1)
slide_e, slide_w = slider_towards(BOARD, 1, 0), slider_towards(BOARD, -1, 0)
slide_n, slide_s = slider_towards(BOARD, 0, 1), slider_towards(BOARD, 0, -1)


@jitable
def one(index: int) -> Bits:
    """The set of only this point."""
    return ONE_POINT << to_bits(index)


@jitable
def slides(pieces: Bits, free: Bits) -> Four:
    """The free points in the way of these pieces along each of STEP_WAYS, and the first that is
    not free.
    """
    return (
        slide_e(pieces, free),
        slide_w(pieces, free),
        slide_n(pieces, free),
        slide_s(pieces, free),
    )


@jitable
def beyond(ways: Four, free: Bits) -> Four:
    """The same from the pieces at which these ways ended, over them."""
    e, w, n, s = ways
    occupied = POINTS ^ free
    return (
        slide_e(e & occupied, free),
        slide_w(w & occupied, free),
        slide_n(n & occupied, free),
        slide_s(s & occupied, free),
    )


@jitable
def onto_four(sets: Four, onto: Bits) -> Four:
    """The intersection of each set with `onto`."""
    a, b, c, d = sets
    return a & onto, b & onto, c & onto, d & onto


@jitable
def horse_moves(horses: Bits, free: Bits) -> DirectionSets:
    """The targets of horses in each of HORSE_WAYS: over a free point beside them, then on."""
    n, e, s, w = (
        step_n(horses) & free,
        step_e(horses) & free,
        step_s(horses) & free,
        step_w(horses) & free,
    )
    return (
        step_ne(n),
        step_nw(n),
        step_ne(e),
        step_se(e),
        step_se(s),
        step_sw(s),
        step_nw(w),
        step_sw(w),
    )


@jitable
def column_of(general: Bits) -> Bits:
    """The column of a general."""
    column: Bits = COLUMNS[3] if general & COLUMNS[3] else COLUMNS[4]
    return COLUMNS[5] if general & COLUMNS[5] else column


@jitable
def row_of(general: Bits) -> Bits:
    """The row of a general."""
    low, high = ROWS[0] | ROWS[9], ROWS[2] | ROWS[7]
    row = low if general & low else ROWS[1] | ROWS[8]
    row = high if general & high else row
    return row & (HALVES[0] if general & HALVES[0] else HALVES[1])


@jitable
def moved(pieces: Any, source: Bits, target: Bits) -> Any:
    """The pieces of a kind after a move of one or another, which may have captured one of them."""
    stay = pieces & (POINTS ^ (source | target))
    return stay | target if pieces & source else stay
