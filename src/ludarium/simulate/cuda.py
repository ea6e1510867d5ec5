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
from ludarium.rules.compiled_tables import type_of_table
from ludarium.rules.compiling import register_all
from ludarium.rules.dispatch import complete, jitable
from ludarium.rules.game import Game
from ludarium.rules.generic import play_out, returns, seat_count
from ludarium.rules.memory import ByteTable, Table
from ludarium.rules.wide_bits import WideBits, type_of_width
from ludarium.simulate.extra import require_numba_cuda
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
BATCH = 1 << 20  # playouts in one launch
SIMULATED_BATCH = 4
TALLIED = 64  # playouts that a thread adds up
MOVES, DRAWS, WINS = 0, 1, 2  # places of counts

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


@jitable
def extremes(gains: Array, number: int) -> tuple[float, float]:
    """The least and the greatest return of a playout."""
    least = most = gains[number, 0]
    for seat in range(1, gains.shape[1]):
        least, most = min(least, gains[number, seat]), max(most, gains[number, seat])
    return least, most


def tally_kernel(plies: Array, gains: Array, counts: Array, totals: Array) -> None:
    """Add playouts to `counts`, int64, of moves, of draws and of each seat's wins, and to `totals`,
    float64, of each seat's returns. Each thread adds as many, up to one.
    """
    thread, threads = cuda.grid(1), cuda.gridsize(1)
    moves = draws = 0
    for number in range(thread, len(plies), threads):
        least, most = extremes(gains, number)
        moves += plies[number]
        draws += least == most
    cuda.atomic.add(counts, MOVES, moves)
    cuda.atomic.add(counts, DRAWS, draws)
    for seat in range(gains.shape[1]):
        wins, total = 0, 0.0
        for number in range(thread, len(plies), threads):
            least, most = extremes(gains, number)
            wins += gains[number, seat] == most > least
            total += gains[number, seat]
        cuda.atomic.add(counts, WINS + seat, wins)
        cuda.atomic.add(totals, seat, total)


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
    """Raises LudariumError where numba-cuda is not installed, or there is no CUDA device."""
    require_numba_cuda()
    if not cuda.is_available():
        raise LudariumError(
            "no CUDA device was found: expected one, with its driver and CUDA's libraries (pip "
            "install 'ludarium[cuda]')"
        )


def device_state(game: Game, state: Any) -> Any:
    """The state as kernels take it."""
    return game.plain(state) if config.ENABLE_CUDASIM else game.typed(state)


def prepare(game: Game) -> None:
    """Tell the CUDA compiler of the game's rules, and of `Bits` and `ByteTable`, for whose types it
    has a registry of its own.
    """
    for state in game.implementations:
        complete(state)
    register_all(devices=True)
    if not config.ENABLE_CUDASIM:
        from numba.cuda.typing.typeof import typeof_impl

        typeof_impl.register(Bits, lambda value, context: type_of_width(value.width))
        typeof_impl.register(ByteTable, type_of_table)
        typeof_impl.register(Table, lambda table, context: typeof_impl(tuple(table), context))


def run_device_playouts(
    game: Game, state: Any, *, seconds: float, seed: int = 0
) -> PlayoutStatistics:
    """Play out random games on the device until the time is over; the counterpart of
    `run_playouts`. Raises LudariumError.
    """
    check_device()
    batch = SIMULATED_BATCH if config.ENABLE_CUDASIM else BATCH
    seats = seat_count(game.plain(state))
    plies, gains = cuda.device_array(batch, np.int32), cuda.device_array((batch, seats), np.float64)
    counts, totals = np.zeros(WINS + seats, np.int64), np.zeros(seats)
    prepare(game)

    def play(first: int, counts: Array, totals: Array) -> None:
        _launch_playouts(game, state, first, seed, plies, gains)
        launch(tally_kernel, -(-batch // TALLIED), plies, gains, counts, totals)
        cuda.synchronize()

    play(0, cuda.to_device(counts), cuda.to_device(totals))  # compiles
    counted, totalled = cuda.to_device(counts), cuda.to_device(totals)
    played, begin = 0, time.perf_counter()
    while not played or time.perf_counter() - begin < seconds:
        play(played, counted, totalled)
        played += batch
    elapsed = time.perf_counter() - begin
    moves, draws, *wins = counted.copy_to_host().tolist()
    means = tuple((totalled.copy_to_host() / played).tolist())
    return PlayoutStatistics(played, moves, elapsed, tuple(wins), draws, means)


def device_playouts(
    game: Game, state: Any, *, first: int = 0, count: int, seed: int = 0
) -> tuple[Array, Array]:
    """Play out streams first .. first+count-1 of the seed on the device.

    Returns an int32 array of `count` lengths in joint actions, and a float64 array (count, seats)
    of returns. Raises LudariumError.
    """
    check_device()
    seats = seat_count(game.plain(state))
    plies, gains = cuda.device_array(count, np.int32), cuda.device_array((count, seats), np.float64)
    prepare(game)
    _launch_playouts(game, state, first, seed, plies, gains)
    return plies.copy_to_host(), gains.copy_to_host()


def _launch_playouts(
    game: Game, state: Any, first: int, seed: int, plies: Array, gains: Array
) -> None:
    word = Bits(seed & ALL) if config.ENABLE_CUDASIM else np.uint64(seed & ALL)
    launch(playout_kernel, len(plies), device_state(game, state), first, word, plies, gains)
