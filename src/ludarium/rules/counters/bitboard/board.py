"""Boards as bit sets with one constant shift per direction.

Points are numbered row by row from the bottom left. On a board that is regular enough, going along
a line to the neighbouring point always adds the same number to the index, so a whole set of points
moves with one shift; `sources` masks those points that have no neighbour that way.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
from functools import cached_property

from ludarium.rules.bits import WORD, Bits, members
from ludarium.rules.counters.board import DIRECTIONS, NONE, DrawnBoard

__all__ = ["Bitboard", "bitboard_of"]

AXES = (0, 2, 1, 3)
"""The numbers of DIRECTIONS that go forward: in a row, in a column, on both diagonals."""


@dataclasses.dataclass(frozen=True)
class Bitboard:
    """A board of at most 64 points, for shifts.

    Raises ValueError where there are more points, or the lines of a direction need more than one
    shift.
    """

    board: DrawnBoard

    def __post_init__(self) -> None:
        size = len(self.board.points)
        if size > WORD:
            raise ValueError(f"a bitboard has at most {WORD} points, not {size}")
        self.shifts  # noqa: B018  # an irregular board must fail here, not at its first use

    @property
    def size(self) -> int:
        """The number of points."""
        return len(self.board.points)

    @cached_property
    def full(self) -> Bits:
        """The set of all points."""
        return Bits(self.board.full)

    @cached_property
    def rows(self) -> tuple[Bits, ...]:
        """The set of points of each row, from the bottom."""
        return tuple(map(Bits, self.board.rows))

    def _along(self, axis: int) -> list[tuple[int, int]]:
        """Each point that has a neighbour forward along the axis, and that neighbour."""
        neighbours = ((point, row[axis]) for point, row in enumerate(self.board.neighbours))
        return [(point, other) for point, other in neighbours if other != NONE]

    @cached_property
    def shifts(self) -> tuple[Bits, Bits, Bits, Bits]:
        """The index difference of a step forward along each axis."""
        shifts = []
        for axis in AXES:
            steps = {b - a for a, b in self._along(axis)}
            if len(steps) > 1:
                raise ValueError(
                    f"the lines along {DIRECTIONS[axis]} need more than one shift: {sorted(steps)}"
                )
            shifts.append(Bits(steps.pop() if steps else 0))
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
        points, neighbours = self.board.points, self.board.neighbours
        columns, rows = (max(place) + 1 for place in zip(*points, strict=True))
        images = []
        for number in range(8):
            moved = [_image(point, number, (columns, rows)) for point in points]
            if set(moved) != set(points):
                continue
            image = [points.index(point) for point in moved]
            ways = [DIRECTIONS.index(_image(way, number, (0, 0))) for way in DIRECTIONS]
            if all(
                neighbours[image[point]][ways[way]] == (NONE if other == NONE else image[other])
                for point, row in enumerate(neighbours)
                for way, other in enumerate(row)
            ):
                images.append(tuple(image))
        return tuple(images)

    @cached_property
    def row_mappings(self) -> tuple[tuple[int, ...], ...]:
        """The mappings that map rows to rows."""
        return tuple(
            mapped
            for mapped in self.mappings
            if all(
                self.board.points[mapped[a]][1] == self.board.points[mapped[b]][1]
                for row in self.rows
                for a, b in itertools.pairwise(members(row))
            )
        )


def _image(at: tuple[int, int], number: int, size: tuple[int, int]) -> tuple[int, int]:
    """The image of a place under a symmetry of a square; of a direction, where the size is 0, 0."""
    column, row = at
    if number & 1:
        column = size[0] - column
    if number & 2:
        row = size[1] - row
    return (row, column) if number & 4 else (column, row)


@functools.cache
def bitboard_of(board: DrawnBoard) -> Bitboard:
    """The bitboard of a drawn board. Raises ValueError as `Bitboard` does."""
    return Bitboard(board)
