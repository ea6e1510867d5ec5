"""WebSockets: a table or the lobby, told anew after each change.

What is told is always the present state, never a history of changes, so whoever is slow, or comes
back, has the truth with the next message.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ludarium.database.store import DATABASE_FAULTS, DatabaseError
from ludarium.tables import report
from ludarium.tables.errors import CODES, TableError
from ludarium.tables.server import House, Live, Watcher
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
log = logging.getLogger(__name__)


class TableTeller:
    """Tells one reader of a table what has changed since the last time."""

    def __init__(
        self, context: Context, live: Live, visitor: Visitor, viewer: int, with_scene: bool
    ) -> None:
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
        """The table as JSON: what all may know is made once for all readers of a language who know
        the same moves.
        """
        table = self.live.table
        key = ("table", self.visitor.language, since)
        shared = self.live.told.get(key) if self.told[0] >= 0 else None
        if shared is None:
            shared = orjson.dumps(
                report.table_json(table, self.visitor.tell, time.time(), here, since)
            )
            self.live.told[key] = shared
        return shared[:-1] + b',"you":' + self._you(table) + b"}"

    def _you(self, table: Table) -> bytes:
        """What only this reader may know, which does not change but when somebody comes or goes."""
        taken = tuple(chair.taken_at for chair in table.chairs), table.seats_of(self.visitor.holder)
        if self.you[0] != taken:
            self.you = (
                taken,
                orjson.dumps(
                    report.you_json(table, self.visitor.holder, self.context.house.store.secret)
                ),
            )
        return self.you[1]

    def _scene(self) -> dict[str, Any]:
        table = self.live.table
        record = table.record or table.options.record(table.players)
        key = ("scene", self.visitor.language, self.viewer)
        whole = self.live.told_scenes.get(key)
        if whole is None:
            names = report.shown_names(table)
            whole = scene_json(
                record.position,
                table.ply,
                viewer=self.viewer,
                names=names,
                tell=self.visitor.tell,
                hidden=hidden_seats(table),
            )
            self.live.told_scenes[key] = whole
        own = sorted(set(table.seats_of(self.visitor.holder)) & set(table.waiting))
        return {**without(whole, self.known), "legal": legal_json(record.position, own)}


class LobbyTeller:
    """Tells one reader of the lobby what has changed since the last time."""

    def __init__(self, house: House, visitor: Visitor, watcher: Watcher) -> None:
        self.house, self.visitor, self.watcher = house, visitor, watcher
        self.told = b""

    async def messages(self) -> list[bytes]:
        """What is to be sent now."""
        try:
            found = await self.house.lobby()
        except (*DATABASE_FAULTS, DatabaseError):
            self.watcher.woken.set()  # in the next round, perhaps
            return []
        lists = {name: told_summaries(summaries, self.visitor) for name, summaries in found.items()}
        message = orjson.dumps({"type": "lobby", **lists})
        if message == self.told:
            return []
        self.told = message
        return [message]


async def send_forever(
    socket: WebSocket,
    watcher: Watcher,
    messages: Callable[[], Awaitable[list[bytes]]],
    pause: float = 0.0,
) -> None:
    """Send what there is to be sent whenever the watcher is woken, and a ping when nothing
    happens.
    """
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


async def serve(
    socket: WebSocket,
    watcher: Watcher,
    messages: Callable[[], Awaitable[list[bytes]]],
    pause: float = 0.0,
) -> None:
    """Send until the reader goes away; what the reader sends is not listened to.

    Raises what `messages` raises.
    """
    sending = asyncio.create_task(send_forever(socket, watcher, messages, pause))
    listening = asyncio.create_task(listen_forever(socket))
    try:
        await asyncio.wait((sending, listening), return_when=asyncio.FIRST_COMPLETED)
        if listening.done():
            sending.cancel()
        await sending
    except asyncio.CancelledError:
        if not listening.done():
            raise  # the server stops
    except RuntimeError:
        if not listening.done():  # else it is what the server says to who sends after the end
            raise
    finally:
        sending.cancel()
        listening.cancel()
        await asyncio.gather(sending, listening, return_exceptions=True)


async def listen_forever(socket: WebSocket) -> None:
    """Until the reader goes away."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


def admitted(socket: WebSocket) -> Visitor:
    """Who watches.

    Raises TableError where the request comes from another site or has a bad token.
    """
    context = context_of(socket)
    visitor = context.visitors.of(socket)
    check_origin(socket, visitor.by_cookie, context.config.origins)
    return visitor


@contextlib.asynccontextmanager
async def closing(socket: WebSocket) -> AsyncIterator[None]:
    """Close the socket with a code that says why, where what is done here is refused (4000 and the
    HTTP status) or fails.
    """
    try:
        yield
    except WebSocketDisconnect:
        pass
    except TableError as error:
        await close(socket, 4000 + CODES[error.code], error.code)
    except (*DATABASE_FAULTS, DatabaseError) as error:
        log.error("%s", str(error).partition("\n")[0])
        await close(socket, 1013, "try again later")
    except Exception:
        log.exception("a WebSocket of %s", socket.url.path)
        await close(socket, 1011, "failed")


async def accept(socket: WebSocket) -> None:
    """Raises WebSocketDisconnect where whoever asked has gone already."""
    try:
        await socket.accept()
    except OSError:
        raise WebSocketDisconnect(1006) from None


async def close(socket: WebSocket, code: int, reason: str) -> None:
    # whoever it was for has gone
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
        if socket.application_state == WebSocketState.CONNECTING:
            await socket.accept()  # a code can be given only after that
        await socket.close(code, reason)


@router.websocket("/api/tables/{table_id}/watch")
async def watch_table(
    socket: WebSocket,
    table_id: str,
    scene: Annotated[int, Query()] = 0,
    viewer: Annotated[int, Query(ge=0, le=63)] = 0,
) -> None:
    async with closing(socket):
        visitor, context = admitted(socket), context_of(socket)
        watcher = Watcher(visitor.holder)
        async with context.house.watching(table_id, watcher) as live:
            check_may_watch(live.table, visitor)
            teller = TableTeller(
                context,
                live,
                visitor,
                viewer if viewer < len(live.table.chairs) else 0,
                bool(scene),
            )

            async def messages() -> list[bytes]:
                # again, as the game may have begun without this reader
                check_may_watch(live.table, visitor)
                return teller.messages()

            await accept(socket)
            await serve(socket, watcher, messages)


@router.websocket("/api/lobby")
async def watch_lobby(socket: WebSocket) -> None:
    async with closing(socket):
        visitor, house = admitted(socket), context_of(socket).house
        watcher = Watcher()
        teller = LobbyTeller(house, visitor, watcher)
        house.lobby_watchers.add(watcher)
        try:
            await accept(socket)
            await serve(socket, watcher, teller.messages, LOBBY_PAUSE)
        finally:
            house.lobby_watchers.discard(watcher)
