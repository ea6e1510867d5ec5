"""A WebSocket connection: admission, sending and close codes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ludarium.database.store import DATABASE_FAULTS, DatabaseError
from ludarium.eventlog.live import Watcher
from ludarium.tables.errors import CODES, TableError
from ludarium.web.context import context_of
from ludarium.web.http.guards import check_origin
from ludarium.web.people.visitors import ENDED, Visitor

__all__ = ["Changes", "accept", "admitted", "closing", "serve"]

PING = 15.0  # seconds
log = logging.getLogger(__name__)


class Changes:
    """The contents that a client was last told, of which it is told changes only."""

    def __init__(self) -> None:
        self._told: object = None

    def note(self, contents: object) -> bool:
        """Return whether the contents differ from the last that were noted, and note them."""
        changed = contents != self._told
        self._told = contents
        return changed


async def send_forever(
    socket: WebSocket,
    watcher: Watcher,
    messages: Callable[[], Awaitable[list[bytes]]],
    pause: Callable[[], float],
) -> None:
    """Send pending messages whenever the watcher wakes, and pings in between."""
    loop = asyncio.get_running_loop()
    sent = checked = loop.time()
    watcher.woken.set()
    alarm = Alarm(watcher)
    try:
        while True:
            await watcher.woken.wait()
            watcher.woken.clear()
            now = loop.time()
            if now - checked >= PING:
                await check_session(socket)
                checked = now
            pending = await messages()
            if not pending and now - sent >= PING:
                pending = [b'{"type":"ping"}']
            for message in pending:
                await socket.send_text(message.decode())
                sent = now
            if wait := pause():
                await asyncio.sleep(wait)
    finally:
        alarm.stop()


class Alarm:
    """Wakes a watcher now and then: a timeout for each wait would cost more than a message."""

    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher
        self._timer: asyncio.TimerHandle | None = None
        # thousands may come at once, to a server that was started again
        self._wind(random.uniform(0.0, PING))

    def _wind(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._ring)

    def _ring(self) -> None:
        self._watcher.woken.set()
        self._wind(PING)

    def stop(self) -> None:
        """Wake it no more."""
        if self._timer:
            self._timer.cancel()
            self._timer = None  # else the two would keep each other


async def serve(
    socket: WebSocket,
    watcher: Watcher,
    messages: Callable[[], Awaitable[list[bytes]]],
    pause: Callable[[], float] = lambda: 0.0,
    hear: Callable[[str], Awaitable[None]] | None = None,
) -> None:
    """Send until the client disconnects.

    pause: gives the seconds to wait after messages. hear: takes what the client says, one message
    after the other; without it the client may say nothing.

    Raises what `messages` and `hear` raise, and TableError where the client says what nobody hears.
    """
    sending = asyncio.create_task(send_forever(socket, watcher, messages, pause))
    listening = asyncio.create_task(listen_forever(socket, hear))
    try:
        await asyncio.wait((sending, listening), return_when=asyncio.FIRST_COMPLETED)
        if listening.done():
            sending.cancel()
        await sending
    except asyncio.CancelledError:
        if not listening.done():
            raise  # the server stops
        listening.result()
    except RuntimeError:
        if not listening.done():  # else it is what the server says to who sends after the end
            raise
    finally:
        sending.cancel()
        listening.cancel()
        await asyncio.gather(sending, listening, return_exceptions=True)


async def listen_forever(
    socket: WebSocket, hear: Callable[[str], Awaitable[None]] | None = None
) -> None:
    """Take messages until the client disconnects. Raises TableError where nobody hears them."""
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        if hear is None:
            raise TableError("invalid", "nothing may be said here")
        await hear(message.get("text") or "")


async def admitted(socket: WebSocket) -> Visitor:
    """The visitor of a WebSocket.

    Raises TableError where the origin is another site or the token is invalid.
    """
    context = context_of(socket)
    visitor = await context.visitors.of(socket)
    check_origin(socket, visitor.by_cookie, context.config.origins)
    socket.state.visitor = visitor
    return visitor


async def check_session(socket: WebSocket) -> None:
    """Raises TableError where the session that the socket was opened in has ended."""
    visitor: Visitor = socket.state.visitor
    if visitor.session and not await context_of(socket).visitors.session_valid(visitor):
        raise TableError("forbidden", ENDED)


@contextlib.asynccontextmanager
async def closing(socket: WebSocket) -> AsyncIterator[None]:
    """Close the socket after a refusal (4000 plus the HTTP status) or a failure."""
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
    """Accept the socket. Raises WebSocketDisconnect where the client is gone."""
    try:
        await socket.accept()
    except OSError:
        raise WebSocketDisconnect(1006) from None


async def close(socket: WebSocket, code: int, reason: str) -> None:
    """Close the socket with this code, unless the client is gone."""
    # whoever it was for has gone
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
        if socket.application_state == WebSocketState.CONNECTING:
            await socket.accept()  # a code can be given only after that
        await socket.close(code, reason)
