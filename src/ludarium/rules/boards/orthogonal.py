"""Pieces that go straight, as rooks do, and are captured between two others: functions on bit sets,
made for one board each.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from ludarium.rules.bits import Bits, Four
from ludarium.rules.boards.board import Board
from ludarium.rules.boards.verbs import Verb, shift, slider_towards
from ludarium.rules.dispatch import jitable, large

__all__ = ["WAYS", "beside", "custodial_captures", "flanking_cells", "orthogonal_slider"]

WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))
"""The four ways, as columns and rows, in the order of the sets of `orthogonal_slider`."""


@functools.cache
def beside(board: Board) -> Verb:
    """A function of a set of cells: those next to any of them, of four for each."""
    right, left, up, down = (shift(board, *way) for way in WAYS)

    @jitable
    def next_to(cells: Bits) -> Bits:
        return right(cells) | left(cells) | up(cells) | down(cells)

    return next_to


@functools.cache
def orthogonal_slider(board: Board) -> Callable[[Bits, Bits], Four]:
    """A function of the pieces that slide and of the free cells: a set for each way, of the free
    cells in it, and of the first cell that is not free.
    """
    right, left, up, down = (slider_towards(board, *way) for way in WAYS)

    @large
    def slides(pieces: Bits, free: Bits) -> Four:
        return right(pieces, free), left(pieces, free), up(pieces, free), down(pieces, free)

    return slides


@functools.cache
def custodial_captures(board: Board) -> Callable[[Bits, Bits, Bits], Bits]:
    """A function of a piece that has just moved, enemies, and what they are captured against: the
    enemies next to the piece that are now between it and one of these.
    """
    right, left, up, down = (shift(board, *way) for way in WAYS)

    @jitable
    def captured(piece: Bits, enemies: Bits, anvils: Bits) -> Bits:
        along = (right(piece) & left(anvils)) | (left(piece) & right(anvils))
        across = (up(piece) & down(anvils)) | (down(piece) & up(anvils))
        return (along | across) & enemies

    return captured


@functools.cache
def flanking_cells(board: Board) -> Callable[[Bits, Bits], Bits]:
    """A function of enemies, and what they are captured against: the cells from which a piece would
    capture one of them.
    """
    right, left, up, down = (shift(board, *way) for way in WAYS)

    @jitable
    def cells(enemies: Bits, anvils: Bits) -> Bits:
        along = left(enemies & left(anvils)) | right(enemies & right(anvils))
        return along | down(enemies & down(anvils)) | up(enemies & up(anvils))

    return cells
