"""Who is connected to other servers of the same database, as far as they have said so lately."""

from __future__ import annotations

import time
from collections.abc import Iterable

__all__ = ["Presence"]

HERE_FOR = 12.0  # seconds that a server's word on who is connected holds


class Presence:
    """Seats of a table, or players of a tournament, that are connected elsewhere."""

    def __init__(self) -> None:
        self._said: dict[str, tuple[float, frozenset[int]]] = {}
        # by server: until when its word holds, and who is connected to it

    def __bool__(self) -> bool:
        return bool(self._said)

    def hear(self, process: str, members: Iterable[int]) -> None:
        """Take in who is connected to this server."""
        self._said[process] = time.monotonic() + HERE_FOR, frozenset(members)

    def forget_silent(self) -> bool:
        """Forget what servers said that say nothing any more; whether there were any."""
        now = time.monotonic()
        kept = {process: said for process, said in self._said.items() if said[0] > now}
        changed = len(kept) < len(self._said)
        self._said = kept
        return changed

    def union(self, here: Iterable[int]) -> set[int]:
        """Those who are connected here, and elsewhere."""
        return set(here).union(*(members for _, members in self._said.values()))
