"""How entries of logs are written to the database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from ludarium.database.store import database_url
from ludarium.database.streams import STREAMS, encoded
from ludarium.database.upgrade import upgrade
from ludarium.database.writer import Writer, entry_rows
from ludarium.eventlog.store import Commit
from serving import database_of

NAMES = ("Jiří", 'quote " and \\ backslash', "nul \x00", "emoji 😀", "[0]", "")
MANY = 3_000  # entries


def entries(first: int, count: int, at: float = 1.5) -> Commit:
    """So many entries from this number on."""
    told = tuple(
        encoded(
            ({"kind": "added", "at": at, "name": NAMES[number % len(NAMES)]}, {"holder": number})
        )
        for number in range(first, first + count)
    )
    row = {"id": "cup", "version": first + count - 1, "state": "open", "updated": at}
    return Commit("tournament", "cup", first, told, {**row, "summary": "{}"})


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_many_entries_are_written_as_they_are_and_at_once(kind: str, tmp_path: Path) -> None:
    with database_of(kind, tmp_path) as database:
        url = database_url(database)
        writer = Writer(url, "here")
        upgrade(url)
        executed: list[int] = []

        @sa.event.listens_for(writer._engine, "before_cursor_execute")
        def count(_: Any, __: Any, statement: str, given: Any, ___: Any, many: bool) -> None:
            executed.append(len(given) if many else 1)

        few, many = entries(1, 3), entries(4, MANY)
        assert writer.write([few]) == [True]
        for_few = sum(executed)
        executed.clear()
        assert writer.write([many]) == [True]
        assert sum(executed) == for_few, "each execution lets other threads go first"

        log = STREAMS["tournament"]
        query = sa.select(log.entries).order_by(log.number)
        with writer._engine.connect() as connection:
            found = [dict(row) for row in connection.execute(query).mappings()]
        assert found == [*entry_rows(few), *entry_rows(many)]

        assert writer.write([many]) == [True], "what was written before"
        assert writer.write([entries(2, 5, at=2.5)]) == [False], "another server was first"
        with writer._engine.connect() as connection:
            assert len(connection.execute(query).all()) == 3 + MANY
        writer.close()
