"""The room of places: a map and time lines of all games, and a list of the same."""

from __future__ import annotations

import functools
from typing import Any

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from ludarium.draw.timeline import Span, time_line
from ludarium.languages import translator
from ludarium.phrases import say
from ludarium.rules.game import Game
from ludarium.rules.kinds import KINDS
from ludarium.rules.provenance import REGIONS
from ludarium.rulesets.places import places_json
from ludarium.rulesets.selection import all_games, select
from ludarium.web.context import Reader, json_response
from ludarium.web.http.models import refusals
from ludarium.web.portal.game_pages import Asked, asked_of, query
from ludarium.web.portal.models import PlaceAnswer
from ludarium.web.portal.readings import KEPT, Reading, part, room
from ludarium.web.rulesets.family_pages import map_of

__all__ = ["api", "router"]

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/places", tags=["games"], responses=refusals(403, 422, 429, 431))
EARLY = 1000
"""The year before which games have a time line of their own."""
Games = tuple[Game, ...]


@router.get("/map")
async def map_page(request: Request, visitor: Reader) -> Response:
    asked, text = asked_of(request)
    return room(
        request,
        visitor,
        say("World map"),
        say("Where and when games were played, or published, as their sources tell it."),
        body(all_games(), asked, text, visitor.language),
    )


@functools.lru_cache(maxsize=KEPT)
def body(games: Games, asked: Asked, text: str, language: str) -> Markup:
    """The map, the time lines and the list of the games that pass these filters."""
    translate = translator(language)
    shown = select(games, dict(asked), text).games
    placed = [game for game in shown if game.provenance]
    places = places_json(placed, translate)
    chosen = dict(asked)
    return part(
        "portal/map-body.html",
        language,
        map=map_of(placed, Reading(language)),
        times=times_of(places, language),
        places=places,
        elsewhere=[
            {"name": game.name, "title": translate(game.title), "ruleset": game.rulesets[0].name}
            for game in shown
            if not game.provenance
        ],
        regions=links("region", dict(REGIONS), chosen, games, translate),
        kinds=links("kind", dict(KINDS), chosen, games, translate),
        asked=bool(asked or text),
        json_address=f"/api/places?{query(asked)}",
    )


def links(
    key: str, titles: dict[str, str], chosen: dict[str, Any], games: Games, translate: Any
) -> list[dict[str, Any]]:
    """A link for each value of a filter with which there are games, and all other filters kept."""
    counts = select([game for game in games if game.provenance], chosen).counts[key]
    return [
        {
            "title": translate(title),
            "games": counts[name],
            "chosen": name in chosen.get(key, ()),
            "href": f"/map?{query(sorted({**chosen, key: (name,)}.items()))}",
            "without": f"/map?{query(sorted({**chosen, key: ()}.items()))}",
        }
        for name, title in titles.items()
        if counts[name]
    ]


def times_of(places: list[dict[str, Any]], language: str) -> list[Markup]:
    """Time lines with a mark for each game whose years are known: of early games, and of others."""
    translate = translator(language)
    early: list[Span] = []
    late: list[Span] = []
    for one in places:
        if one["years"]:
            first, last = one["years"]
            span = Span(f"{one['title']}: {one['period']}", first, last, f"#{one['name']}")
            (early if span.first < EARLY else late).append(span)

    def year_text(year: int) -> str:
        return translate(say("{year} BC", year=-year)) if year < 0 else str(year)

    label = translate(say("Time line of the games"))
    return [Markup(time_line(spans, label, year_text)) for spans in (early, late) if spans]


@api.get("", response_model=list[PlaceAnswer], openapi_extra={"parameters": []})
async def list_places(request: Request, visitor: Reader) -> Response:
    """The place and the time of each game that has one, the earliest first; of games that pass the
    filters, as in `GET /api/catalogue`.
    """
    asked, text = asked_of(request)
    games = select(all_games(), dict(asked), text).games
    return json_response(places_json(games, visitor.translate))
