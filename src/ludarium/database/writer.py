"""Writes to logs, grouped into transactions.

A writer is synchronous and belongs to one thread: SQLAlchemy's synchronous statements cost a third
of its asynchronous ones.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import groupby
from typing import Any

import orjson
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from ludarium.database import schema
from ludarium.database.owned import disowning
from ludarium.database.streams import STREAMS, encoded
from ludarium.database.upgrade import set_up_sqlite
from ludarium.eventlog.codec import Fields
from ludarium.eventlog.store import Commit

__all__ = [
    "CHANNEL",
    "LONGEST_NOTE",
    "NOTIFY",
    "Place",
    "Rewritten",
    "Writer",
    "notes",
]

CHANNEL = "ludarium"
"""The PostgreSQL notification channel."""
LONGEST_NOTE = 7_000  # bytes; PostgreSQL takes 8,000
NOTIFY = sa.text("SELECT pg_notify(:channel, :payload)").bindparams(channel=CHANNEL)


FORGOTTEN_AT_ONCE = 20  # tables, as moves wait meanwhile
FORGOTTEN_TOURNAMENTS = 2  # likewise, of up to 10,000 players
Place = tuple[float, str]
"""A place in a search through finished games: the time of the last game's latest change, and its
id.
"""


Rewritten = tuple[dict[int, Fields], Any]
"""The entries of a log that change, by number, and the new summary."""


class Writer:
    """The connection of this process that writes to logs.

    process: the name of this process to others.
    """

    def __init__(self, url: sa.URL, process: str) -> None:
        self.process = process
        self.is_postgresql = url.get_backend_name() == "postgresql"
        if self.is_postgresql:
            self._engine = sa.create_engine(url, pool_size=1, max_overflow=0, hide_parameters=True)
        else:
            file = url.set(drivername="sqlite")
            self._engine = sa.create_engine(
                file,
                pool_size=1,
                max_overflow=0,
                connect_args={"timeout": 30},
                hide_parameters=True,
            )
            sa.event.listen(self._engine, "connect", set_up_sqlite)

        def insert(table: sa.Table) -> Any:
            return insert_given(table, self.is_postgresql)

        self._insert_entries = {
            name: insert(stream.entries)
            .on_conflict_do_nothing()
            .execution_options(preserve_rowcount=True)
            for name, stream in STREAMS.items()
        }
        self._upsert_rows = {
            name: upsert_later(stream.rows, insert(stream.rows), stream.fixed)
            for name, stream in STREAMS.items()
        }
        beside = (schema.seatings, schema.tournament_holders)
        self._upsert_side = {table.name: upsert(table, insert(table)) for table in beside}
        self._delete_side = {
            table.name: sa.delete(table).where(
                *(column == sa.bindparam(column.name) for column in table.primary_key)
            )
            for table in beside
        }
        owned = schema.owned.c
        self._grow = (
            sa.update(schema.owned)
            .where(owned.kind == sa.bindparam("stream"), owned.id == sa.bindparam("identity"))
            .values(size=owned.size + sa.bindparam("more"))
        )

    def close(self) -> None:
        self._engine.dispose()

    def write(self, commits: Sequence[Commit]) -> list[bool]:
        """Write all commits without a conflict in one transaction. For each: True if the log has
        its entries.

        A log's commits must be in order.
        """
        with self._engine.connect() as connection:
            if self._insert_all(connection, commits):
                fresh, held = list(commits), [True] * len(commits)
            else:
                connection.rollback()
                fresh, held = [], []
                for commit in commits:
                    new = self._insert_one(connection, commit)
                    if new:
                        fresh.append(commit)
                    held.append(new or is_written(connection, commit))
            if fresh:
                self._project(connection, fresh)
            connection.commit()
        return held

    def forget(self, before: float, after: Place) -> tuple[Place | None, list[str]]:
        """Delete some of the games that ended before this time, and belong to nobody who has an
        account, and to no tournament.

        after: where the search begins. Returns where to go on, None where nothing is left, and the
        ids of the deleted tables.
        """
        row, seat = schema.tables.c, schema.seatings.c
        owner = sa.select(schema.accounts.c.key).join(
            schema.seatings, seat.holder == schema.accounts.c.holder
        )
        query = (
            sa.select(
                row.updated, row.id, row.summary, owner.where(seat.table_id == row.id).exists()
            )
            .where(row.status == "over", row.updated < before)
            .where(sa.or_(row.updated > after[0], (row.updated == after[0]) & (row.id > after[1])))
            .order_by(row.updated, row.id)
            .limit(FORGOTTEN_AT_ONCE)
        )
        with self._engine.begin() as connection:
            games = connection.execute(query).all()
            ids = [
                table_id
                for _, table_id, summary, owned in games
                if not owned and orjson.loads(summary).get("tournament") is None
            ]
            if ids:
                connection.execute(sa.delete(schema.tables).where(row.id.in_(ids)))
                for table in (
                    schema.events,
                    schema.seatings,
                    schema.reviews,
                    schema.conditional_moves,
                    schema.counted_games,
                ):
                    connection.execute(sa.delete(table).where(table.c.table_id.in_(ids)))
        full = len(games) == FORGOTTEN_AT_ONCE
        return (games[-1][0], games[-1][1]) if full else None, ids

    def forget_tournaments(self, unbegun: float, others: float | None) -> list[str]:
        """Delete some tournaments of which no account is an organiser or a player: those that
        never began and were last changed before the one time, and any that were before the other.

        Returns their ids.
        """
        row, held = schema.tournaments.c, schema.tournament_holders.c
        owner = sa.select(schema.accounts.c.key).join(
            schema.tournament_holders, held.holder == schema.accounts.c.holder
        )
        old = [sa.and_(row.state == "open", row.updated < unbegun)]
        if others is not None:
            old.append(sa.and_(row.updated < others))
        query = (
            sa.select(row.id)
            .where(sa.or_(*old), ~owner.where(held.tournament_id == row.id).exists())
            .order_by(row.updated)
            .limit(FORGOTTEN_TOURNAMENTS)
        )
        with self._engine.begin() as connection:
            ids = list(connection.scalars(query))
            for column in (
                schema.tournament_entries.c.tournament_id,
                schema.tournament_holders.c.tournament_id,
                schema.tournaments.c.id,
            ):
                connection.execute(sa.delete(column.table).where(column.in_(ids)))
            connection.execute(disowning("tournament", schema.owned.c.id.in_(ids)))
        return ids

    def rewrite(
        self, table_id: str, holder: str, change: Callable[[list[Fields], Any], Rewritten]
    ) -> None:
        """Change entries of a table's log, as far as they name somebody who is to be forgotten.

        change: given the entries and the summary, says what becomes of them. The identity has no
        seat there any more.
        """
        row, entry, seat = schema.tables.c, schema.events.c, schema.seatings.c
        lock = sa.select(row.summary).where(row.id == table_id)
        with self._engine.begin() as connection:
            if self.is_postgresql:
                lock = lock.with_for_update()
            summary = connection.scalar(lock)
            if summary is None:
                return
            rows = connection.execute(
                sa.select(entry.public, entry.private)
                .where(entry.table_id == table_id)
                .order_by(entry.sequence)
            ).all()
            entries = [(orjson.loads(public), orjson.loads(private)) for public, private in rows]
            changed, told = change(entries, orjson.loads(summary))
            for number, fields in changed.items():
                public, private = encoded(fields)
                connection.execute(
                    sa.update(schema.events)
                    .where(entry.table_id == table_id, entry.sequence == number)
                    .values(public=public, private=private)
                )
            connection.execute(
                sa.update(schema.tables)
                .where(row.id == table_id)
                .values(summary=orjson.dumps(told).decode())
            )
            connection.execute(
                sa.delete(schema.seatings).where(seat.table_id == table_id, seat.holder == holder)
            )

    def _insert_all(self, connection: sa.Connection, commits: Sequence[Commit]) -> bool:
        """Insert the entries of all commits. False if there is a conflict."""
        for name, statement in self._insert_entries.items():
            rows = [row for one in commits if one.stream == name for row in entry_rows(one)]
            if rows and connection.execute(statement, given(rows)).rowcount < len(rows):
                return False
        return True

    def _insert_one(self, connection: sa.Connection, commit: Commit) -> bool:
        """Insert the entries of a commit, unless one with the first number exists."""
        statement, (first, *rest) = self._insert_entries[commit.stream], entry_rows(commit)
        if not connection.execute(statement, given([first])).rowcount:
            return False
        if rest:  # cannot conflict once the first is written
            connection.execute(statement, given(rest))
        return True

    def _project(self, connection: sa.Connection, commits: Sequence[Commit]) -> None:
        """Write what follows from new entries, and notify other processes."""
        newest = {(commit.stream, commit.log_id): commit for commit in commits}.values()
        for name, statement in self._upsert_rows.items():
            if rows := [commit.row for commit in newest if commit.stream == name]:
                connection.execute(statement, given(rows))
        for commit in commits:  # in order: who left may sit down again
            for (table, kept), several in groupby(commit.side, key=lambda one: (one[0], one[2])):
                self._change_side(connection, table, kept, [one.values for one in several])
            if STREAMS[commit.stream].owned:
                grown = {"stream": commit.stream, "identity": commit.log_id, "more": commit.size}
                connection.execute(self._grow, grown)
        if self.is_postgresql:
            news = [[commit.stream, commit.log_id, *commit.note] for commit in newest]
            for note in notes(self.process, news):
                connection.execute(NOTIFY, {"payload": note})

    def _change_side(
        self, connection: sa.Connection, table: str, kept: bool, rows: list[dict[str, Any]]
    ) -> None:
        if kept:
            connection.execute(self._upsert_side[table], given(rows))
        else:
            connection.execute(self._delete_side[table], rows)


def entry_rows(commit: Commit) -> list[dict[str, Any]]:
    """The database's rows of the entries of a commit."""
    stream = STREAMS[commit.stream]
    # plain text, not SQLAlchemy's, which is no key of a JSON object
    log_id, numbered = str(stream.log_id.name), str(stream.number.name)
    return [
        {log_id: commit.log_id, numbered: number, "public": public, "private": private}
        for number, (public, private) in enumerate(commit.entries, commit.first)
    ]


