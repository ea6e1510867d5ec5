"""Hints for international draughts: a static evaluation by men, kings and where they are; captures;
and single moves.
"""

from __future__ import annotations

from typing import Any

from ludarium.games.international import (
    BOARDS,
    LIMITS,
    BrazilianState,
    InternationalState,
    RussianState,
    captures_of,
)
from ludarium.hints.linear_evaluation import dot
from ludarium.rules.bits import Bits, count_of_four, fold, lowest, popcount, union_of_four
from ludarium.rules.boards.draughts import dark_cells
from ludarium.rules.boards.flying_kings import TAKES, TO, draughts_moves, steps_in
from ludarium.rules.boards.verbs import shift
from ludarium.rules.dispatch import Functions, jitable, large, named
from ludarium.rules.game import Game
from ludarium.rules.memory import Memory, poke

__all__ = ["functions"]

State = Any
FAR = 20  # quiet moves before the last, from which on it matters how many there were

# fitted, by logistic regression, to the results of 600 games each of the engine with itself
WEIGHTS: dict[type, tuple[int, ...]] = {
    InternationalState: (-3, 98, 208, -5, -2, 20, 2, -3, -4),
    BrazilianState: (-3, 72, 101, 0, 1, 31, 5, -2, -6),
    RussianState: (-4, 83, 120, -1, 0, 37, 5, -2, -5),
}


def functions(game: Game, state_type: type) -> Functions:
    """The hints for states of this type, by name."""
    return {**moving(state_type), **weighing(state_type)}


def moving(make: type) -> Functions:
    """Hashes, ways to list and test moves, and captures as forcing moves."""
    board, near, of_piece = BOARDS[make], LIMITS[make] - FAR, captures_of(make).of_piece
    one, size = board.sets(1), board.size
    steps, source_of = steps_in(board), draughts_moves(board).source

    @jitable
    def fingerprint(state: State) -> Bits:
        mine, theirs, kings, jumper, taken, owed, quiet, seat = state
        late = quiet if quiet >= near else 0
        return fold((mine, theirs, kings, jumper, taken, owed, late, seat))

    @large
    def put_legal(state: State, seat: int, memory: Memory, place: int) -> None:
        at = place
        pieces = state.jumper if state.jumper else state.mine
        if not state.owed:
            sets = steps(state, pieces)
            for direction in range(4):
                targets = sets[direction]
                while targets:
                    target = lowest(targets)
                    poke(memory, at, source_of(target, direction, pieces) + TO * target)
                    at, targets = at + 1, targets ^ one << target
            return
        while pieces:
            source = lowest(pieces)
            sets = of_piece(state, one << source)
            for direction in range(4):
                targets = sets[direction]
                while targets:
                    target = lowest(targets)
                    poke(memory, at, source + TO * target + TAKES)
                    at, targets = at + 1, targets ^ one << target
            pieces ^= one << source

    @large
    def is_legal(state: State, seat: int, action: int) -> bool:
        source, target, takes = action % TO, action // TO % TO, action >= TAKES
        if action < 0 or action >= 2 * TAKES or source >= size or target >= size:
            return False
        piece = (one << source) & (state.jumper if state.jumper else state.mine)
        if not piece or takes != (state.owed > 0):
            return False
        sets = of_piece(state, piece) if takes else steps(state, piece)
        return bool(union_of_four(sets) & one << target)

    @jitable
    def is_forcing(state: State, action: int) -> bool:
        return action >= TAKES

    @jitable
    def can_force(state: State) -> bool:
        return bool(state.owed > 0)

    return named(fingerprint, put_legal, is_legal, is_forcing, can_force)


# Static evaluation, for the seat to move: what is weighed is its lead in each


def weighing(make: type) -> Functions:
    """The static evaluation and what it weighs."""
    board, weights = BOARDS[make], WEIGHTS[make]
    cells, rows, side = dark_cells(board), board.rows, board.row_count
    bottom, top = board.sets(rows[0] & cells), board.sets(rows[-1] & cells)
    inner = range(side // 2 - 2, side // 2 + 2)
    middle = board.cells_of(
        board.names[index] for index, place in board.places.items() if {*place} <= {*inner}
    )
    steps_of = draughts_moves(board).steps
    left_up, right_up = shift(board, -1, 1), shift(board, 1, 1)
    left_down, right_down = shift(board, -1, -1), shift(board, 1, -1)

    @jitable
    def advance(men: Bits, up: bool) -> int:
        """By how many rows these men have advanced."""
        total = 0
        for row in range(side):
            total += (row if up else side - 1 - row) * popcount(men & rows[row])
        return total

    @jitable
    def backing(men: Bits, own: Bits, up: bool) -> int:
        """The number of own pieces right behind these men."""
        if up:
            return popcount(men & left_up(own)) + popcount(men & right_up(own))
        return popcount(men & left_down(own)) + popcount(men & right_down(own))

    @large
    def features(state: State) -> tuple[int, int, int, int, int, int, int, int, int]:
        """Features of the evaluation, for the seat to move.

        One, for the move itself; the lead in men, in kings, and in hundredths of all pieces; in
        rows that men have advanced; in men on their own first row; in men in the middle; in own
        pieces right behind men; in steps that can be made.
        """
        mine, theirs, up = state.mine, state.theirs ^ state.taken, state.seat == 0
        my_men, their_men = mine & (cells ^ state.kings), theirs & (cells ^ state.kings)
        my_kings, their_kings = mine & state.kings, theirs & state.kings
        worth = popcount(my_men) + 3 * popcount(my_kings)
        their_worth = popcount(their_men) + 3 * popcount(their_kings)
        home, far = (bottom, top) if up else (top, bottom)
        free = cells ^ (mine | state.theirs)
        my_steps = count_of_four(steps_of(my_men, my_kings, free, up))
        their_steps = count_of_four(steps_of(their_men, their_kings, free, not up))
        return (
            1,
            popcount(my_men) - popcount(their_men),
            popcount(my_kings) - popcount(their_kings),
            100 * (worth - their_worth) // (worth + their_worth + 4),
            advance(my_men, up) - advance(their_men, not up),
            popcount(my_men & home) - popcount(their_men & far),
            popcount(my_men & middle) - popcount(their_men & middle),
            backing(my_men, mine, up) - backing(their_men, theirs, not up),
            my_steps - their_steps,
        )

    @jitable
    def evaluate(state: State) -> int:
        return dot(features(state), weights)

    return named(features, evaluate)
