"""Compiles generic algorithms for one game by Numba, and caches the machine code on disk.

`compiled(algorithm, game)` compiles a plain function, which calls generic functions, for the states
of one game; or, where the algorithm is `for_all_games`, once for all.

Import it late, where something is about to be compiled: it imports Numba.
"""

from __future__ import annotations

import functools
import threading
from pathlib import Path
from typing import Any

from ludarium.rules import dispatch
from ludarium.rules.code_cache import CodeCache
from ludarium.rules.compiler import (
    Function,
    as_argument,
    cache_for,
    dispatcher_of,
    is_plain,
    reach,
    register_all,
    rules_at_fault,
)
from ludarium.rules.game import Game
from ludarium.rules.stacks import is_shared_cached, is_table_cached, on_stack

__all__ = ["cache_directory", "compiled", "is_cached", "is_plain", "reach", "register_all"]

_lock = threading.RLock()


@functools.cache
def cache_of(algorithm: Function, game: Game) -> CodeCache | None:
    """The cache of an algorithm that is compiled for the states of a game."""
    name = f"{game.engine or game.name}-{algorithm.__name__}"
    return cache_for(name, [algorithm], tuple(game.implementations))


def cache_directory(algorithm: Function, game: Game) -> Path | None:
    """The folder of this machine code, in the cache folder; None where it is not cached."""
    cache = cache_of(algorithm, game)
    return Path(cache.cache_path) if cache else None


def is_cached(algorithm: Function, game: Game) -> bool:
    """Return whether machine code for this algorithm and game is on disk already."""
    if is_plain():
        return True
    if algorithm in dispatch.slots_of:
        return is_shared_cached(algorithm) and is_table_cached(game)
    cache = cache_of(algorithm, game)
    return cache is not None and cache.holds_any()


_compiled: dict[tuple[Function, Game | str], Function] = {}
"""By algorithm, and by game or by the engine that several games share."""


def compiled(algorithm: Function, game: Game) -> Function:
    """The algorithm, compiled for the states of this game at its first call, and cached on disk.

    One that is `for_all_games` is compiled once, and runs on a stack of its own at each call; what
    is compiled for the game is its table of functions. Its first argument must be a state of the
    game; bit sets among the others must be `Bits`. It releases the GIL. With NUMBA_DISABLE_JIT=1
    this is the algorithm itself.

    A call raises RulesError where the game's rules do not compile, raise an exception, or a field
    of the state does not fit into 64 bits.
    """
    if is_plain():
        return algorithm
    key = algorithm, game.engine or game
    with _lock:
        if key not in _compiled:
            _compiled[key] = _compile(algorithm, game)
        return _compiled[key]


def _compile(algorithm: Function, game: Game) -> Function:
    if algorithm in dispatch.slots_of:
        return on_stack(algorithm, game)
    dispatcher = dispatcher_of(algorithm, cache_of(algorithm, game))

    @functools.wraps(algorithm)
    def call(state: Any, *arguments: Any) -> Any:
        with rules_at_fault(game, state):
            return dispatcher(game.typed(state), *map(as_argument, arguments))

    call.dispatcher = dispatcher  # type: ignore[attr-defined]
    return call
