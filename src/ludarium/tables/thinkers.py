"""Bots that think in threads beside the server's event loop, a bounded number at a time."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from ludarium.play.agents import agent
from ludarium.play.position import Position

__all__ = ["Thinkers"]

WAITING = 2_000  # thoughts that may wait for a thread; the rest is asked for again later
log = logging.getLogger(__name__)

Key = tuple[str, int, int]  # table, version when asked, seat


class Thinkers:
    """Finds bots' moves. Each thought is asked for once: while it is under way, asking again does nothing."""

    def __init__(self, threads: int | None = None) -> None:
        self._pool = ThreadPoolExecutor(threads or max(1, (os.cpu_count() or 2) - 1), thread_name_prefix="bot")
        self._under_way: set[Key] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, key: Key, who: str, position: Position, pause: float, answer: Callable[[str], Awaitable[None]]) -> bool:
        """Let the bot choose for the key's seat; call `answer` with the move's text. pause: seconds that it takes at least.

        False where too many wait already.
        """
        if key in self._under_way:
            return True
        if len(self._under_way) >= WAITING:
            return False
        self._under_way.add(key)
        task = asyncio.create_task(self._think(key, who, position, pause, answer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return True

    async def _think(self, key: Key, who: str, position: Position, pause: float, answer: Callable[[str], Awaitable[None]]) -> None:
        loop = asyncio.get_running_loop()
        begin = loop.time()
        try:
            move = await loop.run_in_executor(self._pool, lambda: agent(who).choose(position, key[2]).text)
            await asyncio.sleep(max(0.0, begin + pause - loop.time()))
            await answer(move)
        except asyncio.CancelledError:
            raise
        except Exception:  # a bot's fault must not stop the others; the chore is found again
            log.exception("bot %s at table %s", who, key[0])
        finally:
            self._under_way.discard(key)

    async def close(self) -> None:
        """Stop; moves that are being thought of are lost, and asked for again by whoever does the chores next."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
