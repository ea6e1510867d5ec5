"""The contents of the lobby: tables to join, games to watch, and people who wait or play."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ludarium.database.store import Store
from ludarium.database.table_index import OF_HOST, OpenTable
from ludarium.eventlog.clock import server_time
from ludarium.eventlog.live import Watcher

__all__ = ["Lobby"]

AGE = 0.5  # seconds
SIZE = 30  # tables in each list
LIVELY = 3600.0  # seconds without a move until the lobby drops a game
COUNTED = 300  # tables of each list whose people are counted
NEAR = 200  # open tables of a reader's own network, which may have 100


class Lobby:
    """The lobby of a server.

    Whoever opens many tables fills no list of others: these show a few of each host and network.
    All that were opened in a reader's own network are shown there, as in a school.

    is_watched: whether somebody looks on at the table of this id. limited: False to show all that
    were opened by anybody.
    """

    def __init__(
        self, store: Store, is_watched: Callable[[str], bool], limited: bool = True
    ) -> None:
        self._store, self._is_watched, self._limited = store, is_watched, limited
        self.watchers: set[Watcher] = set()
        self._found: dict[str, Any] = {}
        self._near: dict[str, list[dict[str, Any]]] = {}
        """By network: the summaries of all its open tables, where these are known."""
        self._crowded: set[str] | None = set()
        """The networks of which others may not be shown all; None for any."""
        self._changed = True
        self._read_at = -math.inf
        self._reading = asyncio.Lock()

    def wake(self) -> None:
        """Mark the lobby as changed, and wake its watchers."""
        self._changed = True
        for watcher in self.watchers:
            watcher.woken.set()

    async def shown(self, network: str = "") -> dict[str, Any]:
        """Return the lobby for a reader in this network, read at most once per AGE.

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
        contents, near = self._found, await self._opened_near(network)
        return {**contents, "open": latest((*contents["open"], *near))} if near else contents

    async def open_tables(
        self, network: str, *, game: str | None = None, pairing: bool = False, limit: int = 50
    ) -> list[dict[str, Any]]:
        """Summaries of the tables to join, the latest change first: all of this network, and so
        many others. pairing: only those of quick pairing.
        """
        lists = self._store.table_index
        tables = await lists.open_tables(
            game=game, pairing=pairing, fair=self._limited, limit=limit
        )
        near = await lists.open_of_network(network, game=game, pairing=pairing, limit=NEAR)
        return latest((*(one.summary for one in tables), *near))

    async def _opened_near(self, network: str) -> list[dict[str, Any]]:
        """Summaries of the tables to join that were opened in this network."""
        near, crowded = self._near, self._crowded
        if network not in near and (crowded is None or network in crowded):
            near[network] = await self._store.table_index.open_of_network(network, limit=NEAR)
        return near.get(network, [])

    def _note_near(self, waiting: Sequence[OpenTable]) -> None:
        """Note of which networks these are all open tables: mostly of all, so that readers need not
        ask for their own.
        """
        near: dict[str, list[dict[str, Any]]] = {}
        for one in waiting:
            near.setdefault(one.network or "", []).append(one.summary)
        many = len(waiting) == COUNTED or any(one.is_one_of_many for one in waiting)
        crowded = {
            network for network, summaries in near.items() if many or len(summaries) >= OF_HOST
        }
        self._near = {network: near[network] for network in near.keys() - crowded}
        self._crowded = None if many else crowded

    async def _read(self) -> dict[str, Any]:
        to_join = await self._store.table_index.open_tables(fair=self._limited, limit=COUNTED)
        self._note_near(to_join)
        waiting = [one.summary for one in to_join]
        played = await self._store.table_index.summaries(
            status="live", limit=COUNTED, since=server_time() - LIVELY
        )
        watched = [one for one in played if people_of(one) or self._is_watched(one["id"])]
        players = {
            seat["account"]: one["id"] for one in played for seat in one["seats"] if seat["account"]
        }
        crowds: dict[str, dict[str, int]] = {}
        pairing = [one for one in waiting if one.get("quick_pairing")]
        for kind, summaries in (("waiting", pairing), ("playing", played)):
            for one in summaries:
                if people := people_of(one):
                    crowd = crowds.setdefault(one["game"], {"waiting": 0, "playing": 0})
                    crowd[kind] += people
        return {
            "open": latest(waiting[:SIZE]),
            "live": watched[:SIZE],
            "crowds": crowds,
            "players": players,
        }


def latest(summaries: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sort these summaries, each once, the latest change first."""
    each = {one["id"]: one for one in summaries}
    return sorted(each.values(), key=lambda one: (-float(one["updated"]), str(one["id"])))


def people_of(summary: dict[str, Any]) -> int:
    """Count the people at the table of a summary."""
    return sum(bool(seat) and seat["kind"] == "person" for seat in summary["seats"])
