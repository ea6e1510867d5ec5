"""Who may do what at a table, shown on a real server: every other request is refused, clearly, and
changes nothing.
"""

from __future__ import annotations

import json
import re
import socket
import threading
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import httpx
import pytest
from starlette.requests import HTTPConnection
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludarium.draw.animation import animation
from ludarium.play.agent import RandomAgent
from ludarium.play.position import Move, Position, start
from ludarium.tables.errors import TableError
from ludarium.web.context import TEXT_DRAWN, address
from ludarium.web.http import sockets as connection
from ludarium.web.http.guards import SAFE_HEADERS, Bucket, check_origin, is_known_host
from ludarium.web.lobby.open_tables import OpenTables
from ludarium.web.people import finished_games, passwords
from ludarium.web.tables import drawing
from serving import fresh_postgresql
from tables_help import Site, Visitor, Watch, refusal

# a whole game of yoxii
TOLD = 5.0  # seconds in which one server tells another what happened
MOVES = ("e5/3f5", "e6/1d5", "e5/1f6", "f4/4g5", "e3/1e4", "f3/2e3", "f2/4f3", "g3/3f4", "g4/3g3")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site.opened(tmp_path_factory.mktemp("site")) as site:
        yield site


class Game:
    """A game of yoxii between Ana and Petr, who is to move, with Eva looking on."""

    def __init__(self, site: Site, **options: Any) -> None:
        self.site = site
        self.ana, self.petr, self.eva = (
            site.visitor("Ana"),
            site.visitor("Petr"),
            site.visitor("Eva"),
        )
        self.table = self.ana.open("yoxii", **options)
        self.petr.sit(self.table, 1)
        self.ana.move(self.table, 0, 0, MOVES[0])
        self.path = f"/api/tables/{self.table}"
        self.wanted: dict[str, Any] = {"seat": 1, "ply": 1, "move": MOVES[1]}  # Petr's next move

    def play(self, *moves: str) -> None:
        for move in moves:
            ply = self.ana.table(self.table)["ply"]
            (self.petr if ply % 2 else self.ana).move(self.table, ply % 2, ply, move)

    def play_to_the_end(self) -> None:
        self.play(*MOVES[self.ana.table(self.table)["ply"] :])

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Expects that nothing happens to the table."""
        before = self._all()
        yield
        assert self._all() == before

    def _all(self) -> Any:
        table = self.ana.table(self.table)
        return {**table, "now": 0}, self.ana.done("GET", f"{self.path}/events")


@pytest.fixture
def game(site: Site) -> Game:
    return Game(site)


# Moves


def other_player(game: Game) -> Visitor:
    return game.ana


def spectator(game: Game) -> Visitor:
    return game.eva


def newcomer(game: Game) -> Visitor:
    return game.site.newcomer(origin=game.site.address)


def spoilt_cookie(game: Game) -> Visitor:
    """Petr's cookie, but for one letter of what it says."""
    token = game.petr.cookies["ludarium"]
    return game.site.newcomer(
        origin=game.site.address, cookie=f"ludarium={'X' if token[0] != 'X' else 'Y'}{token[1:]}"
    )


def cookie_of_another_signature(game: Game) -> Visitor:
    token, other = game.petr.cookies["ludarium"], game.eva.cookies["ludarium"]
    return game.site.newcomer(
        origin=game.site.address, cookie=f"ludarium={token.split('.')[0]}.{other.split('.')[1]}"
    )


def host_of_another_table(game: Game) -> Visitor:
    game.eva.open("yoxii", "me", "me")
    return game.eva


def program_of_the_same_name(game: Game) -> Visitor:
    return game.site.program("Petr")


@pytest.mark.parametrize(
    "who",
    [
        other_player,
        spectator,
        newcomer,
        spoilt_cookie,
        cookie_of_another_signature,
        host_of_another_table,
        program_of_the_same_name,
    ],
)
def test_nobody_moves_for_others(game: Game, who: Callable[[Game], Visitor]) -> None:
    asking = who(game)
    with game.unchanged():
        assert asking.refused("POST", f"{game.path}/moves", **game.wanted) == "not-your-seat"
    game.petr.move(game.table, **game.wanted)


@pytest.mark.parametrize(
    "token", ["x", "Bearer", "Bearer x.y", "Bearer 🪲", "Basic YW5hOnB3", "Bearer {}x"]
)
def test_tokens_that_are_not_ours(game: Game, token: str) -> None:
    wrong = {b"authorization": token.format(game.petr.cookies["ludarium"]).encode()}
    with game.unchanged():
        assert (
            refusal(
                game.site.newcomer().post(f"{game.path}/moves", json=game.wanted, headers=wrong)
            )
            == "forbidden"
        )


def test_nobody_else_may_do_anything_else(game: Game) -> None:
    seat = {"seat": 1}
    requests: list[tuple[str, str, dict[str, Any]]] = [
        ("POST", "/offers", {**seat, "kind": "draw"}),
        ("POST", "/offers", {**seat, "kind": "takeback"}),
        ("POST", "/answers", {**seat, "accept": True}),
        ("POST", "/resignations", seat),
        ("POST", "/greetings", {**seat, "greeting": "hello"}),
        ("POST", "/rematches", seat),
    ]
    with game.unchanged():
        for asking in (game.ana, game.eva, newcomer(game)):
            for method, path, body in requests:
                assert asking.refused(method, game.path + path, **body) == "not-your-seat"
            assert asking.refused("DELETE", f"{game.path}/seats/1") == "not-open"
            assert asking.refused("POST", f"{game.path}/seats/1", name="Petr") == "not-open"
            assert asking.refused("POST", f"{game.path}/seats/1", agent="level:1") in (
                "seat-taken",
                "forbidden",
            )


def test_nobody_unseats_others(site: Site) -> None:
    ana, eva = site.visitor("Ana"), site.visitor("Eva")
    path = f"/api/tables/{ana.open('ahyoheek', 'me', 'level:1', seats=3)}"
    version = ana.done("GET", path)["version"]
    assert eva.refused("DELETE", f"{path}/seats/0") == "not-your-seat"
    assert eva.refused("DELETE", f"{path}/seats/1") == "not-your-seat"
    assert eva.refused("POST", f"{path}/seats/2", agent="level:1") == "forbidden"
    assert eva.refused("POST", f"{path}/seats/0", name="Eva") == "seat-taken"
    assert ana.done("GET", path)["version"] == version


def test_a_seat_is_for_one(site: Site) -> None:
    guests = [site.visitor(f"Guest {number}") for number in range(6)]
    table = site.visitor("Ana").open("yoxii")
    with ThreadPoolExecutor(6) as pool:
        answers = list(
            pool.map(
                lambda guest: guest.ask("POST", f"/api/tables/{table}/seats/1", name=None), guests
            )
        )
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5
    (seated,) = (guest for guest, answer in zip(guests, answers, strict=True) if answer.is_success)
    assert [guest.table(table)["you"]["seats"] for guest in guests] == [
        [1] if guest is seated else [] for guest in guests
    ]


