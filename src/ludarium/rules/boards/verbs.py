"""Operations on boards, as functions on bit sets that rules call, made for one board each.

A function is made once for a board, at the top of a module, as in `around = neighbourhood(BOARD)`.
What it knows of the board are constants of machine code.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from ludarium.moved import renamed
from ludarium.rules.bits import ONE, WORD, Bits, Four, bit, image, lowest
from ludarium.rules.boards.board import Board
from ludarium.rules.boards.directions import DirectionSets
from ludarium.rules.dispatch import jitable

__all__ = [
    "Leaps",
    "Outflanked",
    "in_a_row",
    "in_rows",
    "leaper",
    "leaping",
    "neighbourhood",
    "neighbours",
    "outflanked",
    "shift",
    "slider",
    "slider_towards",
    "symmetries",
]

if not TYPE_CHECKING:  # a type checker is to find what has another name
    __getattr__ = renamed(__name__, {"stepping": "shift", "jumping": "leaper", "sliding": "slider"})

Verb = Callable[[Bits], Bits]


@functools.cache
def shift(board: Board, columns: int, rows: int) -> Verb:
    """A function of a set of cells: where they come to by a step of so many columns and rows,
    without those that leave the board.
    """
    way = columns + board.stride * rows
    shift, onto = Bits(abs(way)), board.reached(columns, rows)

    @jitable
    def forward(cells: Bits) -> Bits:
        return (cells << shift) & onto

    @jitable
    def back(cells: Bits) -> Bits:
        return (cells >> shift) & onto

    return forward if way > 0 else back


@functools.cache
def leaper(board: Board, steps: tuple[tuple[int, int], ...]) -> Callable[[Bits], DirectionSets]:
    """A function of a set of cells: where they come to by each of eight steps, of so many columns
    and rows, over whatever is between.
    """
    a, b, c, d, e, f, g, h = (shift(board, columns, rows) for columns, rows in steps)

    @jitable
    def jumps(cells: Bits) -> DirectionSets:
        return a(cells), b(cells), c(cells), d(cells), e(cells), f(cells), g(cells), h(cells)

    return jumps


@functools.cache
def slider(board: Board) -> Callable[[Four, Bits], DirectionSets]:
    """A function for this board of eight directions, of the pieces that slide along each axis, as
    rooks and bishops do, and of the free cells: a set for each of the board's `ways`, of the free
    cells in their way, and of the first cell that is not free.
    """
    a, b, c, d, e, f, g, h = (
        slider_towards(board, sign * columns, sign * rows)
        for columns, rows in board.axes
        for sign in (1, -1)
    )

    @jitable
    def slides(pieces: Four, free: Bits) -> DirectionSets:
        first, second, third, fourth = pieces
        return (
            a(first, free),
            b(first, free),
            c(second, free),
            d(second, free),
            e(third, free),
            f(third, free),
            g(fourth, free),
            h(fourth, free),
        )

    return slides


@functools.cache
def slider_towards(board: Board, columns: int, rows: int) -> Callable[[Bits, Bits], Bits]:
    """Sliding in one direction."""
    step = shift(board, columns, rows)
    sides = ((columns, board.column_count), (rows, board.row_count))
    fill = occluded_fill(board, columns, rows, min(side for way, side in sides if way) - 1)

    @jitable
    def slide(pieces: Bits, free: Bits) -> Bits:
        return step(fill(pieces, free))

    return slide


def symmetries(
    board: Board, make: Callable[..., Any], count: int
) -> tuple[Callable[[Any], int], Callable[[Any, int], Any]]:
    """The generic functions `symmetry_count` and `symmetric_state` of states of the fields `mine`,
    `theirs` and `seat`, of which the first two are sets of cells.

    make: the type of the states. count: how many of the board's symmetries, from its first, keep
    the rules.
    """
    mappings, size = board.mappings, board.size

    @jitable
    def symmetry_count(state: Any) -> int:
        return count

    @jitable
    def symmetric_state(state: Any, symmetry: int) -> Any:
        place = size * symmetry
        mine, theirs = image(state.mine, mappings, place), image(state.theirs, mappings, place)
        return make(mine, theirs, state.seat)

    return symmetry_count, symmetric_state


@functools.cache
def neighbourhood(board: Board) -> Verb:
    """A function of a set of cells: these and their neighbours, of eight for each."""
    step, row = board.shifts[0], board.shifts[1]
    after, before, cells_of_board = board.reached(1, 0), board.reached(-1, 0), board.cells

    @jitable
    def around(cells: Bits) -> Bits:
        rows = cells | ((cells << step) & after) | ((cells >> step) & before)
        return (rows | (rows << row) | (rows >> row)) & cells_of_board

    @jitable
    def around_guarded(cells: Bits) -> Bits:
        # what left its row is not a cell in any row
        rows = cells | (cells << step) | (cells >> step)
        return (rows | (rows << row) | (rows >> row)) & cells_of_board

    return around_guarded if board.guarded else around


@functools.cache
def neighbours(board: Board) -> Verb:
    """A function of a set of cells: those next to any of them, of eight for each."""
    step, row = board.shifts[0], board.shifts[1]
    after, before, cells_of_board = board.reached(1, 0), board.reached(-1, 0), board.cells

    @jitable
    def next_to(cells: Bits) -> Bits:
        beside = ((cells << step) & after) | ((cells >> step) & before)
        rows = cells | beside
        return (beside | (rows << row) | (rows >> row)) & cells_of_board

    @jitable
    def next_to_guarded(cells: Bits) -> Bits:
        beside = (cells << step) | (cells >> step)
        rows = cells | beside
        return (beside | (rows << row) | (rows >> row)) & cells_of_board

    return next_to_guarded if board.guarded else next_to


class Leaps(NamedTuple):
    """Functions on a piece that leaps in a straight line over an unbroken row of bridges."""

    landing: Callable[[int, int, Bits, Bits], Bits]
    """landing(place, way, bridges, free): where a leap from this index lands that begins over the
    bridge `way` further; empty where that cell is not free."""
    reached: Callable[[Bits, Bits, Bits], Bits]
    """reached(piece, bridges, free): the free cells that one piece comes to, by a step to a
    neighbour or by a leap."""


@functools.cache
def leaping(board: Board) -> Leaps:
    """The functions for this guarded board of eight directions.

    Raises ValueError where a word has no room for another row of it.
    """
    if not board.guarded or board.size + board.stride > WORD:
        raise ValueError("a leap ends beyond the board, where the set has no room")
    around = neighbourhood(board)
    inside = WORD - 1

    @jitable
    def landing(place: int, way: int, bridges: Bits, free: Bits) -> Bits:
        index = place + 2 * way
        while bit(index & inside) & bridges:
            index += way
        # what leaves the board below comes back above it, where no cells are
        return bit(index & inside) & free

    @jitable
    def reached(piece: Bits, bridges: Bits, free: Bits) -> Bits:
        near = around(piece)
        cells = near & free
        jumped = near & bridges
        while jumped:
            place = lowest(piece)
            cells |= landing(place, lowest(jumped) - place, bridges, free)
            jumped &= jumped - ONE
        return cells

    return Leaps(landing, reached)


@functools.cache
def in_a_row(board: Board, length: int) -> Callable[[Bits], bool]:
    """A function of a set of cells: whether so many of them stand in a row along any axis."""
    runs = [_runs(board, number, length) for number in range(len(board.axes))]
    runs += [_none] * (4 - len(runs))
    first, second, third, fourth = runs

    @jitable
    def has_row(cells: Bits) -> bool:
        return bool(first(cells) | second(cells) | third(cells) | fourth(cells))

    return has_row


@functools.cache
def in_rows(board: Board, length: int) -> Verb:
    """A function of a set of cells: those that are part of a row of so many along any axis, as
    Views mark them.
    """

    def parts(cells: Bits) -> Bits:
        members = cells ^ cells
        for number in range(len(board.axes)):
            ends = _runs(board, number, length)(cells)
            for step in range(length):
                members |= ends >> Bits(step * board.shifts[number])
        return members

    return parts


@jitable
def _none(cells: Bits) -> Bits:
    return cells ^ cells


@functools.cache
def _runs(board: Board, axis: int, length: int) -> Verb:
    """A function of a set of cells: the last of each `length` of them in a row along the axis."""
    if length == 1:
        return _same
    half = (length + 1) // 2
    more = length - half
    shorter = _runs(board, axis, half)
    columns, rows = board.axes[axis]
    shift = Bits(more * board.shifts[axis])
    onto = board.reached(more * columns, more * rows)

    @jitable
    def longer(cells: Bits) -> Bits:
        ends = shorter(cells)
        return ends & (ends << shift) & onto

    @jitable
    def longer_guarded(cells: Bits) -> Bits:
        ends = shorter(cells)
        return ends & (ends << shift)

    return longer_guarded if board.guarded else longer


@jitable
def _same(cells: Bits) -> Bits:
    return cells


class Outflanked(NamedTuple):
    """Functions on custodial capture: along a ray, enemies between a new stone and an own one."""

    captured: Callable[[Bits, Bits, Bits], Bits]
    """captured(stone, mine, theirs): those of theirs that this one new stone of mine captures."""
    capturing: Callable[[Bits, Bits], Bits]
    """capturing(mine, theirs): the cells, free or not, from where a stone of mine would capture;
    mask them by the free cells."""


@functools.cache
def outflanked(board: Board) -> Outflanked:
    """The functions for this board of eight directions."""
    rays = [
        _ray(board, axis, forward) for axis in range(len(board.axes)) for forward in (True, False)
    ]
    nothing = Ray(_no_capture, _no_end)
    rays += [nothing] * (8 - len(rays))
    (cut_1, end_1), (cut_2, end_2), (cut_3, end_3), (cut_4, end_4), *more = rays
    (cut_5, end_5), (cut_6, end_6), (cut_7, end_7), (cut_8, end_8) = more

    @jitable
    def captured(stone: Bits, mine: Bits, theirs: Bits) -> Bits:
        low = cut_1(stone, mine, theirs) | cut_2(stone, mine, theirs)
        low |= cut_3(stone, mine, theirs) | cut_4(stone, mine, theirs)
        high = cut_5(stone, mine, theirs) | cut_6(stone, mine, theirs)
        high |= cut_7(stone, mine, theirs) | cut_8(stone, mine, theirs)
        return low | high

    @jitable
    def capturing(mine: Bits, theirs: Bits) -> Bits:
        low = end_1(mine, theirs) | end_2(mine, theirs) | end_3(mine, theirs) | end_4(mine, theirs)
        return (
            low
            | end_5(mine, theirs)
            | end_6(mine, theirs)
            | end_7(mine, theirs)
            | end_8(mine, theirs)
        )

    return Outflanked(captured, capturing)


class Ray(NamedTuple):
    """Custodial capture in one direction."""

    cut: Callable[[Bits, Bits, Bits], Bits]
    end: Callable[[Bits, Bits], Bits]


@jitable
def _no_capture(stone: Bits, mine: Bits, theirs: Bits) -> Bits:
    return stone ^ stone


@jitable
def _no_end(mine: Bits, theirs: Bits) -> Bits:
    return mine ^ mine


@functools.cache
def _ray(board: Board, axis: int, forward: bool) -> Ray:
    """Custodial capture along an axis, forward or back."""
    sign = 1 if forward else -1
    columns, rows = sign * board.axes[axis][0], sign * board.axes[axis][1]
    step = shift(board, columns, rows)
    fill = occluded_fill(board, columns, rows, max(board.column_count, board.row_count) - 2)

    @jitable
    def cut(stone: Bits, mine: Bits, theirs: Bits) -> Bits:
        run = fill(step(stone) & theirs, theirs)
        return run if step(run) & mine else run ^ run

    @jitable
    def end(mine: Bits, theirs: Bits) -> Bits:
        return step(fill(step(mine) & theirs, theirs))

    return Ray(cut, end)


@functools.cache
def occluded_fill(
    board: Board, columns: int, rows: int, length: int
) -> Callable[[Bits, Bits], Bits]:
    """A function of two sets of cells, the first within the second: the first and what is reached
    from it through the second, in one direction, by less than `length` steps.

    After the first step it goes two cells at a time, as a parallel prefix does.
    """
    way = columns + board.stride * rows
    onto, shift = board.reached(columns, rows), Bits(abs(way))
    twice = Bits(2 * abs(way))
    pairs = max(0, length - 1) // 2

    @jitable
    def forward(first: Bits, through: Bits) -> Bits:
        through &= onto
        first |= (first << shift) & through
        through &= through << shift
        for _ in range(pairs):
            first |= (first << twice) & through
        return first

    @jitable
    def back(first: Bits, through: Bits) -> Bits:
        through &= onto
        first |= (first >> shift) & through
        through &= through >> shift
        for _ in range(pairs):
            first |= (first >> twice) & through
        return first

    return forward if way > 0 else back
