"""The best line of a search, and what is noted of moves that were best."""

from __future__ import annotations

from ludarium.rules.dispatch import jitable
from ludarium.rules.memory import Memory, peek, poke
from ludarium.search.search_stack import (
    BEST_ACTION,
    BEST_OUTCOME,
    VARIATION,
    WIDTH,
)

__all__ = ["NO_VARIATION", "note_best", "note_variation"]


NO_VARIATION = 0


@jitable
def note_variation(scratch: Memory, ply: int, action: int) -> None:
    """Update the principal variation at this ply: the action, then the variation below."""
    here, below = VARIATION + ply * WIDTH, VARIATION + (ply + 1) * WIDTH
    length = peek(scratch, below)
    poke(scratch, here, length + 1)
    poke(scratch, here + 1, action)
    for place in range(1, length + 1):
        poke(scratch, here + 1 + place, peek(scratch, below + place))


@jitable
def note_best(scratch: Memory, action: int, outcome: int) -> None:
    """Update the best action of the root."""
    poke(scratch, BEST_ACTION, action)
    poke(scratch, BEST_OUTCOME, outcome)