def test_a_request_is_good_once_and_for_one(game: Game) -> None:
    request = game.petr.build_request("POST", f"{game.path}/moves", json=game.wanted)
    heard = request.content
    with game.unchanged():
        for other in (game.ana, game.eva):
            again = other.post(
                f"{game.path}/moves", content=heard, headers={"content-type": "application/json"}
            )
            assert refusal(again) == "not-your-seat"
    assert game.petr.send(request).status_code == 200
    with game.unchanged():
        assert refusal(game.petr.send(request)) == "stale"


def test_of_many_equal_requests_one_counts(game: Game) -> None:
    def move(_: int) -> httpx.Response:
        return game.petr.ask("POST", f"{game.path}/moves", **game.wanted)

    before = game.ana.table(game.table)["version"]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(move, range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    assert {refusal(answer) for answer in answers if answer.is_error} == {"stale"}
    assert game.ana.table(game.table)["version"] == before + 1


def test_not_twice_not_late_not_on_another_position(game: Game) -> None:
    game.play(MOVES[1])
    with game.unchanged():
        assert (
            game.petr.refused("POST", f"{game.path}/moves", seat=1, ply=2, move=MOVES[3])
            == "not-your-turn"
        )
        for ply in (0, 1, 3, 10**9):
            assert (
                game.ana.refused("POST", f"{game.path}/moves", seat=0, ply=ply, move=MOVES[2])
                == "stale"
            )
        assert (
            game.ana.refused("POST", f"{game.path}/moves", seat=0, ply=2, move="a1/1a2")
            == "illegal"
        )
    game.play_to_the_end()
    with game.unchanged():
        for seat, visitor in enumerate((game.ana, game.petr)):
            for ply in (8, 9, 10):
                assert (
                    visitor.refused("POST", f"{game.path}/moves", seat=seat, ply=ply, move=MOVES[8])
                    == "over"
                )
            assert visitor.refused("POST", f"{game.path}/resignations", seat=seat) == "over"


def test_seats_and_tables_that_are_not_there(game: Game) -> None:
    with game.unchanged():
        assert (
            game.petr.refused("POST", f"{game.path}/moves", seat=2, ply=1, move=MOVES[1])
            == "unknown"
        )
        assert game.petr.refused("POST", f"{game.path}/seats/9", name="Petr") == "unknown"
    assert game.petr.refused("POST", "/api/tables/nosuch22/moves", **game.wanted) == "unknown"
    with game.petr.watching("/tables/nosuch22/watch") as watch:
        assert watch.closed_with == 4404


# Where requests come from

FOREIGN = [
    "null",
    "http://evil.example",
    "{}.evil.example",
    "http://evil.example/{}",
    "https://127.0.0.1",
    "http://[",
    "",
    "//",
    "127.0.0.1",
]


@pytest.mark.parametrize("origin", FOREIGN)
def test_writes_from_other_sites_are_refused(game: Game, origin: str) -> None:
    headers = {"origin": origin.format(game.site.address)}
    with game.unchanged():
        answer = game.petr.post(f"{game.path}/moves", json=game.wanted, headers=headers)
        assert refusal(answer) == "forbidden"
        stranger = game.site.newcomer().post("/api/tables", json={"game": "yoxii"}, headers=headers)
        assert refusal(stranger) == "forbidden"


@pytest.mark.parametrize("origin", FOREIGN)
def test_sockets_for_other_sites_are_refused(game: Game, origin: str) -> None:
    for path in (f"/tables/{game.table}/watch", "/lobby"):
        for visitor in (game.petr, game.site.newcomer()):
            with visitor.watching(path, origin=origin.format(game.site.address) or "null") as watch:
                assert watch.closed_with == 4403
                assert not watch.messages


def test_browsers_must_say_where_a_request_comes_from(game: Game) -> None:
    silent = game.site.newcomer(cookie=f"ludarium={game.petr.cookies['ludarium']}")
    with game.unchanged():
        for method, path, body in (
            ("POST", f"{game.path}/moves", game.wanted),
            ("PUT", "/api/me", {"name": "Mallory"}),
            ("DELETE", "/api/session", {}),
            ("DELETE", f"{game.path}/seats/1", {}),
        ):
            assert silent.refused(method, path, **body) == "forbidden"
    with game.petr.watching("/lobby", origin="") as watch:
        assert watch.closed_with == 4403


def test_programs_need_not(game: Game) -> None:
    program = game.site.program("Robot")
    table = program.open("yoxii", "me", "me")
    program.move(table, 0, 0, MOVES[0])
    with program.watching(f"/tables/{table}/watch") as watch:
        assert watch.table()["you"]["seats"] == [0, 1]
    program.headers["origin"] = "http://evil.example"
    assert (
        program.refused("POST", f"/api/tables/{table}/moves", seat=1, ply=1, move=MOVES[1])
        == "forbidden"
    )


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "local.evil.example."]
)
def test_names_of_others_are_refused(site: Site, host: str) -> None:
    """A page of that name could have had it lead here, to act as if it were one of ours."""
    visitor = site.newcomer(host=host, origin=f"http://{host}")
    assert visitor.refused("GET", "/api/me") == "wrong-host"
    assert visitor.refused("POST", "/api/identities", name="Eva") == "wrong-host"
    for path in ("/", "/static/shared/site.js"):
        page = visitor.get(path)
        assert page.status_code == 421
        assert "--origin" in page.text


def test_this_servers_own_names() -> None:
    def known(host: str, *origins: str) -> bool:
        scope = {"type": "http", "headers": [(b"host", host.encode())]}
        return is_known_host(HTTPConnection(scope), origins)

    for host in ("192.0.2.7:8000", "[::1]:8000", "localhost", "nas", "machine.local:80", "a.lan."):
        assert known(host)
    assert known(socket.gethostname())
    assert not known("play.example.org")
    assert known("Play.example.org:443", "http://[", "https://play.example.org")
    assert not known("[", "http://[")
    assert is_known_host(HTTPConnection({"type": "http", "headers": []}), ())  # HTTP/1.0


def test_a_proxys_address_can_be_allowed(tmp_path: Path) -> None:
    with Site.opened(tmp_path, origins=("https://play.example.org",)) as site:
        ana = site.visitor("Ana")
        for origin, status in (
            ("https://play.example.org", 201),
            ("http://play.example.org", 403),
            ("https://play.example.org.evil", 403),
        ):
            assert (
                ana.post(
                    "/api/tables", json={"game": "yoxii"}, headers={"origin": origin}
                ).status_code
                == status
            )


PLAY = ("https://play.example.org",)


