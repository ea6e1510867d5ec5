"""Upgrades of databases that an older version made: wholly, or not at all."""

from __future__ import annotations

import contextlib
import glob
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from ludarium.database.schema import metadata
from ludarium.errors import LudariumError
from ludarium.files import written_whole

__all__ = ["DatabaseError", "delete_copies", "set_up_sqlite", "upgrade"]

MIGRATION_LOCK = 7_518_230_114  # key of an advisory lock, arbitrary but unique


class DatabaseError(LudariumError):
    """The database cannot be used."""


def upgrade(url: sa.URL) -> bool:
    """Bring the tables of a database to this version's in one transaction. Whether they were of
    an older version, or of none.

    A file of SQLite that has tables is copied first: to FILE.before-REVISION, which only the user
    can read. Raises DatabaseError where the copy cannot be made, or the tables are not those of
    this version afterwards, Alembic's CommandError where they are of a newer version, and what
    SQLAlchemy raises.
    """
    with _transaction(url) as connection:
        heads = MigrationContext.configure(connection).get_current_heads()
        config = _config()
        scripts = ScriptDirectory.from_config(config)
        newest = scripts.get_heads()
        if list(heads) == newest:
            return False
        scripts.get_revisions(heads)  # fails if they are a newer version's
        if connection.dialect.name == "sqlite" and sa.inspect(connection).get_table_names():
            _copy(connection, _copy_before(url, newest[0]))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        _check(connection)
    return True


def delete_copies(url: sa.URL) -> None:
    """Delete the copies that `upgrade` made of this file of SQLite."""
    for script in ScriptDirectory.from_config(_config()).walk_revisions():
        with contextlib.suppress(OSError):  # there is none
            _copy_before(url, script.revision).unlink()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    return config


def _copy_before(url: sa.URL, revision: str) -> Path:
    return Path(f"{url.database}.before-{revision}")


def set_up_sqlite(connection: Any, _record: Any) -> None:
    """Prepare a new connection to SQLite."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # acknowledged moves survive a power cut
    cursor.close()


@contextlib.contextmanager
def _transaction(url: sa.URL) -> Iterator[sa.Connection]:
    """A transaction that no other upgrade runs beside, and that holds changes of tables, too."""
    if url.get_backend_name() == "postgresql":
        engine = sa.create_engine(url, poolclass=sa.NullPool, hide_parameters=True)
        with engine.begin() as connection:
            connection.execute(
                sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK}
            )
            yield connection
        return

    def connected(connection: Any, record: Any) -> None:
        # Python's module would commit a change of tables at once; without it, BEGIN is ours to say
        connection.isolation_level = None
        set_up_sqlite(connection, record)

    def begun(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    engine = sa.create_engine(
        url.set(drivername="sqlite"),
        poolclass=sa.NullPool,
        connect_args={"timeout": 30},
        hide_parameters=True,
    )
    sa.event.listen(engine, "connect", connected)
    sa.event.listen(engine, "begin", begun)
    with engine.begin() as connection:
        yield connection


def _copy(connection: sa.Connection, file: Path) -> None:
    """Copy the database as it is before this transaction changed anything."""
    source = connection.engine.url.database
    for left in file.parent.glob(f".{glob.escape(file.name)}.*.part"):  # by one that was killed
        left.unlink(missing_ok=True)
    try:
        with (
            written_whole(file, 0o600) as part,
            contextlib.closing(sqlite3.connect(f"{source}")) as old,
            contextlib.closing(sqlite3.connect(part)) as copy,
        ):
            copy.execute("PRAGMA journal_mode = OFF")  # what is not whole is deleted
            old.backup(copy)
    except (OSError, sqlite3.Error) as error:
        raise DatabaseError(
            f"cannot copy the database {source} to {file.name} before it is upgraded: "
            f"{getattr(error, 'strerror', None) or error}"
        ) from None


def _check(connection: sa.Connection) -> None:
    """Raises DatabaseError if something is missing that this version's tables have."""
    missing = [
        change
        for change in compare_metadata(MigrationContext.configure(connection), metadata)
        if isinstance(change, tuple) and str(change[0]).startswith("add_")
    ]
    if missing:
        names = ", ".join(f"{kind} {_name(what)}" for kind, *what in missing)
        raise DatabaseError(
            f"the database is not as an older version of Ludarium leaves it: without {names}"
        )


def _name(what: list[Any]) -> str:
    return ".".join(str(getattr(part, "name", part)) for part in what if part is not None)
