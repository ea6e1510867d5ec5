"""Writes to logs, grouped into transactions.

A writer is synchronous and belongs to one thread: SQLAlchemy's synchronous statements cost a third
of its asynchronous ones.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

import orjson
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from ludarium.database import schema
from ludarium.database.owned import disowning
from ludarium.database.upgrade import set_up_sqlite

__all__ = [
    "CHANNEL",
    "LONGEST_NOTE",
    "NOTIFY",
    "TABLE_LOG",
    "TOURNAMENT_LOG",
    "Append",
    "Fields",
    "LogTable",
    "Place",
    "Rewritten",
    "Writer",
    "encoded",
    "notes",
]

CHANNEL = "ludarium"
"""The PostgreSQL notification channel."""
Fields = tuple[dict[str, Any], dict[str, Any]]
"""The public and the private fields of an entry."""
LONGEST_NOTE = 7_000  # bytes; PostgreSQL takes 8,000
NOTIFY = sa.text("SELECT pg_notify(:channel, :payload)").bindparams(channel=CHANNEL)


FORGOTTEN_AT_ONCE = 20  # tables, as moves wait meanwhile
FORGOTTEN_TOURNAMENTS = 2  # likewise, of up to 10,000 players
Place = tuple[float, str]
"""Where a search through finished games has come to: when one changed last, and its id."""


Rewritten = tuple[dict[int, Fields], Any]
"""The entries of a log that change, by number, and the new summary."""


class LogTable(NamedTuple):
    """The database table of one kind of log."""

    table: sa.Table
    log_id: sa.Column[str]
    """The column with the id of the log."""
    number: sa.Column[int]
    """The column with the number of the entry."""


TABLE_LOG = LogTable(schema.events, schema.events.c.table_id, schema.events.c.sequence)
TOURNAMENT_LOG = LogTable(
    schema.tournament_entries,
    schema.tournament_entries.c.tournament_id,
    schema.tournament_entries.c.number,
)


@dataclasses.dataclass(frozen=True, slots=True)
class Append:
    """Entries to append to a log, all or none."""

    log: LogTable
    log_id: str
    first: int
    """The number of the first entry."""
    entries: tuple[tuple[str, str], ...]
    """The public and the private fields of each, as `encoded`: here, as moves wait for the thread
    that writes."""
    row: dict[str, Any]
    """The new row for lists."""
    seatings: tuple[tuple[str, int], ...] = ()
    """Pairs of holder and seat, if somebody took a seat at a table, or the game ended."""
    vacated: tuple[tuple[str, int], ...] = ()
    """Pairs of holder and seat, if somebody gave a seat up before the game."""
    holders: tuple[str, ...] = ()
    """Who organises or plays from now on, at a tournament."""
    ended: float | None = None
    """When the game ended, or the table was closed."""

    @property
    def size(self) -> int:
        """How many bytes the entries take, about."""
        return sum(len(public) + len(private) for public, private in self.entries)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows to insert."""
        # plain text, not SQLAlchemy's, which is no key of a JSON object
        log_id, numbered = str(self.log.log_id.name), str(self.log.number.name)
        return [
            {
                log_id: self.log_id,
                numbered: number,
                "public": public,
                "private": private,
            }
            for number, (public, private) in enumerate(self.entries, self.first)
        ]