def insert_given(table: sa.Table, is_postgresql: bool) -> Any:
    """A statement that inserts rows: those of its parameter `rows`, as `given` makes it.

    To execute a statement for each row would let go of Python's lock as often, and the next one
    would wait each time until busy threads do; PostgreSQL takes half the time for all at once.
    """
    rows = sa.bindparam("rows", type_=sa.Text)
    names = [column.name for column in table.c]
    if is_postgresql:
        columns = [sa.column(column.name, column.type) for column in table.c]
        told = sa.func.json_to_recordset(sa.cast(rows, postgresql.JSON)).table_valued(*columns)
        values = sa.select(*told.render_derived(with_types=True).c)
        return postgresql.insert(table).from_select(names, values)
    one = sa.func.json_each(rows).table_valued("value").c.value
    values = sa.select(*(sa.func.json_extract(one, f"$.{name}") for name in names))
    # without a condition, what follows ON would be one of a join
    return sqlite.insert(table).from_select(names, values.where(sa.true()))


def given(rows: Sequence[dict[str, Any]]) -> dict[str, str]:
    """The parameter of `insert_given`."""
    return {"rows": orjson.dumps(rows).decode()}


def upsert_later(table: sa.Table, insert: Any, fixed: Collection[str]) -> Any:
    """An upsert that never replaces a later version. fixed: columns that never change."""
    changed = {
        column.name: insert.excluded[column.name] for column in table.c if column.name not in fixed
    }
    later = insert.excluded.version > table.c.version
    return insert.on_conflict_do_update(index_elements=["id"], set_=changed, where=later)


