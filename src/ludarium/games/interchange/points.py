"""Points of boards as SGF has them: the letters of the column and of the row from the top."""

from __future__ import annotations

import string
from collections.abc import Iterator

from ludarium.rules.boards.board import Board

__all__ = ["point_index", "point_text", "points_in"]

LETTERS = string.ascii_letters  # a to z, then A to Z
MOST_TIMES = 10  # that a list may have as many points as the board


def point_text(board: Board, index: int) -> str:
    """The point of a cell."""
    column, row = board.place(index)
    return LETTERS[column] + LETTERS[board.row_count - 1 - row]


def point_index(board: Board, text: str) -> int | None:
    """The cell of a point; None where there is none on this board."""
    if len(text) != 2 or text[0] not in LETTERS or text[1] not in LETTERS:
        return None
    column, row = LETTERS.index(text[0]), board.row_count - 1 - LETTERS.index(text[1])
    if column >= board.column_count or row < 0:
        return None
    return column + board.stride * row


def points_in(board: Board, values: str) -> Iterator[int]:
    """The cells of a list of points, which may be corners of rectangles such as aa:cc.

    Raises ValueError where one is not on this board, or they are far more than it has points.
    """
    room = MOST_TIMES * board.column_count * board.row_count
    for value in values.split():
        first, _, last = value.partition(":")
        corners = point_index(board, first), point_index(board, last or first)
        if corners[0] is None or corners[1] is None:
            raise ValueError(f"{value!r} is no point of a board of this size")
        (left, top), (right, bottom) = board.place(corners[0]), board.place(corners[1])
        room -= (abs(right - left) + 1) * (abs(bottom - top) + 1)
        if room < 0:
            raise ValueError("points told over and over: expected each once")
        for row in range(min(top, bottom), max(top, bottom) + 1):
            for column in range(min(left, right), max(left, right) + 1):
                yield column + board.stride * row
