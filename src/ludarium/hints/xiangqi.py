"""Hints for xiangqi: a static evaluation by material, soldiers over the river, mobility and what
bears on the palace; captures; the mirror image; and faster ways to list, test and draw moves.
"""

from __future__ import annotations

from typing import NamedTuple

from ludarium.games.xiangqi import State, XiangqiState, goes_on, play
from ludarium.hints.cached_moves import finding
from ludarium.hints.linear_evaluation import dot
from ludarium.hints.playing_out import playing_out
from ludarium.rules.bits import (
    Bits,
    count_of_four,
    fold,
    image,
    lowest,
    popcount,
    union_of_four,
)
from ludarium.rules.boards.directions import union_of_eight
from ludarium.rules.dispatch import Functions, jitable, large, named
from ludarium.rules.game import Game
from ludarium.rules.memory import Memory, Table, poke
from ludarium.rules.xiangqi_board import (
    BOARD,
    HALVES,
    ONE_POINT,
    PALACES,
    POINTS,
    ROWS,
    TARGET,
    XiangqiPoints,
    beyond,
    horse_moves,
    one,
    slides,
)
from ludarium.rules.xiangqi_movegen import (
    DIAGONAL_WAYS,
    HORSE_WAYS,
    SHOT,
    SLID,
    STEP_WAYS,
    STEPPED,
    Moves,
    move_count,
    moves,
    nth_move,
    soldiers,
    source_of,
)

__all__ = ["functions"]

SIZE = BOARD.size
MAPPINGS = Table(BOARD.mappings[: 2 * SIZE])  # itself, and left and right exchanged
NEAR_END = 90  # quiet moves from which on it matters how many there were


@jitable
def fingerprint(state: State) -> Bits:
    # the checks that were given matter for repetitions alone
    quiet = state.quiet if state.quiet >= NEAR_END else 0
    return fold((*state[:8], quiet, state.seat))


# The mirror image


@jitable
def symmetry_count(state: State) -> int:
    return 2


@large
def symmetric_state(state: State, symmetry: int) -> State:
    place = SIZE * symmetry
    return XiangqiState(
        image(state.mine, MAPPINGS, place),
        image(state.theirs, MAPPINGS, place),
        image(state.generals, MAPPINGS, place),
        image(state.advisors, MAPPINGS, place),
        image(state.elephants, MAPPINGS, place),
        image(state.horses, MAPPINGS, place),
        image(state.chariots, MAPPINGS, place),
        image(state.cannons, MAPPINGS, place),
        *state[8:],
    )


@jitable
def symmetric_action(state: State, symmetry: int, action: int) -> int:
    place = SIZE * symmetry
    return MAPPINGS[place + (action & 127)] + TARGET * MAPPINGS[place + (action >> 7)]


# Moves


@large
def put(state: State, targets: Bits, way: int, kind: int, memory: Memory, at: int) -> int:
    """Write the moves that come to these targets this way; where they end."""
    while targets:
        target = lowest(targets)
        poke(memory, at, source_of(state, target, way, kind) + TARGET * target)
        at += 1
        targets &= targets - ONE_POINT
    return at


@large
def put_moves(state: State, sets: Moves, memory: Memory, place: int) -> None:
    slid, shot, horses, diagonals, steps = sets
    at = place
    for number in range(8):
        at = put(state, horses[number], HORSE_WAYS[number], STEPPED, memory, at)
    for number in range(8):
        at = put(state, diagonals[number], DIAGONAL_WAYS[number], STEPPED, memory, at)
    for number in range(4):
        at = put(state, slid[number], STEP_WAYS[number], SLID, memory, at)
    for number in range(4):
        at = put(state, shot[number], STEP_WAYS[number], SHOT, memory, at)
    for number in range(4):
        at = put(state, steps[number], STEP_WAYS[number], STEPPED, memory, at)


@large
def has_move(state: State, sets: Moves, action: int) -> bool:
    """Return whether the action is in the set of moves in which it would be."""
    slid, shot, horses, diagonals, steps = sets
    source, target = action & 127, action >> 7
    if action < 0 or source >= SIZE or target >= SIZE:
        return False
    piece, goal, way = one(source), one(target), target - source
    if not piece & state.mine:
        return False
    if piece & (state.chariots | state.cannons):
        for number in range(4):
            if slid[number] & goal and source_of(state, target, STEP_WAYS[number], SLID) == source:
                return True
            if shot[number] & goal and source_of(state, target, STEP_WAYS[number], SHOT) == source:
                return True
        return False
    if piece & state.horses:
        for number in range(8):
            if way == HORSE_WAYS[number]:
                return bool(horses[number] & goal)
        return False
    if piece & (state.advisors | state.elephants):
        for number in range(8):
            if way == DIAGONAL_WAYS[number]:
                return bool(diagonals[number] & goal)
        return False
    for number in range(4):
        if way == STEP_WAYS[number]:
            return bool(steps[number] & goal)
    return False


