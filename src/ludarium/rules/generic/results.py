"""Functions of states for results that other than moves bring about."""

from __future__ import annotations

from typing import Any

from ludarium.rules.dispatch import generic, jitable
from ludarium.rules.generic.required import seat_count

__all__ = ["can_win", "nobody_can_win"]

State = Any


@generic
def can_win(state: State, seat: int) -> bool:
    """Return whether this seat could still win by some legal play of all seats. Where it cannot,
    another that runs out of time or resigns does not lose to it: the game is drawn. It is drawn at
    once where no seat could.
    """
    return True


@jitable
def nobody_can_win(state: State) -> bool:
    """Return whether no seat can win any more, however all play; the game is then a draw."""
    seat = 0
    while seat < seat_count(state) and not can_win(state, seat):
        seat += 1
    return seat == seat_count(state)
