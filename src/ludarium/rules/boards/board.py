"""Boards of cells in columns and rows, as bit sets.

The index of a cell is column + stride * row, both from 0. Where the set type has room for it, the
stride is one more than the number of columns: the further column does not exist, and what a shift
takes out of a row falls there, and not into the next row. Such a board is *guarded*. Elsewhere
the targets of each step are masked.
"""

from __future__ import annotations

import abc
import itertools
import string
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import ClassVar

from ludarium.rules.bits import Bits, Four
from ludarium.rules.cursor import EMPTY_SIGN, Cursor, write_rows
from ludarium.rules.memory import Table
from ludarium.rules.view import Label, Site

__all__ = ["Board"]


class Board(abc.ABC):
    """The cells of a board, with their names, steps and symmetries.

    columns, rows: how many there are, including those of missing cells. missing: the names of cells
    that the board does not have, with spaces between. sets: the type of its bit sets, with room for
    `columns * rows` bits. letters: those of the columns, from the left. chequered: whether its
    cells are light and dark in turn, the first of the first row dark.

    Raises ValueError where the set type or the letters are too few for the board.
    """

    axes: ClassVar[tuple[tuple[int, int], ...]]
    """A step forward along each axis, at most four, as columns and rows; indices only grow."""

    def __init__(
        self,
        columns: int,
        rows: int,
        *,
        missing: str = "",
        sets: type[Bits] = Bits,
        letters: str = string.ascii_lowercase,
        chequered: bool = False,
    ) -> None:
        width = sets.width
        if columns * rows > width or columns > len(letters):
            raise ValueError(
                f"a board of {columns} by {rows} cells: {sets.__name__} has {width} bits, and "
                f"there are {len(letters)} letters"
            )
        self.sets, self.letters, self.chequered = sets, letters, chequered
        self.guarded = (columns + 1) * rows <= width
        """True if a shift out of a row falls into a column that does not exist."""
        self.stride = columns + 1 if self.guarded else columns
        """The index difference of a step to the next row."""
        self.size = self.stride * rows
        """One more than the highest possible index."""
        self.column_count, self.row_count = columns, rows
        places = ((column, row) for row in range(rows) for column in range(columns))
        gaps = set(missing.split())
        names = {
            column + self.stride * row: f"{letters[column]}{row + 1}" for column, row in places
        }
        self.names = {index: name for index, name in names.items() if name not in gaps}
        """The name of each cell, by index, in ascending order: the column's letter and the row's
        number from 1."""

    def place(self, index: int) -> tuple[int, int]:
        """The column and the row of an index, from 0."""
        return index % self.stride, index // self.stride

    @cached_property
    def places(self) -> dict[int, tuple[int, int]]:
        """The column and the row of each cell, from 0, by index."""
        return {index: self.place(index) for index in self.names}

    # Sets of cells

    @cached_property
    def index(self) -> dict[str, int]:
        """The index of the cell of each name."""
        return {name: index for index, name in self.names.items()}

    def move_named(self, text: str, onto: int) -> tuple[int, ...]:
        """The action that a text such as d4-d6 names, if it names two cells: the index of the
        first, and `onto` times that of the second.
        """
        first, _, second = text.partition("-")
        if first in self.index and second in self.index:
            return (self.index[first] + onto * self.index[second],)
        return ()

    @cached_property
    def cells(self) -> Bits:
        """The set of all cells."""
        return self._set(self.names)

    @cached_property
    def columns(self) -> tuple[Bits, ...]:
        """The set of the cells of each column, from the left."""
        return tuple(
            self._set(index for index in self.names if self.place(index)[0] == column)
            for column in range(self.column_count)
        )

    @cached_property
    def rows(self) -> tuple[Bits, ...]:
        """The set of the cells of each row, from the bottom."""
        return tuple(
            self._set(index for index in self.names if self.place(index)[1] == row)
            for row in range(self.row_count)
        )

    def cells_of(self, names: Iterable[str]) -> Bits:
        """The set of the cells of these names."""
        return self._set(self.index[name] for name in names)

    def _set(self, indices: Iterable[int]) -> Bits:
        return self.sets(sum(1 << index for index in indices))

    # Steps

    @cached_property
    def shifts(self) -> Four:
        """The index difference of a step forward along each axis; 0 for axes that the board does
        not have.
        """
        shifts = [Bits(columns + self.stride * rows) for columns, rows in self.axes]
        a, b, c, d = (*shifts, *[Bits(0)] * (4 - len(shifts)))
        return a, b, c, d

    @cached_property
    def ways(self) -> tuple[int, ...]:
        """The index differences of steps in all directions: forward along each axis, then back."""
        return tuple(way for shift in self.shifts if shift for way in (int(shift), -int(shift)))

    def reached(self, columns: int, rows: int) -> Bits:
        """A mask for a set that was shifted by so many columns and rows: the cells that this can
        come to. On a guarded board that is every cell, as nothing comes to the wrong row.
        """
        if self.guarded:
            return self.cells
        return self._set(
            index
            for index in self.names
            if 0 <= self.place(index)[0] - columns < self.column_count
            and 0 <= self.place(index)[1] - rows < self.row_count
        )

    # Symmetries

    @property
    @abc.abstractmethod
    def symmetry_count(self) -> int:
        """The number of symmetries of the board, with the identity, which is number 0."""

    @abc.abstractmethod
    def image(self, symmetry: int, column: int, row: int) -> tuple[int, int]:
        """The column and the row that a symmetry of the board gives to a cell."""

    @cached_property
    def mappings(self) -> Table[int]:
        """The symmetries as one table: where number k puts the cell of index i is at
        `size * k + i`.
        """
        targets = []
        for symmetry, index in itertools.product(range(self.symmetry_count), range(self.size)):
            column, row = self.image(symmetry, *self.place(index))
            # an index of no cell may have no image
            targets.append(column + self.stride * row if index in self.names else 0)
        return Table(targets)

    # View and text

    @abc.abstractmethod
    def point(self, column: float, row: float) -> tuple[float, float]:
        """The point in a View of a cell of this column and row, from 0; also of one beside the
        board.
        """

    @cached_property
    def sites(self) -> tuple[Site, ...]:
        """The cells as the sites of a View, each one unit wide."""
        return tuple(
            Site(
                name,
                *self.point(*self.place(index)),
                name,
                "cell",
                dark=self.chequered and sum(self.place(index)) % 2 == 0,
            )
            for index, name in self.names.items()
        )

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The letters of the columns below the board, and the numbers of the rows at its left."""
        below = (
            Label(*self.point(column, -1), self.letters[column])
            for column in range(self.column_count)
        )
        return (
            *below,
            *(Label(*self.point(-1, row), str(row + 1)) for row in range(len(self.rows))),
        )

    @cached_property
    def _lines(self) -> list[list[int]]:
        """The indices of the cells of each row, from the top."""
        return [
            [index for index in self.names if self.place(index)[1] == row]
            for row in reversed(range(self.row_count))
        ]

    def write(self, signs: Mapping[int, str]) -> str:
        """The signs of cells, by index, in rows from the top, empty cells counted."""
        return write_rows(
            ["".join(signs.get(index, EMPTY_SIGN) for index in line) for line in self._lines],
            runs=True,
        )

    def read(self, cursor: Cursor, signs: str, expected: str) -> dict[str, Bits]:
        """Read what `write` wrote: the set of the cells of each sign.

        expected: in words, what a cell may have. Raises PositionError.
        """
        widths = [len(line) for line in self._lines]
        text = "".join(cursor.rows(widths, signs, expected, kind="cells", runs=True))
        sets = dict.fromkeys(signs, 0)
        for sign, index in zip(text, itertools.chain(*self._lines), strict=True):
            if sign != EMPTY_SIGN:
                sets[sign] |= 1 << index
        return {sign: self.sets(cells) for sign, cells in sets.items()}
