"""What visitors may have kept here is bounded, and what nobody uses is let go."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import sqlalchemy as sa
from starlette.requests import HTTPConnection
from typer.testing import CliRunner

from ludarium.cli.commands import app
from ludarium.database.owned import Owner, Stock
from ludarium.database.store import Store
from ludarium.eventlog.clock import server_time
from ludarium.eventlog.live import Watcher
from ludarium.tables.errors import TableError
from ludarium.tournaments.entries import Added, Created, Entry, Started
from ludarium.tournaments.options import Options
from ludarium.tournaments.server import server as tournament_server
from ludarium.tournaments.server.live import LiveTournament
from ludarium.tournaments.server.server import TournamentServer
from ludarium.web.people import allowances
from ludarium.web.people.allowances import ALLOWANCES, Allowance, Allowances
from serving import database_of
from tables_help import Site, eventually, opened_tournaments

KINDS = ["sqlite", "postgresql"]
SMALL = {"tournament": Allowance(Stock(2, 10_000), Stock(4, 20_000), Stock(6, 30_000))}


def at(host: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "client": (host, 1)})


async def kept(allowed: Allowances, host: str, holders: int, size: int = 1) -> int:
    """How many tournaments identities at this address get kept; each asks until it is refused."""
    found = 0
    for holder in range(holders):
        owner = allowed.owner(f"{host} {holder}", at(host))
        with contextlib.suppress(TableError):
            while True:
                await allowed.check("tournament", owner, 1, size)
                await allowed.keep("tournament", f"{host} {holder} {found}", owner, size)
                found += 1
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_no_identity_address_or_network_has_more_than_its_share(kind: str, tmp_path: Path) -> None:
    async def check(database: str) -> None:
        async with Store.opened(database) as store:
            allowed = Allowances(store)
            assert await kept(allowed, "10.0.0.1", 1) == 2
            assert await kept(allowed, "10.0.0.2", 9) == 4
            networks = [await kept(allowed, f"2001:db8:0:{n:x}::1", 9) for n in range(5)]
            assert networks == [4, 2, 0, 0, 0], "of one /48, however many /64s there are"
            assert await kept(allowed, "2001:db8:1::1", 1) == 2, "that is another"
            assert await kept(allowed, "10.0.0.3", 9, size=9_000) == 2, "by bytes"
            assert await kept(Allowances(store, 2.0), "10.0.0.4", 1) == 4
            later = server_time() + allowances.MONTH + 1
            with mock.patch.object(allowances, "server_time", return_value=later):
                assert await kept(allowed, "10.0.0.2", 2) == 0, "these have theirs"
                assert await kept(allowed, "10.0.0.2", 9) == 4, "but others of the address do not"
            [row] = await store.owned.largest("tournament", "network", 1)
            assert "2001" not in row[0]
            assert "10.0" not in row[0]

    with database_of(kind, tmp_path) as database, mock.patch.dict(ALLOWANCES, SMALL):
        asyncio.run(check(database))


def test_a_school_is_not_refused() -> None:
    """Sixty devices behind one address, each with a tournament, five studies and an account."""
    for kind, each in (("tournament", 1), ("study", 5), ("account", 1), ("device", 2)):
        assert ALLOWANCES[kind].of_identity.number >= each
        assert ALLOWANCES[kind].of_address.number >= 60 * each


def test_a_tournament_grows_as_far_as_its_founder_may(tmp_path: Path) -> None:
    """What is under way goes on all the same."""
    with mock.patch.dict(ALLOWANCES, SMALL), Site.opened(tmp_path, limited=True) as site:
        ana = site.visitor("Ana")
        options = {
            "name": "Cup",
            "format": "swiss",
            "game": "yoxii",
            "online": False,
            "rounds": 5,
        }
        cup = f"/api/tournaments/{ana.done('POST', '/api/tournaments', **options)['id']}"
        ana.done("POST", f"{cup}/players", names=[f"Player {n}" for n in range(100)])
        ana.done("POST", f"{cup}/start")
        assert ana.refused("POST", f"{cup}/players", names=["One more"]) == "too-many"
        assert ana.refused("POST", f"{cup}/undo") == "too-many"
        assert ana.refused("POST", "/api/tournaments", **options) == "too-many"
        [match, *_] = ana.done("GET", f"{cup}/rounds/1")["matches"]
        winner = match["seats"][0]
        ana.done("POST", f"{cup}/matches/{match['number']}/results", winner=winner)
        ana.done("POST", f"{cup}/pause")


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_gone_counts_no_more(kind: str, tmp_path: Path) -> None:
    """A device that was another's, one of many, and all that an account had."""

    async def check(database: str) -> None:
        async with Store.opened(database) as store:
            await store.accounts.add("ana", "Ana", "ana", "hash", "code", 1.0)
            owner = Owner("ana", "a", "n")
            for number in range(5):
                device = dict.fromkeys(("endpoint", "p256dh", "auth", "session"), "x")
                device |= {"id": f"{number}", "holder": "ana", "language": "cs"}
                await store.subscriptions.add({**device, "created": number}, 3)
                await store.owned.add("device", f"{number}", owner, 0, 1.0)
            await store.subscriptions.end("4", "somebody else")
            await store.subscriptions.end("3", "ana")
            await store.subscriptions.add({**device, "created": 9.0}, 3)
            assert (await store.owned.stocks("device", owner, 0.0))[0].number == 2
            await store.owned.add("account", "ana", owner, 0, 1.0)
            account = await store.accounts.find("ana")
            assert account
            assert await store.accounts.close(account, 2.0)
            await store.accounts.delete("ana", "former")
            for what in ("device", "account"):
                assert await store.owned.stocks(what, owner, 0.0) == (Stock(0, 0),) * 3

    with database_of(kind, tmp_path) as database:
        asyncio.run(check(database))


