"""Groups of stones that hang together, as functions on bit sets, made for one guarded board each.

Cells are next to each other where a step along one of two or three axes leads from one to the
other.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from ludarium.rules.bits import Bits, lowest, popcount
from ludarium.rules.boards.board import Board
from ludarium.rules.dispatch import jitable

__all__ = ["adjoining", "areas", "capturing", "chaining", "grouping", "living", "placing"]


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


@functools.cache
def chaining(board: Board, axes: int) -> Callable[[Bits, Bits, Bits], Bits]:
    """A function of three sets of cells: a shortest chain from the first to the second through the
    third, as Views mark it; empty where there is none.
    """
    next_to, one = adjoining(board, axes), board.sets(1)

    def chain(start: Bits, goal: Bits, through: Bits) -> Bits:
        layers, left = [start & through], through ^ (start & through)
        while layers[-1] and not layers[-1] & goal:
            layers.append(next_to(layers[-1]) & left)
            left ^= layers[-1]
        nearest, found = layers.pop() & goal, through ^ through
        while nearest:
            link = one << lowest(nearest)
            found |= link
            nearest = next_to(link) & layers.pop() if layers else link ^ link
        return found

    return chain


@functools.cache
def living(board: Board, axes: int) -> Callable[[Bits, Bits], Bits]:
    """A function of the stones of a side and of the free cells: the stones whose group has a free
    cell next to it.
    """
    next_to, group = adjoining(board, axes), grouping(board, axes)

    @jitable
    def alive(stones: Bits, free: Bits) -> Bits:
        return group(next_to(free) & stones, stones)

    return alive


@functools.cache
def capturing(board: Board, axes: int) -> Callable[[Bits, Bits, Bits], Bits]:
    """A function of one new stone, the stones of the other side, and the free cells without that of
    the new stone: the stones of the other side, in groups next to it, that have no free cell left.
    """
    next_to, group, one = adjoining(board, axes), grouping(board, axes), board.sets(1)

    @jitable
    def captured(stone: Bits, theirs: Bits, free: Bits) -> Bits:
        beside = next_to(stone) & theirs
        # those with a free cell of their own need not be followed
        beside &= beside ^ (next_to(free) & beside)
        found = beside ^ beside
        while beside:
            whole = group(one << lowest(beside), theirs)
            if not next_to(whole) & free:
                found |= whole
            beside &= beside ^ (whole & beside)
        return found

    return captured


@functools.cache
def areas(board: Board, axes: int) -> Callable[[Bits, Bits], tuple[int, int]]:
    """A function of the stones of two sides: how many cells each side has, with its stones and with
    the free cells from which only its stones are reached along free cells.
    """
    group, cells_of_board = grouping(board, axes), board.cells

    @jitable
    def counted(first: Bits, second: Bits) -> tuple[int, int]:
        free = cells_of_board ^ (first | second)
        of_first, of_second = group(first, first | free), group(second, second | free)
        shared = of_first & of_second
        return popcount(of_first ^ shared), popcount(of_second ^ shared)

    return counted


@functools.cache
def placing(board: Board, axes: int) -> Callable[[Bits, Bits, Bits], Bits]:
    """A function of the stones of who moves, those of the other side, and a cell that is forbidden,
    or none: the free cells where a stone may be placed. A single stone may not where it has no free
    or own cell next to it and captures nothing.
    """
    cells_of_board, one = board.cells, board.sets(1)
    next_to, group, captured = (
        adjoining(board, axes),
        grouping(board, axes),
        capturing(board, axes),
    )

    @jitable
    def placements(mine: Bits, theirs: Bits, forbidden: Bits) -> Bits:
        free = cells_of_board ^ (mine | theirs)
        found = free & next_to(free | mine)
        lone = free ^ found
        if lone:
            # A group with a free cell that is not lone cannot be captured on one that is.
            lasting = next_to(found) & theirs
            mortal = next_to(lone) & (theirs ^ lasting)
            if mortal:
                mortal ^= mortal & group(lasting, theirs)
            lone &= next_to(mortal)
        while lone:
            stone = one << lowest(lone)
            lone ^= stone
            if captured(stone, theirs, free ^ stone):
                found |= stone
        return found ^ (found & forbidden)

    return placements
