"""Boards of hexagonal cells, in rows that lean."""

from __future__ import annotations

import dataclasses
import math
from functools import cached_property

from ludarium.rules.bits import Bits
from ludarium.rules.boards.board import Board
from ludarium.rules.view import Border, Colour, Label, Site

__all__ = ["Cells11", "Cells13", "HexBoard"]

ROW = math.sqrt(3) / 2  # the distance of two rows
BESIDE, BELOW = -1.35, -1.4  # where labels are, as a column and a row


class Cells11(Bits, width=132):
    """Sets of cells of a guarded board of 11 by 11."""


class Cells13(Bits, width=182):
    """Sets of cells of a guarded board of 13 by 13."""


class HexBoard(Board):
    """A board of hexagonal cells, each with six neighbours; every row begins half a cell further
    right than the one below it.

    Its symmetries: 1 is half a turn. Where it has as many columns as rows, 2 exchanges columns and
    rows, and 3 does both.
    """

    axes = ((1, 0), (0, 1), (-1, 1))

    @property
    def symmetry_count(self) -> int:
        return 4 if self.column_count == self.row_count else 2

    def image(self, symmetry: int, column: int, row: int) -> tuple[int, int]:
        if symmetry & 1:
            column, row = self.column_count - 1 - column, self.row_count - 1 - row
        return (row, column) if symmetry & 2 else (column, row)

    def point(self, column: float, row: float) -> tuple[float, float]:
        return column + row / 2, ROW * row

    @cached_property
    def sites(self) -> tuple[Site, ...]:
        return tuple(dataclasses.replace(site, kind="hexagon") for site in super().sites)

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        columns = (
            Label(*self.point(column, BELOW), self.letters[column])
            for column in range(self.column_count)
        )
        rows = (Label(*self.point(BESIDE, row), str(row + 1)) for row in range(self.row_count))
        return (*columns, *rows)

    def borders(self, across: Colour, along: Colour) -> tuple[Border, ...]:
        """The bottom and top edges in one colour, the left and right ones in another."""
        last_row, last_column = self.row_count - 1, self.column_count - 1
        columns, rows = range(self.column_count), range(self.row_count)
        edges = (
            *((across, [(column, row) for column in columns]) for row in (0, last_row)),
            *((along, [(column, row) for row in rows]) for column in (0, last_column)),
        )
        return tuple(
            Border(colour, tuple(self.names[column + self.stride * row] for column, row in edge))
            for colour, edge in edges
        )
