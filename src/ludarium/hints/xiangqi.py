"""Hints for xiangqi: a static evaluation by material, soldiers over the river, mobility and what
bears on the palace; captures; the mirror image; and faster ways to list, test and draw moves.
"""

from __future__ import annotations

from typing import Any

from ludarium.games.xiangqi import QUIET, State, XiangqiState, cannot_win, play
from ludarium.rules.bits import (
    ALL,
    GOLDEN,
    Bits,
    bounded,
    count_of_four,
    fold,
    lowest,
    mix,
    popcount,
    union_of_four,
)
from ludarium.rules.boards.eight import union_of_eight
from ludarium.rules.dispatch import Functions, jitable, large, named
from ludarium.rules.game import Game
from ludarium.rules.memory import Memory, poke
from ludarium.rules.xiangqi_men import (
    BOARD,
    COLUMNS,
    DIAGONAL_WAYS,
    EMPTY_POINTS,
    HALVES,
    HORSE_WAYS,
    ONE_POINT,
    PALACES,
    POINTS,
    ROWS,
    SHOT,
    SLID,
    STEP_WAYS,
    STEPPED,
    TARGET,
    beyond,
    horse_moves,
    is_safe,
    move_count,
    moves,
    nth_move,
    one,
    slides,
    soldiers,
    source_of,
    step_e,
    step_n,
    step_ne,
    step_nw,
    step_s,
    step_se,
    step_sw,
    step_w,
)

__all__ = ["functions"]

SIZE = BOARD.size
NEAR_END = 90  # quiet moves from which on it matters how many there were


@jitable
def fingerprint(state: State) -> Bits:
    # the checks that were given matter for repetitions alone
    quiet = state.quiet if state.quiet >= NEAR_END else 0
    return fold((*state[:8], quiet, state.seat))


# The mirror image


@jitable
def mirrored(points: Any) -> Any:
    """Columns exchanged, from left to right."""
    return (
        (points & COLUMNS[0]) << 8
        | (points & COLUMNS[1]) << 6
        | (points & COLUMNS[2]) << 4
        | (points & COLUMNS[3]) << 2
        | (points & COLUMNS[4])
        | (points & COLUMNS[5]) >> 2
        | (points & COLUMNS[6]) >> 4
        | (points & COLUMNS[7]) >> 6
        | (points & COLUMNS[8]) >> 8
    )


@jitable
def symmetry_count(state: State) -> int:
    return 2


@large
def symmetric_state(state: State, symmetry: int) -> State:
    if symmetry == 0:
        return state
    return XiangqiState(
        mirrored(state.mine),
        mirrored(state.theirs),
        mirrored(state.generals),
        mirrored(state.advisors),
        mirrored(state.elephants),
        mirrored(state.horses),
        mirrored(state.chariots),
        mirrored(state.cannons),
        state.quiet,
        state.my_checks,
        state.their_checks,
        state.seat,
    )


@jitable
def symmetric_action(state: State, symmetry: int, action: int) -> int:
    source, target = action & 127, action >> 7
    if symmetry == 0:
        return action
    return source + 8 - 2 * (source % 10) + TARGET * (target + 8 - 2 * (target % 10))


# Moves


@large
def put_legal(state: State, seat: int, memory: Memory, place: int) -> None:
    slid, shot, horses, diagonals, steps = moves(state)
    at = place
    for number in range(8):
        points = horses[number]
        while points:
            target = lowest(points)
            poke(memory, at, target - HORSE_WAYS[number] + TARGET * target)
            at += 1
            points &= points - ONE_POINT
    for number in range(8):
        points = diagonals[number]
        while points:
            target = lowest(points)
            poke(memory, at, target - DIAGONAL_WAYS[number] + TARGET * target)
            at += 1
            points &= points - ONE_POINT
    for kind in (SLID, SHOT, STEPPED):
        for number in range(4):
            points = slid[number] if kind == SLID else shot[number]
            if kind == STEPPED:
                points = steps[number]
            while points:
                target = lowest(points)
                source = source_of(state, target, STEP_WAYS[number], kind)
                poke(memory, at, source + TARGET * target)
                at += 1
                points &= points - ONE_POINT


