"""Presence at other servers of the same database."""

from __future__ import annotations

import time
from collections.abc import Iterable

__all__ = ["Presence"]

HERE_FOR = 12.0  # seconds until a server's report expires


class Presence:
    """Seats of a table, or players of a tournament, connected to other servers."""

    def __init__(self) -> None:
        self._said: dict[str, tuple[float, frozenset[int]]] = {}
        """By server: when its report expires, and who is connected."""

    def hear(self, process: str, members: Iterable[int]) -> None:
        """Record who is connected to that server."""
        self._said[process] = time.monotonic() + HERE_FOR, frozenset(members)

    def forget_silent(self) -> bool:
        """Drop servers that have stopped reporting. Whether there were any."""
        if not self._said:
            return False
        now = time.monotonic()
        kept = {process: said for process, said in self._said.items() if said[0] > now}
        changed = len(kept) < len(self._said)
        self._said = kept
        return changed

    def by_server(self) -> list[frozenset[int]]:
        """The people connected to each of the other servers."""
        return [members for _, members in self._said.values()]

    def union(self, here: Iterable[int]) -> set[int]:
        """Everybody connected here or elsewhere."""
        return set(here).union(*(members for _, members in self._said.values()))
