"""Chequered boards, of which games of draughts use the dark cells, and the pieces on them."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from ludarium.phrases import say
from ludarium.rules.bits import Bits
from ludarium.rules.boards.board import Board
from ludarium.rules.boards.piece_placement import CROWN, Kind, sides
from ludarium.rules.boards.square import SquareBoard
from ludarium.rules.view import Label

__all__ = ["Chequers", "dark_cells", "men_and_kings", "rest_of_path", "sets_of_men_and_kings"]


def dark_cells(board: Board) -> Bits:
    """The dark cells of a chequered board."""
    return board.cells_of(site.id for site in board.sites if site.dark)


class Chequers(SquareBoard):
    """A chequered board whose dark cells are numbered from 1, row by row: from the last of the
    first row back, or, where they begin at the top, from the first of the last row on.

    side: an even number of cells. sets: as that of Board.
    """

    def __init__(self, side: int, sets: type[Bits] = Bits, *, from_top: bool) -> None:
        super().__init__(side, side, sets=sets, chequered=True)
        self.from_top = from_top
        """True if the numbers begin at the top."""
        half = side // 2
        for index, (column, row) in self.places.items():
            if (column + row) % 2 == 0:
                before = half * (side - 1 - row) if from_top else half * row
                here = column // 2 if from_top else half - 1 - column // 2
                self.names[index] = str(before + here + 1)

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The first and the last number of each row, beside the board."""
        side, half = self.column_count, self.column_count // 2
        left, right = (1, half) if self.from_top else (half, 1)
        return tuple(
            Label(*self.point(column, row), str(half * number + at))
            for number in range(side)
            for row in (side - 1 - number if self.from_top else number,)
            for column, at in ((-1, left), (side, right))
        )


def men_and_kings(white: int) -> tuple[Kind, ...]:
    """The kinds of pieces: men of both seats in their order, then kings. white: White's seat."""
    black = 1 - white
    kinds = (
        Kind("w", white, "counter", "ivory", say("white man"), "w"),
        Kind("b", black, "counter", "ebony", say("black man"), "b"),
        Kind("W", white, "counter", "ivory", say("crowned white man"), "W", CROWN),
        Kind("B", black, "counter", "ebony", say("crowned black man"), "B", CROWN),
    )
    return tuple(sorted(kinds, key=lambda kind: (kind.sign.isupper(), kind.seat)))


def sets_of_men_and_kings(state: Any) -> list[Bits]:
    """The cells of each of these kinds, in a state that has `kings`, those of both seats."""
    both = sides(state)
    return [Bits(own & ~state.kings) for own in both] + [Bits(own & state.kings) for own in both]


def rest_of_path(text: str, source: str, target: str, *, jumps: bool) -> tuple[str, ...]:
    """The rest of a text such as `22x8` or `22x15x8`, a capture by its ends or by all its cells,
    after a step or a jump between these cells; none where it cannot begin with that.

    In what is left, `>` parts cells between which there is none.
    """
    first, *path = re.split("[-x:>]", text.lower())
    if first != source or not path:
        return ()
    if path == [target]:
        return ("",)
    if len(path) > 1:
        return (">".join(path),) if jumps and path[0] == target else ()
    return (f"{target}x{path[0]}",) if jumps and ">" not in text else ()
