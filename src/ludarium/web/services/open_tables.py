"""How many tables whose games have not begun a visitor, and an address, may have."""

from __future__ import annotations

import contextlib
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Mapping

from ludarium.database.store import Store
from ludarium.phrases import say
from ludarium.tables.errors import TableError

__all__ = ["OpenTables"]

MOST_KNOWN = 10_000  # visitors and addresses
PAUSE = 60.0  # seconds after which to ask again


class OpenTables:
    """The tables that were opened here, by who opened them: keys of visitors and addresses.

    most: how many an address may have; a visitor may have a fifth of them.
    """

    def __init__(self, store: Store, most: int = 100) -> None:
        self._store, self._most = store, most
        self._opened: OrderedDict[str, set[str]] = OrderedDict()
        self._under_way: Counter[str] = Counter()

    @contextlib.asynccontextmanager
    async def opening(self, holder: str, address: str) -> AsyncIterator[Callable[[str], None]]:
        """While a table is being opened; what is yielded is told its id.

        Raises TableError where one of the two has as many as it may have.
        """
        bounds = self._bounds(holder, address)
        for key, most in bounds.items():
            if self._count(key) >= most:
                asked = frozenset(self._opened.get(key, ()))
                begun = asked - await self._store.lists.open_among(asked)
                self._opened.get(key, set()).difference_update(begun)
        for key, most in bounds.items():
            if self._count(key) >= most:
                message = say(
                    "{most} tables that were opened from here wait for players: wait until a game "
                    "begins at one of them.",
                    most=most,
                )
                raise TableError("too-many", message, PAUSE)
        self._under_way.update(bounds.keys())
        try:
            yield lambda table: self._note(bounds, table)
        finally:
            self._under_way.subtract(bounds.keys())
            self._under_way += Counter()  # without those of which there are none

    def _count(self, key: str) -> int:
        return len(self._opened.get(key, ())) + self._under_way[key]

    def _note(self, keys: Iterable[str], table: str) -> None:
        for key in keys:
            self._opened.setdefault(key, set()).add(table)
            self._opened.move_to_end(key)
            if len(self._opened) > MOST_KNOWN:
                self._opened.popitem(last=False)

    def _bounds(self, holder: str, address: str) -> Mapping[str, int]:
        return {f"visitor {holder}": self._most // 5, f"address {address}": self._most}
