"""Bots that search in threads beside the server's event loop, a bounded number at a time."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import os
import time
from collections.abc import Awaitable, Callable
from typing import Protocol

from ludarium.agents import agent
from ludarium.errors import EngineError
from ludarium.play.position import Position
from ludarium.rules.game import Game
from ludarium.tables.nets import NET, Nets
from ludarium.tables.programs import PROGRAM, Programs
from ludarium.tables.threads import ClientKey, ThreadUsage, thread_pool

__all__ = ["BotJob", "BotPool", "JobKey", "MoveRequest", "is_program"]

WAITING = 2_000  # longest queue of searches; more are requested again later
NICENESS = 5  # moves of people come before those of bots, and these before analyses
log = logging.getLogger(__name__)

JobKey = tuple[str, int, int, int]
"""Table, its number of takebacks and its ply at the request, and seat."""


class MoveRequest(Protocol):
    """The request of a table for a bot's move, asked again whenever a thread becomes free."""

    @property
    def key(self) -> JobKey:
        """The table, and the point of its game at which the move is to be made."""

    @property
    def wanted(self) -> bool:
        """True while the table waits for the move."""

    @property
    def rank(self) -> int:
        """The priority for a free thread: the lowest comes first; 0 where a player waits."""

    @property
    def client(self) -> ClientKey:
        """The client that the search counts for. Of the same rank, that comes first which has used
        the threads least lately, and of that the oldest request.
        """

    async def answer(self, move: str) -> None:
        """Take the text of the move."""

    async def give_up(self) -> None:
        """Let the bot resign, as its program failed."""


@dataclasses.dataclass(frozen=True, slots=True)
class BotJob:
    """The search for a bot's move."""

    request: MoveRequest
    who: str
    """The bot, such as `level:3`, `net:alphazero` or `program:stockfish`."""
    position: Position
    """The position as the bot's seat sees it."""
    pause: float = 0.0
    """Minimum seconds until the move is played."""
    nets: Nets = dataclasses.field(default_factory=Nets)
    programs: Programs = dataclasses.field(default_factory=Programs)

    @property
    def key(self) -> JobKey:
        """The key of the request."""
        return self.request.key

    @property
    def seat(self) -> int:
        """The bot's seat."""
        return self.key[-1]

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.position.game.name

    @property
    def by_net(self) -> bool:
        """True if a net chooses, which was prepared when the server read it."""
        return self.who.startswith(NET)

    def search(self) -> str:
        """The text of the bot's move. Takes as long as the bot searches."""
        if is_program(self.who):
            return self.programs.choose(self.who, self.position, self.seat)
        bot = self.nets.agent(self.who) if self.by_net else agent(self.who)
        return bot.choose(self.position, self.seat).text


def is_program(who: str) -> bool:
    """Return whether a bot plays by a program of others."""
    return who.startswith(PROGRAM)


class BotPool:
    """A thread pool that computes bots' moves.

    A job that waits or runs is not accepted twice. No client has all threads, nor have all jobs for
    which no player waits, so that somebody new need not wait for the end of another's long
    searches.
    """

    def __init__(self, threads: int | None = None) -> None:
        self._free = threads or max(2, (os.cpu_count() or 2) - 1)
        self._most_each = max(1, self._free - 1)
        self._pool = thread_pool("bot", self._free, NICENESS)
        self._usage = ThreadUsage()
        self._waiting: dict[JobKey, BotJob] = {}  # in the order of the requests
        self._under_way: set[JobKey] = set()
        self._aside = 0  # threads that are at work where no player waits
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_ready: Callable[[Game], bool] = lambda game: True
        """Return whether bots of this game think in the pool."""
        self.stand_in: Callable[[BotJob], Awaitable[str]] | None = None
        """Find a bot's move in another way, while the pool is not ready."""

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for a free thread."""
        return len(self._waiting)

    def ask(self, job: BotJob) -> bool:
        """Queue a job for the next free thread. False if the queue is full."""
        if job.key in self._under_way or job.key in self._waiting:
            return True
        if len(self._waiting) >= WAITING:
            return False
        self._waiting[job.key] = job
        self._begin()
        return True

    def _begin(self) -> None:
        while self._free and (job := self._next()):
            self._free -= 1
            self._under_way.add(job.key)
            end = self._counted(job)
            task = asyncio.create_task(self._run(job, end))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _counted(self, job: BotJob) -> Callable[[], None]:
        """Count a thread for this job until the returned function is called."""
        end, aside = self._usage.begin(job.request.client), job.request.rank > 0
        self._aside += aside

        def counted() -> None:
            end()
            self._aside -= aside

        return counted

    def _next(self) -> BotJob | None:
        """The job that comes first; unwanted jobs are dropped."""
        for key in [key for key, job in self._waiting.items() if not job.request.wanted]:
            del self._waiting[key]
        ready = [
            job
            for job in self._waiting.values()
            if self._usage.busy(job.request.client) < self._most_each
            and (self._aside < self._most_each or job.request.rank == 0)
        ]
        now = time.monotonic()
        chosen = min(
            ready,
            key=lambda job: (job.request.rank, self._usage.used(job.request.client, now)),
            default=None,
        )
        return self._waiting.pop(chosen.key) if chosen else None

    async def _run(self, job: BotJob, end: Callable[[], None]) -> None:
        """Search, and answer the request; a program that fails resigns.

        end: called when its thread is free.
        """
        loop = asyncio.get_running_loop()
        begin = loop.time()
        try:
            try:
                if self.stand_in and not (job.by_net or self.is_ready(job.position.game)):
                    move = await self.stand_in(job)
                else:
                    move = await loop.run_in_executor(self._pool, job.search)
            finally:
                end()
                self._free += 1
                self._begin()
            await asyncio.sleep(max(0.0, begin + job.pause - loop.time()))
            await job.request.answer(move)
        except asyncio.CancelledError:
            raise
        except EngineError as error:  # its last words are told to whoever runs the server alone
            log.warning("bot %s resigns at table %s: %s", job.who, job.key[0], error)
            await job.request.give_up()
        except Exception:  # a failing bot must not stop the others; it is asked again
            log.exception("bot %s at table %s", job.who, job.key[0])
        finally:
            self._under_way.discard(job.key)

    async def close(self) -> None:
        """Stop the threads; pending moves are dropped, and requested again by the next leader."""
        self._waiting.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
