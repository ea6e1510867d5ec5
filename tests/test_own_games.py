"""A person's own games: which they are, in which order, whom they wait for, and their page."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from playwright.sync_api import Browser, expect

from browsing import PHONE, TOO_WIDE, check_accessible, players
from ludarium.database.store import Store
from ludarium.eventlog.store import SideRow
from ludarium.tables.clocks import Clock
from ludarium.tables.projections import awaited, commit_of
from ludarium.tables.requests import leave
from ludarium.tables.server import TableServer
from serving import database_of
from tables_help import Desk, Site, Visitor

DAYS = {"kind": "days", "days": 3}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with Site.opened(tmp_path) as site:
        yield site


def told(visitor: Visitor, path: str = "/api/me/games") -> list[tuple[str, bool]]:
    """The visitor's games, each with whether it waits for them."""
    return [(one["id"], one["your_turn"]) for one in visitor.done("GET", path)["games"]]


def turns(visitor: Visitor, besides: str = "") -> tuple[int, int]:
    found = visitor.done("GET", f"/api/me/turns?besides={besides}")
    return found["turns"], found["playing"]


def test_the_games_that_wait_come_first(site: Site) -> None:
    ana, petr = site.visitor("Ana"), site.visitor("Petr")
    assert turns(site.newcomer()) == (0, 0)
    assert turns(ana) == (0, 0)
    slow, calm, fresh = (
        ana.open("yoxii", "me", None, clock=clock)
        for clock in (DAYS, {"kind": "none"}, {"kind": "days", "days": 1})
    )
    assert told(ana) == [(fresh, False), (calm, False), (slow, False)], "nobody sits there yet"
    for table in (slow, calm, fresh):
        petr.sit(table, 1)
    assert told(ana) == [(fresh, True), (slow, True), (calm, True)], "the most urgent first"
    assert (turns(ana), turns(petr), turns(ana, besides=slow)) == ((3, 3), (0, 3), (2, 3))
    first = ana.done("GET", "/api/me/games")["games"][0]
    assert first["deadline"] == ana.table(fresh)["deadline"]
    assert (first["seat"], petr.done("GET", "/api/me/games")["games"][0]["seat"]) == (0, 1)
    ana.move(fresh, 0, 0, "d5/3d6")
    assert told(ana) == [(slow, True), (calm, True), (fresh, False)]
    assert told(petr)[0] == (fresh, True)
    petr.done("POST", f"/api/tables/{slow}/resignations", seat=1)
    assert told(ana) == [(calm, True), (fresh, False)]
    assert told(ana, "/api/me/games?after=1") == [(fresh, False)]
    assert ana.refused("GET", "/api/me/games?after=-1") == "invalid"
    assert 'href="/games" data-own-games' in ana.get("/rules").text
    assert "data-own-games" not in site.newcomer().get("/rules").text


def test_games_that_are_over_are_told_with_their_score(site: Site) -> None:
    ana, petr = site.visitor("Ana"), site.visitor("Petr")
    table = ana.open("yoxii", "me", None)
    petr.sit(table, 1)
    ana.move(table, 0, 0, "d5/3d6")
    reply = petr.done("GET", f"/api/tables/{table}/legal")["legal"]["1"][0]["move"]
    petr.move(table, 1, 1, reply)
    petr.done("POST", f"/api/tables/{table}/resignations", seat=1)
    over = ana.open("yoxii", "me", None)
    petr.sit(over, 1)
    petr.done("POST", f"/api/tables/{over}/resignations", seat=1)  # before a move nobody loses
    for path in ("/", "/games"):
        page = petr.get(path).text
        assert page.count("Ana, Petr · 1–0") == 1
        assert page.count("Ana, Petr") == 2


def test_choices_and_challenges_wait_too(site: Site) -> None:
    ana, petr = site.visitor(), site.visitor()
    for visitor, name in ((ana, "Ana"), (petr, "Petr")):
        visitor.done("POST", "/api/accounts", name=name, password="a long password")
    round_table = ana.open("ahyoheek", "me", None)
    petr.sit(round_table, 1)
    petr.move(round_table, 1, 0, "P")
    assert (turns(ana), turns(petr)) == ((1, 1), (0, 1)), "who has chosen waits for the others"
    table = ana.open("yoxii", "me", None, invite="Petr", clock=DAYS)
    assert (turns(ana), turns(petr)) == ((1, 2), (1, 2))
    challenge = petr.done("GET", "/api/me/games")["games"][0]
    assert (challenge["id"], challenge["challenge"], challenge["deadline"]) == (table, True, None)
    petr.done("DELETE", f"/api/tables/{table}/challenge")
    assert (turns(ana), turns(petr)) == ((1, 1), (0, 1))


def test_a_seat_that_was_given_up_is_no_game_of_ones_own(site: Site) -> None:
    ana, petr, eva = (site.visitor(name) for name in ("Ana", "Petr", "Eva"))
    table = ana.open("yoxii", "me", None)
    ana.done("DELETE", f"/api/tables/{table}/seats/0")
    assert told(ana) == []
    petr.sit(table, 0)
    eva.sit(table, 1)
    assert (turns(ana), turns(petr), turns(eva)) == ((0, 0), (1, 1), (0, 1))


