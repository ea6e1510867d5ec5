"""Handles of states in a search's stack, and calls of a game's table of functions through them.

`ludarium.rules.function_table` says what lies where.
"""

from __future__ import annotations

from typing import NamedTuple

from ludarium.rules.dispatch import jitable
from ludarium.rules.memory import Memory, peek
from ludarium.rules.table_functions import ENTER

__all__ = [
    "ACTION_BITS",
    "CHANCE_KIND",
    "COUNT",
    "DRAWING_KIND",
    "FAULT",
    "FORBIDDING_KIND",
    "FORCING_KIND",
    "HIDING_KIND",
    "KINDS",
    "KINDS_OF_GAME",
    "LIMIT",
    "MOVERS",
    "RAISED",
    "SEATS",
    "SECOND",
    "SLOT_HEAD",
    "STRIDE",
    "THIRD",
    "UNKNOWN",
    "StackError",
    "StateHandle",
    "call",
    "call_real",
    "enter",
    "function_at",
    "slot_above",
]


class StackError(MemoryError):
    """A search goes on for longer than its stack has slots."""


class StateHandle(NamedTuple):
    """A state of any game, as compiled searches have it."""

    table: int
    """Address of the stack, which begins with the game's table."""
    place: int
    """Address of the state's slot."""


SLOT_HEAD = 5  # words of a slot before those of the state
MOVERS, COUNT, SECOND, THIRD, RAISED = range(SLOT_HEAD)
UNKNOWN = -1
FAULT = -0x7E1DFA17_5EED_C0DE
"""The result of a function that raised an exception, which is then at RAISED of its slot; there is
0 where this is a result like any other."""

# The table: numbers that hold for all states of one game, then addresses of functions.
STRIDE = 0  # bytes from slot to slot
LIMIT = 1  # address of the last slot
KINDS = 2  # which of KINDS_OF_GAME hold, as bits
SEATS, ACTION_BITS = 3, 4
CHANCE_KIND, HIDING_KIND, DRAWING_KIND, FORBIDDING_KIND, FORCING_KIND = 1, 2, 4, 8, 16
KINDS_OF_GAME = ("has_chance", "hides", "draws_by_repetition", "forbids_repetition", "may_force")


def call(function: int, *numbers: int) -> int:
    """The number that a function of a table gives; in compiled code only."""
    raise NotImplementedError


def call_real(function: int, *numbers: int) -> float:
    """Call like `call` a function that gives a float."""
    raise NotImplementedError


@jitable
def function_at(state: StateHandle, number: int) -> int:
    """The address of a function of the state's table, or 0 where the default holds."""
    return peek(state.table, number)


@jitable
def slot_above(state: StateHandle) -> int:
    """The address of the next slot. Raises StackError where there is none."""
    to = state.place + peek(state.table, STRIDE)
    if to > peek(state.table, LIMIT):
        raise StackError("the search goes on for longer than its stack has slots")
    return to


@jitable
def enter(state: StateHandle, words: Memory) -> StateHandle:
    """Write the state whose words begin at this address to the handle's slot."""
    call(function_at(state, ENTER), state.place, words)
    return state
