"""People who have let games of quick pairing go lately, and wait longer for the next opponent."""

from __future__ import annotations

import asyncio

from ludarium.eventlog.clock import server_time
from ludarium.tables.server import TableServer
from ludarium.web.people.visitors import Visitor

__all__ = ["wait_after", "waits_until"]

LATELY = 3600.0
"""Seconds for which a game that was let go counts."""
FREE = 2
"""The number of games that may be let go in that time."""
FIRST, LONGEST = 60.0, 900.0
"""Seconds to wait after the next one, which double with each further one, and the most."""
LET_GO = ("abandoned", "forfeit")  # reasons why such games end
LOOKED_AT = 12  # games that ended so, the latest first


def wait_after(count: int) -> float:
    """The seconds to wait after the last of so many games that were let go."""
    return 0.0 if count <= FREE else min(LONGEST, FIRST * 2 ** (count - FREE - 1))


async def waits_until(tables: TableServer, visitor: Visitor) -> float:
    """The time until which the visitor is given no further opponent; past where there is none.

    A game was let go by who called it off, or left it so that the other claimed it.
    """
    ended = await tables.store.table_index.summaries(
        status="over", holder=visitor.holder, shown=False, since=server_time() - LATELY
    )
    likely = [
        one
        for one in ended
        if one.get("quick_pairing") and (one["result"] or {}).get("reason") in LET_GO
    ]
    lives = await asyncio.gather(*(tables.live(one["id"]) for one in likely[:LOOKED_AT]))
    times = [
        live.table.ended or 0.0
        for live in lives
        if live.table.left_by in live.table.seats_of(visitor.holder)
    ]
    return max(times, default=0.0) + wait_after(len(times))
