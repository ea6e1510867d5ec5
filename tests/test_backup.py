"""Copies of a server's database, and who can read it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludarium.database.backup import back_up
from ludarium.database.store import DatabaseError
from tables_help import Site


def test_a_copy_of_a_running_server(tmp_path: Path) -> None:
    """What was acknowledged is in it, though it stands in another of the server's files as yet."""
    copy = tmp_path / "copy" / "tables.db"
    copy.parent.mkdir()
    with Site.opened(tmp_path) as site:
        ana = site.program("Ana")
        table = ana.open("yoxii", "me", "me")
        ana.move(table, 0, 0, "d5/3d6")
        back_up(str(tmp_path / "tables.db"), copy)
        ana.move(table, 1, 1, "e5/2e4")
        files = [*tmp_path.glob("tables.db*"), copy]
        assert {file.name for file in files} >= {"tables.db", "tables.db-wal", "tables.db.lock"}
        assert [file.name for file in files if file.stat().st_mode & 0o077] == []
    with Site.opened(copy.parent) as site:
        found = site.newcomer().get(f"/api/tables/{table}").json()
        assert [found["status"], found["ply"]] == ["live", 1]


def test_a_database_that_others_could_read(tmp_path: Path) -> None:
    """Such as one that an older version made, or a copy."""
    for name in ("tables.db", "tables.db-wal", "tables.db.lock"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)
    with Site.opened(tmp_path):
        files = list(tmp_path.glob("tables.db*"))
        assert len(files) >= 3
        assert [file.name for file in files if file.stat().st_mode & 0o077] == []


def test_what_cannot_be_copied(tmp_path: Path) -> None:
    there = tmp_path / "there.db"
    there.write_bytes(b"not of SQLite" * 100)
    for database, file, message in (
        ("postgresql://ana@localhost/games", tmp_path / "copy.db", "use its pg_dump"),
        (str(tmp_path / "no.db"), tmp_path / "copy.db", "there is no database"),
        (str(there), there, "is there already: name a new file"),
        (str(there), tmp_path / "no" / "copy.db", "No such file or directory"),
        (str(there), tmp_path / "copy.db", "file is not a database"),
    ):
        with pytest.raises(DatabaseError, match=message):
            back_up(database, file)
    assert [file.name for file in tmp_path.iterdir()] == ["there.db"]
