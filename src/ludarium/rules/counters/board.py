"""Boards of points and lines as drawings.

A drawing is text with a point at each letter o and lines of the signs - | / \\ between them; X is a
crossing of two diagonals without a point, + of a row and a column. A line goes on in its direction,
sign by sign, up to the next point:

    o-o-o
    |\\|/|
    o-o-o
"""

from __future__ import annotations

import dataclasses
from functools import cached_property
from typing import NamedTuple

from ludarium.rules.bits import Bits

__all__ = [
    "DIRECTIONS",
    "NONE",
    "NOTHING",
    "NO_HEADING",
    "POINTS",
    "DrawnBoard",
    "PointSet",
    "column_letters",
]

POINTS = 128
"""The most points of a board."""
NONE = 255
"""The entry of the table where no line leaves a point in a direction."""

NO_HEADING = 8
"""None of DIRECTIONS."""
# east first and round by the north, so that the opposite of a direction is 4 further
DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
SIGNS = ("-+", "/X", "|+", "\\X")


class PointSet(Bits, width=POINTS):
    """Sets of points of a board."""


NOTHING = PointSet(0)


def column_letters(column: int) -> str:
    """The name of a column, numbered from 1: A to Z, then AA to AZ, BA and so on."""
    round_, letter = divmod(column - 1, 26)
    return (column_letters(round_) if round_ else "") + chr(ord("A") + letter)


class DrawnPlace(NamedTuple):
    """The place of a point in the drawing: columns to the right, lines upwards, both from 0."""

    x: int
    y: int


@dataclasses.dataclass(frozen=True)
class DrawnBoard:
    """A board, by its drawing. Points are numbered row by row from the bottom left.

    Raises ValueError where the drawing has other signs, a line that leads nowhere, or more points
    than there can be.
    """

    drawing: str

    def __post_init__(self) -> None:
        if not 2 <= len(self.points) <= POINTS:
            raise ValueError(f"a board has 2 to {POINTS} points, not {len(self.points)}")
        if len(self._signs) != len(self._on_lines):
            x, y = min(set(self._signs) - self._on_lines)
            raise ValueError(
                f"column {x + 1} of line {self._height - y} of the drawing: expected o, or a sign "
                f"of a line between two points, not {self._signs[x, y]!r}"
            )

    @cached_property
    def _rows(self) -> list[str]:
        lines = [line.rstrip() for line in self.drawing.splitlines()]
        return [line for line in lines if line]

    @property
    def _height(self) -> int:
        return len(self._rows)

    @cached_property
    def _signs(self) -> dict[tuple[int, int], str]:
        """All signs but points, by column and line from below."""
        return {
            (x, self._height - 1 - y): sign
            for y, row in enumerate(self._rows)
            for x, sign in enumerate(row)
            if sign not in "o "
        }

    @cached_property
    def drawn(self) -> tuple[DrawnPlace, ...]:
        """The place of each point in the drawing."""
        places = [
            DrawnPlace(x, self._height - 1 - y)
            for y, row in enumerate(self._rows)
            for x, sign in enumerate(row)
            if sign == "o"
        ]
        return tuple(sorted(places, key=lambda place: (place.y, place.x)))

    @cached_property
    def _traced(self) -> tuple[list[list[int]], set[tuple[int, int]]]:
        """The neighbour of each point in each direction, or NONE; the signs on these lines."""
        index = {place: number for number, place in enumerate(self.drawn)}
        neighbours, on_lines = [], set()
        for place in self.drawn:
            row = []
            for number, (right, up) in enumerate(DIRECTIONS):
                passed, at = [], (place.x + right, place.y + up)
                while self._signs.get(at, " ") in SIGNS[number % 4]:
                    passed.append(at)
                    at = at[0] + right, at[1] + up
                reached = index.get(DrawnPlace(*at)) if passed else None
                row.append(NONE if reached is None else reached)
                if reached is not None:
                    on_lines |= set(passed)
            neighbours.append(row)
        return neighbours, on_lines

    @property
    def neighbours(self) -> list[list[int]]:
        """The neighbours of each point: the next point along the line in each of DIRECTIONS, or
        NONE.
        """
        return self._traced[0]

    @property
    def _on_lines(self) -> set[tuple[int, int]]:
        return self._traced[1]

    @cached_property
    def points(self) -> tuple[tuple[int, int], ...]:
        """(column, row) of each point, from 1: the columns and rows that have points."""
        columns = sorted({place.x for place in self.drawn})
        rows = sorted({place.y for place in self.drawn})
        return tuple((columns.index(x) + 1, rows.index(y) + 1) for x, y in self.drawn)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each point: column letters and row number, such as E5 and, beyond Z5, AA5."""
        return tuple(f"{column_letters(column)}{row}" for column, row in self.points)

    @cached_property
    def index(self) -> dict[str, int]:
        """The index of the point of each name."""
        return {name: index for index, name in enumerate(self.names)}

    @cached_property
    def places(self) -> dict[int, tuple[int, int]]:
        """The column and the row of each point, from 0, by index."""
        return {index: (column - 1, row - 1) for index, (column, row) in enumerate(self.points)}

    @cached_property
    def full(self) -> PointSet:
        """The set of all points."""
        return PointSet((1 << len(self.points)) - 1)

    @cached_property
    def rows(self) -> tuple[PointSet, ...]:
        """The set of points of each row, from the bottom."""
        count = max(row for _, row in self.points)
        return tuple(
            PointSet(sum(1 << n for n, (_, row) in enumerate(self.points) if row == wanted))
            for wanted in range(1, count + 1)
        )

    @cached_property
    def corners_and_centre(self) -> PointSet:
        """The set of its corners, through which no line goes straight on, and of the points that
        are nearest to the middle of the drawing.
        """
        xs, ys = zip(*self.drawn, strict=True)
        middle = min(xs) + max(xs), min(ys) + max(ys)
        away = [(2 * x - middle[0]) ** 2 + (2 * y - middle[1]) ** 2 for x, y in self.drawn]
        corners = [
            all(NONE in (row[way], row[way + 4]) for way in range(4)) for row in self.neighbours
        ]
        return PointSet(
            sum(
                1 << n
                for n, (corner, far) in enumerate(zip(corners, away, strict=True))
                if corner or far == min(away)
            )
        )

    @cached_property
    def lines(self) -> tuple[tuple[int, int], ...]:
        """The indices of both ends of each line between neighbours, the lower first."""
        return tuple(
            (one, other)
            for one, row in enumerate(self.neighbours)
            for other in row
            if one < other < NONE
        )

    def point_set(self, names: str) -> PointSet:
        """The set of the points of these names, separated by spaces."""
        return PointSet(sum(1 << self.index[name] for name in names.split()))
