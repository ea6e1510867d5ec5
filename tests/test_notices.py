"""Notices: who is told what and when, where they may be sent, and what a push service gets."""

from __future__ import annotations

import asyncio
import base64
import queue
import re
import socket
import sqlite3
import struct
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from unittest import mock

import jwt
import orjson
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ludarium.database.store import Store
from ludarium.tables.clocks import NO_CLOCK, Clock
from ludarium.tables.requests import offer
from ludarium.tables.table import Table
from ludarium.web.people.notices import (
    FAILURES,
    MOST_DEVICES,
    Notice,
    subscription_id,
    table_news,
)
from ludarium.web.people.push import is_public, public_address
from serving import database_of
from tables_help import Desk, Site, Visitor

PATIENCE = 20.0
DAYS = {"kind": "days", "days": 2}
FAST = {"kind": "fischer", "minutes": 5, "increment": 3}
SLOW = Clock("days", 86_400.0)


def base64url(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Device:
    """A browser that is subscribed, as RFC 8291 has it: it alone can read what it gets."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = b"sixteen bytes..!"
        self._point = point_of(self._key.public_key())

    @property
    def subscription(self) -> dict[str, Any]:
        keys = {"p256dh": base64url(self._point), "auth": base64url(self._secret)}
        return {"endpoint": self.endpoint, "keys": keys}

    def read(self, body: bytes) -> Any:
        """What is in a message."""
        salt, (size, length) = body[:16], struct.unpack("!LB", body[16:21])
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self._key.exchange(ec.ECDH(), sender)
        info = b"WebPush: info\0" + self._point + theirs
        first = derived(shared, self._secret, info, 32)
        key = derived(first, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(first, salt, b"Content-Encoding: nonce\0", 12)
        opened = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert opened.endswith(b"\x02"), "the last record"
        return orjson.loads(opened[:-1])


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class PushService:
    """A push service on this computer."""

    def __init__(self) -> None:
        self.status = 201
        self.got: queue.Queue[tuple[str, dict[str, str], bytes]] = queue.Queue()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.got.put((self.path, headers, body))
                self.send_response(service.status)
                self.send_header("location", "/elsewhere")
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"

    @classmethod
    @contextmanager
    def running(cls) -> Iterator[PushService]:
        service = cls()
        thread = threading.Thread(target=service._server.serve_forever, args=(0.05,))
        thread.start()
        yield service
        service._server.shutdown()
        thread.join()
        service._server.server_close()

    def device(self, visitor: Visitor, name: str) -> Device:
        """A device of the visitor's, which gets notices."""
        device = Device(f"{self.origin}/{name}")
        visitor.done("PUT", "/api/me/notices", **device.subscription)
        return device

    def next(self) -> tuple[str, dict[str, str], bytes]:
        return self.got.get(timeout=PATIENCE)


def is_known(site: Site, device: Device) -> bool:
    query = "SELECT 1 FROM subscriptions WHERE id = ?"
    with closing(sqlite3.connect(site.context.config.database)) as database:
        return bool(database.execute(query, (subscription_id(device.endpoint),)).fetchall())


def wait_until(so: Callable[[], bool]) -> None:
    latest = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < latest
        time.sleep(0.01)


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with PushService.running() as service:
        yield service


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, service: PushService) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    with Site.opened(folder, push_to=(service.origin,), contact="ana@example.org") as site:
        yield site


# Who is told what


def news(desk: Desk, before: Table | None, here: str = "") -> list[tuple[str, str]]:
    """What the last change means to whom. here: who is at the table."""
    seats = [chair.name.lower() in here.split() for chair in desk.table.chairs]
    return [(one.holder, one.body) for one in table_news(before, desk.table, seats)]


def test_whose_turn_it_is_is_told_who_is_away() -> None:
    desk = Desk("yoxii", "ana", "petr", clock=SLOW)
    before = desk.table
    assert news(desk, None) == [("ana", "It is your turn.")]
    desk.move("d5/3d6")
    assert news(desk, before) == [("petr", "It is your turn.")]
    assert news(desk, before, here="petr") == news(desk, desk.table) == []
    (told,) = table_news(before, desk.table, [False, False])
    assert (told.path, told.seconds) == (f"/table/{desk.table.id}", 86_400)
    desk.ask(offer, 0, "ana", "takeback")
    assert news(desk, before) == [("petr", "Ana asks to take a move back.")]
    assert news(desk, desk.table) == [], "once"