def test_a_person_is_told_of_changes_at_once(site: Site) -> None:
    ana, petr = site.visitor("Ana"), site.visitor("Petr")
    with ana.watching("/me/games/watch") as watch:
        assert watch.next()["games"] == []
        table = ana.open("yoxii", "me", None)
        assert [one["id"] for one in watch.next()["games"]] == [table]
        petr.sit(table, 1)
        assert watch.next()["turns"] == 1
        ana.move(table, 0, 0, "d5/3d6")
        assert watch.next()["turns"] == 0


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_rows_say_whom_tables_wait_for(kind: str, tmp_path: Path) -> None:
    """Also where a seat is left and taken at once, and rows of servers that did not say so."""

    async def check(database: str) -> None:
        async with Store.opened(database) as store:
            desk = Desk("yoxii", "ana", "", clock=Clock("days", 86_400.0))
            await store.append(commit_of(desk.table, *desk.log))
            seated = desk.table
            desk.ask(leave, 0, "ana")
            left = commit_of(desk.table, desk.log[-1], before=seated)
            seat_of_ana = {"holder": "ana", "table_id": desk.table.id, "seat": 0}
            assert left.side == (SideRow("seatings", seat_of_ana, kept=False),)
            steps = [left]
            for seat, who in enumerate(("ana", "petr")):
                desk.seat(seat, who)
                steps.append(commit_of(desk.table, desk.log[-1]))
            assert all(await asyncio.gather(*map(store.append, steps)))
            assert (
                await store.table_index.own_counts("ana"),
                await store.table_index.own_counts("petr"),
            ) == (
                (1, 1),
                (0, 1),
            )
            ((_, due, seat, turn),) = await store.table_index.own_games("ana", limit=5)
            assert (due, seat, turn) == (desk.table.deadline, 0, True)
            async with store._engine.connect() as connection:
                await connection.execute(sa.text("UPDATE tables SET awaited = NULL"))
            assert await store.table_index.own_counts("ana") == (0, 1)
            async with TableServer.opened(store):
                for _ in range(500):
                    if await store.table_index.own_counts("ana") == (1, 1):
                        break
                    await asyncio.sleep(0.01)
                assert await store.table_index.own_counts("ana") == (1, 1), (
                    "the server knows better"
                )

    with database_of(kind, tmp_path) as database:
        asyncio.run(check(database))


def test_of_64_seats_each_can_be_waited_for() -> None:
    table: Any = type("Table", (), {"invited": "", "status": "live"})()
    for seats in ((0,), (63,), (0, 5, 63)):
        table.waiting = seats
        bits = awaited(table)
        assert -(2**63) <= bits < 2**63
        assert [seat for seat in range(64) if bits >> seat & 1] == list(seats)


def test_the_page_of_ones_own_games(browser: Browser, address: str) -> None:
    """Boards live, the turn comes first and is told in header and title; by keyboard alone."""
    with players(browser, address, 2, viewport=PHONE, reduced_motion="reduce") as [ana, petr]:
        quiet = ana.open_table(game="ahyoheek", sit=["me", None], clock={"kind": "none"})
        table = ana.open_table(game="yoxii", sit=["me", None], clock=DAYS)
        petr.visit(table)
        petr.take_seat()
        page = ana.page
        page.goto(f"{address}/rules")
        link = page.get_by_role("link", name="Your games: 1 game waits for you.")
        expect(link).to_be_visible()
        expect(page).to_have_title("(1) " + page.evaluate("document.title").removeprefix("(1) "))
        assert page.evaluate(TOO_WIDE) <= 0
        link.press("Enter")
        rows = page.locator(".own-game")
        expect(rows).to_have_count(2)
        expect(rows.first).to_contain_text("Your turn")
        expect(rows.first).to_contain_text("2 d 23 h left")
        expect(rows.first.locator("a")).to_have_attribute("href", f"/table/{table}")
        expect(rows.last.locator("a")).to_have_attribute("href", f"/table/{quiet}")
        expect(rows.first.locator(".own-board")).to_have_attribute("data-ply", "0")
        expect(page.locator("[data-turns-text]")).to_have_text("1 game waits for you.")
        check_accessible(page, "own games")
        script = """async (table) => {
            const { api } = await import("/static/shared/api.js");
            await api.post(`/tables/${table}/moves`, { seat: 0, ply: 0, move: "d5/3d6" });
        }"""
        page.evaluate(script, table)
        moved = page.locator(".own-game", has=page.locator(f"a[href='/table/{table}']"))
        expect(moved).to_contain_text("Waiting")
        expect(moved.locator(".own-board")).to_have_attribute("data-ply", "1")
        expect(page.locator("[data-turns-text]")).to_have_text("Nobody waits for you.")
        expect(page).to_have_title("Your games – Ludarium")
        petr.page.goto(address)
        expect(petr.page.locator(".mine .own-game")).to_contain_text("Your turn")
        expect(petr.page.locator(".mine .own-board")).to_have_attribute("data-ply", "1")
        petr.page.locator(".mine .own-link").press("Enter")
        expect(petr.page.locator("#turn")).to_contain_text("Your turn")
        expect(petr.page.locator("[data-own-games]")).to_have_accessible_name("Your games")
