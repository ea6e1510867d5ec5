"""Bounds on connections, in the server itself: before a request is whole, no route can refuse it.

What uvicorn offers falls short: its limit of concurrency refuses new visitors while idle
connections stay, its fast parser has no bound on headers, and it has no time for a request to
arrive in.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import functools
import ipaddress
import os
import sys
from collections import Counter
from typing import Any

from starlette.requests import HTTPConnection
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ludarium.eventlog.batches import portions
from ludarium.eventlog.codes import keyed_digest
from ludarium.tables.errors import TableError
from ludarium.web.http.guards import Bucket

__all__ = [
    "Bounds",
    "Guarded",
    "GuardedSocket",
    "Register",
    "digests_of",
    "guarded",
    "guarded_sockets",
    "networks",
    "networks_of",
    "room_for",
]

RESERVE = 32  # file descriptors for the database, its files and everything else
SPARE = 16  # connections above the most that are accepted, to be told that there are too many
PIECE = 256  # bytes of a WebSocket that are read at once, and that count as one frame
REFUSALS = {
    408: b"This request took too long to arrive.",
    429: b"There are too many connections from this address: close some, then try again.",
    431: b"The headers of this request are too long.",
    503: b"The server has too many connections: try again in a moment.",
}
REASONS = {
    408: b"Request Timeout",
    429: b"Too Many Requests",
    431: b"Request Header Fields Too Large",
    503: b"Service Unavailable",
}
ERROR_CODES = {408: b"invalid", 429: b"too-many", 431: b"invalid", 503: b"not-now"}


@dataclasses.dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds on a server's connections."""

    connections: int = 10_000
    """At once, of everybody."""
    each: int = 256
    """At once, of one address."""
    new: float = 50.0
    """A second, of one address in the long run; ten times as many in reserve."""
    headers: int = 32 * 1024
    """Bytes of a request up to its body."""
    body: int = 8 * 1024 * 1024
    """Bytes of a body, those that are thrown away included."""
    arriving: float = 10.0
    """Seconds from the connection, or the end of the last answer, to the end of headers."""
    grace: float = 15.0
    """Seconds before a slow body or reader is disconnected."""
    rate: float = 4096.0
    """Bytes a second, the least that a body brings after the grace."""
    frames: float = 10.0
    """A second, of one WebSocket in the long run; ten times as many in reserve."""
    sweep: float = 1.0
    """Seconds in which each connection is looked at once."""

    @classmethod
    def fitting(cls, each: int = 256) -> Bounds:
        """Bounds within what the system lets this process open; one address gets a quarter."""
        room = room_for(cls().connections)
        return cls(connections=room, each=min(each, max(8, room // 4)))


def room_for(wanted: int) -> int:
    """Return the number of connections that fit into the file descriptors that this process may
    open.

    Raises the limit of the process to what the system lets it have.
    """
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted + 2 * RESERVE:
        more = wanted + 2 * RESERVE
        soft = more if hard == resource.RLIM_INFINITY else min(hard, more)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if soft == resource.RLIM_INFINITY:
        return wanted
    opened = 8
    with contextlib.suppress(OSError):
        opened = len(os.listdir("/dev/fd"))
    return max(8, min(wanted, soft - opened - RESERVE - SPARE))


@functools.lru_cache(maxsize=4096)
def networks(host: str) -> tuple[str, str]:
    """The keys of an address and of its network: of IPv6 the /64 and the /48, of IPv4 the address
    for both.
    """
    try:
        address = ipaddress.IPv6Address(host)
    except ValueError:
        return host, host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped), str(address.ipv4_mapped)
    near, far = (ipaddress.IPv6Network((address, length), strict=False) for length in (64, 48))
    return str(near), str(far)


def networks_of(connection: HTTPConnection) -> tuple[str, str]:
    """The keys of the address that a request comes from, and of its network."""
    client = connection.scope.get("client")  # not `connection.client`, made anew at each look
    return networks(client[0] if client else "")


def digests_of(connection: HTTPConnection, secret: str) -> tuple[str, str]:
    """The same as they may be kept: whoever reads them does not know the address."""
    near, far = (keyed_digest(secret, f"network/1 {one}") for one in networks_of(connection))
    return near, far


class Register:
    """All connections of a server, with the bounds that they are held to."""

    def __init__(self, bounds: Bounds, limited: bool, proxies: list[str] | str) -> None:
        self.bounds, self.limited = bounds, limited
        self._proxies = ProxyHeadersMiddleware(_nothing, proxies).trusted_hosts
        self._open: dict[Guarded, None] = {}  # the oldest first
        self._of: Counter[str] = Counter()  # connections of each address that is no proxy
        self._new = Bucket(rate=bounds.new, burst=10 * bounds.new)
        self._told = Bucket(rate=bounds.new, burst=10 * bounds.new)

    async def watch(self) -> None:
        """Close those that are too slow, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            async for some in portions(self._open, self.bounds.sweep):
                now = loop.time()
                for connection in some:
                    connection.look(now)

    def enter(self, connection: Guarded, host: str) -> int | None:
        """Count a connection; the status of the refusal, if it is one too many."""
        if self.limited and host and host not in self._proxies:
            connection.client_key = networks(host)[0]
            self._of[connection.client_key] += 1
        self._open[connection] = None
        if connection.client_key and self.is_too_much(connection.client_key):
            return 429
        if len(self._open) > self.bounds.connections:
            idle = next((one for one in self._open if one.idle and one is not connection), None)
            if idle is None:
                return 503
            idle.drop()
        return None

    def is_too_much(self, client: str) -> bool:
        """Return whether this address has, or opens, too many connections."""
        if self._of[client] > self.bounds.each:
            return True
        try:
            self._new.take(client)
        except TableError:
            return True
        return False

    def may_tell(self, connection: Guarded) -> bool:
        """Return whether a refused connection is told why: words for a flood cost too much."""
        try:
            if connection.client_key:
                self._told.take(connection.client_key)
        except TableError:
            return False
        return True

    def leave(self, connection: Guarded) -> None:
        """Count a connection no longer."""
        if connection in self._open:
            del self._open[connection]
            if connection.client_key:
                self._of[connection.client_key] -= 1
                if not self._of[connection.client_key]:
                    del self._of[connection.client_key]


class Guarded(HttpToolsProtocol):
    """A connection that is held to bounds, also when it has become a WebSocket."""

    register: Register
    client_key = ""
    """The address that it counts for; empty for a proxy."""
    since: float | None = None
    """Since when the headers of a request are awaited; None while there is a request."""
    taken = 0
    """Bytes of the headers, or of the body, that arrived."""
    begun: float | None = None
    """The time at which the body began; None where there is none to come."""
    waiting = 0
    """Bytes that the client has still to read."""
    read_at = 0.0
    """The time at which it last read some."""
    upgraded = False
    length = 0
    """Bytes of the headers of this request."""

    @property
    def idle(self) -> bool:
        """True if no request is being answered."""
        return self.since is not None and (self.cycle is None or self.cycle.response_complete)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.since = self.loop.time()
        refused = self.register.enter(self, self.client[0] if self.client else "")
        if refused and self.register.may_tell(self):
            self.refuse(refused)
        elif refused:
            self.drop()

    def connection_lost(self, exc: Exception | None) -> None:
        self.register.leave(self)
        super().connection_lost(exc)
        self.let_go()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.since is not None:
            self.taken += len(data)
        super().data_received(data)
        most = self.register.bounds.headers
        if self.since is not None and self.taken > most and not self.transport.is_closing():
            self.refuse(431)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self.since is None:  # sent before the last answer
            self.since, self.taken = self.loop.time(), 0
        self.length = 0

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self.length += len(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self.length += len(name) + len(value) + 4
        if self.length > self.register.bounds.headers and not self.transport.is_closing():
            self.refuse(431)  # the trailers of a body, too

    def on_headers_complete(self) -> None:
        if self.transport.is_closing():
            return
        self.since, self.taken, self.begun = None, 0, self.loop.time()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if self.transport.is_closing():
            return
        self.taken += len(body)
        if self.taken > self.register.bounds.body:
            self.drop()
            return
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.begun = None
        if self.transport.is_closing():
            return
        super().on_message_complete()
        if self.cycle is not None and self.cycle.response_complete:
            self.since, self.taken = self.loop.time(), 0

    def on_response_complete(self) -> None:
        super().on_response_complete()
        # an answer may come before the body is whole
        if self.begun is None and self.cycle.response_complete:
            self.since, self.taken = self.loop.time(), 0

    def handle_websocket_upgrade(self) -> None:
        self.upgraded, self.since, self.begun = True, None, None
        super().handle_websocket_upgrade()
        self.let_go()

    def let_go(self) -> None:
        """Drop what is needed no more: it and the parser would keep each other in memory."""
        self.parser = None  # type: ignore[assignment]

    def look(self, now: float) -> None:
        """Disconnect it where it is too slow."""
        bounds = self.register.bounds
        if self.upgraded and self.transport.is_closing():
            waiting = self.transport.get_write_buffer_size()
            if not waiting:
                self.register.leave(self)
                return
        left = self.transport.get_write_buffer_size()
        if not left or left < self.waiting or not self.waiting:
            self.read_at = now
        self.waiting = left
        if left and now - self.read_at > bounds.grace:
            self.drop()
        elif self.transport.is_closing():
            return
        elif self.since is not None and now - self.since > bounds.arriving:
            if self.taken:
                self.refuse(408)
            else:
                self.drop()
        elif self.begun is not None and not self.flow.read_paused:
            late = now - self.begun - bounds.grace
            if late > 0 and self.taken < late * bounds.rate:
                self.drop()

    def drop(self) -> None:
        """Disconnect it at once."""
        self.register.leave(self)
        self.transport.abort()

    def refuse(self, status: int) -> None:
        """Answer with an error, and disconnect it."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.drop()  # in the middle of another answer
            return
        body = b'{"error":"%b","code":"%b"}' % (
            REFUSALS[status],
            ERROR_CODES[status],
        )
        self.transport.write(
            b"HTTP/1.1 %d %b\r\ncontent-type: application/json\r\ncontent-length: %d\r\n"
            b"retry-after: 5\r\nconnection: close\r\n\r\n%b"
            % (status, REASONS[status], len(body), body)
        )
        self.transport.close()


def guarded(register: Register) -> type[Guarded]:
    """The class of connections of this register."""
    return type("Guarded", (Guarded,), {"register": register})


def guarded_sockets(bounds: Bounds) -> type[GuardedSocket]:
    """The class of WebSockets within these bounds."""
    return type("GuardedSocket", (GuardedSocket,), {"rate": bounds.frames})


class GuardedSocket(WebSocketsSansIOProtocol):
    """A WebSocket whose client may send only so many frames: a move now and then, and pongs.

    uvicorn parses all frames of a read, thousands of small ones, and answers all pings.
    """

    rate: float
    """Frames a second, as `Bounds.frames`."""
    left: float | None = None
    """The number of frames that may still come, as of the last; None before the first."""
    counted = 0.0
    """The time of that count."""
    refused = False

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:  # the request, which was counted before
            super().data_received(data)
            return
        for begin in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[begin : begin + PIECE])
            self.take(min(PIECE, len(data) - begin) / PIECE)

    def handle_events(self) -> None:
        self.take(len(self.conn.events))
        if not self.transport.is_closing():
            super().handle_events()

    def take(self, count: float) -> None:
        """Count frames; beyond the bound the socket is closed (1008)."""
        now, most = self.loop.time(), 10 * self.rate
        if self.left is None:
            self.left, self.counted = most, now
        self.left = min(most, self.left + (now - self.counted) * self.rate) - count
        self.counted = now
        if self.left < 0 and not self.transport.is_closing():
            self.refuse()

    def refuse(self) -> None:
        """Close it without waiting for the client, which may send more."""
        self.conn.fail(1008, "too-many")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = self.refused = True
        self.transport.close()

    async def send(self, message: Any) -> None:
        await self.writable.wait()
        if self.refused:  # uvicorn takes what is sent after that for a fault of ours
            raise ClientDisconnected
        await super().send(message)


async def _nothing(*given: Any) -> None:
    """An application that nobody asks."""
