"""Requests to a table: what the API, WebSockets and the shortest way to a move do alike."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Query, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludarium.eventlog.clock import server_time
from ludarium.tables import report, requests
from ludarium.tables.live_table import LiveTable
from ludarium.tables.log import Decide
from ludarium.web.context import (
    Context,
    address,
    context_of,
    json_response,
)
from ludarium.web.lobby.listings import check_may_watch
from ludarium.web.people.visitors import Visitor
from ludarium.web.tables.models import (
    MoveBody,
)

__all__ = ["Ply", "Seat", "TableId", "asked", "moved", "table_for", "watched"]

TableId = Annotated[str, Path(max_length=32)]
Seat = Annotated[int, Path(ge=0, le=63)]
Ply = Annotated[int | None, Query(ge=0, le=10**6)]


def table_for(context: Context, live: LiveTable, visitor: Visitor) -> dict[str, Any]:
    """The table as this visitor may see it."""
    table = live.table
    fields = report.table_json(
        table,
        visitor.translate,
        server_time(),
        live.here(),
        claimable_at=live.claimable_at,
        spectators=live.count_spectators(),
    )
    return {
        **fields,
        "warming": not context.warmup.is_ready(table.options.game),
        "you": report.you_json(table, visitor.holder, context.tables.store.secret),
    }


async def watched(request: Request, visitor: Visitor, table_id: str) -> LiveTable:
    live = await context_of(request).tables.live(table_id)
    check_may_watch(live.table, visitor)
    return live


async def asked(request: Request, visitor: Visitor, table_id: str, decide: Decide) -> Response:
    """Carry out a request, and respond with the table."""
    context = context_of(request)
    live = await context.tables.asked(table_id, decide, address(request))
    return json_response(table_for(context, live, visitor))


async def moved(
    connection: HTTPConnection, visitor: Visitor, table_id: str, body: MoveBody
) -> dict[str, Any]:
    """Carry out a move; where the game stands then. Raises TableError where it is refused."""
    live = await context_of(connection).tables.asked(
        table_id,
        lambda table, now: requests.play(
            table, body.seat, visitor.holder, body.ply, body.move, now, body.share
        ),
        address(connection),
    )
    table = live.table  # right after the move: nothing has been waited for since
    answer: dict[str, Any] = {"version": table.version, "ply": table.ply}
    if table.simultaneous:
        made = {chose.seat: chose for chose in (*table.opened, *table.chosen.values())}[body.seat]
        answer["commitment"] = made.commitment
    return answer
