"""The database's tables of each stream of logs."""

from __future__ import annotations

from typing import NamedTuple

import orjson
import sqlalchemy as sa

from ludarium.database import schema
from ludarium.eventlog.codec import Fields
from ludarium.eventlog.store import StreamName

__all__ = ["STREAMS", "Stream", "encoded"]


class Stream(NamedTuple):
    """The database's tables of one stream."""

    entries: sa.Table
    log_id: sa.Column[str]
    """The column of `entries` with the id of the log."""
    number: sa.Column[int]
    """The column of `entries` with the number of the entry."""
    rows: sa.Table
    """The table with a row for lists of each log."""
    fixed: tuple[str, ...]
    """The columns of `rows` that never change."""
    owned: bool
    """True if the size of its logs counts as what their owner has kept."""


STREAMS: dict[StreamName, Stream] = {
    "table": Stream(
        schema.events,
        schema.events.c.table_id,
        schema.events.c.sequence,
        schema.tables,
        ("id", "game", "host", "network"),
        owned=False,
    ),
    "tournament": Stream(
        schema.tournament_entries,
        schema.tournament_entries.c.tournament_id,
        schema.tournament_entries.c.number,
        schema.tournaments,
        ("id",),
        owned=True,
    ),
}


def encoded(fields: Fields) -> tuple[str, str]:
    """The public and the private fields of an entry as JSON."""
    public, private = fields
    return orjson.dumps(public).decode(), orjson.dumps(private).decode()