def encoded(fields: Fields) -> tuple[str, str]:
    """The public and the private fields of an entry as JSON."""
    public, private = fields
    return orjson.dumps(public).decode(), orjson.dumps(private).decode()


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

        def insert_new(table: sa.Table) -> Any:
            return insert(table).on_conflict_do_nothing().execution_options(preserve_rowcount=True)

        self._insert_events = insert_new(schema.events)
        again = insert(schema.seatings)
        self._upsert_seatings = again.on_conflict_do_update(
            index_elements=list(schema.seatings.primary_key), set_={"ended": again.excluded.ended}
        )
        self._delete_seating = sa.delete(schema.seatings).where(
            *(column == sa.bindparam(column.name) for column in schema.seatings.primary_key)
        )
        self._upsert_tables = upsert_later(
            schema.tables, insert(schema.tables), ("id", "game", "host", "network")
        )
        owned = schema.owned.c
        self._grow = (
            sa.update(schema.owned)
            .where(owned.kind == "tournament", owned.id == sa.bindparam("identity"))
            .values(size=owned.size + sa.bindparam("more"))
        )
        self._insert_holders = insert_new(schema.tournament_holders)
        self._insert_entries = insert_new(schema.tournament_entries)
        self._upsert_tournaments = upsert_later(
            schema.tournaments, insert(schema.tournaments), ("id",)
        )

    def close(self) -> None:
        self._engine.dispose()

    def write(self, items: Sequence[Append]) -> list[bool]:
        """Write all items without a conflict in one transaction. Whether each was written."""
        rows = [row for item in items for row in item.rows]
        won = [True] * len(items)
        with self._engine.connect() as connection:
            if connection.execute(self._insert_events, given(rows)).rowcount < len(rows):
                connection.rollback()  # some item has a conflict
                won = [self._write_one(connection, item) for item in items]
            if any(won):
                self._note(
                    connection, [item for item, wins in zip(items, won, strict=True) if wins]
                )
            connection.commit()
        return won

    def write_entries(self, item: Append) -> bool:
        """Append to a tournament's log. False if an entry with the first number exists."""
        rows = item.rows
        with self._engine.connect() as connection:
            if connection.execute(self._insert_entries, given(rows)).rowcount < len(rows):
                connection.rollback()
                return is_written(connection, item)
            connection.execute(self._upsert_tournaments, given([item.row]))
            connection.execute(self._grow, {"identity": item.log_id, "more": item.size})
            if item.holders:
                rows = [{"holder": one, "tournament_id": item.log_id} for one in item.holders]
                connection.execute(self._insert_holders, given(rows))
            if self.is_postgresql:
                for note in notes(self.process, [["tournament", item.log_id, item.row["version"]]]):
                    connection.execute(NOTIFY, {"payload": note})
            connection.commit()
        return True

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
            found = connection.execute(query).all()
            ids = [
                table_id
                for _, table_id, summary, owned in found
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
        full = len(found) == FORGOTTEN_AT_ONCE
        return (found[-1][0], found[-1][1]) if full else None, ids

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
            found = connection.execute(
                sa.select(entry.public, entry.private)
                .where(entry.table_id == table_id)
                .order_by(entry.sequence)
            ).all()
            entries = [(orjson.loads(public), orjson.loads(private)) for public, private in found]
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

    def _write_one(self, connection: sa.Connection, item: Append) -> bool:
        """Write all entries of the item, unless one with the first number exists.

        Whether the log contains them.
        """
        first, *rest = item.rows
        if not connection.execute(self._insert_events, given([first])).rowcount:
            return is_written(connection, item)
        if rest:  # cannot conflict once the first is written
            connection.execute(self._insert_events, given(rest))
        return True

    def _note(self, connection: sa.Connection, accepted: Sequence[Append]) -> None:
        """Update the rows for lists, and notify other processes."""
        newest = {item.log_id: item for item in accepted}
        connection.execute(self._upsert_tables, given([item.row for item in newest.values()]))
        for item in accepted:  # in order: who left may sit down again
            seatings, vacated = (
                [
                    {"holder": holder, "table_id": item.log_id, "seat": seat}
                    for holder, seat in set(pairs)
                ]
                for pairs in (item.seatings, item.vacated)
            )
            if seatings:
                rows = [{**one, "ended": item.ended} for one in seatings]
                connection.execute(self._upsert_seatings, given(rows))
            if vacated:
                connection.execute(self._delete_seating, vacated)
        if self.is_postgresql:
            news = [
                ["table", item.log_id, item.row["version"], item.row["due"], item.row["bots"]]
                for item in newest.values()
            ]
            for note in notes(self.process, news):
                connection.execute(NOTIFY, {"payload": note})


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
        found = sa.select(*told.render_derived(with_types=True).c)
        return postgresql.insert(table).from_select(names, found)
    one = sa.func.json_each(rows).table_valued("value").c.value
    found = sa.select(*(sa.func.json_extract(one, f"$.{name}") for name in names))
    # without a condition, what follows ON would be one of a join
    return sqlite.insert(table).from_select(names, found.where(sa.true()))


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


def is_written(connection: sa.Connection, item: Append) -> bool:
    """Whether the log contains these entries, as after a commit that was not acknowledged."""
    rows, log = item.rows, item.log
    numbers = log.number.between(item.first, item.first + len(rows) - 1)
    query = (
        sa.select(log.table.c.public, log.table.c.private)
        .where(log.log_id == item.log_id, numbers)
        .order_by(log.number)
    )
    return [tuple(found) for found in connection.execute(query)] == [
        (row["public"], row["private"]) for row in rows
    ]


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
