"""What stands before every request: where it may come from, how often, and what browsers may do
with the answer.
"""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludarium.phrases import say
from ludarium.tables.errors import TableError

__all__ = ["SAFE_HEADERS", "Bucket", "Headers", "SmallBodies", "check_host", "check_origin"]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src "
    "'self'; form-action 'self'; "
    "manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SAFE_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
MOST_BUCKETS = 50_000
LARGEST_BODY = 64 * 1024  # bytes; no request needs more,
LARGEST_TABLE = 2 * 1024 * 1024  # but a table of ten thousand players
TABLES = "/players.csv"
HOST = re.compile(r"[\w.:\[\]-]{1,260}", re.ASCII)


class Headers:
    """Adds the headers that keep browsers safe to every answer, and the cookie of a visitor who has
    none yet.

    HEAD is answered as GET is; the server below leaves the content out.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._headers = [(name.encode(), value.encode()) for name, value in SAFE_HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *(pair for pair in self._headers if pair[0] not in given),
                ]
                if b"set-cookie" not in given:
                    message["headers"] += new_cookie(scope)
            await send(message)

        await self.app(scope, receive, send_with_headers)


class SmallBodies:
    """Refuses requests that bring too much, before all of it is in memory."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > (LARGEST_TABLE if scope["path"].endswith(TABLES) else LARGEST_BODY):
                # who sends must have done so before it can hear the answer
                while message.get("more_body"):
                    message = await receive()
                raise HTTPException(413, say("This request brings too much at once."))
            return message

        await self.app(scope, counted if scope["type"] == "http" else receive, send)


def new_cookie(scope: Scope) -> list[tuple[bytes, bytes]]:
    """The header that makes a newcomer known, where the request was a newcomer's."""
    visitor = scope.get("state", {}).get("visitor")
    if visitor is None or not visitor.new:
        return []
    response = Response()
    scope["app"].state.context.visitors.set_cookie(response, visitor, scope["scheme"] == "https")
    return [pair for pair in response.raw_headers if pair[0] == b"set-cookie"]


def check_host(connection: HTTPConnection) -> None:
    """Refuse what can be no host: links to tables are made with it. Raises TableError."""
    host = connection.headers.get("host")
    if host is not None and not HOST.fullmatch(host):
        raise TableError(
            "invalid",
            say("This request does not say which server it is for: expected a Host header."),
        )


def check_origin(connection: HTTPConnection, by_cookie: bool, allowed: tuple[str, ...]) -> None:
    """Refuse what another site's page sends in the name of our visitor. Raises TableError.

    Browsers say where a write or a WebSocket comes from; a program with a token need not.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        if by_cookie:
            raise TableError(
                "forbidden",
                say("This request does not say where it comes from: expected an Origin header."),
            )
        return
    host = host_of(origin)
    if (not host or host != connection.headers.get("host")) and origin.rstrip("/") not in allowed:
        raise TableError("forbidden", say("This request comes from another site."))


def host_of(origin: str) -> str:
    """The host that an Origin header names; empty where it names none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


class Bucket:
    """Limits how often something may happen for each of many keys: `rate` times a second, `burst`
    times at once.
    """

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, count: float = 1) -> None:
        """Count one, or more. Raises TableError where it was too often."""
        now = time.monotonic()
        level, since = self._levels.pop(key, (self._burst, now))
        level = min(self._burst, level + (now - since) * self._rate)
        missing = min(count, self._burst) - level
        self._levels[key] = (level if missing > 0 else level - count, now)
        if len(self._levels) > MOST_BUCKETS:
            self._levels.popitem(last=False)
        if missing > 0:
            raise TableError(
                "too-many",
                say("That was too often: wait a moment, then try again."),
                missing / self._rate,
            )
