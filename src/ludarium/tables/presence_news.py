"""Notifications between servers of one database about presence at tables."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable

from ludarium.database.store import DATABASE_FAULTS, Store
from ludarium.tables.live_table import LiveTable

__all__ = ["PresenceNews"]


class PresenceNews:
    """Tells other servers who is connected here; a server that is alone tells nobody."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._changed: set[LiveTable] = set()
        self._woken = asyncio.Event()

    def note_change(self, live: LiveTable) -> None:
        if self._store.is_postgresql and live.who_is_here() != live.said_elsewhere:
            self.note([live])

    def note(self, lives: Iterable[LiveTable]) -> None:
        if self._store.is_postgresql:
            self._changed.update(lives)
            self._woken.set()

    async def tell_forever(self) -> None:
        """Send changes of presence to other servers, batched while a message is on its way."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            changed, self._changed = self._changed, set()
            for live in changed:
                live.said_elsewhere = live.who_is_here()
            with contextlib.suppress(*DATABASE_FAULTS):  # sent again soon
                await self._store.tell_others(
                    [
                        ["here", live.table.id, live.said_elsewhere, live.table.is_of_bots]
                        for live in changed
                    ]
                )
