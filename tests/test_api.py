"""The HTTP API against its own description, and against input of all kinds: clear answers, and
never a fault of the server.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import ludarium
from ludarium.database import store
from ludarium.languages import translator
from ludarium.web.app import create_app
from ludarium.web.http.named_bundles import bundle_names
from ludarium.web.http.static_files import static_address
from ludarium.web.lobby import sockets as lobby_sockets
from ludarium.web.tables.messages import TableTeller
from serving import database_of
from tables_help import Site, Visitor, database_gone, refusal


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site.opened(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture(scope="module")
def ana(site: Site) -> Visitor:
    return site.program("Ana")


@pytest.fixture(scope="module")
def tables(ana: Visitor) -> list[str]:
    """A table of each kind, where Ana has all seats."""
    over = ana.open("yoxii", "me", "me")
    ana.done("POST", f"/api/tables/{over}/resignations", seat=0)
    for kind, game in (("lives", "ahyoheek"), ("double", "yoxii")):
        cup = ana.done(
            "POST",
            "/api/tournaments",
            name="Cup",
            format=kind,
            game=game,
            online=False,
            automatic=False,
        )["id"]
        for name in ("Ana", "Bor", "Cyr"):
            ana.done("POST", f"/api/tournaments/{cup}/players", name=name)
        ana.done("POST", f"/api/tournaments/{cup}/start")
        TOURNAMENTS.append(cup)
    live, round_ = (
        ana.open("yoxii", "me", "me"),
        ana.open("ahyoheek", "me", "me", "level:1", seats=3),
    )
    ana.move(live, 0, 0, "e5/3f5")
    return [live, round_, over, ana.open("ahyoheek", "me", None, seats=4)]


TOURNAMENTS: list[str] = []  # that exist
Case = schemathesis.Case[Any]
SCHEMA = schemathesis.openapi.from_dict(create_app().openapi())
OPERATIONS = {
    operation.label: operation
    for operation in (found.ok() for found in SCHEMA.get_all_operations() if isinstance(found, Ok))
}
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_answers_are_as_described(
    operation: str, site: Site, ana: Visitor, tables: list[str]
) -> None:
    """Whatever is asked, sound or not: no fault of the server, and an answer of a kind that the
    description has.
    """
    sound, unsound = (
        OPERATIONS[operation].as_strategy(mode)
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    )

    @settings(
        max_examples=12,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=sound | unsound, table=st.sampled_from([*tables, ""]), seat=st.integers(0, 2))
    def check(case: Case, table: str, seat: int) -> None:
        aim(case, table, seat)
        case.call_and_validate(
            site.address,
            session=session,
            headers={"authorization": ana.headers["authorization"]},
            checks=CHECKS,
        )

    with requests.Session() as session:
        check()


def aim(case: Case, table: str, seat: int) -> None:
    """Let the request be about a table, a seat, a tournament that exist, most of the time."""
    if table and "tournament_id" in case.path_parameters:
        case.path_parameters["tournament_id"] = TOURNAMENTS[seat % len(TOURNAMENTS)]
    if table and "table_id" in case.path_parameters:
        case.path_parameters["table_id"] = table
        if isinstance(case.body, dict) and isinstance(case.body.get("seat"), int):
            case.body["seat"] = seat


def test_every_answer_to_a_wrong_token_is_described(site: Site) -> None:
    stranger = site.newcomer(authorization="Bearer wrong")
    for label, operation in OPERATIONS.items():
        if label != "POST /api/identities":
            path = re.sub(r"\{\w+\}", "0", operation.path)
            answer = stranger.request(
                operation.method, path, json={} if operation.method in ("POST", "PUT") else None
            )
            assert refusal(answer) in ("forbidden", "invalid"), label
            assert str(answer.status_code) in operation.definition.raw["responses"], label


# Bad input

SOUND = {"game": "yoxii", "sit": ["me", "level:1"]}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "body"),
        (b"{", "no sound JSON"),
        (b"\xff\xfe\x00", "no sound JSON"),
        (b"1" * 5000, "no sound JSON"),
        (b"[" * 5000, "no sound JSON"),
        (b"null", "body"),
        (b"[]", "body"),
        (b'"yoxii"', "body"),
        (b"{}", "game"),
        (b'{"game": null}', "game"),
        (b'{"game": "chaturanga"}', "no such game here: expected one of adugo"),
        (b'{"game": "\\ud800"}', "game"),
        (b'{"game": "yoxii", "\\ud800": 1}', "body"),
        (b'{"game": "yoxii", "stakes": 1}', "stakes"),
        (b'{"game": "yoxii", "ruleset": "\\u0000"}', "has no ruleset"),
        (b'{"game": "yoxii", "seats": 3}', "Yoxii is played with 2 seats"),
        (b'{"game": "yoxii", "seats": 1e400}', "seats"),
        (b'{"game": "yoxii", "sit": ["me", "me", "me"]}', "3 seats are given"),
        (b'{"game": "yoxii", "sit": ["you"]}', "no bot 'you'"),
        (b'{"game": "yoxii", "sit": "me"}', "sit"),
        (b'{"game": "yoxii", "watch": "nobody"}', "watch"),
        (b'{"game": "yoxii", "listed": "perhaps"}', "listed"),
        (b'{"game": "yoxii", "clock": {"kind": "fischer"}}', "minutes"),
        (
            b'{"game": "yoxii", "clock": {"kind": "fischer", "minutes": NaN, "increment": 0}}',
            "minutes",
        ),
        (
            b'{"game": "yoxii", "clock": {"kind": "countdown", "seconds": 5}}',
            "no clock 'countdown'",
        ),
    ],
)
def test_what_is_wrong_with_a_request(ana: Visitor, body: bytes, words: str) -> None:
    answer = ana.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert refusal(answer) in ("invalid", "unknown")
    assert words in answer.json()["error"]


def test_a_request_that_brings_too_much(ana: Visitor) -> None:
    answer = ana.post(
        "/api/tables", content=b"[" * 200_000, headers={"content-type": "application/json"}
    )
    assert (answer.status_code, answer.json()["error"]) == (
        413,
        "This request brings too much at once.",
    )
    assert ana.done("GET", "/api/me")  # the connection goes on


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/%00",
        "/api/tables/%F0%9F%AA%B2",
        "/api/tables/{}/view?ply=1",
        "/api/tables/{}/view?ply=-1",
        "/api/tables/{}/view?ply=1e9",
        "/api/tables/{}/events?after=-1",
        "/api/tables/{}/animation.svg",
        "/api/tables?state=lost",
        "/api/games/chaturanga",
        "/api/games/chaturanga/scene",
        "/api/games/yoxii/scene?ruleset=none",
        "/api/games/yoxii/scene?seats=5",
        "/api/games/yoxii/scene?position=nonsense",
        "/api/games/yoxii/scene?moves=d5/3d6,nonsense",
        "/api/games/ahyoheek/scene?moves=P",
        "/api/games/ahyoheek/scene?moves=-,-",
        "/api/games/yoxii/scene?moves=" + 6000 * "x,",
        "/api/people/nobody",
        "/api/people/%00",
        "/api/nothing",
    ],
)
def test_what_is_not_there(ana: Visitor, path: str) -> None:
    assert ana.refused("GET", path.format(ana.open("yoxii"))) in (
        "unknown",
        "invalid",
        "illegal",
        "not-now",
    )


def test_a_log_is_told_by_the_page(ana: Visitor) -> None:
    table = ana.open("yoxii", "me", "me")
    whole = ana.done("GET", f"/api/tables/{table}/events")
    assert (len(whole["events"]), whole["more"]) == (3, False)
    with mock.patch("ludarium.web.tables.routes.MOST_EVENTS", 2):
        first, last = (
            ana.done("GET", f"/api/tables/{table}/events?after={after}") for after in (0, 2)
        )
    assert [first["more"], last["more"]] == [True, False]
    assert first["events"] + last["events"] == whole["events"]


def test_a_log_takes_moves_only_when_much_has_happened(ana: Visitor) -> None:
    """What a server keeps of a table has an end, whatever its players do."""
    table = ana.open("yoxii", "me", "me")
    path = f"/api/tables/{table}"
    with mock.patch("ludarium.tables.state.MOST_ASIDE", 3):
        ana.done("POST", f"{path}/moves", seat=0, ply=0, move="e5/3f5")
        offer = {"seat": 0, "kind": "takeback"}
        ana.done("POST", f"{path}/offers", **offer)
        ana.done("POST", f"{path}/answers", seat=0, accept=False)
        answer = ana.post(f"{path}/offers", json=offer)
        assert refusal(answer) == "not-now"
        assert "only moves are possible now" in answer.json()["error"]
        ana.done("POST", f"{path}/moves", seat=1, ply=1, move="f6/1g5")
        ana.done("POST", f"{path}/resignations", seat=1)


def test_nobody_sits_down_again_and_again(ana: Visitor, site: Site) -> None:
    """Else one visitor could fill the log of another's table, and nobody could sit there."""
    table = ana.open("ahyoheek", "me", None, None, seats=3)
    eve, petr = site.visitor("Eve"), site.visitor("Petr")
    path = f"/api/tables/{table}/seats/1"
    with mock.patch("ludarium.tables.requests.MOST_SITTINGS", 2):
        for _ in range(2):
            eve.done("POST", path, name=None)
            eve.done("DELETE", path)
        assert eve.refused("POST", path, name=None) == "not-now"
        petr.done("POST", path, name=None)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_texts_that_a_database_cannot_hold(kind: str, tmp_path: Path) -> None:
    """PostgreSQL knows no zero in a text, and holds to the lengths of its columns."""
    with database_of(kind, tmp_path) as database, Site.opened(tmp_path, database) as site:
        ana = site.visitor("A\0na")
        for path in ("/api/people/%00", "/api/tables/%00", "/api/tables/%00/view"):
            assert ana.refused("GET", path) == "unknown"
        assert ana.get("/api/tables?game=%00").status_code in (200, 404)
        assert ana.get("/table/%00").status_code == ana.get("/people/%00").status_code == 404
        assert ana.refused("POST", "/api/session", name="\0", password="\0") == "wrong-code"
        assert ana.table(ana.open())["seats"][0]["name"] == "A na"
        # 72 letters in its simplest form
        told = ana.done("POST", "/api/accounts", name="\ufb03" * 24, password="correct\0horse")
        assert told["account"] == "\ufb03" * 24
        assert site.visitor().done(
            "POST", "/api/session", name="FFI" * 24, password="correct\0horse"
        ) == {**told, "recovery": None}


