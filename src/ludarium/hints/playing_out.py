"""Playouts of games whose legal moves are found all at once, as those of armies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludarium.rules.bits import ALL, GOLDEN, Bits, bounded, mix
from ludarium.rules.dispatch import jitable

__all__ = ["playing_out"]

State = Any


def playing_out(
    goes_on: Callable[[State], bool],
    moves: Callable[[State], Any],
    move_count: Callable[[Any], int],
    nth_move: Callable[[State, Any, int], int],
    play: Callable[[State, int], State],
) -> Callable[[State, Bits], tuple[State, int]]:
    """The generic function `play_out`, as its default, but that the moves of a state are found
    once.

    goes_on: whether a state is not over for another reason than that there is no move. moves: those
    of a state, of which the others give the number, and the n-th as an action.
    """

    @jitable
    def play_out(state: State, random: Bits) -> tuple[State, int]:
        plies = 0
        while goes_on(state):
            sets = moves(state)
            count = move_count(sets)
            if count == 0:
                break
            random = (random + GOLDEN) & ALL
            state = play(state, nth_move(state, sets, bounded(mix(random), count)))
            plies += 1
        return state, plies

    return play_out
