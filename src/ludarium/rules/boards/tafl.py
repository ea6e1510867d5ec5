"""Square boards with a throne in the middle, from which a king breaks out, and how pieces move on
them: as rooks do, all but the king not to the throne nor to corners that are his goal.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from ludarium.rules.bits import Bits
from ludarium.rules.boards.directions import DirectionSets, nth_of_eight, union_of_eight
from ludarium.rules.boards.orthogonal import beside, orthogonal_slider
from ludarium.rules.boards.square import SquareBoard
from ludarium.rules.dispatch import jitable, large
from ludarium.rules.view import Glyph, Site

__all__ = ["TaflBoard", "TaflMoves", "tafl_moves"]

KNOT = Glyph("knot", "M12 2.5l9.5 9.5-9.5 9.5L2.5 12zM5.5 5.5h13v13h-13z")
"""The sign of the cells on which only the king may stop."""


class TaflBoard(SquareBoard):
    """A square board of an odd number of cells a side.

    corners: whether the king is to reach a corner, and not only the edge. sets: as that of Board.
    """

    def __init__(self, side: int, sets: type[Bits] = Bits, *, corners: bool) -> None:
        super().__init__(side, side, sets=sets)
        middle, last = side // 2, side - 1
        ends = [column + self.stride * row for column in (0, last) for row in (0, last)]
        self.edge = self._set(i for i, place in self.places.items() if {0, last} & {*place})
        """The cells along the edge."""
        self.throne = self._set([middle + self.stride * middle])
        """The cell in the middle, as a set."""
        self.corners = self._set(ends if corners else ())
        """The corners, where they are the goal; else empty."""
        self.goal = self.corners if corners else self.edge
        """The cells that the king is to reach."""
        self.for_men = sets(self.cells ^ (self.throne | self.corners))
        """The cells on which others may stop, too."""

    @cached_property
    def sites(self) -> tuple[Site, ...]:
        special = self.throne | self.corners
        return tuple(
            dataclasses.replace(site, glyph=KNOT, dark=True)
            if special >> self.index[site.id] & 1
            else site
            for site in super().sites
        )


class TaflMoves(NamedTuple):
    """Functions on the moves of men and of a king, each all of one side or empty."""

    moves: Callable[[Bits, Bits, Bits], DirectionSets]
    """moves(men, king, free): where the men can go, a set for each way; then the same of the
    king."""
    can_move: Callable[[Bits, Bits, Bits], bool]
    """can_move(men, king, free): whether there is a move."""
    nth_move: Callable[[Bits, DirectionSets, int], tuple[int, int]]
    """nth_move(own, moves, n): the n-th of these moves of own pieces, as the cell from which a
    piece goes, and that to which it goes."""
    enclosed: Callable[[Bits, Bits, Bits], bool]
    """enclosed(inner, wall, goal): whether no way leads from the first to the last, other than
    through the second."""


@functools.cache
def tafl_moves(board: TaflBoard) -> TaflMoves:
    """The functions for this board."""
    one, nothing, side = board.sets(1), board.sets(0), board.row_count
    cells, for_men = board.cells, board.for_men
    next_to, slides = beside(board), orthogonal_slider(board)
    ways = board.ways[:4] * 2  # as those of `straight.WAYS`, of the men and of the king

    @jitable
    def moves(men: Bits, king: Bits, free: Bits) -> DirectionSets:
        a, b, c, d = slides(men, free)
        e, f, g, h = nothing, nothing, nothing, nothing
        if king:
            e, f, g, h = slides(king, free)
        onto = free & for_men
        return a & onto, b & onto, c & onto, d & onto, e & free, f & free, g & free, h & free

    @jitable
    def can_move(men: Bits, king: Bits, free: Bits) -> bool:
        if next_to(men) & free & for_men:
            return True
        return bool(union_of_eight(moves(men, king, free)))

    @jitable
    def nth_move(own: Bits, sets: DirectionSets, n: int) -> tuple[int, int]:
        way, target = nth_of_eight(sets, ways, n)
        source = target - way
        for _ in range(side):
            if (one << source) & own:
                break
            source -= way
        return source, target

    @large
    def enclosed(inner: Bits, wall: Bits, goal: Bits) -> bool:
        through = cells ^ wall
        while not inner & goal:
            more = inner | (next_to(inner) & through)
            if more == inner:
                return True
            inner = more
        return False

    return TaflMoves(moves, can_move, nth_move, enclosed)
