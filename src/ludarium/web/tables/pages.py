"""Pages of tables: the lobby, the visitor's own games, setup and table."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import parse_qs

import orjson
from fastapi import APIRouter, Query, Request
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from ludarium import catalogue
from ludarium.finding import LONGEST
from ludarium.tables.clocks import DAYS, PRESETS
from ludarium.tables.errors import TableError
from ludarium.tables.live_table import LiveTable
from ludarium.tables.requests import LEVEL_BOTS
from ludarium.tables.table import Table
from ludarium.web.analysis.lessons import has_lesson, introduction
from ludarium.web.analysis.previews import preview, preview_file
from ludarium.web.context import Reader, Writer, context_of
from ludarium.web.http.inviting import join_address, qr_code
from ludarium.web.http.models import parsed
from ludarium.web.http.pages import language_of, page, picture_response
from ludarium.web.lobby.best_of_day import best_of_day
from ludarium.web.lobby.game_filters import (
    filters,
    listed,
    other_games,
    picks,
    played_again,
    usual_kinds,
)
from ludarium.web.lobby.listings import check_may_watch, localised_summaries
from ludarium.web.lobby.own_games import PAGE, over_lately, own_games
from ludarium.web.lobby.pairing import is_for_two
from ludarium.web.lobby.pairing_requests import has_asked, paired
from ludarium.web.people.notices import is_told
from ludarium.web.people.routes import MOST_OWN
from ludarium.web.people.visitors import Visitor
from ludarium.web.rulesets.games import choices_of, formats_of, game_json, ruleset_entry
from ludarium.web.tables.messages import TableTeller
from ludarium.web.tables.models import PairingBody

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
PLAYED = 4  # games of the reader's that are over are shown


@router.get("/")
async def lobby(
    request: Request, visitor: Reader, text: Annotated[str, Query(max_length=LONGEST)] = ""
) -> Response:
    """The lobby. text: what games are called that are searched for."""
    if text:
        context_of(request).limit_search(request)
    own = await own_games(context_of(request).tables.store, visitor)
    played = await played_games(request, visitor)
    latest = [one["game"] for one in (*own["games"], *played)]
    games = [
        listed(game, visitor) for game in map(catalogue.find, catalogue.names()) if game.featured
    ]
    return page(
        request,
        visitor,
        "tables/lobby.html",
        picks=picks(visitor),
        again=played_again(visitor, latest),
        games=games,
        families=other_games(visitor, [game["name"] for game in games]),
        filters=filters(games),
        kinds=usual_kinds(games),
        text=text,
        found=catalogue.search(text) if text.strip() else None,
        number=len(catalogue.names()),
        playing=len(own["games"]),
        played=played,
    )


@router.get("/games")
async def games(
    request: Request, visitor: Reader, after: Annotated[int, Query(ge=0, le=MOST_OWN)] = 0
) -> Response:
    """The visitor's own games that are not over, the first `after` left out."""
    own = await own_games(context_of(request).tables.store, visitor, after)
    played = [] if after else await played_games(request, visitor)
    return page(
        request,
        visitor,
        "games/games.html",
        playing=len(own["games"]),
        played=played,
        after=after,
        size=PAGE,
    )


async def played_games(request: Request, visitor: Visitor) -> list[dict[str, Any]]:
    """The visitor's last games that had begun, the latest first."""
    over = await over_lately(context_of(request).tables.store, visitor)
    return [one for one in localised_summaries(over, visitor) if one["result"]["returns"]][:PLAYED]


@router.get("/play/{name}/board.svg")
async def board_picture(
    request: Request, visitor: Reader, name: str, language: str = ""
) -> Response:
    """The game's board in the middle of a game; language: of the names on it."""
    return await picture_response(request, preview_file(name, language_of(language, visitor)))


