"""Draughts in which kings fly: where pieces go, and what they take.

A man steps one cell diagonally forward, and takes diagonally in all directions an enemy next to it
with a free cell behind. A king goes any distance, and takes the first enemy in its way, at any
distance, if the cell behind is free; it lands on any free cell from there on. A run of captures is
one turn, in which no piece is taken twice, and what is taken stays on the board until the end.

States have the fields `mine`, `theirs` and `kings`, the sets of pieces of the seat to move, of the
other, and of the kings of both; `jumper`, the piece that has to go on, and `taken`, what it took in
this turn, both empty between turns; `owed`, how many pieces the turn has yet to take, or, where
any capture will do, 1 if it has to take any. Their fields `quiet`, moves of both sides since one
took a piece or moved a man, and `seat` follow. An action is the index of the piece's cell, TO times
that of the cell it goes to, and TAKES where it takes.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

from ludarium.rules.bits import (
    Bits,
    Four,
    count_of_four,
    lowest,
    nth_of_four,
    to_int,
    union_of_four,
)
from ludarium.rules.boards.board import Board
from ludarium.rules.boards.draughts import dark_cells
from ludarium.rules.boards.verbs import shift, slider_towards
from ludarium.rules.dispatch import jitable, large

__all__ = [
    "MOST_TAKEN",
    "TAKES",
    "TO",
    "Captures",
    "DraughtsMoves",
    "captures",
    "draughts_moves",
    "playing",
    "steps_in",
]

State = Any

TO, TAKES = 128, 128 * 128
MOST_TAKEN = 20
"""The most pieces that one turn can take."""
DIAGONALS = (-1, 1), (1, 1), (1, -1), (-1, -1)
"""The columns and rows of a step in each direction."""
NUMBERS = 0, 1, 2, 3
"""The numbers of the directions."""

ENTRY = 21  # bits of an entry of a trail: seven for each of two cells, and seven for a number
SEVEN = 127


class Trail(Bits, width=ENTRY * (MOST_TAKEN + 1)):
    """The captures of a run so far, the last in the lowest bits."""


LAST = Trail((1 << ENTRY) - 1)


class DraughtsMoves(NamedTuple):
    """Functions on pieces of one side. A set of moves is one set of cells for each of DIAGONALS:
    where pieces come to.
    """

    steps: Callable[[Bits, Bits, Bits, bool], Four]
    """steps(men, kings, free, up): the moves that take nothing; up: whether men go up the board."""
    hops: Callable[[Bits, Bits, Bits, Bits], Four]
    """hops(men, kings, enemies, free): the captures of one piece each."""
    prey: Callable[[int, int, Bits], Bits]
    """prey(source, target, enemies): the piece that a capture between these cells takes."""
    source: Callable[[int, int, Bits], int]
    """source(target, direction, own): the cell of the own piece that came to a cell in this
    direction, a number of DIAGONALS."""


@functools.cache
def draughts_moves(board: Board) -> DraughtsMoves:
    """The functions for this board."""
    step_a, step_b, step_c, step_d = (shift(board, *way) for way in DIAGONALS)
    slide_a, slide_b, slide_c, slide_d = (slider_towards(board, *way) for way in DIAGONALS)
    side, stride = board.row_count, board.stride
    ways = tuple(columns + stride * rows for columns, rows in DIAGONALS)
    one, nothing = board.sets(1), board.sets(0)

    @jitable
    def steps(men: Bits, kings: Bits, free: Bits, up: bool) -> Four:
        rising, falling = (men, nothing) if up else (nothing, men)
        a, b, c, d = step_a(rising), step_b(rising), step_c(falling), step_d(falling)
        if kings:
            a, b = a | slide_a(kings, free), b | slide_b(kings, free)
            c, d = c | slide_c(kings, free), d | slide_d(kings, free)
        return a & free, b & free, c & free, d & free

    @jitable
    def hops(men: Bits, kings: Bits, enemies: Bits, free: Bits) -> Four:
        a, b = step_a(step_a(men) & enemies), step_b(step_b(men) & enemies)
        c, d = step_c(step_c(men) & enemies), step_d(step_d(men) & enemies)
        if kings:
            a |= slide_a(slide_a(kings, free) & enemies, free)
            b |= slide_b(slide_b(kings, free) & enemies, free)
            c |= slide_c(slide_c(kings, free) & enemies, free)
            d |= slide_d(slide_d(kings, free) & enemies, free)
        return a & free, b & free, c & free, d & free

    @jitable
    def prey(source: int, target: int, enemies: Bits) -> Bits:
        rightwards, upwards = target % stride > source % stride, target > source
        if upwards:
            way = ways[1] if rightwards else ways[0]
        else:
            way = ways[2] if rightwards else ways[3]
        cell = source + way
        while not (one << cell) & enemies:
            cell += way
        return one << cell

    @jitable
    def source(target: int, direction: int, own: Bits) -> int:
        cell = target
        for _ in range(side):
            cell -= ways[direction]
            if (one << cell) & own:
                break
        return cell

    return DraughtsMoves(steps, hops, prey, source)


@functools.cache
def steps_in(board: Board) -> Callable[[State, Bits], Four]:
    """A function of a state on this board and of own pieces: their moves that take nothing."""
    cells, steps_of = dark_cells(board), draughts_moves(board).steps

    @jitable
    def steps(state: State, pieces: Bits) -> Four:
        men, kings = pieces & (cells ^ state.kings), pieces & state.kings
        return steps_of(men, kings, cells ^ (state.mine | state.theirs), state.seat == 0)

    return steps


@functools.cache
def longest_run(board: Board) -> Callable[[Bits, bool, Bits, Bits], int]:
    """A function of a piece, of whether it is a king, which it stays, of the enemies that it may
    take, and of the free cells: the most that it can take in a run.
    """
    hops, prey_of, (one, nothing) = (
        draughts_moves(board).hops,
        draughts_moves(board).prey,
        map(board.sets, (1, 0)),
    )

    @large
    def longest(piece: Bits, flies: bool, enemies: Bits, free: Bits) -> int:
        # A search in depth first, of which the trail says where it is: for each capture, the cell
        # that the piece came from, what it took, and the number of the capture there.
        free |= piece
        most = depth = n = 0
        trail = Trail(0)
        while True:
            sets = hops(nothing if flies else piece, piece if flies else nothing, enemies, free)
            if n < count_of_four(sets):
                _, target = nth_of_four(sets, NUMBERS, n)
                prey = prey_of(lowest(piece), lowest(target), enemies)
                trail = (trail << ENTRY) | Trail(lowest(piece) | lowest(prey) << 7 | n << 14)
                piece, enemies, depth, n = target, enemies ^ prey, depth + 1, 0
                most = max(most, depth)
            elif depth:
                entry = to_int(trail & LAST)
                piece, enemies = one << (entry & SEVEN), enemies | one << (entry >> 7 & SEVEN)
                n, trail, depth = 1 + (entry >> 14), trail >> ENTRY, depth - 1
            else:
                return most

    return longest


class Captures(NamedTuple):
    """Functions on captures."""

    owed: Callable[[Bits, Bits, Bits, Bits], int]
    """owed(mine, kings, enemies, free): the state's field, of a turn or of the rest of a run."""
    count: Callable[[State], int]
    """The number of captures that are legal next."""
    nth: Callable[[State, int], tuple[int, int]]
    """nth(state, n): the n-th of them, as the cells that it goes from and to."""
    of_piece: Callable[[State, Bits], Four]
    """of_piece(state, piece): where this own piece may come to by its next capture."""


