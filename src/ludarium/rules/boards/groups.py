"""Groups of stones that hang together, as functions on bit sets, made for one guarded board each.

Cells are next to each other where a step along one of two or three axes leads from one to the
other.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from ludarium.rules.bits import Bits
from ludarium.rules.boards.board import Board
from ludarium.rules.dispatch import jitable

__all__ = ["adjoining", "grouping"]


@functools.cache
def adjoining(board: Board, axes: int) -> Callable[[Bits], Bits]:
    """A function of a set of cells: those next to any of them along the board's first `axes` axes.

    Raises ValueError where the board is not guarded, or axes is not 2 or 3.
    """
    if not board.guarded or axes not in (2, 3):
        raise ValueError("cells next to others: expected a guarded board, and 2 or 3 axes")
    a, b, c, _ = board.shifts
    cells_of_board = board.cells

    @jitable
    def of_four(cells: Bits) -> Bits:
        return ((cells << a) | (cells >> a) | (cells << b) | (cells >> b)) & cells_of_board

    @jitable
    def of_six(cells: Bits) -> Bits:
        near = (cells << a) | (cells >> a) | (cells << b) | (cells >> b)
        return (near | (cells << c) | (cells >> c)) & cells_of_board

    return of_four if axes == 2 else of_six


@functools.cache
def grouping(board: Board, axes: int) -> Callable[[Bits, Bits], Bits]:
    """A function of two sets of cells: what hangs together, through the second, with the first,
    which is included.
    """
    next_to = adjoining(board, axes)

    @jitable
    def group(seeds: Bits, through: Bits) -> Bits:
        found, grown = seeds, seeds | (next_to(seeds) & through)
        while grown != found:
            found, grown = grown, grown | (next_to(grown) & through)
        return found

    return group