@pytest.mark.parametrize(
    ("scheme", "host", "allowed", "own", "foreign"),
    [
        # at home: on this computer, and on a network, where nobody speaks HTTPS
        ("http", "localhost:8000", (), "http://localhost:8000", "https://localhost:8000"),
        ("http", "192.0.2.7:8000", (), "http://192.0.2.7:8000", "http://192.0.2.7"),
        ("http", "[::1]:8000", (), "http://[::1]:8000", "http://[::1]"),
        ("http", "nas", (), "http://nas", "https://nas"),
        ("http", "nas", PLAY, "http://nas", "https://nas"),
        # behind a proxy that says what it speaks
        ("https", "nas", (), "https://nas", "http://nas"),
        ("https", "nas:443", (), "https://nas", "http://nas"),
        ("https", "NAS", (), "https://nas", "http://nas"),
        ("https", "play.example.org", PLAY, "https://play.example.org", "http://play.example.org"),
        # behind one that does not, whose address the operator allowed
        ("http", "play.example.org", PLAY, "https://play.example.org", "http://play.example.org"),
        ("http", "127.0.0.1:8000", PLAY, "https://play.example.org", "http://play.example.org"),
        ("http", "127.0.0.1:8000", PLAY, "http://127.0.0.1:8000", "https://127.0.0.1:8000"),
        ("http", "a.example", ("HTTPS://A.example:443/",), "https://a.example", "http://a.example"),
        # by a public name, without HTTPS, and by both
        ("http", "a.example", ("http://a.example",), "http://a.example", "https://a.example"),
        ("https", "a.example", ("http://a.example",), "https://a.example", "http://b.example"),
        ("http", "a.example", ("http://a.example", *PLAY), "http://a.example", "http://b.example"),
        # requests that name no host, and origins that are none
        ("http", "", (), "http://", "null"),
        ("http", "localhost", ("http://[",), "http://localhost", "http://["),
    ],
)
def test_an_origin_is_ours_with_its_scheme_only(
    scheme: str, host: str, allowed: tuple[str, ...], own: str, foreign: str
) -> None:
    def passes(kind: str, origin: str) -> bool:
        headers = [(b"host", host.encode()), (b"origin", origin.encode())]
        scope = {
            "type": kind,
            "scheme": scheme.replace("http", "ws") if kind == "websocket" else scheme,
            "headers": headers if host else headers[1:],
        }
        try:
            check_origin(HTTPConnection(scope), True, allowed)
        except TableError as error:
            assert error.code == "forbidden"
            return False
        return True

    for kind in ("http", "websocket"):
        assert passes(kind, own) is bool(host)
        assert not passes(kind, foreign)


@pytest.mark.parametrize("told", ["https", "http", ""])
@pytest.mark.parametrize("allowed", [(), PLAY])
def test_a_proxy_that_speaks_https(tmp_path: Path, allowed: tuple[str, ...], told: str) -> None:
    """With and without X-Forwarded-Proto, for requests and WebSockets."""
    with Site.opened(tmp_path, origins=allowed) as site:
        host = "play.example.org" if allowed else "localhost"
        forwarded = {"x-forwarded-proto": told} if told else {}
        browser = site.newcomer(host=host, **forwarded)
        browser.get("/api/me")
        secure = bool(allowed) or told == "https"
        for scheme, fits in (("https", secure), ("http", not secure)):
            origin = {"origin": f"{scheme}://{host}"}
            answer = browser.post("/api/tables", json={"game": "yoxii"}, headers=origin)
            assert answer.status_code == (201 if fits else 403)
            with watching_through_a_proxy(site, host, {**origin, **forwarded}) as watch:
                if fits:
                    assert watch.next()
                else:
                    assert watch.closed_with == 4403


@contextmanager
def watching_through_a_proxy(site: Site, host: str, headers: dict[str, str]) -> Iterator[Watch]:
    address, _, port = site.host.partition(":")
    with connect(
        f"ws://{host}/api/lobby",
        sock=socket.create_connection((address, int(port))),
        additional_headers=headers,
        compression=None,
        proxy=None,
    ) as connection:
        yield Watch(connection)


# What browsers may do with answers


def every_kind_of_answer(game: Game) -> dict[str, httpx.Response]:
    """An answer of each kind: pages, data, pictures, files, refusals and faults."""
    visitor = game.ana
    game.play_to_the_end()
    paths = {
        "lobby": "/",
        "setup": "/play/yoxii?with=friends",
        "table": f"/table/{game.table}",
        "rules": "/rules",
        "guide": "/rules/ahyoheek",
        "fair choices": "/rules/fair-choices",
        "account": "/account",
        "docs": "/api/docs",
        "description": "/api/openapi.json",
        "paints": "/paints.css",
        "script": "/static/table/table.js",
        "style": "/static/shared/base.css",
        "icon": "/static/shared/icon.svg",
        "data": game.path,
        "record": f"{game.path}/record.jsonl",
        "picture": f"{game.path}/board.svg",
        "animation": f"{game.path}/animation.svg",
        "no page": "/nothing",
        "no file": "/static/nothing.js",
        "no data": "/api/tables/nosuch22",
        "no game": "/play/chaturanga",
    }
    answers = {name: visitor.get(path) for name, path in paths.items()}
    answers["invalid"] = visitor.post("/api/tables", json={"game": 1})
    answers["forbidden"] = visitor.get("/api/me", headers={"authorization": "Bearer x"})
    answers["no such method"] = visitor.put("/api/tables")
    answers["too large"] = visitor.post("/api/tables", content=b"[" * 100_000)
    with broken(game.site):
        for name, path in (("fault", game.path), ("fault of a page", f"/table/{game.table}")):
            answers[name] = game.site.newcomer(
                **{"accept-language": visitor.headers["accept-language"]}
            ).get(path)
    return answers


@contextmanager
def broken(site: Site) -> Iterator[None]:
    """The server has a fault that nobody thought of."""

    def fault(*_: Any) -> None:
        raise ZeroDivisionError("a fault")

    with mock.patch.object(site.context.tables, "live", fault):
        yield


@pytest.mark.parametrize("language", ["en", "cs"])
def test_every_answer_tells_browsers_to_be_careful(game: Game, language: str) -> None:
    game.ana.headers["accept-language"] = language
    answers = every_kind_of_answer(game)
    assert {answer.status_code for answer in answers.values()} == {
        200,
        403,
        404,
        405,
        413,
        422,
        500,
    }
    for name, answer in answers.items():
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'"), name
        if answer.headers["content-type"].startswith("image/svg+xml") and not name.startswith(
            "icon"
        ):
            # a picture by itself may do nothing
            assert policy == "default-src 'none'; style-src 'unsafe-inline'; sandbox", name
        else:
            assert "unsafe" not in policy, name
            assert policy == SAFE_HEADERS["content-security-policy"], name
        for header in SAFE_HEADERS.keys() - {"content-security-policy"}:
            assert answer.headers[header] == SAFE_HEADERS[header], name
        if answer.headers["content-type"] == "application/json" and name != "description":
            assert answer.headers["cache-control"] == "no-store", name
        if answer.headers["content-type"].startswith("text/html"):
            check_page(answer.text)
            assert f'<html lang="{language}">' in answer.text, name
        assert "Traceback" not in answer.text, name
        assert "ZeroDivision" not in answer.text, name


