"""Pages of rulesets: what is known and measured of one, and in what others differ."""

from __future__ import annotations

import functools
from typing import Annotated, Any
from urllib.parse import quote

from babel.numbers import format_decimal, format_percent
from fastapi import APIRouter, Query, Request
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from ludarium import catalogue
from ludarium.draw.scene import still
from ludarium.draw.worldmap import Spot, world_map
from ludarium.languages import translator
from ludarium.ludii.description import is_described
from ludarium.measures.definitions import GROUPS, MEASURES, Measure
from ludarium.measures.numbers import decimals
from ludarium.measures.quick_measurement import SIZES
from ludarium.phrases import listed, say
from ludarium.play.position import Position, start
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.provenance import PARTS_OF_RULES
from ludarium.rulesets.knowledge import (
    difference_json,
    measurement_json,
    neighbours_json,
    ruleset_json,
    sentences,
)
from ludarium.tables.display_names import bot_title
from ludarium.tables.errors import TableError
from ludarium.web.context import Reader, address, context_of
from ludarium.web.http.pages import page
from ludarium.web.people.visitors import Visitor
from ludarium.web.portal.readings import named_ruleset
from ludarium.web.rulesets.games import choices_of
from ludarium.web.rulesets.identifiers import json_ld, permanent_address, portal_address
from ludarium.web.rulesets.paper import sheet_names

__all__ = ["number_text", "router"]

router = APIRouter(include_in_schema=False)


@router.get("/rules/{name}/{ruleset}")
async def ruleset_page(
    request: Request,
    visitor: Reader,
    name: str,
    ruleset: str,
    other: Annotated[str | None, Query(alias="with", max_length=400)] = None,
) -> Response:
    game = catalogue.find(name)
    chosen = named_ruleset(game, ruleset)
    described = ruleset_json(game, chosen, visitor.translate)
    compared, difference = comparison(game, chosen, other, visitor) if other else (None, None)
    return page(
        request,
        visitor,
        "rulesets/ruleset.html",
        ruleset=described,
        compared=compared,
        sister=difference,
        standard=visitor.translate(game.rulesets[0].title),
        marked=marked(game, chosen, visitor),
        neighbours=neighbours_json(game, visitor.translate),
        board=setup_picture(game, chosen, visitor),
        map=map_of(described, visitor),
        choices=choices_of(game, chosen, visitor),
        sisters=sisters_table(game, chosen, visitor),
        described=is_described(game, chosen),
        left_open=left_open(chosen, visitor),
        permanent=permanent_address(str(request.base_url), game, chosen),
        portal=portal_address(game, chosen),
        json_ld=json_ld(str(request.base_url), game, chosen, visitor.translate),
        sheets=sheet_names(game, chosen),
        number=lambda value: format_decimal(value, "#,##0.###", visitor.language),
        **figures(described["measured"], compared["measured"] if compared else None, game, visitor),
    )


def marked(game: Game, ruleset: Ruleset, visitor: Visitor) -> frozenset[str]:
    """The sentences of a ruleset that the game's first one does not have, as the reader has them;
    none of the first itself.
    """
    first = sentences(game, game.rulesets[0])
    return frozenset(
        visitor.translate(sentence)
        for sentence in sentences(game, ruleset)
        if sentence not in first
    )


