"""The room of concepts: measures, the rulesets along each, and which rulesets are alike."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Request
from markupsafe import Markup
from starlette.responses import Response

from ludarium import catalogue
from ludarium.draw.strip import Dot, strip_plot
from ludarium.languages import translator
from ludarium.measures.definitions import GROUPS, MEASURES, Measure
from ludarium.phrases import say
from ludarium.rules.game import Game, Ruleset
from ludarium.rulesets.profiles import (
    concept_json,
    concepts_json,
    nearest_json,
)
from ludarium.rulesets.selection import all_games
from ludarium.spelling import words
from ludarium.tables.errors import TableError
from ludarium.web.context import Reader, json_response
from ludarium.web.http.models import refusals
from ludarium.web.portal.data_sets import content
from ludarium.web.portal.models import ConceptAnswer, ConceptsAnswer, NearestAnswer
from ludarium.web.portal.readings import KEPT, part, room, unknown
from ludarium.web.rulesets.pages import number_text

__all__ = ["api", "router"]

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/concepts", tags=["games"], responses=refusals(403, 404, 422, 429, 431))
Order = Literal["value", "falling", "game"]
ORDERS: dict[Order, str] = {
    "value": say("Rising value"),
    "falling": say("Falling value"),
    "game": say("Game"),
}
Games = tuple[Game, ...]


def measure_of(name: str, translate: Callable[[str], str]) -> Measure:
    """The measure of this name. Raises TableError."""
    by_name = {measure.name: measure for measure in MEASURES}
    if name not in by_name:
        raise unknown(name, by_name, lambda one: translate(by_name[one].title))
    return by_name[name]


@router.get("/concepts")
async def concepts_page(request: Request, visitor: Reader) -> Response:
    return room(
        request,
        visitor,
        say("Concepts"),
        say("Rulesets as numbers: what is measured, how, and where each ruleset stands in it."),
        concepts_body(all_games(), visitor.language),
    )


@functools.lru_cache(maxsize=KEPT)
def concepts_body(games: Games, language: str) -> Markup:
    """The measures by group, each with a plot."""
    translate = translator(language)
    concepts = concepts_json(games, translate)
    return part(
        "portal/concepts-body.html",
        language,
        groups=[
            (translate(title), [one for one in concepts if one["group"] == group])
            for group, title in GROUPS.items()
        ],
    )


@router.get("/concepts/{name}")
async def concept_page(
    request: Request,
    visitor: Reader,
    name: str,
    order: Annotated[Order, Query()] = "value",
    game: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    measure = measure_of(name, visitor.translate)
    chosen = catalogue.find(game).name if game else ""
    return room(
        request,
        visitor,
        measure.title,
        measure.meaning,
        concept_body(all_games(), measure, order, chosen, visitor.language),
        above=("/concepts", visitor.translate(say("Concepts"))),
    )


@functools.lru_cache(maxsize=KEPT)
def concept_body(
    games: Games, measure: Measure, order: Order, chosen: str, language: str
) -> Markup:
    """The plot and the table of a measure. chosen: the name of the game that stands out, if any."""
    translate = translator(language)
    concept = concept_json(games, measure, translate)
    values = concept["values"]

    def text(value: float) -> str:
        return number_text(value, measure.percent, language)

    dots = [
        Dot(full_title(one), one["value"], ruleset_address(one), one["game"] == chosen)
        for one in values
    ]
    label = translate(say("Rulesets by {measure}", measure=measure.title))
    if order == "falling":
        values = values[::-1]
    elif order == "game":
        values = sorted(values, key=lambda one: words(full_title(one)))
    return part(
        "portal/concept-body.html",
        language,
        concept=concept,
        plot=Markup(strip_plot(dots, label, text)) if dots else "",
        rows=[
            {
                **one,
                "title": full_title(one),
                "address": ruleset_address(one),
                "like": like_address(one),
                "texts": {key: text(one[key]) for key in ("value", "low", "high")},
                "chosen": one["game"] == chosen,
            }
            for one in values
        ],
        order=order,
        chosen=chosen,
        orders={key: translate(title) for key, title in ORDERS.items()},
    )


def full_title(one: dict[str, Any]) -> str:
    return f"{one['game_title']}: {one['ruleset_title']}"


def ruleset_address(one: dict[str, Any]) -> str:
    return f"/rules/{one['game']}/{quote(one['ruleset'])}#measured"


def like_address(one: dict[str, Any]) -> str:
    return f"/concepts/like/{one['game']}/{quote(one['ruleset'])}"


@router.get("/concepts/like/{name}/{ruleset}")
async def like_page(request: Request, visitor: Reader, name: str, ruleset: str) -> Response:
    game = catalogue.find(name)
    chosen = game.ruleset(ruleset[:400])
    title = say("Like {game}: {ruleset}", game=game.title, ruleset=chosen.title)
    return room(
        request,
        visitor,
        title,
        say("The rulesets that are nearest to it in all measures, and by which measures."),
        like_body(all_games(), game, chosen.name, visitor.language),
        above=("/concepts", visitor.translate(say("Concepts"))),
    )


@functools.lru_cache(maxsize=KEPT)
def like_body(games: Games, game: Game, name: str, language: str) -> Markup:
    """The table of the rulesets that are nearest to that of this name. Raises TableError."""
    ruleset = game.ruleset(name)
    known = found_nearest(games, game, ruleset, translator(language))
    return part(
        "portal/like-body.html",
        language,
        known=known,
        address=ruleset_address(known),
        rows=[
            {
                **one,
                "title": full_title(one),
                "address": ruleset_address(one),
                "like": like_address(one),
                "compare": f"/rules/{game.name}/{quote(ruleset.name)}"
                f"?with={one['game']}/{quote(one['ruleset'])}#measured",
            }
            for one in known["nearest"]
        ],
        number=lambda value: number_text(value, False, language),
    )


def found_nearest(
    games: Games, game: Game, ruleset: Ruleset, translate: Callable[[str], str]
) -> dict[str, Any]:
    known = nearest_json(games, game, ruleset, translate)
    if known is None:
        raise TableError("unknown", say("Nobody has measured this ruleset yet."))
    return known


@router.get("/concepts.csv")
async def concepts_csv(visitor: Reader) -> Response:
    return Response(
        content(all_games(), "measures.csv"),
        media_type="text/csv",
        headers={"content-disposition": 'attachment; filename="ludarium-measures.csv"'},
    )


@api.get("", response_model=list[ConceptsAnswer])
async def list_concepts(visitor: Reader) -> Response:
    """All measures: what each means, its formula, how it is estimated and where it is from."""
    return json_response(concepts_json(all_games(), visitor.translate))


@api.get("/{name}", response_model=ConceptAnswer)
async def get_concept(visitor: Reader, name: Annotated[str, Path(max_length=64)]) -> Response:
    """A measure with the value of each ruleset, the least first, in games at random."""
    measure = measure_of(name, visitor.translate)
    return json_response(concept_json(all_games(), measure, visitor.translate))


@api.get("/like/{name}/{ruleset}", response_model=NearestAnswer)
async def get_nearest(
    visitor: Reader,
    name: Annotated[str, Path(max_length=64)],
    ruleset: Annotated[str, Path(max_length=400)],
) -> Response:
    """The rulesets that are nearest to one in their measures, with their distance in standard
    deviations: in each group of measures, and the root mean square of these.
    """
    game = catalogue.find(name)
    return json_response(found_nearest(all_games(), game, game.ruleset(ruleset), visitor.translate))