class Page(HTMLParser):
    """What a page holds that could run: elements by name, and what the policy of pages forbids."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.inline: list[str] = []
        self.data: list[Any] = []  # what scripts are given as JSON
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        given = dict(attrs)
        if tag == "style" or (
            tag == "script" and not given.get("src") and given.get("type") != "application/json"
        ):
            self.inline.append(tag)
        for name, value in attrs:
            if (
                name == "style"
                or name.startswith("on")
                or (value or "").strip().lower().startswith("javascript:")
            ):
                self.inline.append(f"{tag} {name}={value}")
            if name in ("src", "href") and re.match(r"(?:https?:)?//", value or "", re.IGNORECASE):
                self.inline.append(f"{tag} {name}={value}")  # nothing comes from elsewhere

    def handle_data(self, data: str) -> None:
        if self.lasttag == "script" and data.startswith("{"):
            self.data.append(json.loads(data))
        else:
            self.text += data


def check_page(html: str) -> Page:
    page = Page(html)
    assert not page.inline
    return page


def test_the_cookie_cannot_be_read_by_scripts(site: Site) -> None:
    given = site.newcomer().get("/").headers["set-cookie"]
    assert given.startswith("ludarium=")
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= {part.strip() for part in given.split(";")}
    secure = site.newcomer(**{"x-forwarded-proto": "https"}).get("/").headers["set-cookie"]
    assert "Secure" in secure


# Names

NASTY = [
    "<script>a(1)</script>",
    '"><img src=x onload=a>',
    "'-alert(1)-'",
    "</title><svg/onload=a()>",
    "{{99*99}}{% x %}${99*99}",
    "]]><b>&amp;&lt;",
    "line\nb\r\nSet-Cookie: a=b",
    "\x00\x07\x1b[31mred",
    "🪲" * 24,
    "{name} {0} %s",
    "..",
]


@pytest.mark.parametrize("name", NASTY, ids=lambda name: ascii(name)[1:25])
def test_names_are_text_wherever_they_are_shown(site: Site, name: str) -> None:
    ana, petr = site.visitor(name), site.visitor("Petr")
    shown = ana.done("GET", "/api/me")["name"]
    assert shown.isprintable()
    table = ana.open("yoxii", listed=True)
    assert ana.table(table)["seats"][0]["name"] == (shown or None)
    seen = [ana.get(path).text for path in ("/", "/account")]
    petr.sit(table, 1)
    seen += [
        visitor.get(path).text
        for visitor in (ana, petr)
        for path in ("/", f"/table/{table}", "/account")
    ]
    for html in seen:
        page = check_page(html)
        assert "9801" not in page.text.replace(shown, "")
        if "<" in shown:
            assert shown not in html
        for told in page.data:
            assert told["table"]["seats"][0]["name"] == (shown or None)
    ana.done("POST", f"/api/tables/{table}/resignations", seat=0)
    for picture in ("board.svg", "animation.svg"):
        check_picture(ana.get(f"/api/tables/{table}/{picture}").content)
    scene = ana.done("GET", f"/api/tables/{table}/scene")
    for fragment in (scene["board"]["svg"], *scene["looks"].values(), *scene["layers"].values()):
        check_picture(f'<svg xmlns="http://www.w3.org/2000/svg">{fragment}</svg>'.encode())
    assert ana.get(f"/api/tables/{table}/record.jsonl").text.count("\n") == 1


def check_picture(svg: bytes) -> None:
    """It is sound XML, in which nothing can run."""
    for element in ET.fromstring(svg).iter():
        assert element.tag.rpartition("}")[2] not in (
            "script",
            "foreignObject",
            "a",
            "iframe",
            "image",
            "img",
        ), element.tag
        assert not any(name.startswith("on") or "href" in name for name in element.attrib), (
            element.attrib
        )


CUP = {"name": "Cup", "game": "yoxii", "format": "swiss"}
NAMES_OF_BOTS = [
    "Bot of level 3",
    " Net alpha",
    "Síť alpha",
    "BOT 3",
    "level:3",
    "Level_3",
    "\uff2cevel \u00b3",
    "Bot 3. \u00farovn\u011b",
    "Bot \u010d. 2 (3. \u00farove\u0148)",
    "urove\u0148 3",
    "Bot of level three",
    "Wren",
    "EAGLE 2",
    "Str\u030cizlik",
    "krkavec",
]
MISTAKEN = [
    "P\u0435tr",  # a Cyrillic e
    "\u0391na",  # a Greek Alpha
    "\u041f\u03b5\u0442\u0440",  # a Greek epsilon among Cyrillic letters
    "Petr\u200b",
    "Petr\u3164",
    "Pe\u00adtr",
    "Petr\ufe0f",
    "\u202etxet\u202c \u200f\u2066",
    "Deleted player",
    "smazany hra\u010d",
]


@pytest.mark.parametrize("name", [*NAMES_OF_BOTS, *MISTAKEN], ids=ascii)
def test_names_that_could_be_taken_for_anothers(site: Site, name: str) -> None:
    ana = site.visitor("Ana")
    password = "correct horse"
    assert ana.refused("PUT", "/api/me", name=name) == "invalid"
    assert ana.refused("POST", "/api/identities", name=name) == "invalid"
    assert ana.refused("POST", "/api/accounts", name=name, password=password) == "invalid"
    assert ana.refused("POST", "/api/tables", game="yoxii", name=name) == "invalid"
    table = ana.open("yoxii")
    # somebody else at Ana's device
    assert ana.refused("POST", f"/api/tables/{table}/seats/1", name=name) == "invalid"
    cup = ana.done("POST", "/api/tournaments", **CUP)["id"]
    path = f"/api/tournaments/{cup}/join"
    assert site.visitor().refused("POST", path, name=name) == "invalid"
    site.visitor().done("POST", path, name="Petr")


@pytest.mark.parametrize(
    "name",
    [
        "Libu\u0161e 3",
        "\u041f\u0451\u0442\u0440 1",
        "\u0391\u03bd\u03bd\u03b1",
        "\u674e\u5c0f\u9f99 Lee",
        "Robot 3",
        "Abbot",
        "Eleven",
        "Jan Kos",
        "Sovar",
        "\u2764\ufe0f Eva",
    ],
    ids=ascii,
)
def test_names_that_are_nobody_elses(site: Site, name: str) -> None:
    assert site.visitor(name).done("GET", "/api/me")["name"] == name


def test_an_account_keeps_a_name_that_would_be_refused_now(site: Site) -> None:
    petr, password = site.visitor(), "correct horse"
    with mock.patch("ludarium.tables.names.name_fault", return_value=""):
        petr.done("POST", "/api/accounts", name="P\u0435tr", password=password)
    petr.done("POST", "/api/session", name="P\u0435tr", password=password)
    assert petr.table(petr.open("yoxii"))["seats"][0]["name"] == "P\u0435tr"
    cup = site.visitor().done("POST", "/api/tournaments", **CUP)["id"]
    petr.done("POST", f"/api/tournaments/{cup}/join")


def test_names_that_are_too_long(site: Site) -> None:
    ana = site.visitor()
    for name in ("🪲" * 25, "🪲" * 1000, "a" * 201):
        assert ana.refused("PUT", "/api/me", name=name) == "invalid"
        assert ana.refused("POST", "/api/tables", game="yoxii", name=name) == "invalid"
    assert ana.done("GET", "/api/me")["name"] == ""


# Limits


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site.opened(tmp_path_factory.mktemp("limited"), limited=True) as site:
        # so that a slow machine asks too often, too
        site.context.writes = Bucket(rate=0.001, burst=40)
        yield site


def codes_of(answers: Iterator[httpx.Response]) -> list[str]:
    return [refusal(answer) if answer.is_error else "" for answer in answers]


def test_nobody_may_ask_too_often(limited: Site) -> None:
    ana, petr = limited.visitor("Ana"), limited.visitor("Petr")
    codes = codes_of(ana.ask("PUT", "/api/me", name="Ana") for _ in range(80))
    assert not any(codes[:20])
    assert codes[-1] == "too-many"
    said = ana.ask("PUT", "/api/me", name="Ana")
    assert (said.status_code, said.json()["error"]) == (
        429,
        "That was too often: wait a moment, then try again.",
    )
    assert petr.done("PUT", "/api/me", name="Petr")  # it is not his fault
    assert ana.done("GET", "/api/me")


def test_many_cookies_do_not_make_many_writes(tmp_path: Path) -> None:
    with Site.opened(tmp_path, limited=True) as site:
        site.context.all_writes = Bucket(rate=0.001, burst=30)
        guests = [site.visitor() for _ in range(8)]
        codes = codes_of(guest.ask("PUT", "/api/me", name="Ana") for guest in guests * 5)
        assert codes == [""] * 30 + ["too-many"] * 10
        site.context.all_writes = Bucket(rate=60, burst=240)  # as it is: several may play at once
        assert not any(
            codes_of(guest.ask("PUT", "/api/me", name="Ana") for guest in guests[:4] * 10)
        )


def test_nobody_opens_tables_without_an_end(tmp_path: Path) -> None:
    with Site.opened(tmp_path, limited=True) as site:
        site.context.open_tables = OpenTables(site.context.tables.store, most=10)
        ana, *others = (site.visitor() for _ in range(6))
        table, _ = (ana.open("yoxii", "me", None) for _ in range(2))
        wish = {"game": "yoxii", "sit": ["me", None]}
        assert ana.refused("POST", "/api/tables", **wish) == "too-many"
        ana.open("yoxii", "me", "me")  # which waits for nobody
        others[0].sit(table, 1)
        ana.open("yoxii", "me", None)
        assert ana.refused("POST", "/api/tables", **wish) == "too-many"
        for other in others[:4]:
            for _ in range(2):
                other.open("yoxii", "me", None)
        assert others[4].refused("POST", "/api/tables", **wish) == "too-many"


def test_codes_cannot_be_guessed(limited: Site) -> None:
    ana, eva = limited.visitor("Ana"), limited.visitor("Eva")
    table = ana.open("yoxii", "me", "me")
    right = ana.code(table, 0)
    path = f"/api/tables/{table}/seats/0/return"
    codes = codes_of(eva.ask("POST", path, code=f"AAAA-AA{number:02}") for number in range(15))
    assert codes[:10] == ["wrong-code"] * 10
    assert codes[-1] == "too-many"
    assert eva.refused("POST", path, code=right) == "too-many"  # even the right one has to wait now


def test_passwords_cannot_be_guessed(limited: Site) -> None:
    limited.visitor().done("POST", "/api/accounts", name="Guarded", password="correct horse")
    eva = limited.visitor()
    codes = codes_of(
        eva.ask("POST", "/api/session", name=name, password="guess")
        for name in ("Guarded", "guarded", " GUARDED ") * 5
    )
    assert codes[:10] == ["wrong-code"] * 10
    assert codes[-1] == "too-many"


def test_the_passwords_of_many_cannot_be_guessed(limited: Site) -> None:
    eva = limited.visitor()
    codes = codes_of(
        eva.ask("POST", "/api/session", name=f"Name {number}", password="password")
        for number in range(35)
    )
    assert codes[-1] == "too-many"


def test_names_of_nobody_take_as_long_as_those_of_accounts(site: Site) -> None:
    """Or the time would tell which names there are."""
    site.visitor().done("POST", "/api/accounts", name="Timed", password="correct horse")
    eva, hashes = site.visitor(), []
    for name in ("Timed", "Nobody of this name"):
        with mock.patch.object(passwords, "hasher", wraps=passwords.hasher) as hasher:
            assert eva.refused("POST", "/api/session", name=name, password="wrong") == "wrong-code"
        hashes.append(hasher.verify.call_count + hasher.hash.call_count)
    assert hashes == [1, 1]


def test_drawings_of_tables_are_limited(tmp_path: Path) -> None:
    with Site.opened(tmp_path, limited=True) as site:
        ana = site.visitor("Ana")
        table = ana.open("yoxii", "me", "me")
        site.context.drawings = Bucket(rate=0.001, burst=3)
        for status in (200, 429):
            for what in ("scene", "view", "board.svg"):
                assert ana.get(f"/api/tables/{table}/{what}").status_code == status


def test_pages_and_sheets_are_limited_by_address(tmp_path: Path) -> None:
    """However many cookies there are; sheets by their length."""
    with Site.opened(tmp_path, limited=True) as site:
        ana, eva = site.visitor(), site.visitor()
        options = {"name": "Cup", "game": "yoxii", "format": "single", "online": False}
        event = ana.done("POST", "/api/tournaments", **options)["id"]
        sheet = ana.get(f"/tournament/{event}/print?sheets=standings")
        site.context.drawings = Bucket(rate=0.001, burst=2 * len(sheet.text) / TEXT_DRAWN + 2.5)
        answers = [eva.get(f"/tournament/{event}/print?sheets=standings") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        site.context.reads = Bucket(rate=0.001, burst=3)
        codes = [site.newcomer().get("/").status_code for _ in range(4)]
        assert (codes[0], codes[-1]) == (200, 429)
        assert "too often" in eva.get("/").text
        assert eva.get("/static/shared/base.css").is_success


def test_long_drawings_count_for_more(limited: Site) -> None:
    eva = limited.visitor()
    moves = ",".join(["D4-E5", "B6xD4", *("E5-C5", "A5-B6", "C5-E5", "B6-A5") * 249])
    path = "/api/games/aiyawatstani/scene"
    now = time.monotonic()  # it stands still, as on a busy machine a drawing takes long
    with mock.patch("ludarium.web.http.guards.time", SimpleNamespace(monotonic=lambda: now)):
        answers = [eva.get(path, params={"moves": moves}) for _ in range(6)]
        assert [answer.status_code for answer in answers[:3]] == [200] * 3
        assert refusal(answers[-1]) == "too-many"
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 4
        assert eva.refused("GET", f"{path}?moves={moves},E5-C5,A5-B6,C5-E5") == "invalid"


def test_networks_are_limited_as_one() -> None:
    def limited_as(host: str) -> str:
        return address(HTTPConnection({"type": "http", "client": (host, 1)}))

    assert limited_as("192.0.2.7") == limited_as("::ffff:192.0.2.7") == "192.0.2.7"
    assert limited_as("2001:db8:1:2::3") == limited_as("2001:db8:1:2:ffff::") == "2001:db8:1:2::/64"
    assert limited_as("testclient") == "testclient"


def test_animated_pictures_are_drawn_once(game: Game) -> None:
    game.play_to_the_end()
    path = f"{game.path}/animation.svg"
    with mock.patch.object(drawing, "animation", wraps=animation) as drawn:
        pictures = {game.eva.get(path).content for _ in range(3)}
    assert (len(pictures), drawn.call_count) == (1, 1)
    with mock.patch.object(drawing, "MOST_ANIMATED", 1):
        answer = game.ana.get(path)
    assert (answer.status_code, refusal(answer)) == (422, "invalid")


# Seat codes


def test_a_code_brings_the_seat_to_another_device(game: Game) -> None:
    phone, code = game.site.visitor(), game.petr.code(game.table, 1)
    path = f"{game.path}/seats/1/return"
    with game.unchanged():
        other_table = Game(game.site)
        for wrong in (
            "AAAA-AAAA",
            "",
            "🪲",
            code[:-1],
            game.ana.code(game.table, 0),
            other_table.petr.code(other_table.table, 1),
        ):
            assert phone.refused("POST", path, code=wrong) == "wrong-code"
        assert phone.refused("POST", f"{game.path}/seats/0/return", code=code) == "wrong-code"
        assert phone.refused("POST", f"{game.path}/moves", **game.wanted) == "not-your-seat"
    told = phone.done("POST", path, code=code.lower().replace("-", " "))
    assert told["you"] == {"seats": [1], "host": False, "invited": False, "codes": {"1": code}}
    phone.move(game.table, **game.wanted)
    game.play(MOVES[2])
    game.petr.move(game.table, 1, 3, MOVES[3])  # the first device has it still
    assert game.eva.table(game.table)["you"]["codes"] == {}


def test_codes_are_told_to_nobody_else(game: Game) -> None:
    code = game.petr.code(game.table, 1)
    for visitor in (game.ana, game.eva, newcomer(game)):
        for path in (
            game.path,
            f"{game.path}/events",
            f"{game.path}/scene",
            f"/table/{game.table}",
            "/",
            "/api/tables?state=live",
        ):
            assert code not in visitor.get(path).text
        with visitor.watching(f"/tables/{game.table}/watch?scene=1") as watch:
            watch.next()
            assert code.encode() not in watch.messages[0]


# Accounts


def test_an_account_from_beginning_to_end(site: Site) -> None:
    libuse, password = site.visitor("Guest"), "correct horse"
    table = libuse.open("yoxii", "me", "me")
    assert (
        libuse.refused("POST", "/api/accounts", name="Libu\u0161e", password="short") == "invalid"
    )
    assert libuse.refused("POST", "/api/accounts", name=" / ", password=password) == "invalid"
    assert libuse.refused("POST", "/api/accounts", name="", password=password) == "invalid"
    told = libuse.done("POST", "/api/accounts", name="Libu\u0161e", password=password)
    assert [told["name"], told["account"], told["token"]] == ["Libu\u0161e", "Libu\u0161e", None]
    assert libuse.table(table)["you"]["seats"] == [0, 1]  # what the guest had stays
    assert libuse.refused("PUT", "/api/me", name="Somebody") == "not-now"
    assert libuse.refused("POST", "/api/accounts", name="Another", password=password) == "not-now"

    device = site.visitor()
    for name, guess in (
        ("Libu\u0161e", "wrong horse"),
        ("Nobody", password),
        ("Libu\u0161e", ""),
        ("", password),
    ):
        assert device.refused("POST", "/api/session", name=name, password=guess) == "wrong-code"
    assert (
        device.done("POST", "/api/session", name=" LIBUS\u030cE ", password=password)["account"]
        == "Libu\u0161e"
    )
    device.move(table, 0, 0, MOVES[0])
    game = device.open("yoxii")
    assert device.table(game)["seats"][0]["account"] == "Libu\u0161e"

    device.done("DELETE", "/api/session")
    assert device.done("GET", "/api/me")["account"] is None
    assert (
        device.refused("POST", f"/api/tables/{table}/moves", seat=1, ply=1, move=MOVES[1])
        == "not-your-seat"
    )
    # capitals, other encodings, wide letters
    for taken in ("libu\u0161e", "LIBU\u0160E", "Libus\u030ce", " \uff2cibu\u0161e "):
        assert device.refused("POST", "/api/accounts", name=taken, password=password) == "not-now"


def test_a_name_that_changes_in_the_cleaning_can_sign_in(site: Site) -> None:
    name, password = "E\u200dva", "correct horse"  # what joins nothing becomes a space
    site.visitor().done("POST", "/api/accounts", name=name, password=password)
    assert (
        site.visitor().done("POST", "/api/session", name=name, password=password)["account"]
        == "E va"
    )


def with_cookie_of(visitor: Visitor) -> Visitor:
    """Somebody who has a copy of the visitor's cookie."""
    site, cookie = visitor.site, visitor.cookies["ludarium"]
    return site.newcomer(origin=site.address, cookie=f"ludarium={cookie}")


