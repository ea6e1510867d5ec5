"""Pages of tables: the lobby, setup and table."""

from __future__ import annotations

from typing import Annotated, Any

import segno
from fastapi import APIRouter, Query, Request
from markupsafe import Markup
from starlette.responses import Response

from ludarium import catalogue
from ludarium.languages import LANGUAGES
from ludarium.tables.errors import TableError
from ludarium.tables.server import LiveTable
from ludarium.tables.table import Table
from ludarium.web.context import Context, Reader, context_of
from ludarium.web.pages.shared import page
from ludarium.web.services.choosing import filters, lobby_games
from ludarium.web.services.games import game_json, ruleset_entry
from ludarium.web.services.lessons import has_lesson, introduction
from ludarium.web.services.listings import check_may_watch, localised_summaries
from ludarium.web.services.pairing import is_for_two
from ludarium.web.services.previews import preview, preview_file, preview_packed
from ludarium.web.services.table_messages import TableTeller
from ludarium.web.services.visitors import Visitor

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
# how many of the reader's games the first page shows that go on, and that are over
PLAYING, PLAYED = 20, 4
LAST = 20  # of the reader's tables that are closed, where those games are looked for


@router.get("/")
async def lobby(request: Request, visitor: Reader) -> Response:
    mine = [
        one
        for status in ("live", "open")
        for one in await own_tables(request, visitor, status, PLAYING)
    ]
    over = await own_tables(request, visitor, "over", LAST)
    played = [one for one in over if one["result"]["returns"]][:PLAYED]  # games that began
    games = lobby_games(visitor, [one["game"] for one in (*mine, *played)])
    return page(
        request,
        visitor,
        "tables/lobby.html",
        games=games,
        filters=filters(games),
        mine=[
            {
                **one,
                "your_turn": await your_turn(request, visitor, one),
                "challenge": is_challenged(visitor, one),
            }
            for one in mine
        ],
        played=[{**one, "your_turn": False, "challenge": False} for one in played],
    )


async def own_tables(
    request: Request, visitor: Visitor, status: str, limit: int
) -> list[dict[str, Any]]:
    """The visitor's tables, the latest change first."""
    if visitor.new:
        return []
    store = context_of(request).tables.store
    return localised_summaries(
        await store.summaries(status=status, holder=visitor.holder, shown=False, limit=limit),
        visitor,
    )


def is_challenged(visitor: Visitor, summary: dict[str, Any]) -> bool:
    """Whether the visitor was challenged, and has not answered."""
    mine = visitor.account is not None and summary["invited"] == visitor.account
    return mine and summary["status"] == "open"


async def your_turn(request: Request, visitor: Visitor, summary: dict[str, Any]) -> bool:
    if summary["status"] != "live":
        return False
    try:
        table = (await context_of(request).tables.live(summary["id"])).table
    except TableError:  # of other rules than there are now
        return False
    return bool(set(table.waiting) & set(table.seats_of(visitor.holder)))


@router.get("/play/{name}/board.svg")
async def board_picture(
    request: Request, visitor: Reader, name: str, language: str = ""
) -> Response:
    """The game's board in the middle of a game; language: of the names on it."""
    chosen = language if language in LANGUAGES else visitor.language
    headers = {"cache-control": "private, max-age=3600", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        packed = preview_packed(name, chosen)
        headers["content-encoding"] = "gzip"
        return Response(packed, media_type="image/svg+xml", headers=headers)
    return Response(preview_file(name, chosen), media_type="image/svg+xml", headers=headers)


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
    chosen = game.ruleset(ruleset)
    shown = {**game_json(game, visitor), "preview": preview(game.name, visitor.language)}
    if chosen not in game.rulesets:  # one put together from parts
        shown["rulesets"] = [*shown["rulesets"], ruleset_entry(chosen, visitor)]
    if not (is_for_two(game) and visitor.account):
        invite = ""
    if invite:
        shown["seats"], with_ = (2, 2), "friends"
    return page(
        request,
        visitor,
        "tables/setup.html",
        game=shown,
        ruleset=chosen.name,
        with_=with_ if with_ in ("bot", "friends", "here") else "bot",
        invite=invite,
    )


@router.get("/table/{table_id}")
async def table(request: Request, visitor: Reader, table_id: str) -> Response:
    context = context_of(request)
    live = await context.tables.live(table_id)
    game = live.table.options.rules
    viewer = next(iter(live.table.seats_of(visitor.holder)), 0)
    join_url, local = join_address(request)
    qr = segno.make(join_url, error="m").svg_inline(
        scale=4, border=2, svgclass="qr", lineclass="qr-line", omitsize=True
    )
    return page(
        request,
        visitor,
        "tables/table.html",
        table_id=table_id,
        title=visitor.translate(game.title),
        game=game.name,
        introduction=introduction(game, visitor.language),
        learn=has_lesson(game, visitor.language),
        join_url=join_url,
        local=local,
        viewer=viewer,
        state=first_state(context, live, visitor, viewer),
        seats=len(live.table.chairs),
        tournament=await tournament_of(request, live.table),
        qr=Markup(qr),
    )


def first_state(context: Context, live: LiveTable, visitor: Visitor, viewer: int) -> Markup:
    """The table's first message, so that the board is there before its WebSocket is; empty where
    the visitor may not watch.
    """
    try:
        check_may_watch(live.table, visitor)
    except TableError:
        return Markup("")
    secret = context.tables.store.secret
    (message,) = TableTeller(secret, live, visitor, viewer, with_scene=True).messages()
    return Markup(message.decode().replace("<", "\\u003c"))


async def tournament_of(request: Request, table: Table) -> dict[str, str] | None:
    """The tournament that the game belongs to."""
    if not table.options.tournament:
        return None
    event = (await context_of(request).tournaments.live(table.options.tournament)).tournament
    return {"id": event.id, "name": event.name}


def join_address(request: Request) -> tuple[str, bool]:
    """The URL to share, and whether it works on this computer only."""
    url = request.url.replace(query="", fragment="")
    if url.hostname not in ("localhost", "127.0.0.1", "::1"):
        return str(url), False
    address = context_of(request).config.address
    return (f"{address}{url.path}", False) if address else (str(url), True)
