"""The rows that are written of a table: its new entries, its row for lists, who has which seat."""

from __future__ import annotations

from typing import Any, NamedTuple

import orjson

from ludarium.database.streams import encoded
from ludarium.eventlog.codec import LogEntry
from ludarium.eventlog.codes import keyed_digest
from ludarium.eventlog.store import Commit, SideRow
from ludarium.tables.entries import CODEC, Opened, PlaceTaken, Returned, Sat
from ludarium.tables.report import summary
from ludarium.tables.table import Table

__all__ = ["Opener", "awaited", "commit_of", "host_digest", "seatings_of", "table_row"]


class Opener(NamedTuple):
    """Digests of the host and of the network that opened a table, from which nobody can tell more
    than that two are the same.
    """

    host: str
    """A digest of the identity."""
    network: str
    """A digest of the address; of IPv6, of the /48."""


def host_digest(secret: str, holder: str) -> str:
    """Return the digest of an identity as the host of tables."""
    return keyed_digest(secret, f"host/1 {holder}")


def commit_of(
    table: Table, *entries: LogEntry, before: Table | None = None, opener: Opener | None = None
) -> Commit:
    """Return the latest entries of the table, ready to write.

    before: the table without them, if any. opener: the visitor, with the first entries.
    """
    row = {**table_row(table), **(opener._asdict() if opener else {})}
    return Commit(
        "table",
        table.id,
        table.version - len(entries) + 1,
        tuple(encoded(CODEC.write(entry)) for entry in entries),
        row,
        changed_seatings(table, entries, before),
        (row["version"], row["due"], row["bots"]),
    )


def changed_seatings(
    table: Table, entries: tuple[LogEntry, ...], before: Table | None
) -> tuple[SideRow, ...]:
    """Return the rows of seats to write with these entries, and those to delete."""
    seatings = set(seatings_of(table))
    seated = any(isinstance(entry, Opened | PlaceTaken | Returned | Sat) for entry in entries)
    over = table.status == "over"
    closed = over and (before is None or before.status != "over")
    ended = (table.ended or table.changed) if over else None
    # also of who is challenged, once the seats that were kept for them are taken
    vacated = set(seatings_of(before)) - seatings if before and before.status == "open" else ()

    def row(holder: str, seat: int) -> dict[str, Any]:
        return {"holder": holder, "table_id": table.id, "seat": seat}

    written = seatings if seated or closed else ()
    return (
        *(SideRow("seatings", {**row(*one), "ended": ended}) for one in written),
        *(SideRow("seatings", row(*one), kept=False) for one in vacated),
    )


def seatings_of(table: Table) -> tuple[tuple[str, int], ...]:
    """List the holders and challenged players of seats: pairs of holder and seat."""
    taken = tuple(
        (holder, seat) for seat, chair in enumerate(table.chairs) for holder in chair.holders
    )
    return taken + tuple((table.invited, seat) for seat in kept_seats(table))


def kept_seats(table: Table) -> tuple[int, ...]:
    """The free seats that are kept for whoever is challenged."""
    if not table.invited:
        return ()
    return tuple(seat for seat, chair in enumerate(table.chairs) if chair.free)


def awaited(table: Table) -> int:
    """The seats that the table waits for, to move or to answer a challenge, as a bit set in a
    signed word of 64 bits.
    """
    seats = kept_seats(table) if table.status == "open" else table.waiting
    bits = sum(1 << seat for seat in seats)
    return bits - ((bits >> 63) << 64)


def table_row(table: Table) -> dict[str, Any]:
    """The table's row for lists of tables."""
    listed = table.options.listed and table.status == "open"
    open_to_all = listed if table.record is None else table.options.watch == "anyone"
    return {
        "id": table.id,
        "version": table.version,
        "game": table.options.game,
        "status": table.status,
        "shown": open_to_all,
        "due": table.due,
        "bots": bool(table.waiting_bots),
        "awaited": awaited(table),
        "updated": table.changed,
        "ended": table.ended,
        "pairing": table.options.quick_pairing,
        "summary": orjson.dumps(summary(table)).decode(),
    }