def account_of(visitor: Visitor) -> str | None:
    account: str | None = visitor.done("GET", "/api/me")["account"]
    return account


@pytest.mark.parametrize("path", ["/api/session", "/api/sessions"])
def test_copies_of_a_cookie_end_with_its_session(site: Site, path: str) -> None:
    name, password = f"Ending {path[5:]}", "correct horse"
    ana = site.visitor("Ana")
    table, guest = ana.open("yoxii", "me", "me"), with_cookie_of(ana)
    assert guest.table(table)["you"]["seats"] == [0, 1]
    ana.done("POST", "/api/accounts", name=name, password=password)
    # who saw the cookie before there was an account has nothing of it
    assert guest.table(table)["you"]["seats"] == []
    phone = site.visitor()
    phone.done("POST", "/api/session", name=name, password=password)
    copy = with_cookie_of(ana)
    copied = {"authorization": f"Bearer {ana.cookies['ludarium']}"}
    assert account_of(copy) == site.newcomer(**copied).done("GET", "/api/me")["account"] == name

    assert ana.done("DELETE", path)["account"] is None
    assert account_of(copy) is None
    assert copy.table(table)["you"]["seats"] == []
    assert (
        copy.refused("POST", f"/api/tables/{table}/moves", seat=0, ply=0, move=MOVES[0])
        == "not-your-seat"
    )
    assert site.newcomer(**copied).refused("GET", "/api/me") == "forbidden"
    assert account_of(phone) == (name if path == "/api/session" else None)
    ana.done("POST", "/api/session", name=name, password=password)
    assert account_of(ana) == name
    assert account_of(copy) is None


