"""Sheets to print and cut out: the board of a ruleset and its pieces, as SVG of A4."""

from __future__ import annotations

import functools
import gzip

from fastapi import APIRouter, Request
from starlette.responses import Response

from ludarium import catalogue
from ludarium.draw.paper import board_sheet, laid_out, loose_pieces, piece_sheets
from ludarium.languages import translator
from ludarium.phrases import say
from ludarium.play.position import start
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.view import View
from ludarium.tables.errors import TableError
from ludarium.web.context import Reader
from ludarium.web.http.pages import language_of, picture_response

__all__ = ["router", "sheet_names"]

router = APIRouter(include_in_schema=False)


@router.get("/rules/{name}/{ruleset}/paper/{sheet}.svg")
async def paper(
    request: Request, visitor: Reader, name: str, ruleset: str, sheet: str, language: str = ""
) -> Response:
    """A sheet: `board`, or `pieces-1` and so on."""
    game = catalogue.find(name)
    chosen = game.ruleset(ruleset[:400])
    found = sheets(game, chosen.name, language_of(language, visitor))
    if sheet not in found:
        raise TableError("unknown", say("There is no such picture here."))
    return await picture_response(request, found[sheet])


def sheet_names(game: Game, ruleset: Ruleset) -> list[str]:
    """The names of a ruleset's sheets, the board first."""
    pieces = laid_out(loose_pieces(first_view(game, ruleset.name)))
    return ["board", *(f"pieces-{number}" for number in range(1, len(pieces) + 1))]


def first_view(game: Game, ruleset: str) -> View:
    """The start of the game with the most seats."""
    return start(game, ruleset, game.seats[1]).view


@functools.lru_cache(maxsize=64)
def sheets(game: Game, ruleset: str, language: str) -> dict[str, bytes]:
    """The sheets by their names, compressed by gzip."""
    translate, view = translator(language), first_view(game, ruleset)
    title = f"{translate(game.title)} – Ludarium"
    drawn = [board_sheet(view, title), *piece_sheets(loose_pieces(view), title)]
    names = sheet_names(game, game.ruleset(ruleset))
    packed = (gzip.compress(svg.encode(), mtime=0) for svg in drawn)
    return dict(zip(names, packed, strict=True))
