"""The pages: HTML for people. All that happens on them goes through the API."""

from __future__ import annotations

import functools
import random
from pathlib import Path
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Query, Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

import ludarium
from ludarium import catalogue
from ludarium.analysis.puzzles import puzzles_of, shipped
from ludarium.draw.scene import paints_css, still
from ludarium.languages import LANGUAGES, messages, teller
from ludarium.phrases import counted, say
from ludarium.play.position import Position, start
from ludarium.tables.errors import TableError
from ludarium.tables.table import Table
from ludarium.web.api_analysis import puzzle_for
from ludarium.web.api_games import game_json
from ludarium.web.api_people import BEST, person_json
from ludarium.web.api_tables import told_summaries
from ludarium.web.context import Reader, context_of
from ludarium.web.guides import guide_html
from ludarium.web.visitors import Visitor

__all__ = ["error_page", "page", "router"]

PREVIEW_MOVES = 14
# how many of the reader's games the first page shows that go on, and that are over
PLAYING, PLAYED = 20, 4
router = APIRouter(include_in_schema=False)
templates = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def page(
    request: Request, visitor: Visitor, template: str, http_status: int = 200, **values: Any
) -> HTMLResponse:
    """A page in the reader's language."""
    tell = visitor.tell
    html = templates.get_template(template).render(
        say=lambda text, **given: tell(say(text, **given) if given else text),
        counted=lambda one, many, n, **given: tell(counted(one, many, n, **given)),
        lang=visitor.language,
        languages=LANGUAGES,
        me={"name": visitor.name, "account": visitor.account},
        path=request.url.path,
        phrases=page_phrases(visitor.language),
        version=ludarium.__version__,
        called=bool(context_of(request).hall.of_holder(visitor.holder)),
        **values,
    )
    return HTMLResponse(html, http_status, headers={"cache-control": "no-store"})


@functools.cache
def page_phrases(language: str) -> dict[str, Any]:
    return messages(language, ".js")


def error_page(request: Request, visitor: Visitor, status: int, message: str) -> HTMLResponse:
    return page(request, visitor, "shared/error.html", status, message=message, status=status)


@functools.cache
def preview_line(name: str) -> tuple[Position, ...]:
    """The beginning of a game to show it by, always the same one."""
    game = catalogue.find(name)
    chance = random.Random(name)
    line = [start(game, seats=game.seats[1])]
    for _ in range(PREVIEW_MOVES):
        here = line[-1]
        later = here.play({seat: chance.choice(here.legal_for(seat)) for seat in here.movers})
        if later.over:
            break
        line.append(later)
    return tuple(line)