def test_a_password_is_changed(site: Site) -> None:
    ana, phone = site.visitor(), site.visitor()
    name, old, new = "Changing", "correct horse", "battery staple"
    ana.done("POST", "/api/accounts", name=name, password=old)
    phone.done("POST", "/api/session", name=name, password=old)
    path = "/api/account/password"
    assert ana.refused("PUT", path, current="wrong", password=new) == "wrong-code"
    assert ana.refused("PUT", path, current=old, password="short") == "invalid"
    assert site.visitor().refused("PUT", path, current=old, password=new) == "forbidden"
    assert account_of(phone) == name
    ana.done("PUT", path, current=old, password=new)
    assert account_of(ana) == name
    assert account_of(phone) is None
    assert phone.refused("POST", "/api/session", name=name, password=old) == "wrong-code"
    phone.done("POST", "/api/session", name=name, password=new)


def test_a_code_recovers_an_account_once(site: Site) -> None:
    ana, phone = site.visitor(), site.visitor()
    name, old, new = "Recovering", "correct horse", "battery staple"
    first = ana.done("POST", "/api/accounts", name=name, password=old)["recovery"]
    path = "/api/account/recovery"
    assert site.visitor().refused("POST", path, password=old) == "forbidden"
    assert ana.refused("POST", path, password="wrong") == "wrong-code"
    code = ana.done("POST", path, password=old)["recovery"]
    assert account_of(ana) == name  # nobody is signed out
    assert ana.done("POST", "/api/session", name=name, password=old)["recovery"] is None
    for wrong in (first, "", "AAAA-AAAA-AAAA-AAAA"):
        assert (
            phone.refused("POST", "/api/recovery", name=name, code=wrong, password=new)
            == "wrong-code"
        )
    assert (
        phone.refused("POST", "/api/recovery", name="No", code=code, password=new) == "wrong-code"
    )
    typed = code.lower().replace("-", " ")
    assert phone.refused("POST", "/api/recovery", name=name, code=typed, password="x") == "invalid"
    told = phone.done("POST", "/api/recovery", name=name, code=typed, password=new)
    assert told["account"] == account_of(phone) == name
    assert account_of(ana) is None
    assert ana.refused("POST", "/api/session", name=name, password=old) == "wrong-code"
    assert ana.refused("POST", "/api/recovery", name=name, code=code, password=old) == "wrong-code"
    ana.done("POST", "/api/recovery", name=name, code=told["recovery"], password=old)
    kept = Path(site.context.tables.store.url.database or "").parent
    assert not any(told["recovery"].encode() in file.read_bytes() for file in kept.iterdir())
    for language in ("en", "cs"):
        for visitor in (ana, phone):
            page = visitor.get("/account", headers={"accept-language": language})
            check_page(page.text)


