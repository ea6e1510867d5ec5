"""Equivalence of states: the symmetries of the rules, and the parts of a state that no longer
matter.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.dispatch import generic

__all__ = [
    "canonical_state",
    "symmetric_action",
    "symmetric_seat",
    "symmetric_state",
    "symmetry_count",
]

State = Any


@generic
def symmetry_count(state: State) -> int:
    """The number of symmetries of the rules, with the identity, which is number 0."""
    return 1


@generic
def symmetric_state(state: State, symmetry: int) -> State:
    """The image of the state under this symmetry."""
    return state


@generic
def symmetric_action(state: State, symmetry: int, action: int) -> int:
    """The image of one seat's action in `state`: an action in the symmetric state."""
    return action


@generic
def symmetric_seat(state: State, symmetry: int, seat: int) -> int:
    """The seat that this symmetry puts `seat` into."""
    return seat


@generic
def canonical_state(state: State) -> State:
    """The canonical state: equal for states with identical continuations.

    Identical seat by seat and action by action. What no longer matters, such as points once they
    are decided, is left out, so that a solution holds each state once.
    """
    return state