def test_in_the_readers_language(site: Site) -> None:
    reader = site.visitor("Eva", **{"accept-language": "cs-CZ,cs;q=0.9,en;q=0.8"})
    assert reader.ask("GET", "/api/nothing").json() == {
        "error": translator("cs")("There is nothing here."),
        "code": "unknown",
    }
    answer = reader.ask("POST", f"/api/tables/{reader.open()}/moves", seat=0, ply=0, move="d5/3d6")
    told = "The game has not begun: seats are still free."
    assert answer.json() == {"error": translator("cs")(told), "code": "not-now"}
    assert translator("cs")(told) != told
    # not every browser says its language with a WebSocket, whose address names it
    eva, title = site.visitor("Eva"), ludarium.find("ur").title
    table = eva.open("ur", "me", "me")
    for asked, language in (("cs", "cs"), ("tlh", "en")):
        with eva.watching(f"/tables/{table}/watch?language={asked}") as watch:
            assert watch.next()["table"]["title"] == translator(language)(title)
    # what was chosen goes before what the browser says
    reader.done("PUT", "/api/me", language="en")
    assert reader.ask("GET", "/api/nothing").json()["error"] == "There is nothing here."
    assert reader.refused("PUT", "/api/me", language="tlh") == "invalid"


# Pages


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nothing", 404),
        ("/table/nosuch22", 404),
        ("/table/" + "x" * 5000, 404),
        ("/table/%00", 404),
        ("/play/chaturanga", 404),
        ("/rules/chaturanga", 404),
        ("/rules/..%2f..%2fapp", 404),
        ("/people/nobody", 404),
        ("/static/nothing.css", 404),
        ("/static/..%2f..%2fapp.py", 404),
        ("/play/yoxii?with=nobody", 200),
    ],
)
@pytest.mark.parametrize("language", ["en", "cs"])
def test_pages_say_what_is_wrong(site: Site, path: str, status: int, language: str) -> None:
    answer = site.newcomer(**{"accept-language": language}).get(path)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert f'<html lang="{language}">' in answer.text
    assert "<h1" in answer.text


