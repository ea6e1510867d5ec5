"""Hints for Go: legal moves one by one, fast playouts, how long a game can last, and levels. There
is no static evaluation: who will have a point is seen by playing on, not by weighing stones.
"""

from __future__ import annotations

from typing import Any

from ludarium.games.go import BOARDS, PASS, in_turn
from ludarium.rules.bits import (
    ALL,
    GOLDEN,
    Bits,
    bounded,
    mix,
    nth_bit,
    nth_single,
    popcount,
)
from ludarium.rules.boards.groups import adjoining, placing
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import Game
from ludarium.rules.generic import ILLEGAL

__all__ = ["functions"]

# slips, of which there are none, and playouts: 30 on so many cells are no better than chance
LEVELS = tuple((0.0, playouts) for playouts in (100, 250, 600, 1500, 4000, 12000, 35000, 100000))

State = Any


def functions(game: Game, state_type: type) -> Functions:
    """The hints for Go on the board of this type of states, by name."""
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
