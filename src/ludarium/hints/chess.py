"""Hints for chess: a static evaluation by material, places, mobility, pawns and the kings' safety;
captures; and faster ways to list, test and draw moves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ludarium.games.chess import ChessState, goes_on, play
from ludarium.hints.cached_moves import finding
from ludarium.hints.playing_out import playing_out
from ludarium.rules.bits import ALL, ONE, Bits, bit, fold, lowest, popcount
from ludarium.rules.boards.directions import union_of_eight
from ludarium.rules.chess_movegen import (
    CELLS,
    ENDS,
    KNIGHT_WAYS,
    PAWN_WAYS,
    PROMOTED,
    WAYS,
    Moves,
    advanced,
    beside,
    jumps,
    move_count,
    moves,
    next_to,
    nth_move,
    pawns_attack,
    slider_of,
    slides,
)
from ludarium.rules.dispatch import Functions, jitable, large, named
from ludarium.rules.game import Game
from ludarium.rules.memory import Memory, Table, poke

__all__ = ["functions"]

NEAR_FIFTY = 70  # half-moves from which on it matters how many there were


@jitable
def fingerprint(state: ChessState) -> Bits:
    mine, theirs, pawns, knights, diagonal, straight, kings, castling, passed, quiet, seat = state
    quiet = quiet if quiet >= NEAR_FIFTY else 0
    return fold(
        (mine, theirs, pawns, knights, diagonal, straight, kings, castling, passed, quiet, seat)
    )


# Moves


@large
def put_moves(state: ChessState, sets: Moves, memory: Memory, place: int) -> None:
    sliding_moves, knights, kings, pawns = sets
    at = place
    for number in range(8):
        cells = sliding_moves[number]
        while cells:
            target = lowest(cells)
            poke(memory, at, slider_of(state.mine, target, WAYS[number]) + 64 * target)
            at += 1
            cells &= cells - ONE
    for number in range(8):
        cells = knights[number]
        while cells:
            target = lowest(cells)
            poke(memory, at, target - KNIGHT_WAYS[number] + 64 * target)
            at += 1
            cells &= cells - ONE
    while kings:
        poke(memory, at, lowest(state.kings & state.mine) + 64 * lowest(kings))
        at += 1
        kings &= kings - ONE
    for number in range(7):
        cells = pawns[number]
        while cells:
            target = lowest(cells)
            action = target - PAWN_WAYS[state.seat][number] + 64 * target
            for becomes in range(0 if number < 4 else 1, 1 if number < 4 else 5):
                poke(memory, at, action + PROMOTED * becomes)
                at += 1
            cells &= cells - ONE


@large
def has_move(state: ChessState, sets: Moves, action: int) -> bool:
    """Return whether the action is in the set of moves in which it would be."""
    source, target, becomes = action & 63, (action >> 6) & 63, action >> 12
    piece, goal = bit(source), bit(target)
    if action < 0 or becomes > 4 or not piece & state.mine:
        return False
    sliding_moves, knights, kings, pawns = sets
    if state.pawns & piece:
        if bool(goal & ENDS) != (becomes > 0):
            return False
        for number in range(7):
            if pawns[number] & goal and target - PAWN_WAYS[state.seat][number] == source:
                return True
        return False
    if becomes:
        return False
    if state.kings & piece:
        return bool(kings & goal)
    for number in range(8):
        if state.knights & piece:
            if knights[number] & goal and target - KNIGHT_WAYS[number] == source:
                return True
        elif sliding_moves[number] & goal and slider_of(state.mine, target, WAYS[number]) == source:
            return True
    return False


@jitable
def is_forcing(state: ChessState, action: int) -> bool:
    """Return whether the action captures or makes a queen."""
    goal = bit((action >> 6) & 63)
    passing = goal & state.passed and bit(action & 63) & state.pawns
    return bool(goal & state.theirs or passing or action >= 4 * PROMOTED)


@jitable
def can_take(state: ChessState, sets: Moves) -> bool:
    sliding_moves, knights, kings, pawns = sets
    takes = (union_of_eight(sliding_moves) | union_of_eight(knights) | kings) & state.theirs
    return bool(takes | pawns[2] | pawns[3] | pawns[4] | pawns[5] | pawns[6])


class ChessMoves(NamedTuple):
    """A state and its legal moves."""

    state: ChessState
    moves: Moves


play_out = playing_out(goes_on, moves, move_count, nth_move, play)
FINDING = finding(ChessMoves, goes_on, moves, move_count, nth_move, has_move, put_moves, can_take)


# Static evaluation: a pawn is worth some 40 hundredths of the logarithm of the odds.


def table(worth: Callable[[int, int], float]) -> Table[int]:
    """The worth of a white piece on each cell, by the column's distance from the edge, 0 to 3, and
    the row.
    """
    return Table(round(worth(min(index % 8, 7 - index % 8), index // 8)) for index in range(64))


def centre(edge: int, row: int) -> int:
    """The nearness of a cell to the middle of the board, 0 to 6."""
    return edge + min(row, 7 - row)


PAWN = table(lambda edge, row: 34 + (0, 0, 1, 3, 7, 14, 24, 0)[row] + (edge - 1) * (2 <= row <= 4))
KNIGHT = table(lambda edge, row: 112 + 6 * centre(edge, row) - 8 * (row == 0))
BISHOP = table(lambda edge, row: 126 + 3 * centre(edge, row) - 6 * (row == 0))
ROOK = table(lambda edge, row: 188 + 2 * edge + (12 if row == 6 else 0))
QUEEN = table(lambda edge, row: 372 + 2 * centre(edge, row) - 2 * (row == 0))
KING_EARLY = table(lambda edge, row: (10, 16, 4, 0)[edge] - 14 * min(row, 3))
KING_LATE = table(lambda edge, row: 5 * centre(edge, row))
PAIR = 12  # of bishops
DOUBLED, ISOLATED = 5, 5  # pawns
PASSED = (0, 2, 4, 8, 16, 30, 50, 0)  # a pawn that no pawn can stop, by row
MOBILITY = 1  # a cell that a piece attacks
OPEN_COLUMN = 7  # for a rook, with no pawns
SHELTER = 5  # a pawn beside the own king
SIEGE = 5  # an attacked cell beside the enemy king
MATERIAL = (12, 12, 20, 40)  # of a knight, bishop, rook and queen, until the late game
EARLY = 2 * (2 * 12 + 2 * 12 + 2 * 20 + 40)
DRIVEN = 6  # a step that a bare king has been driven from the middle, or the other come nearer
TURN = 8


@jitable
def worth_of(cells: Bits, worth: Table[int], seat: int) -> int:
    """The sum of a table over these cells, seen from the seat's side."""
    total = 0
    turned = 0 if seat == 0 else 56
    while cells:
        total += worth[lowest(cells) ^ turned]
        cells &= cells - ONE
    return total


