"""Games that are claimed by one player, as the other has left."""

from __future__ import annotations

import math
from typing import Literal

from ludarium.eventlog.codec import LogEntry
from ludarium.phrases import counted, say
from ludarium.tables import requests
from ludarium.tables.entries import Claimed
from ludarium.tables.errors import TableError
from ludarium.tables.table import Table

__all__ = ["claim"]


def claim(
    table: Table,
    seat: int,
    holder: str,
    what: Literal["win", "draw"],
    claimable_at: float | None,
    now: float,
) -> LogEntry:
    """Claim the game, as the other has left it.

    claimable_at: the time from which it may be claimed, as `LiveTable.claimable_at` tells it.
    """
    requests.check_holder(table, seat, holder)
    requests.check_live(table, now)
    if claimable_at is None or seat in table.waiting:
        raise TableError("not-now", say("Nobody has left the game: there is nothing to claim."))
    if now < claimable_at:
        seconds = math.ceil(claimable_at - now)
        raise TableError(
            "not-now",
            counted(
                "The game may be claimed in {n} second.",
                "The game may be claimed in {n} seconds.",
                seconds,
            ),
        )
    return Claimed(at=now, seat=seat, what=what)
