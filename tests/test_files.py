"""Files are written whole or not at all: at whatever step a process is killed, and where the disk
is full.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import ludarium.cli
from killing import began, each_kill, ended, fails_at, killed_at
from ludarium.cli import desk
from ludarium.cli.work import check_writable
from ludarium.database.backup import back_up
from ludarium.database.store import DatabaseError
from ludarium.errors import LudariumError, RecordError
from ludarium.files import drop_unfinished, write_whole, written_whole
from ludarium.play.record import Record
from ludarium.play.record_files import add_records, cut_off_at, cut_short, read_records
from ludarium.tournaments import requests
from ludarium.tournaments.checks import Actor
from ludarium.tournaments.entries import Entry
from ludarium.tournaments.options import Options
from ludarium.tournaments.tournament import Tournament

OLD, NEW = b"old " * 1000, b"new " * 5000
PETR = Actor("organiser", "Petr")


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def without_parts(folder: Path) -> list[str]:
    """The names in a folder, after what killed processes left there is deleted."""
    for file in folder.glob(".*.part"):
        file.unlink()
    return names(folder)


def check_kills(work: Callable[[], object], found: Callable[[], bool], longest: int) -> None:
    """At whatever point the work is killed, nothing of it is found or all of it.

    found: whether all is; it raises AssertionError where it is neither, and undoes it. longest: the
    size of the file that is written.
    """
    seen = []
    for _ in each_kill(work):
        seen.append(found())
    undone = seen.index(True)
    assert undone >= 4, "opened, synced, closed, named"
    assert all(seen[undone:]), "once it is there, it stays"
    for size in (0, 1, longest // 2, longest - 1):
        assert killed_at(size, work)
        assert not found()
    assert not killed_at(longest, work)
    assert found()


@pytest.mark.parametrize("kind", ["replaced", "absent", "linked", "new"])
def test_a_kill_leaves_the_old_file_or_the_whole_new_one(kind: str, tmp_path: Path) -> None:
    target = path = tmp_path / "file"
    before = OLD if kind in ("replaced", "linked") else None
    if before:
        target.write_bytes(before)
    if kind == "linked":
        path = tmp_path / "link"
        path.symlink_to("file")

    def found() -> bool:
        content = target.read_bytes() if target.exists() else None
        assert content in (before, NEW)
        assert set(without_parts(tmp_path)) <= {"file", path.name}
        assert path.is_symlink() == (kind == "linked")
        target.unlink(missing_ok=True)
        if before:
            target.write_bytes(before)
        return content == NEW

    def write() -> None:
        write_whole(path, NEW, 0o600, new=kind == "new")

    check_kills(write, found, len(NEW))
    there = names(tmp_path)
    for size in (0, 1, 4096, len(NEW) - 1):
        assert fails_at(size, write, OSError)
        assert names(tmp_path) == there, "no part is left"
        assert not found()


def test_a_kill_leaves_no_copy_of_a_database_or_a_whole_one(tmp_path: Path) -> None:
    source, copy = tmp_path / "tables.db", tmp_path / "copies" / "copy.db"
    copy.parent.mkdir()
    with contextlib.closing(sqlite3.connect(source)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE moves (number INTEGER PRIMARY KEY, text TEXT)")
        rows = [(number, "d5" * number) for number in range(300)]
        database.executemany("INSERT INTO moves VALUES (?, ?)", rows)
        database.commit()

        def found() -> bool:
            if "copy.db" not in without_parts(copy.parent):
                assert names(copy.parent) == []
                return False
            with contextlib.closing(sqlite3.connect(copy)) as copied:
                assert copied.execute("SELECT * FROM moves ORDER BY number").fetchall() == rows
            for name in names(copy.parent):
                (copy.parent / name).unlink()
            return True

        def write() -> None:
            back_up(str(source), copy)

        write()
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        size = copy.stat().st_size
        assert found()
        check_kills(write, found, size)
        assert fails_at(size // 2, write, DatabaseError)
        assert names(copy.parent) == []


def test_a_kill_leaves_no_data_set_or_a_whole_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    from ludarium.datasets import writing
    from ludarium.datasets.random_games import RandomGames

    header = writing.header_for("kuhn", ("random",), 20, seed=1, states=True)
    played = list(RandomGames(header, compile=False).batches(0, 20))
    monkeypatch.setattr(writing, "_played", lambda *_: [(20, played)])
    path = tmp_path / "games.parquet"
    rows = sum(batch.num_rows for batch in played)

    def write() -> None:
        writing.write_dataset(header, path)

    def found() -> bool:
        if without_parts(tmp_path) == []:
            return False
        assert names(tmp_path) == [path.name]
        assert pq.read_table(path).num_rows == rows
        path.unlink()
        return True

    size = writing.write_dataset(header, path).bytes
    with pytest.raises(LudariumError, match="is there already: expected the name of a new file"):
        write()
    assert found()
    check_kills(write, found, size)
    assert fails_at(size // 2, write, LudariumError)
    assert names(tmp_path) == []


@pytest.mark.parametrize("new", [False, True])
def test_a_file_is_on_the_disk_before_it_has_its_name(
    new: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And then its name: what a kill cannot show, as the system still has it, but a power cut."""
    done = []

    def noting(name: str, real: Callable[..., None]) -> Callable[..., None]:
        def noted(*arguments: Any) -> None:
            is_folder = name == "fsync" and stat.S_ISDIR(os.fstat(arguments[0]).st_mode)
            done.append("folder" if is_folder else name)
            real(*arguments)

        return noted

    for name in ("fsync", "link", "replace"):
        monkeypatch.setattr(os, name, noting(name, getattr(os, name)))
    write_whole(tmp_path / "file", NEW, new=new)
    assert done == ["fsync", "link" if new else "replace", "folder"]


