"""The pieces of xiangqi: where they go, what they attack, and which moves are legal, as sets of
points.

The functions are on states, of whatever game, that have the fields `mine` and `theirs`, the pieces
of the seat to move and of the other; `generals`, `advisors`, `elephants`, `horses`, `chariots` and
`cannons`, those of both seats, where all others are soldiers; and `seat`, the one to move. The
board is `BOARD`. Seat 0 begins on its lower rows, with a general each.

An action is the index of the piece's point, and 128 times that of the point it goes to.
"""

from __future__ import annotations

import itertools
from typing import Any

from ludarium.rules.bits import (
    Bits,
    Four,
    count_of_four,
    lowest,
    nth_of_four,
    union_of_four,
)
from ludarium.rules.boards.directions import DirectionSets, count_of_eight, masked, nth_of_eight
from ludarium.rules.dispatch import jitable, large
from ludarium.rules.xiangqi_board import (
    BOARD,
    EMPTY_POINTS,
    FIVE,
    HALVES,
    ONE_POINT,
    PALACES,
    POINTS,
    SEVEN,
    TARGET,
    beyond,
    column_of,
    horse_moves,
    one,
    onto_four,
    row_of,
    slides,
    step_e,
    step_n,
    step_ne,
    step_nw,
    step_s,
    step_se,
    step_sw,
    step_w,
)

__all__ = [
    "DIAGONAL_WAYS",
    "HORSE_WAYS",
    "SHOT",
    "SLID",
    "STEPPED",
    "STEP_WAYS",
    "Moves",
    "every_move",
    "in_check",
    "is_safe",
    "move_count",
    "moves",
    "nth_move",
    "soldiers",
    "source_of",
]

State = Any


STEP_WAYS = (1, -1, 10, -10)
HORSE_WAYS = (21, 19, 12, -8, -19, -21, 8, -12)
DIAGONAL_WAYS = (11, 9, -9, -11, 22, 18, -18, -22)
STEPPED, SLID, SHOT = 0, 1, 2
"""The kinds of moves: by a step or a jump, along a line, or over another piece."""


@jitable
def soldiers(state: State) -> Bits:
    """The soldiers of both seats."""
    others = state.generals | state.advisors | state.elephants
    others |= state.horses | state.chariots | state.cannons
    pieces: Bits = (state.mine | state.theirs) ^ others
    return pieces


@jitable
def hops_onto(state: State, general: Bits, theirs: Bits, free: Bits) -> bool:
    """Return whether a horse or a soldier of theirs attacks the general of the seat to move."""
    ne, nw = step_ne(general) & free, step_nw(general) & free
    se, sw = step_se(general) & free, step_sw(general) & free
    near = step_n(ne | nw) | step_s(se | sw) | step_e(ne | se) | step_w(nw | sw)
    if near & state.horses & theirs:
        return True
    front = step_n(general) if state.seat == 0 else step_s(general)
    return bool((front | step_e(general) | step_w(general)) & soldiers(state) & theirs)


@jitable
def reached(state: State, general: Bits, near: Four, far: Four, theirs: Bits, free: Bits) -> bool:
    """Return whether theirs attack the general of the seat to move, or theirs looks at it along a
    column.

    near, far: the ways from it up to the first piece, and from there on to the second.
    """
    e, w, n, s = near
    if (e | w | n | s) & state.chariots & theirs or (n | s) & state.generals & theirs:
        return True
    if union_of_four(far) & state.cannons & theirs:
        return True
    return hops_onto(state, general, theirs, free)


@jitable
def in_line(state: State, general: Bits, theirs: Bits) -> bool:
    """Return whether their general, a chariot or a cannon is in a line with this general."""
    far = (state.chariots | state.cannons) & theirs
    return bool(column_of(general) & (far | (state.generals & theirs)) or row_of(general) & far)


