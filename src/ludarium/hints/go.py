"""Hints for Go: legal moves one by one, fast playouts, how long a game can last, levels, and on
which stones a bot agrees. There is no static evaluation: who will have a point is seen by playing
on, not by weighing stones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ludarium.rules.bits import (
    ALL,
    GOLDEN,
    ONE,
    Bits,
    bounded,
    lowest,
    members,
    mix,
    nth_bit,
    nth_single,
    popcount,
)
from ludarium.rules.boards.agreement import (
    AGREE,
    AGREED,
    COUNTERED,
    MOST_CHANGES,
    MOST_TALKS,
    NO_PHASE,
    RESUME,
    YIELD,
    is_proposed,
)
from ludarium.rules.boards.groups import adjoining, grouping, placing
from ludarium.rules.boards.points import PointBoard
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import Game
from ludarium.rules.generic import ILLEGAL, legal_count, nth_legal
from ludarium.rules.go_counting import surrounded_by
from ludarium.rules.go_states import AGREED_TYPES, BOARDS, CHINESE, PASS, in_turn

__all__ = ["agreed_action", "functions"]

# slips, of which there are none, and playouts: 30 on so many cells are no better than chance
LEVELS = tuple((0.0, playouts) for playouts in (100, 250, 600, 1500, 4000, 12000, 35000, 100000))

State = Any


def functions(game: Game, state_type: type) -> Functions:
    """The hints for Go on the board of this type of states, by name."""
    if state_type in AGREED_TYPES.values():
        return agreed_functions(BOARDS[state_type], state_type)
    board, make = BOARDS[state_type], state_type
    points, one, nothing = board.cells, board.sets(1), board.sets(0)
    limit, size = 2 * len(board.names), board.size
    next_to, place = adjoining(board, 2), placing(board, 2)

    @jitable
    def is_legal(state: State, seat: int, action: int) -> bool:
        if action == PASS:
            return True
        if not 0 <= action < size:
            return False
        mine, theirs = in_turn(state)
        free, stone = points ^ (mine | theirs), one << action
        if stone == state.ko or not stone & free:
            return False
        return bool(next_to(stone) & (free | mine)) or place(stone, mine, theirs)[0] != mine

    @jitable
    def candidate_count(state: State, seat: int) -> int:
        return popcount(points ^ (state.black | state.white)) + 1

    @jitable
    def nth_candidate(state: State, seat: int, n: int) -> int:
        free = points ^ (state.black | state.white)
        if n == popcount(free):
            return PASS
        action = nth_bit(free, n)
        return action if is_legal(state, seat, action) else ILLEGAL

    @jitable
    def play_out(state: State, random: Bits) -> tuple[State, int]:
        # As the default, but a stone is placed once, not tried and then placed.
        _, _, ko, seat, passes, begun = state
        mine, theirs = in_turn(state)
        plies = begun
        while passes != 2 and plies != limit:
            random = (random + GOLDEN) & ALL
            draw = mix(random)
            free = points ^ (mine | theirs)
            count = popcount(free)
            while True:
                n = bounded(draw, count + 1)
                if n == count:
                    passes, ko = passes + 1, nothing
                    break
                stone = nth_single(free, n)
                after, left, taken = place(stone, mine, theirs)
                if after != mine and stone != ko:
                    mine, theirs, ko, passes = after, left, taken, 0
                    break
                draw = mix((draw + GOLDEN) & ALL)
            mine, theirs, seat, plies = theirs, mine, 1 - seat, plies + 1
        black, white = (mine, theirs) if seat == 0 else (theirs, mine)
        return make(black, white, ko, seat, passes, plies), plies - begun

    @jitable
    def most_plies(state: State) -> int:
        return int(limit - state.plies)

    return named(is_legal, candidate_count, nth_candidate, play_out, most_plies)


# Agreement on dead stones

SURE = 0.8  # share of playouts in which a stone lives, or dies, of which a bot is sure
SETTLED = 0.9  # share of playouts in which the same side has a point, where nothing is open there
EARLIEST = 0.4  # share of the points with stones; nothing is settled before
PATIENCE = MOST_CHANGES // 3  # changes of marks after which a bot would rather play on


def agreed_functions(board: PointBoard, make: type) -> Functions:
    """The hints where the seats agree on dead stones, by name."""
    points, one, nothing = board.cells, board.sets(1), board.sets(0)
    limit, size, longest = 2 * len(board.names), board.size, 3 * len(board.names)
    next_to, place = adjoining(board, 2), placing(board, 2)

    @jitable
    def stones_of(state: State) -> Bits:
        stones: Bits = state.black | state.white
        return stones

    @jitable
    def is_legal(state: State, seat: int, action: int) -> bool:
        if state.stage != NO_PHASE:
            if action in (AGREE, RESUME):
                return True
            if state.changes == MOST_CHANGES:
                return False
            if not 0 <= action < size:
                return action == YIELD
            return bool(one << action & stones_of(state))
        if action == PASS:
            return True
        if not 0 <= action < size:
            return False
        mine, theirs = in_turn(state)
        free, stone = points ^ (mine | theirs), one << action
        if stone == state.ko or not stone & free:
            return False
        return bool(next_to(stone) & free) or bool(place(stone, mine, theirs)[0] & stone)

    @jitable
    def candidate_count(state: State, seat: int) -> int:
        if state.stage != NO_PHASE:
            return int(legal_count(state, seat))
        return popcount(points ^ stones_of(state)) + 1

    @jitable
    def nth_candidate(state: State, seat: int, n: int) -> int:
        if state.stage != NO_PHASE:
            return int(nth_legal(state, seat, n))
        free = points ^ stones_of(state)
        if n == popcount(free):
            return PASS
        action = nth_bit(free, n)
        return action if is_legal(state, seat, action) else ILLEGAL

    @jitable
    def most_plies(state: State) -> int:
        further = (limit - state.plies) if state.stage != AGREED else 0
        return int(further + (2 * MOST_CHANGES + 3) * state.talks)

    @jitable
    def settle(state: State, random: Bits) -> State:
        """Each side plays at random, but never on a point of which all neighbours are its own
        stones, and passes only where it has no other choice."""
        seat = 1 if random & ONE else 0
        mine, theirs = (state.black, state.white) if seat == 0 else (state.white, state.black)
        ko, passes, plies = nothing, 0, 0
        while passes != 2 and plies != longest:
            open_points = (points ^ (mine | theirs)) & next_to(points ^ mine)
            open_points ^= open_points & ko
            passes += 1
            while open_points:
                random = (random + GOLDEN) & ALL
                stone = nth_single(open_points, bounded(mix(random), popcount(open_points)))
                after, left, taken = place(stone, mine, theirs)
                if after & stone:
                    mine, theirs, ko, passes = after, left, taken, 0
                    break
                open_points ^= stone
            if passes:
                ko = nothing
            mine, theirs, seat, plies = theirs, mine, 1 - seat, plies + 1
        black, white = (mine, theirs) if seat == 0 else (theirs, mine)
        return make(
            black,
            white,
            nothing,
            0,
            2,
            state.plies,
            NO_PHASE,
            0,
            0,
            nothing,
            0,
            0,
            CHINESE,  # by which the lead is nearly the same, without the prisoners on the way
            state.komi,
        )

    return named(is_legal, candidate_count, nth_candidate, most_plies, settle)


def agreed_action(state: State, ends: Callable[[], Sequence[State]]) -> int | None:
    """The choice of a bot in the phase; before it, to pass, where all points are settled; None
    where it is to search. ends: gives the ends of playouts by `settle`.

    A bot agrees to marks that differ from its own only in groups of which it is not sure, unless
    they are its own and may live. It changes the others, and would rather play on where the other
    seat does not take that.
    """
    if state.stage == NO_PHASE:
        early = popcount(state.black | state.white) < len(BOARDS[type(state)].names) * EARLIEST
        if early or state.talks < MOST_TALKS:  # who resumed play has to be shown
            return None
        owned = ownership(ends())
        return PASS if all(max(shares) >= SETTLED for shares in owned.values()) else None
    owned = ownership(ends())
    unlike, objects = [], False
    for group in groups_of(state):
        side = 0 if group & state.black else 1
        lives = sum(owned[point][side] for point in members(group)) / popcount(group)
        if (lives < 0.5) != bool(group & state.dead):
            unlike.append(lowest(group))
            loses = side == state.seat and bool(group & state.dead)
            objects |= loses or not 1 - SURE < lives < SURE
    if is_proposed(state.stage) and not objects:
        return AGREE
    if unlike and (state.stage == COUNTERED or state.changes >= PATIENCE):
        return RESUME
    return unlike[0] if unlike else AGREE


def groups_of(state: State) -> list[Bits]:
    """The groups of both sides."""
    board, groups = BOARDS[type(state)], []
    group, one = grouping(board, 2), board.sets(1)
    for stones in (state.black, state.white):
        left = stones
        while left:
            groups.append(group(one << lowest(left), left))
            left ^= groups[-1]
    return groups


def ownership(ends: Sequence[State]) -> dict[int, tuple[float, float]]:
    """By point: the share of these ends in which Black has it, and in which White does."""
    board = BOARDS[type(ends[0])]
    counts = {point: [0, 0] for point in board.names}
    for end in ends:
        for side, area in enumerate(surrounded_by(end)):
            for point in members(area):
                counts[point][side] += 1
    return {point: (b / len(ends), w / len(ends)) for point, (b, w) in counts.items()}
