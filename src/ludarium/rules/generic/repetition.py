"""Positions that come again: what counts as the same position, and what follows.

The state of a game says nothing of earlier ones. So the rule stands in the `Game`, which says that
a game ends when a position occurs for the n-th time (`Game.repetition`), as a draw if nothing else
is said, or that no move may bring an earlier position back (`Game.superko`). Positions, records and
searches, which know the way that led to a state, keep to it; random playouts do not.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import Bits, fold
from ludarium.rules.dispatch import generic

__all__ = [
    "cycle_begun",
    "cycle_noted",
    "cycle_returns",
    "draws_by_repetition",
    "forbids_repetition",
    "notes_cycles",
    "repetition_key",
    "repetition_returns",
    "repetition_state",
]

State = Any
"""A NamedTuple of ints; its type picks the game."""


@generic
def draws_by_repetition(state: State) -> bool:
    """Return whether a game can end by repetition; follows from `Game.repetition`."""
    return False


@generic
def repetition_returns(state: State, seat: int) -> float:
    """The seat's return where the game ends because this position occurred too often: a draw, but
    in games where who forced it loses, as by giving check with every move, or where what each has
    is counted then.
    """
    return 0.0


@generic
def notes_cycles(state: State) -> bool:
    """Return whether a cycle is judged by its moves; follows from the game's having `cycle_noted`.
    One seat moves at a time in such a game, and there is no chance.
    """
    return False


@generic
def cycle_begun(state: State) -> Any:
    """The notes on a cycle of positions at its beginning: a tuple of numbers, of a type of its own,
    which says that no move has been noted.
    """
    return 0


@generic
def cycle_noted(state: State, noted: Any, action: int) -> Any:
    """The notes on a cycle of positions after one more move, by the seat to move in this state."""
    return noted


@generic
def cycle_returns(state: State, noted: Any, plies: int, seat: int) -> float:
    """The seat's return where the game ends because this position occurred too often, so many plies
    after it first did, of which those are the notes; by default as `repetition_returns` has it, by
    which searches go, as they cannot tell how the whole cycle will be.
    """
    return repetition_returns(state, seat)


@generic
def forbids_repetition(state: State) -> bool:
    """Return whether no move may bring an earlier position back; follows from `Game.superko`."""
    return False


@generic
def repetition_state(state: State) -> State:
    """The state with all blanked that does not count when positions are compared, such as the
    number of moves played: states that are equal in it are the same position.
    """
    return state


@generic
def repetition_key(state: State) -> Bits:
    """64-bit hash of `repetition_state`: equal, collisions aside, only for the same position."""
    return fold(repetition_state(state))