def comparison(
    game: Game, chosen: Ruleset, other: str, visitor: Visitor
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the facts of another ruleset, and the differences between them.

    other: its name, or that of another game and its ruleset, as `alquerque/alfonso`. Raises
    TableError, RulesetError and UnknownGameError.
    """
    name, slash, ruleset = other.partition("/")
    their_game = catalogue.find(name) if slash else game
    theirs = named_ruleset(their_game, ruleset if slash else other)
    known = ruleset_json(their_game, theirs, visitor.translate)
    if their_game is not game:
        known["title"] = f"{known['game_title']}: {known['title']}"
    return known, difference_json(sentences(game, chosen), their_game, theirs, visitor.translate)


@router.get("/rules/{name}/{ruleset}/sketch")
async def ruleset_sketch(
    request: Request,
    visitor: Reader,
    name: str,
    ruleset: str,
    size: Annotated[int, Query(ge=0, lt=len(SIZES))] = 0,
) -> Response:
    """The figures of a quick measurement, as a part of a page; 202 while they are made."""
    context, game = context_of(request), catalogue.find(name)
    chosen = game.ruleset(ruleset[:400])
    measurement = context.quick_measurements.of(
        game, chosen, size, lambda: context.limit(context.measuring, address(request))
    )
    if measurement is None:
        return Response(status_code=202, headers={"retry-after": "1"})
    values = figures([measurement_json(measurement, chosen)], None, game, visitor)
    return page(request, visitor, "rulesets/figures.html", compared=None, **values)


@router.get("/rulesets/{name}")
async def put_together(request: Request, visitor: Reader, name: str) -> Response:
    """Go to the page of the ruleset that the chosen parts make."""
    game = catalogue.find(name)
    if game.ruleset_of_choices is None:
        raise TableError(
            "invalid",
            say("{game} has no rulesets that are put together from parts.", game=game.title),
        )
    mixed = game.ruleset(game.ruleset_of_choices(request.query_params))
    same = (one for one in game.rulesets if one.parameters == mixed.parameters)
    chosen = next(same, mixed)
    return RedirectResponse(f"/rules/{name}/{quote(chosen.name)}#workbench", 303)


def left_open(ruleset: Ruleset, visitor: Visitor) -> str:
    """Return the points on which the source of the ruleset is silent, in a sentence; empty where it
    says all.
    """
    if not ruleset.leaves_open:
        return ""
    things = listed([PARTS_OF_RULES[one] for one in ruleset.leaves_open])
    return visitor.translate(
        say(
            "The source leaves open: {things}. There the rules are an interpretation.",
            things=things,
        )
    )


def sisters_table(game: Game, ruleset: Ruleset, visitor: Visitor) -> dict[str, Any] | None:
    """The options of all named rulesets, this one first, by the choices in which any of them
    differ; None where they are not put together from choices alone, as where they begin otherwise.
    """
    if game.chosen_parts is None:
        return None
    sisters = [other for other in game.rulesets if other.name != ruleset.name]
    starts = {game.write_position(game.start(one, game.seats[0])) for one in (ruleset, *sisters)}
    if len(starts) > 1:
        return None
    own = game.chosen_parts(ruleset)
    chosen = [game.chosen_parts(other) for other in sisters]
    choices = [one for one in game.part_choices if any(own[one.key] != c[one.key] for c in chosen)]
    return {
        "columns": [visitor.translate(one.title) for one in choices],
        "scored": any(one.reconstruction for one in (ruleset, *sisters)),
        "rows": [
            {
                "name": other.name,
                "title": visitor.translate(other.title),
                "mark": visitor.translate(other.mark),
                "score": other.reconstruction and other.reconstruction.combined,
                "same": options == own,
                "cells": [
                    {
                        "text": visitor.translate(one.words(options[one.key], options)),
                        "differs": options[one.key] != own[one.key],
                    }
                    for one in choices
                ],
            }
            for other, options in zip([ruleset, *sisters], [own, *chosen], strict=True)
        ],
    }


def figures(
    measured: list[dict[str, Any]],
    others: list[dict[str, Any]] | None,
    game: Game,
    visitor: Visitor,
) -> dict[str, Any]:
    """Return the figures of the table of measures."""
    return {
        "figures_of": game.name,
        "measured": measured_groups(measured, others or [], visitor),
        "agents": [{"title": agent_title(one, visitor), "games": one["games"]} for one in measured],
    }


def setup_picture(game: Game, ruleset: Ruleset, visitor: Visitor) -> Markup:
    """The start of the game."""
    first = start(game, ruleset.name)
    return _picture(_Start(game, first), visitor.language)


class _Start:
    """The first position of a game. Those of rulesets that begin alike are equal, so that visitors
    who put rulesets together do not fill the cache of pictures.
    """

    def __init__(self, game: Game, position: Position) -> None:
        self.position = position
        self._key = game, game.write_position(position.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Start) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@functools.lru_cache(maxsize=256)
def _picture(first: _Start, language: str) -> Markup:
    return Markup(still(first.position.view, translate=translator(language)))


def map_of(ruleset: dict[str, Any], visitor: Visitor) -> Markup | None:
    """A map of where the game and those that the ruleset is based on were played."""
    own = ruleset["provenance"]
    if own is None:
        return None
    spots = [Spot(ruleset["game_title"], own["latitude"], own["longitude"], main=True)]
    for basis in (ruleset["reconstruction"] or {"based_on": ()})["based_on"]:
        place = basis["provenance"]
        if place:
            spot = Spot(
                visitor.translate(catalogue.find(basis["game"]).title),
                place["latitude"],
                place["longitude"],
            )
            if spot not in spots:
                spots.append(spot)
    label = say("Map: {places}", places=", ".join(spot.name for spot in spots))
    return Markup(world_map(spots, visitor.translate(label)))


def agent_title(measured: dict[str, Any], visitor: Visitor) -> str:
    """Name the agent that played the games that were measured."""
    agent = measured["agent"]
    if agent == "random":
        return visitor.translate(say("Random play"))
    level = agent.removeprefix("level:")
    return visitor.translate(bot_title(level)) if level != agent else agent


def measured_groups(
    measured: list[dict[str, Any]], others: list[dict[str, Any]], visitor: Visitor
) -> list[dict[str, Any]]:
    """The measures that the ruleset has, by group: each with a cell for each agent, and for the
    other ruleset, if any, by the same agents.
    """
    columns = [one["measures"] for one in measured]
    by_agent = {one["agent"]: one["measures"] for one in others}
    compared = [by_agent.get(one["agent"], {}) for one in measured]
    groups = []
    for group, title in GROUPS.items():
        rows = [
            {
                "name": measure.name,
                "title": visitor.translate(measure.title),
                "meaning": visitor.translate(measure.meaning),
                "cells": [cell(column.get(measure.name), measure, visitor) for column in columns],
                "others": [cell(column.get(measure.name), measure, visitor) for column in compared],
            }
            for measure in MEASURES
            if measure.group == group and any(map(measure.is_told, columns))
        ]
        if rows:
            groups.append({"title": visitor.translate(title), "rows": rows})
    return groups


def cell(
    estimate: dict[str, float] | None, measure: Measure, visitor: Visitor
) -> dict[str, str] | None:
    """A value and its interval as text."""
    if estimate is None:
        return None
    value, low, high = (
        number_text(estimate[key], measure.percent, visitor.language)
        for key in ("value", "low", "high")
    )
    return {"value": value, "low": low, "high": high}


def number_text(value: float, percent: bool, language: str) -> str:
    """A number in the reader's language, with as many decimals as `decimals` says."""
    if percent:
        pattern = "0.0%" if language == "en" else "0.0\N{NO-BREAK SPACE}%"
        return format_percent(value, pattern, language)
    return format_decimal(value, f"#,##0.{'0' * decimals(value)}".rstrip("."), language)
