"""Times at which tables are due: the clocks of all tables of a server."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import math
from collections.abc import Callable

from ludarium.eventlog.clock import server_time

__all__ = ["Deadlines"]


class Deadlines:
    """The times at which tables are due."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, str]] = []
        """The times at which to check a table, one item per table."""
        self._due: dict[str, tuple[float, float]] = {}
        """By table id: when it is due, and the time of its item in the heap."""
        self._changed = asyncio.Event()

    def note(self, table_id: str, due: float | None) -> None:
        """Note when a table is due; None where it no longer is."""
        if due is None:
            due = math.inf
        _, noted = self._due.get(table_id, (math.inf, math.inf))
        if due < noted:
            heapq.heappush(self._heap, (due, table_id))
            self._due[table_id] = (due, due)
            self._changed.set()
        elif noted < math.inf:
            self._due[table_id] = (due, noted)

    async def watch(self, come: Callable[[str], None]) -> None:
        """Call `come` with each table that is due, at that time, until cancelled."""
        while True:
            self._changed.clear()
            wait = max(0.0, self._heap[0][0] - server_time()) if self._heap else None
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._changed.wait()
            while self._heap and self._heap[0][0] <= server_time():
                noted, table_id = heapq.heappop(self._heap)
                due, current = self._due.get(table_id, (math.inf, math.inf))
                if noted != current:  # replaced by an earlier item
                    continue
                del self._due[table_id]
                if due > server_time():  # postponed by a move
                    self.note(table_id, due)
                else:
                    come(table_id)
