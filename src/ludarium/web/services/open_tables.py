"""How many tables whose games have not begun a visitor, and an address, may have."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

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

    async def check(self, holder: str, address: str) -> None:
        """Raises TableError where one of the two has as many as it may have."""
        for key, most in self._bounds(holder, address).items():
            tables = self._opened.get(key, set())
            if len(tables) >= most:
                asked = frozenset(tables)
                tables -= asked - await self._store.open_tables(asked)
            if len(tables) >= most:
                message = say(
                    "{most} tables that were opened from here wait for players: wait until a game "
                    "begins at one of them.",
                    most=most,
                )
                raise TableError("too-many", message, PAUSE)

    def note(self, holder: str, address: str, table: str) -> None:
        """Count a table that was opened."""
        for key in self._bounds(holder, address):
            self._opened.setdefault(key, set()).add(table)
            self._opened.move_to_end(key)
            if len(self._opened) > MOST_KNOWN:
                self._opened.popitem(last=False)

    def _bounds(self, holder: str, address: str) -> Mapping[str, int]:
        return {f"visitor {holder}": self._most // 5, f"address {address}": self._most}