@pytest.mark.parametrize("clock", [NO_CLOCK, Clock("fischer", 600.0, 5.0)])
def test_nobody_is_called_back_to_a_fast_game_or_to_bots(clock: Clock) -> None:
    desk = Desk("yoxii", "ana", "petr", clock=clock)
    assert bool(news(desk, None)) == (clock.kind == "none")
    alone = Desk("yoxii", "ana", "level:1", clock=clock)
    assert news(alone, None) == []


def test_a_round_is_told_once_to_those_who_have_not_chosen() -> None:
    desk = Desk("ahyoheek", "ana", "petr", clock=SLOW)
    before = desk.table
    desk.choose("P.")
    assert news(desk, before) == []
    before = desk.table
    desk.choose(".B")
    assert [who for who, _ in news(desk, before)] == ["ana", "petr"]


def test_later_notices_of_a_table_take_the_place_of_earlier_ones() -> None:
    one, other = (Notice("ana", "", "", path).topic for path in ("/table/a", "/table/b"))
    assert one != other
    assert re.fullmatch("[0-9a-zA-Z_-]{1,32}", one), "as RFC 8030 has it"


# What is sent


def test_a_notice_that_only_the_device_can_read(site: Site, service: PushService) -> None:
    ana, petr = site.visitor("Ana"), site.visitor("Petr", **{"accept-language": "cs"})
    phone, desk = service.device(petr, "phone"), service.device(petr, "desk")
    table = ana.open("yoxii", "me", None, clock=DAYS)
    petr.sit(table, 1)
    ana.move(table, 0, 0, "d5/3d6")
    got = {path: (headers, body) for path, headers, body in (service.next(), service.next())}
    assert set(got) == {"/phone", "/desk"}
    for path, device in (("/phone", phone), ("/desk", desk)):
        headers, body = got[path]
        told = device.read(body)
        assert told == {
            "title": "Yoxii",
            "body": "Jsi na tahu.",
            "path": f"/table/{table}",
            "turns": 1,
        }
        assert headers["content-encoding"] == "aes128gcm"
        assert (headers["urgency"], 172_000 < int(headers["ttl"]) <= 172_800) == ("normal", True)
        signed = re.fullmatch(r"vapid t=([^,]+), k=(.+)", headers["authorization"])
        assert signed
        assert signed[2] == petr.done("GET", "/api/me/notices")["key"]
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(signed[2]))
        claims = jwt.decode(signed[1], key, ["ES256"], audience="http://127.0.0.1")
        assert claims["sub"] == "mailto:ana@example.org"


def test_who_is_told_through_the_server(site: Site, service: PushService) -> None:
    """In one order, as what is not told leaves nothing to wait for."""
    ana, petr = site.visitor(), site.visitor()
    for visitor, name in ((ana, "Ana"), (petr, "Petr")):
        visitor.done("POST", "/api/accounts", name=name, password="a long password")
    device = service.device(petr, "petr")

    def told() -> tuple[str, str]:
        notice = device.read(service.next()[2])
        return notice["body"], notice["path"]

    fast = ana.open("yoxii", "me", None, invite="Petr", clock=FAST)
    assert told() == ("Ana challenges you.", f"/table/{fast}")
    petr.sit(fast, 1)
    ana.move(fast, 0, 0, "d5/3d6")  # which is not told
    slow = ana.open("chess", "me", None, clock=DAYS)
    with petr.watching(f"/tables/{slow}/watch") as watch:
        watch.next()
        petr.sit(slow, 1)
        ana.move(slow, 0, 0, "e4")  # neither is this: petr looks on
        petr.move(slow, 1, 1, "e5")
    wait_until(lambda: not ana.table(slow)["seats"][1]["here"])
    ana.done("POST", f"/api/tables/{slow}/offers", seat=0, kind="draw")
    assert told() == ("Ana offers a draw.", f"/table/{slow}")
    cup = ana.done("POST", "/api/tournaments", name="Cup", format="lives", game="yoxii")["id"]
    for visitor in (ana, petr):
        visitor.done("POST", f"/api/tournaments/{cup}/join", name=None)
    ana.done("POST", f"/api/tournaments/{cup}/start")
    assert told() == (
        "Your next game is called: come to the tournament.",
        f"/tournament/{cup}",
    )
    petr.done("DELETE", "/api/sessions")
    ana.done("POST", f"/api/tables/{slow}/answers", seat=0, accept=False)
    ana.open("yoxii", "me", None, invite="Petr")  # who is signed out on this device
    eva = site.visitor("Eva")
    guest = service.device(eva, "eva")
    table = ana.open("yoxii", None, "me", clock=DAYS)
    eva.sit(table, 0)
    assert guest.read(service.next()[2])["path"] == f"/table/{table}"
    assert service.got.empty()


