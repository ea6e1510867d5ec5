"""Rematches: a table is opened for one as soon as all have agreed."""

from __future__ import annotations

import contextlib

from ludarium.eventlog.clock import server_time
from ludarium.eventlog.codec import LogEntry
from ludarium.eventlog.codes import derived_id
from ludarium.tables import requests
from ludarium.tables.entries import Returned, Sat
from ludarium.tables.errors import TableError
from ludarium.tables.live_table import LiveTable
from ludarium.tables.log import TableLog

__all__ = ["Rematches"]


class Rematches:
    """The rematches of all tables of a server."""

    def __init__(self, tables: TableLog) -> None:
        self._tables = tables

    def see_to(self, live: LiveTable) -> None:
        if live.table.rematch_agreed and not live.table.rematch:
            self._tables.in_background(self._open(live))

    async def _open(self, live: LiveTable) -> None:
        """Open the table of the rematch.

        Its id is derived from this table's, so that two servers cannot open two.
        """
        old = live.table
        chairs = requests.rotated(old.chairs)
        now = server_time()
        sitting: list[LogEntry] = []
        for seat, chair in enumerate(chairs):
            first, *others = chair.holders or (None,)
            sitting.append(
                Sat(
                    at=now,
                    seat=seat,
                    name=chair.name,
                    agent=chair.agent,
                    account=chair.account,
                    holder=first,
                )
            )
            sitting += [Returned(at=now, seat=seat, holder=holder) for holder in others if holder]
        rematch = derived_id(self._tables.store.secret, f"rematch/1 {old.id}")
        try:
            await self._tables.live(rematch)
        except TableError:
            await self._tables.open(
                old.options, old.host, sitting, old.id, rematch, client=live.last_client
            )
        with contextlib.suppress(TableError):
            await self._tables.request(
                old.id, lambda table, at: requests.note_rematch(table, rematch, at)
            )
