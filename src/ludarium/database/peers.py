"""Other server processes on the same database: notifications, and election of the leader.

The leader does the chores: bots and clocks.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import orjson
import psycopg

from ludarium.database.store import CHANNEL, DATABASE_FAULTS, Store

__all__ = ["Peers"]

LEADER_LOCK = 7_518_230_115  # key of the leader's advisory lock, arbitrary but unique
PAUSE = 0.5  # seconds between attempts
log = logging.getLogger(__name__)


class Peers:
    """Notifications from other processes by LISTEN, and an advisory lock to lead, on PostgreSQL.

    With SQLite this process is alone and leads.

    on_news: called in order with a process and its notifications. on_missed: called when
    notifications may have been missed. on_leading: called when this process becomes the leader.
    """

    def __init__(
        self,
        store: Store,
        on_news: Callable[[str, list[Any]], Awaitable[None]],
        on_missed: Callable[[], Awaitable[None]],
        on_leading: Callable[[], Awaitable[None]],
    ) -> None:
        self._store, self._on_news, self._on_missed, self._on_leading = (
            store,
            on_news,
            on_missed,
            on_leading,
        )
        self.leading = False
        """True if this process is the leader."""

    @contextlib.asynccontextmanager
    async def meeting(self) -> AsyncIterator[Peers]:
        """Listen and take part in the election until the context ends."""
        if not self._store.is_postgresql:
            self.leading = True
            await self._on_leading()
            yield self
            return
        listening = asyncio.Event()
        tasks = [
            asyncio.create_task(self._listen_forever(listening)),
            asyncio.create_task(self._lead_forever()),
        ]
        try:
            await listening.wait()
            yield self
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _connect(self) -> psycopg.AsyncConnection[Any]:
        address = self._store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        return await psycopg.AsyncConnection.connect(address, autocommit=True)

    async def _listen_forever(self, listening: asyncio.Event) -> None:
        while True:
            with contextlib.suppress(psycopg.Error, OSError):
                async with await self._connect() as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    await self._on_missed()
                    listening.set()
                    async for note in connection.notifies():
                        process, news = orjson.loads(note.payload)
                        if process != self._store.process:
                            await self._hear(process, news)
            log.warning("lost the connection that hears of other servers; trying again")
            await asyncio.sleep(PAUSE)

    async def _hear(self, process: str, news: list[Any]) -> None:
        try:
            items = [await self._store.note(item) for item in news]
        except DATABASE_FAULTS:
            items = [None]
        if None in items:
            await self._on_missed()
        await self._on_news(process, [item for item in items if item is not None])

    async def _lead_forever(self) -> None:
        """Try to become the leader; PostgreSQL frees the lock when its holder dies."""
        while True:
            with contextlib.suppress(psycopg.Error, OSError):
                async with await self._connect() as connection:
                    while True:
                        if not self.leading:
                            row = await (
                                await connection.execute(
                                    "SELECT pg_try_advisory_lock(%s)", (LEADER_LOCK,)
                                )
                            ).fetchone()
                            if row and row[0]:
                                self.leading = True
                                await self._on_leading()
                        else:
                            # detect a lost connection, and with it the lost lock
                            await connection.execute("SELECT 1")
                        await asyncio.sleep(PAUSE)
            self.leading = False
            await asyncio.sleep(PAUSE)
