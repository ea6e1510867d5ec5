"""Groups of stones that hang together, as functions on bit sets, made for one guarded board each.

Cells are next to each other where a step along one of two or three axes leads from one to the
other.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from ludarium.rules.bits import Bits, lowest, popcount
from ludarium.rules.boards.board import Board
from ludarium.rules.dispatch import jitable, large, remembered

__all__ = [
    "adjoining",
    "areas",
    "capturing",
    "chaining",
    "grouping",
    "living",
    "placing",
    "surrounded",
    "without_suicide",
]


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
        members, grown = seeds, seeds | (next_to(seeds) & through)
        while grown != members:
            members, grown = grown, grown | (next_to(grown) & through)
        return members

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
        nearest, links = layers.pop() & goal, through ^ through
        while nearest:
            link = one << lowest(nearest)
            links |= link
            nearest = next_to(link) & layers.pop() if layers else link ^ link
        return links

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
def placing(board: Board, axes: int) -> Callable[[Bits, Bits, Bits], tuple[Bits, Bits, Bits]]:
    """A function of a new stone on a free cell, the stones of its side, and those of the other: the
    stones of both after it, and a single cell, or none.

    The groups of the other side that have no free cell left are taken off; where there are none
    such, the new stone's own group, if it has none. A single stone that would be taken off at once
    changes nothing, so that its side has the same stones as before. The cell is that of a single
    stone which was taken by one that it could take back at once (ko).
    """
    next_to, nothing, cells_of_board = adjoining(board, axes), board.sets(0), board.cells

    @jitable
    def place(stone: Bits, mine: Bits, theirs: Bits) -> tuple[Bits, Bits, Bits]:
        free = cells_of_board ^ (mine | theirs | stone)
        beside, near, ko = next_to(stone), next_to(free), nothing
        # Nearly all groups live by a stone that is next to a free cell: life spreads from there,
        # until it has come to all stones next to the new one, or no further.
        alive, doubtful = near & theirs, beside & theirs
        doubtful ^= doubtful & alive
        mine |= stone
        if doubtful:
            alive |= next_to(alive) & theirs
            doubtful ^= doubtful & alive
            while doubtful:
                grown = alive | (next_to(alive) & theirs)
                if grown == alive:
                    taken = theirs ^ alive
                    if not beside & (mine | free) and popcount(taken) == 1:
                        ko = taken
                    return mine, alive, ko
                alive = grown
                doubtful ^= doubtful & alive
        if not beside & free:
            own = stone | (beside & mine)
            while not own & near:
                grown = own | (next_to(own) & mine)
                if grown == own:
                    mine ^= own
                    break
                own = grown
        return mine, theirs, ko

    return place


@functools.cache
def capturing(board: Board, axes: int) -> Callable[[Bits, Bits], Bits]:
    """A function of the stones of who moves and of those of the other side: the free cells with
    neither a free nor an own one next to them where a stone captures.
    """
    next_to, group, cells_of_board = adjoining(board, axes), grouping(board, axes), board.cells
    one, nothing = board.sets(1), board.sets(0)

    @large
    def captures(mine: Bits, theirs: Bits) -> Bits:
        free = cells_of_board ^ (mine | theirs)
        dead, roomy = nothing, free & next_to(free | mine)
        if roomy != free:
            # the groups of which no free cell has room
            left = theirs ^ group(next_to(roomy) & theirs, theirs)
            while left:
                whole = group(one << lowest(left), left)
                cells = next_to(whole) & free
                if popcount(cells) == 1:
                    dead |= cells
                left ^= whole
        return dead

    return captures


@functools.cache
def areas(board: Board, axes: int) -> Callable[[Bits, Bits], tuple[int, int]]:
    """A function of the stones of two sides: how many cells each side has, with its stones and with
    the free cells from which only its stones are reached along free cells.
    """
    surround = surrounded(board, axes)

    @jitable
    def counted(first: Bits, second: Bits) -> tuple[int, int]:
        of_first, of_second = surround(first, second)
        return popcount(of_first), popcount(of_second)

    return counted


@functools.cache
def surrounded(board: Board, axes: int) -> Callable[[Bits, Bits], tuple[Bits, Bits]]:
    """A function of the stones of two sides: the set of each side's stones and of the free cells
    from which only its stones are reached along free cells.
    """
    group, cells_of_board = grouping(board, axes), board.cells

    @jitable
    def surround(first: Bits, second: Bits) -> tuple[Bits, Bits]:
        free = cells_of_board ^ (first | second)
        of_first, of_second = group(first, first | free), group(second, second | free)
        shared = of_first & of_second
        return of_first ^ shared, of_second ^ shared

    return surround


@functools.cache
def without_suicide(board: Board, axes: int) -> Callable[[Bits, Bits], Bits]:
    """A function of the stones of who moves and of those of the other side: the free cells where a
    stone keeps a free cell next to its group once those that it captures are taken off.
    """
    next_to, place, cells_of_board = adjoining(board, axes), placing(board, axes), board.cells
    one = board.sets(1)

    @remembered
    @large
    def placeable(mine: Bits, theirs: Bits) -> Bits:
        free = cells_of_board ^ (mine | theirs)
        cells = free & next_to(free)
        left = free ^ cells
        while left:
            stone = one << lowest(left)
            left ^= stone
            cells |= place(stone, mine, theirs)[0] & stone
        return cells

    return placeable