def test_faults_of_files_are_told_in_the_readers_language(site: Site) -> None:
    answer = site.newcomer(**{"accept-language": "cs"}).post("/api/imports", json={"text": "x"})
    assert answer.status_code == 422
    assert "Takový soubor" in answer.json()["error"]


@pytest.mark.parametrize("language", ["en", "cs"])
def test_the_lobby_is_light_with_many_games(site: Site, language: str) -> None:
    reader = site.newcomer(**{"accept-language": language})
    page = reader.get("/").text
    assert page.count("data-play-now") == 6
    assert page.count('<li data-game="') == len(ludarium.names())
    assert len(page) < 28 * 1024
    for address in re.findall(r'src="(/p(?:lay|hrases)/[^"]*)"', page):
        assert reader.get(address).status_code == 200


def test_a_search_of_the_lobby_needs_no_script(site: Site) -> None:
    """What it finds is told by the page itself, whose address has it: also to who comes back."""
    reader = site.newcomer()

    def shown(text: str) -> list[str]:
        rows = re.findall(r'<li data-game="([^"]*)"[^>]*>', reader.get("/", params=text).text)
        hidden = re.findall(
            r'<li data-game="([^"]*)"[^>]* hidden>', reader.get("/", params=text).text
        )
        return [name for name in rows if name not in hidden]

    assert shown("text=backgamon") == ["backgammon"]
    near = reader.get("/api/games/search?text=kaluhara").json()["games"]
    assert sorted(shown("text=kaluhara")) == sorted(near)
    assert shown("") == shown("text=++") == shown("text=")
    assert reader.get("/", params={"text": "x" * 65}).status_code == 422
    assert reader.get("/api/games/search", params={"text": "x" * 65}).status_code == 422


