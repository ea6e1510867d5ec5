"""Runtimes of vector environments, which keep their arrays and run compiled code over them: this
machine's processor here, and a CUDA device in `ludarium.environments.cuda`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import numpy as np

from ludarium.environments.game_arrays import NOTHING, Games, Settings
from ludarium.errors import LudariumError
from ludarium.rules.game import Game
from ludarium.rules.memory import Memory

__all__ = ["Algorithm", "Processor", "Runtime", "as_ints", "check_actions"]

Array = Any
State = Any

Algorithm = Callable[..., int]
"""Code over rows of games, such as that of `stepping`: of any state, the first row, the row after
the last one, the games, the settings, and arguments of its own. Returns the first row or slot that
is at fault, or NOTHING."""


class Runtime(Protocol):
    """The interface that a vector environment needs of the place where it runs."""

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Array:
        """A new array of zeros. Raises MemoryError."""

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Array:
        """A new array with anything in it. Raises MemoryError."""

    def choices(self, size: int) -> Array:
        """An int64 array to write choices to, with anything in it."""

    def reach(self, array: Array) -> Memory:
        """The array as memory for compiled code; the caller keeps it alive."""

    def shaped(self, array: Array, shape: tuple[int, ...], dtype: Any = None) -> Array:
        """The same memory as users see it, in this shape."""

    def copied(self, array: Array) -> Array:
        """A copy at the same place."""

    def copy(self, source: Array, target: Array) -> None:
        """Copy all of an array, or of one of the machine's, to another of its size."""

    def taken(self, actions: Any, shape: tuple[int, ...]) -> Array:
        """Users' ints of this shape as a flat int64 array. Raises LudariumError where they have
        another shape or are no ints."""

    def run(
        self,
        algorithm: Algorithm,
        start: State,
        games: Games,
        settings: Settings,
        arguments: tuple[Any, ...],
        spare: int,
    ) -> int:
        """Run the algorithm over all games, and return the least row or slot at fault, or NOTHING.

        spare: how many numbers of memory of its own each part of the work gets, as the last
        argument; it gets none for 0.
        """


def check_actions(shape: tuple[int, ...], dtype: Any, wanted: tuple[int, ...]) -> None:
    """Raises LudariumError where actions have another shape or are no ints."""
    if shape != wanted or dtype.kind not in "iu":
        raise LudariumError(f"actions of {dtype} and shape {shape}: expected ints and {wanted}")


def as_ints(actions: Array | Sequence[int], shape: tuple[int, ...]) -> Array:
    """Ints of this shape as a flat int64 array of the machine, by `Runtime.taken`."""
    try:
        given = np.asarray(actions)
    except ValueError:  # lists of several lengths
        raise LudariumError(f"actions of several shapes: expected ints and {shape}") from None
    except (RuntimeError, TypeError):  # a tensor on a device, or one that keeps gradients
        raise LudariumError(
            f"actions of the type {type(actions).__name__}, which NumPy cannot read: expected ints "
            f"and {shape}"
        ) from None
    check_actions(given.shape, given.dtype, shape)
    return np.ascontiguousarray(given, np.int64).ravel()


class Processor:
    """NumPy arrays, and compiled code on threads of this machine; or plain Python over them."""

    def __init__(self, game: Game, threads: int, compile: bool) -> None:
        self._game, self._threads, self._compile = game, threads, compile
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._spares: list[Array] = []

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Array:
        return np.zeros(shape, dtype)

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Array:
        return np.empty(shape, dtype)

    def choices(self, size: int) -> Array:
        return np.empty(size, np.int64)

    def reach(self, array: Array) -> Memory:
        if not self._compile:
            return array
        from ludarium.rules.compiling import reach

        return reach(array)

    def shaped(self, array: Array, shape: tuple[int, ...], dtype: Any = None) -> Array:
        return array.view(dtype or array.dtype).reshape(shape)

    def copied(self, array: Array) -> Array:
        return array.copy()

    def copy(self, source: Array, target: Array) -> None:
        target[...] = source

    def taken(self, actions: Array | Sequence[int], shape: tuple[int, ...]) -> Array:
        return as_ints(actions, shape)

    def run(
        self,
        algorithm: Algorithm,
        start: State,
        games: Games,
        settings: Settings,
        arguments: tuple[Any, ...],
        spare: int,
    ) -> int:
        run, count = self._compiled(algorithm), settings.game_count
        if spare and (not self._spares or len(self._spares[0]) < spare):
            self._spares = [np.zeros(spare, np.int64) for _ in range(self._threads)]

        def part(n: int) -> int:
            first, last = (count * k // self._threads for k in (n, n + 1))
            more = (self.reach(self._spares[n]),) if spare else ()
            return run(start, first, last, games, settings, *arguments, *more)

        parts = range(self._threads)
        faults = list(self._pool.map(part, parts)) if self._pool else [part(0)]
        return min((fault for fault in faults if fault != NOTHING), default=NOTHING)

    def _compiled(self, algorithm: Algorithm) -> Algorithm:
        if not self._compile:
            return algorithm
        from ludarium.rules.compiling import compiled

        return compiled(algorithm, self._game)
