"""The room of all games: a list with filters that combine, and a search."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from ludarium.finding import LONGEST
from ludarium.languages import translator
from ludarium.rules.game import Game
from ludarium.rulesets.selection import (
    FILTERS,
    SelectionError,
    all_games,
    chosen_values,
    select,
    selection_json,
)
from ludarium.tables.errors import TableError
from ludarium.web.context import Reader, context_of, json_response
from ludarium.web.http.models import refusals
from ludarium.web.http.pages import page
from ludarium.web.portal.models import CatalogueAnswer
from ludarium.web.portal.readings import KEPT, part

__all__ = ["Asked", "api", "asked_of", "query", "router"]

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/catalogue", tags=["games"], responses=refusals(403, 422, 429, 431))
TEXT = "q"
Asked = tuple[tuple[str, tuple[str, ...]], ...]
"""The chosen values of each filter, in order."""


@router.get("/catalogue")
async def catalogue_page(request: Request, visitor: Reader) -> Response:
    asked, text = asked_of(request)
    return page(
        request,
        visitor,
        "portal/catalogue.html",
        body=body(all_games(), asked, text, visitor.language),
    )


@api.get("", response_model=CatalogueAnswer, openapi_extra={"parameters": []})
async def catalogue(request: Request, visitor: Reader) -> Response:
    """All games, or those that filters leave: each of `kind`, `seats`, `board`, `period`, `region`,
    `chance` and `length` may be given several times, and lets through games with any of these
    values; `q` is what they are called. Each value comes with the number of games with it that pass
    all other filters.
    """
    asked, text = asked_of(request)
    return json_response(selection_json(all_games(), dict(asked), text, visitor.translate))


def asked_of(request: Request) -> tuple[Asked, str]:
    """The filters and the text that a request asks for. Raises TableError."""
    pairs = request.query_params.multi_items()
    text = next((value for key, value in pairs if key == TEXT), "")[:LONGEST].strip()
    if text:
        context_of(request).limit_search(request)
    try:
        chosen = chosen_values([(key, value) for key, value in pairs if key != TEXT])
    except SelectionError as error:
        raise TableError("invalid", error.message) from None
    return tuple(sorted(chosen.items())), text


@functools.lru_cache(maxsize=KEPT)
def body(games: tuple[Game, ...], asked: Asked, text: str, language: str) -> Markup:
    """The filters and the games."""
    found = selection_json(games, dict(asked), text, translator(language))
    titles = {
        one["key"]: {o["name"]: o["title"] for o in one["options"]} for one in found["filters"]
    }
    used = select(games, {}).counts
    for one in found["filters"]:
        one["options"] = [
            {**option, "href": toggled(asked, text, one["key"], option["name"])}
            for option in one["options"]
            if used[one["key"]][option["name"]] or option["chosen"]
        ]
    return part(
        "portal/catalogue-body.html",
        language,
        found=found,
        titles=titles,
        asked=[(key, value) for key, values in asked for value in values],
        json_address=f"/api/catalogue?{query(asked, text)}",
    )


def toggled(asked: Asked, text: str, key: str, value: str) -> str:
    """The address of the list with a value chosen, or not any more where it is."""
    chosen: dict[str, Any] = {one.key: [] for one in FILTERS} | {k: list(v) for k, v in asked}
    if value in chosen[key]:
        chosen[key].remove(value)
    else:
        chosen[key].append(value)
    return f"/catalogue?{query(tuple(chosen.items()), text)}"


def query(asked: Iterable[tuple[str, Iterable[str]]], text: str = "") -> str:
    """The query of an address that asks for this."""
    pairs = [(key, value) for key, values in asked for value in values]
    return urlencode([*pairs, *([(TEXT, text)] if text else [])])
