"""Functions of states for results that other than moves bring about."""

from __future__ import annotations

from typing import Any

from ludarium.rules.dispatch import generic

__all__ = ["can_win"]

State = Any


@generic
def can_win(state: State, seat: int) -> bool:
    """Return whether this seat could still win by some legal play of all seats. Where it cannot,
    another that runs out of time or resigns does not lose to it: the game is drawn.
    """
    return True