def test_boards_of_the_lobby_step_through_a_sample_game(site: Site) -> None:
    reader = site.newcomer()
    card = re.search(
        r'(?s)data-game="yoxii".*?data-ply="(\d+)" data-last="(\d+)"', reader.get("/").text
    )
    assert card
    first, last = map(int, card.groups())
    assert 0 < first < last
    texts = [
        reader.get(f"/api/games/yoxii/preview?ply={ply}").json()["text"]
        for ply in range(first, last + 1)
    ]
    assert len(set(texts)) == len(texts)
    assert reader.get(f"/api/games/yoxii/preview?ply={last + 1}").status_code == 404
    assert reader.get("/api/games/yoxii/preview?ply=99").status_code == 422


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/play/yoxii", "/games", "/account", "/ranking", "/points", "/api/docs"),
        *("/rules", "/rules/yoxii", "/learn/yoxii", "/analysis/yoxii", "/families/counters"),
        *("/puzzles", "/puzzles/yoxii", "/tournaments", "/offline", "/nothing"),
    ],
)
def test_all_bundles_of_pages_are_served(site: Site, path: str) -> None:
    named = re.findall(r"/bundle/([^\"]+)\"", site.newcomer().get(path).text)
    assert named
    assert set(named) <= bundle_names()


@pytest.mark.parametrize("path", ["/", "/play/yoxii"])
def test_pages_before_a_table_prefetch_its_files(site: Site, path: str) -> None:
    visitor = site.visitor("Ana")
    table = visitor.done("POST", "/api/tables", game="yoxii", sit=["me", "level:1"])["id"]
    page = visitor.ask("GET", f"/table/{table}").text
    files = re.findall(r'(?:src|href)="(/static/[^"]*/bundle/[^"]*)"', page)
    assert len(files) == 2
    fetched = re.findall(r'<link rel="prefetch" href="([^"]*)">', visitor.ask("GET", path).text)
    assert fetched == files


