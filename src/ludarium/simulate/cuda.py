"""Random playouts on a CUDA device, or in CUDA's simulator: one thread a game, from the same rules
as everywhere else; and what all kernels need.

Needs the extra `cuda` (numba-cuda) and a device; with NUMBA_ENABLE_CUDASIM=1 and
NUMBA_DISABLE_JIT=1 it runs without one, slowly.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import config, cuda, types

from ludarium.errors import LudariumError
from ludarium.rules.bits import ALL, WORD, Bits, stream
from ludarium.rules.compiled_bits import WideBits, type_of_width
from ludarium.rules.compiling import register_all
from ludarium.rules.dispatch import complete
from ludarium.rules.game import Game
from ludarium.rules.generic import play_out, returns, seat_count
from ludarium.simulate.playouts import PlayoutStatistics

__all__ = [
    "check_device",
    "device_playouts",
    "device_state",
    "kernel",
    "launch",
    "playout_kernel",
    "prepare",
    "run_device_playouts",
]

THREADS_PER_BLOCK = 128
BATCH = 1 << 18  # playouts in one launch
SIMULATED_BATCH = 4

Array = Any


def playout_kernel(state: Any, first: int, seed: Bits, plies: Array, gains: Array) -> None:
    """The playout of stream first + thread number: its length into `plies`, each seat's returns
    into the row of `gains`.
    """
    number = cuda.grid(1)
    if number < len(plies):
        end, length = play_out(state, stream(seed, first + number))
        plies[number] = length
        for seat in range(gains.shape[1]):
            gains[number, seat] = returns(end, seat)


class WideArguments:
    """Lets kernels be launched with bit sets of more than a word: each is passed as its words."""

    def prepare_args(self, kind: Any, value: Any, **_: Any) -> tuple[Any, Any]:
        """The type and the value to pass in place of these."""
        if not isinstance(kind, WideBits):
            return kind, value
        words = tuple(int(value) >> place & int(ALL) for place in range(0, kind.width, WORD))
        return types.UniTuple(types.uint64, len(words)), words


@functools.cache
def kernel(function: Callable[..., None]) -> Any:
    """The function as a kernel, which is compiled for each game when it is launched."""
    if config.ENABLE_CUDASIM:
        return cuda.jit(function)
    return cuda.jit(function, extensions=[WideArguments()])


def launch(function: Callable[..., None], count: int, *arguments: Any) -> None:
    """Run the function on the device, in `count` threads or some more."""
    threads = min(THREADS_PER_BLOCK, count)
    kernel(function)[-(-count // threads), threads](*arguments)


def check_device() -> None:
    """Raises LudariumError where there is no CUDA device."""
    if not cuda.is_available():
        raise LudariumError(
            "no CUDA device was found: expected one, with its driver and CUDA's libraries (pip "
            "install 'ludarium[cuda]')"
        )


def device_state(game: Game, state: Any) -> Any:
    """The state as kernels take it."""
    return game.plain(state) if config.ENABLE_CUDASIM else game.typed(state)


def prepare(game: Game) -> None:
    """Tell the CUDA compiler of the game's rules, and of `Bits`, for whose type it has a registry
    of its own.
    """
    for state in game.implementations:
        complete(state)
    register_all()
    if not config.ENABLE_CUDASIM:
        from numba.cuda.typing.typeof import typeof_impl

        typeof_impl.register(Bits, lambda value, context: type_of_width(value.width))


def run_device_playouts(
    game: Game, state: Any, *, seconds: float, seed: int = 0
) -> PlayoutStatistics:
    """Play out random games on the device until the time is over; the counterpart of
    `run_playouts`. Raises LudariumError.
    """
    check_device()
    batch = SIMULATED_BATCH if config.ENABLE_CUDASIM else BATCH
    device_playouts(game, state, count=batch, seed=seed)  # compiles
    seats = seat_count(game.plain(state))
    wins, totals = np.zeros(seats, np.int64), np.zeros(seats)
    played = moves = draws = 0
    begin = time.perf_counter()
    while not played or time.perf_counter() - begin < seconds:
        plies, gains = device_playouts(game, state, first=played, count=batch, seed=seed)
        best, worst = gains.max(axis=1), gains.min(axis=1)
        wins += ((gains == best[:, None]) & (best > worst)[:, None]).sum(axis=0)
        draws += int((best == worst).sum())
        totals += gains.sum(axis=0)
        moves += int(plies.sum())
        played += batch
    elapsed = time.perf_counter() - begin
    return PlayoutStatistics(
        played, moves, elapsed, tuple(wins.tolist()), draws, tuple((totals / played).tolist())
    )


def device_playouts(
    game: Game, state: Any, *, first: int = 0, count: int, seed: int = 0
) -> tuple[Array, Array]:
    """Play out streams first .. first+count-1 of the seed on the device.

    Returns an int32 array of `count` lengths in joint actions, and a float64 array (count, seats)
    of returns.
    """
    plies = np.zeros(count, np.int32)
    gains = np.zeros((count, seat_count(game.plain(state))))
    prepare(game)
    word = Bits(seed & ALL) if config.ENABLE_CUDASIM else np.uint64(seed & ALL)
    launch(playout_kernel, count, device_state(game, state), first, word, plies, gains)
    return plies, gains