@functools.cache
def captures(board: Board, *, any_will_do: bool) -> Captures:
    """The functions on states on this board.

    any_will_do: whether a turn may take fewer pieces than the most; a king must even so land where
    it can take more, if it can.
    """
    cells, one, nothing = dark_cells(board), board.sets(1), board.sets(0)
    (_, hops, prey_of, _), longest = draughts_moves(board), longest_run(board)

    @large
    def owed(mine: Bits, kings: Bits, enemies: Bits, free: Bits) -> int:
        if not union_of_four(hops(mine & (cells ^ kings), mine & kings, enemies, free)):
            return 0
        if any_will_do:
            return 1
        most, rest = 0, mine
        while rest:
            piece = one << lowest(rest)
            most = max(most, longest(piece, bool(piece & kings), enemies, free))
            rest ^= piece
        return most

    @large
    def lasting(state: State, piece: Bits, targets: Bits) -> Bits:
        """Filter the cells that this piece reaches in one direction: keep those from which it can
        take as many more as are owed; or, where any will do, those from which it can take more, if
        any.
        """
        flies, enemies = bool(piece & state.kings), state.theirs ^ state.taken
        free = (cells ^ (state.mine | state.theirs)) | piece
        need = 1 if any_will_do else state.owed - 1
        kept, rest = nothing, targets
        while rest:
            target = one << lowest(rest)
            prey = prey_of(lowest(piece), lowest(target), enemies)
            if longest(target, flies, enemies ^ prey, free) >= need:
                kept |= target
            rest ^= target
        return targets if any_will_do and not kept else kept

    @jitable
    def of_piece(state: State, piece: Bits) -> Four:
        men, kings = piece & (cells ^ state.kings), piece & state.kings
        free = cells ^ (state.mine | state.theirs)
        sets = hops(men, kings, state.theirs ^ state.taken, free)
        if (bool(men) if any_will_do else state.owed == 1) or not union_of_four(sets):
            return sets
        a, b, c, d = sets
        return (
            lasting(state, piece, a),
            lasting(state, piece, b),
            lasting(state, piece, c),
            lasting(state, piece, d),
        )

    @jitable
    def count(state: State) -> int:
        total, rest = 0, state.jumper if state.jumper else state.mine
        while rest:
            piece = one << lowest(rest)
            total += count_of_four(of_piece(state, piece))
            rest ^= piece
        return total

    @jitable
    def nth(state: State, n: int) -> tuple[int, int]:
        rest = state.jumper if state.jumper else state.mine
        while True:
            piece = one << lowest(rest)
            sets = of_piece(state, piece)
            here = count_of_four(sets)
            if n < here:
                _, cell = nth_of_four(sets, NUMBERS, n)
                return lowest(piece), lowest(cell)
            n -= here
            rest ^= piece

    return Captures(owed, count, nth, of_piece)