@jitable
def goes(state: State, source: Bits) -> Bits:
    """Where the own piece on this point can go, whatever becomes of its general."""
    mine, theirs, first = state.mine, state.theirs, state.seat == 0
    free: Bits = POINTS ^ (mine | theirs)
    onto: Bits = free | theirs
    palace = PALACES[0] if first else PALACES[1]
    half = HALVES[0] if first else HALVES[1]
    aside, rows = step_e(source) | step_w(source), step_n(source) | step_s(source)
    corners = step_n(aside) | step_s(aside)
    found: Bits
    if source & (state.chariots | state.cannons):
        ways = slides(source, free)
        found = union_of_four(ways)
        if source & state.cannons:
            found = (found & free) | (union_of_four(beyond(ways, free)) & theirs)
    elif source & state.horses:
        found = union_of_eight(horse_moves(source, free))
    elif source & state.generals:
        found = (aside | rows) & palace
    elif source & state.advisors:
        found = corners & palace
    elif source & state.elephants:
        found = step_ne(step_ne(source) & free) | step_nw(step_nw(source) & free)
        found |= step_se(step_se(source) & free) | step_sw(step_sw(source) & free)
        found &= half
    else:
        front = step_n(source) if first else step_s(source)
        found = front | (aside if source & (POINTS ^ half) else EMPTY_POINTS)
    return found & onto


@large
def is_legal(state: State, seat: int, action: int) -> bool:
    if action < 0 or action >= TARGET * SIZE or action & 127 >= SIZE:
        return False
    source, target = one(action & 127), one(action >> 7)
    if not source & state.mine or not goes(state, source) & target:
        return False
    return is_safe(state, source, target)


@jitable
def is_forcing(state: State, action: int) -> bool:
    return bool(one(action >> 7) & state.theirs)


@jitable
def play_out(state: State, random: Bits) -> tuple[State, int]:
    # as the default; the moves of a state are found once
    plies = 0
    while state.quiet < QUIET and not cannot_win(state):
        found = moves(state)
        count = move_count(found)
        if count == 0:
            break
        random = (random + GOLDEN) & ALL
        state = play(state, nth_move(state, found, bounded(mix(random), count)))
        plies += 1
    return state, plies


# Static evaluation, for the seat to move: what is weighed is its lead in each


@jitable
def reach(state: State, own: Bits, free: Bits) -> tuple[Bits, int]:
    """What the chariots, horses and cannons of a side bear on, and in how many ways."""
    others = POINTS ^ own
    chariots, ways = state.chariots & own, slides(state.cannons & own, free)
    along, over = slides(chariots, free), beyond(ways, free)
    horses = union_of_eight(horse_moves(state.horses & own, free))
    bears = (union_of_four(along) | union_of_four(over) | horses) & others
    count = count_of_four(along) + popcount(horses & others)
    return bears, count + popcount(union_of_four(over) & others & (POINTS ^ free))


@jitable
def can_force(state: State) -> bool:
    slid, shot, horses, diagonals, steps = moves(state)
    found = union_of_four(slid) | union_of_four(shot) | union_of_four(steps)
    return bool((found | union_of_eight(horses) | union_of_eight(diagonals)) & state.theirs)


@large
def side_features(
    state: State, own: Bits, other: Bits, seat: int
) -> tuple[int, int, int, int, int, int, int, int, int, int]:
    """What a side has: chariots, horses, cannons, soldiers, those over the river, those of them
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
    """What the evaluation weighs, for the seat to move.

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


# fitted, by logistic regression, to the results of 200 games of the engine with itself; these tell
# too little of soldiers and of the palace, whose weights are chosen by hand
WEIGHTS = (-7, 139, 55, 40, 8, 12, 6, 13, 2, 1, 1, 10, 2)


@jitable
def evaluate(state: State) -> int:
    found = features(state)
    total = 0
    for number in range(13):
        total += WEIGHTS[number] * found[number]
    return total


def functions(game: Game, state: type) -> Functions:
    """The hints for xiangqi, by name."""
    return named(
        symmetry_count,
        symmetric_state,
        symmetric_action,
        fingerprint,
        put_legal,
        is_legal,
        is_forcing,
        can_force,
        play_out,
        features,
        evaluate,
    )
