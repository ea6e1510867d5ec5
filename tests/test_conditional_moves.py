"""Conditional moves: which lines are taken, who reads them, and that the server makes them."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ludarium.tables.clocks import DAY, Clock
from ludarium.tables.conditional import Conditional, checked
from ludarium.tables.requests import answer, offer
from serving import database_of
from tables_help import Desk, Site, Visitor, refusal, refused

DAYS = Clock("days", 3 * DAY)
SICILIAN = [["e4", "c5", "Nf3", "d6"], ["e4", "c5", "Nc3", "Nc6"], ["d4", "Nf6"]]


@pytest.fixture
def desk() -> Desk:
    return Desk("chess", "ana", "bor", clock=DAYS)


def test_lines_are_followed_move_by_move(desk: Desk) -> None:
    kept = checked(desk.table, 1, 0, SICILIAN)
    assert Conditional.from_json(json.loads(json.dumps(kept.to_json()))) == kept
    assert kept.answer(desk.table, 1) is None  # it is not its turn
    desk.move("e4")
    assert kept.answer(desk.table, 1) == "c5"
    assert kept.answer(desk.table, 0) is None
    desk.move("c5", "Nc3")
    assert kept.left(desk.table) == (("Nc6",),)
    desk.move("e6")  # by hand
    assert kept.left(desk.table) == ()


def test_after_a_takeback_they_are_forgotten(desk: Desk) -> None:
    desk.move("a3")
    kept = checked(desk.table, 0, 1, [["e5", "b3"]])
    desk.move("d5", "c3")
    desk.ask(offer, 0, "ana", "takeback")
    desk.ask(answer, 1, "bor", True)
    assert kept.left(desk.table) == ()


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ([["e4"]], "invalid"),  # no answer
        ([["e4", "c5", "Nf3"]], "invalid"),
        ([["e4", "e4"]], "illegal"),
        ([["e5", "e4"]], "illegal"),
        ([["e4", "c5"], ["e4", "e5"]], "invalid"),  # two answers
        ([["f3", "e5", "g4", "Qh4#", "a3", "a6"]], "illegal"),  # the game is over before
    ],
)
def test_lines_that_are_not_taken(desk: Desk, lines: list[list[str]], code: str) -> None:
    with refused(code):
        checked(desk.table, 1, 0, lines)


def test_where_there_are_none(desk: Desk) -> None:
    with refused("stale"):
        checked(desk.table, 1, 1, [["e4", "e5"]])
    with refused("not-now"):
        checked(desk.table, 0, 0, [["e4", "e5"]])  # its own turn
    with refused("not-now"):
        checked(Desk("chess", "ana", "bor").table, 1, 0, [["e4", "e5"]])  # no days
    again = Desk("dotsandboxes", "ana", "bor", ruleset="2", clock=DAYS).table
    position = again.position
    moves = [position.legal[0].text, position.legal[1].text, position.legal[2].text]
    assert checked(again, 1, 0, [moves[:2]]).lines == (tuple(moves[:2]),)


@pytest.fixture(params=["sqlite", "postgresql"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    with database_of(request.param, tmp_path) as database, Site.opened(tmp_path, database) as site:
        yield site


def until(visitor: Visitor, table: str, ply: int) -> Any:
    """The table once so many moves are played."""
    end = time.monotonic() + 10
    while (found := visitor.table(table))["ply"] < ply:
        assert time.monotonic() < end, f"still {found['ply']} moves"
        time.sleep(0.02)
    return found


def test_the_server_makes_them_and_tells_nobody(site: Site) -> None:
    ana, bor, eva = (site.program(name) for name in ("Ana", "Bor", "Eva"))
    table = ana.open("chess", "me", None, clock={"kind": "days", "days": 3})
    bor.done("POST", f"/api/tables/{table}/seats/1", name="Bor")
    path = f"/api/tables/{table}/seats/1/conditional-moves"
    before = ana.table(table)["version"]
    assert bor.done("PUT", path, ply=0, lines=SICILIAN)["lines"] == SICILIAN
    assert bor.done("GET", path) == {"ply": 0, "lines": SICILIAN}
    for other in (ana, eva):
        assert refusal(other.ask("GET", path)) == "not-your-seat"
        assert refusal(other.ask("PUT", path, ply=0, lines=[])) == "not-your-seat"
    assert ana.table(table)["version"] == before  # nothing has happened, for all that Ana knows
    events = ana.done("GET", f"/api/tables/{table}/events")["events"]
    assert not re.search(r"\bc5\b", json.dumps([ana.table(table), events]))  # an id may have it
    ana.move(table, 0, 0, "e4")
    assert until(ana, table, 2)["moves"][1]["text"] == "c5"
    assert bor.done("GET", path)["lines"] == [["Nf3", "d6"], ["Nc3", "Nc6"]]
    ana.move(table, 0, 2, "Nc3")
    assert until(ana, table, 4)["moves"][3]["text"] == "Nc6"
    assert bor.done("GET", path)["lines"] == []
    bor.done("PUT", path, ply=4, lines=[["d4", "cxd4"]])
    bor.done("PUT", path, ply=4, lines=[])
    ana.move(table, 0, 4, "d4")
    assert ana.table(table)["ply"] == 5
    assert refusal(bor.ask("PUT", path, ply=5, lines=[["d5", "a6"]])) == "not-now"
    assert bor.ask("PUT", path, ply=5, lines=[["d5"] * 13]).status_code == 422
    assert bor.ask("PUT", path, ply=5, lines=[["d5", "a6"]] * 9).status_code == 422


def test_a_new_server_makes_what_a_killed_one_left(tmp_path: Path) -> None:
    with Site.opened(tmp_path) as site:
        ana, bor = site.program("Ana"), site.program("Bor")
        table = ana.open("chess", "me", None, clock={"kind": "days", "days": 3})
        bor.done("POST", f"/api/tables/{table}/seats/1", name="Bor")
        ana.move(table, 0, 0, "e4")
    kept = Conditional(0, 0, (("e4", "c5"),))
    with closing(sqlite3.connect(tmp_path / "tables.db")) as database, database:
        database.execute(
            "insert into conditional_moves values (?, 1, ?)", (table, json.dumps(kept.to_json()))
        )
    with Site.opened(tmp_path) as site:
        assert until(site.program("Eva"), table, 2)["moves"][1]["text"] == "c5"