# A tournament at the desk


def announced(path: Path) -> None:
    options = Options.checked(format="swiss", game="yoxii")
    desk.create(path, [requests.create(PETR, 1.0, "Cup", options, 1)])


def add(path: Path, *players: str) -> None:
    for name in players:

        def decide(event: Tournament, now: float, name: str = name) -> Entry:
            return requests.add(event, PETR, now, name)

        desk.change(path, decide)


def players_of(path: Path) -> list[str]:
    return [player.name for player in desk.load(path).players.values()]


def test_a_kill_leaves_a_tournament_before_or_after_a_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "time", SimpleNamespace(time=lambda: 2.0))  # of the same length
    path = tmp_path / "cup.event"
    announced(path)
    before = path.read_bytes()
    add(path, "Ana")
    size = path.stat().st_size

    def found() -> bool:
        done = players_of(path)
        assert done in ([], ["Ana"])
        assert set(without_parts(tmp_path)) <= {"cup.event", "cup.event.lock"}
        path.write_bytes(before)
        return bool(done)

    assert found()
    check_kills(lambda: add(path, "Ana"), found, size)
    assert fails_at(len(before), lambda: add(path, "Ana"), LudariumError)
    assert not found()
    add(path, "Ana")  # no lock outlives a process
    assert found()


def test_a_kill_leaves_no_tournament_or_an_announced_one(tmp_path: Path) -> None:
    path = tmp_path / "cup.event"
    announced(path)

    def found() -> bool:
        if not path.exists():
            return False
        assert players_of(path) == []
        path.unlink()
        return True

    size = path.stat().st_size
    assert found()
    check_kills(lambda: announced(path), found, size)


