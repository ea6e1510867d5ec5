"""All that a person has here as one ZIP archive, which is made while it is sent."""

from __future__ import annotations

import zipfile
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

import orjson
from anyio import CapacityLimiter, to_thread

from ludarium.database.store import Store
from ludarium.errors import LudariumError
from ludarium.eventlog.codec import Fields
from ludarium.tables.entries import CODEC
from ludarium.tables.table import fold

__all__ = ["MOST_EXPORTED", "archive"]

MOST_EXPORTED = 5_000  # games, the latest
AT_ONCE = 64 * 1024  # bytes of a piece that is sent


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
    """The archive, piece by piece: what is known about the person, and the records of these games.

    threads: in which games are replayed, one after the other.
    """
    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as packed:  # type: ignore[call-overload]
        packed.writestr("account.json", orjson.dumps(about, option=orjson.OPT_INDENT_2))
        with packed.open("games.jsonl", "w", force_zip64=True) as games:
            for table in tables:
                fields = await store.load("table", table)
                games.write(await to_thread.run_sync(record_line, table, fields, limiter=threads))
                if pipe.size > AT_ONCE:
                    yield pipe.take()
    yield pipe.take()


def record_line(table: str, fields: Sequence[Fields]) -> bytes:
    """The record of a table's game, as `ludarium replay` reads it; empty where it cannot be told.

    That is where the game has not ended or never began, was forgotten meanwhile, or has other rules
    now.
    """
    try:
        state = fold(table, [CODEC.read(*one) for one in fields]) if fields else None
    except LudariumError:
        return b""
    if state is None or state.record is None or state.status != "over":
        return b""
    return state.record.to_json().encode() + b"\n"