def test_only_what_holds_no_secret_is_compressed(site: Site) -> None:
    visitor = site.visitor("Ana")
    cards, stones = (visitor.open(game, "me", "me") for game in ("kuhn", "yoxii"))
    how = {"name": "Cup", "game": "yoxii", "format": "lives", "online": False, "automatic": False}
    cup = visitor.done("POST", "/api/tournaments", **how)["id"]
    for path, compressed in (
        ("/static/board/board.css", True),
        (f"{static_address()}/board/board.js", True),
        ("/play/yoxii/board.svg", True),
        ("/", True),
        ("/?text=chess", False),  # what others may have put there
        (f"/table/{stones}", True),
        (f"/table/{cards}", False),
        (f"/tournament/{cup}", False),
        ("/account", False),
        ("/api/games", False),
    ):
        answer = visitor.get(path, headers={"accept-encoding": "gzip"})
        assert answer.status_code == 200
        assert (answer.headers.get("content-encoding") == "gzip") is compressed, path
        codes = visitor.table(stones)["you"]["codes"].values()
        assert codes
        assert not any(code in answer.text for code in codes)


def test_browsers_keep_scripts_and_styles_for_good_by_their_version(site: Site) -> None:
    visitor = site.newcomer()
    page = visitor.get("/").text
    named = re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css))"', page)
    prefetched = re.findall(r'rel="prefetch" href="([^"]+)"', page)
    # a page asks once for its styles, and once for its scripts
    assert len(set(named) - set(prefetched)) == len(prefetched) == 2
    assert all(address.startswith(f"{static_address()}/bundle/") for address in named)
    for address in (*named, f"{static_address()}/shared/icon.svg"):
        kept = visitor.get(address, headers={"accept-encoding": "gzip"})
        assert kept.headers["cache-control"] == "max-age=31536000, immutable"
        assert kept.headers.get("content-encoding") == "gzip" or len(kept.content) < 1000
        assert visitor.get(address, headers={"accept-encoding": "identity"}).text == kept.text
    for unknown in ("shared.nothing.js", "pages.lobby,pages.site.js", "board.board.js"):
        assert visitor.get(f"{static_address()}/bundle/{unknown}").status_code == 404
    without = visitor.get("/static/shared/site.js")
    assert without.headers["cache-control"] == "no-cache"
    assert visitor.get("/static/0123456789abcdef/shared/site.js").status_code == 404


def test_a_table_of_others_is_a_page_of_its_own(site: Site, tables: list[str]) -> None:
    assert site.newcomer().get(f"/table/{tables[0]}").status_code == 200


@pytest.mark.parametrize("host", ['evil/"><script>', "a" * 300, "[", "127.0.0.1 x", "\u00e9"])
def test_strange_hosts(site: Site, tables: list[str], host: str) -> None:
    """Links to tables, and pictures of them, are made with what the request calls this server."""
    answer = site.newcomer().get(f"/table/{tables[0]}", headers={b"host": host.encode()})
    assert answer.status_code in (200, 400, 421, 422)
    assert host not in answer.text or host == "["


def test_requests_that_break_off_are_no_faults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Site.opened(tmp_path) as site:
        table = site.visitor("Ana").open("yoxii")
        host, port = site.host.split(":")
        for path in (f"/api/tables/{table}/moves", "/api/tables", "/api/tournaments/import"):
            with socket.create_connection((host, int(port))) as client:
                client.sendall(
                    f"POST {path} HTTP/1.1\r\nhost: {site.host}\r\norigin: {site.address}\r\n"
                    'content-type: application/json\r\ncontent-length: 99\r\n\r\n{"ply"'.encode()
                )
                assert site.newcomer().get("/api/games").status_code == 200  # it has come so far
    told = capsys.readouterr().err
    assert not told


