"""Hints for Hex: legal moves at once, fast playouts, and levels. There is no static evaluation: who
is closer to a connection is seen by playing on, not by weighing stones.
"""

from __future__ import annotations

from typing import Any

from ludarium.games.hex import BOARDS, MAY_SWAP, NO_SWAP, SWAP
from ludarium.rules.bits import ALL, GOLDEN, Bits, bounded, mix, nth_single, popcount
from ludarium.rules.boards.groups import grouping
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import Game
from ludarium.rules.generic import random_play

__all__ = ["functions"]

# slips, of which there are none, and playouts: 30 on so many cells are no better than chance
LEVELS = tuple((0.0, playouts) for playouts in (100, 250, 600, 1500, 4000, 12000, 35000, 100000))

State = Any


def functions(game: Game, state_type: type) -> Functions:
    """The hints for Hex on the board of this type of states, by name."""
    board, make = BOARDS[state_type], state_type
    cells, one, size = board.cells, board.sets(1), board.size
    bottom, top, left, right = board.rows[0], board.rows[-1], board.columns[0], board.columns[-1]
    group = grouping(board, 3)

    @jitable
    def is_legal(state: State, seat: int, action: int) -> bool:
        if action == SWAP:
            return bool(state.swap == MAY_SWAP)
        free = cells ^ (state.red | state.blue)
        return 0 <= action < size and bool(free & (one << action))

    @jitable
    def most_plies(state: State) -> int:
        return popcount(cells ^ (state.red | state.blue)) + int(state.swap != NO_SWAP)

    @jitable
    def play_out(state: State, random: Bits) -> tuple[State, int]:
        # As the default. Stones are placed by the dozen before chains are sought: who is connected
        # stays so. Where a dozen was too many, it is taken back and fewer are placed.
        plies = 0
        while state.swap != NO_SWAP:
            random = (random + GOLDEN) & ALL
            state = random_play(state, mix(random))
            plies += 1
        red, blue, red_chain, blue_chain, seat, _ = state
        if (red_chain & top) | (blue_chain & right):
            return state, plies
        # mine and theirs are those of who moves next; they change places in registers
        mine, theirs = (red, blue) if seat == 0 else (blue, red)
        free = popcount(cells ^ (red | blue))
        batch = (free + 1) // 2
        while True:
            new_mine, new_theirs, new_random = mine, theirs, random
            for left_over in range(free, free - batch, -1):
                new_random = (new_random + GOLDEN) & ALL
                stone = nth_single(
                    cells ^ (new_mine | new_theirs), bounded(mix(new_random), left_over)
                )
                new_mine, new_theirs = new_theirs, new_mine | stone
            new_seat = (seat + batch) & 1
            red, blue = (new_mine, new_theirs) if new_seat == 0 else (new_theirs, new_mine)
            new_red = group((red & bottom) | red_chain, red)
            new_blue = group((blue & left) | blue_chain, blue)
            over = bool((new_red & top) | (new_blue & right))
            if over and batch > 1:
                batch //= 2
                continue
            mine, theirs, random, seat = new_mine, new_theirs, new_random, new_seat
            red_chain, blue_chain = new_red, new_blue
            free -= batch
            plies += batch
            if over:
                return make(red, blue, red_chain, blue_chain, seat, NO_SWAP), plies
            batch = min(batch, max(1, free // 8))

    return named(is_legal, most_plies, play_out)
