"""Boards of dots, of the edges between neighbouring dots, and of the boxes that edges enclose.

All such boards share one numbering, so that the same rules hold for every size. At twice their
coordinates, dots have two even numbers, boxes two odd ones, and edges (x, y) one of each: there,
number (ROW * y + x) / 2, rounded down, leaves no gap on the largest board. A box has the number of
the edge below it. Smaller boards are the lower left part of the largest.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from functools import cached_property
from itertools import chain

from ludarium.rules.bits import EMPTY, ONE, Bits, bit, lowest
from ludarium.rules.cursor import EMPTY_SIGN, Cursor, write_rows
from ludarium.rules.dispatch import jitable
from ludarium.rules.view import Label, Site

__all__ = [
    "BOXES",
    "LEFT",
    "RIGHT",
    "ROW",
    "TOP",
    "EdgeBoard",
    "boxes_at",
    "edge_image",
    "image_of_boxes",
    "image_of_edges",
]

WIDEST = 5
"""The most boxes in a row: 60 edges, of the 64 of a word."""
ROW = 2 * WIDEST + 1
"""The index difference of a step to the next row of edges, or of boxes."""
LEFT, RIGHT, TOP = Bits(WIDEST), Bits(WIDEST + 1), Bits(ROW)
"""The index differences from a box to its other edges; the number of a box is that of the edge
below it."""
BOXES = Bits(sum(1 << ROW * y + x for x in range(WIDEST) for y in range(WIDEST)))
"""The set of the boxes of the largest board."""


@jitable
def boxes_at(edges: Bits) -> Bits:
    """The boxes that have any of these edges, those just outside of a smaller board, too."""
    return (edges | edges >> LEFT | edges >> RIGHT | edges >> TOP) & BOXES


@jitable
def place_image(x: int, y: int, symmetry: int, side: int) -> tuple[int, int]:
    """The image of a place under a symmetry of the square, all at twice their coordinates."""
    if symmetry & 1:
        x = 2 * side - x
    if symmetry & 2:
        y = 2 * side - y
    return (y, x) if symmetry & 4 else (x, y)


@jitable
def edge_image(edge: int, symmetry: int, side: int) -> int:
    """The number of the edge to which a symmetry, 0 to 7 as those of SquareBoard, puts an edge of
    the board of so many boxes a side.
    """
    x, y = place_image((2 * edge + 1) % ROW, (2 * edge + 1) // ROW, symmetry, side)
    return (ROW * y + x) // 2


@jitable
def image_of_edges(edges: Bits, symmetry: int, side: int) -> Bits:
    """The image of a set of edges under a symmetry of the board."""
    image = EMPTY
    while edges:
        image |= bit(edge_image(lowest(edges), symmetry, side))
        edges &= edges - ONE
    return image


@jitable
def image_of_boxes(boxes: Bits, symmetry: int, side: int) -> Bits:
    """The image of a set of boxes under a symmetry of the board."""
    image = EMPTY
    while boxes:
        box = lowest(boxes)
        x, y = place_image(2 * (box % ROW) + 1, 2 * (box // ROW) + 1, symmetry, side)
        image |= bit(ROW * (y // 2) + x // 2)
        boxes &= boxes - ONE
    return image


class EdgeBoard:
    """A square board of so many boxes a side, 1 to WIDEST: its names and its part of a View.

    Dots have the letter of their column and the number of their row; an edge is called by both of
    its dots, such as `b2-b3`, a box by the dot at its lower left corner.
    """

    def __init__(self, side: int) -> None:
        if not 1 <= side <= WIDEST:
            raise ValueError(f"a board of {side} boxes a side: expected 1 to {WIDEST}")
        self.side = side
        dots, steps = range(side + 1), range(side)
        level = [(2 * x + 1, 2 * y) for y in dots for x in steps]
        upright = [(2 * x, 2 * y + 1) for y in steps for x in dots]
        self.places = {(ROW * y + x) // 2: (x, y) for x, y in sorted(level + upright)}
        """The place of each edge, by number, at twice its coordinates."""
        self.box_places = {ROW * y + x: (2 * x + 1, 2 * y + 1) for y in steps for x in steps}
        """The place of each box, by number, at twice its coordinates."""
        self.boxes = {ROW * y + x: dot(x, y) for y in steps for x in steps}
        """The name of each box, by number."""
        self.names = {
            edge: f"{dot(x // 2, y // 2)}-{dot((x + 1) // 2, (y + 1) // 2)}"
            for edge, (x, y) in sorted(self.places.items())
        }
        """The name of each edge, by number, in ascending order."""
        self.edges = Bits(sum(1 << edge for edge in self.names))
        """The set of all edges."""
        self.cells = Bits(sum(1 << box for box in self.boxes))
        """The set of all boxes."""

    @cached_property
    def sites(self) -> tuple[Site, ...]:
        """The boxes as cells one unit wide, then the edges, each a unit long."""
        cells = (
            Site(name, box % ROW + 1, box // ROW + 1, name, "cell")
            for box, name in self.boxes.items()
        )
        return (*cells, *(self._edge(edge) for edge in self.names))

    def _edge(self, edge: int) -> Site:
        x, y = self.places[edge]
        across, along = (x + 1) / 2, (y + 1) / 2
        reach_x, reach_y = x % 2 / 2, y % 2 / 2
        ends = (across - reach_x, along - reach_y), (across + reach_x, along + reach_y)
        return Site(self.names[edge], across, along, self.names[edge], "edge", ends=ends)

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The letters of the dots below the board, and their numbers at its left."""
        dots = range(self.side + 1)
        below = (Label(x + 0.5, -0.5, string.ascii_lowercase[x]) for x in dots)
        return (*below, *(Label(-0.5, y + 0.5, str(y + 1)) for y in dots))

    # Text

    @cached_property
    def _lines(self) -> list[list[tuple[str, int]]]:
        """The places of a position's text, in rows from the top: edges across, then edges upwards
        with boxes between them, and so on. Of each the sign of a line, none for a box, and its
        number.
        """
        places = range(2 * self.side + 1)
        return [
            [
                ("|", (ROW * y + x) // 2) if x % 2 == 0 else ("", ROW * (y // 2) + x // 2)
                for x in places
            ]
            if y % 2
            else [("-", (ROW * y + x) // 2) for x in places if x % 2]
            for y in reversed(places)
        ]

    def write(self, drawn: Bits, signs: Mapping[int, str]) -> str:
        """The drawn edges, - across and | upwards, and the signs of boxes, by number; in rows from
        the top, empty places counted.
        """

        def sign(line: str, number: int) -> str:
            shown = line if drawn >> number & 1 else EMPTY_SIGN
            return shown if line else signs.get(number, EMPTY_SIGN)

        return write_rows(
            ["".join(sign(*place) for place in row) for row in self._lines], runs=True
        )

    def read(self, cursor: Cursor, signs: str) -> tuple[Bits, dict[str, Bits]]:
        """Read what `write` wrote: the drawn edges, and the set of the boxes of each sign.

        Raises PositionError.
        """
        expected = f"-, |, {', '.join(signs)} or a number of empty places"
        widths = [len(row) for row in self._lines]
        rows = cursor.rows(widths, "-|" + signs, expected, kind="places", runs=True)
        drawn, sets = 0, dict.fromkeys(signs, 0)
        for sign, (line, number) in zip("".join(rows), chain(*self._lines), strict=True):
            if sign in signs and not line:
                sets[sign] |= 1 << number
            elif sign == line:
                drawn |= 1 << number
            elif sign != EMPTY_SIGN:
                raise cursor.impossible(
                    f"{sign!r} on {self.names[number] if line else self.boxes[number]}, expected "
                    f"{line or f'one of {signs}'} or nothing"
                )
        return Bits(drawn), {sign: Bits(boxes) for sign, boxes in sets.items()}


def dot(x: int, y: int) -> str:
    """The name of the dot in this column and row, from 0."""
    return f"{string.ascii_lowercase[x]}{y + 1}"
