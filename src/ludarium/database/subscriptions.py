"""Devices that get notices."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from ludarium.database import schema
from ludarium.database.owned import disowning
from ludarium.database.repository import Repository

__all__ = ["Subscriptions"]


class Subscriptions(Repository):
    """The devices that get notices."""

    async def add(self, subscription: dict[str, Any], most: int) -> bool:
        """Let a device get notices, and no longer the oldest of this identity beyond `most`.

        A device that was another's is this identity's from now on. False if its keys are others
        than those that the address came with before.
        """
        row = schema.subscriptions.c
        insert = self._insert(schema.subscriptions).values(subscription)
        upsert = insert.on_conflict_do_update(
            index_elements=["id"],
            set_={
                name: insert.excluded[name] for name in ("holder", "session", "language", "created")
            },
            where=sa.and_(row.p256dh == insert.excluded.p256dh, row.auth == insert.excluded.auth),
        ).returning(row.id)
        own = row.holder == subscription["holder"]
        newest = sa.select(row.id).where(own).order_by(row.created.desc(), row.id).limit(most)
        async with self._engine.connect() as connection:
            if (await connection.execute(upsert)).first() is None:
                return False
            await connection.execute(
                sa.delete(schema.subscriptions).where(own, row.id.not_in(newest))
            )
            await connection.execute(
                disowning_ended(schema.owned.c.holder == subscription["holder"])
            )
        return True

    async def of(self, holder: str, since: float) -> list[dict[str, Any]]:
        """The devices on which this identity gets notices: of an account, those where it is signed
        in, by a session that began at this time or later.
        """
        row, account, session = (
            table.c for table in (schema.subscriptions, schema.accounts, schema.sessions)
        )
        query = (
            sa.select(schema.subscriptions)
            .outerjoin(schema.accounts, account.holder == row.holder)
            .outerjoin(
                schema.sessions,
                sa.and_(
                    session.id == row.session,
                    session.account == account.key,
                    session.created >= since,
                ),
            )
            .where(row.holder == holder, sa.or_(account.key.is_(None), session.id.is_not(None)))
        )
        async with self._engine.connect() as connection:
            return [dict(device) for device in (await connection.execute(query)).mappings()]

    async def end(self, subscription: str, holder: str = "") -> None:
        """Send no more notices to this device, if it is the holder's where one is given."""
        row = schema.subscriptions.c
        ended = sa.delete(schema.subscriptions).where(row.id == subscription)
        if holder:
            ended = ended.where(row.holder == holder)
        async with self._engine.connect() as connection:
            await connection.execute(ended)
            await connection.execute(disowning_ended(schema.owned.c.id == subscription))


def disowning_ended(which: sa.ColumnElement[bool]) -> sa.Delete:
    """Note that those of these devices are nobody's any more that get no notices."""
    known = sa.exists().where(schema.subscriptions.c.id == schema.owned.c.id)
    return disowning("device", which & ~known)