def playing(make: type, board: Board, *, any_will_do: bool) -> Callable[[State, int], State]:
    """The generic function `play` for states of this type on this board.

    any_will_do: as for `captures`; men then become kings in passing, too.
    """
    owed, prey_of = captures(board, any_will_do=any_will_do).owed, draughts_moves(board).prey
    cells, one, nothing = dark_cells(board), board.sets(1), board.sets(0)
    bottom, top = board.sets(board.rows[0] & cells), board.sets(board.rows[-1] & cells)

    @large
    def play(state: State, action: int) -> State:
        source, target = action % TO, action // TO % TO
        piece, place = one << source, one << target
        mine, theirs, kings = state.mine ^ piece ^ place, state.theirs, state.kings
        is_king = bool(kings & piece)
        quiet = state.quiet + 1 if is_king else 0
        if is_king:
            kings ^= piece ^ place
        crowned = not is_king and bool(place & (top if state.seat == 0 else bottom))
        if action >= TAKES:
            taken = state.taken | prey_of(source, target, theirs ^ state.taken)
            quiet, more = 0, state.owed - 1
            if any_will_do:
                if crowned:
                    kings |= place
                more = owed(place, kings, theirs ^ taken, cells ^ (mine | theirs))
            if more:
                return make(mine, theirs, kings, place, taken, more, 0, state.seat)
            theirs ^= taken
            kings &= cells ^ taken
        if crowned:
            kings |= place
        due = owed(theirs, kings, mine, cells ^ (mine | theirs))
        return make(theirs, mine, kings, nothing, nothing, due, quiet, 1 - state.seat)

    return play
