"""Vector environments on a CUDA device, or in CUDA's simulator: one thread a game runs the same
code as the processor does, and all arrays stay on the device.

Needs the extra `cuda` (numba-cuda) and a device; with NUMBA_ENABLE_CUDASIM=1 and
NUMBA_DISABLE_JIT=1 it runs without one, slowly.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import config, cuda
from numba.cuda.cudadrv.driver import CudaAPIError

from ludarium.environments.game_arrays import NOTHING, Games, Settings
from ludarium.environments.runtimes import Algorithm, as_ints, check_actions
from ludarium.errors import LudariumError
from ludarium.rules.dispatch import jitable
from ludarium.rules.game import Game
from ludarium.rules.memory import Memory, memory_from, poke
from ludarium.simulate.cuda import check_device, device_state, launch, prepare

__all__ = ["Device", "DeviceArray", "row_kernel"]

Array = Any
State = Any

MOST = 2**62
"""More than any row or slot."""


class DeviceArray:
    """An array on a CUDA device: PyTorch, JAX and CuPy read it without a copy, by
    `__cuda_array_interface__` or `__dlpack__`, and `numpy.asarray` copies it.

    Whatever wrote it has ended when the call that wrote it returns.
    """

    def __init__(self, array: Array) -> None:
        self.array = array
        """The array as Numba has it."""

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.array.shape)

    @property
    def dtype(self) -> Any:
        return self.array.dtype

    @property
    def ndim(self) -> int:
        return len(self.array.shape)

    def __len__(self) -> int:
        return int(self.array.shape[0])

    def __repr__(self) -> str:
        return f"DeviceArray(shape={self.shape}, dtype={self.dtype})"

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        if copy is False:
            raise ValueError("an array of a CUDA device is always copied to the machine")
        return np.asarray(self.array.copy_to_host(), dtype)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if config.ENABLE_CUDASIM:
            interface: dict[str, Any] = np.asarray(self.array).__array_interface__
            return interface | {"version": 3, "stream": None}
        return self.array.__cuda_array_interface__  # type: ignore[no-any-return]

    def __dlpack__(self, *, stream: Any = None, **options: Any) -> Any:
        """A DLPack capsule; no stream has to wait for anything."""
        return self._view().__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._view().__dlpack_device__()  # type: ignore[no-any-return]

    def _view(self) -> Any:
        if config.ENABLE_CUDASIM:
            return np.asarray(self.array)
        from cuda.core.utils import StridedMemoryView

        return StridedMemoryView.from_cuda_array_interface(self, stream_ptr=-1)


class Device:
    """Arrays on the CUDA device, and one thread of it for each game. Raises LudariumError where
    there is none.
    """

    def __init__(self, game: Game) -> None:
        check_device()
        prepare(game)
        self._game = game
        self._least_fault = self._on_device(np.array([MOST]))
        self._spares: Array = None
        self._choices: Array = None

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Array:
        return self._on_device(np.zeros(shape, dtype))

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Array:
        try:
            return cuda.device_array(shape, dtype)
        except CudaAPIError as error:
            raise MemoryError from error

    def choices(self, size: int) -> Array:
        """The same array each time, which the next choices are written over."""
        if self._choices is None:
            self._choices = self.empty((size,), np.int64)
        return self._choices

    def reach(self, array: Array) -> Memory:
        if config.ENABLE_CUDASIM:
            return np.asarray(array)  # the array itself
        return array.__cuda_array_interface__["data"][0]

    def shaped(self, array: Array, shape: tuple[int, ...], dtype: Any = None) -> Array:
        return DeviceArray(array.view(dtype or array.dtype).reshape(shape))

    def copied(self, array: Array) -> Array:
        made = self.empty(array.shape, array.dtype)
        made.copy_to_device(array)
        return made

    def copy(self, source: Array, target: Array) -> None:
        target.copy_to_device(source)

    def taken(self, actions: Any, shape: tuple[int, ...]) -> Array:
        given = _on_device_already(actions)
        if given is None:
            return self._on_device(as_ints(actions, shape))
        cuda.synchronize()  # another library may still write them
        check_actions(tuple(given.shape), given.dtype, shape)
        try:
            flat = given.ravel()
        except NotImplementedError:
            raise LudariumError("actions that are not contiguous in memory") from None
        if flat.dtype == np.int64:
            return flat
        taken = self.empty((len(flat),), np.int64)
        launch(widen, len(flat), flat, self.reach(taken))
        return taken

    def run(
        self,
        algorithm: Algorithm,
        start: State,
        games: Games,
        settings: Settings,
        arguments: tuple[Any, ...],
        spare: int,
    ) -> int:
        more: tuple[Any, ...] = ()
        if spare:
            if self._spares is None or len(self._spares) < settings.game_count * spare:
                self._spares = self.empty((settings.game_count * spare,), np.int64)
            more = (self.reach(self._spares), spare)
        state = device_state(self._game, start)
        run = row_kernel(algorithm, bool(spare))
        cuda.synchronize()  # another library may still read what is written over
        launch(
            run, settings.game_count, state, games, settings, arguments, self._least_fault, *more
        )
        fault = int(self._least_fault.copy_to_host()[0])
        if fault == MOST:
            return NOTHING
        self._least_fault.copy_to_device(np.array([MOST]))
        return fault

    def _on_device(self, array: Array) -> Array:
        """A copy on the device. Raises MemoryError."""
        try:
            return cuda.to_device(array)
        except CudaAPIError as error:
            raise MemoryError from error


def _on_device_already(given: Any) -> Array:
    """An array of the device as Numba has it; None where the given one is not there."""
    if isinstance(given, DeviceArray):
        return given.array
    return cuda.as_cuda_array(given) if hasattr(given, "__cuda_array_interface__") else None


def widen(given: Array, taken: Memory) -> None:
    """A kernel: write ints of any size to memory."""
    place = cuda.grid(1)
    if place < len(given):
        poke(taken, place, int(given[place]))


@jitable
def note(least_fault: Array, fault: int) -> None:
    """Keep the least row or slot at fault that threads find."""
    if fault != NOTHING:
        cuda.atomic.min(least_fault, 0, fault)


@functools.cache
def row_kernel(algorithm: Algorithm, spared: bool) -> Callable[..., None]:
    """The algorithm as a kernel, one thread a row; `spared`: with spare memory of its own."""

    def rows(
        start: State,
        games: Games,
        settings: Settings,
        arguments: tuple[Any, ...],
        least_fault: Array,
    ) -> None:
        row = cuda.grid(1)
        if row < settings.game_count:
            note(least_fault, algorithm(start, row, row + 1, games, settings, *arguments))

    def rows_with_spare(
        start: State,
        games: Games,
        settings: Settings,
        arguments: tuple[Any, ...],
        least_fault: Array,
        spares: Memory,
        spare: int,
    ) -> None:
        row = cuda.grid(1)
        if row < settings.game_count:
            own = memory_from(spares, row * spare)
            note(least_fault, algorithm(start, row, row + 1, games, settings, *arguments, own))

    return rows_with_spare if spared else rows
