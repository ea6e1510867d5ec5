"""Hints for xiangqi: a static evaluation by material, soldiers over the river, mobility and what
bears on the palace; captures; the mirror image; and faster ways to list, test and draw moves.
"""

from __future__ import annotations

from ludarium.games.xiangqi import QUIET, State, XiangqiState, cannot_win, play
from ludarium.hints.playing_out import playing_out
from ludarium.hints.weighing import weighed
from ludarium.rules.bits import (
    Bits,
    count_of_four,
    fold,
    image,
    lowest,
    popcount,
    union_of_four,
)
from ludarium.rules.boards.eight import union_of_eight
from ludarium.rules.dispatch import Functions, jitable, large, named
from ludarium.rules.game import Game
from ludarium.rules.memory import Memory, poke
from ludarium.rules.xiangqi_men import (
    BOARD,
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
MAPPINGS = BOARD.mappings[: 2 * SIZE]  # itself, and left and right exchanged
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
def put_legal(state: State, seat: int, memory: Memory, place: int) -> None:
    slid, shot, horses, diagonals, steps = moves(state)
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
def goes_on(state: State) -> bool:
    return state.quiet < QUIET and not cannot_win(state)


play_out = playing_out(goes_on, moves, move_count, nth_move, play)


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
    return weighed(features(state), WEIGHTS)


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
