"""Random playouts: many games to the end, each seat choosing uniformly among its legal actions."""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ludarium.errors import LudariumError
from ludarium.rules.bits import ALL, EMPTY, ONE, Bits, popcount, stream, to_bits, to_int
from ludarium.rules.game import Game
from ludarium.rules.generic import play_out, returns, seat_count

__all__ = ["PlayoutStatistics", "run_playouts"]

Array = Any

INFINITY = math.inf


def playouts(
    state: Any, first: int, count: int, seed: Bits, totals: Array, wins: Array
) -> tuple[int, int]:
    """Play out streams first .. first+count-1 of the seed.

    Returns the number of joint actions played, and of drawn games.

    totals, wins: float64 and int64 arrays of one entry per seat, to which each seat's returns and
    its games with the best return of all seats are added. A game in which all seats get the same is
    drawn.
    """
    plies = 0
    draws = 0
    seats = seat_count(state)
    for number in range(first, first + count):
        end, length = play_out(state, stream(seed, number))
        plies += length
        best, winners = -INFINITY, EMPTY
        for seat in range(seats):
            gained = returns(end, seat)
            totals[seat] += gained
            if gained > best:
                best, winners = gained, EMPTY
            if gained == best:
                winners |= ONE << to_bits(seat)
        if popcount(winners) == seats:
            draws += 1
        else:
            for seat in range(seats):
                wins[seat] += to_int((winners >> to_bits(seat)) & ONE)
    return plies, draws


@dataclasses.dataclass(frozen=True)
class PlayoutStatistics:
    """The results of random playouts."""

    playouts: int
    moves: int
    """Joint actions of all playouts."""
    seconds: float
    """Wall time without compiling."""
    wins: tuple[int, ...]
    """By seat: playouts in which it got the best return, where not all got the same."""
    draws: int
    """Playouts in which all seats got the same."""
    mean_returns: tuple[float, ...]
    """By seat."""

    @property
    def playouts_per_second(self) -> float:
        return self.playouts / self.seconds

    @property
    def moves_per_second(self) -> float:
        return self.moves / self.seconds

    @property
    def mean_length(self) -> float:
        """Moves in a game, on average."""
        return self.moves / self.playouts


class _Worker:
    """One thread's share: batches of playouts until the clock or the count runs out."""

    def __init__(
        self, run: Callable[..., tuple[int, int]], state: Any, seats: int, seed: int
    ) -> None:
        self.run, self.state, self.seed = run, state, Bits(seed & ALL)
        self.totals, self.wins = np.zeros(seats), np.zeros(seats, dtype=np.int64)
        self.moves = self.draws = self.playouts = 0

    def play(self, first: int, count: int) -> None:
        moves, draws = self.run(self.state, first, count, self.seed, self.totals, self.wins)
        self.moves += moves
        self.draws += draws
        self.playouts += count


def run_playouts(
    game: Game,
    state: Any,
    *,
    seconds: float | None = None,
    count: int | None = None,
    threads: int = 1,
    seed: int = 0,
) -> PlayoutStatistics:
    """Play out `count` random games from the state, or games for `seconds`, on `threads` threads.

    The same seed gives the same games on any number of threads. Raises LudariumError where not
    exactly one of count and seconds is given, above 0, or there is no thread.
    """
    from ludarium.rules.compiling import compiled

    if (count is None) == (seconds is None) or (count or seconds or 0) <= 0 or threads < 1:
        raise LudariumError(
            f"count {count}, seconds {seconds}, threads {threads}: expected a count or a time "
            "above 0, and 1 thread or more"
        )
    run = compiled(playouts, game)
    seats = seat_count(game.plain(state))
    workers = [_Worker(run, state, seats, seed) for _ in range(threads)]
    _Worker(run, state, seats, seed).play(0, 1)  # compiles
    begin = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        if count is not None:
            share = [count * i // threads for i in range(threads + 1)]
            list(
                pool.map(
                    lambda i: workers[i].play(share[i], share[i + 1] - share[i]), range(threads)
                )
            )
        else:
            list(
                pool.map(
                    lambda i: _play_until(workers[i], i, begin + (seconds or 0.0)), range(threads)
                )
            )
    elapsed = time.perf_counter() - begin
    number = sum(worker.playouts for worker in workers)
    return PlayoutStatistics(
        playouts=number,
        moves=sum(worker.moves for worker in workers),
        seconds=elapsed,
        wins=tuple(int(sum(worker.wins[seat] for worker in workers)) for seat in range(seats)),
        draws=sum(worker.draws for worker in workers),
        mean_returns=tuple(
            float(sum(worker.totals[seat] for worker in workers)) / number for seat in range(seats)
        ),
    )


def _play_until(worker: _Worker, place: int, deadline: float) -> None:
    """Batches that take about 50 ms each, so that the clock is met closely and seldom read; one at
    least.
    """
    size = 1
    first = place << 40  # each thread has streams of its own
    begin = time.perf_counter()
    while worker.playouts == 0 or begin < deadline:
        worker.play(first, size)
        first += size
        took, begin = max(time.perf_counter() - begin, 1e-6), time.perf_counter()
        size = max(
            1,
            min(size * 8, int(size * 0.05 / took), int(size * max(deadline - begin, 0.001) / took)),
        )
