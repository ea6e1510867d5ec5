"""Identities that change: guests who sign in to an account, and accounts that are deleted."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Any

from ludarium.database.writer import Rewritten
from ludarium.eventlog.codec import Fields, LogEntry
from ludarium.eventlog.codes import derived_id
from ludarium.eventlog.subscribers import Subscribers
from ludarium.tables import requests
from ludarium.tables.anonymous import anonymous_entries, anonymous_summary
from ludarium.tables.errors import TableError
from ludarium.tables.log import TableLog
from ludarium.tables.projections import host_digest
from ludarium.tables.table import Table

__all__ = ["Identities"]

HANDED_OVER_AT_ONCE = 50  # tables, whose logs are then written in one transaction
PAUSE = 0.2  # seconds between two tables of finished games


class Identities:
    """The identities at all tables of a server.

    on_forgotten: called when an account was deleted.
    """

    def __init__(self, tables: TableLog, on_forgotten: Callable[[], None]) -> None:
        self._tables, self._store, self._on_forgotten = tables, tables.store, on_forgotten
        self.on_joined = Subscribers[[str, str]]()
        """Coroutines that hand over what a guest has elsewhere, as `hand_over`."""

    async def hand_over(self, guest: str, holder: str) -> None:
        """Let an account hold all seats of a guest who signed in to it, those of games that go on
        first, and be the host of tables where the guest was without a seat.

        What a server that was killed left undone, the next one does.
        """
        host = host_digest(self._store.secret, guest)
        tables = await self._store.patiently(self._store.table_index.tables_of, guest)
        tables += await self._store.patiently(self._store.table_index.hosted, host, tables)
        going = await self._store.patiently(self._store.table_index.unfinished_among, tables)
        for first in range(0, len(tables), HANDED_OVER_AT_ONCE):
            some = going.intersection(tables[first : first + HANDED_OVER_AT_ONCE])
            await asyncio.gather(*(self._hand_over_at(one, guest, holder) for one in some))
        for hand_over in self.on_joined:
            await hand_over(guest, holder)
        self._tables.in_background(
            self._finish_joining([one for one in tables if one not in going], guest, holder)
        )

    async def _finish_joining(self, tables: Sequence[str], guest: str, holder: str) -> None:
        for table_id in tables:
            await self._hand_over_at(table_id, guest, holder)
            await asyncio.sleep(PAUSE)  # not all of them in memory at once
        if self.on_joined:
            await self._store.patiently(self._store.accounts.joined, guest)

    async def _hand_over_at(self, table_id: str, guest: str, holder: str) -> None:
        def decide(table: Table, now: float) -> LogEntry:
            return requests.hand_over(table, guest, holder, now)

        with contextlib.suppress(TableError):  # there is nothing more to hand over, or no game
            while True:
                await self._store.patiently(self._tables.request, table_id, decide)

    async def hand_over_all(self) -> None:
        """Do what servers left undone that were killed."""
        for guest, holder in await self._store.patiently(self._store.accounts.joining):
            await self.hand_over(guest, holder)

    # Accounts that are deleted

    async def forget_person(self, account: dict[str, Any]) -> None:
        """Give up the games of a closed account, take its name out of all logs, and delete it.

        What a server that was killed left undone, the next leader does.
        """
        holder, name = account["holder"], account["name"]
        former = self.former(account)
        for table_id in await self._store.patiently(self._store.table_index.tables_of, holder):
            await self._leave_for_good(table_id, holder)

            def change(entries: list[Fields], summary: dict[str, Any]) -> Rewritten:
                changed, seats = anonymous_entries(entries, holder, name, former)
                return changed, anonymous_summary(summary, seats, name, former)

            await self._store.patiently(self._store.rewrite, table_id, holder, change)
            await self._tables.reread(table_id)
        await self._store.patiently(self._store.accounts.delete, account["key"], former)
        self._on_forgotten()

    def former(self, account: dict[str, Any]) -> str:
        """Return the key by which ratings know the player of a deleted account."""
        return derived_id(self._store.secret, f"former/1 {account['key']} {account['created']}")

    async def _leave_for_good(self, table_id: str, holder: str) -> None:
        """Resign or leave all seats of this identity, and decline if it is challenged."""
        with contextlib.suppress(TableError):  # once there is nothing left to give up
            while True:
                await self._store.patiently(
                    self._tables.request,
                    table_id,
                    lambda table, now: requests.give_up(table, holder, now),
                )
