"""Storage of logs in SQLite or PostgreSQL.

Concurrent appends are grouped into one transaction, which shares the cost of its commit; long ones
have their own. An append returns after the commit, so an acknowledged entry is on disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
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
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ludarium.database import schema
from ludarium.database.accounts import Accounts
from ludarium.database.attempts import Attempts
from ludarium.database.conditional_moves import ConditionalMoves
from ludarium.database.engine import engine_of
from ludarium.database.openings import OpeningCounts
from ludarium.database.owned import Owned
from ludarium.database.reviews import ReviewRepository
from ludarium.database.streams import STREAMS
from ludarium.database.studies import StudyRepository
from ludarium.database.subscriptions import Subscriptions
from ludarium.database.table_index import TableIndex
from ludarium.database.upgrade import DatabaseError, delete_copies, set_up_sqlite, upgrade
from ludarium.database.writer import (
    CHANNEL,
    LONGEST_NOTE,
    NOTIFY,
    Place,
    Rewritten,
    Writer,
    notes,
)
from ludarium.eventlog.codec import Fields
from ludarium.eventlog.store import Commit, StreamName

__all__ = ["CHANNEL", "DATABASE_FAULTS", "DatabaseError", "Store"]

LARGEST_BATCH = 200  # commits of a transaction
LONG = 50  # entries of a commit that gets a transaction of its own, as a list of players
# seconds from one transaction to the next: what comes meanwhile shares its cost, which is that of
# writing ten moves; who comes alone does not wait
GATHERING = 0.004
AT_ONCE = 1_000  # entries of a log that are read before others have their turn
PATIENCE = 20  # attempts to write a batch while the database is away
PAUSE = 0.25  # seconds between attempts
PATIENT_PAUSE = 1.0  # seconds between those of work that can wait
NOTES_KEPT = 600.0  # seconds for which others can read a note that no notification carries
LONG_NOTE = "long"  # the kind of a notification that has the number of such a note
# errors raised while the database is away
AWAY = (OperationalError, InterfaceError, PoolTimeout, OSError)
DATABASE_FAULTS = (SQLAlchemyError, OSError)  # all errors of the database

Waiting = tuple[Commit, asyncio.Future[bool]]
"""A commit, and the future of whoever waits for it."""
Result = TypeVar("Result")
log = logging.getLogger(__name__)


class Store:
    """The database. Make one with `Store.opened`.

    It is the `EventStore` of servers.
    """

    def __init__(self, url: str, process: str) -> None:
        self.url = database_url(url)
        self.process = process
        self.is_postgresql = self.url.get_backend_name() == "postgresql"
        self.secret = ""
        self.upgraded = False
        """True if its tables were of an older version, or of none, when it was opened."""
        self.table_index: TableIndex
        """Tables and tournaments, by the rows that are written with their logs."""
        self.accounts: Accounts
        """Accounts and sessions."""
        self.subscriptions: Subscriptions
        """Devices that get notices."""
        self.reviews: ReviewRepository
        """Reviews of finished games."""
        self.conditional_moves: ConditionalMoves
        """Conditional moves of seats."""
        self.studies: StudyRepository
        """Studies that visitors saved."""
        self.openings: OpeningCounts
        """Openings of finished games."""
        self.owned: Owned
        """Stored content, by kind, with its owners."""
        self.attempts: Attempts
        """First attempts at puzzles."""
        self._insert = postgresql.insert if self.is_postgresql else sqlite.insert
        self._engine: AsyncEngine  # for reads and single statements
        self._writer: Writer
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._short: asyncio.Queue[Waiting] = asyncio.Queue()
        self._long: asyncio.Queue[Waiting] = asyncio.Queue()

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
            writing = [
                asyncio.create_task(store._write_forever(store._short, LARGEST_BATCH)),
                asyncio.create_task(store._write_forever(store._long, 1)),
            ]
            try:
                yield store
            finally:
                for task in writing:
                    task.cancel()
                await asyncio.gather(*writing, return_exceptions=True)

    async def _open(self, stack: contextlib.AsyncExitStack) -> None:
        """Connect; cleanup is pushed onto the stack."""
        options: dict[str, Any] = {"isolation_level": "AUTOCOMMIT", "hide_parameters": True}
        if self.is_postgresql:
            self._engine = engine_of(
                self.url, pool_size=10, max_overflow=0, pool_pre_ping=True, **options
            )
        else:
            stack.enter_context(claimed(Path(self.url.database or "")))
            self._engine = engine_of(self.url, connect_args={"timeout": 30}, **options)
            sa.event.listen(self._engine.sync_engine, "connect", set_up_sqlite)
        stack.push_async_callback(self._engine.dispose)
        given = self._engine, self._insert
        self.table_index, self.accounts = TableIndex(*given), Accounts(*given)
        self.subscriptions, self.conditional_moves = Subscriptions(*given), ConditionalMoves(*given)
        self.reviews, self.studies = ReviewRepository(*given), StudyRepository(*given)
        self.openings, self.attempts = OpeningCounts(*given), Attempts(*given)
        self.owned = Owned(*given)
        stack.callback(self._thread.shutdown)
        self.upgraded = await self._in_thread(upgrade, self.url)
        self._writer = Writer(self.url, self.process)
        stack.push_async_callback(self._in_thread, self._writer.close)
        self.secret = await self.setting("secret", secrets.token_hex(32))

    async def _in_thread(self, work: Callable[..., Result], *arguments: Any) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    async def delete_copies(self) -> None:
        """Delete what an upgrade copied before it began: for a server that runs, without one."""
        if not (self.upgraded or self.is_postgresql):
            await self._in_thread(delete_copies, self.url)

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

    # Logs

    @property
    def is_shared(self) -> bool:
        """True if other servers may append to the same logs."""
        return self.is_postgresql

    async def append(self, commit: Commit) -> bool:
        """Append entries to a log, all or none, in one transaction with other commits; one of more
        than LONG entries has its own.

        False if the log has another entry with the first number. Raises DatabaseError where the
        database does not answer.
        """
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        queue = self._long if len(commit.entries) > LONG else self._short
        queue.put_nowait((commit, done))
        return await done

    async def _write_forever(self, queue: asyncio.Queue[Waiting], most: int) -> None:
        """Write what waits in this queue, so many commits at once."""
        loop = asyncio.get_running_loop()
        next_at = loop.time()
        while True:
            batch = [await queue.get()]
            if (wait := next_at - loop.time()) > 0:
                await asyncio.sleep(wait)
            while not queue.empty() and len(batch) < most:
                batch.append(queue.get_nowait())
            # the same order on all servers, and in all ways of writing, prevents deadlocks
            batch.sort(key=lambda waiting: (waiting[0].stream, waiting[0].log_id, waiting[0].first))
            await self._write_batch(batch)
            next_at = loop.time() + GATHERING

    async def _write_batch(self, batch: Sequence[Waiting]) -> None:
        for attempt in range(PATIENCE):
            try:
                written = await self._in_thread(self._writer.write, [commit for commit, _ in batch])
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

    async def _find_fault(self, batch: Sequence[Waiting], error: Exception) -> None:
        """Write the commits of a failed batch one by one, so that only the faulty one fails."""
        if len(batch) == 1:
            fail(batch, error)
        else:
            for waiting in batch:
                await self._write_batch([waiting])

    async def tell_others(self, news: Sequence[Any]) -> None:
        """Notify the other servers of something that is not in a log.

        Each item is a list: its kind, then its values. One that no notification can carry is kept
        in the database, and the others are told its number.
        """
        if self.is_postgresql and news:
            async with self._engine.connect() as connection:
                carried = [
                    item
                    if len(orjson.dumps(item)) < LONGEST_NOTE
                    else [LONG_NOTE, await self._keep_note(connection, item)]
                    for item in news
                ]
                for note in notes(self.process, carried):
                    await connection.execute(NOTIFY, {"payload": note})

    async def _keep_note(self, connection: AsyncConnection, item: Any) -> int:
        row, now = schema.long_notes, time.time()
        await connection.execute(sa.delete(row).where(row.c.at < now - NOTES_KEPT))
        values = {"at": now, "content": orjson.dumps(item).decode()}
        kept = self._insert(row).values(values).returning(row.c.number)
        return int((await connection.execute(kept)).scalar_one())

    async def note(self, item: list[Any]) -> list[Any] | None:
        """Return another server's notification, read from the database where it is kept there; None
        where it is no longer.
        """
        if item[0] != LONG_NOTE:
            return item
        row = schema.long_notes.c
        async with self._engine.connect() as connection:
            content = await connection.scalar(sa.select(row.content).where(row.number == item[1]))
        return None if content is None else list(orjson.loads(content))

    async def load(
        self, stream: StreamName, log_id: str, after: int = 0, limit: int | None = None
    ) -> list[Fields]:
        """Return the public and private fields of a log's entries that follow entry `after`; empty
        if there is none.

        limit: return so many at most.
        """
        entries, id_column, number, *_ = STREAMS[stream]
        own, beginning = id_column == log_id, after
        query = sa.select(number, entries.c.public, entries.c.private).where(own).order_by(number)
        loaded: list[Fields] = []
        async with self._engine.connect() as connection:
            while limit is None or len(loaded) < limit:
                most = AT_ONCE if limit is None else min(AT_ONCE, limit - len(loaded))
                rows = (await connection.execute(query.where(number > after).limit(most))).all()
                loaded += [
                    (orjson.loads(public), orjson.loads(private)) for _, public, private in rows
                ]
                if len(rows) < most:
                    break
                after = rows[-1][0]
            first = sa.select(number).where(own, number == beginning + 1)
            if len(loaded) > AT_ONCE and await connection.scalar(first) is None:
                return []  # it was deleted between two reads
        return loaded

    async def patiently(self, work: Callable[..., Awaitable[Result]], *arguments: Any) -> Result:
        """Do the work with these arguments, again and again while the database is away."""
        while True:
            try:
                return await work(*arguments)
            except (*DATABASE_FAULTS, DatabaseError) as error:
                log.warning("the database does not answer, trying again: %s", type(error).__name__)
                await asyncio.sleep(PATIENT_PAUSE)

    async def forget(
        self, before: float, after: Place = (0.0, "")
    ) -> tuple[Place | None, list[str]]:
        """`Writer.forget`, between moves."""
        return await self._in_thread(self._writer.forget, before, after)

    async def forget_tournaments(self, unbegun: float, others: float | None) -> list[str]:
        """`Writer.forget_tournaments`, between moves."""
        return await self._in_thread(self._writer.forget_tournaments, unbegun, others)

    async def rewrite(
        self, table_id: str, holder: str, change: Callable[[list[Fields], Any], Rewritten]
    ) -> None:
        """`Writer.rewrite`, between moves."""
        await self._in_thread(self._writer.rewrite, table_id, holder, change)


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


def answer(batch: Sequence[Waiting], written: Sequence[bool]) -> None:
    """Resolve each commit of a batch: True if it was written."""
    for (_, done), yes in zip(batch, written, strict=True):
        if not done.done():  # else the caller was cancelled
            done.set_result(yes)


def fail(batch: Sequence[Waiting], error: Exception) -> None:
    """Fail all commits of a batch."""
    for _, done in batch:
        if not done.done():
            done.set_exception(error)
