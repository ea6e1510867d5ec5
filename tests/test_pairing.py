"""Quick pairing: who meets whom, who waits, and which tables are closed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from ludarium import catalogue
from ludarium.database.store import Store
from ludarium.eventlog.clock import server_time
from ludarium.ratings.ratings import START, Ratings
from ludarium.tables import places, requests
from ludarium.tables import server as table_server
from ludarium.tables.anonymous import anonymous_entries
from ludarium.tables.clocks import Clock
from ludarium.tables.entries import CODEC
from ludarium.tables.live_table import CLAIMED_AFTER
from ludarium.tables.log import meant_move
from ludarium.tables.projections import Opener
from ludarium.tables.server import TableServer
from ludarium.web.http.guards import Bucket
from ludarium.web.lobby import pairing
from ludarium.web.lobby.leavers import wait_after
from ludarium.web.people.ranking import Ranking
from ludarium.web.people.visitors import Visitors
from serving import database_of
from tables_help import Desk, Site, Visitor, refused

STAYING = 0.2  # seconds, here
SOMEBODY = Opener("host", "network")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with Site.opened(tmp_path) as site:
        yield site


def play_now(visitor: Visitor, game: str = "yoxii", **body: Any) -> Any:
    return visitor.done("POST", "/api/pairings", game=game, **body)


def test_two_who_want_the_same_game_meet(site: Site) -> None:
    ana, petr, eva = (site.visitor(name) for name in ("Ana", "Petr", "Eva"))
    first = play_now(ana)
    assert (first["status"], first["waiting"], first["playing"]) == ("open", 1, 0)
    assert play_now(ana)["table"] == first["table"], "asked again, she waits at the same table"
    assert play_now(eva, "hex")["table"] != first["table"]
    assert play_now(petr) == {**first, "status": "live", "waiting": None, "playing": None}
    table = petr.table(first["table"])
    assert {seat["name"] for seat in table["seats"]} == {"Ana", "Petr"}
    assert table["clock"] == {"kind": "fischer", "minutes": 10, "increment": 5}
    with eva.watching("/lobby") as lobby:
        crowds = lobby.next()["crowds"]
    assert crowds == {"yoxii": {"waiting": 0, "playing": 2}, "hex": {"waiting": 1, "playing": 0}}


def test_who_is_alone_plays_a_bot_at_once_and_another_may_take_its_place(site: Site) -> None:
    ana, petr, eva = (site.visitor(name) for name in ("Ana", "Petr", "Eva"))
    with mock.patch.object(table_server.TableServer, "_ask_bots"):  # nobody moves before they do
        first = play_now(ana, alone="bot")
        assert (first["status"], first["asked"]) == ("live", None)
        table = ana.table(first["table"])
        [mine] = table["you"]["seats"]
        assert table["seats"][1 - mine]["agent"] == "level:1", "which somebody new can beat"
        assert play_now(ana, alone="bot")["table"] == first["table"], "one game is enough"
        assert play_now(eva, alone="bot")["table"] != first["table"], "Ana is not here"
        path = f"/tables/{first['table']}"
        with ana.watching(f"{path}/watch") as watch:
            asked = play_now(petr, alone="bot")
            assert (asked["table"], asked["asked"]) == (first["table"], "Ana")
            told = watch.until(table["version"] + 1)["place"]
            assert (told["name"], told["granted"]) == ("Petr", False)
            again = {"table": first["table"], "alone": "bot"}
            assert play_now(petr, **again) == asked, "she has not answered"
            assert play_now(site.visitor("Jan"), alone="bot")["table"] != first["table"]
            accept = {"seat": mine, "accept": True}
            assert petr.refused("POST", f"/api{path}/places", **accept) == "not-your-seat"
            ana.done("POST", f"/api{path}/places", **accept)
            assert ana.refused("POST", f"/api{path}/places", **accept) == "not-now"
            found = play_now(petr, **again)
            assert (found["table"], found["status"], found["asked"]) == (
                first["table"],
                "live",
                None,
            )
        both = petr.table(first["table"])
        assert both["you"]["seats"] == [1 - mine]
        assert {seat["name"] for seat in both["seats"]} == {"Ana", "Petr"}
        assert both["place"] is None


def test_the_page_of_a_game_at_once_is_one_answer(site: Site) -> None:
    ana, petr = site.visitor("Ana"), site.visitor("Petr")
    with mock.patch.object(table_server.TableServer, "_ask_bots"):
        page = ana.post("/play/yoxii", data={"share": "5a" * 16})
        assert page.status_code == 200
        [table] = re.findall(r'data-table="(\w+)"', page.text)
        assert ana.table(table)["you"]["seats"]
        with ana.watching(f"/tables/{table}/watch"):
            asked = petr.post("/play/yoxii", follow_redirects=False)
        assert (asked.status_code, asked.headers["location"]) == (303, f"/play/yoxii#asked-{table}")
        waits = petr.get("/play/yoxii").text
        assert 'data-play-now="yoxii"' in waits
    for path, data, status in (
        ("yoxii", {"share": "no digits"}, 422),
        ("nim", {}, 404),
    ):
        assert ana.post(f"/play/{path}", data=data).status_code == status
    assert ana.post("/play/yoxii", headers={"origin": "http://evil.example"}).status_code == 403


def test_who_lets_many_games_go_waits_for_the_next(site: Site) -> None:
    ana, petr = site.visitor("Ana"), site.visitor("Petr")
    for _ in range(3):
        waits = play_now(ana)["table"]
        assert play_now(petr)["table"] == waits
        (seat,) = petr.done("GET", f"/api/tables/{waits}")["you"]["seats"]
        told = petr.done("POST", f"/api/tables/{waits}/resignations", seat=seat)
        assert (told["status"], told["result"]["reason"]) == ("over", "abandoned")
    assert petr.refused("POST", "/api/pairings", game="yoxii") == "not-now"
    assert petr.done("POST", "/api/pairings", game="yoxii", alone="bot")["status"] == "live"
    assert play_now(ana)["status"] == "open"
    assert [wait_after(count) for count in (0, 2, 3, 4, 20)] == [0, 0, 60, 120, 900]


def test_a_game_is_claimed_once_the_other_has_been_away(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, petr = site.visitor("Ana"), site.visitor("Petr")
    table = play_now(ana)["table"]
    play_now(petr)
    path, players = f"/api/tables/{table}", {}
    for visitor in (ana, petr):
        (seat,) = visitor.done("GET", path)["you"]["seats"]
        players[seat] = visitor
    for ply, seat in enumerate((0, 1)):
        legal = players[seat].done("GET", f"{path}/legal")["legal"][str(seat)]
        assert players[seat].done("GET", path)["claimable_at"] is None
        players[seat].done("POST", f"{path}/moves", seat=seat, ply=ply, move=legal[0]["move"])
    told = players[1].done("GET", path)
    assert told["now"] + 50 < told["claimable_at"] <= told["now"] + CLAIMED_AFTER
    assert players[1].refused("POST", f"{path}/claims", seat=1, kind="win") == "not-now"
    monkeypatch.setattr("ludarium.tables.live_table.CLAIMED_AFTER", 0.0)
    assert players[0].refused("POST", f"{path}/claims", seat=0, kind="win") == "not-now"
    told = players[1].done("POST", f"{path}/claims", seat=1, kind="win")
    assert (told["result"]["reason"], told["result"]["winners"]) == ("forfeit", [1])


def test_who_keeps_the_bot_is_asked_no_more(site: Site) -> None:
    ana, petr, eva = (site.visitor(name) for name in ("Ana", "Petr", "Eva"))
    with mock.patch.object(table_server.TableServer, "_ask_bots"):
        first = play_now(ana, alone="bot")
        [mine] = ana.table(first["table"])["you"]["seats"]
        with ana.watching(f"/tables/{first['table']}/watch"):
            assert play_now(petr, alone="bot")["asked"] == "Ana"
            path = f"/api/tables/{first['table']}/places"
            ana.done("POST", path, seat=mine, accept=False)
            own = play_now(petr, alone="bot", table=first["table"])
            assert (own["status"], own["asked"]) == ("live", None)
            assert own["table"] != first["table"]
            assert play_now(eva, alone="bot")["table"] != first["table"]


@pytest.mark.parametrize("game", ["yoxii", "kuhn", "backgammon", "chess"])
def test_a_place_that_was_taken_is_one_game_of_two_people(game: str) -> None:
    desk = Desk(game, "ana", "level:1", listed=True, quick_pairing=True, clock=clock_of(game))
    with refused("not-open"):
        desk.ask(places.take_place, "petr")
    desk.ask(places.want_place, "petr", "Petr", "Petr")
    with refused("seat-taken"):
        desk.ask(places.want_place, "eva", "Eva", None)
    desk.wait(places.PATIENCE - 4)
    desk.ask(places.answer_place, 0, "ana", True)
    with refused("not-open"):
        desk.ask(places.take_place, "eva")
    before = desk.table
    desk.ask(places.take_place, "petr")
    with refused("stale"):  # the bot was still thinking
        meant_move(before, 1, "", desk.table, desk.now)
    table = desk.reread()
    assert [chair.account for chair in table.chairs][1] == "Petr"
    assert table.record is not None
    assert table.record.players[1] == "Petr"
    assert table.people == (0, 1)
    assert not table.rated, "before both have moved"
    assert table.chairs[1].left == (600 if table.options.clock.kind == "fischer" else None)
    fields = [CODEC.write(entry) for entry in desk.log]
    changed, seats = anonymous_entries(fields, "petr", "Petr", "nobody")
    assert seats == [1]
    told = [changed.get(number, entry) for number, entry in enumerate(fields, 1)]
    assert "petr" not in str(told).casefold(), "whose account was deleted"


def test_a_place_lapses() -> None:
    desk = Desk("yoxii", "ana", "level:1", listed=True, quick_pairing=True)
    desk.ask(places.want_place, "petr", "Petr", None)
    desk.wait(places.PATIENCE)
    with refused("not-now"):
        desk.ask(places.answer_place, 0, "ana", True)
    desk = Desk("yoxii", "ana", "level:1", listed=True, quick_pairing=True)
    desk.ask(places.want_place, "petr", "Petr", None)
    desk.ask(places.answer_place, 0, "ana", True)
    desk.wait(places.COMING)
    with refused("not-open"):
        desk.ask(places.take_place, "petr")
    assert desk.reread().chairs[1].is_bot, "who plays goes on with the bot"
    with refused("seat-taken"):
        desk.ask(places.want_place, "eva", "Eva", None)


def clock_of(game: str) -> Clock:
    return pairing.pairing_options(catalogue.find(game)).clock


def test_of_two_who_wait_the_younger_moves_on(site: Site) -> None:
    """Whoever asks at the same moment as another opens a table, too; neither waits in vain."""
    ana, petr = site.visitor("Ana"), site.visitor("Petr")
    first = play_now(ana)["table"]
    with mock.patch.object(pairing, "NEAR", -1e9):  # nobody is near
        second = play_now(petr)["table"]
    assert first != second
    assert play_now(ana)["table"] == first
    moved = play_now(petr, table=second)
    assert (moved["table"], moved["status"]) == (first, "live")
    assert play_now(ana, table=first) == moved, "asked too late, it opens no other table"
    assert petr.table(second)["status"] == "over"
    assert second not in [one["id"] for one in ana.done("GET", "/api/tables?state=over")]


def test_ratings_that_are_near_enough_widen_with_the_time_waited() -> None:
    ratings = Ratings()
    for _ in range(30):
        ratings.add(["account:strong", "account:weak"], [1, -1])
    strong, weak = (pairing.rating_of(ratings, who) for who in ("strong", "weak"))
    assert strong - weak > pairing.NEAR
    needed = (strong - weak - pairing.NEAR) / pairing.WIDER

    def near(waited: float, own: float | None = None) -> bool:
        now = server_time()
        found = {"created": now - waited, "seats": [None, {"account": "strong"}]}
        mine = None if own is None else {"created": now - own}
        return pairing.is_near(found, ratings, weak, mine)

    assert not near(needed - 5)
    assert near(needed + 1)
    assert near(0, own=needed + 1), "also when it is oneself who has waited"
    assert pairing.rating_of(ratings, None) == START


def test_a_table_waits_while_its_player_is_here(site: Site) -> None:
    ana = site.visitor("Ana")
    with (
        mock.patch.object(table_server, "STAYING", STAYING),
        mock.patch.object(table_server, "DESERTED", STAYING),
        mock.patch.object(table_server, "SWEEP", STAYING / 4),
    ):
        table = play_now(ana)["table"]
        with ana.watching(f"/tables/{table}/watch") as watch:
            opened = watch.table()
            later = watch.until(opened["version"] + 2)  # signs that she is here
            assert later["status"] == "open"
        assert play_now(site.visitor("Eva"))["table"] != table, "nobody meets who has just left"
        with site.visitor("Petr").watching(f"/tables/{table}/watch") as watch:
            while watch.table()["status"] != "over":
                pass
    assert play_now(ana)["table"] != table


def test_a_table_whose_server_was_killed_closes_by_itself() -> None:
    desk = Desk("yoxii", "ana", "", listed=True, quick_pairing=True)
    desk.wait(40)
    desk.ask(requests.stay)
    assert (desk.table.changed, desk.reread().due) == (desk.table.created + 1, desk.now + 50)
    desk.wait(49)
    assert desk.status == "open"
    desk.wait(1)
    assert desk.status == "over"
    with refused("not-open"):
        desk.ask(requests.stay)


def test_what_cannot_be_paired(site: Site) -> None:
    ana = site.visitor("Ana")
    assert ana.refused("POST", "/api/pairings", game="nothing") == "unknown"
    assert ana.refused("POST", "/api/pairings", game="yoxii", seats=2) == "invalid"
    table = ana.open("yoxii", "me", listed=True)
    told = play_now(site.visitor("Petr"))
    assert told["table"] != table, "it may be meant for a friend"
    assert told["waiting"] == 1


def test_opening_is_limited_but_asking_again_is_not(tmp_path: Path) -> None:
    with Site.opened(tmp_path, limited=True) as site:
        ana = site.visitor("Ana")
        site.context.newcomers = Bucket(rate=0.001, burst=1)
        play_now(ana)
        for _ in range(3):
            play_now(ana)
        assert ana.refused("POST", "/api/pairings", game="hex") == "too-many"


def test_a_thousand_searches_a_minute_are_refused_in_one_line(tmp_path: Path) -> None:
    with Site.opened(tmp_path, limited=True) as site:
        ana = site.visitor("Ana")
        site.context.searches = Bucket(rate=0.001, burst=3)
        for text in ("chees", "chees", "othelo"):
            ana.done("GET", f"/api/games/search?text={text}")
        assert ana.refused("GET", "/api/games/search?text=chees") == "too-many"


def test_games_of_bots_are_listed_while_somebody_watches(site: Site) -> None:
    ana = site.visitor("Ana")
    with mock.patch.object(table_server.TableServer, "_ask_bots"):  # they think for long
        table = ana.open("yoxii", "level:1", "level:1")
        with ana.watching("/lobby") as lobby:
            assert lobby.next()["live"] == []
            with ana.watching(f"/tables/{table}/watch") as watch:
                watch.table()
                site.context.tables.lobby.wake()
                told = lobby.next()
                assert [one["id"] for one in told["live"]] == [table]
                assert told["crowds"] == {}


def test_two_requests_at_once_of_who_moves_on(tmp_path: Path) -> None:
    async def ask(database: str) -> None:
        async with Store.opened(database) as store, TableServer.opened(store) as tables:
            ana = Visitors(store).newcomer("en")
            game = catalogue.find("yoxii")
            waits = await pairing.pair(
                tables, Ranking(store), game, ana, "Ana", "", SOMEBODY, nullcontext
            )
            left = [await pairing.has_left(tables, waits.table.id, ana) for _ in range(2)]
            assert left == [True, False], "the second comes too late, which is no fault"

    with database_of("sqlite", tmp_path) as database:
        asyncio.run(ask(database))


def test_two_servers_of_a_database_pair_two_people(tmp_path: Path) -> None:
    async def meet(database: str) -> None:
        async with (
            Store.opened(database) as one,
            Store.opened(database) as other,
            TableServer.opened(one) as at_one,
            TableServer.opened(other) as at_other,
        ):
            found = [
                await pairing.pair(
                    tables,
                    Ranking(tables.store),
                    catalogue.find("yoxii"),
                    Visitors(tables.store).newcomer("en"),
                    name,
                    "",
                    SOMEBODY,
                    nullcontext,
                )
                for tables, name in ((at_one, "Ana"), (at_other, "Petr"))
            ]
            assert found[0].table.id == found[1].table.id
            assert set(found[1].table.names) == {"Ana", "Petr"}

    with database_of("postgresql", tmp_path) as database:
        asyncio.run(meet(database))
