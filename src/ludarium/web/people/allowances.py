"""Bounds on what a visitor, an address and a network may have kept here for long."""

from __future__ import annotations

import dataclasses

from starlette.requests import HTTPConnection

from ludarium.database.owned import Owner, Stock
from ludarium.database.store import Store
from ludarium.eventlog.clock import server_time
from ludarium.phrases import say
from ludarium.tables.errors import TableError
from ludarium.web.http.connections import digests_of

__all__ = ["ALLOWANCES", "Allowance", "Allowances"]

MONTH = 30 * 86_400.0
MB = 1_000_000
PAUSE = 3600  # seconds after which to ask again


@dataclasses.dataclass(frozen=True, slots=True)
class Allowance:
    """Bounds on stored content of one kind: of an identity at any time, of an address and a network
    (of IPv6 a /64 and a /48) of what came within a month.
    """

    of_identity: Stock
    of_address: Stock
    of_network: Stock

    @classmethod
    def of(cls, number: int, size: int) -> Allowance:
        """Make the allowance of an address, of which an identity has a fifth and a network the
        double.
        """
        return cls(
            Stock(max(1, number // 5), max(1, size // 5)),
            Stock(number, size),
            Stock(2 * number, 2 * size),
        )


ALLOWANCES = {
    # a school of 60 devices, each with a tournament of its own; or ten of 10,000 players
    "tournament": Allowance.of(200, 50 * MB),
    "study": Allowance(Stock(100, 5 * MB), Stock(400, 20 * MB), Stock(800, 40 * MB)),
    "account": Allowance.of(300, MB),
    "device": Allowance(Stock(50, MB), Stock(600, MB), Stock(1200, MB)),
}
"""By kind of what is kept."""


class Allowances:
    """Refuses to keep more than may be. times: how many times as much as ALLOWANCES; 0 for no
    bounds.
    """

    def __init__(self, store: Store, times: float = 1.0) -> None:
        self._store, self._times = store, times

    def owner(self, holder: str, connection: HTTPConnection) -> Owner:
        """Return the owner of content that this visitor wants kept."""
        return Owner(holder, *digests_of(connection, self._store.secret))

    async def check(self, kind: str, owner: Owner, number: int = 1, size: int = 0) -> None:
        """Raises TableError where so much more may not be kept for this owner."""
        if not self._times:
            return
        stocks = await self._store.owned.stocks(kind, owner, server_time() - MONTH)
        allowed = ALLOWANCES[kind]
        bounds = allowed.of_identity, allowed.of_address, allowed.of_network
        for stock, most in zip(stocks, bounds, strict=True):
            if (
                stock.number + number > most.number * self._times
                or stock.size + size > most.size * self._times
            ):
                raise TableError(
                    "too-many",
                    say(
                        "This server keeps as much from you, or from your address, as it may: "
                        "delete something, or ask whoever runs it."
                    ),
                    PAUSE,
                )

    async def check_of(self, kind: str, identity: str, size: int = 0) -> None:
        """Raises TableError where what was kept may not grow by so many bytes."""
        owner = await self._store.owned.owner(kind, identity) if self._times else None
        if owner:
            await self.check(kind, owner, 0, size)

    async def keep(self, kind: str, identity: str, owner: Owner, size: int) -> None:
        """Note that something is kept for this owner. size: bytes."""
        await self._store.owned.add(kind, identity, owner, size, server_time())
