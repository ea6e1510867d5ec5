"""Databases of older versions: whatever stops their upgrade, nothing is lost."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import OperationalError

import ludarium.database
from databases import Rows, engine_of, killed_at_each_statement, rows_of
from killing import Work, began, ended, fails_at, killed_at
from ludarium.database.schema import metadata
from ludarium.database.store import DatabaseError, Store, database_url
from ludarium.database.upgrade import upgrade
from playing import drawn
from serving import database_of
from tables_help import Site

MIGRATIONS = Path(ludarium.database.__file__).parent / "migrations"
CONFIG = Config()
CONFIG.set_main_option("script_location", str(MIGRATIONS))
CONFIG.set_main_option("path_separator", "os")
REVISIONS = [script.revision for script in ScriptDirectory.from_config(CONFIG).walk_revisions()]
NEWEST, *OLD = REVISIONS
DRAWN = drawn(OLD[:-1], 2)
BEGINNINGS = [None, OLD[-1], *DRAWN]
"""Revisions whose upgrades are stopped: none, the oldest, and some that the commit draws."""
KINDS = ["sqlite", "postgresql"]


def migrate(url: sa.URL, revision: str) -> None:
    """Bring the tables to this revision, as versions did that could not be stopped meanwhile."""
    with engine_of(url).begin() as connection:
        CONFIG.attributes["connection"] = connection
        command.upgrade(CONFIG, revision)


def fill(url: sa.URL) -> None:
    """Three rows in every table that there is."""
    with engine_of(url).begin() as connection:
        found = sa.MetaData()
        found.reflect(connection)
        for table in found.tables.values():
            if table.name != "alembic_version":
                connection.execute(
                    table.insert(),
                    [{c.name: value(c, n) for c in table.columns} for n in range(3)],
                )


def value(column: sa.Column[Any], number: int) -> Any:
    kind = column.type.python_type
    return number % 2 == 1 if kind is bool else kind(f"{number}")


def assert_kept(before: Rows, after: Rows) -> None:
    """Every row of before is there, in a database that is of the newest revision."""
    assert after.pop("alembic_version") == [{"version_num": NEWEST}]
    for name, rows in before.items():
        if name != "alembic_version":
            names = rows[0] if rows else {}
            kept = [{key: row[key] for key in names} for row in after[name]]
            assert all(row in kept for row in rows)


def assert_complete(url: sa.URL) -> None:
    with engine_of(url).connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def made(url: sa.URL, revision: str | None) -> Rows:
    """What is in a database of this revision that was used; None: an empty one."""
    if revision:
        migrate(url, revision)
        fill(url)
    return rows_of(url)


@pytest.mark.parametrize("revision", BEGINNINGS)
@pytest.mark.parametrize("kind", KINDS)
def test_killed_at_any_statement(kind: str, revision: str | None, tmp_path: Path) -> None:
    with database_of(kind, tmp_path) as database:
        url = database_url(database)
        before = made(url, revision)
        pending = REVISIONS.index(revision) if revision else len(REVISIONS)
        each = 1 if kind == "sqlite" else 3
        stride = each if revision in (None, "0001") else 7
        kills = 0
        for _ in killed_at_each_statement(lambda: upgrade(url), stride):
            assert rows_of(url) == before
            kills += 1
        assert kills * stride > pending
        assert_kept(before, rows_of(url))
        assert_complete(url)


@pytest.mark.parametrize("revision", BEGINNINGS)
def test_what_an_earlier_version_left_half_way(revision: str | None, tmp_path: Path) -> None:
    """It changed SQLite's tables step by step. Wherever it was stopped, they are finished."""
    found: dict[str, Path] = {}
    again = 0
    old = database_url(str(tmp_path / "old.db"))
    before = made(old, revision)
    half = tmp_path / "half.db"

    def anew() -> None:
        shutil.copyfile(tmp_path / "old.db", half) if revision else half.unlink(missing_ok=True)

    anew()
    for number in killed_at_each_statement(lambda: migrate(database_url(str(half)), NEWEST)):
        if half.exists():
            with sqlite3.connect(half) as database:
                state = "\n".join(database.iterdump())
            database.close()
            again = again + 1 if state in found else 0
            found[state] = half.rename(tmp_path / f"half-{number}.db")
            if again == 3:  # from the first row that changes on, all was one transaction
                break
        anew()
    assert len(found) > 1
    for file in found.values():
        url = database_url(str(file))
        assert upgrade(url)
        assert_kept(before, rows_of(url))
        assert_complete(url)


