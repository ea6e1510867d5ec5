"""Web Push: encrypted messages to the push services of browsers (RFC 8030, 8291 and 8292).

Needs the extra `push`. Whoever subscribes says where their messages go, so that address may be
anybody's: only public hosts are written to, at the address that was looked at, and what they answer
is not read.
"""

from __future__ import annotations

import asyncio
import base64
import functools
import importlib.util
import socket
from collections.abc import Collection, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Literal, Self
from urllib.parse import urlsplit

import httpx
import orjson

from ludarium.database.store import Store
from ludarium.phrases import say
from ludarium.tables.errors import TableError

__all__ = ["Outcome", "Push", "check_keys", "is_public"]

Outcome = Literal["sent", "gone", "failed"]
"""`gone`: the device wants no more messages."""
PATIENCE = 5.0  # seconds that a push service may take
CONNECTIONS = 64  # to push services at once
LOOKUPS = 8  # of names at once; a slow one delays no other work
POINT, SECRET = 65, 16  # bytes of a device's public key, and of what it shares with us
GLOBAL = IPv6Network("2000::/3")
NOT_AN_ADDRESS = say("This is no address of a push service: expected https:// and a public host.")
NOT_KEYS = say("These are not the keys of a device: expected those that its browser made.")


class Push:
    """Sends messages to devices. Make one with `Push.opened`.

    key: this server's public key, which browsers must know to subscribe.
    """

    def __init__(
        self, private: bytes, public: bytes, contact: str, allowed: Collection[str]
    ) -> None:
        from webpush import WebPush
        from webpush.vapid import VAPID

        self._maker = WebPush(private_key=private, public_key=public, subscriber=contact)
        self.key = VAPID.get_application_server_key(self._maker.vapid.public_key)
        self._allowed = allowed
        self._client: httpx.AsyncClient | None = None
        self._lookups = ThreadPoolExecutor(LOOKUPS, "lookups")

    @classmethod
    async def opened(cls, store: Store, contact: str, allowed: Collection[str]) -> Self | None:
        """Open it with the keys of the database, which the first server makes; None without the
        extra.

        contact: the e-mail address that push services are told. allowed: origins that may be
        written to though they are no public hosts.
        """
        if importlib.util.find_spec("webpush") is None:
            return None
        from webpush.vapid import VAPID

        private, public, _ = VAPID.generate_keys()
        first = {"private": private.decode(), "public": public.decode()}
        kept = orjson.loads(await store.setting("push keys", orjson.dumps(first).decode()))
        return cls(kept["private"].encode(), kept["public"].encode(), contact, allowed)

    async def close(self) -> None:
        """Close all connections."""
        self._lookups.shutdown(wait=False, cancel_futures=True)
        if self._client:
            await self._client.aclose()

    def check(self, endpoint: str) -> None:
        """Reject addresses that are surely no push service's. Raises TableError."""
        try:
            parts = urlsplit(endpoint)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            raise TableError("invalid", NOT_AN_ADDRESS) from None
        if f"{parts.scheme}://{parts.netloc}" in self._allowed:
            return
        if (
            parts.scheme != "https"
            or port not in (None, 443)
            or "@" in parts.netloc
            or "." not in host.strip(".")
            or not endpoint.isascii()
            or not endpoint.isprintable()
            or (is_address(host) and not is_public(host))
        ):
            raise TableError("invalid", NOT_AN_ADDRESS)

    async def send(
        self,
        subscription: Mapping[str, Any],
        content: bytes,
        seconds: int,
        urgent: bool,
        topic: str,
    ) -> Outcome:
        """Send a message, which its push service keeps for so many seconds.

        topic: a later message of the same topic takes its place.
        """
        from webpush import WebPushSubscription

        try:
            self.check(subscription["endpoint"])
            keys = {"p256dh": subscription["p256dh"], "auth": subscription["auth"]}
            device = WebPushSubscription(endpoint=subscription["endpoint"], keys=keys)
            message = self._maker.get(content, device, ttl=seconds)
            headers = {
                **message.headers,
                "content-type": "application/octet-stream",
                "urgency": "high" if urgent else "normal",
                "topic": topic,
            }
            async with asyncio.timeout(PATIENCE):
                status = await self._post(subscription["endpoint"], headers, message.encrypted)
        except (TableError, ValueError, OSError, TimeoutError, httpx.HTTPError, httpx.InvalidURL):
            return "failed"
        if status in (404, 410):
            return "gone"
        return "sent" if 200 <= status < 300 else "failed"

    async def _post(self, endpoint: str, headers: Mapping[str, str], content: bytes) -> int:
        """The status of the answer."""
        parts = urlsplit(endpoint)
        host, target, extensions = parts.hostname or "", endpoint, {}
        if f"{parts.scheme}://{parts.netloc}" not in self._allowed:
            number = await public_address(host, self._lookups)
            # by number, as another look-up of the name might find another address
            place = f"[{number}]" if ":" in number else number
            target = parts._replace(netloc=place).geturl()
            extensions = {"sni_hostname": host}
        self._client = self._client or httpx.AsyncClient(
            timeout=PATIENCE,
            follow_redirects=False,
            trust_env=False,
            # a connection is to a number, and good for one name only
            limits=httpx.Limits(max_connections=CONNECTIONS, max_keepalive_connections=0),
        )
        async with self._client.stream(
            "POST",
            target,
            headers={**headers, "host": parts.netloc},
            content=content,
            extensions=extensions,
        ) as answer:
            return answer.status_code


def is_address(host: str) -> bool:
    """Return whether the host is the number of an address."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_public(address: str) -> bool:
    """Return whether an IP address is on the public internet, and leads to no other inside it."""
    ip: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        return ip in GLOBAL and ip.sixtofour is None and ip.is_global
    return ip.is_global and not ip.is_multicast


async def public_address(host: str, threads: Executor) -> str:
    """An address of the host, all of whose addresses are public. Raises OSError.

    threads: in which names are looked up.
    """
    loop = asyncio.get_running_loop()
    look_up = functools.partial(socket.getaddrinfo, host, 443, type=socket.SOCK_STREAM)
    results = await loop.run_in_executor(threads, look_up)
    addresses = [str(one[4][0]) for one in results]
    if not addresses or not all(map(is_public, addresses)):
        raise OSError(f"{host} is no public host")
    return addresses[0]


def check_keys(p256dh: str, auth: str) -> None:
    """Reject what are not a device's keys. Raises TableError."""
    try:
        point, secret = (
            base64.b64decode(key + "=" * (-len(key) % 4), altchars=b"-_", validate=True)
            for key in (p256dh, auth)
        )
    except ValueError:
        raise TableError("invalid", NOT_KEYS) from None
    if len(point) != POINT or point[0] != 4 or len(secret) != SECRET:
        raise TableError("invalid", NOT_KEYS)
