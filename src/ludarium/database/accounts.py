"""Accounts, and the sessions in which they are signed in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from ludarium.database import schema
from ludarium.database.engine import uninterrupted
from ludarium.database.owned import disowning
from ludarium.database.repository import Repository

__all__ = ["Accounts"]

CLOSED = ""
"""Stored in place of the hash of a password, and equal to none: the account is being deleted."""


class Accounts(Repository):
    """The accounts of a server."""

    async def add(
        self, key: str, name: str, holder: str, password: str, recovery: str, now: float
    ) -> bool:
        """Add an account. False if the name is taken, or the holder has an account or had one."""
        values = {
            "key": key,
            "name": name,
            "holder": holder,
            "password": password,
            "recovery": recovery,
            "created": now,
        }
        ended = sa.exists().where(schema.ended_identities.c.holder == holder)
        insert = (
            self._insert(schema.accounts)
            .from_select(list(values), sa.select(*map(sa.literal, values.values())).where(~ended))
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
        async with self._together() as connection:
            if (await connection.execute(update)).first() is None:
                return False
            if "password" in changed:
                await connection.execute(
                    sa.delete(schema.sessions).where(
                        session.account == account["key"], session.id != keep
                    )
                )
        return True

    @uninterrupted
    async def close(self, account: dict[str, Any], now: float) -> bool:
        """Close an account that was read before, for good: nobody signs in, no device gets notices,
        and no token of its identity stands. The row stays until `delete`. False if another request
        changed it meanwhile.
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
        async with self._together() as connection:
            if (await connection.execute(update)).first() is None:
                return False
            for column, value in ends:
                await connection.execute(sa.delete(column.table).where(column == value))
            await connection.execute(self._ending(account["holder"], "", now))
        return True

    def _ending(self, holder: str, joined: str, now: float) -> Any:
        values = {"holder": holder, "joined": joined, "at": now, "pending": bool(joined)}
        return self._insert(schema.ended_identities).values(values).on_conflict_do_nothing()

    async def closed(self) -> list[dict[str, Any]]:
        """The accounts that are closed, and not yet deleted."""
        query = sa.select(schema.accounts).where(schema.accounts.c.password == CLOSED)
        async with self._engine.connect() as connection:
            return [dict(session) for session in (await connection.execute(query)).mappings()]

    @uninterrupted
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
        async with self._together() as connection:
            for kind in ("study", "account", "device"):
                await connection.execute(disowning(kind, schema.owned.c.holder.in_(holder)))
            await connection.execute(studies)
            await connection.execute(renamed)
            await connection.execute(sa.delete(schema.accounts).where(*closed))

    async def has_session(self, holder: str, session: str, since: float) -> bool | None:
        """Return whether a session of the holder's account with this id began at this time or
        later; False where the identity ended; None where it is a guest's.
        """
        account, row, ended = schema.accounts.c, schema.sessions.c, schema.ended_identities.c
        own = sa.select(account.key).where(account.holder == holder)
        begun = sa.select(row.id).where(
            row.id == session, row.created >= since, row.account.in_(own)
        )
        query = sa.select(sa.exists().where(ended.holder == holder), own.exists(), begun.exists())
        async with self._engine.connect() as connection:
            over, has_account, stands = (await connection.execute(query)).one()
        if over:
            return False
        return bool(stands) if has_account else None

    @uninterrupted
    async def sign_in(
        self, account: dict[str, Any], session: str, now: float, *, guest: str = ""
    ) -> bool:
        """Begin a session of an account that was read before. False if its password was changed
        meanwhile.

        guest: an identity that ends with it. What it has is the account's from now on: studies,
        devices, attempts at puzzles, and places in lists of tables and tournaments; who holds
        seats is said by logs, too, which `joining` lists until `joined` says that they do.
        """
        async with self._together() as connection:
            begun = await connection.execute(self._beginning(account, session, now))
            if begun.first() is None:
                return False
            if guest:
                await connection.execute(self._ending(guest, account["holder"], now))
                for moved in self._moving(guest, account["holder"], session):
                    await connection.execute(moved)
        return True

    def _beginning(self, account: dict[str, Any], session: str, now: float) -> Any:
        row = schema.accounts.c
        values = sa.select(sa.literal(session), row.key, sa.literal(now)).where(
            row.key == account["key"], row.password == account["password"]
        )
        return (
            self._insert(schema.sessions)
            .from_select(["id", "account", "created"], values)
            .returning(schema.sessions.c.id)
        )

    def _moving(self, guest: str, holder: str, session: str) -> Iterator[Any]:
        """Yield the statements that give the account all that is the guest's, outside of logs."""
        studies, devices = schema.studies, schema.subscriptions
        yield sa.update(studies).where(studies.c.holder == guest).values(holder=holder)
        yield (
            sa.update(devices)
            .where(devices.c.holder == guest)
            .values(holder=holder, session=session)
        )
        for table in (schema.puzzle_attempts, schema.seatings, schema.tournament_holders):
            names = [column.name for column in table.c]
            had = sa.select(
                *(sa.literal(holder) if name == "holder" else table.c[name] for name in names)
            ).where(table.c.holder == guest)
            yield self._insert(table).from_select(names, had).on_conflict_do_nothing()
        owned = schema.owned
        yield sa.update(owned).where(owned.c.holder == guest).values(holder=holder)
        attempts = schema.puzzle_attempts
        yield sa.delete(attempts).where(attempts.c.holder == guest)

    async def joining(self) -> list[tuple[str, str]]:
        """The identities of guests that signed in, each with that of its account, of which logs do
        not yet say it.
        """
        ended = schema.ended_identities.c
        query = sa.select(ended.holder, ended.joined).where(ended.pending)
        async with self._engine.connect() as connection:
            return [(pair[0], pair[1]) for pair in await connection.execute(query)]

    async def joined(self, guest: str) -> None:
        """Note that logs say whose this guest's seats are."""
        ended = schema.ended_identities
        noted = sa.update(ended).where(ended.c.holder == guest).values(pending=False)
        async with self._engine.connect() as connection:
            await connection.execute(noted)

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
