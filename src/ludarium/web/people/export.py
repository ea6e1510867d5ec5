"""All that a person has here as one ZIP archive, which is made while it is sent.

In it are what is known about the person, the records of their games, and the same games as other
programs read them.
"""

from __future__ import annotations

import contextlib
import functools
import tempfile
import zipfile
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import IO, Any

import orjson
from anyio import CapacityLimiter, to_thread

from ludarium.database.store import Store
from ludarium.errors import LudariumError
from ludarium.eventlog.codec import Fields
from ludarium.formats import FORMATS
from ludarium.play.record import Record
from ludarium.tables.entries import CODEC
from ludarium.tables.table import fold
from ludarium.web.rulesets.games import formats_of
from ludarium.web.tables.game_files import file_text

__all__ = ["MOST_EXPORTED", "archive"]

MOST_EXPORTED = 5_000  # games, the latest
AT_ONCE = 64 * 1024  # bytes of a piece that is sent
LARGEST_IN_MEMORY = 1_000_000  # bytes of a file of games


class Pipe:
    """A file that is written to and taken from."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self.size = 0

    def write(self, data: bytes) -> int:
        self._parts.append(bytes(data))
        self.size += len(data)
        return len(data)

    def flush(self) -> None:
        """Do nothing, for archives, which expect it of files."""

    def take(self) -> bytes:
        """Return the bytes written since the last call."""
        taken, self._parts, self.size = b"".join(self._parts), [], 0
        return taken


async def archive(
    store: Store, about: Mapping[str, Any], tables: Sequence[str], threads: CapacityLimiter
) -> AsyncIterator[bytes]:
    """The archive, piece by piece: what is known about the person, and these games.

    threads: in which games are replayed, one after the other.
    """
    pipe = Pipe()
    files = GameFiles()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as packed:  # type: ignore[call-overload]
        packed.writestr("account.json", orjson.dumps(about, option=orjson.OPT_INDENT_2))
        with packed.open("games.jsonl", "w", force_zip64=True) as games:
            for table in tables:
                fields = await store.load("table", table)
                work = functools.partial(record_line, table, fields, files)
                games.write(await to_thread.run_sync(work, limiter=threads))
                if pipe.size > AT_ONCE:
                    yield pipe.take()
        for suffix, file in files.kept.items():
            with packed.open(f"games{suffix}", "w", force_zip64=True) as copy, file:
                file.seek(0)
                while part := file.read(AT_ONCE):
                    copy.write(part)
                    yield pipe.take()
    yield pipe.take()


class GameFiles:
    """Files of games in the formats of other programs, in memory while they are small."""

    def __init__(self) -> None:
        self.kept: dict[str, IO[bytes]] = {}
        """By suffix."""

    def add(self, record: Record, began: float) -> None:
        """Add a game to a file of each format that can say it."""
        for name in formats_of(record.first.game):
            form = FORMATS[name]
            with contextlib.suppress(LudariumError):
                text = file_text(record, form, began)
                self._file(form.suffixes[0]).write(text.encode("utf-8", "replace"))

    def _file(self, suffix: str) -> IO[bytes]:
        if suffix not in self.kept:
            self.kept[suffix] = tempfile.SpooledTemporaryFile(LARGEST_IN_MEMORY)  # noqa: SIM115
        return self.kept[suffix]


def record_line(table: str, fields: Sequence[Fields], files: GameFiles) -> bytes:
    """The record of a table's game, as `ludarium replay` reads it; empty where it cannot be told.
    files: to which it is added.

    That is where the game has not ended or never began, was forgotten meanwhile, or has other rules
    now.
    """
    try:
        state = fold(table, [CODEC.read(*one) for one in fields]) if fields else None
    except LudariumError:
        return b""
    if state is None or state.record is None or state.status != "over":
        return b""
    files.add(state.record, state.began)
    return state.record.to_json().encode() + b"\n"
