"""Boards of square cells."""

from __future__ import annotations

from ludarium.rules.boards.board import Board

__all__ = ["SquareBoard"]


class SquareBoard(Board):
    """A board of square cells, with eight directions.

    Its symmetries: 1 mirrors left and right, 2 mirrors top and bottom, 3 is half a turn; on a
    square board 4 to 7 are those with columns and rows exchanged.
    """

    axes = ((1, 0), (0, 1), (1, 1), (-1, 1))

    @property
    def symmetry_count(self) -> int:
        return 8 if self.column_count == self.row_count else 4

    def image(self, symmetry: int, column: int, row: int) -> tuple[int, int]:
        if symmetry & 1:
            column = self.column_count - 1 - column
        if symmetry & 2:
            row = self.row_count - 1 - row
        return (row, column) if symmetry & 4 else (column, row)

    def point(self, column: float, row: float) -> tuple[float, float]:
        return column + 1, row + 1
