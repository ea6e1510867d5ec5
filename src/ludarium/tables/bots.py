"""Bots that search in threads beside the server's event loop, a bounded number at a time."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import os
import time
from collections.abc import Awaitable, Callable

from ludarium.agents import agent
from ludarium.play.agent import Agent
from ludarium.play.position import Position
from ludarium.rules.game import Game
from ludarium.tables.nets import NET, Nets
from ludarium.tables.threads import ClientKey, ThreadUsage, thread_pool

__all__ = ["BotJob", "BotPool"]

WAITING = 2_000  # longest queue of thoughts; more are requested again later
NICENESS = 5  # moves of people come before those of bots, and these before analyses
log = logging.getLogger(__name__)

Key = tuple[str, int, int, int]
"""Table, its number of takebacks and its ply at the request, and seat."""


@dataclasses.dataclass(frozen=True, slots=True)
class BotJob:
    """A request for a bot's move."""

    key: Key
    who: str
    """The bot, such as `level:3` or `net:alphazero`."""
    position: Position
    pause: float
    """Minimum seconds until the move is played."""
    answer: Callable[[str], Awaitable[None]]
    """Called with the text of the move."""
    wanted: Callable[[], bool]
    """Return whether the table still waits for the move."""
    rank: Callable[[], int]
    """Return the job's priority for a free thread: the lowest rank comes first."""
    client: Callable[[], ClientKey]
    """Whom the thought counts for: of the same rank, the one comes first that has used the threads
    least lately, and of that the oldest thought.
    """
    nets: Nets = dataclasses.field(default_factory=Nets)

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.position.game.name

    @property
    def by_net(self) -> bool:
        """True if a net chooses, which was prepared when the server read it."""
        return self.who.startswith(NET)

    @property
    def move(self) -> str:
        """The text of the bot's move."""
        return self._bot.choose(self.position, self.key[-1]).text

    @property
    def _bot(self) -> Agent:
        return self.nets.agent(self.who) if self.by_net else agent(self.who)


class BotPool:
    """A thread pool that computes bots' moves.

    A thought that waits or is being computed is not accepted twice. No payer has all threads, nor
    have all thoughts for which no player waits, so that somebody new need not wait for the end of
    another's long thoughts.
    """

    def __init__(self, threads: int | None = None) -> None:
        self._free = threads or max(2, (os.cpu_count() or 2) - 1)
        self._most_each = max(1, self._free - 1)
        self._pool = thread_pool("bot", self._free, NICENESS)
        self._usage = ThreadUsage()
        self._waiting: dict[Key, BotJob] = {}  # in the order of the requests
        self._under_way: set[Key] = set()
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

    def ask(self, thought: BotJob) -> bool:
        """Queue a thought for the next free thread. False if the queue is full."""
        if thought.key in self._under_way or thought.key in self._waiting:
            return True
        if len(self._waiting) >= WAITING:
            return False
        self._waiting[thought.key] = thought
        self._begin()
        return True

    def _begin(self) -> None:
        while self._free and (thought := self._next()):
            self._free -= 1
            self._under_way.add(thought.key)
            end = self._counted(thought)
            task = asyncio.create_task(self._think(thought, end))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _counted(self, thought: BotJob) -> Callable[[], None]:
        """Count a thread for this thought until the returned function is called."""
        end, aside = self._usage.begin(thought.client()), thought.rank() > 0
        self._aside += aside

        def counted() -> None:
            end()
            self._aside -= aside

        return counted

    def _next(self) -> BotJob | None:
        """The thought that comes first; unwanted thoughts are dropped."""
        for key in [key for key, thought in self._waiting.items() if not thought.wanted()]:
            del self._waiting[key]
        ready = [
            thought
            for thought in self._waiting.values()
            if self._usage.busy(thought.client()) < self._most_each
            and (self._aside < self._most_each or thought.rank() == 0)
        ]
        now = time.monotonic()
        chosen = min(
            ready,
            key=lambda thought: (thought.rank(), self._usage.used(thought.client(), now)),
            default=None,
        )
        return self._waiting.pop(chosen.key) if chosen else None

    async def _think(self, thought: BotJob, end: Callable[[], None]) -> None:
        """Answer the thought. end: called when its thread is free."""
        loop = asyncio.get_running_loop()
        begin = loop.time()
        try:
            try:
                if self.stand_in and not (thought.by_net or self.is_ready(thought.position.game)):
                    move = await self.stand_in(thought)
                else:
                    move = await loop.run_in_executor(self._pool, lambda: thought.move)
            finally:
                end()
                self._free += 1
                self._begin()
            await asyncio.sleep(max(0.0, begin + thought.pause - loop.time()))
            await thought.answer(move)
        except asyncio.CancelledError:
            raise
        except Exception:  # a failing bot must not stop the others; it is asked again
            log.exception("bot %s at table %s", thought.who, thought.key[0])
        finally:
            self._under_way.discard(thought.key)

    async def close(self) -> None:
        """Stop the threads; pending moves are dropped, and requested again by the next leader."""
        self._waiting.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
