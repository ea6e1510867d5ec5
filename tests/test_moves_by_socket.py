"""Moves over the WebSocket of a table: as by a request, and as well guarded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import orjson
import pytest

from ludarium.database import store
from ludarium.web.http.guards import Bucket
from ludarium.web.tables import socket_moves as moves
from tables_help import Site, Visitor, Watch, database_gone


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site.opened(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture(scope="module")
def ana(site: Site) -> Visitor:
    return site.visitor("Ana")


def answer_to(socket: Watch, message: dict[str, Any] | str | bytes) -> Any:
    """What the server answers to a message."""
    socket.send(orjson.dumps(message).decode() if isinstance(message, dict) else message)
    while (told := socket.next())["type"] not in ("moved", "refused"):
        pass
    return told


def move(seat: int, ply: int, text: str, number: int = 1, **fields: Any) -> dict[str, Any]:
    return {"type": "move", "id": number, "seat": seat, "ply": ply, "move": text, **fields}


def test_a_move_is_answered_and_told_to_all(ana: Visitor, site: Site) -> None:
    ben = site.visitor("Ben")
    table = ana.open("yoxii", "me", None)
    ben.sit(table, 1)
    with (
        ana.watching(f"/tables/{table}/watch") as hers,
        ben.watching(f"/tables/{table}/watch") as his,
    ):
        version = ana.table(table)["version"]
        answer = answer_to(hers, move(0, 0, "e5/3f5", 7))
        assert answer == {"type": "moved", "id": 7, "version": version + 1, "ply": 1}
        assert his.until(version + 1)["moves"][-1]["text"] == "e5/3f5"
        answer = answer_to(his, move(1, 1, "f6/1g5", 1))
        assert answer == {"type": "moved", "id": 1, "version": version + 2, "ply": 2}
    assert ana.table(table)["ply"] == 2


def test_a_secret_choice_is_answered_by_its_commitment(ana: Visitor, site: Site) -> None:
    ben = site.visitor("Ben")
    table = ana.open("ahyoheek", "me", None)
    ben.sit(table, 1)
    with (
        ana.watching(f"/tables/{table}/watch") as hers,
        ben.watching(f"/tables/{table}/watch") as his,
    ):
        answer = answer_to(hers, move(0, 0, "P"))
        assert answer["commitment"] == ana.table(table)["seats"][0]["commitment"]
        told = his.until(answer["version"])
        assert told["seats"][0]["chosen"]
        assert not any(b'"P"' in message for message in his.messages)


@pytest.mark.parametrize(
    ("message", "code", "words"),
    [
        (move(0, 3, "e5/3f5"), "stale", ""),
        (move(1, 0, "e5/3f5"), "not-your-seat", ""),
        (move(0, 0, "a1/9z9"), "illegal", ""),
        (move(0, 0, "e5/3f5", share="xyz"), "invalid", "share is not as the API wants it"),
        (move(0, 0, "x" * 201), "invalid", "move is not as the API wants it"),
        (move(0, True, "e5/3f5"), "invalid", "ply is not as the API wants it"),
        ({**move(0, 0, "e5/3f5"), "type": "resign"}, "invalid", "type is not as the API wants it"),
        ({"type": "move", "id": 1}, "invalid", "Field required"),
        ({"id": "1"}, "invalid", ""),
        ("[" * 2000, "invalid", "no sound JSON"),
        ("[1, 2]", "invalid", ""),
        ("", "invalid", "no sound JSON"),
        (b"\xff\x00", "invalid", "no sound JSON"),
    ],
    ids=str,
)
def test_what_is_wrong_with_a_message(
    ana: Visitor, site: Site, message: dict[str, Any] | str | bytes, code: str, words: str
) -> None:
    ben = site.visitor("Ben")
    table = ana.open("yoxii", "me", None)
    ben.sit(table, 1)
    with ana.watching(f"/tables/{table}/watch") as socket:
        answer = answer_to(socket, message)
        number = message.get("id") if isinstance(message, dict) else None
        assert (answer["type"], answer["code"]) == ("refused", code)
        assert answer["id"] == (number if isinstance(number, int) else None)
        assert words in answer["error"]
        assert "\n" not in answer["error"]
        assert answer_to(socket, move(0, 0, "e5/3f5"))["type"] == "moved"  # the socket stays open


def test_refusals_speak_the_language_of_the_address(ana: Visitor) -> None:
    table = ana.open("yoxii", "me", "me")
    with ana.watching(f"/tables/{table}/watch?language=cs") as socket:
        assert "Hra se mezitím pohnula" in answer_to(socket, move(0, 3, "e5/3f5"))["error"]


def test_who_only_watches_moves_nothing(ana: Visitor, site: Site) -> None:
    table = ana.open("yoxii", "me", "me")
    for watcher in (site.visitor("Eve"), site.newcomer(origin=site.address)):
        with watcher.watching(f"/tables/{table}/watch") as socket:
            assert answer_to(socket, move(0, 0, "e5/3f5"))["code"] == "not-your-seat"
    assert ana.table(table)["ply"] == 0


def test_messages_are_bounded(tmp_path: Path) -> None:
    """In number as requests are, and in size."""
    with Site.opened(tmp_path, limited=True) as site, mock.patch.object(moves, "LATER", 0):
        ana = site.visitor("Ana")
        table = ana.open("yoxii", "me", "me")
        site.context.writes = Bucket(rate=0.001, burst=40)  # on a busy machine, too
        with ana.watching(f"/tables/{table}/watch") as socket:
            codes = [answer_to(socket, move(0, 5, "e5/3f5"))["code"] for _ in range(60)]
            assert codes[0] == "stale"
            assert codes[-1] == "too-many"
            path = f"/api/tables/{table}/moves"
            assert ana.refused("POST", path, seat=0, ply=0, move="e5/3f5") == "too-many"
            socket.send("x" * 5000)
            assert socket.closed_with == 1009


def test_nobody_moves_after_signing_out(site: Site) -> None:
    ana = site.visitor("Ana")
    ana.done("POST", "/api/accounts", name="Ana of the socket", password="correct horse")
    table = ana.open("yoxii", "me", "me")
    with ana.watching(f"/tables/{table}/watch") as socket:
        assert answer_to(socket, move(0, 0, "e5/3f5"))["type"] == "moved"
        ana.done("DELETE", "/api/session")
        assert answer_to(socket, move(1, 1, "f6/1g5"))["code"] == "forbidden"


def test_a_fault_of_ours_closes_the_socket(
    site: Site, ana: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    table = ana.open("yoxii", "me", "me")
    fault = mock.patch.object(moves, "moved", side_effect=ZeroDivisionError("a fault"))
    with fault, ana.watching(f"/tables/{table}/watch") as socket:
        answer = answer_to(socket, move(0, 0, "e5/3f5"))
        assert (answer["id"], answer["code"]) == (1, "failed")  # and it is not sent again
        assert socket.closed_with == 1011
    (told,) = (record for record in caplog.records if record.name.startswith("ludarium"))
    assert told.exc_info


def test_a_database_that_is_gone(tmp_path: Path) -> None:
    with Site.opened(tmp_path) as site, mock.patch.object(store, "PAUSE", 0):
        ana = site.visitor("Ana")
        table = ana.open("yoxii", "me", "me")
        with ana.watching(f"/tables/{table}/watch") as socket:
            with database_gone(tmp_path):
                assert answer_to(socket, move(0, 0, "e5/3f5"))["code"] == "not-now"
            assert answer_to(socket, move(0, 0, "e5/3f5"))["type"] == "moved"
