"""Middleware and checks: origin, rate limits, body size and security headers."""

from __future__ import annotations

import contextlib
import functools
import re
import time
from collections import OrderedDict
from ipaddress import ip_address
from socket import gethostname
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludarium.phrases import say
from ludarium.tables.errors import TableError, too_often

__all__ = [
    "SAFE_HEADERS",
    "Bucket",
    "Headers",
    "SmallBodies",
    "check_host",
    "check_origin",
    "is_known_host",
]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src "
    "'self'; form-action 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SAFE_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
MOST_BUCKETS = 50_000
LARGEST_BODY = 64 * 1024  # bytes; no request needs more,
# but a table of ten thousand players, a tournament of thousands, and files of games
LARGER_BODIES = {
    "/players.csv": 2 * 1024 * 1024,
    "/tournaments/import": 4 * 1024 * 1024,
    "/api/imports": 3 * 1024 * 1024,
}
STUDIES, LARGEST_STUDY = "/api/studies", 256 * 1024  # a thousand positions with comments
LOCAL = (".localhost", ".local", ".lan", ".internal", ".home.arpa")  # no public names end so
PORTS = {"http": ":80", "https": ":443"}
HOST = re.compile(r"[\w.:\[\]-]{1,260}", re.ASCII)


class Headers:
    """Adds security headers to every response, and the cookie of a new visitor.

    HEAD is answered like GET; the ASGI server drops the body.
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
    """Rejects large request bodies before they are read into memory."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > LARGEST_BODY and taken > largest(scope["path"]):
                # who sends must have done so before it can hear the answer
                while message.get("more_body"):
                    message = await receive()
                raise HTTPException(413, say("This request brings too much at once."))
            return message

        await self.app(scope, counted if scope["type"] == "http" else receive, send)


def largest(path: str) -> int:
    """Bytes of the largest body that a request of this path may bring."""
    if path == STUDIES or path.startswith(f"{STUDIES}/"):
        return LARGEST_STUDY
    ends = (most for end, most in LARGER_BODIES.items() if path.endswith(end))
    return next(ends, LARGEST_BODY)


def new_cookie(scope: Scope) -> list[tuple[bytes, bytes]]:
    """The Set-Cookie header of a new visitor, if any."""
    visitor = scope.get("state", {}).get("visitor")
    if visitor is None or not visitor.new:
        return []
    response = Response()
    scope["app"].state.context.visitors.set_cookie(response, visitor, scope["scheme"] == "https")
    return [pair for pair in response.raw_headers if pair[0] == b"set-cookie"]


def is_known_host(connection: HTTPConnection, origins: tuple[str, ...]) -> bool:
    """Return whether the request is for a name that is surely this server's.

    Else a page of another site, whose name was made to lead here, could read and write here as if
    it were ours (DNS rebinding). Addresses, names without a dot and names that only local networks
    know cannot be made to. What is no name at all is for `check_host`.
    """
    return is_known_name(connection.headers.get("host", ""), origins)


@functools.lru_cache(maxsize=1024)
def is_known_name(host: str, origins: tuple[str, ...]) -> bool:
    """Return whether a Host header has the name of this server."""
    name = name_of(host)
    if name is None:
        return False
    with contextlib.suppress(ValueError):
        return bool(ip_address(name))
    return (
        "." not in name
        or name.endswith(LOCAL)
        or name == gethostname().lower()
        or name in (name_of(host_of(origin)) for origin in origins)
    )


def name_of(host: str) -> str | None:
    """The name in a Host header, in small letters and without its port; None where it has none."""
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return None


def check_host(connection: HTTPConnection) -> None:
    """Reject invalid Host headers, as links are made with them. Raises TableError."""
    host = connection.headers.get("host")
    if host is not None and not HOST.fullmatch(host):
        raise TableError(
            "invalid",
            say("This request does not say which server it is for: expected a Host header."),
        )


def check_origin(connection: HTTPConnection, by_cookie: bool, allowed: tuple[str, ...]) -> None:
    """Reject cross-site writes with a visitor's cookie. Raises TableError.

    Browsers send an origin with writes and WebSockets; programs with a token need not. allowed:
    the origins of `Config`.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        if by_cookie:
            raise TableError(
                "forbidden",
                say("This request does not say where it comes from: expected an Origin header."),
            )
        return
    site = site_of(origin)
    if site is None or site not in own_sites(connection, allowed):
        raise TableError("forbidden", say("This request comes from another site."))


def own_sites(connection: HTTPConnection, allowed: tuple[str, ...]) -> set[str]:
    """The origins whose pages are ours, as far as the server can tell from a request.

    Whoever is between a visitor and http://NAME can make up pages of it, so these are not those of
    https://NAME. A proxy may speak HTTPS where it asks us over HTTP: it tells so
    (X-Forwarded-Proto), or the operator did by allowing https://NAME.
    """
    sites = {site for site in map(site_of, allowed) if site}
    host = connection.headers.get("host", "")
    secure, plain = site_of(f"https://{host}"), site_of(f"http://{host}")
    by_https = connection.scope.get("scheme") in ("https", "wss") or secure in sites
    if own := secure if by_https else plain:
        sites.add(own)
    return sites


def site_of(origin: str) -> str | None:
    """The origin in small letters, and without the port that its scheme has anyhow; None where it
    has no scheme or host.
    """
    try:
        parts = urlsplit(origin)
    except ValueError:
        return None
    if not parts.scheme or not parts.netloc:
        return None
    return f"{parts.scheme}://{parts.netloc.lower().removesuffix(PORTS.get(parts.scheme, ''))}"


def host_of(origin: str) -> str:
    """The host of an Origin header; empty if it has none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


class Bucket:
    """A token bucket for each of many keys.

    rate: tokens per second. burst: capacity.
    """

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, count: float = 1) -> None:
        """Take tokens. Raises TableError where there are too few."""
        now = time.monotonic()
        level, since = self._levels.pop(key, (self._burst, now))
        level = min(self._burst, level + (now - since) * self._rate)
        missing = min(count, self._burst) - level
        self._levels[key] = (level if missing > 0 else level - count, now)
        if len(self._levels) > MOST_BUCKETS:
            self._levels.popitem(last=False)
        if missing > 0:
            raise too_often(missing / self._rate)