@large
def attacked(state: State, general: Bits, mine: Bits, theirs: Bits) -> bool:
    """The same where the general, its own pieces and the others are there."""
    free = POINTS ^ (mine | theirs)
    if not in_line(state, general, theirs):
        return hops_onto(state, general, theirs, free)
    near = slides(general, free)
    return reached(state, general, near, beyond(near, free), theirs, free)


@jitable
def in_check(state: State) -> bool:
    """Return whether the general of the seat to move is attacked."""
    return attacked(state, state.generals & state.mine, state.mine, state.theirs)


@jitable
def is_safe(state: State, source: Bits, target: Bits) -> bool:
    """Return whether the own general is not attacked after the piece has gone there."""
    general = state.generals & state.mine
    if general == source:
        general = target
    mine = (state.mine ^ source) | target
    return not attacked(state, general, mine, state.theirs & (POINTS ^ target))


@jitable
def source_of(state: State, target: int, way: int, kind: int) -> int:
    """The point of the piece that comes to the target this way: STEPPED, SLID or SHOT."""
    point = target - way
    if kind == STEPPED:
        return point
    pieces = state.mine | state.theirs
    while not one(point) & pieces:
        point -= way
    if kind == SHOT:
        point -= way
        while not one(point) & pieces:
            point -= way
    return point


Tests = tuple[Bits, Bits, Bits]
"""The pieces that may leave their general attacked; those of them that may go anywhere, as far as
is known before each move is tried; and where the others must go."""


@large
def kept(state: State, targets: Bits, way: int, kind: int, tests: Tests) -> Bits:
    """The targets among these to which a move is legal."""
    tested, anywhere, evasions = tests
    left = targets
    while left:
        target = lowest(left)
        left &= left - ONE_POINT
        source, goal = one(source_of(state, target, way, kind)), one(target)
        if source & tested:
            helps = bool(source & anywhere or goal & evasions)
            if not helps or not is_safe(state, source, goal):
                targets ^= goal
    return targets


@jitable
def kept_four(state: State, sets: Four, kind: int, tests: Tests) -> Four:
    a, b, c, d = sets
    return (
        kept(state, a, STEP_WAYS[0], kind, tests) if a else a,
        kept(state, b, STEP_WAYS[1], kind, tests) if b else b,
        kept(state, c, STEP_WAYS[2], kind, tests) if c else c,
        kept(state, d, STEP_WAYS[3], kind, tests) if d else d,
    )


@jitable
def kept_eight(
    state: State, sets: DirectionSets, ways: tuple[int, ...], tests: Tests
) -> DirectionSets:
    a, b, c, d, e, f, g, h = sets
    return (
        kept(state, a, ways[0], STEPPED, tests) if a else a,
        kept(state, b, ways[1], STEPPED, tests) if b else b,
        kept(state, c, ways[2], STEPPED, tests) if c else c,
        kept(state, d, ways[3], STEPPED, tests) if d else d,
        kept(state, e, ways[4], STEPPED, tests) if e else e,
        kept(state, f, ways[5], STEPPED, tests) if f else f,
        kept(state, g, ways[6], STEPPED, tests) if g else g,
        kept(state, h, ways[7], STEPPED, tests) if h else h,
    )


@jitable
def screened(way: Bits, free: Bits, cannons: Bits) -> Bits:
    """The free points in one way from the general up to a cannon: who goes there is its screen."""
    return way & free if way & cannons else EMPTY_POINTS


@jitable
def leg(point: Bits, mine: Bits, horses: Bits, one_way: Bits, other: Bits) -> Bits:
    """The own piece on this point beside the general, where it stands in the way of a horse."""
    return point & mine if (one_way | other) & horses else EMPTY_POINTS


Pair = tuple[Bits, Bits]


