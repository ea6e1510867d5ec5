"""The best results of today in a game of one seat, in which nobody is ranked."""

from __future__ import annotations

import time
from typing import Any

from ludarium.rules.game import Game, Ruleset
from ludarium.tables.server import TableServer
from ludarium.web.people.visitors import Visitor

__all__ = ["best_of_day"]

DAY = 86_400.0
MOST = 500  # games of today that are looked at, the latest first
SHOWN = 5


async def best_of_day(
    tables: TableServer, game: Game, ruleset: Ruleset, visitor: Visitor
) -> list[dict[str, Any]]:
    """The best games that were played to their end since midnight (UTC), one of each person, with
    the words of their last positions; none of games of more seats.
    """
    if game.seats != (1, 1):
        return []
    now = time.time()
    midnight = now - now % DAY
    summaries = await tables.store.table_index.summaries(
        status="over", game=game.name, since=midnight, limit=MOST
    )
    by_person: dict[str, dict[str, Any]] = {}
    for one in sorted(summaries, key=lambda one: one["ended"] or 0.0):
        (seat,) = one["seats"]
        played_out = one["result"]["reason"] not in ("abandoned", "resignation", "time")
        if one["ruleset"] != ruleset.name or seat is None or seat["agent"] or not played_out:
            continue
        person = seat["account"] or one["id"]
        best = by_person.get(person)
        if best is None or one["result"]["returns"] > best["result"]["returns"]:
            by_person[person] = one
    best_first = sorted(by_person.values(), key=lambda one: -one["result"]["returns"][0])
    found = []
    for one in best_first[:SHOWN]:
        live = await tables.live(one["id"])
        status = visitor.translate(live.table.position.view.status)
        (seat,) = one["seats"]
        found.append(
            {"id": one["id"], "name": seat["account"] or seat["name"] or "", "status": status}
        )
    return found
