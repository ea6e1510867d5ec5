"""Finished games of the database, counted once each."""

from __future__ import annotations

import abc
import asyncio
from typing import Any

from ludarium.database.store import Store
from ludarium.eventlog.clock import server_time

__all__ = ["FinishedGames"]

SETTLED = 10.0
"""Seconds after which nearly all games that ended before are in the database."""
OVERLAP = 60.0
"""Maximum seconds by which servers' clocks and delayed writes may make a game late."""


class FinishedGames(abc.ABC):
    """Counts finished games, once they are settled, in the order in which they ended.

    The order is by the clocks of their servers; a game that comes late counts when it comes.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen: dict[str, float] = {}
        """Times at which the recently counted games ended, by table id."""
        self._newest = 0.0
        self._lock = asyncio.Lock()

    @abc.abstractmethod
    def _add(self, summary: dict[str, Any]) -> None:
        """Count a game, given the summary of its table."""

    @abc.abstractmethod
    def forget(self, account: str, former: str) -> None:
        """Let the games of an account that is deleted count as those of this former player."""

    async def _take_in(self) -> None:
        """Count all games settled since the last call. The caller holds the lock."""
        settled, last = server_time() - SETTLED, (self._newest - OVERLAP, "")
        while batch := await self._store.table_index.ended_after(*last, settled):
            for summary in batch:
                last = summary["ended"], summary["id"]
                if summary["id"] not in self._seen:
                    self._seen[summary["id"]] = summary["ended"]
                    self._add(summary)
        self._newest = max(self._newest, last[0])
        self._seen = {
            table_id: ended
            for table_id, ended in self._seen.items()
            if ended >= self._newest - OVERLAP
        }
