"""Profiles, the archive of all that a person has, and the end of an account."""

from __future__ import annotations

import asyncio
import io
import json
import random
import sqlite3
import time
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import quote

import chess.pgn
import pytest

from ludarium.database.store import Store
from ludarium.play.record import Record
from ludarium.ratings.ratings import Rating, Ratings
from ludarium.tables.projections import commit_of
from ludarium.tables.server import TableServer
from ludarium.web.people.player_stats import career
from ludarium.web.people.ranking import Ranking
from ludarium.web.people.rating_graphs import LEFT, MOST_POINTS, Track, graph
from serving import database_of
from tables_help import Desk, Site, Visitor

PASSWORD = "a long password"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with Site.opened(tmp_path) as site:
        yield site


def account(site: Site, name: str) -> Visitor:
    visitor = site.visitor()
    visitor.done("POST", "/api/accounts", name=name, password=PASSWORD)
    return visitor


def played(loser: Visitor, winner: Visitor, **options: Any) -> str:
    """A game that one resigns after a move of each."""
    table = loser.open("yoxii", "me", None, **options)
    winner.sit(table, 1)
    loser.move(table, 0, 0, "d5/3d6")
    winner.move(table, 1, 1, "e6/1d5")
    loser.done("POST", f"/api/tables/{table}/resignations", seat=0)
    return table


# What games add up to


def game(table: str, *seats: str, returns: tuple[float, ...], reason: str = "rules") -> Any:
    def seat(name: str) -> dict[str, Any]:
        agent = name if name.startswith("level") else None
        return {"account": None if agent or name == "guest" else name, "agent": agent}

    result = {"returns": list(returns), "reason": reason}
    return {"id": table, "game": "yoxii", "seats": [seat(one) for one in seats], "result": result}


def test_results_streaks_and_best_wins() -> None:
    games = [
        game("a", "Ana", "Petr", returns=(1, -1)),
        game("b", "level:3", "ana", returns=(-1, 1)),
        game("c", "guest", "Ana", returns=(0, 0)),
        game("d", "Ana", "Petr", returns=(1, -1)),
        game("e", "Ana", "level:3", returns=(-1, 1)),
        game("f", "Ana", "guest", "Petr", returns=(1, -1, -1)),
        game("g", "Ana", "Ana", returns=(1, -1)),  # against oneself
        game("h", "Ana", "Petr", returns=(0, 0), reason="abandoned"),
    ]
    ratings = Ratings()
    ratings.add(["bot:level:3", "account:petr"], [1, -1])
    found = career("Ana", games[::-1], {"yoxii": ratings})
    assert (found.games, found.won, found.drawn, found.lost) == (6, 4, 1, 1)
    assert (found.streak, found.longest) == (1, 2)
    people = [(one.account, one.won, one.drawn, one.lost) for one in found.people]
    assert people == [("Petr", 3, 0, 0), (None, 1, 1, 0)]
    assert [(one.agent, one.won, one.lost) for one in found.bots] == [("level:3", 1, 1)]
    assert [one["table"] for one in found.best] == ["b", "d"], "the strongest first"
    assert career("Nobody", games, {}).games == 0


def test_long_tracks_are_thinned_out_evenly() -> None:
    track, chance = Track(), random.Random(1)
    assert graph(track.points) is None
    for number in range(1, 1000):
        rating = 1500 + chance.randrange(-200, 200)
        track.add(Rating(rating, rating - 100, rating + 100, number))
        points = track.points
        assert len(points) <= MOST_POINTS
        assert points[-1][:2] == (number, rating)
    assert points[0][0] < 20
    drawn = graph(points)
    assert drawn
    assert (drawn.last, drawn.games) == (rating, 999)
    xs, ys = zip(*(map(float, pair.split(",")) for pair in drawn.line.split()), strict=True)
    assert (xs[0], xs[-1]) == (LEFT, drawn.width)
    assert list(xs) == sorted(xs)
    assert all(0 <= y <= drawn.height for y in ys)
    assert 2 <= len(drawn.scale) <= 5


def test_a_profile_tells_how_games_ended_that_were_begun_as_a_guest(site: Site) -> None:
    ana, petr = site.visitor("Ana"), site.visitor("Petr")
    table = ana.open("yoxii", "me")
    petr.done("POST", f"/api/tables/{table}/seats/1", name="Petr")
    for ply, (player, move) in enumerate(((ana, "d5/3d6"), (petr, "e6/1d5"))):
        player.move(table, ply, ply, move)
    petr.done("POST", f"/api/tables/{table}/resignations", seat=1)
    for guest, name, result in ((ana, "Winner", "won"), (petr, "Loser", "lost")):
        guest.done("POST", "/api/accounts", name=name, password=PASSWORD)
        history = ana.get(f"/people/{name}").text.partition("history-result")[2]
        assert f">{result}</span>" in history