@jitable
def hiding(line: Bits, one_way: Pair, other: Pair, straight: Bits, cannons: Bits) -> Bits:
    """The pieces in a line with the general behind which an attacker may be.

    one_way, other: the ways up to the first piece, and from there on to the second. straight: what
    attacks where no piece is between. cannons: these do so where one piece is.
    """
    (near, far), (other_near, other_far) = one_way, other
    seen = near | far | other_near | other_far
    if line & cannons & (POINTS ^ seen):
        return seen
    pinned = near if far & straight else EMPTY_POINTS
    return pinned | (other_near if other_far & straight else EMPTY_POINTS)


@jitable
def exposing(state: State, general: Bits, near: Four, far: Four) -> Bits:
    """The own pieces, without the general, whose moves may leave it attacked, where it is not."""
    mine, theirs = state.mine, state.theirs
    e, w, n, s = near
    far_e, far_w, far_n, far_s = far
    chariots, cannons = state.chariots & theirs, state.cannons & theirs
    facing = chariots | (state.generals & theirs)
    pieces: Bits = hiding(column_of(general), (n, far_n), (s, far_s), facing, cannons)
    pieces |= hiding(row_of(general), (e, far_e), (w, far_w), chariots, cannons)
    pieces &= mine
    horses = state.horses & theirs
    ne, nw, se, sw = step_ne(general), step_nw(general), step_se(general), step_sw(general)
    pieces |= leg(ne, mine, horses, step_n(ne), step_e(ne))
    pieces |= leg(nw, mine, horses, step_n(nw), step_w(nw))
    pieces |= leg(se, mine, horses, step_s(se), step_e(se))
    return pieces | leg(sw, mine, horses, step_s(sw), step_w(sw))


@jitable
def tests_of(state: State, general: Bits, near: Four, far: Four, checked: bool) -> Tests:
    """The moves of the own pieces, without the general, that must be tested for check."""
    mine, theirs = state.mine, state.theirs
    if not checked:
        return exposing(state, general, near, far), POINTS, POINTS
    # a check is answered by what captures, or comes between, or stops being a cannon's screen
    lines = union_of_four(near) | union_of_four(far)
    legs = step_ne(general) | step_nw(general) | step_se(general) | step_sw(general)
    return mine, lines, lines | legs | ((state.horses | soldiers(state)) & theirs)


Moves = tuple[Four, Four, DirectionSets, DirectionSets, Four]


