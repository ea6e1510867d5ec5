"""Positions of a table as Views, scenes, pictures and animations, and its record."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from ludarium.draw.svg import svg
from ludarium.phrases import say
from ludarium.play.position import Position
from ludarium.play.record import Record
from ludarium.tables.display_names import shown_names
from ludarium.tables.errors import TableError
from ludarium.tables.table import Table
from ludarium.web.background.job_pool import Result
from ludarium.web.context import (
    Reader,
    context_of,
    json_response,
)
from ludarium.web.http.models import REFUSALS
from ludarium.web.lobby.listings import hidden_seats
from ludarium.web.people.visitors import Visitor
from ludarium.web.tables.game_files import file_text, format_for, media_type
from ludarium.web.tables.play import Ply, TableId, watched
from ludarium.web.tables.scene_models import SceneAnswer
from ludarium.web.tables.scenes import own_legal_json, scene_json

__all__ = ["PICTURE_POLICY", "drawn", "router"]

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=REFUSALS)


async def drawn(
    request: Request, work: Callable[..., Result], *arguments: Any, moves: int = 0
) -> Result:
    """Return the result of work in the drawing thread, so that no move waits for it.

    moves: how many it replays. Raises TableError above the rate limit, and what the work raises.
    """
    context = context_of(request)
    context.limit_drawing(request, moves)
    return await context.drawing.draw(work, *arguments)


def position_at(table: Table, visitor: Visitor, ply: int | None) -> Position:
    """The position after `ply` moves as the visitor may see it, by default the last; before the
    game, the start.
    """
    record = table.record or table.options.record(table.players)
    last = len(record.moves)
    if ply is not None and ply > last:
        raise TableError(
            "unknown",
            say("There is no position {ply} yet: expected 0 to {last}.", ply=ply, last=last),
        )
    back = 0 if ply is None else last - ply
    position = next(itertools.islice(record.backwards(), back, None))
    return table.seen(position, table.seats_of(visitor.holder)) if table.record else position


@router.get("/{table_id}/view")
async def get_view(
    request: Request, visitor: Reader, table_id: TableId, ply: Ply = None
) -> Response:
    """Describe a position as data: sites with coordinates, pieces, hands, marks."""
    table = (await watched(request, visitor, table_id)).table
    return json_response(await drawn(request, view_of, table, visitor, ply))


def view_of(table: Table, visitor: Visitor, ply: int | None) -> dict[str, Any]:
    view = position_at(table, visitor, ply).view
    if hidden_seats(table) and ply is None:
        view = view.hiding(hidden_seats(table))
    return dataclasses.asdict(view)


@router.get("/{table_id}/scene", response_model=SceneAnswer)
async def get_scene(
    request: Request,
    visitor: Reader,
    table_id: TableId,
    ply: Ply = None,
    viewer: Annotated[int, Query(ge=0, le=63)] = 0,
) -> Response:
    """Return the data with which a page draws a position, seat `viewer` nearest to the reader."""
    table = (await watched(request, visitor, table_id)).table
    return json_response(await drawn(request, scene_of, table, visitor, ply, viewer))


def scene_of(table: Table, visitor: Visitor, ply: int | None, viewer: int) -> dict[str, Any]:
    at = table.ply if ply is None else ply
    position = position_at(table, visitor, at)
    # who asks by number wants the round before opened
    hidden = hidden_seats(table) if ply is None else frozenset()
    viewer = viewer if viewer < position.seats else 0
    scene = scene_json(
        position,
        at,
        viewer=viewer,
        names=shown_names(table),
        translate=visitor.translate,
        hidden=hidden,
    )
    own = table.seats_of(visitor.holder) if at == table.ply else ()
    return {**scene, "legal": own_legal_json(table, position, own)}


@router.get(
    "/{table_id}/board.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def get_picture(
    request: Request, visitor: Reader, table_id: TableId, ply: Ply = None
) -> Response:
    """A position as a picture."""
    table = (await watched(request, visitor, table_id)).table
    picture = await drawn(request, picture_of, table, visitor, ply)
    return Response(picture, media_type="image/svg+xml", headers=PICTURE_POLICY)


def picture_of(table: Table, visitor: Visitor, ply: int | None) -> str:
    return svg(
        position_at(table, visitor, ply).view,
        names=shown_names(table),
        translate=visitor.translate,
    )


# Pictures carry their own style sheet; opened by themselves they may do nothing else.
PICTURE_POLICY = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"
}


@router.get(
    "/{table_id}/animation.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def get_animation(request: Request, visitor: Reader, table_id: TableId) -> Response:
    """The whole game as an animated picture, once it is over."""
    table = (await watched(request, visitor, table_id)).table
    context = context_of(request)
    picture = await context.drawing.animation(
        table, visitor, lambda moves: context.limit_drawing(request, moves)
    )
    return Response(picture, media_type="image/svg+xml", headers=PICTURE_POLICY)


@router.get(
    "/{table_id}/record.jsonl",
    response_class=Response,
    responses={200: {"content": {"application/jsonl": {}}}},
)
async def get_record(request: Request, visitor: Reader, table_id: TableId) -> Response:
    """The game as a record, one line of JSON, which `ludarium replay` verifies."""
    table = (await watched(request, visitor, table_id)).table
    name = f'attachment; filename="{table.options.game}-{table.id}.jsonl"'
    return Response(
        record_of(table).to_json() + "\n",
        media_type="application/jsonl",
        headers={"content-disposition": name},
    )


@router.get("/{table_id}/game.{format}", response_class=Response)
async def get_game_file(
    request: Request,
    visitor: Reader,
    table_id: TableId,
    format: Annotated[str, Path(max_length=20)],
) -> Response:
    """The game as a file for other programs, in one of the formats that it has (`formats` of the
    game), such as PGN or SGF.
    """
    table = (await watched(request, visitor, table_id)).table
    record = record_of(table)
    form = format_for(format, record.first.game)
    moves = len(record.moves)
    name = f"{table.options.game}-{table.id}{form.suffixes[0]}"
    return Response(
        await drawn(request, file_text, record, form, table.began, moves=moves),
        media_type=media_type(form),
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


def record_of(table: Table) -> Record:
    """The record of the table's game, once it tells nothing that is hidden. Raises TableError."""
    if table.record is None:
        raise TableError("not-now", say("The game has not begun: seats are still free."))
    if table.viewpoint(()) is not None:
        raise TableError(
            "not-now", say("The record tells what is hidden, so it waits for the end.")
        )
    return table.record