# What nobody uses


async def announced(tournaments: TournamentServer, name: str, *more: Entry) -> LiveTournament:
    now = server_time()
    options = Options(format="swiss", game="yoxii").to_json()
    founded = Created(
        at=now, by="organiser", name=name, options=options, seed=1, holder=f"founder of {name}"
    )
    joined = Added(at=now, by="player:1", name="Player", holder=f"player of {name}")
    return await tournaments.create(founded, joined, *more)


def test_a_tournament_that_nobody_uses_is_not_in_memory(tmp_path: Path) -> None:
    async def check(database: str) -> None:
        async with opened_tournaments(database) as tournaments:
            identity = (await announced(tournaments, "Cup")).tournament.id
            await eventually(lambda: not tournaments._live)
        async with opened_tournaments(database) as tournaments:
            assert not tournaments._live, "a start loads none"
            assert tournaments.has_tournaments("player of Cup")
            assert not tournaments.has_tournaments("somebody")
            watcher = Watcher("player of Cup")
            async with tournaments.being_here("player of Cup", watcher):
                await eventually(lambda: tournaments._live)
                live = tournaments._live[identity]
                await eventually(lambda: watcher.woken.is_set() and tournaments.present(live))
                await asyncio.sleep(0.3)
                assert identity in tournaments._live, "as long as somebody is here"
            await eventually(lambda: not tournaments._live)

    with (
        mock.patch.object(tournament_server, "KEPT", 0.1),
        mock.patch.object(tournament_server, "BRIEFLY", 0.1),
        mock.patch.object(tournament_server, "SWEEP", 0.05),
    ):
        asyncio.run(check(str(tmp_path / "tables.db")))


def test_few_entries_of_tournaments_that_nobody_uses_are_in_memory(tmp_path: Path) -> None:
    async def check(database: str) -> None:
        async with opened_tournaments(database) as tournaments:
            names = ("first", "second", "third", "last")
            cups = [(await announced(tournaments, name)).tournament.id for name in names]
            await eventually(lambda: list(tournaments._live) == cups[2:])
            await tournaments.live(cups[0])
            await eventually(lambda: list(tournaments._live) == [cups[3], cups[0]])

    with (
        mock.patch.object(tournament_server, "MOST_RESTING", 4),  # two of two entries each
        mock.patch.object(tournament_server, "BRIEFLY", 0.1),
        mock.patch.object(tournament_server, "SWEEP", 0.05),
    ):
        asyncio.run(check(str(tmp_path / "tables.db")))