@router.get("/play/{name}")
async def setup(
    request: Request,
    visitor: Reader,
    name: str,
    with_: Annotated[str, Query(alias="with")] = "bot",
    ruleset: Annotated[str | None, Query(max_length=400)] = None,
    invite: Annotated[str, Query(max_length=100)] = "",
) -> Response:
    game = catalogue.find(name)
    chosen = game.ruleset(ruleset) if ruleset else game.offered
    shown = {**game_json(game, visitor), "preview": preview(game.name, visitor.language)}
    if chosen not in game.rulesets:  # one put together from parts
        shown["rulesets"] = [*shown["rulesets"], ruleset_entry(chosen, visitor)]
    if not (is_for_two(game) and visitor.account):
        invite = ""
    if invite:
        shown["seats"], shown["seat_counts"], with_ = (2, 2), (2,), "friends"
    return page(
        request,
        visitor,
        "tables/setup.html",
        game=shown,
        ruleset=chosen.name,
        offered=game.offered.name,
        parts=[] if game.family else choices_of(game, chosen, visitor),
        own_bots=context_of(request).tables.own_bots_of(game.name),
        presets=PRESETS,
        byoyomi=game.byoyomi,
        days=DAYS,
        best=await best_of_day(context_of(request).tables, game, chosen, visitor),
        with_=with_ if with_ in ("bot", "friends", "here") else "bot",
        invite=invite,
    )


@router.post("/play/{name}")
async def play_now(request: Request, visitor: Writer, name: str) -> Response:
    """The page of a table at which the visitor plays at once, as with `POST /api/pairings` and a
    bot: one answer in place of two, each of which takes as long as the way to the server.

    Who has to wait until somebody lets them have the place of a bot waits on the page of the game,
    as the lobby begins only some games at once.
    """
    form = parse_qs((await request.body()).decode(errors="replace"))
    share = form.get("share", [""])[0]
    body = parsed(PairingBody, orjson.dumps({"game": name, "alone": "bot", "share": share}))
    live = await paired(request, visitor, body)
    if has_asked(live.table, visitor):
        return RedirectResponse(f"/play/{live.table.options.game}#asked-{live.table.id}", 303)
    return await table_page(request, visitor, live)


@router.get("/table/{table_id}")
async def table(request: Request, visitor: Reader, table_id: str) -> Response:
    return await table_page(request, visitor, await context_of(request).tables.live(table_id))


async def table_page(request: Request, visitor: Visitor, live: LiveTable) -> Response:
    """The page of a table, which gives itself its address."""
    context, table_id = context_of(request), live.table.id
    options, path = live.table.options, f"/table/{table_id}"
    game = options.rules
    viewer = next(iter(live.table.seats_of(visitor.holder)), 0)
    join_url, local = join_address(request, path)
    return page(
        request,
        visitor,
        "tables/table.html",
        secret=game.hides and live.table.status != "over",
        path=path,
        table_id=table_id,
        title=visitor.translate(game.title),
        game=game.name,
        formats=formats_of(game),
        promotes=game.promotes,
        introduction=introduction(game, game.ruleset(options.ruleset), visitor.language),
        learn=has_lesson(game, visitor.language),
        join_url=join_url,
        local=local,
        viewer=viewer,
        state=await first_state(request, live, visitor, viewer),
        seats=len(live.table.chairs),
        bots=[
            *LEVEL_BOTS,
            *context.tables.own_bots_at(options),
        ],
        notices=live.table.status != "over" and is_told(live.table, visitor.holder),
        tournament=await tournament_of(request, live.table),
        qr=qr_code(join_url),
    )


async def first_state(request: Request, live: LiveTable, visitor: Visitor, viewer: int) -> Markup:
    """The table's first message, so that the board is there before its WebSocket is, which tells
    the codes of seats; empty where the visitor may not watch.
    """
    try:
        check_may_watch(live.table, visitor)
    except TableError:
        return Markup("")
    context = context_of(request)
    await context.look(request, live.table, visitor.holder)
    is_ready = context.warmup.is_ready
    (message,) = TableTeller(None, is_ready, live, visitor, viewer, with_scene=True).messages()
    return Markup(message.decode().replace("<", "\\u003c"))


async def tournament_of(request: Request, table: Table) -> dict[str, str] | None:
    """The tournament that the game belongs to."""
    if not table.options.tournament:
        return None
    event = (await context_of(request).tournaments.live(table.options.tournament)).tournament
    return {"id": event.id, "name": event.name}
