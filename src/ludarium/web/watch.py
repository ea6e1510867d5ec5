"""WebSockets: a table or the lobby, told anew after each change. What is told is always the present state, never a history of changes, so
whoever is slow, or comes back, has the truth with the next message.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ludarium.tables import report
from ludarium.tables.errors import CODES, TableError
from ludarium.tables.house import Live, Watcher
from ludarium.tables.table import Table
from ludarium.web.api_tables import check_may_watch, hidden_seats, told_summaries
from ludarium.web.context import Context, context_of
from ludarium.web.guards import check_origin
from ludarium.web.scenes import legal_json, scene_json, without
from ludarium.web.visitors import Visitor

__all__ = ["router"]

PING = 15.0  # seconds
LOBBY_PAUSE = 1.0  # seconds between two messages of the lobby
router = APIRouter()


class TableTeller:
    """Tells one reader of a table what has changed since the last time."""

    def __init__(self, context: Context, live: Live, visitor: Visitor, viewer: int, with_scene: bool) -> None:
        self.context, self.live, self.visitor = context, live, visitor
        self.viewer, self.with_scene = viewer, with_scene
        self.told = (-1, -1)  # version, takebacks
        self.moves = 0
        self.here: list[bool] = []
        self.known: set[str] = set()  # boards and looks
        self.you: tuple[Any, bytes] = (None, b"")  # which seats were taken when it was made

    def messages(self) -> list[bytes]:
        """What is to be sent now."""
        table, here = self.live.table, self.live.here()
        if table.version == self.told[0]:
            if here == self.here:
                return []
            self.here = here
            return [orjson.dumps({"type": "presence", "here": here})]
        since = self.moves if self.told[1] == table.takebacks else 0
        body = b'{"type":"table","table":' + self._table(since, here)
        if self.with_scene:
            body += b',"scene":' + orjson.dumps(self._scene())
        self.told, self.moves, self.here = (table.version, table.takebacks), table.ply, here
        return [body + b"}"]

    def _table(self, since: int, here: list[bool]) -> bytes:
        """The table as JSON: what all may know is made once for all readers of a language who know the same moves."""
        table = self.live.table
        key = ("table", self.visitor.language, since)
        shared = self.live.told.get(key) if self.told[0] >= 0 else None
        if shared is None:
            shared = orjson.dumps(report.table_json(table, self.visitor.tell, time.time(), here, since))
            self.live.told[key] = shared
        return shared[:-1] + b',"you":' + self._you(table) + b"}"

    def _you(self, table: Table) -> bytes:
        """What only this reader may know, which does not change but when somebody comes or goes."""
        taken = tuple(chair.taken_at for chair in table.chairs), table.seats_of(self.visitor.holder)
        if self.you[0] != taken:
            self.you = taken, orjson.dumps(report.you_json(table, self.visitor.holder, self.context.house.store.secret))
        return self.you[1]

    def _scene(self) -> dict[str, Any]:
        table = self.live.table
        record = table.record or table.options.record(table.players)
        key = ("scene", self.visitor.language, self.viewer)
        whole = self.live.told_scenes.get(key)
        if whole is None:
            names = report.shown_names(table)
            whole = scene_json(
                record.position, table.ply, viewer=self.viewer, names=names, tell=self.visitor.tell, hidden=hidden_seats(table)
            )
            self.live.told_scenes[key] = whole
        own = sorted(set(table.seats_of(self.visitor.holder)) & set(table.waiting))
        return {**without(whole, self.known), "legal": legal_json(record.position, own)}


async def send_forever(socket: WebSocket, watcher: Watcher, messages: Callable[[], Awaitable[list[bytes]]], pause: float = 0.0) -> None:
    """Send what there is to be sent whenever the watcher is woken, and a ping when nothing happens."""
    watcher.woken.set()
    while True:
        try:
            async with asyncio.timeout(PING):
                await watcher.woken.wait()
        except TimeoutError:
            await socket.send_text('{"type":"ping"}')
            continue
        watcher.woken.clear()
        for message in await messages():
            await socket.send_text(message.decode())
        if pause:
            await asyncio.sleep(pause)


async def serve(socket: WebSocket, watcher: Watcher, messages: Callable[[], Awaitable[list[bytes]]], pause: float = 0.0) -> None:
    """Send until the reader goes away; what the reader sends is not listened to."""
    sending = asyncio.create_task(send_forever(socket, watcher, messages, pause))
    listening = asyncio.create_task(listen_forever(socket))
    try:
        await asyncio.wait((sending, listening), return_when=asyncio.FIRST_COMPLETED)
    finally:
        sending.cancel()
        listening.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
            await asyncio.gather(listening, return_exceptions=True)
            await sending


async def listen_forever(socket: WebSocket) -> None:
    """Until the reader goes away."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


async def admitted(socket: WebSocket) -> Visitor | None:
    """Who watches; None where the request comes from another site or has a bad token, after the socket was closed."""
    context = context_of(socket)
    try:
        visitor = context.visitors.of(socket)
        check_origin(socket, visitor.by_cookie, context.config.origins)
    except TableError as error:
        await refuse(socket, error)
        return None
    return visitor


async def refuse(socket: WebSocket, error: TableError) -> None:
    """Close the socket with a code that says why: 4000 and the HTTP status."""
    if socket.application_state == WebSocketState.CONNECTING:
        await socket.accept()
    await socket.close(4000 + CODES[error.code], error.code)


@router.websocket("/api/tables/{table_id}/watch")
async def watch_table(
    socket: WebSocket, table_id: str, scene: Annotated[int, Query()] = 0, viewer: Annotated[int, Query(ge=0, le=63)] = 0
) -> None:
    visitor = await admitted(socket)
    if visitor is None:
        return
    context = context_of(socket)
    watcher = Watcher(visitor.holder)
    try:
        async with context.house.watching(table_id, watcher) as live:
            check_may_watch(live.table, visitor)
            teller = TableTeller(context, live, visitor, viewer if viewer < len(live.table.chairs) else 0, bool(scene))

            async def messages() -> list[bytes]:
                check_may_watch(live.table, visitor)  # again, as the game may have begun without this reader
                return teller.messages()

            await socket.accept()
            await serve(socket, watcher, messages)
    except TableError as error:
        await refuse(socket, error)


@router.websocket("/api/lobby")
async def watch_lobby(socket: WebSocket) -> None:
    visitor = await admitted(socket)
    if visitor is None:
        return
    context = context_of(socket)
    watcher = Watcher()
    said = b""

    async def messages() -> list[bytes]:
        nonlocal said
        found = await context.house.lobby()
        lists = {name: told_summaries(summaries, visitor) for name, summaries in found.items()}
        message = orjson.dumps({"type": "lobby", **lists})
        if message == said:
            return []
        said = message
        return [message]

    context.house.lobby_watchers.add(watcher)
    try:
        await socket.accept()
        await serve(socket, watcher, messages, LOBBY_PAUSE)
    finally:
        context.house.lobby_watchers.discard(watcher)
