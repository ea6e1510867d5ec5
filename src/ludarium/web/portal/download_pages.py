"""The room of downloads: data sets, descriptions for Ludii, and the program itself."""

from __future__ import annotations

import functools
from typing import Annotated, Any
from urllib.parse import quote

from anyio import to_thread
from babel.numbers import format_decimal
from fastapi import APIRouter, Path, Request
from markupsafe import Markup
from starlette.responses import Response

from ludarium.languages import translator
from ludarium.ludii.description import is_described
from ludarium.phrases import say
from ludarium.rules.game import Game
from ludarium.rulesets.selection import all_games
from ludarium.web.context import Reader, json_response
from ludarium.web.http.models import refusals
from ludarium.web.portal.data_sets import (
    DataSet,
    content,
    data_sets,
    data_sets_json,
    schema,
)
from ludarium.web.portal.models import DownloadAnswer
from ludarium.web.portal.readings import KEPT, part, room, unknown

__all__ = ["api", "router", "warm"]

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/downloads", tags=["games"], responses=refusals(403, 429, 431))
FileName = Annotated[str, Path(max_length=400)]
Games = tuple[Game, ...]


async def warm() -> None:
    """Make the data sets before somebody has to wait for them, in a thread, one after the other."""
    games = await to_thread.run_sync(all_games)
    for name in data_sets(games):
        await to_thread.run_sync(content, games, name)


@router.get("/downloads")
async def downloads_page(request: Request, visitor: Reader) -> Response:
    made = await to_thread.run_sync(body, all_games(), visitor.language)
    return room(
        request,
        visitor,
        say("Downloads"),
        say("What this server knows, as files, each with its version, licence and checksum."),
        made,
    )


@functools.lru_cache(maxsize=KEPT)
def body(games: Games, language: str) -> Markup:
    """The data sets and the descriptions."""
    return part(
        "portal/downloads-body.html",
        language,
        files=data_sets_json(games, translator(language)),
        size=lambda size: format_decimal(size / 1000, "#,##0.#", language),
        described=described(games, language),
    )


def described(games: Games, language: str) -> list[dict[str, Any]]:
    """The games with rulesets that can be written as game descriptions of Ludii."""
    translate = translator(language)
    found = []
    for game in games:
        rulesets = [
            {
                "title": translate(ruleset.title),
                "address": f"/api/games/{game.name}/rulesets/{quote(ruleset.name)}/ludii",
            }
            for ruleset in game.rulesets
            if is_described(game, ruleset)
        ]
        if rulesets:
            found.append({"title": translate(game.title), "rulesets": rulesets})
    return found


def data_set_of(name: str) -> DataSet:
    """The data set of this file name. Raises TableError."""
    known = data_sets(all_games())
    if name not in known:
        raise unknown(name, known)
    return known[name]


@router.get("/downloads/{name}")
async def download(visitor: Reader, name: FileName) -> Response:
    found = data_set_of(name)
    made = await to_thread.run_sync(content, all_games(), name)
    return Response(
        made,
        media_type=found.media_type,
        headers={"content-disposition": f'attachment; filename="ludarium-{found.name}"'},
    )


@router.get("/downloads/{name}/schema")
async def download_schema(visitor: Reader, name: FileName) -> Response:
    found = data_set_of(name)
    if found.model is None:
        raise unknown(f"{name}/schema", data_sets(all_games()))
    return Response(schema(found), media_type="application/schema+json")


@api.get("", response_model=list[DownloadAnswer])
async def list_downloads(visitor: Reader) -> Response:
    """All data sets: where each is, its version, licence, size, SHA-256, schema and citation."""
    found = await to_thread.run_sync(data_sets_json, all_games(), visitor.translate)
    return json_response(found)
