"""Boards of points that square lines join, as stones are placed on them."""

from __future__ import annotations

import dataclasses
from functools import cached_property

from ludarium.rules.bits import Bits
from ludarium.rules.boards.square import SquareBoard
from ludarium.rules.view import Glyph, Site

__all__ = ["PointBoard", "Points9", "Points13", "Points15", "Points19"]

LETTERS = "abcdefghjklmnopqrst"
STAR = Glyph("star", "M9.2 12a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0")


class Points9(Bits, width=90):
    """Sets of points of a board of 9 by 9."""


class Points13(Bits, width=182):
    """Sets of points of a board of 13 by 13."""


class Points15(Bits, width=240):
    """Sets of points of a board of 15 by 15."""


class Points19(Bits, width=380):
    """Sets of points of a board of 19 by 19."""


class PointBoard(SquareBoard):
    """A square board whose stones are placed on the points where lines meet.

    side: the number of its lines, up to 19. sets, letters: as those of Board; by default no column
    has the letter i.
    """

    def __init__(self, side: int, sets: type[Bits] = Bits, letters: str = LETTERS) -> None:
        super().__init__(side, side, sets=sets, letters=letters)

    @cached_property
    def stars(self) -> frozenset[str]:
        """The names of the points that are marked, to find one's way: on boards of 9 points and
        more a side, those in the corners' reach and in the middle.
        """
        side, edge = self.column_count, 2 if self.column_count < 13 else 3
        middle = {side // 2} if side % 2 else set()
        lines = {edge, side - 1 - edge} | middle
        return frozenset(
            name
            for index, name in self.names.items()
            if side >= 9 and lines.issuperset(self.place(index))
            # smaller boards have no stars on their sides
            if side > 15 or len(set(self.place(index)) & middle) != 1 or self._central(index)
        )

    def _central(self, index: int) -> bool:
        column, row = self.place(index)
        return column == row == self.column_count // 2

    @cached_property
    def sites(self) -> tuple[Site, ...]:
        return tuple(
            dataclasses.replace(site, kind="point", glyph=STAR if site.id in self.stars else None)
            for site in super().sites
        )

    @cached_property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """The names of the points at both ends of each line."""
        columns, rows = self.column_count - 1, self.row_count - 1
        ends = [((column, 0), (column, rows)) for column in range(columns + 1)]
        ends += [((0, row), (columns, row)) for row in range(rows + 1)]
        return tuple((self._name(*start), self._name(*end)) for start, end in ends)

    def _name(self, column: int, row: int) -> str:
        return self.names[column + self.stride * row]
