"""Storage of logs in SQLite or PostgreSQL.

Concurrent appends are grouped into one transaction, which shares the cost of its commit. An append
returns after the commit, so an acknowledged entry is on disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import orjson
import sqlalchemy as sa
from alembic.util import CommandError
from filelock import FileLock, Timeout
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ludarium.database import schema
from ludarium.database.attempts import Attempts
from ludarium.database.openings import OpeningCounts
from ludarium.database.writer import (
    CHANNEL,
    NOTIFY,
    Append,
    Fields,
    LogTable,
    Place,
    Rewritten,
    Writer,
    notes,
    set_up_sqlite,
)
from ludarium.errors import LudariumError

__all__ = ["CHANNEL", "DATABASE_FAULTS", "Append", "DatabaseError", "Store"]

LARGEST_BATCH = 200
# seconds from one transaction to the next: what comes meanwhile shares its cost, which is that of
# writing ten moves; who comes alone does not wait
GATHERING = 0.004
PATIENCE = 20  # attempts to write a batch while the database is away
PAUSE = 0.25  # seconds between attempts
# errors raised while the database is away
CLOSED = ""
"""In place of the hash of a password, which no password has: the account is being deleted."""
AWAY = (OperationalError, InterfaceError, PoolTimeout, OSError)
DATABASE_FAULTS = (SQLAlchemyError, OSError)  # all errors of the database

Entry = tuple[Append, asyncio.Future[bool]]
"""An append, and the future of whoever waits for it."""
Result = TypeVar("Result")


class DatabaseError(LudariumError):
    """The database cannot be used."""


class Store:
    """The database. Make one with `Store.opened`."""

    def __init__(self, url: str, process: str) -> None:
        self.url = database_url(url)
        self.process = process
        self.is_postgresql = self.url.get_backend_name() == "postgresql"
        self.secret = ""
        self.openings: OpeningCounts
        """Openings of finished games."""
        self.attempts: Attempts
        """First attempts at puzzles."""
        self._insert = postgresql.insert if self.is_postgresql else sqlite.insert
        self._engine: AsyncEngine  # for reads and single statements
        self._writer: Writer
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._queue: asyncio.Queue[Entry] = asyncio.Queue()

    @classmethod
    @contextlib.asynccontextmanager
    async def opened(cls, url: str) -> AsyncIterator[Store]:
        """The database at this URL, migrated to the current schema. Raises DatabaseError.

        url: postgresql://..., sqlite:///FILE, or a file name.
        """
        store = cls(url, secrets.token_hex(8))
        async with contextlib.AsyncExitStack() as stack:
            try:
                await store._open(stack)
            except CommandError as error:  # of Alembic
                raise DatabaseError(
                    f"the database {store.url!r} is not of this version of Ludarium: {error}".split(
                        "\n", 1
                    )[0]
                ) from None
            except DATABASE_FAULTS as error:
                raise DatabaseError(
                    f"cannot use the database {store.url!r}: {getattr(error, 'orig', error)}".split(
                        "\n", 1
                    )[0]
                ) from None
            writing = asyncio.create_task(store._write_forever(), name="writer")
            try:
                yield store
            finally:
                writing.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await writing

    async def _open(self, stack: contextlib.AsyncExitStack) -> None:
        """Connect; cleanup is pushed onto the stack."""
        options: dict[str, Any] = {"isolation_level": "AUTOCOMMIT", "hide_parameters": True}
        if self.is_postgresql:
            self._engine = create_async_engine(
                self.url, pool_size=10, max_overflow=0, pool_pre_ping=True, **options
            )
        else:
            stack.enter_context(claimed(Path(self.url.database or "")))
            self._engine = create_async_engine(self.url, connect_args={"timeout": 30}, **options)
            sa.event.listen(self._engine.sync_engine, "connect", set_up_sqlite)
        stack.push_async_callback(self._engine.dispose)
        self.openings = OpeningCounts(self._engine, self._insert)
        self.attempts = Attempts(self._engine, self._insert)
        self._writer = Writer(self.url, self.process)
        stack.callback(self._thread.shutdown)
        stack.push_async_callback(self._in_thread, self._writer.close)
        await self._in_thread(self._writer.migrate)
        self.secret = await self.setting("secret", secrets.token_hex(32))

    async def _in_thread(self, work: Callable[..., Result], *arguments: Any) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    async def setting(self, name: str, first: str) -> str:
        """A value shared by all servers of the database; `first` initialises it."""
        async with self._engine.connect() as connection:
            await connection.execute(
                self._insert(schema.settings)
                .values(name=name, value=first)
                .on_conflict_do_nothing()
            )
            return str(
                await connection.scalar(
                    sa.select(schema.settings.c.value).where(schema.settings.c.name == name)
                )
            )

    # The log

    async def append(self, item: Append) -> bool:
        """Append entries to a table's log, all or none, grouped with other appends.

        False if another server has written an entry with the first number.
        """
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((item, done))
        return await done

    async def _write_forever(self) -> None:
        loop = asyncio.get_running_loop()
        next_at = loop.time()
        while True:
            batch = [await self._queue.get()]
            if (wait := next_at - loop.time()) > 0:
                await asyncio.sleep(wait)
            while not self._queue.empty() and len(batch) < LARGEST_BATCH:
                batch.append(self._queue.get_nowait())
            # the same order on all servers prevents deadlocks
            batch.sort(key=lambda entry: (entry[0].log_id, entry[0].first))
            await self._write_batch(batch)
            next_at = loop.time() + GATHERING

    async def _write_batch(self, batch: Sequence[Entry]) -> None:
        for attempt in range(PATIENCE):
            try:
                written = await self._in_thread(self._writer.write, [item for item, _ in batch])
            except AWAY as error:
                if attempt == PATIENCE - 1:
                    fail(
                        batch,
                        DatabaseError(f"the database does not answer: {error}".split("\n", 1)[0]),
                    )
                    return
                await asyncio.sleep(PAUSE)
            except Exception as error:
                await self._find_fault(batch, error)
                return
            else:
                answer(batch, written)
                return

    async def _find_fault(self, batch: Sequence[Entry], error: Exception) -> None:
        """Write the items of a failed batch one by one, so that only the faulty one fails."""
        if len(batch) == 1:
            fail(batch, error)
        else:
            for entry in batch:
                await self._write_batch([entry])

    async def tell_others(self, news: Sequence[Any]) -> None:
        """Notify the other servers of something that is not in a log.

        Each item is a list: its kind, then its values.
        """
        if self.is_postgresql and news:
            async with self._engine.connect() as connection:
                for note in notes(self.process, news):
                    await connection.execute(NOTIFY, {"payload": note})

    async def entries(
        self, log: LogTable, log_id: str, after: int = 0, limit: int | None = None
    ) -> list[Fields]:
        """The public and private fields of a log after entry `after`, so many at most; empty if
        there is none.
        """
        query = (
            sa.select(log.table.c.public, log.table.c.private)
            .where(log.log_id == log_id, log.number > after)
            .order_by(log.number)
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [(orjson.loads(public), orjson.loads(private)) for public, private in found]

    # Lists

    async def summaries(
        self,
        *,
        status: str | None = None,
        game: str | None = None,
        holder: str | None = None,
        shown: bool = True,
        limit: int = 50,
        since: float = 0.0,
    ) -> list[dict[str, Any]]:
        """Summaries of tables, the latest change first.

        shown: only tables of public lists. holder: only tables where this identity had a seat.
        since: only tables changed at this time or later.
        """
        row = schema.tables.c
        query = (
            sa.select(row.summary)
            .where(row.updated >= since)
            .order_by(row.updated.desc())
            .limit(limit)
        )
        if status:
            query = query.where(row.status == status)
        if game:
            query = query.where(row.game == game)
        if shown:
            query = query.where(row.shown)
        if holder:
            seat = schema.seatings.c
            query = query.where(row.id.in_(sa.select(seat.table_id).where(seat.holder == holder)))
        async with self._engine.connect() as connection:
            return [orjson.loads(text) for text in await connection.scalars(query)]

    async def own_games(
        self, holder: str, *, limit: int, after: int = 0
    ) -> list[tuple[dict[str, Any], float | None, int, bool]]:
        """The games of this identity that are not over, but the first `after`: those that wait for
        it, the most urgent first, then the others, the latest change first.

        For each the summary, when it is due, a seat of the identity, and whether it waits for it.
        """
        row, own = schema.tables.c, own_tables(holder)
        urgency = sa.case((own.c.turn == 1, row.due))
        query = (
            sa.select(row.summary, row.due, own.c.seat, own.c.turn)
            .join(own, own.c.id == row.id)
            .order_by(own.c.turn.desc(), urgency, row.updated.desc(), row.id)
            .limit(limit)
            .offset(after)
        )
        async with self._engine.connect() as connection:
            return [
                (orjson.loads(summary), due, seat, bool(turn))
                for summary, due, seat, turn in await connection.execute(query)
            ]

    async def own_counts(self, holder: str, besides: str = "") -> tuple[int, int]:
        """How many games of this identity wait for it, not counting the table `besides`, and how
        many are not over.
        """
        own = own_tables(holder)
        waits = sa.case((own.c.id != besides, own.c.turn), else_=0)
        query = sa.select(sa.func.coalesce(sa.func.sum(waits), 0), sa.func.count()).select_from(own)
        async with self._engine.connect() as connection:
            turns, games = (await connection.execute(query)).one()
        return int(turns), int(games)

    async def finished(self, holder: str, limit: int) -> list[str]:
        """Ids of the tables whose games are over and where this identity had a seat, the latest
        change first.
        """
        row, seat = schema.tables.c, schema.seatings.c
        own = sa.select(seat.table_id).where(seat.holder == holder)
        query = (
            sa.select(row.id)
            .where(row.status == "over", row.id.in_(own))
            .order_by(row.updated.desc(), row.id)
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return list(await connection.scalars(query))

    async def open_tables(self, tables: Collection[str]) -> set[str]:
        """Those of these tables whose games have not begun."""
        row = schema.tables.c
        query = sa.select(row.id).where(row.id.in_(tables), row.status == "open")
        async with self._engine.connect() as connection:
            return set(await connection.scalars(query))

    async def incomplete(self) -> list[str]:
        """Ids of unfinished tables whose rows do not say whom they wait for."""
        row = schema.tables.c
        query = sa.select(row.id).where(row.status != "over", row.awaited.is_(None))
        async with self._engine.connect() as connection:
            return list(await connection.scalars(query))

    async def complete(self, new: dict[str, Any]) -> None:
        """Note in the row of this version whom the table waits for."""
        row = schema.tables.c
        noted = (
            sa.update(schema.tables)
            .where(row.id == new["id"], row.version == new["version"])
            .values(awaited=new["awaited"])
        )
        async with self._engine.connect() as connection:
            await connection.execute(noted)

    async def ended_after(
        self, ended: float, table_id: str, until: float, limit: int = 500
    ) -> list[dict[str, Any]]:
        """Summaries of games by time of end and id: after the given pair, up to `until`."""
        row = schema.tables.c
        later = sa.or_(row.ended > ended, sa.and_(row.ended == ended, row.id > table_id))
        query = (
            sa.select(row.summary)
            .where(later, row.ended <= until)
            .order_by(row.ended, row.id)
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return [orjson.loads(text) for text in await connection.scalars(query)]

    async def forget(
        self, before: float, after: Place = (0.0, "")
    ) -> tuple[Place | None, list[str]]:
        """`Writer.forget`, between moves."""
        return await self._in_thread(self._writer.forget, before, after)

    async def chores(self) -> list[tuple[str, float | None, bool]]:
        """All unfinished tables: id, when each is due, and whether its bots have to move."""
        row = schema.tables.c
        query = sa.select(row.id, row.due, row.bots).where(row.status != "over")
        async with self._engine.connect() as connection:
            return [
                (found[0], found[1], bool(found[2])) for found in await connection.execute(query)
            ]

    # Tournaments

    async def append_entries(self, item: Append) -> bool:
        """Append entries to a tournament's log, all or none.

        False if another server has written an entry with the first number. Raises DatabaseError.
        """
        for attempt in range(PATIENCE):
            try:
                return await self._in_thread(self._writer.write_entries, item)
            except AWAY as error:
                if attempt == PATIENCE - 1:
                    raise DatabaseError(
                        f"the database does not answer: {error}".split("\n", 1)[0]
                    ) from None
                await asyncio.sleep(PAUSE)
        raise AssertionError

    async def tournaments(
        self, states: Sequence[str] = (), since: float = 0.0, limit: int = 50
    ) -> list[dict[str, Any]]:
        """Summaries of tournaments, the latest change first.

        states: only those in one of these states; empty for all. since: only those changed at this
        time or later.
        """
        row = schema.tournaments.c
        query = (
            sa.select(row.summary)
            .where(row.updated >= since)
            .order_by(row.updated.desc(), row.id)
            .limit(limit)
        )
        if states:
            query = query.where(row.state.in_(states))
        async with self._engine.connect() as connection:
            return [orjson.loads(text) for text in await connection.scalars(query)]

    # Accounts

    async def add_account(
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

    async def account(self, key: str) -> dict[str, Any] | None:
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

    async def change_account(
        self, account: dict[str, Any], *, keep: str = "", **changed: str
    ) -> bool:
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

    async def close_account(self, account: dict[str, Any]) -> bool:
        """Close an account that was read before, for good: nobody signs in, no device gets notices.
        The row stays until `delete_account`. False if another request changed it meanwhile.
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

    async def closed_accounts(self) -> list[dict[str, Any]]:
        """The accounts that are closed, and not yet deleted."""
        query = sa.select(schema.accounts).where(schema.accounts.c.password == CLOSED)
        async with self._engine.connect() as connection:
            return [dict(found) for found in (await connection.execute(query)).mappings()]

    async def delete_account(self, key: str, former: str) -> None:
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

    async def tables_of(self, holder: str) -> list[str]:
        """Ids of all tables where this identity had a seat, or was challenged."""
        seat = schema.seatings.c
        query = sa.select(seat.table_id).where(seat.holder == holder).distinct()
        async with self._engine.connect() as connection:
            return list(await connection.scalars(query))

    async def rewrite(
        self, table_id: str, holder: str, change: Callable[[list[Fields], Any], Rewritten]
    ) -> None:
        """`Writer.rewrite`, between moves."""
        await self._in_thread(self._writer.rewrite, table_id, holder, change)

    # Sessions

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

    # Notices

    async def add_subscription(self, subscription: dict[str, Any], most: int) -> bool:
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
        return True

    async def subscriptions(self, holder: str, since: float) -> list[dict[str, Any]]:
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
            return [dict(found) for found in (await connection.execute(query)).mappings()]

    async def end_subscription(self, subscription: str, holder: str = "") -> None:
        """Send no more notices to this device, if it is the holder's where one is given."""
        row = schema.subscriptions.c
        ended = sa.delete(schema.subscriptions).where(row.id == subscription)
        if holder:
            ended = ended.where(row.holder == holder)
        async with self._engine.connect() as connection:
            await connection.execute(ended)

    # Reviews

    async def review(self, table_id: str) -> Any:
        """The review of the table's game, as JSON; None if there is none yet."""
        query = sa.select(schema.reviews.c.made).where(schema.reviews.c.table_id == table_id)
        async with self._engine.connect() as connection:
            made = await connection.scalar(query)
        return made and orjson.loads(made)

    async def seats_of(self, holder: str, tables: Sequence[str]) -> dict[str, int]:
        """A seat that the identity has at each of these tables where it has one."""
        row = schema.seatings.c
        query = (
            sa.select(row.table_id, row.seat)
            .where(row.holder == holder, row.table_id.in_(tables))
            .order_by(row.seat)
        )
        async with self._engine.connect() as connection:
            rows = await connection.execute(query)
            return {row.table_id: row.seat for row in rows}

    async def reviewed(self, tables: Sequence[str]) -> list[str]:
        """Which of these tables have a review."""
        row = schema.reviews.c
        query = sa.select(row.table_id).where(row.table_id.in_(tables))
        async with self._engine.connect() as connection:
            return list(await connection.scalars(query))

    async def add_review(self, table_id: str, made: Any) -> None:
        """Keep the review of the table's game, unless another server has made one."""
        row = {"table_id": table_id, "made": orjson.dumps(made).decode()}
        insert = self._insert(schema.reviews).values(row).on_conflict_do_nothing()
        async with self._engine.connect() as connection:
            await connection.execute(insert)

    # Conditional moves

    async def conditional_moves(self, table_id: str) -> dict[int, str]:
        """What the seats of this table keep, by seat."""
        kept = schema.conditional_moves.c
        query = sa.select(kept.seat, kept.content).where(kept.table_id == table_id)
        async with self._engine.connect() as connection:
            found = await connection.execute(query)
            return {row.seat: row.content for row in found}

    async def keep_conditional_moves(self, table_id: str, seat: int, content: str) -> None:
        """Keep these for a seat, in place of those before."""
        row = {"table_id": table_id, "seat": seat, "content": content}
        insert = self._insert(schema.conditional_moves).values(row)
        upsert = insert.on_conflict_do_update(
            index_elements=["table_id", "seat"], set_={"content": content}
        )
        async with self._engine.connect() as connection:
            await connection.execute(upsert)

    async def drop_conditional_moves(self, table_id: str, seat: int, content: str) -> None:
        """Delete those of a seat, unless there are others by now."""
        row = schema.conditional_moves.c
        delete = sa.delete(schema.conditional_moves).where(
            row.table_id == table_id, row.seat == seat, row.content == content
        )
        async with self._engine.connect() as connection:
            await connection.execute(delete)

    async def tables_with_conditional_moves(self) -> list[str]:
        """The tables where some seat keeps any."""
        query = sa.select(schema.conditional_moves.c.table_id).distinct()
        async with self._engine.connect() as connection:
            return list(await connection.scalars(query))

    # Studies

    async def add_study(
        self, study_id: str, holder: str, summary: Any, content: Any, now: float
    ) -> None:
        """Keep a new study of this holder."""
        row = {
            "id": study_id,
            "holder": holder,
            "changed": now,
            "opened": now,
            "summary": orjson.dumps(summary).decode(),
            "content": orjson.dumps(content).decode(),
        }
        async with self._engine.connect() as connection:
            await connection.execute(self._insert(schema.studies).values(row))

    async def change_study(
        self, study_id: str, holder: str, summary: Any, content: Any, now: float
    ) -> bool:
        """Replace a study. False if this holder has none of this id."""
        row = schema.studies.c
        values = {
            "changed": now,
            "opened": now,
            "summary": orjson.dumps(summary).decode(),
            "content": orjson.dumps(content).decode(),
        }
        update = (
            sa.update(schema.studies)
            .where(row.id == study_id, row.holder == holder)
            .values(values)
            .returning(row.id)
        )
        async with self._engine.connect() as connection:
            return (await connection.execute(update)).first() is not None

    async def study(self, study_id: str) -> tuple[str, float, Any] | None:
        """The holder of a study, when it was last opened, and its content; None if unknown."""
        row = schema.studies.c
        query = sa.select(row.holder, row.opened, row.content).where(row.id == study_id)
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).first()
        return found and (found[0], found[1], orjson.loads(found[2]))

    async def note_opening(self, study_id: str, now: float) -> None:
        """Note that somebody opened the study."""
        row = schema.studies.c
        update = sa.update(schema.studies).where(row.id == study_id).values(opened=now)
        async with self._engine.connect() as connection:
            await connection.execute(update)

    async def studies_of(self, holder: str, limit: int) -> list[dict[str, Any]]:
        """The id, the time of the last change, and the summary of a holder's studies, the newest
        first.
        """
        row = schema.studies.c
        query = (
            sa.select(row.id, row.changed, row.summary)
            .where(row.holder == holder)
            .order_by(row.changed.desc(), row.id)
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return [
                {"id": study_id, "changed": changed, **orjson.loads(summary)}
                for study_id, changed, summary in await connection.execute(query)
            ]

    async def count_studies(self, holder: str) -> int:
        """How many studies the holder has."""
        query = sa.select(sa.func.count()).where(schema.studies.c.holder == holder)
        async with self._engine.connect() as connection:
            return int(await connection.scalar(query) or 0)

    async def delete_study(self, study_id: str, holder: str) -> bool:
        """Delete a study. False if this holder has none of this id."""
        row = schema.studies.c
        delete = (
            sa.delete(schema.studies)
            .where(row.id == study_id, row.holder == holder)
            .returning(row.id)
        )
        async with self._engine.connect() as connection:
            return (await connection.execute(delete)).first() is not None

    async def forget_studies(self, before: float, limit: int = 20) -> None:
        """Delete some studies of holders without an account that nobody has opened since."""
        row = schema.studies.c
        owned = sa.select(schema.accounts.c.key).where(schema.accounts.c.holder == row.holder)
        old = (
            sa.select(row.id)
            .where(row.opened < before, ~owned.exists())
            .order_by(row.opened)
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            await connection.execute(sa.delete(schema.studies).where(row.id.in_(old)))


def own_tables(holder: str) -> sa.Subquery:
    """The unfinished tables where this identity has a seat: their ids, the first such seat, and as
    `turn` whether they wait for it, as 0 or 1.
    """
    row, seat = schema.tables.c, schema.seatings.c
    turn = sa.func.coalesce(row.awaited, 0).op(">>")(seat.seat).op("&")(1)
    return (
        sa.select(row.id, sa.func.min(seat.seat).label("seat"), sa.func.max(turn).label("turn"))
        .join(schema.seatings, seat.table_id == row.id)
        .where(seat.holder == holder, row.status.in_(("open", "live")))
        .group_by(row.id)
        .subquery()
    )


def database_url(text: str) -> sa.URL:
    """The SQLAlchemy URL for a URL or file name. Raises DatabaseError."""
    expected = "expected postgresql://..., sqlite:///FILE or the name of a file"
    kind, separator, rest = text.partition("://")
    drivers = {
        "postgresql": "postgresql+psycopg",
        "postgres": "postgresql+psycopg",
        "sqlite": "sqlite+aiosqlite",
    }
    if separator and kind not in drivers:
        raise DatabaseError(f"{kind}://: {expected}")
    try:
        url = (
            sa.make_url(f"{drivers[kind]}://{rest}")
            if separator
            else sa.URL.create("sqlite+aiosqlite", database=text)
        )
    # a port that is no number; the address itself may hold a password
    except (ArgumentError, ValueError):
        raise DatabaseError(
            f"the database's address {kind}://... makes no sense: {expected}"
        ) from None
    if url.get_backend_name() == "sqlite" and (
        url.host or url.query or url.database in (None, "", ":memory:")
    ):
        raise DatabaseError(f"{text!r} is no file, in which tables would be kept: {expected}")
    return url


@contextlib.contextmanager
def claimed(file: Path) -> Iterator[None]:
    """Lock an SQLite file against other servers, which would miss each other's changes.

    Raises DatabaseError.
    """
    path = file.resolve()  # a link leads to the same file
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(f"{path}.lock", mode=0o600)
    path.touch(0o600)  # SQLite's other files get the mode of this one
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise DatabaseError(
            f"{path} is in use by another server: stop it, or give several servers one "
            "PostgreSQL with --database"
        ) from None
    # an older version, or a copy, may have left them for others to read
    for companion in ("", "-wal", "-shm", "-journal", ".lock"):
        with contextlib.suppress(OSError):  # it is not there, or another user's
            Path(f"{path}{companion}").chmod(0o600)
    try:
        yield
    finally:
        lock.release()


def answer(batch: Sequence[Entry], written: Sequence[bool]) -> None:
    """Resolve each append of a batch with whether it was written."""
    for (_, done), yes in zip(batch, written, strict=True):
        if not done.done():  # else the caller was cancelled
            done.set_result(yes)


def fail(batch: Sequence[Entry], error: Exception) -> None:
    """Fail all appends of a batch."""
    for _, done in batch:
        if not done.done():
            done.set_exception(error)