@pytest.mark.parametrize("kind", KINDS)
def test_tournaments_of_guests_that_never_began_are_deleted(kind: str, tmp_path: Path) -> None:
    week, year = tournament_server.UNBEGUN, 365 * 86_400.0

    async def there(tournaments: TournamentServer) -> set[str]:
        found = await tournaments.store.table_index.tournaments()
        assert set(tournaments._live) <= {one["id"] for one in found}
        return {one["name"] for one in found}

    async def check(database: str) -> None:
        async with opened_tournaments(database) as tournaments:
            accounts, now = tournaments.store.accounts, server_time()
            await accounts.add("ana", "Ana", "founder of Kept", "hash", "code", 1.0)
            started = Started(at=now, by="organiser", order=())
            await announced(tournaments, "Kept")
            guests = await announced(tournaments, "Guests'")
            await announced(tournaments, "Begun", started)
            await tournaments.store.owned.add(
                "tournament", guests.tournament.id, Owner("x", "y", "z"), 9, now
            )
            for after, left in (
                (week / 2, {"Kept", "Guests'", "Begun"}),
                (week * 1.1, {"Kept", "Begun"}),
                (year, {"Kept", "Begun"}),
            ):
                with mock.patch.object(tournament_server, "server_time", return_value=now + after):
                    await tournaments.forget_old()
                assert await there(tournaments) == left
            assert await tournaments.store.owned.largest("tournament", "holder", 9) == []
            tournaments.tables.keep = year / 2
            with mock.patch.object(tournament_server, "server_time", return_value=now + year):
                await tournaments.forget_old()
            assert await there(tournaments) == {"Kept"}

    with database_of(kind, tmp_path) as database:
        asyncio.run(check(database))


def test_the_operator_is_told_what_is_kept(tmp_path: Path) -> None:
    """Also while a server runs."""
    with Site.opened(tmp_path) as site:
        ana = site.visitor("Ana")
        ana.done("POST", "/api/tournaments", name="Cup", format="swiss", game="yoxii")
        asked = CliRunner().invoke(
            app, ["kept", "--json", "--database", str(tmp_path / "tables.db")]
        )
        told = json.loads(asked.stdout)
        assert told["tables"]["tournaments"]["number"] == 1
        assert told["tables"]["tournament_entries"]["size"] > 100
        assert {(one["kind"], one["by"]) for one in told["owners"]} == {
            ("tournament", sharer) for sharer in ("holder", "address", "network")
        }
        assert "127.0.0.1" not in asked.stdout
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE other (x)")
    asked = CliRunner().invoke(app, ["kept", "--database", str(tmp_path / "other.db")])
    assert isinstance(asked.exception, Exception)
    assert "cannot read the database" in str(asked.exception)


# What lists read


@pytest.mark.parametrize("holder", [None, "ana"])
@pytest.mark.parametrize("game", [None, "yoxii"])
@pytest.mark.parametrize("status", ["open", "live", "over"])
def test_lists_read_no_rows_of_others(
    status: str, game: str | None, holder: str | None, tmp_path: Path
) -> None:
    """However many tables there are: each condition is one of an index."""

    async def plan(database: str) -> list[str]:
        asked: list[tuple[str, Any]] = []
        async with Store.opened(database) as store:

            @sa.event.listens_for(store._engine.sync_engine, "before_cursor_execute")
            def note(_: Any, __: Any, statement: str, given: Any, *___: Any) -> None:
                asked.append((statement, given))

            await store.table_index.summaries(
                status=status, game=game, holder=holder, shown=not holder
            )
        statement, given = asked[-1]
        with contextlib.closing(sqlite3.connect(database)) as read:
            return [row[3] for row in read.execute(f"EXPLAIN QUERY PLAN {statement}", given)]

    steps = asyncio.run(plan(str(tmp_path / "tables.db")))
    conditions = "id=?" if holder else f"{'game=? AND ' if game else ''}status=? AND shown=?"
    assert any(f"({conditions}" in step for step in steps if "tables" in step), steps
    assert not [step for step in steps if step.startswith("SCAN")]
