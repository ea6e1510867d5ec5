"""Boards as a table that compiled code reads: the neighbour of each point in each direction."""

from __future__ import annotations

from ludarium.rules.counters.board import DIRECTIONS, NONE, POINTS, DrawnBoard
from ludarium.rules.memory import ByteTable

__all__ = ["CORNERS_AND_CENTRE", "ROWS", "STRIDE", "board_table"]

ROWS = POINTS * len(DIRECTIONS)
"""The offset, in a board's table, of the row of each point, from 0."""
CORNERS_AND_CENTRE = ROWS + POINTS
"""The offset, in a board's table, of a byte for each point: 1 for a corner or a point of the
centre, else 0."""
STRIDE = CORNERS_AND_CENTRE + POINTS + 1
"""The number of bytes of a board in the table."""


def board_table(boards: tuple[DrawnBoard, ...]) -> ByteTable:
    """The boards as one table: of board b, the neighbour of point p in direction d is the byte
    STRIDE * b + 8 * p + d, the row of p the byte STRIDE * b + ROWS + p, whether p is a
    corner or of the centre the byte STRIDE * b + CORNERS_AND_CENTRE + p, and its last row the byte
    STRIDE * (b + 1) - 1.
    """
    table = bytearray()
    for board in boards:
        missing = POINTS - len(board.points)
        for row in board.neighbours:
            table += bytes(row)
        table += bytes([NONE]) * (missing * len(DIRECTIONS))
        rows = [row - 1 for _, row in board.points]
        table += bytes(rows) + bytes([NONE]) * missing
        table += bytes(board.corners_and_centre >> n & 1 for n in range(POINTS)) + bytes(rows[-1:])
    return ByteTable(table)
