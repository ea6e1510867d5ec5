"""The men of chess: where they go, what they attack, and which moves are legal, as sets of cells.

The functions are on states, of whatever game, that have the fields `mine` and `theirs`, the pieces
of the seat to move and of the other; `pawns`, `knights`, `diagonal` (bishops and queens),
`straight` (rooks and queens) and `kings`, those of both seats; `castling`, the rooks with which
their king may still castle; `passed`, the cell that a pawn just passed over; and `seat`, the one to
move. The board is `BOARD`. Seat 0 begins on its lower rows, with a king each.

An action is the index of the man's cell, 64 times that of the cell it goes to, and PROMOTED times
what a pawn becomes: 1 to 4 for a knight, bishop, rook or queen.
"""

from __future__ import annotations

import itertools
from typing import Any

from ludarium.rules.bits import EMPTY, Bits, bit, lowest, nth_bit, popcount
from ludarium.rules.boards.directions import (
    DirectionSets,
    count_of_eight,
    masked,
    nth_of_eight,
    union_of_eight,
)
from ludarium.rules.boards.square import SquareBoard
from ludarium.rules.boards.verbs import leaper, neighbours, shift, slider
from ludarium.rules.dispatch import jitable, large

__all__ = [
    "BOARD",
    "CELLS",
    "ENDS",
    "KNIGHT_WAYS",
    "PAWN_WAYS",
    "PROMOTED",
    "ROWS",
    "WAYS",
    "Moves",
    "advanced",
    "attacked",
    "beside",
    "can_pass",
    "can_win",
    "cannot_mate",
    "every_move",
    "in_check",
    "jumps",
    "move_count",
    "moves",
    "next_to",
    "nth_move",
    "pawns_attack",
    "slider_of",
    "slides",
]

State = Any

BOARD = SquareBoard(8, 8, chequered=True)
CELLS, ROWS, COLUMNS = BOARD.cells, BOARD.rows, BOARD.columns
ENDS = ROWS[0] | ROWS[7]
DARK = BOARD.cells_of(site.id for site in BOARD.sites if site.dark)
PROMOTED = 4096
KNIGHT_STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
WAYS, KNIGHT_WAYS = BOARD.ways, tuple(columns + 8 * rows for columns, rows in KNIGHT_STEPS)
PAWN_WAYS = ((8, 16, 7, 9, 8, 7, 9, 0), (-8, -16, -9, -7, -8, -9, -7, 0))
slides, jumps, next_to = slider(BOARD), leaper(BOARD, KNIGHT_STEPS), neighbours(BOARD)
step_e, step_n, step_ne, step_nw = (shift(BOARD, *axis) for axis in BOARD.axes)
step_w, step_s, step_sw, step_se = (shift(BOARD, -columns, -rows) for columns, rows in BOARD.axes)


@jitable
def pawns_attack(pawns: Bits, seat: int) -> Bits:
    return step_nw(pawns) | step_ne(pawns) if seat == 0 else step_sw(pawns) | step_se(pawns)


@large
def attacked(state: State, pieces: Bits, seat: int, free: Bits) -> Bits:
    """The cells that these pieces of the seat attack, with these cells free."""
    straight, diagonal = state.straight & pieces, state.diagonal & pieces
    cells = union_of_eight(slides((straight, straight, diagonal, diagonal), free))
    cells |= union_of_eight(jumps(state.knights & pieces))
    cells |= pawns_attack(state.pawns & pieces, seat)
    return cells | next_to(state.kings & pieces)


@jitable
def in_check(state: State) -> bool:
    """Return whether the king of the seat to move is attacked."""
    free = CELLS ^ (state.mine | state.theirs)
    return bool(attacked(state, state.theirs, 1 - state.seat, free) & state.kings & state.mine)


@jitable
def pinned(near: Bits, far: Bits, mine: Bits, threats: Bits) -> Bits:
    """The own piece that is pinned in one direction from the king, if there is one.

    near: the cells up to the first piece; far: those up to the second, if the first is an own one.
    threats: the enemy pieces that slide this way.
    """
    return near & mine if far & threats else EMPTY


@jitable
def checking_ray(near: Bits, threats: Bits) -> Bits:
    """The cells up to and with an attacker in one direction from the king; empty if there is
    none.
    """
    return near if near & threats else EMPTY


@jitable
def passing_is_safe(state: State, pawn: Bits) -> bool:
    """Return whether this pawn's capture en passant leaves the king unattacked."""
    gone = step_s(state.passed) if state.seat == 0 else step_n(state.passed)
    theirs, mine = state.theirs ^ gone, state.mine ^ pawn ^ state.passed
    free = CELLS ^ (mine | theirs)
    return not attacked(state, theirs, 1 - state.seat, free) & state.kings & mine


@large
def can_pass(state: State) -> bool:
    """Return whether a capture en passant is legal."""
    beyond = step_s(state.passed) if state.seat == 0 else step_n(state.passed)
    pawns = beside(beyond) & state.pawns & state.mine
    west = pawns & step_w(beyond)
    if west and passing_is_safe(state, west):
        return True
    east = pawns & step_e(beyond)
    return bool(east) and passing_is_safe(state, east)