@functools.cache
def preview(name: str, language: str) -> Markup:
    """The position in the middle of that line."""
    line = preview_line(name)
    return Markup(still(line[len(line) // 2].view, tell=teller(language)))


@router.get("/")
async def lobby(request: Request, visitor: Reader) -> Response:
    games = []
    for name in catalogue.names():
        line = preview_line(name)
        moves = [
            before.joint_text(after.joint or 0)
            for before, after in zip(line, line[1:], strict=False)
        ]
        shown = {
            "preview": preview(name, visitor.language),
            "moves": moves,
            "ply": len(line) // 2,
            "shown_seats": line[0].seats,
        }
        games.append(
            {**game_json(catalogue.find(name), visitor), **shown, "ruleset": line[0].ruleset.name}
        )
    mine = [
        one
        for status in ("live", "open")
        for one in await own_tables(request, visitor, status, PLAYING)
    ]
    played = await own_tables(request, visitor, "over", PLAYED)
    return page(
        request,
        visitor,
        "tables/lobby.html",
        games=games,
        mine=[{**one, "your_turn": await your_turn(request, visitor, one)} for one in mine],
        played=[{**one, "your_turn": False} for one in played],
    )


async def own_tables(
    request: Request, visitor: Visitor, status: str, limit: int
) -> list[dict[str, Any]]:
    """The tables at which the visitor sits, the last changed first."""
    if visitor.new:
        return []
    store = context_of(request).house.store
    return told_summaries(
        await store.summaries(status=status, holder=visitor.holder, shown=False, limit=limit),
        visitor,
    )


async def your_turn(request: Request, visitor: Visitor, summary: dict[str, Any]) -> bool:
    if summary["status"] != "live":
        return False
    try:
        table = (await context_of(request).house.live(summary["id"])).table
    except TableError:  # of other rules than there are now
        return False
    return bool(set(table.waiting) & set(table.seats_of(visitor.holder)))


@router.get("/play/{name}")
async def setup(
    request: Request, visitor: Reader, name: str, with_: Annotated[str, Query(alias="with")] = "bot"
) -> Response:
    game = catalogue.find(name)
    shown = {**game_json(game, visitor), "preview": preview(game.name, visitor.language)}
    return page(
        request,
        visitor,
        "tables/setup.html",
        game=shown,
        with_=with_ if with_ in ("bot", "friends", "here") else "bot",
    )


@router.get("/table/{table_id}")
async def table(request: Request, visitor: Reader, table_id: str) -> Response:
    live = await context_of(request).house.live(table_id)
    game = live.table.options.rules
    join_url, local = join_address(request)
    qr = segno.make(join_url, error="m").svg_inline(
        scale=4, border=2, svgclass="qr", lineclass="qr-line", omitsize=True
    )
    return page(
        request,
        visitor,
        "tables/table.html",
        table_id=table_id,
        title=visitor.tell(game.title),
        game=game.name,
        join_url=join_url,
        local=local,
        viewer=next(iter(live.table.seats_of(visitor.holder)), 0),
        seats=len(live.table.chairs),
        tournament=await tournament_of(request, live.table),
        qr=Markup(qr),
    )


async def tournament_of(request: Request, table: Table) -> dict[str, str] | None:
    """The tournament that the game is a part of, by name."""
    if not table.options.tournament:
        return None
    event = (await context_of(request).hall.running(table.options.tournament)).tournament
    return {"id": event.id, "name": event.name}


@router.get("/table/{table_id}/review")
async def review(request: Request, visitor: Reader, table_id: str) -> Response:
    table = (await context_of(request).house.live(table_id)).table
    game = table.options.rules
    viewer = next(iter(table.seats_of(visitor.holder)), 0)
    return page(
        request,
        visitor,
        "study/review.html",
        table_id=table_id,
        title=visitor.tell(game.title),
        game=game.name,
        viewer=viewer,
    )


@router.get("/analysis/{name}")
async def analysis(
    request: Request,
    visitor: Reader,
    name: str,
    ruleset: Annotated[str | None, Query(max_length=400)] = None,
    seats: Annotated[int | None, Query(ge=1, le=64)] = None,
    position: Annotated[str, Query(max_length=2000)] = "",
    moves: Annotated[str, Query(max_length=60_000)] = "",
) -> Response:
    game = catalogue.find(name)
    setting: dict[str, Any] = {
        "ruleset": game.ruleset(ruleset).name,
        "seats": game.seat_number(seats),
        "position": position,
        "moves": moves,
    }
    return page(request, visitor, "study/analysis.html", game=game_json(game, visitor), **setting)


@functools.cache
def puzzle_picture(puzzle_id: str, language: str) -> Markup:
    return Markup(still(puzzle_for(puzzle_id).start.view, tell=teller(language)))


@router.get("/puzzles")
async def puzzles(request: Request, visitor: Reader) -> Response:
    found = [
        {
            "title": visitor.tell(catalogue.find(name).title),
            "puzzles": [
                {
                    "id": puzzle.id,
                    "steps": len(puzzle.steps),
                    "picture": puzzle_picture(puzzle.id, visitor.language),
                }
                for puzzle in some
            ],
        }
        for name, some in shipped().items()
    ]
    return page(request, visitor, "study/puzzles.html", games=found)


@router.get("/puzzles/{puzzle_id}")
async def puzzle(request: Request, visitor: Reader, puzzle_id: str) -> Response:
    found = puzzle_for(puzzle_id)
    others = puzzles_of(found.start.game.name)
    number = others.index(found)
    title = visitor.tell(found.start.game.title)
    later = others[(number + 1) % len(others)].id
    return page(
        request,
        visitor,
        "study/puzzle.html",
        puzzle_id=puzzle_id,
        title=title,
        number=number + 1,
        later=later,
    )


def join_address(request: Request) -> tuple[str, bool]:
    """What to give to others so that they come to this page, and whether that works on this
    computer only.
    """
    url = request.url.replace(query="", fragment="")
    if url.hostname not in ("localhost", "127.0.0.1", "::1"):
        return str(url), False
    address = context_of(request).config.address
    return (f"{address}{url.path}", False) if address else (str(url), True)


@router.get("/rules")
async def rules(request: Request, visitor: Reader) -> Response:
    games = [
        {**game_json(catalogue.find(name), visitor), "preview": preview(name, visitor.language)}
        for name in catalogue.names()
    ]
    return page(request, visitor, "study/rules.html", guides=games)


@router.get("/rules/{name}")
async def guide(request: Request, visitor: Reader, name: str) -> Response:
    html = guide_html(name, visitor.language)
    if html is None:
        raise TableError("unknown", say("There is no guide {name!r}.", name=name))
    game = game_json(catalogue.find(name), visitor) if name in catalogue.names() else None
    guides = [
        {"name": one, "title": visitor.tell(catalogue.find(one).title)} for one in catalogue.names()
    ]
    title = visitor.tell(say("How choices are kept fair")) if game is None else game["title"]
    return page(
        request,
        visitor,
        "study/guide.html",
        title=title,
        game=game,
        html=Markup(html),
        guides=guides,
    )


@router.get("/account")
async def account(request: Request, visitor: Reader) -> Response:
    return page(request, visitor, "people/account.html")


@router.get("/people/{name}")
async def person(request: Request, visitor: Reader, name: str) -> Response:
    found = await person_json(context_of(request), visitor, name)
    titles = {one: visitor.tell(catalogue.find(one).title) for one in catalogue.names()}
    return page(request, visitor, "people/person.html", person=found, titles=titles)


@router.get("/ranking")
async def ranking(request: Request, visitor: Reader) -> Response:
    best = await context_of(request).ranking.best(BEST)
    games = [
        {"title": visitor.tell(catalogue.find(name).title), "players": best[name]}
        for name in catalogue.names()
        if name in best
    ]
    return page(request, visitor, "people/ranking.html", games=games)


@router.get("/api/docs")
async def api_docs(request: Request, visitor: Reader) -> Response:
    """The API for people to read, from its own description."""
    return page(request, visitor, "shared/api.html", api=request.app.openapi())


@router.get("/paints.css")
async def paints() -> Response:
    return Response(paints_css(), media_type="text/css", headers={"cache-control": "max-age=3600"})