@jitable
def all_north(cells: Bits) -> Bits:
    """Fill northward: these cells and all in front of them, for White."""
    cells |= cells << 8
    cells |= cells << 16
    return (cells | (cells << 32)) & ALL


@jitable
def all_south(cells: Bits) -> Bits:
    cells |= cells >> 8
    cells |= cells >> 16
    return cells | (cells >> 32)


@jitable
def material(state: ChessState, own: Bits) -> int:
    """The weight of a side's pieces in saying how late in the game it is."""
    queens = state.straight & state.diagonal & own
    rooks, bishops = (state.straight & own) ^ queens, (state.diagonal & own) ^ queens
    return (
        MATERIAL[0] * popcount(state.knights & own)
        + MATERIAL[1] * popcount(bishops)
        + MATERIAL[2] * popcount(rooks)
        + MATERIAL[3] * popcount(queens)
    )


@large
def side_worth(state: ChessState, own: Bits, other: Bits, seat: int, early: int) -> int:
    """The worth of a side's pieces; early: the material that is left, 0 to EARLY."""
    free = CELLS ^ (own | other)
    queens = state.straight & state.diagonal & own
    rooks, bishops = (state.straight & own) ^ queens, (state.diagonal & own) ^ queens
    pawns, enemies, king = state.pawns & own, state.pawns & other, state.kings & own
    total = worth_of(pawns, PAWN, seat) + worth_of(state.knights & own, KNIGHT, seat)
    total += worth_of(bishops, BISHOP, seat) + worth_of(rooks, ROOK, seat)
    total += worth_of(queens, QUEEN, seat)
    place = lowest(king) ^ (0 if seat == 0 else 56)
    total += (KING_EARLY[place] * early + KING_LATE[place] * (EARLY - early)) // EARLY
    if popcount(bishops) > 1:
        total += PAIR

    columns = all_north(all_south(pawns))
    total -= ISOLATED * popcount(pawns & (CELLS ^ beside(columns)))
    if seat == 0:
        stopped = all_south(advanced(enemies, 1))
        total -= DOUBLED * popcount(pawns & all_north(advanced(pawns, 0)))
    else:
        stopped = all_north(advanced(enemies, 0))
        total -= DOUBLED * popcount(pawns & all_south(advanced(pawns, 1)))
    passed = pawns & (CELLS ^ (stopped | beside(stopped)))
    while passed:
        row = lowest(passed) >> 3
        total += PASSED[row if seat == 0 else 7 - row]
        passed &= passed - ONE

    straight, diagonal = state.straight & own, state.diagonal & own
    reach = union_of_eight(slides((straight, straight, diagonal, diagonal), free))
    reach |= union_of_eight(jumps(state.knights & own))
    total += MOBILITY * popcount(reach & (CELLS ^ (own | pawns_attack(enemies, 1 - seat))))
    total += OPEN_COLUMN * popcount(rooks & (CELLS ^ all_north(all_south(state.pawns))))
    total += SHELTER * popcount(next_to(king) & pawns) * early // EARLY
    total += SIEGE * popcount(next_to(state.kings & other) & reach) * early // EARLY
    return total


@jitable
def apart(one: int, other: int) -> int:
    """The steps of a king between two cells."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))


@jitable
def evaluate(state: ChessState) -> int:
    mine, theirs, seat = state.mine, state.theirs, state.seat
    early = min(EARLY, material(state, mine) + material(state, theirs))
    lead = side_worth(state, mine, theirs, seat, early)
    lead -= side_worth(state, theirs, mine, 1 - seat, early)
    ahead, bare = state.kings & mine, state.kings & theirs
    if theirs == bare or mine == ahead:  # the lone king is to be driven to the edge, and met
        lone = lowest(bare if theirs == bare else ahead)
        near = 7 - apart(lowest(ahead), lowest(bare))
        driven = DRIVEN * (near + max(abs(2 * (lone & 7) - 7), abs(2 * (lone >> 3) - 7)))
        lead += driven if theirs == bare else -driven
    return lead + TURN


def functions(game: Game, state: type) -> Functions:
    """The hints for chess, by name."""
    return {**named(fingerprint, is_forcing, play_out, evaluate), **FINDING}
