"""Bounds on the tables whose games have not begun, of a visitor and of a network."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import AsyncIterator

from ludarium.database.store import Store
from ludarium.phrases import say
from ludarium.tables.errors import TableError
from ludarium.tables.projections import Opener

__all__ = ["OpenTables"]

PAUSE = 60.0  # seconds after which to ask again


class OpenTables:
    """Refuses to open too many. most: how many a network may have, an address of IPv4 or a /48 of
    IPv6, at all servers of the database; a visitor may have a fifth of them. 0 for no bounds.
    """

    def __init__(self, store: Store, most: int) -> None:
        self._store, self._most = store, most
        self._under_way: Counter[str] = Counter()

    @contextlib.asynccontextmanager
    async def opening(self, opener: Opener) -> AsyncIterator[None]:
        """Count a table while it is being opened. Raises TableError where there are as many as may
        be.
        """
        if not self._most:
            yield
            return
        numbers = await self._store.table_index.number_open(*opener)
        for digest, number, most in zip(
            opener, numbers, (self._most // 5, self._most), strict=True
        ):
            if number + self._under_way[digest] >= most:
                message = say(
                    "{most} tables that were opened from here wait for players: wait until a game "
                    "begins at one of them.",
                    most=most,
                )
                raise TableError("too-many", message, PAUSE)
        self._under_way.update(opener)
        try:
            yield
        finally:
            self._under_way.subtract(opener)
            self._under_way += Counter()  # without those of which there are none
