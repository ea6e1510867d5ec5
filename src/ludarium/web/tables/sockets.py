"""WebSockets of tables.

Every message is the current state, not a change, so a slow or returning client is up to date after
the next message. Players send their moves over the WebSocket of their table.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.websockets import WebSocket

from ludarium.eventlog.live import Watcher
from ludarium.web.context import address, context_of
from ludarium.web.http.sockets import accept, admitted, closing, serve
from ludarium.web.lobby.listings import check_may_watch
from ludarium.web.tables.messages import TableTeller
from ludarium.web.tables.socket_moves import Moves

__all__ = ["router"]

router = APIRouter()


@router.websocket("/api/tables/{table_id}/watch")
async def watch_table(
    socket: WebSocket,
    table_id: str,
    scene: Annotated[int, Query()] = 0,
    viewer: Annotated[int, Query(ge=0, le=63)] = 0,
) -> None:
    async with closing(socket):
        visitor, context = await admitted(socket), context_of(socket)
        watcher = Watcher(visitor.holder, address(socket))
        async with context.tables.watching(table_id, watcher) as live:
            check_may_watch(live.table, visitor)
            if scene:
                await context.look(socket, live.table, visitor.holder)
            teller = TableTeller(
                context.tables.store.secret,
                context.warmup.is_ready,
                live,
                visitor,
                viewer if viewer < len(live.table.chairs) else 0,
                bool(scene),
            )

            async def messages() -> list[bytes]:
                # again, as the game may have begun meanwhile
                check_may_watch(live.table, visitor)
                return teller.messages()

            await accept(socket)
            moves = Moves(socket, visitor, table_id)
            await serve(socket, watcher, messages, hear=moves.hear)
