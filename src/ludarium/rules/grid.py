"""Boards of square cells in rows and columns, as bit sets in one word.

The index of a cell is column + 8 * row, both from 0. There are at most seven columns, so the eighth
does not exist: what a shift takes out of a row falls there, and not into the next row.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from functools import cached_property

from ludarium.rules.bits import Bits, Four
from ludarium.rules.cursor import EMPTY_SIGN, Cursor, write_rows
from ludarium.rules.view import Label, Site

__all__ = ["EAST", "NORTH", "NORTHEAST", "NORTHWEST", "STEPS", "WAYS", "Grid"]

LETTERS = "abcdefg"
EAST, NORTH, NORTHEAST, NORTHWEST = Bits(1), Bits(8), Bits(9), Bits(7)
STEPS: Four = (EAST, NORTH, NORTHEAST, NORTHWEST)
"""What a step adds to an index, for four of the eight directions; the others are opposite."""
WAYS = (1, -1, 8, -8, 9, -9, 7, -7)
"""What a step adds to an index in all eight directions: each of STEPS, then its opposite."""


class Grid:
    """The cells of a board.

    rows: for each row, from the bottom, a sign for each column, from the left: the column's letter
    where there is a cell, and a space where there is none.
    """

    def __init__(self, rows: Sequence[str]) -> None:
        self.rows = tuple(
            tuple(column + 8 * row for column, letter in enumerate(letters) if letter != " ")
            for row, letters in enumerate(rows)
        )
        """The indices of the cells of each row, from the bottom."""
        self.names = {
            index: LETTERS[index % 8] + str(index // 8 + 1) for row in self.rows for index in row
        }
        """The name of each cell, by index: the column's letter and the row's number from 1."""

    @cached_property
    def index(self) -> dict[str, int]:
        """The index of the cell of each name."""
        return {name: index for index, name in self.names.items()}

    @cached_property
    def cells(self) -> Bits:
        """The set of all cells."""
        return Bits(sum(1 << index for index in self.names))

    @cached_property
    def mappings(self) -> tuple[int, ...]:
        """The eight symmetries of a square board, as one tuple: where number k puts the cell of
        index i is at 64 * k + i.
        """
        last = len(self.rows) - 1
        return tuple(
            _image(k, index % 8, index // 8, last) for k in range(8) for index in range(64)
        )

    @cached_property
    def sites(self) -> tuple[Site, ...]:
        """The cells as the sites of a View, each one unit wide."""
        return tuple(
            Site(name, index % 8 + 1, index // 8 + 1, name, "cell")
            for index, name in self.names.items()
        )

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The letters of the columns below the board, and the numbers of the rows at its left."""
        columns = sorted({index % 8 for index in self.names})
        below = (Label(column + 1, 0, LETTERS[column]) for column in columns)
        return (*below, *(Label(0, row, str(row)) for row in range(1, len(self.rows) + 1)))

    def write(self, signs: Mapping[int, str]) -> str:
        """The signs of cells, by index, in rows from the top, empty cells counted."""
        return write_rows(
            ["".join(signs.get(index, EMPTY_SIGN) for index in row) for row in self.rows[::-1]],
            runs=True,
        )

    def read(self, cursor: Cursor, signs: str, expected: str) -> dict[str, Bits]:
        """Read what `write` wrote: the set of the cells of each sign. Raises PositionError."""
        widths = [len(row) for row in self.rows[::-1]]
        text = "".join(cursor.rows(widths, signs, expected, kind="cells", runs=True))
        indices = [index for row in self.rows[::-1] for index in row]
        found = zip(text, indices, strict=True)
        sets = dict.fromkeys(signs, 0)
        for sign, index in found:
            if sign != EMPTY_SIGN:
                sets[sign] |= 1 << index
        return {sign: Bits(cells) for sign, cells in sets.items()}


@functools.cache
def _image(symmetry: int, x: int, y: int, last: int) -> int:
    """The index that a symmetry of the square gives to column x and row y, of 0 to `last`."""
    if symmetry & 4:
        x, y = y, x
        x, y = (last - x if symmetry & 2 else x), (last - y if symmetry & 1 else y)
    else:
        x, y = (last - x if symmetry & 1 else x), (last - y if symmetry & 2 else y)
    return x + 8 * y
