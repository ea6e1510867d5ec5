"""A tournament at the desk: its log in one file, one entry per line.

The file is replaced as a whole, so that it holds all of a change or nothing of it. As on a server,
a change is decided first, and written under the next number: where another command was faster, it
is decided again.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ludarium.errors import LudariumError, RecordError
from ludarium.files import write_whole
from ludarium.tournaments.entries import Created, Entry, log_from_text, log_to_text
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.tournament import Tournament, fold

__all__ = ["append", "change", "create", "load"]

PATIENCE = 10  # seconds to wait for another command on the same file
Decision = Callable[[Tournament, float], Entry | list[Entry]]


def load(path: Path) -> Tournament:
    """Load the tournament of this file. Raises LudariumError."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise LudariumError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RecordError(f"{path}: not UTF-8 text, expected a tournament's log") from None
    try:
        entries = log_from_text(text)
        if not entries or not isinstance(entries[0], Created):
            raise RecordError(
                "line 1: expected the announcement of a tournament, as `ludarium tournament new` "
                "writes it"
            )
        return fold(path.stem, entries)
    except (RecordError, TournamentError, TypeError, AttributeError) as error:
        raise RecordError(f"{path}: {error}") from None


def create(path: Path, entries: list[Entry]) -> Tournament:
    """Create a file with these entries. Raises LudariumError, also where it exists."""
    if not append(path, 1, entries):
        raise LudariumError(f"{path} is there already: expected a new file")
    return load(path)


def change(path: Path, *decisions: Decision) -> Tournament:
    """Append decisions; each one sees the changes of the one before.

    Raises LudariumError; then nothing is written.
    """
    while True:
        tournament = load(path)
        version = tournament.version
        for decide in decisions:
            decided = decide(tournament, time.time())
            for entry in decided if isinstance(decided, list) else [decided]:
                tournament.apply(entry)
        if append(path, version + 1, tournament.log[version:]):
            return tournament


def append(path: Path, first: int, entries: Sequence[Entry]) -> bool:
    """Append entries to the log of this file, all or none, as `EventStore` does.

    first: the number of the first entry, at most one more than there are; 1 creates the file.
    False if the log has an entry with this number. Raises LudariumError.
    """
    with locked(path):
        if first == 1:
            lines, is_next = [], not path.exists()
        else:
            lines = entry_lines(path)
            is_next = len(lines) == first - 1
            if len(lines) < first - 1:
                raise LudariumError(f"{path} became shorter while this command worked on it")
            if path.stat().st_nlink > 1:  # the others would keep the file as it was
                raise LudariumError(f"{path} has several names (hard links): keep one")
        if not is_next:
            return False
        write_whole(path, "".join(f"{line}\n" for line in lines) + log_to_text(entries))
    return True


def entry_lines(path: Path) -> list[str]:
    """Return the lines of this file, one of each entry. Raises OSError."""
    return [line for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Lock the file against other commands, by whatever name they know it."""
    from filelock import FileLock, Timeout

    try:
        with FileLock(f"{os.path.realpath(path)}.lock", timeout=PATIENCE):
            yield
    except Timeout:
        raise LudariumError(f"another command works on {path}") from None
    except OSError as error:
        raise LudariumError(f"cannot write {path}: {error.strerror}") from None