@pytest.mark.parametrize(
    ("clock", "other", "offered"),
    [
        ({"kind": "none"}, "friend", True),
        ({"kind": "none"}, None, True),
        (DAYS, "friend", True),
        (FAST, "friend", False),
        ({"kind": "none"}, "level:1", False),
        ({"kind": "none"}, "me", False),
    ],
)
def test_where_notices_are_offered(
    site: Site, clock: dict[str, Any], other: str | None, offered: bool
) -> None:
    """At tables of which they are sent, and while somebody may yet come."""
    ana, petr = site.visitor("Ana"), site.visitor("Petr")
    table = ana.open("yoxii", "me", None if other == "friend" else other, clock=clock)
    if other == "friend":
        petr.sit(table, 1)
    assert ("data-notices" in ana.get(f"/table/{table}").text) == offered
    assert "data-notices" not in site.visitor().get(f"/table/{table}").text
    if other == "friend":
        petr.done("POST", f"/api/tables/{table}/resignations", seat=1)
        assert "data-notices" not in ana.get(f"/table/{table}").text, "the game is over"


def test_devices_come_and_go(site: Site, service: PushService) -> None:
    ana, petr, eva = (site.visitor(name) for name in ("Ana", "Petr", "Eva"))
    device = service.device(ana, "gone")
    other = {**Device(device.endpoint).subscription, "endpoint": device.endpoint}
    assert petr.refused("PUT", "/api/me/notices", **other) == "forbidden"
    identity = petr.done("PUT", "/api/me/notices", **device.subscription)["id"]  # one browser
    gone = [service.device(petr, str(number)) for number in range(MOST_DEVICES)]
    table = eva.open("yoxii", None, "me", clock=DAYS)
    service.status = 410
    petr.sit(table, 0)
    paths = {service.next()[0] for _ in range(MOST_DEVICES)}
    assert paths == {f"/{number}" for number in range(MOST_DEVICES)}, "not the oldest"
    wait_until(lambda: not any(is_known(site, one) for one in gone))
    service.status = 307  # leads nowhere
    kept = service.device(petr, "kept")
    petr.move(table, 0, 0, "d5/3d6")
    eva.move(table, 1, 1, "e5/3f5")
    assert service.next()[0] == "/kept", "alone: the others are gone"
    stranger = eva.ask("DELETE", f"/api/me/notices/{identity}")
    assert stranger.is_success, "and nothing happens"
    assert is_known(site, kept)
    assert not is_known(site, device)
    for number in range(2, FAILURES + 1):
        petr.done("POST", f"/api/tables/{table}/offers", seat=0, kind="takeback")
        petr.done("POST", f"/api/tables/{table}/answers", seat=0, accept=False)
        eva.done("POST", f"/api/tables/{table}/offers", seat=1, kind="takeback")
        assert service.next()[0] == "/kept", number
        eva.done("POST", f"/api/tables/{table}/answers", seat=1, accept=False)
    wait_until(lambda: not is_known(site, kept))
    service.status = 201


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://127.0.0.1/x",
        "https://10.1.2.3/x",
        "https://169.254.169.254/latest",
        "https://[::1]/x",
        "https://[64:ff9b::a00:1]/x",
        "https://localhost/x",
        "https://push.example.org:8443/x",
        "https://ana:secret@push.example.org/x",
        "https://push.example.org/\u2028",
        "https://[bad",
        "ftp://push.example.org/",
        "",
    ],
)
def test_addresses_that_are_never_written_to(site: Site, endpoint: str) -> None:
    ana = site.visitor()
    subscription = {**Device("").subscription, "endpoint": endpoint}
    assert ana.refused("PUT", "/api/me/notices", **subscription) == "invalid"


