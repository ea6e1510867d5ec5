"""The room of parts: what rulesets are put together from."""

from __future__ import annotations

import functools
from typing import Annotated

from fastapi import APIRouter, Query, Request
from markupsafe import Markup
from starlette.responses import Response

from ludarium.languages import translator
from ludarium.phrases import say
from ludarium.rules.game import Game
from ludarium.rulesets.parts import demonstration, parts_json
from ludarium.rulesets.selection import all_games
from ludarium.web.analysis.previews import packed_picture
from ludarium.web.context import Reader, json_response
from ludarium.web.http.models import refusals
from ludarium.web.http.pages import language_of, picture_response
from ludarium.web.portal.models import PartsAnswer
from ludarium.web.portal.readings import KEPT, part, room, unknown

__all__ = ["api", "router"]

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/parts", tags=["games"], responses=refusals(403, 422, 429, 431))
Games = tuple[Game, ...]


@router.get("/parts")
async def parts_page(request: Request, visitor: Reader) -> Response:
    return room(
        request,
        visitor,
        say("Parts"),
        say("The parts of which rulesets are put together, and the games that use each."),
        body(all_games(), visitor.language),
    )


@functools.lru_cache(maxsize=KEPT)
def body(games: Games, language: str) -> Markup:
    """All parts by game, those with games first."""
    return part("portal/parts-body.html", language, groups=parts_json(games, translator(language)))


@router.get("/parts/board.svg")
async def part_picture(
    request: Request,
    visitor: Reader,
    part: Annotated[str, Query(max_length=64)],
    option: Annotated[str, Query(max_length=64)] = "",
    language: str = "",
) -> Response:
    """A small board that shows an option of a part."""
    drawn = part_file(all_games(), part, option, language_of(language, visitor))
    if drawn is None:
        raise unknown(part, [one["key"] for one in parts_json(all_games(), str)[0]["parts"]])
    return await picture_response(request, drawn)


@functools.lru_cache(maxsize=KEPT)
def part_file(games: Games, key: str, value: str, language: str) -> bytes | None:
    view = demonstration(games, key, value)
    return packed_picture(view, language) if view else None


@api.get("", response_model=list[PartsAnswer])
async def list_parts(visitor: Reader) -> Response:
    """The parts of which rulesets are put together: the options of each, what each says in
    sentences, and the games that have it.
    """
    return json_response(parts_json(all_games(), visitor.translate))
