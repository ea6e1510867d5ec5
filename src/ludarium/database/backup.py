"""Copies of SQLite databases, also of those that a server writes to."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from ludarium.database.store import DatabaseError, database_url
from ludarium.files import written_whole

__all__ = ["back_up"]


def back_up(database: str, file: Path) -> None:
    """Copy the database to a new file, which only the user can read.

    The copy is of one moment: what servers write meanwhile is in it wholly or not at all.

    database: as for `Store.opened`. Raises DatabaseError where it is of PostgreSQL or cannot be
    read, and where the file is there already or cannot be written.
    """
    url = database_url(database)
    if url.get_backend_name() != "sqlite" or url.database is None:
        raise DatabaseError("this copies files of SQLite: for PostgreSQL, use its pg_dump")
    source = Path(url.database)
    if not source.is_file():
        raise DatabaseError(f"there is no database {source}")
    try:
        with (
            written_whole(file, 0o600, new=True) as part,
            contextlib.closing(
                sqlite3.connect(f"{source.resolve().as_uri()}?mode=rw", uri=True)
            ) as read,
            contextlib.closing(sqlite3.connect(part)) as written,
        ):
            written.execute("PRAGMA journal_mode = OFF")  # what is not whole is deleted
            read.backup(written)
    except FileExistsError:
        raise DatabaseError(f"{file} is there already: name a new file") from None
    except OSError as error:
        raise DatabaseError(f"cannot write {file}: {error.strerror}") from None
    except sqlite3.Error as error:
        raise DatabaseError(f"cannot copy {source}: {error}") from None