def test_recovery_codes_cannot_be_guessed(tmp_path: Path) -> None:
    body = {"name": "Locked", "password": "correct horse"}
    with Site.opened(tmp_path, limited=True) as site:
        told, eva = site.visitor().done("POST", "/api/accounts", **body), site.visitor()
        codes = codes_of(
            eva.ask("POST", "/api/recovery", code=f"CODE-{number:02}", **body)
            for number in range(15)
        )
        assert codes[:10] == ["wrong-code"] * 10
        assert codes[-1] == "too-many"
        assert eva.refused("POST", "/api/recovery", code=told["recovery"], **body) == "too-many"


def test_sessions_end_at_all_servers_of_a_database(tmp_path: Path) -> None:
    body = {"name": "Ana", "password": "correct horse"}
    with (
        fresh_postgresql() as database,
        Site.opened(tmp_path, database) as here,
        Site.opened(tmp_path, database) as there,
    ):
        ana, guest = here.visitor(), here.visitor("Eva")
        ana.done("POST", "/api/accounts", **body)
        elsewhere, eva = (
            there.newcomer(origin=there.address, cookie=f"ludarium={one.cookies['ludarium']}")
            for one in (ana, guest)
        )
        assert account_of(elsewhere) == "Ana"
        ana.done("DELETE", "/api/sessions")
        until = time.monotonic() + TOLD
        while account_of(elsewhere) and time.monotonic() < until:
            time.sleep(0.01)  # the other server is told of it by the database
        assert account_of(elsewhere) is None
        assert eva.done("GET", "/api/me")["name"] == "Eva"
        ana.done("POST", "/api/session", **body)
        ana.done("PUT", "/api/account/password", current="correct horse", password="new horse")
        assert account_of(ana) == "Ana"


def test_watching_ends_with_the_session(site: Site) -> None:
    ana = site.visitor()
    ana.done("POST", "/api/accounts", name="Watching", password="correct horse")
    table = ana.open("yoxii")
    with (
        mock.patch.object(connection, "PING", 0.05),
        ana.watching(f"/tables/{table}/watch") as watch,
    ):
        watch.next()
        ana.done("DELETE", "/api/session")
        assert watch.closed_with == 4403


def test_programs_go_on_with_another_token(site: Site) -> None:
    """Theirs was a guest's."""
    program = site.program("Robot")
    told = program.done("POST", "/api/accounts", name="Robot", password="correct horse")
    assert program.refused("GET", "/api/me") == "forbidden"
    program.headers["authorization"] = f"Bearer {told['token']}"
    assert account_of(program) == "Robot"
    assert (
        site.visitor().done("POST", "/api/session", name="Robot", password="correct horse")["token"]
        is None
    )


@pytest.mark.parametrize("name", ["", ".", "..", "a/b"])
def test_names_that_no_account_can_have(site: Site, name: str) -> None:
    """Its page would have another address."""
    assert (
        site.visitor().refused("POST", "/api/accounts", name=name, password="correct horse")
        == "invalid"
    )


def test_who_signs_in_goes_on_playing(site: Site) -> None:
    site.visitor().done("POST", "/api/accounts", name="Milena", password="correct horse")
    milena, petr = site.visitor("Guest"), site.visitor("Petr")
    table, waiting = milena.open("yoxii"), milena.open("yoxii")
    petr.sit(table, 1)
    milena.done("POST", "/api/session", name="Milena", password="correct horse")
    milena.move(table, 0, 0, MOVES[0])
    # as the host that she still is
    milena.done("POST", f"/api/tables/{waiting}/seats/1", agent="level:1")
    assert petr.table(table)["you"]["seats"] == [1]
    assert {game["id"] for game in milena.done("GET", "/api/tables?mine=true&state=live")} == {
        table,
        waiting,
    }
    guest = site.visitor()
    guest.done("POST", "/api/session", name="Milena", password="correct horse")  # on another device
    guest.move(waiting, 0, 0, MOVES[0])


