"""Bots that think in threads beside the server's event loop, a bounded number at a time."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from ludarium.agents import agent
from ludarium.play.position import Position

__all__ = ["Thinkers", "Thought"]

WAITING = 2_000  # thoughts that may wait for a thread; the rest is asked for again later
log = logging.getLogger(__name__)

Key = tuple[str, int, int, int]  # table, its takebacks and ply when asked, seat


@dataclasses.dataclass(frozen=True, slots=True)
class Thought:
    """What a bot is asked: to choose for a seat, and to give the move's text to `answer`.

    pause: seconds that it takes at least. wanted, watched: whether the table still waits for it,
    and whether somebody looks on there.
    """

    key: Key
    who: str
    position: Position
    pause: float
    answer: Callable[[str], Awaitable[None]]
    wanted: Callable[[], bool]
    watched: Callable[[], bool]

    @property
    def move(self) -> str:
        """What the bot chooses."""
        return agent(self.who).choose(self.position, self.key[-1]).text


class Thinkers:
    """Finds bots' moves.

    Each thought is asked for once: while it waits or is under way, asking again does nothing.
    """

    def __init__(self, threads: int | None = None) -> None:
        self._free = threads or max(1, (os.cpu_count() or 2) - 1)
        self._pool = ThreadPoolExecutor(self._free, thread_name_prefix="bot")
        self._waiting: dict[Key, Thought] = {}  # in the order in which they were asked for
        self._under_way: set[Key] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, thought: Thought) -> bool:
        """Think as soon as there is a thread for it. False where too many wait already."""
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
            task = asyncio.create_task(self._think(thought))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _next(self) -> Thought | None:
        """The oldest thought of those that somebody watches, else of all; what nobody wants any
        more is forgotten.
        """
        chosen = None
        for thought in list(self._waiting.values()):
            if not thought.wanted():
                del self._waiting[thought.key]
            elif thought.watched():
                chosen = thought
                break
            else:
                chosen = chosen or thought
        return self._waiting.pop(chosen.key) if chosen else None

    async def _think(self, thought: Thought) -> None:
        loop = asyncio.get_running_loop()
        begin = loop.time()
        try:
            try:
                move = await loop.run_in_executor(self._pool, lambda: thought.move)
            finally:
                self._free += 1
                self._begin()
            await asyncio.sleep(max(0.0, begin + thought.pause - loop.time()))
            await thought.answer(move)
        except asyncio.CancelledError:
            raise
        except Exception:  # a bot's fault must not stop the others; the chore is found again
            log.exception("bot %s at table %s", thought.who, thought.key[0])
        finally:
            self._under_way.discard(thought.key)

    async def close(self) -> None:
        """Stop; moves that are being thought of are lost, and asked for again by whoever does the
        chores next.
        """
        self._waiting.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