def test_keys_that_are_none(site: Site) -> None:
    ana = site.visitor()
    fine = Device("https://push.example.org/x").subscription
    for keys in (
        {"p256dh": "AAAA", "auth": fine["keys"]["auth"]},
        {"p256dh": fine["keys"]["p256dh"], "auth": "no base64!"},
        {"p256dh": fine["keys"]["p256dh"], "auth": ""},
    ):
        wrong = {**fine, "keys": keys}
        assert ana.refused("PUT", "/api/me/notices", **wrong) == "invalid"


def test_names_that_lead_into_the_network() -> None:
    """Of a name, all addresses count, and the one that was looked at is written to."""

    def found(*addresses: str) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443)) for one in addresses]

    async def look(*addresses: str) -> str:
        with (
            mock.patch("socket.getaddrinfo", return_value=found(*addresses)),
            ThreadPoolExecutor(1) as threads,
        ):
            return await public_address("push.example.org", threads)

    assert asyncio.run(look("93.184.215.14")) == "93.184.215.14"
    for addresses in (("10.0.0.1",), ("93.184.215.14", "127.0.0.1"), ("fe80::1%eth0",), ()):
        with pytest.raises(OSError, match="no public host"):
            asyncio.run(look(*addresses))
    inside = "0.0.0.0 100.64.0.1 224.0.0.1 ::ffff:127.0.0.1 2002:7f00:1:: 2001:0:1::1 fc00::1"
    assert not any(map(is_public, inside.split()))
    assert is_public("2600:1901:0:38d7::")


def test_without_the_extra_nothing_is_offered(tmp_path: Path) -> None:
    with (
        mock.patch("ludarium.web.people.push.importlib.util.find_spec", return_value=None),
        Site.opened(tmp_path) as site,
    ):
        ana = site.visitor()
        assert ana.done("GET", "/api/me/notices") == {"key": None}
        subscription = Device("https://push.example.org/x").subscription
        assert ana.refused("PUT", "/api/me/notices", **subscription) == "not-now"


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_subscriptions_in_the_database(kind: str, tmp_path: Path) -> None:
    async def check(database: str) -> None:
        async with Store.opened(database) as store:
            row = {"holder": "ana", "session": "", "endpoint": "e", "p256dh": "p", "auth": "a"}
            for number in range(4):
                made = {**row, "id": str(number), "language": "en", "created": float(number)}
                assert await store.subscriptions.add(made, 3)
            assert {one["id"] for one in await store.subscriptions.of("ana", 0.0)} == set("123")
            other = {**made, "holder": "petr"}
            assert not await store.subscriptions.add({**other, "auth": "b"}, 3)
            assert await store.subscriptions.add(other, 3)
            assert [one["id"] for one in await store.subscriptions.of("petr", 0.0)] == ["3"]
            await store.subscriptions.end("3", "ana")
            assert await store.subscriptions.of("petr", 0.0)
            assert await store.accounts.add("petr", "Petr", "petr", "hash", "code", 1.0)
            assert await store.subscriptions.of("petr", 0.0) == [], "of a guest that is no more"
            asked = {"key": "petr", "holder": "petr", "password": "hash"}
            assert await store.accounts.sign_in(asked, "s", 2.0)
            assert await store.subscriptions.add({**other, "session": "s"}, 3)
            assert await store.subscriptions.of("petr", 2.0)
            assert await store.subscriptions.of("petr", 3.0) == []
            first = await store.setting("name", "first")
            assert (first, await store.setting("name", "second")) == ("first", "first")

    with database_of(kind, tmp_path) as database:
        asyncio.run(check(database))