def is_refused(size: int, work: Work) -> bool:
    return fails_at(size, work, OperationalError, DatabaseError)


@pytest.mark.parametrize("stopped_at", [killed_at, is_refused], ids=["killed", "full"])
@pytest.mark.parametrize("revision", [None, "0001"])
def test_at_any_write(
    stopped_at: Callable[[int, Work], bool], revision: str | None, tmp_path: Path
) -> None:
    """A process may write only so far into files: at the write beyond it is killed, or told that
    the disk is full.
    """
    url = database_url(str(tmp_path / "tables.db"))
    before = made(url, revision)
    stopped = 0

    def upgraded() -> None:
        try:
            upgrade(url)
        except (OperationalError, DatabaseError) as error:
            if "\n" in str(getattr(error, "orig", error)):
                raise AssertionError("it is told in one line") from error
            raise

    while stopped_at(12_000 * stopped, upgraded):
        if (now := rows_of(url)) != before:  # it had upgraded them, and was copying them elsewhere
            assert_kept(before, now)
        stopped += 1
    assert stopped > 5
    assert_kept(before, rows_of(url))
    assert_complete(url)


@pytest.mark.parametrize("kind", KINDS)
def test_two_servers_that_start_at_once(kind: str, tmp_path: Path) -> None:
    """One upgrades the tables; the other waits, and finds them done."""
    with database_of(kind, tmp_path) as database:
        url = database_url(database)
        before = made(url, "0006")
        both = [began(lambda: os._exit(3 if upgrade(url) else 4)) for _ in range(2)]
        assert sorted(ended(child) for child in both) == [3, 4]
        assert_kept(before, rows_of(url))


def test_a_file_that_may_not_be_written(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    before = made(database_url(str(file)), "0006")

    async def use() -> None:
        async with Store.opened(str(file)):
            pass

    def as_nobody() -> None:
        if os.getuid() == 0:
            os.setuid(65_534)
        with pytest.raises(DatabaseError, match=r"^cannot use the database .*$"):
            asyncio.run(use())

    for folder in (tmp_path, tmp_path.parent):
        folder.chmod(0o755)
    file.chmod(0o444)
    tmp_path.chmod(0o555)
    assert ended(began(as_nobody)) == 0
    tmp_path.chmod(0o755)
    assert rows_of(database_url(str(file))) == before


def test_a_copy_stands_beside_it_until_the_next_start(tmp_path: Path) -> None:
    url = database_url(str(tmp_path / "tables.db"))
    migrate(url, "0006")
    before = rows_of(url)
    copy = tmp_path / f"tables.db.before-{NEWEST}"
    with Site.opened(tmp_path):
        assert copy.stat().st_mode & 0o777 == 0o600
        assert rows_of(database_url(str(copy))) == before
    with Site.opened(tmp_path):
        assert not copy.exists()
    assert_kept(before, rows_of(url))


def test_tables_that_lack_what_they_should_have(tmp_path: Path) -> None:
    """Somebody changed them: it is said before a server runs into it, and nothing is changed."""
    url = database_url(str(tmp_path / "tables.db"))
    migrate(url, "0006")
    with sqlite3.connect(tmp_path / "tables.db") as database:
        database.execute("ALTER TABLE tables DROP COLUMN summary")
    database.close()
    before = rows_of(url)
    with pytest.raises(DatabaseError, match=r"without add_column tables\.summary"):
        upgrade(url)
    assert rows_of(url) == before


@pytest.mark.parametrize("kind", KINDS)
def test_whose_games_ended_is_known_of_old_tables(kind: str, tmp_path: Path) -> None:
    with database_of(kind, tmp_path) as database:
        url = database_url(database)
        migrate(url, "0012")
        row = {"version": 1, "game": "yoxii", "shown": True, "bots": False, "summary": "{}"}
        with engine_of(url).begin() as connection:
            found = sa.MetaData()
            found.reflect(connection)
            tables = [
                {"id": "played", "status": "over", "updated": 3.0, "ended": 2.0},
                {"id": "closed", "status": "over", "updated": 4.0, "ended": None},
                {"id": "going", "status": "live", "updated": 5.0, "ended": None},
            ]
            connection.execute(found.tables["tables"].insert(), [{**row, **one} for one in tables])
            seats = [{"holder": "ana", "table_id": one["id"], "seat": 0} for one in tables]
            connection.execute(found.tables["seatings"].insert(), seats)
        upgrade(url)
        ended = {one["table_id"]: one["ended"] for one in rows_of(url)["seatings"]}
        assert ended == {"played": 2.0, "closed": 4.0, "going": None}
