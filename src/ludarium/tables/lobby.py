"""What the lobby shows: tables to join, games to watch, and who waits or plays."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from typing import Any

from ludarium.database.store import Store
from ludarium.eventlog.clock import server_time
from ludarium.eventlog.live import Watcher

__all__ = ["Lobby"]

AGE = 0.5  # seconds
SIZE = 30  # tables in each list
LIVELY = 3600.0  # seconds without a move until the lobby drops a game
COUNTED = 300  # tables of each list whose people are counted


class Lobby:
    """The lobby of a server. is_watched: whether somebody looks on at the table of this id."""

    def __init__(self, store: Store, is_watched: Callable[[str], bool]) -> None:
        self._store, self._is_watched = store, is_watched
        self.watchers: set[Watcher] = set()
        self._found: dict[str, Any] = {}
        self._changed = True
        self._read_at = -math.inf
        self._reading = asyncio.Lock()

    def wake(self) -> None:
        """Mark the lobby as changed, and wake its watchers."""
        self._changed = True
        for watcher in self.watchers:
            watcher.woken.set()

    async def shown(self) -> dict[str, Any]:
        """What the lobby shows, read at most once per AGE.

        open: the tables to join. live: the games to watch; those of bots alone while somebody
        watches them on this server. crowds: by game, how many people wait for a quick pairing, and
        play. players: by account, the table where it plays.
        """
        async with self._reading:
            if self._changed:
                await asyncio.sleep(max(0.0, self._read_at + AGE - time.monotonic()))
                self._changed = False  # changes during the read count again
                self._read_at = time.monotonic()
                try:
                    self._found = await self._read()
                except BaseException:
                    self._changed = True
                    raise
        return self._found

    async def _read(self) -> dict[str, Any]:
        waiting = await self._store.lists.summaries(status="open", limit=COUNTED)
        played = await self._store.lists.summaries(
            status="live", limit=COUNTED, since=server_time() - LIVELY
        )
        watched = [one for one in played if people_of(one) or self._is_watched(one["id"])]
        players = {
            seat["account"]: one["id"] for one in played for seat in one["seats"] if seat["account"]
        }
        crowds: dict[str, dict[str, int]] = {}
        pairing = [one for one in waiting if one.get("quick_pairing")]
        for kind, found in (("waiting", pairing), ("playing", played)):
            for one in found:
                if people := people_of(one):
                    crowd = crowds.setdefault(one["game"], {"waiting": 0, "playing": 0})
                    crowd[kind] += people
        return {
            "open": waiting[:SIZE],
            "live": watched[:SIZE],
            "crowds": crowds,
            "players": players,
        }


def people_of(found: dict[str, Any]) -> int:
    """How many people sit at the table of a summary."""
    return sum(bool(seat) and seat["kind"] == "person" for seat in found["seats"])
