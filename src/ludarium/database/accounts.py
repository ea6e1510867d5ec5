"""Accounts, and the sessions in which they are signed in."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from ludarium.database import schema
from ludarium.database.part import Part, uninterrupted

__all__ = ["Accounts"]

CLOSED = ""
"""In place of the hash of a password, which no password has: the account is being deleted."""


class Accounts(Part):
    """The accounts of a server."""

    async def add(
        self, key: str, name: str, holder: str, password: str, recovery: str, now: float
    ) -> bool:
        """Add an account. False if the name is taken or the holder has an account."""
        values = {
            "key": key,
            "name": name,
            "holder": holder,
            "password": password,
            "recovery": recovery,
            "created": now,
        }
        insert = (
            self._insert(schema.accounts)
            .values(values)
            .on_conflict_do_nothing()
            .returning(schema.accounts.c.key)
        )
        async with self._engine.connect() as connection:
            return (await connection.execute(insert)).first() is not None

    async def find(self, key: str) -> dict[str, Any] | None:
        """The account with this case-folded name, if any."""
        async with self._engine.connect() as connection:
            row = (
                (
                    await connection.execute(
                        sa.select(schema.accounts).where(
                            schema.accounts.c.key == key, schema.accounts.c.password != CLOSED
                        )
                    )
                )
                .mappings()
                .first()
            )
        return dict(row) if row else None

    @uninterrupted
    async def change(self, account: dict[str, Any], *, keep: str = "", **changed: str) -> bool:
        """Change the password or the recovery code of an account that was read before.

        A change of password ends all its sessions but `keep`. False if another request changed the
        account meanwhile.
        """
        row, session = schema.accounts.c, schema.sessions.c
        update = (
            sa.update(schema.accounts)
            .where(
                row.key == account["key"],
                row.password == account["password"],
                row.recovery.is_not_distinct_from(account["recovery"]),
            )
            .values(**changed)
            .returning(row.key)
        )
        together = self._engine.execution_options(isolation_level="SERIALIZABLE")
        async with together.begin() as connection:
            if (await connection.execute(update)).first() is None:
                return False
            if "password" in changed:
                await connection.execute(
                    sa.delete(schema.sessions).where(
                        session.account == account["key"], session.id != keep
                    )
                )
        return True

    async def close(self, account: dict[str, Any]) -> bool:
        """Close an account that was read before, for good: nobody signs in, no device gets notices.
        The row stays until `delete`. False if another request changed it meanwhile.
        """
        row = schema.accounts.c
        update = (
            sa.update(schema.accounts)
            .where(row.key == account["key"], row.password == account["password"])
            .values(password=CLOSED, recovery=None)
            .returning(row.key)
        )
        ends = (
            (schema.sessions.c.account, account["key"]),
            (schema.subscriptions.c.holder, account["holder"]),
        )
        async with self._engine.connect() as connection:
            if (await connection.execute(update)).first() is None:
                return False
            for column, value in ends:
                await connection.execute(sa.delete(column.table).where(column == value))
        return True

    async def closed(self) -> list[dict[str, Any]]:
        """The accounts that are closed, and not yet deleted."""
        query = sa.select(schema.accounts).where(schema.accounts.c.password == CLOSED)
        async with self._engine.connect() as connection:
            return [dict(found) for found in (await connection.execute(query)).mappings()]

    async def delete(self, key: str, former: str) -> None:
        """Delete the row of a closed account, and its studies. Its attempts at puzzles are of
        `former` from now on, whom nobody knows.
        """
        row = schema.accounts.c
        closed = row.key == key, row.password == CLOSED
        holder = sa.select(row.holder).where(*closed)
        studies = sa.delete(schema.studies).where(schema.studies.c.holder.in_(holder))
        attempt = schema.puzzle_attempts
        renamed = sa.update(attempt).where(attempt.c.holder.in_(holder)).values(holder=former)
        async with self._engine.connect() as connection:
            await connection.execute(studies)
            await connection.execute(renamed)
            await connection.execute(sa.delete(schema.accounts).where(*closed))

    async def has_session(self, holder: str, session: str, since: float) -> bool | None:
        """Whether this is a session of the holder's account, begun at this time or later; None
        where the holder has no account.
        """
        account, row = schema.accounts.c, schema.sessions.c
        query = (
            sa.select(row.id)
            .select_from(schema.accounts)
            .outerjoin(
                schema.sessions,
                sa.and_(row.account == account.key, row.id == session, row.created >= since),
            )
            .where(account.holder == holder)
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).first()
        return None if found is None else found[0] is not None

    async def add_session(self, key: str, password: str, session: str, now: float) -> bool:
        """Begin a session of the account. False if its password is no longer this hash."""
        account, row = schema.accounts.c, schema.sessions.c
        values = sa.select(sa.literal(session), account.key, sa.literal(now)).where(
            account.key == key, account.password == password
        )
        begin = (
            self._insert(schema.sessions)
            .from_select(["id", "account", "created"], values)
            .returning(row.id)
        )
        async with self._engine.connect() as connection:
            return (await connection.execute(begin)).first() is not None

    async def end_sessions(
        self, *, session: str = "", key: str = "", before: float | None = None
    ) -> None:
        """End this session, or those of this account, all or only those that began before."""
        row = schema.sessions.c
        ended = sa.delete(schema.sessions).where(
            row.id == session if session else row.account == key
        )
        if before is not None:
            ended = ended.where(row.created < before)
        async with self._engine.connect() as connection:
            await connection.execute(ended)