@large
def moves(state: State) -> Moves:
    """The points to which legal moves go, in sets whose moves come from different directions.

    They are those along lines, of chariots and of cannons that take nothing, by STEP_WAYS; those of
    cannons that take, likewise; of horses, by HORSE_WAYS; of advisors and elephants, by
    DIAGONAL_WAYS; and of generals and soldiers, by STEP_WAYS.
    """
    mine, theirs, seat = state.mine, state.theirs, state.seat
    free, general = POINTS ^ (mine | theirs), state.generals & mine
    palace = PALACES[0] if seat == 0 else PALACES[1]
    half = HALVES[0] if seat == 0 else HALVES[1]
    onto = free | theirs
    near = EMPTY_POINTS, EMPTY_POINTS, EMPTY_POINTS, EMPTY_POINTS
    far = near
    if in_line(state, general, theirs):  # else nothing comes along a line
        near = slides(general, free)
        far = beyond(near, free)
    e, w, n, s = near
    cannons = state.cannons & theirs
    clear = POINTS ^ (
        screened(e, free, cannons)
        | screened(w, free, cannons)
        | screened(n, free, cannons)
        | screened(s, free, cannons)
    )
    checked = reached(state, general, near, far, theirs, free)
    if not checked:  # then a new screen of a cannon is what any piece could do wrong
        onto &= clear

    along = slides(state.chariots & mine, free)
    ways = slides(state.cannons & mine, free)
    a, b, c, d = onto_four(along, onto)
    f, g, h, i = onto_four(ways, onto & free)
    slid = a | f, b | g, c | h, d | i
    shot = onto_four(beyond(ways, free), onto & theirs)
    horses = masked(horse_moves(state.horses & mine, free), onto)
    advisors, elephants = state.advisors & mine, state.elephants & mine
    within, side = palace & onto, half & onto
    diagonals = (
        step_ne(advisors) & within,
        step_nw(advisors) & within,
        step_se(advisors) & within,
        step_sw(advisors) & within,
        step_ne(step_ne(elephants) & free) & side,
        step_nw(step_nw(elephants) & free) & side,
        step_se(step_se(elephants) & free) & side,
        step_sw(step_sw(elephants) & free) & side,
    )
    men = soldiers(state) & mine
    crossed = men & (POINTS ^ half)
    steps = (
        step_e(crossed) & onto,
        step_w(crossed) & onto,
        (step_n(men) if seat == 0 else EMPTY_POINTS) & onto,
        (EMPTY_POINTS if seat == 0 else step_s(men)) & onto,
    )
    tests = tests_of(state, general, near, far, checked)
    tested, _, _ = tests
    if tested & (state.chariots | state.cannons):
        slid = kept_four(state, slid, SLID, tests)
        shot = kept_four(state, shot, SHOT, tests)
    if tested & state.horses:
        horses = kept_eight(state, horses, HORSE_WAYS, tests)
    if tested & (state.advisors | state.elephants):
        diagonals = kept_eight(state, diagonals, DIAGONAL_WAYS, tests)
    if tested & men:
        steps = kept_four(state, steps, STEPPED, tests)
    room = palace & (POINTS ^ mine)
    own = (
        step_e(general) & room,
        step_w(general) & room,
        step_n(general) & room,
        step_s(general) & room,
    )
    e, w, n, s = kept_four(state, own, STEPPED, (general, general, POINTS))
    a, b, c, d = steps
    return slid, shot, horses, diagonals, (a | e, b | w, c | n, d | s)


@jitable
def move_count(sets: Moves) -> int:
    slid, shot, horses, diagonals, steps = sets
    count = count_of_four(slid) + count_of_four(shot) + count_of_four(steps)
    return count + count_of_eight(horses) + count_of_eight(diagonals)


@large
def nth_move(state: State, sets: Moves, n: int) -> int:
    """The n-th legal move of the state with these moves."""
    slid, shot, horses, diagonals, steps = sets
    count = count_of_eight(horses)
    if n < count:
        way, target = nth_of_eight(horses, HORSE_WAYS, n)
        return target - way + TARGET * target
    n -= count
    count = count_of_eight(diagonals)
    if n < count:
        way, target = nth_of_eight(diagonals, DIAGONAL_WAYS, n)
        return target - way + TARGET * target
    n -= count
    kind, chosen = SLID, slid
    if n >= count_of_four(slid):
        n -= count_of_four(slid)
        kind, chosen = SHOT, shot
        if n >= count_of_four(shot):
            n -= count_of_four(shot)
            kind, chosen = STEPPED, steps
    way, cell = nth_of_four(chosen, STEP_WAYS, n)
    target = lowest(cell)
    return source_of(state, target, way, kind) + TARGET * target


def every_move() -> list[int]:
    """Every action that there can be: along lines and as a horse between any two points, as
    advisors in their palaces, and as elephants on their sides of the river.
    """
    actions = []
    for source, target in itertools.permutations(BOARD.names, 2):
        (column, row), (onto_column, onto_row) = BOARD.place(source), BOARD.place(target)
        across, along = abs(column - onto_column), abs(row - onto_row)
        both = one(source) | one(target)
        in_palace = any(both & palace == both and both & FIVE == both for palace in PALACES)
        on_side = any(both & half == both for half in HALVES) and both & SEVEN == both
        if (
            not across
            or not along
            or across + along == 3
            or (across == along == 1 and in_palace)
            or (across == along == 2 and on_side)
        ):
            actions.append(source + TARGET * target)
    return actions
