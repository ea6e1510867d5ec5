"""WebSockets of tables, of the lobby and of one's own games.

Every message is the current state, not a change, so a slow or returning client is up to date after
the next message. Players send their moves over the WebSocket of their table.
"""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query
from starlette.websockets import WebSocket

from ludarium.database.store import DATABASE_FAULTS, DatabaseError
from ludarium.eventlog.clock import server_time
from ludarium.eventlog.live import Watcher
from ludarium.tables.live_table import OwnGamesWatcher
from ludarium.tables.server import TableServer
from ludarium.web.context import address, context_of, network
from ludarium.web.http.sockets import accept, admitted, closing, serve
from ludarium.web.lobby.listings import check_may_watch, localised_summaries
from ludarium.web.lobby.own_games import own_games
from ludarium.web.people.visitors import Visitor
from ludarium.web.tables.messages import TableTeller
from ludarium.web.tables.socket_moves import Moves

__all__ = ["router"]

LOBBY_PAUSE = 1.0  # seconds between two messages of the lobby
router = APIRouter()


class LobbyTeller:
    """The messages to one watcher of the lobby."""

    def __init__(
        self, table_server: TableServer, visitor: Visitor, watcher: Watcher, network: str
    ) -> None:
        self.table_server, self.visitor, self.watcher = table_server, visitor, watcher
        self.network = network
        self.sent = b""

    async def messages(self) -> list[bytes]:
        """The messages to send now."""
        try:
            contents = await self.table_server.lobby.shown(self.network)
        except (*DATABASE_FAULTS, DatabaseError):
            self.watcher.woken.set()  # retry
            return []
        lists = {
            name: localised_summaries(contents[name], self.visitor) for name in ("open", "live")
        }
        message = orjson.dumps({"type": "lobby", **contents, **lists})
        if message == self.sent:
            return []
        self.sent = message
        return [message]


class OwnTeller:
    """The messages to one person about their own games."""

    def __init__(self, table_server: TableServer, visitor: Visitor, owner: OwnGamesWatcher) -> None:
        self.table_server, self.visitor, self.owner = table_server, visitor, owner
        self.sent: dict[str, Any] = {}

    async def messages(self) -> list[bytes]:
        """The messages to send now: the first games, as `GET /api/me/games` gives them."""
        try:
            games = await own_games(self.table_server.store, self.visitor)
        except (*DATABASE_FAULTS, DatabaseError):
            self.owner.woken.set()  # retry
            return []
        self.owner.shown = frozenset(game["id"] for game in games["games"])
        if games == self.sent:
            return []
        self.sent = games
        return [orjson.dumps({"type": "games", **games, "now": server_time()})]


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


@router.websocket("/api/me/games/watch")
async def watch_own_games(socket: WebSocket) -> None:
    async with closing(socket):
        visitor, table_server = await admitted(socket), context_of(socket).tables
        with table_server.owning(visitor.holder) as owner:
            await accept(socket)
            teller = OwnTeller(table_server, visitor, owner)
            await serve(socket, owner, teller.messages, lambda: LOBBY_PAUSE)


@router.websocket("/api/lobby")
async def watch_lobby(socket: WebSocket) -> None:
    async with closing(socket):
        visitor, table_server = await admitted(socket), context_of(socket).tables
        watcher = Watcher()
        teller = LobbyTeller(table_server, visitor, watcher, network(socket))
        table_server.lobby.watchers.add(watcher)
        try:
            await accept(socket)
            await serve(socket, watcher, teller.messages, lambda: LOBBY_PAUSE)
        finally:
            table_server.lobby.watchers.discard(watcher)
