"""Pages of families of games: where and when their games were played."""

from __future__ import annotations

import functools
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from markupsafe import Markup
from starlette.responses import Response

from ludarium.draw.timeline import Span, time_line
from ludarium.draw.worldmap import Spot, world_map
from ludarium.phrases import say
from ludarium.play.position import start
from ludarium.reconstruction.family import counters_of
from ludarium.rules.game import Game
from ludarium.rules.provenance import Provenance
from ludarium.rulesets.families import family_of
from ludarium.web.context import Reader
from ludarium.web.http.pages import Reads, page
from ludarium.web.people.visitors import Visitor

__all__ = ["map_of", "router"]

router = APIRouter(include_in_schema=False)

Order = Literal["period", "title", "place", "points"]
ORDERS: dict[Order, str] = {
    "period": say("Period"),
    "title": say("Title"),
    "place": say("Place"),
    "points": say("Size of the board"),
}
LATE = 9999  # after all games whose year is known
LEAST_YEARS = 100  # that the line of years shows
LEAST_WIDTH = 0.01  # percent of the line, so that there is something to draw


@router.get("/families/{name}")
async def family_page(
    request: Request,
    visitor: Reader,
    name: str,
    order: Annotated[Order, Query()] = "period",
) -> Response:
    family, games = family_of(name)
    years = years_of(games)
    entries = [entry(game, years, visitor) for game in games]
    entries.sort(key=lambda one: (one["sort"][order], one["title"]))
    return page(
        request,
        visitor,
        "rulesets/family.html",
        title=visitor.translate(family.title),
        summary=visitor.translate(family.summary),
        name=name,
        games=entries,
        years=years,
        map=map_of(games, visitor),
        times=times_of(games, visitor),
        order=order,
        orders={key: visitor.translate(title) for key, title in ORDERS.items()},
    )


def years_of(games: list[Game]) -> tuple[int, int]:
    """The first and the last year of the line of years, whole centuries at the beginning."""
    known = [game.provenance.years for game in games if game.provenance and game.provenance.years]
    first = min((low for low, _ in known), default=1900) // 100 * 100
    last = max((high for _, high in known), default=first)
    return first, max(last, first + LEAST_YEARS)


def entry(game: Game, years: tuple[int, int], visitor: Visitor) -> dict[str, Any]:
    """Return the page's entry of a game."""
    translate = visitor.translate
    place = game.provenance
    when = place.years if place else None
    points, counters = size_of(game)
    title = translate(game.title)
    place_name = translate(place.place) if place else ""
    return {
        "name": game.name,
        "title": title,
        "place": place_name,
        "period": translate(place.period) if place else "",
        "points": points,
        "counters": counters,
        "rulesets": [
            {"name": ruleset.name, "title": translate(ruleset.title)} for ruleset in game.rulesets
        ],
        "bar": bar(when, years) if when else None,
        "sort": {
            "period": f"{when[0] if when else LATE:04}",
            "title": title.casefold(),
            "place": place_name.casefold(),
            "points": f"{points:04}",
        },
    }


@functools.lru_cache(maxsize=256)
def size_of(game: Game) -> tuple[int, tuple[int, int]]:
    """Return the number of the board's points, and those of the counters that both seats begin
    with.
    """
    first = start(game)
    return len(first.view.sites), counters_of(first.state)


def bar(when: tuple[int, int], years: tuple[int, int]) -> dict[str, float]:
    """The years, and where they are on the line of years, in percent."""
    span = years[1] - years[0]
    left = 100 * (when[0] - years[0]) / span
    width = 100 * (when[1] - when[0]) / span
    return {
        "first": when[0],
        "last": when[1],
        "left": round(left, 2),
        "width": round(max(width, LEAST_WIDTH), 2),
    }


def times_of(games: list[Game], visitor: Visitor) -> Markup | None:
    """A time line with a mark for each game whose years are known, which leads to it."""
    spans = []
    for game in games:
        when = game.provenance.years if game.provenance else None
        if game.provenance and when:
            title, period = map(visitor.translate, (game.title, game.provenance.period))
            spans.append(Span(f"{title}: {period}", *when, href=f"#{game.name}"))
    if not spans:
        return None
    return Markup(time_line(spans, visitor.translate(say("Time line of the games"))))


def map_of(games: list[Game], visitor: Reads) -> Markup | None:
    """A map with a mark for each place, which leads to its first game on the page."""
    places: dict[tuple[float, float], list[tuple[Game, Provenance]]] = {}
    for game in games:
        if game.provenance:
            spot = game.provenance.latitude, game.provenance.longitude
            places.setdefault(spot, []).append((game, game.provenance))
    if not places:
        return None
    spots = []
    for (latitude, longitude), origins in places.items():
        titles = ", ".join(visitor.translate(game.title) for game, _ in origins)
        name = f"{visitor.translate(origins[0][1].place)}: {titles}"
        size = 1 + (len(origins) - 1) ** 0.5 / 2
        href = f"#{origins[0][0].name}"
        spots.append(Spot(name, latitude, longitude, href=href, size=size))
    return Markup(world_map(spots, visitor.translate(say("Map of the places"))))
