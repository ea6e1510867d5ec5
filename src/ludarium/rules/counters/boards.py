"""Boards of traditional games, as drawings, named by what they look like.

Each is that of descriptions in the Ludii game database, point by point and line by line, but for
its proportions.
"""

from __future__ import annotations

from ludarium.rules.counters.board import DrawnBoard
from ludarium.rules.counters.squares import (
    ALTERNATING_3,
    ALTERNATING_5,
    ALTERNATING_9,
    ALTERNATING_9_BY_5,
    ALTERNATING_CROSS,
    ALTERNATING_CROSS_9,
    CENTRED_5,
    DARK_CELLS_10,
    DIAMOND_5,
    LONG_DIAGONALS_5,
    PLAIN_5,
    PLAIN_6,
    PLAIN_8,
    PLAIN_10,
    PLAIN_CROSS,
    QUARTERED_9,
    SERPENT,
    ZIGZAG,
)
from ludarium.rules.counters.triangles import (
    ALTERNATING_9_TWO_TRIANGLES,
    CROSSED_TRIANGLE,
    FOUR_TRIANGLES,
    FRAMED_HOURGLASS,
    HOURGLASS,
    HOURGLASS_WITH_ROW,
    JOINED_HOURGLASS,
    ONE_TRIANGLE,
    QUARTERED_7_TWO_TRIANGLES,
    SMALL_TRIANGLE,
    TALL_HOURGLASS,
    TRIANGLE,
    TRIANGLE_AND_SQUARE,
    TWO_TRIANGLES,
    WIDE_TRIANGLE,
)

__all__ = [
    "ALTERNATING_3",
    "ALTERNATING_5",
    "ALTERNATING_9",
    "ALTERNATING_9_BY_5",
    "ALTERNATING_9_TWO_TRIANGLES",
    "ALTERNATING_CROSS",
    "ALTERNATING_CROSS_9",
    "BOARDS",
    "CENTRED_5",
    "CROSSED_TRIANGLE",
    "DARK_CELLS_10",
    "DIAMOND_5",
    "FOUR_TRIANGLES",
    "FRAMED_HOURGLASS",
    "HOURGLASS",
    "HOURGLASS_WITH_ROW",
    "JOINED_HOURGLASS",
    "LONG_DIAGONALS_5",
    "ONE_TRIANGLE",
    "PLAIN_5",
    "PLAIN_6",
    "PLAIN_8",
    "PLAIN_10",
    "PLAIN_CROSS",
    "QUARTERED_7_TWO_TRIANGLES",
    "QUARTERED_9",
    "SERPENT",
    "SMALL_TRIANGLE",
    "TALL_HOURGLASS",
    "TRIANGLE",
    "TRIANGLE_AND_SQUARE",
    "TWO_TRIANGLES",
    "WIDE_TRIANGLE",
    "ZIGZAG",
]

BOARDS = tuple(board for board in list(vars().values()) if isinstance(board, DrawnBoard))
