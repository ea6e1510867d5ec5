"""Quick pairing: whoever wants to play now meets whoever waits for the same game.

Who waits sits at an open table like any other, which anybody may join. So all servers of a database
see the same tables, and nothing is lost with a server.
"""

from __future__ import annotations

import contextlib
import functools
import math
import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

from ludarium.eventlog.clock import server_time
from ludarium.phrases import counted, say
from ludarium.ratings.ratings import START, Ratings
from ludarium.rules.game import Game
from ludarium.tables import requests
from ludarium.tables.clocks import Clock
from ludarium.tables.entries import Opened
from ludarium.tables.errors import TableError
from ludarium.tables.live_table import LiveTable
from ludarium.tables.options import Options, clock_kinds
from ludarium.tables.projections import Opener
from ludarium.tables.server import TableServer
from ludarium.tables.table import Table
from ludarium.web.lobby import pairing_bots as bots
from ludarium.web.lobby.leavers import waits_until
from ludarium.web.people.ranking import Ranking, account_key
from ludarium.web.people.visitors import Visitor

__all__ = ["is_for_two", "pair"]

SEATS = 2
MINUTES = Clock("fischer", 600, 5)
COUNTDOWN = Clock("countdown", 20)
NEAR = 200.0  # points of rating between two who meet at once
WIDER = 20.0  # points more for each second that one of them has waited
CONSIDERED = 200  # tables of a game, besides those of one's own network


async def pair(
    tables: TableServer,
    ranking: Ranking,
    game: Game,
    visitor: Visitor,
    name: str,
    share: str,
    opener: Opener,
    opening: Callable[[], AbstractAsyncContextManager[None]],
    table_id: str | None = None,
    with_bot: bool = False,
) -> LiveTable:
    """The table at which the visitor plays, waits for somebody to come, or has asked for the place
    of a bot.

    It is one where somebody of near rating waits, else a new one. Asked again, it moves a visitor
    who waits on to whoever has waited longer, once their ratings are near enough.

    name, share: as for a seat. opener: the visitor, of whose network all tables are considered.
    opening: where a table is opened, within what it makes. table_id: where the visitor waits
    already; the answer if the game has begun or the table is closed. with_bot: where nobody waits,
    the visitor plays a bot at once, unless somebody may be asked for the place of theirs. Raises
    TableError.
    """
    options = pairing_options(game)
    if with_bot and (found := await bots.place_of(tables, game, visitor, table_id)):
        return found
    if (
        table_id is not None
        and not with_bot
        and not is_waiting(await tables.live(table_id), game, visitor)
    ):
        return await tables.live(table_id)
    own = await waiting_at(tables, game, visitor)
    if not own and (wait := await waits_until(tables, visitor) - server_time()) > 0:
        if not with_bot:
            raise TableError(
                "not-now",
                counted(
                    "You have let several games go: others are found again in {n} minute.",
                    "You have let several games go: others are found again in {n} minutes.",
                    math.ceil(wait / 60),
                ),
            )
        async with opening():
            easy = await bots.level_for(tables.store, ranking, game, visitor)
            return await open_one(tables, options, visitor, name, share, opener, easy)
    waiting = await open_tables(tables, options, opener.network)
    waiting = [one for one in waiting if not own or is_older(one, own)]
    ratings = (await ranking.all()).get(game.name) if waiting else None
    mine = rating_of(ratings, visitor.account)
    near = [one for one in waiting if is_near(one, ratings, mine, own)]
    for one in near:
        if own and not await has_left(tables, own["id"], visitor):
            break  # somebody has come, or another request was faster
        own = None
        with contextlib.suppress(TableError):  # somebody was faster
            return await sit_down(tables, one["id"], visitor, name, share)
    if own and not (with_bot and await has_left(tables, own["id"], visitor)):
        return await tables.live(own["id"])
    async with opening():  # who asks for places may do so as often as they may open tables
        level = None
        if with_bot:
            ratings = (await ranking.all()).get(game.name)
            mine = rating_of(ratings, visitor.account)
            near_to_them = functools.partial(is_near, ratings=ratings, mine=mine, own=None)
            if table_id is None and (
                asked := await bots.ask_for_place(tables, options, visitor, name, near_to_them)
            ):
                return asked
            level = await bots.level_for(tables.store, ranking, game, visitor)
        return await open_one(tables, options, visitor, name, share, opener, level)


def is_for_two(game: Game) -> bool:
    """Return whether two can play the game."""
    return SEATS in game.seat_counts