@large
def pawn_moves(
    state: State, upright: Bits, rising: Bits, falling: Bits, evasions: Bits
) -> DirectionSets:
    """The last sets of `moves`.

    upright, rising, falling: the own pieces that may move along columns and both diagonals.
    evasions: the cells to which an attack on the king allows moves.
    """
    pawns, theirs = state.pawns & state.mine, state.theirs
    free, within = CELLS ^ (state.mine | theirs), CELLS ^ ENDS
    if state.seat == 0:
        one = step_n(pawns & upright) & free
        double = step_n(one & ROWS[2]) & free & evasions
        west, east = step_nw(pawns & falling), step_ne(pawns & rising)
        passing_west, passing_east = step_se(state.passed) & pawns, step_sw(state.passed) & pawns
    else:
        one = step_s(pawns & upright) & free
        double = step_s(one & ROWS[5]) & free & evasions
        west, east = step_sw(pawns & rising), step_se(pawns & falling)
        passing_west, passing_east = step_ne(state.passed) & pawns, step_nw(state.passed) & pawns
    one &= evasions
    west &= theirs & evasions
    east &= theirs & evasions
    if passing_west and passing_is_safe(state, passing_west):
        west |= state.passed
    if passing_east and passing_is_safe(state, passing_east):
        east |= state.passed
    return (
        one & within,
        double,
        west & within,
        east & within,
        one & ENDS,
        west & ENDS,
        east & ENDS,
        EMPTY,
    )


@jitable
def reach_of(king: Bits, within: Bits) -> Bits:
    """The cells that a king comes to by steps within these."""
    reach, before = king, EMPTY
    while reach != before:
        before = reach
        reach |= next_to(reach) & within
    return reach


@large
def is_walled(state: State) -> bool:
    """Return whether nobody can ever capture or give check: kings and pawns alone are left, no pawn
    can move or capture, and no king gets to a pawn that it could capture.
    """
    if state.knights | state.diagonal | state.straight or state.passed or in_check(state):
        return False
    first, second = state.mine & state.pawns, state.theirs & state.pawns
    if state.seat:
        first, second = second, first
    if (step_n(first) | step_s(second)) & (CELLS ^ state.pawns):
        return False
    by_first, by_second = pawns_attack(first, 0), pawns_attack(second, 1)
    if by_first & second or by_second & first:
        return False
    king, other = state.kings & state.mine, state.kings & state.theirs
    if state.seat:
        king, other = other, king
    within, without = CELLS ^ (first | by_second), CELLS ^ (second | by_first)
    return not (reach_of(king, within) & second or reach_of(other, without) & first)


@large
def can_win(state: State, seat: int) -> bool:
    """Return whether this seat could mate, by its pieces and those of the other (Laws, 6.9)."""
    own, other = state.mine, state.theirs
    if seat != state.seat:
        own, other = other, own
    if own & (state.pawns | state.straight):
        return not is_walled(state)
    queens = state.diagonal & state.straight
    if own & state.knights:
        blocking = other & (CELLS ^ (state.kings | queens))
        return bool(popcount(own) > 2 or blocking)
    bishops = state.diagonal & (CELLS ^ queens)
    if not own & bishops:
        return False
    return bool(state.pawns | state.knights or (bishops & DARK and bishops & (CELLS ^ DARK)))


@jitable
def cannot_mate(state: State) -> bool:
    """Return whether what is left of both sides cannot mate."""
    if state.pawns | state.straight:
        return False
    light, dark = state.diagonal & (CELLS ^ DARK), state.diagonal & DARK
    if state.knights:
        return popcount(state.knights | state.diagonal) == 1
    return not light or not dark


Moves = tuple[DirectionSets, DirectionSets, Bits, DirectionSets]