@pytest.mark.parametrize("linked", ["the file", "its folder"])
def test_a_file_with_a_symbolic_link_has_one_lock(
    linked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "hall" / "cup.event"
    path.parent.mkdir()
    announced(path)
    other = tmp_path / "cup.event" if linked == "the file" else tmp_path / "link" / "cup.event"
    made, to = (other, path) if linked == "the file" else (other.parent, path.parent)
    made.symlink_to(to)
    children = [
        began(lambda: add(one, *(f"{letter} {n}" for n in range(8))))  # noqa: B023
        for one, letter in ((path, "Ana"), (other, "Bor"))
    ]
    assert [ended(child) for child in children] == [0, 0]
    assert sorted(players_of(path)) == [f"{name} {n}" for name in ("Ana", "Bor") for n in range(8)]
    assert players_of(other) == players_of(path)
    assert made.is_symlink()
    monkeypatch.setattr(desk, "PATIENCE", 0.1)
    with desk.locked(other), pytest.raises(LudariumError, match="another command works on"):
        add(path, "Cyr")
    ready, told = os.pipe()
    wait, go = os.pipe()

    def hold() -> None:
        with desk.locked(other):
            os.write(told, b".")
            os.read(wait, 1)

    child = began(hold)
    os.read(ready, 1)
    with pytest.raises(LudariumError, match="another command works on"):
        add(path, "Cyr")
    os.write(go, b".")
    assert ended(child) == 0
    add(path, "Cyr")
    for handle in (ready, told, wait, go):
        os.close(handle)


def test_a_file_with_two_names_is_refused(tmp_path: Path) -> None:
    """A change replaces the file, so the other name would keep the old one, and go on from it."""
    path, other = tmp_path / "cup.event", tmp_path / "copies" / "other.event"
    other.parent.mkdir()
    announced(path)
    add(path, "Ana")
    os.link(path, other)
    before = path.read_bytes()

    def refused(name: Path) -> None:
        with pytest.raises(LudariumError) as error:
            add(name, "Bor")
        assert str(error.value) == f"{name} has several names (hard links): keep one"

    children = [began(lambda: refused(name)) for name in (path, other)]  # noqa: B023
    assert [ended(child) for child in children] == [0, 0]
    assert path.read_bytes() == other.read_bytes() == before
    assert players_of(other) == ["Ana"], "it can be read"
    other.unlink()
    add(path, "Bor")
    assert players_of(path) == ["Ana", "Bor"]


def test_of_two_who_announce_a_tournament_one_does(tmp_path: Path) -> None:
    path = tmp_path / "cup.event"

    def announce() -> None:
        with contextlib.suppress(LudariumError):
            announced(path)
            add(path, f"Player {os.getpid()}")

    children = [began(announce) for _ in range(4)]
    assert [ended(child) for child in children] == [0] * 4
    assert len(players_of(path)) == 1


# Names, permissions, and what keeps nothing


def test_records_that_are_added_survive_a_kill(tmp_path: Path) -> None:
    path, record = tmp_path / "games.jsonl", Record.new("yoxii", ["Ana", "Bor"])
    add_records(path, [record])
    size = path.stat().st_size
    assert killed_at(size + 100, lambda: add_records(path, [record]))
    records, _ = read_records(path)
    assert (len(records), cut_off_at(path), path.stat().st_size) == (1, size, size + 100)
    add_records(path, [record])
    records, errors = read_records(path)
    assert (len(records), len(errors)) == (2, 1), "it spoils none that comes after it"
    cut_short(path, size)
    assert fails_at(size + 100, lambda: add_records(path, [record]), RecordError)
    assert cut_off_at(path) == size


def test_permissions(tmp_path: Path) -> None:
    def mode_after(name: str, mode: int | None = None) -> int:
        write_whole(tmp_path / name, NEW, mode)
        return stat.S_IMODE((tmp_path / name).stat().st_mode)

    before = os.umask(0o027)
    try:
        assert mode_after("usual") == 0o640
        assert mode_after("secret", 0o600) == 0o600
        assert mode_after("secret") == 0o600
        assert mode_after("open", 0o666) == 0o666
        assert mode_after("read-only", 0o444) == 0o444
        with written_whole(tmp_path / "new", 0o600) as part:
            assert stat.S_IMODE(part.stat().st_mode) == 0o600, "also while it is written"
    finally:
        os.umask(before)


def test_a_file_that_may_not_be_written_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(OLD)
    monkeypatch.setattr(os, "access", lambda *_: False)  # as to who is not root
    attempts: list[Callable[[], None]] = [
        lambda: write_whole(path, NEW),
        lambda: check_writable(path),
    ]
    for work in attempts:
        with pytest.raises((OSError, LudariumError), match="Permission denied"):
            work()
    assert (path.read_bytes(), names(tmp_path)) == (OLD, ["file"])


def test_names(tmp_path: Path) -> None:
    for name in ("x" * 255, "ž" * 127, "-", ".hidden", "two\nlines"):
        write_whole(tmp_path / name, "Bořek")
        assert (tmp_path / name).read_text(encoding="utf-8") == "Bořek"
    (tmp_path / "chain").symlink_to("link")
    (tmp_path / "link").symlink_to(tmp_path / "absent")
    write_whole(tmp_path / "chain", NEW)
    assert (tmp_path / "absent").read_bytes() == NEW
    (tmp_path / "loop").symlink_to("loop")
    attempts: list[Callable[[Path], None]] = [
        lambda path: write_whole(path, NEW),
        lambda path: check_writable(path),
        lambda path: check_writable(added_to=path),
    ]
    for name, number in (
        ("loop", errno.ELOOP),
        ("x" * 256, errno.ENAMETOOLONG),
        ("no/file", errno.ENOENT),
        ("link/file", errno.ENOTDIR),
        ("", errno.EISDIR),
    ):
        there = names(tmp_path)
        for work in attempts:
            with pytest.raises((OSError, LudariumError), match=os.strerror(number)):
                work(tmp_path / name)
        assert names(tmp_path) == there


@pytest.mark.parametrize("hard_links", [True, False])
def test_a_new_file_replaces_none(
    hard_links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    if not hard_links:
        monkeypatch.setattr(os, "link", refuse)
    path = tmp_path / "file"
    write_whole(path, OLD, new=True)
    assert path.stat().st_nlink == 1
    with pytest.raises(FileExistsError):
        write_whole(path, NEW, new=True)
    path.unlink()
    with pytest.raises(FileExistsError), written_whole(path, new=True) as part:  # noqa: PT012
        part.write_bytes(NEW)
        path.write_bytes(OLD)  # by somebody else meanwhile
    assert (path.read_bytes(), names(tmp_path)) == (OLD, ["file"])


def test_a_check_leaves_no_trace(tmp_path: Path) -> None:
    path = tmp_path / "file"
    check_writable(path, added_to=tmp_path / "games.jsonl")
    assert names(tmp_path) == []
    path.write_bytes(OLD)
    before = path.stat()
    check_writable(path, None, added_to=path)
    after = path.stat()
    assert (after.st_ino, after.st_mtime_ns, path.read_bytes()) == (
        before.st_ino,
        before.st_mtime_ns,
        OLD,
    )
    check_writable(Path("/dev/null"), Path("/dev/stdout"))


def test_pipes_and_devices_are_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    child = began(lambda: write_whole(pipe, NEW))
    assert pipe.read_bytes() == NEW
    assert ended(child) == 0
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    with pytest.raises(FileExistsError), written_whole(pipe):
        pass
    write_whole(Path("/dev/null"), NEW)
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    with pytest.raises(OSError, match="No space left"):
        write_whole(Path("/dev/full"), NEW)


def test_the_output_is_written_to_wherever_it_goes(tmp_path: Path) -> None:
    """Where it goes to a file, that very file: others may have it open."""

    def write(handle: int) -> None:
        os.dup2(handle, 1)
        write_whole(Path("/dev/stdout"), b"new")
        write_whole(tmp_path / "link", b"new")

    (tmp_path / "link").symlink_to("/dev/stdout")
    ready, told = os.pipe()
    child = began(lambda: write(told))
    os.close(told)
    assert ended(child) == 0
    with os.fdopen(ready, "rb") as output:
        assert output.read() == b"newnew"
    with (tmp_path / "file").open("wb") as file:
        assert ended(began(lambda: write(file.fileno()))) == 0
        assert os.fstat(file.fileno()).st_ino == (tmp_path / "file").stat().st_ino
    assert (tmp_path / "file").read_bytes() == b"new"
    assert names(tmp_path) == ["file", "link"]


def test_what_fails_leaves_no_part(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(OLD)
    with pytest.raises(KeyboardInterrupt), written_whole(path) as part:  # noqa: PT012
        part.write_bytes(NEW)
        raise KeyboardInterrupt
    assert (path.read_bytes(), names(tmp_path)) == (OLD, ["file"])


def test_ctrl_c_deletes_what_threads_were_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process ends without waiting for them."""

    def ended(code: int) -> Any:
        raise SystemExit(code)

    def interrupted(**_: object) -> None:
        raise ludarium.cli.Interrupted

    monkeypatch.setattr(os, "_exit", ended)
    monkeypatch.setattr(sys, "argv", ["ludarium"])
    monkeypatch.setattr("ludarium.cli.commands.app", interrupted)
    with contextlib.suppress(FileNotFoundError), written_whole(tmp_path / "file") as part:
        part.write_bytes(NEW)
        with pytest.raises(SystemExit, match="130"):
            ludarium.cli.main()
        assert names(tmp_path) == []
    assert names(tmp_path) == []
    drop_unfinished()