def test_the_history_of_an_account(site: Site) -> None:
    ana, petr, eva = site.visitor(), site.visitor(), site.visitor()
    for visitor, name in ((ana, "History <b>"), (petr, "History Petr")):
        visitor.done("POST", "/api/accounts", name=name, password="correct horse")
    secret = ana.open("yoxii", "me", "me", watch="link")
    table = ana.open("yoxii")
    petr.sit(table, 1)
    ana.move(table, 0, 0, MOVES[0])
    petr.move(table, 1, 1, MOVES[1])
    petr.done("POST", f"/api/tables/{table}/resignations", seat=1)
    # a game that ended a moment ago is not settled yet
    assert eva.done("GET", "/api/people/history <B>")["ratings"] == {}
    with mock.patch.object(finished_games, "SETTLED", 0):
        told = eva.done("GET", "/api/people/history <B>")
    # not what only those with the link may see
    assert [game["id"] for game in told["games"]] == [table]
    assert told["ratings"]["yoxii"]["games"] == 1
    assert {game["id"] for game in ana.done("GET", "/api/people/History <b>")["games"]} == {
        table,
        secret,
    }
    assert "History &lt;b&gt;" in check_and_get(eva, "/people/History <b>")
    ranked = eva.done("GET", "/api/ranking")["games"]["yoxii"]
    assert [
        one["account"] for one in ranked if one["account"] in ("History <b>", "History Petr")
    ] == ["History <b>", "History Petr"]
    assert [one["low"] for one in ranked] == sorted((one["low"] for one in ranked), reverse=True)
    assert "History &lt;b&gt;" in check_and_get(eva, "/ranking")
    assert eva.refused("GET", "/api/people/Nobody at all") == "unknown"
    assert "password" not in str(told)


def check_and_get(visitor: Visitor, path: str) -> str:
    answer = visitor.get(path)
    assert answer.status_code == 200
    check_page(answer.text)
    return answer.text


# Who may watch


def test_a_table_for_its_players_alone(site: Site) -> None:
    game = Game(site, watch="players")
    paths = [
        game.path,
        *(
            f"{game.path}/{what}"
            for what in (
                "events",
                "legal",
                "view",
                "scene",
                "board.svg",
                "record.jsonl",
                "animation.svg",
            )
        ),
    ]
    for over in (False, True):
        for stranger in (game.eva, newcomer(game), site.program("Mallory")):
            for path in paths:
                assert stranger.refused("GET", path) == "forbidden"
            with stranger.watching(f"/tables/{game.table}/watch?scene=1") as watch:
                assert watch.closed_with == 4403
                assert not watch.messages
            for state in ("open", "live", "over"):
                assert game.table not in stranger.get(f"/api/tables?state={state}").text
            for page in (f"/table/{game.table}", "/"):
                assert "Petr" not in stranger.get(page).text
        for player in (game.ana, game.petr):
            assert player.table(game.table)["ply"]
            with player.watching(f"/tables/{game.table}/watch?scene=1") as watch:
                assert watch.next()["scene"]
        if not over:
            game.play_to_the_end()


def test_who_waited_at_an_open_table_does_not_see_the_game_of_its_players(site: Site) -> None:
    ana, petr, eva = site.visitor("Ana"), site.visitor("Petr"), site.visitor("Eva")
    table = ana.open("yoxii", watch="players")
    with eva.watching(f"/tables/{table}/watch?scene=1") as watch:
        assert watch.table()["status"] == "open"  # she might have joined
        petr.sit(table, 1)
        ana.move(table, 0, 0, MOVES[0])
        with pytest.raises(ConnectionClosed) as closed:
            watch.until(3)  # from when on the game is live
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 4403


def test_a_table_for_those_with_the_link(site: Site) -> None:
    game = Game(site, watch="link")
    assert game.eva.table(game.table)["ply"] == 1
    assert game.table not in game.eva.get("/api/tables?state=live").text
    assert game.table in game.petr.get("/api/tables?state=live&mine=true").text


def test_open_tables_are_listed_where_the_host_wants_it(site: Site) -> None:
    ana, eva = site.visitor("Ana"), site.visitor("Eva")
    shown, hidden = ana.open("yoxii", listed=True), ana.open("yoxii", listed=False)
    listed = eva.get("/api/tables?state=open").text
    assert shown in listed
    assert hidden not in listed
    with eva.watching("/lobby") as watch:
        assert {table["id"] for table in watch.next()["open"]} >= {shown}
        assert hidden.encode() not in watch.messages[0]


# Bots


def test_a_bot_moves_in_the_position_that_it_thought_about(tmp_path: Path) -> None:
    """While it thinks, the move that it thinks about is taken back and another is made."""
    go_on = threading.Event()

    class Thinker(RandomAgent):
        thoughts = 0

        def choose(self, position: Position, seat: int) -> Move:
            self.thoughts += 1
            assert go_on.wait(30)
            # the same moves are legal after both of Ana's moves
            return position.legal[self.thoughts]

    with (
        Site.opened(tmp_path) as site,
        mock.patch("ludarium.tables.bots.agent", return_value=Thinker()),
    ):
        ana = site.visitor("Ana")
        table = ana.open("yoxii", "me", "level:1")
        with ana.watching(f"/tables/{table}/watch") as watch:
            ana.move(table, 0, 0, "e5/3f5")
            ana.done("POST", f"/api/tables/{table}/offers", seat=0, kind="takeback")
            ana.move(table, 0, 0, "e5/2f5")
            go_on.set()
            while (told := watch.table())["ply"] < 2:
                pass
    thought = start("yoxii").play("e5/2f5").legal[2].text
    assert told["moves"][-1]["text"] == thought


# Rematches


def test_a_rematch_is_for_the_same_people(game: Game) -> None:
    """Whoever came back with a code holds the seat of the rematch, too."""
    phone = game.site.visitor()
    phone.done("POST", f"{game.path}/seats/1/return", code=game.petr.code(game.table, 1))
    game.play_to_the_end()
    with game.ana.watching(f"/tables/{game.table}/watch") as watch:
        game.ana.done("POST", f"{game.path}/rematches", seat=0)
        phone.done("POST", f"{game.path}/rematches", seat=1)
        while not (table := watch.table()["rematch"]["table"]):
            pass
    assert phone.table(table)["you"]["seats"] == [0]
    assert game.ana.table(table)["you"]["seats"] == [1]
    assert game.eva.table(table)["you"]["seats"] == []
    phone.move(table, 0, 0, MOVES[0])
