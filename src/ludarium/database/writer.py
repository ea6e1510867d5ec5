"""Writes to logs, in one transaction for all that happened at about the same time.

A writer is called from one thread, and waits there: SQLAlchemy's plain statements cost a third of
its asynchronous ones.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

import orjson
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.dialects import postgresql, sqlite

from ludarium.database import schema
from ludarium.tables.entries import Event, event_to_json

__all__ = ["CHANNEL", "NOTIFY", "Append", "EntryAppend", "Writer", "notes", "set_up_sqlite"]

CHANNEL = "ludarium"
MIGRATION_LOCK = 7_518_230_114  # any number that nobody else takes for an advisory lock
LONGEST_NOTE = 7_000  # bytes; PostgreSQL takes 8,000
NOTIFY = sa.text("SELECT pg_notify(:channel, :payload)").bindparams(channel=CHANNEL)


@dataclasses.dataclass(frozen=True, slots=True)
class Append:
    """Events to be written from number `sequence` of their table on, all or none, with the row that
    lists show from then on.
    """

    table_id: str
    sequence: int
    events: tuple[Event, ...]
    row: dict[str, Any]
    seatings: tuple[tuple[str, int], ...] = ()

    @property
    def event_rows(self) -> list[dict[str, Any]]:
        return [
            event_row(self.table_id, number, event)
            for number, event in enumerate(self.events, self.sequence)
        ]


@dataclasses.dataclass(frozen=True, slots=True)
class EntryAppend:
    """Entries of a tournament's log, from number `number` on, all or none, with the row that lists
    show.

    entries: each as its public fields and its private ones.
    """

    tournament_id: str
    number: int
    entries: tuple[tuple[dict[str, Any], dict[str, Any]], ...]
    row: dict[str, Any]

    @property
    def entry_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "tournament_id": self.tournament_id,
                "number": number,
                "public": orjson.dumps(public).decode(),
                "private": orjson.dumps(private).decode(),
            }
            for number, (public, private) in enumerate(self.entries, self.number)
        ]


def event_row(table_id: str, sequence: int, event: Event) -> dict[str, Any]:
    public, private = event_to_json(event)
    return {
        "table_id": table_id,
        "sequence": sequence,
        "public": orjson.dumps(public).decode(),
        "private": orjson.dumps(private).decode(),
    }


class Writer:
    """The one connection of this process that writes to logs. process: how other processes know
    it.
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
        insert: Callable[..., Any] = postgresql.insert if self.is_postgresql else sqlite.insert
        self._insert_event = (
            insert(schema.events).on_conflict_do_nothing().execution_options(preserve_rowcount=True)
        )
        self._insert_seating = insert(schema.seatings).on_conflict_do_nothing()
        self._upsert_table = upsert_later(schema.tables, insert(schema.tables), ("id", "game"))
        self._insert_entry = (
            insert(schema.tournament_entries)
            .on_conflict_do_nothing()
            .execution_options(preserve_rowcount=True)
        )
        self._upsert_tournament = upsert_later(
            schema.tournaments, insert(schema.tournaments), ("id",)
        )

    def migrate(self) -> None:
        """Bring the database's tables up to date."""
        with self._engine.begin() as connection:
            if self.is_postgresql:
                connection.execute(
                    sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK}
                )
            migrate(connection)

    def close(self) -> None:
        self._engine.dispose()

    def write(self, items: Sequence[Append]) -> list[bool]:
        """Write what has no conflict, in one transaction; returns which of the items that is."""
        rows = [row for item in items for row in item.event_rows]
        won = [True] * len(items)
        with self._engine.connect() as connection:
            if connection.execute(self._insert_event, rows).rowcount < len(rows):
                connection.rollback()  # somebody was faster somewhere
                won = [self._write_one(connection, item) for item in items]
            if any(won):
                self._note(
                    connection, [item for item, wins in zip(items, won, strict=True) if wins]
                )
            connection.commit()
        return won

    def write_entries(self, item: EntryAppend) -> bool:
        """Write to a tournament's log.

        False where somebody else wrote an entry of that number first.
        """
        rows = item.entry_rows
        with self._engine.connect() as connection:
            if not connection.execute(self._insert_entry, rows[:1]).rowcount:
                connection.rollback()
                return are_entries_written(connection, rows)
            if rows[1:]:  # nobody else can have seen the tournament that these follow on
                connection.execute(self._insert_entry, rows[1:])
            connection.execute(self._upsert_tournament, [item.row])
            if self.is_postgresql:
                for note in notes(
                    self.process, [["tournament", item.tournament_id, item.row["version"]]]
                ):
                    connection.execute(NOTIFY, {"payload": note})
            connection.commit()
        return True

    def _write_one(self, connection: sa.Connection, item: Append) -> bool:
        """Write all events of the item, if its first is the first of its number.

        Whether they are in the log.
        """
        first, *rest = rows = item.event_rows
        if not connection.execute(self._insert_event, [first]).rowcount:
            return is_written(connection, rows)
        if rest:  # nobody else can have seen the table that these follow on
            connection.execute(self._insert_event, rest)
        return True

    def _note(self, connection: sa.Connection, accepted: Sequence[Append]) -> None:
        """Bring lists up to date, and tell other processes."""
        newest = {item.table_id: item for item in accepted}
        connection.execute(self._upsert_table, [item.row for item in newest.values()])
        seatings = [
            {"holder": holder, "table_id": item.table_id, "seat": seat}
            for item in accepted
            for holder, seat in item.seatings
        ]
        if seatings:
            connection.execute(self._insert_seating, seatings)
        if self.is_postgresql:
            news = [
                ["table", item.table_id, item.row["version"], item.row["due"], item.row["bots"]]
                for item in newest.values()
            ]
            for note in notes(self.process, news):
                connection.execute(NOTIFY, {"payload": note})


def upsert_later(table: sa.Table, insert: Any, fixed: Collection[str]) -> Any:
    """Writes a list's row, unless there is a later one. fixed: the columns that never change."""
    changed = {
        column.name: insert.excluded[column.name] for column in table.c if column.name not in fixed
    }
    later = insert.excluded.version > table.c.version
    return insert.on_conflict_do_update(index_elements=["id"], set_=changed, where=later)


def is_written(connection: sa.Connection, rows: Sequence[dict[str, Any]]) -> bool:
    """Whether the log has these events already, as where a connection broke before it could say
    so.
    """
    log = schema.events.c
    numbers = log.sequence.between(rows[0]["sequence"], rows[-1]["sequence"])
    query = (
        sa.select(log.public, log.private)
        .where(log.table_id == rows[0]["table_id"], numbers)
        .order_by(log.sequence)
    )
    return [tuple(found) for found in connection.execute(query)] == [
        (row["public"], row["private"]) for row in rows
    ]


def are_entries_written(connection: sa.Connection, rows: Sequence[dict[str, Any]]) -> bool:
    """The same of a tournament's log."""
    log = schema.tournament_entries.c
    numbers = log.number.between(rows[0]["number"], rows[-1]["number"])
    query = (
        sa.select(log.public, log.private)
        .where(log.tournament_id == rows[0]["tournament_id"], numbers)
        .order_by(log.number)
    )
    return [tuple(found) for found in connection.execute(query)] == [
        (row["public"], row["private"]) for row in rows
    ]


def notes(process: str, news: Sequence[Any]) -> list[str]:
    """News for other processes, in as many notes as they need."""
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


def set_up_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # an acknowledged move outlives a power cut, too
    cursor.close()


def migrate(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
