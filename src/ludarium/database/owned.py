"""Quantities of stored content, by owner."""

from __future__ import annotations

from typing import Any, NamedTuple

import sqlalchemy as sa

from ludarium.database import schema
from ludarium.database.repository import Repository

__all__ = ["SHARERS", "Owned", "Owner", "Stock", "disowning"]

SHARERS = ("holder", "address", "network")


class Owner(NamedTuple):
    """The identity, the address and the network to which stored content is counted."""

    holder: str
    """The identity."""
    address: str
    """A digest of the address from which it came; of IPv6 the /64."""
    network: str
    """A digest of that, or of the /48 in IPv6."""


class Stock(NamedTuple):
    """The quantity of content of one kind that an owner has stored here."""

    number: int
    size: int
    """Bytes."""


class Owned(Repository):
    """Stored content, by kind, with its owners."""

    async def add(self, kind: str, identity: str, owner: Owner, size: int, now: float) -> None:
        """Note something new. size: bytes."""
        values = {
            "kind": kind,
            "id": identity,
            "holder": owner.holder,
            "address": owner.address,
            "network": owner.network,
            "size": size,
            "since": now,
        }
        async with self._engine.connect() as connection:
            await connection.execute(
                self._insert(schema.owned).values(values).on_conflict_do_nothing()
            )

    async def owner(self, kind: str, identity: str) -> Owner | None:
        """Return the owner of an item; None where that was never noted."""
        row = schema.owned.c
        query = sa.select(row.holder, row.address, row.network).where(
            row.kind == kind, row.id == identity
        )
        async with self._engine.connect() as connection:
            shares = (await connection.execute(query)).first()
        return shares and Owner(*shares)

    async def resize(self, kind: str, identity: str, size: int) -> None:
        """Note how many bytes it takes now."""
        row = schema.owned.c
        async with self._engine.connect() as connection:
            await connection.execute(
                sa.update(schema.owned)
                .where(row.kind == kind, row.id == identity)
                .values(size=size)
            )

    async def stocks(self, kind: str, owner: Owner, since: float) -> tuple[Stock, Stock, Stock]:
        """Return the quantity of this kind that the identity has; and those of the address and the
        network, counting content that came at this time or later.
        """
        row = schema.owned.c
        stocks = []
        async with self._engine.connect() as connection:
            for sharer in SHARERS:
                query = sa.select(
                    sa.func.count(), sa.func.coalesce(sa.func.sum(row.size), 0)
                ).where(row.kind == kind, row[sharer] == getattr(owner, sharer))
                if sharer != "holder":
                    query = query.where(row.since >= since)
                number, size = (await connection.execute(query)).one()
                stocks.append(Stock(int(number), int(size)))
        return stocks[0], stocks[1], stocks[2]

    async def largest(self, kind: str, sharer: str, limit: int) -> list[tuple[str, Stock]]:
        """List the owners with most content of this kind, by bytes. sharer: holder, address or
        network.
        """
        row = schema.owned.c
        number, size = sa.func.count(), sa.func.sum(row.size)
        query = (
            sa.select(row[sharer], number, size)
            .where(row.kind == kind)
            .group_by(row[sharer])
            .order_by(size.desc(), row[sharer])
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return [
                (owner, Stock(int(count), int(total)))
                for owner, count, total in await connection.execute(query)
            ]

    async def everything(self) -> dict[str, Stock]:
        """Count each database table's rows, and the bytes of text in them."""
        stocks: dict[str, Stock] = {}
        async with self._engine.connect() as connection:
            for table in schema.metadata.sorted_tables:
                texts: list[Any] = [
                    sa.func.coalesce(sa.func.sum(sa.func.length(column)), 0)
                    for column in table.c
                    if isinstance(column.type, sa.Text)
                ]
                total = sum(texts[1:], texts[0]) if texts else sa.literal(0)
                number, size = (
                    await connection.execute(sa.select(sa.func.count(), total).select_from(table))
                ).one()
                stocks[table.name] = Stock(int(number), int(size))
        return stocks


def disowning(kind: str, which: sa.ColumnElement[bool]) -> sa.Delete:
    """Note that those of this kind are kept no longer."""
    return sa.delete(schema.owned).where(schema.owned.c.kind == kind, which)
