"""Boards of points joined by straight lines, as bit sets with one constant shift per direction.

Points are numbered row by row from the bottom left. On a board that is regular enough, going along
a line to the neighbouring point always adds the same number to the index, so a whole set of points
moves with one shift; `sources` masks those points that have no neighbour that way.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable
from functools import cached_property

from ludarium.rules.bits import Bits, members

__all__ = ["LineBoard"]

Point = tuple[int, int]  # column and row, from 1
# along the row, along the column, both diagonals; each forward
AXES = ((1, 0), (0, 1), (1, 1), (-1, 1))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


@dataclasses.dataclass(frozen=True)
class LineBoard:
    """A board of at most 64 points and lines.

    Raises ValueError where there are more points, a line is not along one of the four axes, or an
    axis would need more than one shift.
    """

    points: tuple[Point, ...]
    """(column, row) of each point, from 1; a point's index counts row by row from bottom left."""
    lines: frozenset[tuple[Point, Point]]
    """Pairs of neighbouring points."""

    def __init__(self, points: Iterable[Point], lines: Iterable[tuple[Point, Point]]) -> None:
        ordered = tuple(sorted(points, key=lambda point: (point[1], point[0])))
        if len(ordered) > 64:
            raise ValueError(f"a board has at most 64 points, not {len(ordered)}")
        object.__setattr__(self, "points", ordered)
        # Each line once, from its lower index to its higher: that is forward along its axis.
        forward = frozenset(
            (a, b) if ordered.index(a) < ordered.index(b) else (b, a) for a, b in lines
        )
        object.__setattr__(self, "lines", forward)
        self.shifts  # noqa: B018  # an irregular board must fail here, not at its first use

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each point: column letter and row number, such as E5."""
        return tuple(f"{chr(ord('A') + column - 1)}{row}" for column, row in self.points)

    @cached_property
    def places(self) -> dict[int, tuple[int, int]]:
        """The column and the row of each point, from 0, by index."""
        return {index: (column - 1, row - 1) for index, (column, row) in enumerate(self.points)}

    @cached_property
    def index(self) -> dict[str, int]:
        """The index of the point of each name."""
        return {name: index for index, name in enumerate(self.names)}

    @cached_property
    def full(self) -> Bits:
        """The set of all points."""
        return Bits((1 << len(self.points)) - 1)

    @cached_property
    def rows(self) -> tuple[Bits, ...]:
        """The set of points of each row, from the bottom."""
        last = max(row for _, row in self.points)
        return tuple(
            self.points_where(lambda _, row, wanted=row: row == wanted)
            for row in range(1, last + 1)
        )

    def points_where(self, holds: object) -> Bits:
        """The set of points for which holds(column, row)."""
        assert callable(holds)
        return Bits(
            sum(1 << index for index, (column, row) in enumerate(self.points) if holds(column, row))
        )

    def point_set(self, names: Iterable[str]) -> Bits:
        """The set of the points of these names."""
        return Bits(sum(1 << self.index[name] for name in names))

    def _along(self, axis: Point) -> list[tuple[int, int]]:
        where = {point: index for index, point in enumerate(self.points)}
        return [
            (where[a], where[b])
            for a, b in self.lines
            if (_sign(b[0] - a[0]), _sign(b[1] - a[1])) == axis
        ]

    @cached_property
    def shifts(self) -> tuple[Bits, Bits, Bits, Bits]:
        """The index difference of a step forward along each axis."""
        shifts = []
        for axis in AXES:
            steps = {b - a for a, b in self._along(axis)}
            if len(steps) > 1:
                raise ValueError(
                    f"the lines along {axis} need more than one shift: {sorted(steps)}"
                )
            shifts.append(Bits(steps.pop() if steps else 0))
        if sum(len(self._along(axis)) for axis in AXES) != len(self.lines):
            raise ValueError("every line must go along a row, a column or a diagonal")
        return shifts[0], shifts[1], shifts[2], shifts[3]

    @cached_property
    def sources(self) -> tuple[Bits, ...]:
        """The sources of steps: for each axis, the set of the points that have a neighbour forward
        along it.
        """
        return tuple(Bits(sum(1 << a for a, _ in self._along(axis))) for axis in AXES)

    @cached_property
    def middles(self) -> tuple[Bits, Bits, Bits, Bits]:
        """The middles of lines of three: for each axis, the set of the points that have neighbours
        on both sides along it.
        """
        a, b, c, d = (
            Bits(sources & (sources << shift))
            for sources, shift in zip(self.sources, self.shifts, strict=True)
        )
        return a, b, c, d

    @cached_property
    def mappings(self) -> tuple[tuple[int, ...], ...]:
        """The symmetries of the board: for each, the image of each point.

        Those of the eight symmetries of a square that map every line to a line; number 0 is the
        identity, and those that map rows to rows come first.
        """
        size = max(column for column, _ in self.points) + 1
        where = {point: index for index, point in enumerate(self.points)}
        lines = {frozenset(line) for line in self.lines}
        images = []
        for number in range(8):

            def moved(point: Point, number: int = number) -> Point:
                column, row = point
                if number & 1:
                    column = size - column
                if number & 2:
                    row = size - row
                return (row, column) if number & 4 else (column, row)

            if all(moved(point) in where for point in self.points) and all(
                frozenset((moved(a), moved(b))) in lines for a, b in self.lines
            ):
                images.append(tuple(where[moved(point)] for point in self.points))
        return tuple(images)

    @cached_property
    def row_mappings(self) -> tuple[tuple[int, ...], ...]:
        """The mappings that map rows to rows."""
        return tuple(
            mapped
            for mapped in self.mappings
            if all(
                self._row_of(mapped[a]) == self._row_of(mapped[b])
                for row in self.rows
                for a, b in itertools.pairwise(members(row))
            )
        )

    def _row_of(self, point: int) -> int:
        return self.points[point][1]
