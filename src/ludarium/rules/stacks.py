"""The memory of searches that are compiled once, and how they are called.

See `ludarium.rules.function_table` for what lies in a stack. One is made for each call of an
algorithm, which has it for itself: so searches may run in any number of threads.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from ludarium.rules import dispatch, generic
from ludarium.rules.bits import WORD
from ludarium.rules.calls import write_table
from ludarium.rules.code_cache import CodeCache
from ludarium.rules.code_libraries import TableCompiler
from ludarium.rules.compiler import (
    as_argument,
    cache_for,
    dispatcher_of,
    reach,
    rules_at_fault,
)
from ludarium.rules.game import Game
from ludarium.rules.packing import packed, word_count
from ludarium.rules.state_handles import (
    ACTION_BITS,
    KINDS,
    KINDS_OF_GAME,
    LIMIT,
    SEATS,
    SLOT_HEAD,
    STRIDE,
    StateHandle,
    enter,
)
from ludarium.rules.table_functions import TABLE_FUNCTIONS, TABLE_SIZE

__all__ = [
    "Stack",
    "compile_shared",
    "is_shared_cached",
    "is_table_cached",
    "on_stack",
    "prepare_table",
]

Array = Any
Function = Callable[..., Any]
State = Any
BYTES = WORD // 8  # of a word
CALLED = ("with_moves", "without_moves", "movers", *(spec.name for spec in TABLE_FUNCTIONS[1:]))
"""The generic functions that a table calls."""
_lock = threading.RLock()
_shared: dict[Function, Function] = {}
_tables: dict[tuple[Game | str, type, int], Array] = {}
"""By game, or by the engine that several share; by the type of states; by their words."""


def shared(algorithm: Function) -> Function:
    """The algorithm, compiled once for all games, and cached on disk."""
    with _lock:
        if algorithm not in _shared:
            _shared[algorithm] = dispatcher_of(algorithm, shared_cache(algorithm))
        return _shared[algorithm]


def compile_shared(algorithm: Function, *arguments: Any) -> None:
    """Compile, or load, the algorithm for arguments such as these after the state."""
    handle = numba.typeof(StateHandle(0, 0))
    shared(enter).compile((handle, numba.int64))  # type: ignore[attr-defined]
    kinds = (numba.typeof(as_argument(argument)) for argument in arguments)
    shared(algorithm).compile((handle, *kinds))  # type: ignore[attr-defined]


@functools.cache
def shared_cache(algorithm: Function) -> CodeCache | None:
    """The cache of an algorithm that is compiled once; None where there is none."""
    return cache_for(f"shared-{algorithm.__name__}", [algorithm], (StateHandle,))


def is_shared_cached(algorithm: Function) -> bool:
    """Return whether the algorithm, which is compiled once, is on disk."""
    return all((cache := shared_cache(one)) and cache.holds_any() for one in (enter, algorithm))


@functools.cache
def table_cache(game: Game, kind: type) -> CodeCache | None:
    """The cache of the table of the game's states of this type; None where it is not kept."""
    functions = [write_table, *(getattr(generic, name) for name in CALLED)]
    return cache_for(f"{game.engine or game.name}-{kind.__name__}", functions, (kind,))


def is_table_cached(game: Game) -> bool:
    """Return whether the tables of all types of the game's states are on disk."""
    caches = (table_cache(game, kind) for kind in game.implementations)
    return all(cache and cache.holds_any() for cache in caches)


def prepare_table(game: Game, state: State) -> Array:
    """Compile or load the table of states such as this one; numbers as in `function_table`.

    Raises RulesError where the game's rules do not compile.
    """
    key = game.engine or game, type(state), word_count(state)
    table = _tables.get(key)
    if table is None:
        kind: Any = type(state)
        with _lock, rules_at_fault(game, state):
            table = np.zeros(TABLE_SIZE, np.int64)
            write = dispatcher_of(write_table, table_cache(game, kind), TableCompiler)
            write(game.typed(state), reach(table))
            given = dispatch.functions_of(kind)
            table[KINDS] = sum(1 << n for n, kind in enumerate(KINDS_OF_GAME) if kind in given)
            node = generic.with_moves(game.plain(state))
            table[STRIDE] = BYTES * (SLOT_HEAD + word_count(node))
            _tables[key] = table
    return table


class Stack:
    """The memory of one search: the game's table, then slots, the first with this state.

    slots: how many there are. Raises RulesError where the game's rules are at fault.
    """

    def __init__(self, game: Game, state: State, slots: int) -> None:
        table = prepare_table(game, state)
        size = int(table[STRIDE]) // BYTES
        self._memory = np.zeros(TABLE_SIZE + slots * size, np.int64)
        self._memory[:TABLE_SIZE] = table
        self._memory[SEATS] = generic.seat_count(state)
        self._memory[ACTION_BITS] = generic.action_bits(state)
        address = self._memory.ctypes.data
        first = address + BYTES * TABLE_SIZE
        self._memory[LIMIT] = first + BYTES * size * (slots - 1)
        words = np.frombuffer(packed(state), np.int64)
        self.handle = shared(enter)(StateHandle(address, first), words.ctypes.data)
        """The handle of the state."""


def on_stack(algorithm: Function, game: Game) -> Function:
    """The algorithm, as a function of a state of this game and further arguments."""
    slots = dispatch.slots_of[algorithm] + 1

    @functools.wraps(algorithm)
    def call(state: Any, *arguments: Any) -> Any:
        with rules_at_fault(game, state):
            stack = Stack(game, state, slots)
            return shared(algorithm)(stack.handle, *map(as_argument, arguments))

    return call
