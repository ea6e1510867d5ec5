"""The room of references: the bibliography, with what rests on each entry, and its downloads."""

from __future__ import annotations

import functools

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from ludarium.languages import translator
from ludarium.phrases import say
from ludarium.rules.game import Game
from ludarium.rulesets.bibliography import KNOWN, bibliography_json, bibtex, csl_json, sources
from ludarium.rulesets.selection import all_games
from ludarium.web.context import Reader, json_response
from ludarium.web.http.models import refusals
from ludarium.web.portal.models import SourceAnswer
from ludarium.web.portal.readings import KEPT, part, room, unknown

__all__ = ["api", "router"]

router = APIRouter(include_in_schema=False)
api = APIRouter(
    prefix="/api/references", tags=["games"], responses=refusals(403, 404, 422, 429, 431)
)


@router.get("/references")
async def references_page(request: Request, visitor: Reader) -> Response:
    return room(
        request,
        visitor,
        say("References"),
        say("Every source that a game, a ruleset or a measure names, and how far we know it."),
        body(all_games(), visitor.language),
    )


@functools.lru_cache(maxsize=KEPT)
def body(games: tuple[Game, ...], language: str) -> Markup:
    """The bibliography."""
    translate = translator(language)
    entries = bibliography_json(games, translate)
    return part(
        "portal/references-body.html",
        language,
        entries=entries,
        counts=[
            (translate(title), sum(one["known"] == known for one in entries))
            for known, title in KNOWN.items()
        ],
        cited=dict.fromkeys(sources(), "")
        | {source.key: source.authors[0].partition(",")[0] for source in sources().values()},
    )


@router.get("/references/{key}")
async def reference(visitor: Reader, key: str) -> Response:
    """Lead to the entry of this key."""
    source = sources().get(key)
    if source is None:
        raise unknown(key, sources())
    return Response(status_code=303, headers={"location": f"/references#{source.key}"})


@router.get("/references.bib")
async def references_bib(visitor: Reader) -> Response:
    return download(bibtex(), "application/x-bibtex; charset=utf-8", "ludarium.bib")


@router.get("/references.json")
async def references_csl(visitor: Reader) -> Response:
    return download(csl_json(), "application/vnd.citationstyles.csl+json", "ludarium-csl.json")


def download(text: str, media_type: str, name: str) -> Response:
    return Response(
        text,
        media_type=media_type,
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@api.get("", response_model=list[SourceAnswer])
async def list_references(visitor: Reader) -> Response:
    """The bibliography: each source once, how far it is known, and the games and measures that rest
    on it.
    """
    return json_response(bibliography_json(all_games(), visitor.translate))