@pytest.mark.parametrize(
    "path", ["/", "/rules", "/api/games", "/static/shared/site.js", "/table/nosuch22"]
)
def test_head_is_get_without_content(site: Site, path: str) -> None:
    visitor = site.visitor()
    head, get = visitor.head(path), visitor.get(path)
    assert (head.status_code, head.content) == (get.status_code, b"")
    assert head.headers["content-type"] == get.headers["content-type"]


# Faults


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [("GET", "", {}), ("POST", "/moves", {"seat": 0, "ply": 0, "move": "e5/3f5"})],
)
def test_a_fault_of_ours_is_told_as_one(
    site: Site, tables: list[str], method: str, path: str, body: dict[str, Any]
) -> None:
    with mock.patch.object(site.context.tables, "live", side_effect=ZeroDivisionError("a fault")):
        answer = site.visitor().ask(method, f"/api/tables/{tables[0]}{path}", **body)
    assert answer.status_code == 500
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.json() == {
        "error": "Something went wrong here, and it was not you. Nothing that was played is lost.",
        "code": "failed",
    }


def test_a_database_that_is_gone(tmp_path: Path) -> None:
    """Whatever needs it says so and asks for patience; when it is back, all goes on."""
    with Site.opened(tmp_path) as site, mock.patch.object(store, "PAUSE", 0):
        ana = site.visitor("Ana")
        table = ana.open("yoxii", "me", "me")
        with database_gone(tmp_path):
            for method, path, body in (
                ("GET", "/api/tables", {}),
                ("GET", "/api/tables/nosuch22", {}),
                ("GET", f"/api/tables/{table}/events", {}),
                ("GET", "/api/people/ana", {}),
                ("POST", "/api/tables", {"game": "yoxii"}),
                ("POST", f"/api/tables/{table}/moves", {"seat": 0, "ply": 0, "move": "e5/3f5"}),
                ("POST", "/api/session", {"name": "Ana", "password": "correct horse"}),
            ):
                answer = ana.ask(method, path, **body)
                assert answer.status_code == 503, path
                assert answer.json() == {
                    "error": "The server cannot reach its database: try again in a moment.",
                    "code": "not-now",
                }
            for path in ("/", "/table/nosuch22", "/people/ana"):
                page = ana.get(path)
                assert (page.status_code, page.headers["content-type"]) == (
                    503,
                    "text/html; charset=utf-8",
                ), path
        assert ana.table(table)["ply"] == 0
        ana.move(table, 0, 0, "e5/3f5")


def test_a_fault_of_ours_closes_a_socket(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Site.opened(tmp_path) as site:
        ana = site.visitor("Ana")
        table = ana.open("yoxii")
        fault = mock.patch.object(TableTeller, "messages", side_effect=ZeroDivisionError("a fault"))
        with fault, ana.watching(f"/tables/{table}/watch") as socket:
            assert socket.closed_with == 1011
    (told,) = (record for record in caplog.records if record.name.startswith("ludarium"))
    assert told.message == f"a WebSocket of /api/tables/{table}/watch"
    assert told.exc_info


def test_sockets_outlive_a_database_that_is_gone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with (
        Site.opened(tmp_path) as site,
        mock.patch.object(store, "PAUSE", 0),
        mock.patch.object(lobby_sockets, "PAUSE", 0.01),
    ):
        ana = site.visitor("Ana")
        table = ana.open("yoxii", listed=True)
        with ana.watching("/lobby") as lobby:
            assert len(lobby.next()["open"]) == 1
            with database_gone(tmp_path):
                site.context.tables._live.clear()
                with ana.watching(f"/tables/{table}/watch") as socket:
                    assert socket.closed_with == 1013
                site.context.tables.lobby.wake()
                ana.ask("GET", "/api/tables")  # the lobby has been asked for meanwhile
            ana.open("yoxii", listed=True)
            assert len(lobby.next()["open"]) == 2
    assert "Traceback" not in caplog.text
