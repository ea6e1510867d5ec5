"""Bots for who wants to play now and finds nobody: of which level, and who takes their place."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import Any

from ludarium.agents import LEVELS
from ludarium.database.store import Store
from ludarium.eventlog.clock import server_time
from ludarium.rules.game import Game
from ludarium.tables import places
from ludarium.tables.errors import TableError
from ludarium.tables.live_table import LiveTable
from ludarium.tables.options import Options
from ludarium.tables.server import TableServer
from ludarium.tables.table import Table
from ludarium.web.people.ranking import Ranking, account_key
from ludarium.web.people.visitors import Visitor

__all__ = ["ask_for_place", "fitting_level", "level_for", "place_of"]

EASY = 1  # the level for who is not known at a game
LATELY = 180.0  # seconds since the last move of a game whose bot may give its place up
CONSIDERED = 50  # such games
PAST = 20  # games of the visitor that are looked at for the last one against a bot


async def place_of(
    tables: TableServer, game: Game, visitor: Visitor, table_id: str | None
) -> LiveTable | None:
    """The table where the visitor plays by quick pairing already, or waits for a bot's place, which
    is taken once it is granted; None where there is none.

    table_id: where the visitor has asked for a place, or plays.
    """
    now = server_time()
    if table_id is not None:
        live = await tables.live(table_id)
        if live.table.options.game != game.name:
            return None
        if not live.table.pairs and live.table.seats_of(visitor.holder):
            return live
        place = live.table.place
        if not places.is_asked(live.table, visitor.holder, now) or place is None:
            return None
        if not place.granted:
            return live
        with contextlib.suppress(TableError):  # too late
            take = functools.partial(taken, visitor)
            return await tables.request(table_id, take)
        return None
    own = await tables.store.table_index.summaries(
        status="live", game=game.name, holder=visitor.holder, shown=False
    )
    for one in own:
        if one.get("quick_pairing") and one["ply"] <= 1 and has_bot(one):
            live = await tables.live(one["id"])
            if live.table.status == "live" and live.table.seats_of(visitor.holder):
                return live
    return None


def taken(visitor: Visitor, table: Table, now: float) -> Any:
    return places.take_place(table, visitor.holder, now)


async def ask_for_place(
    tables: TableServer,
    options: Options,
    visitor: Visitor,
    name: str,
    is_near: Callable[[dict[str, Any]], bool],
) -> LiveTable | None:
    """The table whose person was asked for the place of their bot: who is here, has just begun, and
    is near in rating; None where there is nobody.
    """
    summaries = await tables.store.table_index.summaries(
        status="live", game=options.game, since=server_time() - LATELY, limit=CONSIDERED
    )
    for one in summaries:
        alike = one.get("quick_pairing") and one["ruleset"] == options.ruleset
        early = one["ply"] <= places.LAST_PLY
        if not (alike and early and has_bot(one) and is_near(one)):
            continue
        live = await tables.live(one["id"])
        here = live.here()
        if not places.is_free(live.table) or not all(here[seat] for seat in live.table.people):
            continue

        def decide(table: Table, now: float) -> Any:
            return places.want_place(
                table, visitor.holder, visitor.account or name, visitor.account, now
            )

        with contextlib.suppress(TableError):  # somebody was faster
            return await tables.request(one["id"], decide)
    return None


def has_bot(summary: dict[str, Any]) -> bool:
    return any(seat and seat["kind"] == "bot" for seat in summary["seats"])


async def level_for(store: Store, ranking: Ranking, game: Game, visitor: Visitor) -> int:
    """The level of bots that fits the visitor: that of the nearest rating where both are known,
    else one more than the last that was beaten, or one less than the last that won; else EASY.
    """
    rated = await fitting_level(ranking, game, visitor)
    if rated is not None:
        return rated
    if visitor.new:
        return EASY
    past = await store.table_index.summaries(
        status="over", game=game.name, holder=visitor.holder, shown=False, limit=PAST
    )
    for one in past:
        agents = [seat["agent"] for seat in one["seats"] if seat and seat["agent"]]
        returns = one["result"]["returns"]
        if len(one["seats"]) != 2 or len(agents) != 1 or not returns:
            continue
        kind, _, level = agents[0].partition(":")
        if kind != "level" or one["result"]["reason"] == "abandoned":
            continue
        bot = next(seat for seat, who in enumerate(one["seats"]) if who["agent"])
        gained = float(returns[1 - bot] - returns[bot])
        return min(max(int(level) + (gained > 0) - (gained < 0), 1), LEVELS)
    return EASY


async def fitting_level(ranking: Ranking, game: Game, visitor: Visitor) -> int | None:
    """The level of the bot nearest to the visitor's rating; None where one of these is unknown."""
    ratings = (await ranking.all()).get(game.name)
    own = ratings.of(account_key(visitor.account)) if ratings and visitor.account else None
    if ratings is None or own is None:
        return None
    known = {
        level: rating.rating
        for level in range(1, LEVELS + 1)
        if (rating := ratings.of(f"bot:level:{level}"))
    }
    return min(known, key=lambda level: abs(known[level] - own.rating), default=None)