@large
def moves(state: State) -> Moves:
    """The cells to which legal moves go, in sets whose moves come from different directions.

    They are those of what slides, by WAYS; of knights, by KNIGHT_STEPS; of the king, castling
    included; and of pawns: one forward, two forward, capturing to the west and to the east, then
    the first, third and fourth again with promotion, and an empty set.
    """
    mine, theirs, seat = state.mine, state.theirs, state.seat
    king, free = state.kings & mine, CELLS ^ (mine | theirs)

    # A piece pinned on a line may move along that line only; an attack on the king is answered by
    # what comes between or captures, and two at once by the king alone.
    straight, diagonal = state.straight & theirs, state.diagonal & theirs
    looking = king, king, king, king
    near = slides(looking, free)
    far = slides(looking, free | (union_of_eight(near) & mine))
    e, w, n, s, ne, sw, nw, se = near
    far_e, far_w, far_n, far_s, far_ne, far_sw, far_nw, far_se = far
    on_row = pinned(e, far_e, mine, straight) | pinned(w, far_w, mine, straight)
    on_column = pinned(n, far_n, mine, straight) | pinned(s, far_s, mine, straight)
    on_rising = pinned(ne, far_ne, mine, diagonal) | pinned(sw, far_sw, mine, diagonal)
    on_falling = pinned(nw, far_nw, mine, diagonal) | pinned(se, far_se, mine, diagonal)
    lines = (
        checking_ray(e, straight)
        | checking_ray(w, straight)
        | checking_ray(n, straight)
        | checking_ray(s, straight)
    )
    lines |= (
        checking_ray(ne, diagonal)
        | checking_ray(sw, diagonal)
        | checking_ray(nw, diagonal)
        | checking_ray(se, diagonal)
    )
    attackers = lines & theirs
    attackers |= union_of_eight(jumps(king)) & state.knights & theirs
    attackers |= pawns_attack(king, seat) & state.pawns & theirs
    evasions = lines | attackers if attackers else CELLS
    if popcount(attackers) > 1:
        evasions = EMPTY
    onto = evasions & (CELLS ^ mine)
    loose = mine & (CELLS ^ (on_row | on_column | on_rising | on_falling))

    rooks, bishops = state.straight & mine, state.diagonal & mine
    along_rows, along_columns = rooks & (loose | on_row), rooks & (loose | on_column)
    rising, falling = bishops & (loose | on_rising), bishops & (loose | on_falling)
    sliding_moves = masked(slides((along_rows, along_columns, rising, falling), free), onto)
    knights = masked(jumps(state.knights & loose), onto)

    danger = attacked(state, theirs, 1 - seat, free | king)
    steps = next_to(king) & (CELLS ^ (mine | danger))
    if state.castling & mine and not attackers:
        safe = free & (CELLS ^ danger)
        one, two = step_e(king) & safe, step_e(step_e(king)) & safe
        if one and two and state.castling & mine & COLUMNS[7]:
            steps |= two
        one, two = step_w(king) & safe, step_w(step_w(king)) & safe
        if one and two and step_w(two) & free and state.castling & mine & COLUMNS[0]:
            steps |= two

    upright, rising_too, falling_too = loose | on_column, loose | on_rising, loose | on_falling
    pawns = pawn_moves(state, upright, rising_too, falling_too, evasions)
    return sliding_moves, knights, steps, pawns


@jitable
def move_count(sets: Moves) -> int:
    sliding_moves, knights, kings, pawns = sets
    count = count_of_eight(sliding_moves) + count_of_eight(knights) + popcount(kings)
    promoting = popcount(pawns[4]) + popcount(pawns[5]) + popcount(pawns[6])
    return count + count_of_eight(pawns) + 3 * promoting


@jitable
def advanced(cells: Bits, seat: int) -> Bits:
    """The cells one row forward for the seat."""
    return step_n(cells) if seat == 0 else step_s(cells)


@jitable
def beside(cells: Bits) -> Bits:
    """The cells next to these in their rows."""
    return step_e(cells) | step_w(cells)


@jitable
def slider_of(mine: Bits, target: int, way: int) -> int:
    """The cell of what slides to the target this way."""
    cell = target - way
    while not bit(cell) & mine:
        cell -= way
    return cell


@large
def nth_move(state: State, sets: Moves, n: int) -> int:
    """The n-th legal move of the state with these moves."""
    sliding_moves, knights, kings, pawns = sets
    count = count_of_eight(sliding_moves)
    if n < count:
        way, target = nth_of_eight(sliding_moves, WAYS, n)
        return slider_of(state.mine, target, way) + 64 * target
    n -= count
    count = count_of_eight(knights)
    if n < count:
        way, target = nth_of_eight(knights, KNIGHT_WAYS, n)
        return target - way + 64 * target
    n -= count
    count = popcount(kings)
    if n < count:
        return lowest(state.kings & state.mine) + 64 * nth_bit(kings, n)
    n -= count
    count = popcount(pawns[0]) + popcount(pawns[1]) + popcount(pawns[2]) + popcount(pawns[3])
    becomes = 0
    if n >= count:
        becomes = 1 + ((n - count) & 3)
        n = count + ((n - count) >> 2)
    way, target = nth_of_eight(pawns, PAWN_WAYS[state.seat], n)
    return target - way + 64 * target + PROMOTED * becomes


def every_move() -> list[int]:
    """Every action that there can be: the ways of queens and knights between any two cells, and
    promotions. Castling is a way of two cells.
    """
    actions = []
    for source, target in itertools.product(BOARD.names, BOARD.names):
        (column, row), (onto_column, onto_row) = BOARD.place(source), BOARD.place(target)
        across, along = abs(column - onto_column), abs(row - onto_row)
        if source != target and (not across or not along or across in {along, 3 - along}):
            actions.append(source + 64 * target)
        if across <= 1 and (row, onto_row) in {(6, 7), (1, 0)}:
            actions += [source + 64 * target + PROMOTED * becomes for becomes in (1, 2, 3, 4)]
    return actions
