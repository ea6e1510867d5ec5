"""WebSockets of tables and of the lobby.

Every message is the current state, not a change, so a slow or returning client is up to date after
the next message.
"""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query
from starlette.websockets import WebSocket

from ludarium.database.store import DATABASE_FAULTS, DatabaseError
from ludarium.eventlog.clock import server_time
from ludarium.eventlog.live import Watcher
from ludarium.tables import report
from ludarium.tables.server import LiveTable, TableServer
from ludarium.tables.table import Table
from ludarium.web.context import Context, address, context_of
from ludarium.web.services.listings import check_may_watch, hidden_seats, localised_summaries
from ludarium.web.services.scenes import legal_json, scene_json, without
from ludarium.web.services.visitors import Visitor
from ludarium.web.sockets.connection import accept, admitted, closing, serve

__all__ = ["router"]

LOBBY_PAUSE = 1.0  # seconds between two messages of the lobby
router = APIRouter()


class TableTeller:
    """The messages to one watcher of a table."""

    def __init__(
        self, context: Context, live: LiveTable, visitor: Visitor, viewer: int, with_scene: bool
    ) -> None:
        self.context, self.live, self.visitor = context, live, visitor
        self.viewer, self.with_scene = viewer, with_scene
        self.sent = (-1, -1)
        """Version and takebacks of the last message."""
        self.moves = 0
        self.here: list[bool] = []
        self.known: set[str] = set()  # keys of boards and looks that the client has
        self.you: tuple[Any, bytes] = (None, b"")  # cached JSON, with the seats it depends on

    def messages(self) -> list[bytes]:
        """The messages to send now."""
        table, here = self.live.table, self.live.here()
        if table.version == self.sent[0]:
            if here == self.here:
                return []
            self.here = here
            return [orjson.dumps({"type": "presence", "here": here})]
        opened = table.status == "over" and table.options.rules.hides  # moves so far were hidden
        since = self.moves if self.sent[1] == table.takebacks and not opened else 0
        body = b'{"type":"table","table":' + self._table(since, here)
        if self.with_scene:
            body += b',"scene":' + orjson.dumps(self._scene())
        self.sent, self.moves, self.here = (table.version, table.takebacks), table.ply, here
        return [body + b"}"]

    def _table(self, since: int, here: list[bool]) -> bytes:
        """The table as JSON.

        The public part is cached for all readers of a language who have the same moves.
        """
        table = self.live.table
        key = ("table", self.visitor.language, since)
        shared = self.live.messages.get(key) if self.sent[0] >= 0 else None
        if shared is None:
            shared = orjson.dumps(
                report.table_json(table, self.visitor.translate, server_time(), here, since)
            )
            self.live.messages[key] = shared
        return shared[:-1] + b',"you":' + self._you(table) + b"}"

    def _you(self, table: Table) -> bytes:
        """The private part, cached until a seat changes hands."""
        taken = tuple(chair.taken_at for chair in table.chairs), table.seats_of(self.visitor.holder)
        if self.you[0] != taken:
            self.you = (
                taken,
                orjson.dumps(
                    report.you_json(table, self.visitor.holder, self.context.tables.store.secret)
                ),
            )
        return self.you[1]

    def _scene(self) -> dict[str, Any]:
        table = self.live.table
        record = table.record or table.options.record(table.players)
        seats = table.seats_of(self.visitor.holder)
        position = table.seen(record.position, seats)
        key = ("scene", self.visitor.language, self.viewer, table.eyes(seats))
        whole = self.live.scenes.get(key)
        if whole is None:
            names = report.shown_names(table)
            whole = scene_json(
                position,
                table.ply,
                viewer=self.viewer,
                names=names,
                translate=self.visitor.translate,
                hidden=hidden_seats(table),
            )
            self.live.scenes[key] = whole
        own = sorted(set(seats) & set(table.waiting))
        return {**without(whole, self.known), "legal": legal_json(position, own)}


class LobbyTeller:
    """The messages to one watcher of the lobby."""

    def __init__(self, table_server: TableServer, visitor: Visitor, watcher: Watcher) -> None:
        self.table_server, self.visitor, self.watcher = table_server, visitor, watcher
        self.sent = b""

    async def messages(self) -> list[bytes]:
        """The messages to send now."""
        try:
            found = await self.table_server.lobby()
        except (*DATABASE_FAULTS, DatabaseError):
            self.watcher.woken.set()  # retry
            return []
        lists = {name: localised_summaries(found[name], self.visitor) for name in ("open", "live")}
        message = orjson.dumps({"type": "lobby", **found, **lists})
        if message == self.sent:
            return []
        self.sent = message
        return [message]


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
            teller = TableTeller(
                context,
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
            await serve(socket, watcher, messages)


@router.websocket("/api/lobby")
async def watch_lobby(socket: WebSocket) -> None:
    async with closing(socket):
        visitor, table_server = await admitted(socket), context_of(socket).tables
        watcher = Watcher()
        teller = LobbyTeller(table_server, visitor, watcher)
        table_server.lobby_watchers.add(watcher)
        try:
            await accept(socket)
            await serve(socket, watcher, teller.messages, LOBBY_PAUSE)
        finally:
            table_server.lobby_watchers.discard(watcher)