def test_a_profile(site: Site) -> None:
    ana, petr = account(site, "Ana"), account(site, "Petr")
    for _ in range(3):
        open_to_all = played(petr, ana)
    hidden = played(ana, petr, watch="players")
    going_on = ana.open("yoxii", "me", "level:1")
    # what counts is what has been over for a while
    with mock.patch("ludarium.web.people.finished_games.SETTLED", 0.0):
        seen, own = petr.get("/people/Ana").text, ana.get("/people/Ana").text
    for page in (seen, own):
        assert '<svg class="rating-graph"' in page
        assert "The rating at Yoxii over" in page
        assert f'href="/table/{open_to_all}"' in page
    assert "3 games: 3 won, 0 drawn, 0 lost." in " ".join(seen.split())
    assert "4 games: 3 won, 0 drawn, 1 lost." in " ".join(own.split())
    assert "The longest streak is 3 wins" in own
    assert f"/table/{hidden}" in own
    assert f"/table/{hidden}" not in seen
    assert (
        own.index("Being played now")
        < own.index(f"/table/{going_on}")
        < own.index('<h2 id="games"')
    )


# The archive


def test_all_that_a_person_has(site: Site) -> None:
    ana, petr = account(site, "Ana"), account(site, "Petr")
    tables = [played(ana, petr), played(petr, ana)]
    going_on = ana.open("yoxii", "me", "level:1")
    played(petr, site.visitor("Eva"))  # another's
    answer = ana.get("/api/me/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="ludarium.zip"'
    packed = zipfile.ZipFile(io.BytesIO(answer.content))
    assert packed.testzip() is None
    about = json.loads(packed.read("account.json"))
    assert (about["name"], about["account"]) == ("Ana", "Ana")
    assert set(about["games"]) == {f"/table/{table}" for table in tables}
    assert about["unfinished"] == [f"/table/{going_on}"]
    lines = packed.read("games.jsonl").decode().splitlines()
    records = [Record.from_json(line) for line in lines]
    assert [record.players for record in records] == [("Petr", "Ana"), ("Ana", "Petr")]
    assert all(record.over for record in records)
    guest = zipfile.ZipFile(io.BytesIO(site.visitor("Guest").get("/api/me/export").content))
    assert guest.read("games.jsonl") == b""
    assert json.loads(guest.read("account.json"))["account"] is None


def test_the_archive_has_games_as_other_programs_read_them(site: Site) -> None:
    ana = account(site, "Ana")
    table = ana.open("chess", "me", "me")
    for ply, move in enumerate(("f3", "e5", "g4", "Qh4#")):
        ana.move(table, ply % 2, ply, move)
    packed = zipfile.ZipFile(io.BytesIO(ana.get("/api/me/export").content))
    assert packed.namelist() == ["account.json", "games.jsonl", "games.pgn"]
    game = chess.pgn.read_game(io.StringIO(packed.read("games.pgn").decode()))
    assert game
    assert game.end().board().is_checkmate()


def test_archives_are_rationed(tmp_path: Path) -> None:
    with Site.opened(tmp_path, limited=True) as site:
        ana = site.visitor("Ana")
        for _ in range(3):
            assert ana.get("/api/me/export").is_success
        assert ana.refused("GET", "/api/me/export") == "too-many"


# The end of an account


def gone(folder: Path, name: str) -> None:
    """Returns once nothing of the account is left to do."""
    with closing(sqlite3.connect(folder / "tables.db")) as read:
        for _ in range(2000):
            if not read.execute("SELECT 1 FROM accounts WHERE name = ?", (name,)).fetchall():
                return
            time.sleep(0.005)
    pytest.fail(f"{name} is still here")


def test_a_deleted_account_leaves_its_games_to_the_others(site: Site, tmp_path: Path) -> None:
    ana, petr = account(site, "Ana"), account(site, "Petr")
    lost, won = played(ana, petr), played(petr, ana)
    hidden = ana.open("yoxii", "me", None, watch="players")
    petr.sit(hidden, 1)
    ana.move(hidden, 0, 0, "d5/3d6")
    petr.move(hidden, 1, 1, "e6/1d5")
    waiting, challenge = ana.open("yoxii", "me", None), petr.open("yoxii", "me", None, invite="Ana")
    with mock.patch("ludarium.web.people.finished_games.SETTLED", 0.0):
        before = petr.done("GET", "/api/people/Petr")["ratings"]
    assert ana.refused("POST", "/api/account/deletion", password="not it at all") == "wrong-code"
    assert site.visitor().refused("POST", "/api/account/deletion", password="x") == "forbidden"
    with petr.watching(f"/tables/{won}/watch") as watch:
        watch.next()
        assert ana.done("POST", "/api/account/deletion", password=PASSWORD)["account"] is None
        gone(tmp_path, "Ana")
        assert petr.refused("POST", "/api/session", name="Ana", password=PASSWORD) == "wrong-code"
    assert petr.refused("GET", "/api/people/Ana") == "unknown"
    for table in (lost, won, hidden, waiting, challenge):
        told = petr.table(table) if table != waiting else site.visitor().table(table)
        assert told["status"] == ("open" if table == waiting else "over")
        assert "Ana" not in json.dumps(told)
        assert "Ana" not in petr.get(f"/api/tables/{table}/events").text
    seats = petr.table(lost)["seats"]
    assert [(one["name"], one["account"]) for one in seats] == [
        ("Deleted player", None),
        ("Petr", "Petr"),
    ]
    czech = site.visitor(**{"accept-language": "cs"})
    assert czech.table(lost)["seats"][0]["name"] == "Smazaný hráč"
    rows = "SELECT public || private FROM events UNION ALL SELECT summary FROM tables"
    with closing(sqlite3.connect(tmp_path / "tables.db")) as read:
        assert not [row for (row,) in read.execute(rows) if "Ana" in row or "ana" in row]
    assert '"Deleted player"' in petr.get(f"/api/tables/{lost}/record.jsonl").text
    # what still happens at the table does not make it forget that there were two
    petr.done("POST", f"/api/tables/{lost}/greetings", seat=1, greeting="thanks")
    # the ratings of others are what they were, also after a restart, and a new Ana is new
    again = account(site, "Ana")
    with mock.patch("ludarium.web.people.finished_games.SETTLED", 0.0):
        now = petr.done("GET", "/api/people/Petr")["ratings"]
        ranking = petr.done("GET", "/api/ranking")["games"]["yoxii"]
        with mock.patch.object(site.context, "ranking", Ranking(site.context.tables.store)):
            fresh = petr.done("GET", "/api/people/Petr")["ratings"]
        assert again.done("GET", "/api/people/Ana")["ratings"] == {}
    assert now["yoxii"]["games"] == before["yoxii"]["games"] + 1 == 3, "and the one given up"
    assert fresh == now
    assert [one["account"] for one in ranking] == ["Petr"]
    assert petr.refused("PUT", "/api/me", name="Eva") == "not-now"
    assert site.visitor().refused("PUT", "/api/me", name="deleted player") == "invalid"


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_deletion_that_was_cut_off_goes_on(kind: str, tmp_path: Path) -> None:
    async def check(database: str) -> None:
        async with Store.opened(database) as store:
            desk = Desk("yoxii", "ana", "petr")
            desk.move("d5/3d6")
            await store.append(commit_of(desk.table, *desk.log))
            await store.accounts.add("ana", "Ana", "ana", "hash", "code", 1.0)
            account = await store.accounts.find("ana")
            assert account
            assert await store.accounts.close(account, 2.0)
            assert not await store.accounts.close(account, 2.0), "it is closed"
            assert await store.accounts.find("ana") is None
            async with TableServer.opened(store) as tables:
                for _ in range(1000):
                    if not await store.accounts.closed():
                        break
                    await asyncio.sleep(0.01)
                table = (await tables.live(desk.table.id)).table
            assert (table.status, table.chairs[0].name) == ("over", "Deleted player")
            assert table.seats_of("ana") == ()
            assert table.chairs[0].former
            assert await store.table_index.tables_of("ana") == []
            assert await store.accounts.has_session("ana", "", 0.0) is False, "nobody is this guest"
            assert not await store.accounts.add("ana", "Ana", "ana", "hash", "code", 2.0)
            assert await store.accounts.add("ana", "Ana", "other", "hash", "code", 2.0)

    with database_of(kind, tmp_path) as database:
        asyncio.run(check(database))


def test_a_name_is_checked_before_it_is_kept(site: Site) -> None:
    visitor = site.visitor()
    assert visitor.done("GET", "/api/names?name=Ana")["fault"] is None
    for name in ("Bot 3", "x" * 100, "A\u2800na"):
        told = visitor.done("GET", f"/api/names?name={quote(name)}")["fault"]
        assert told == visitor.ask("PUT", "/api/me", name=name).json()["error"]