@jitable
def is_forcing(state: State, action: int) -> bool:
    return bool(one(action >> 7) & state.theirs)


@jitable
def can_take(state: State, sets: Moves) -> bool:
    slid, shot, horses, diagonals, steps = sets
    targets = union_of_four(slid) | union_of_four(shot) | union_of_four(steps)
    return bool((targets | union_of_eight(horses) | union_of_eight(diagonals)) & state.theirs)


class XiangqiMoves(NamedTuple):
    """A state and its legal moves."""

    state: XiangqiState
    moves: tuple[tuple[XiangqiPoints, ...], ...]


play_out = playing_out(goes_on, moves, move_count, nth_move, play)
FINDING = finding(XiangqiMoves, goes_on, moves, move_count, nth_move, has_move, put_moves, can_take)


# Static evaluation, for the seat to move: what is weighed is its lead in each


@jitable
def reach(state: State, own: Bits, free: Bits) -> tuple[Bits, int]:
    """The points that a side's chariots, horses and cannons attack, and the number of attacks."""
    others = POINTS ^ own
    chariots, ways = state.chariots & own, slides(state.cannons & own, free)
    along, over = slides(chariots, free), beyond(ways, free)
    horses = union_of_eight(horse_moves(state.horses & own, free))
    bears = (union_of_four(along) | union_of_four(over) | horses) & others
    count = count_of_four(along) + popcount(horses & others)
    return bears, count + popcount(union_of_four(over) & others & (POINTS ^ free))


@large
def side_features(
    state: State, own: Bits, other: Bits, seat: int
) -> tuple[int, int, int, int, int, int, int, int, int, int]:
    """Features of a side: chariots, horses, cannons, soldiers, those over the river, those of them
    that have not come to the last row; advisors, elephants, mobility, and how much bears on the
    enemy palace.
    """
    free = POINTS ^ (own | other)
    men = soldiers(state) & own
    over = men & (HALVES[1] if seat == 0 else HALVES[0])
    last = ROWS[9] if seat == 0 else ROWS[0]
    bears, mobility = reach(state, own, free)
    palace = PALACES[1] if seat == 0 else PALACES[0]
    return (
        popcount(state.chariots & own),
        popcount(state.horses & own),
        popcount(state.cannons & own),
        popcount(men),
        popcount(over),
        popcount(over & (POINTS ^ last)),
        popcount(state.advisors & own),
        popcount(state.elephants & own),
        mobility,
        popcount(bears & palace),
    )


@jitable
def features(
    state: State,
) -> tuple[int, int, int, int, int, int, int, int, int, int, int, int, int]:
    """Features of the evaluation, for the seat to move.

    One, for the move itself; the lead in each of `side_features`; in advisors and elephants times
    the enemy chariots; and in cannons times all pieces.
    """
    mine, theirs, seat = state.mine, state.theirs, state.seat
    a = side_features(state, mine, theirs, seat)
    b = side_features(state, theirs, mine, 1 - seat)
    return (
        1,
        a[0] - b[0],
        a[1] - b[1],
        a[2] - b[2],
        a[3] - b[3],
        a[4] - b[4],
        a[5] - b[5],
        a[6] - b[6],
        a[7] - b[7],
        a[8] - b[8],
        a[9] - b[9],
        (a[6] + a[7]) * b[0] - (b[6] + b[7]) * a[0],
        (a[2] - b[2]) * (popcount(mine | theirs) - 16),
    )


# Of chariots, and of advisors and elephants against chariots, as fitted by logistic regression to
# 1,400 games of the engine with itself. These tell too little of the other pieces, whose weights
# are chosen by hand: benchmarks/README.md has the matches.
WEIGHTS = (-2, 182, 60, 65, 8, 12, 6, 0, 0, 1, 1, 21, 2)


@jitable
def evaluate(state: State) -> int:
    return dot(features(state), WEIGHTS)


def functions(game: Game, state: type) -> Functions:
    """The hints for xiangqi, by name."""
    own = named(
        symmetry_count,
        symmetric_state,
        symmetric_action,
        fingerprint,
        is_forcing,
        play_out,
        features,
        evaluate,
    )
    return {**own, **FINDING}
