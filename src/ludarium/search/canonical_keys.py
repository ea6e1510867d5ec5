"""Keys of positions that symmetries exchange: all of them have one."""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import ONE, to_int
from ludarium.rules.dispatch import jitable, large
from ludarium.rules.generic import (
    fingerprint,
    fingerprint_after,
    symmetric_action,
    symmetric_state,
    symmetry_count,
)
from ludarium.search.transposition import (
    NO_ACTION,
)

__all__ = ["action_back", "canonical_symmetry", "key_after", "key_of"]


@jitable
def key_of(state: Any) -> int:
    """The state's key in the transposition table: the upper 63 bits of its fingerprint."""
    return to_int(fingerprint(state) >> ONE)


@jitable
def key_after(state: Any, action: int) -> int:
    """The key of the state after this action."""
    return to_int(fingerprint_after(state, action) >> ONE)


@large
def canonical_symmetry(state: Any) -> int:
    """The symmetry that maps the state to its image of the least key."""
    best, least = 0, key_of(state)
    for symmetry in range(1, symmetry_count(state)):
        key = key_of(symmetric_state(state, symmetry))
        if key < least:
            best, least = symmetry, key
    return best


@large
def action_back(state: Any, symmetry: int, action: int) -> int:
    """The action in `state` whose image under this symmetry is `action`."""
    image = symmetric_state(state, symmetry)
    for inverse in range(symmetry_count(state)):
        if key_of(symmetric_state(image, inverse)) == key_of(state):
            return symmetric_action(image, inverse, action)
    return NO_ACTION
