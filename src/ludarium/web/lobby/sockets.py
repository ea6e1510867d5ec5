"""WebSockets of the lobby and of one's own games."""

from __future__ import annotations

import orjson
from fastapi import APIRouter
from starlette.websockets import WebSocket

from ludarium.database.store import DATABASE_FAULTS, DatabaseError
from ludarium.eventlog.clock import server_time
from ludarium.eventlog.live import Watcher
from ludarium.tables.live_table import OwnGamesWatcher
from ludarium.tables.server import TableServer
from ludarium.web.context import context_of, network
from ludarium.web.http.sockets import Changes, accept, admitted, closing, serve
from ludarium.web.lobby.listings import localised_summaries
from ludarium.web.lobby.own_games import own_games
from ludarium.web.people.visitors import Visitor

__all__ = ["router"]

PAUSE = 1.0  # seconds between two messages
router = APIRouter()


class LobbyTeller:
    """The messages to one watcher of the lobby."""

    def __init__(
        self, table_server: TableServer, visitor: Visitor, watcher: Watcher, network: str
    ) -> None:
        self.table_server, self.visitor, self.watcher = table_server, visitor, watcher
        self.network = network
        self._changes = Changes()

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
        return [message] if self._changes.note(message) else []


class OwnTeller:
    """The messages to one person about their own games."""

    def __init__(self, table_server: TableServer, visitor: Visitor, owner: OwnGamesWatcher) -> None:
        self.table_server, self.visitor, self.owner = table_server, visitor, owner
        self._changes = Changes()

    async def messages(self) -> list[bytes]:
        """The messages to send now: the first games, as `GET /api/me/games` gives them."""
        try:
            games = await own_games(self.table_server.store, self.visitor)
        except (*DATABASE_FAULTS, DatabaseError):
            self.owner.woken.set()  # retry
            return []
        self.owner.shown = frozenset(game["id"] for game in games["games"])
        if not self._changes.note(games):
            return []
        return [orjson.dumps({"type": "games", **games, "now": server_time()})]


@router.websocket("/api/me/games/watch")
async def watch_own_games(socket: WebSocket) -> None:
    async with closing(socket):
        visitor, table_server = await admitted(socket), context_of(socket).tables
        with table_server.owning(visitor.holder) as owner:
            await accept(socket)
            teller = OwnTeller(table_server, visitor, owner)
            await serve(socket, owner, teller.messages, lambda: PAUSE)


@router.websocket("/api/lobby")
async def watch_lobby(socket: WebSocket) -> None:
    async with closing(socket):
        visitor, table_server = await admitted(socket), context_of(socket).tables
        watcher = Watcher()
        teller = LobbyTeller(table_server, visitor, watcher, network(socket))
        table_server.lobby.watchers.add(watcher)
        try:
            await accept(socket)
            await serve(socket, watcher, teller.messages, lambda: PAUSE)
        finally:
            table_server.lobby.watchers.discard(watcher)