def upsert(table: sa.Table, insert: Any) -> Any:
    """An upsert by primary key."""
    key = list(table.primary_key)
    changed = {column.name: insert.excluded[column.name] for column in table.c if column not in key}
    if not changed:
        return insert.on_conflict_do_nothing()
    return insert.on_conflict_do_update(index_elements=key, set_=changed)


def is_written(connection: sa.Connection, commit: Commit) -> bool:
    """Tell whether the log has these entries, as after a commit that was not acknowledged."""
    stream = STREAMS[commit.stream]
    last = commit.first + len(commit.entries) - 1
    query = (
        sa.select(stream.entries.c.public, stream.entries.c.private)
        .where(stream.log_id == commit.log_id, stream.number.between(commit.first, last))
        .order_by(stream.number)
    )
    return tuple(tuple(row) for row in connection.execute(query)) == commit.entries


def notes(process: str, news: Sequence[Any]) -> list[str]:
    """The payloads that carry these notifications."""
    parts: list[list[Any]] = [[]]
    size = 0
    for item in news:
        length = len(orjson.dumps(item)) + 1
        if parts[-1] and size + length > LONGEST_NOTE:
            parts.append([])
            size = 0
        parts[-1].append(item)
        size += length
    return [orjson.dumps([process, part]).decode() for part in parts]
