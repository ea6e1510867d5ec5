"""The API of quick pairing."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from ludarium import catalogue
from ludarium.tables import places
from ludarium.tables.display_names import shown_names
from ludarium.tables.table import Table
from ludarium.web.context import Writer, context_of, json_response, opener
from ludarium.web.http.models import REFUSALS
from ludarium.web.lobby.pairing import pair
from ludarium.web.lobby.pairing_bots import fitting_level
from ludarium.web.people.visitors import Visitor
from ludarium.web.tables.models import PairingAnswer, PairingBody

__all__ = ["router"]

router = APIRouter(prefix="/api/pairings", tags=["tables"], responses=REFUSALS)
UNTOLD = {"waiting": None, "playing": None}


@router.post("", response_model=PairingAnswer)
async def play_now(request: Request, visitor: Writer, body: PairingBody) -> Response:
    """Play a game for two at once: at the oldest table where somebody of near rating waits, else at
    one of your own, where you wait, or play a bot.

    Who has just begun to play a bot by quick pairing may be asked to let you have its place, and
    has a quarter of a minute to answer: ask again every second, with that table.

    Ask again every few seconds while you wait, as the ratings that are near enough widen. The table
    stays open while you watch it, and is closed soon after.
    """
    context = context_of(request)
    game, opened_by = catalogue.find(body.game), opener(request, visitor)

    @contextlib.asynccontextmanager
    async def opening() -> AsyncIterator[None]:
        context.limit_here(context.newcomers, request)
        async with context.open_tables.opening(opened_by):
            yield

    live = await pair(
        context.tables,
        context.ranking,
        game,
        visitor,
        visitor.name if body.name is None else body.name,
        body.share,
        opened_by,
        opening,
        body.table,
        body.alone == "bot",
    )
    waits = live.table.pairs
    crowd = (
        (await context.tables.lobby.shown())["crowds"].get(game.name, UNTOLD) if waits else UNTOLD
    )
    level = await fitting_level(context.ranking, game, visitor)
    return json_response(
        {
            "table": live.table.id,
            "status": live.table.status,
            "level": level,
            **asked_json(live.table, visitor),
            **crowd,
        }
    )


def asked_json(table: Table, visitor: Visitor) -> dict[str, Any]:
    """The name of who was asked for a bot's place for this visitor, and until when."""
    place = table.place
    if place is None or table.seats_of(visitor.holder) or place.holder != visitor.holder:
        return {"asked": None, "until": None}
    (seat,) = table.people
    return {
        "asked": visitor.translate(shown_names(table)[seat]),
        "until": places.place_json(place, visitor.translate)["until"],
    }
