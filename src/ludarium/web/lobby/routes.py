"""The API of quick pairing."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from ludarium import catalogue
from ludarium.tables import places
from ludarium.tables.display_names import shown_names
from ludarium.tables.table import Table
from ludarium.web.context import Writer, context_of, json_response
from ludarium.web.http.models import REFUSALS
from ludarium.web.lobby.pairing_bots import fitting_level
from ludarium.web.lobby.pairing_requests import has_asked, paired
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
    live, game = await paired(request, visitor, body), catalogue.find(body.game)
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
    if table.place is None or not has_asked(table, visitor):
        return {"asked": None, "until": None}
    (seat,) = table.people
    return {
        "asked": visitor.translate(shown_names(table)[seat]),
        "until": places.place_json(table.place, visitor.translate)["until"],
    }