def pairing_options(game: Game) -> Options:
    """The options of the game's tables of quick pairing. Raises TableError where two cannot play
    it.
    """
    if not is_for_two(game):
        raise TableError(
            "invalid", say("{game} is not a game for two: open a table for it.", game=game.title)
        )
    clock = MINUTES if MINUTES.kind in clock_kinds(game) else COUNTDOWN
    return Options(game.name, game.offered.name, SEATS, clock, listed=True, quick_pairing=True)


async def open_tables(tables: TableServer, options: Options, network: str) -> list[dict[str, Any]]:
    """The summaries of those with these options, the oldest first: all of this network, and some of
    others.
    """
    summaries = await tables.lobby.open_tables(
        network, game=options.game, pairing=True, limit=CONSIDERED
    )
    return sorted((one for one in summaries if one["ruleset"] == options.ruleset), key=age)


async def waiting_at(tables: TableServer, game: Game, visitor: Visitor) -> dict[str, Any] | None:
    """The summary of the table where the visitor waits; None where there is none."""
    own = await tables.store.table_index.summaries(
        status="open", game=game.name, holder=visitor.holder, shown=False
    )
    for one in filter(lambda one: one.get("quick_pairing"), own):
        # a summary does not tell who sits there now
        if is_waiting(await tables.live(one["id"]), game, visitor):
            return one
    return None


def is_waiting(live: LiveTable, game: Game, visitor: Visitor) -> bool:
    """Return whether the visitor waits at this table of the game."""
    table = live.table
    waits = table.pairs and table.options.game == game.name
    return waits and bool(table.seats_of(visitor.holder))


def age(summary: dict[str, Any]) -> tuple[float, str]:
    return summary["created"], summary["id"]


def is_older(other: dict[str, Any], own: dict[str, Any]) -> bool:
    """Return whether the table was opened before one's own: of two who wait, only one moves on."""
    return age(other) < age(own)


def is_near(
    other: dict[str, Any], ratings: Ratings | None, mine: float, own: dict[str, Any] | None
) -> bool:
    """Return whether the ratings are near enough, for as long as these have waited."""
    accounts = [seat["account"] for seat in other["seats"] if seat]
    waited = max(0.0, server_time() - min(other["created"], (own or other)["created"]))
    reach = NEAR + WIDER * waited
    return all(abs(rating_of(ratings, account) - mine) <= reach for account in accounts)


def rating_of(ratings: Ratings | None, account: str | None) -> float:
    """The rating of an account at a game; the initial one for guests and newcomers."""
    rating = ratings.of(account_key(account)) if ratings and account else None
    return rating.rating if rating else START


async def has_left(tables: TableServer, table_id: str, visitor: Visitor) -> bool:
    """Leave one's own table; False where the game has begun, or another request of theirs has left
    it.
    """

    def decide(table: Table, now: float) -> Any:
        seats = table.seats_of(visitor.holder)
        if not seats:
            raise TableError("not-open", say("Nobody waits for a quick pairing here."))
        return requests.leave(table, seats[0], visitor.holder, now)

    try:
        await tables.request(table_id, decide)
    except TableError:
        return False
    return True


async def sit_down(
    tables: TableServer, table_id: str, visitor: Visitor, name: str, share: str
) -> LiveTable:
    """Take the free seat. Raises TableError."""
    if (await tables.live(table_id)).is_missed:
        raise TableError("not-open", say("Nobody waits for a quick pairing here."))

    def decide(table: Table, now: float) -> Any:
        if not table.pairs or table.seats_of(visitor.holder):
            raise TableError("not-open", say("Nobody waits for a quick pairing here."))
        return seated(table, visitor, name, share, now)

    return await tables.request(table_id, decide)


async def open_one(
    tables: TableServer,
    options: Options,
    visitor: Visitor,
    name: str,
    share: str,
    opener: Opener,
    level: int | None = None,
) -> LiveTable:
    """Open a table, and sit down on a seat by lot. level: that of a bot on the other seat."""
    now = server_time()
    table = Table("new")
    table.apply(Opened(at=now, options=options.to_json(), host=visitor.holder))
    sitting = [seated(table, visitor, name, share, now)]
    if level is not None:
        table.apply(sitting[0])
        (free,) = (seat for seat, chair in enumerate(table.chairs) if chair.free)
        sitting.append(requests.sit_bot(table, free, f"level:{level}", visitor.holder, now))
    return await tables.open(options, visitor.holder, sitting, opener=opener)


def seated(table: Table, visitor: Visitor, name: str, share: str, now: float) -> Any:
    """The entry that seats the visitor on one of the free seats, by lot."""
    free = [seat for seat, chair in enumerate(table.chairs) if chair.free]
    seat = random.SystemRandom().choice(free)
    shown = visitor.account or name
    return requests.sit(table, seat, visitor.holder, shown, visitor.account, now, share=share)
