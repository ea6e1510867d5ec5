"""Nobody fills the lists of others, and what was opened near a reader is never hidden."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any
from unittest import mock

import orjson
import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium import catalogue
from ludarium.database import schema, table_index
from ludarium.database.store import Store
from ludarium.database.table_index import OF_HOST, OF_NETWORK
from ludarium.tables import lobby
from ludarium.tables.lobby import Lobby
from ludarium.tables.projections import Opener
from ludarium.tables.server import TableServer
from ludarium.web.lobby import pairing
from ludarium.web.people.visitors import Visitors
from serving import database_of
from tables_help import Site, Visitor

KINDS = ["sqlite", "postgresql"]
ATTACKERS = [f"2001:db8:bad:{number:x}::1" for number in range(4)]
"""Each in a /64 of its own, in one /48."""
FAR, SCHOOL = "198.51.100.7", "203.0.113.5"
Row = dict[str, Any]


def at(site: Site, address: str) -> Visitor:
    return site.visitor(**{"x-forwarded-for": address})


def listed(visitor: Visitor) -> list[str]:
    return [one["id"] for one in visitor.done("GET", "/api/tables?game=yoxii")]


def in_lobby(visitor: Visitor) -> list[str]:
    address = visitor.headers["x-forwarded-for"]
    with visitor.watching("/lobby", **{"x-forwarded-for": address}) as watch:
        return [one["id"] for one in watch.next()["open"]]


def all_that_may_be(visitor: Visitor) -> list[str]:
    """The tables that the visitor opens until that is refused."""
    found: list[str] = []
    while True:
        answer = visitor.ask("POST", "/api/tables", game="yoxii", sit=["me"], listed=True)
        if answer.is_error:
            assert answer.status_code == 429
            return found
        found.append(answer.json()["id"])
        if len(found) == 1:  # what changes later does not make it another's
            visitor.done("DELETE", f"/api/tables/{found[0]}/seats/0")
            visitor.sit(found[0], 0)


def test_attackers_fill_no_list(tmp_path: Path) -> None:
    with Site.opened(tmp_path, limited=True) as site:
        petr = at(site, SCHOOL)
        table = at(site, FAR).open(listed=True)
        theirs = {
            one
            for address in ATTACKERS
            for _ in range(3)
            for one in all_that_may_be(at(site, address))
        }
        assert len(theirs) == 100, "a /48 has no more"
        for seen in (listed(petr), in_lobby(petr)):
            assert table in seen
            assert len(theirs.intersection(seen)) == OF_NETWORK
        assert petr.table(min(theirs))["status"] == "open", "by its link"
        near = at(site, ATTACKERS[0])
        for seen in (listed(near), in_lobby(near)):
            assert {*theirs, table} == set(seen)
    with Site.opened(tmp_path, limited=True) as site:  # after a restart
        near = at(site, ATTACKERS[0])
        assert len(theirs.intersection(listed(at(site, SCHOOL)))) == OF_NETWORK
        assert theirs.issubset(listed(near))
        assert near.refused("POST", "/api/tables", game="yoxii", sit=["me"]) == "too-many"
    with Site.opened(tmp_path) as site:  # without limits
        assert len(theirs.intersection(listed(at(site, SCHOOL)))) == 50
    with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as database:
        assert not [line for line in database.iterdump() if "2001:db8" in line or SCHOOL in line]


def test_a_school_behind_one_address(tmp_path: Path) -> None:
    """Sixty devices: none is refused, each sees all tables, and they are paired at once."""
    with Site.opened(tmp_path, limited=True) as site, mock.patch.object(lobby, "AGE", 0.0):
        pupils = [at(site, SCHOOL) for _ in range(60)]
        tables = [pupil.open(listed=True) for pupil in pupils[:30]]
        for pupil in (pupils[0], pupils[-1]):
            assert set(tables) == set(listed(pupil)) == set(in_lobby(pupil))
        assert len(listed(at(site, FAR))) == OF_NETWORK
        for pupil, table in zip(pupils[30:], tables, strict=True):
            pupil.sit(table, 1)
        told = [pupil.done("POST", "/api/pairings", game="hex") for pupil in pupils]
        assert set(Counter(one["table"] for one in told).values()) == {2}
        assert {one["status"] for one in told[1::2]} == {"live"}


def test_attackers_hide_nobody_who_waits(tmp_path: Path) -> None:
    """Who is considered for a quick pairing, at another server than the one of the attackers."""

    async def check(database: str) -> None:
        async with (
            Store.opened(database) as one,
            Store.opened(database) as other,
            TableServer.opened(one) as at_one,
            TableServer.opened(other) as at_other,
        ):
            options = pairing.pairing_options(catalogue.find("yoxii"))

            async def wait(host: str, network: str) -> str:
                visitor, opener = Visitors(one).newcomer(), Opener(host, network)
                live = await pairing.open_one(at_one, options, visitor, host, "", opener)
                return live.table.id

            async def considered(network: str) -> set[str]:
                found = await pairing.open_tables(at_other, options, network)
                return {table["id"] for table in found}

            ana = await wait("Ana", "far")
            theirs = {await wait(f"Eve {number}", "attackers") for number in range(20)}
            found = await considered("school")
            assert ana in found
            assert len(found & theirs) == OF_NETWORK
            assert await considered("attackers") == {ana, *theirs}

    with (
        database_of("postgresql", tmp_path) as database,
        mock.patch.object(pairing, "CONSIDERED", 10),
    ):
        asyncio.run(check(database))


# The rule, beside an obvious one

ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "host": st.sampled_from("abc"),
            "network": st.sampled_from(["school", "home", None]),
            "game": st.sampled_from(["yoxii", "hex"]),
            "status": st.sampled_from(["open", "open", "open", "over"]),
            "shown": st.sampled_from([True, True, True, False]),
            "pairing": st.sampled_from([True, False, None]),
            "updated": st.integers(1, 5).map(float),
        }
    ),
    max_size=30,
)
SIZE, COUNTED, MANY = 4, 12, 20


def filled(number: int, row: Row) -> Row:
    """A row of the database, of which that is what matters."""
    identity = f"table{number:02}"
    told = {"id": identity, "updated": row["updated"], "game": row["game"], "seats": []}
    host = row["host"] if row["network"] else None
    rest = {"version": 1, "bots": False, "awaited": 0, "summary": orjson.dumps(told).decode()}
    return {**row, "id": identity, "host": host, **rest}


def latest(row: Row) -> tuple[float, str]:
    return -row["updated"], row["id"]


def few(rows: list[Row], limit: int) -> list[str]:
    """Those that a list shows to anybody."""
    of_networks = defaultdict(list)
    for row in sorted(rows, key=latest):
        of_networks[row["network"] or row["id"]].append(row)
    ranked = []
    for found in of_networks.values():
        hosts = Counter[str]()
        numbered = []
        for row in found:
            hosts[row["host"]] += 1
            if hosts[row["host"]] <= OF_HOST:
                numbered.append((hosts[row["host"]], *latest(row)))
        ranked += [(rank, *one[1:]) for rank, one in enumerate(sorted(numbered)[:OF_NETWORK])]
    return [identity for *_, identity in sorted(ranked)[:limit]]


@pytest.mark.parametrize("kind", KINDS)
def test_lists_show_what_they_should(kind: str, tmp_path: Path) -> None:
    async def check(store: Store, some: list[Row]) -> None:
        rows = [filled(number, row) for number, row in enumerate(some)]
        async with store._engine.connect() as connection:
            await connection.execute(sa.delete(schema.tables))
            if rows:
                await connection.execute(sa.insert(schema.tables), rows)
        shown = [row for row in rows if row["status"] == "open" and row["shown"]]
        place = Lobby(store, lambda _: False)
        for network in ("school", "home", "elsewhere", ""):
            near = {row["id"] for row in shown if row["network"] == network}
            told = (await place.shown(network))["open"]
            assert {one["id"] for one in told} == {*few(shown, SIZE), *near}
            for game, paired in ((None, False), ("yoxii", False), ("yoxii", True)):
                fitting = [
                    row
                    for row in shown
                    if game in (None, row["game"]) and (row["pairing"] or not paired)
                ]
                near = {row["id"] for row in fitting if row["network"] == network}
                told = await place.open_tables(network, game=game, pairing=paired, limit=SIZE)
                assert {one["id"] for one in told} == {*few(fitting, SIZE), *near}
                assert told == sorted(told, key=latest)
        everything = await Lobby(store, lambda _: False, limited=False).open_tables("", limit=SIZE)
        expected = sorted(shown, key=latest)[:SIZE]
        assert [one["id"] for one in everything] == [row["id"] for row in expected]

    with (
        database_of(kind, tmp_path) as database,
        asyncio.Runner() as runner,
        mock.patch.multiple(lobby, SIZE=SIZE, COUNTED=COUNTED, AGE=0.0),
        mock.patch.object(table_index, "RANKED", 31),
    ):
        stack = contextlib.AsyncExitStack()
        store = runner.run(stack.enter_async_context(Store.opened(database)))

        @settings(max_examples=100 if kind == "sqlite" else 25, deadline=None)
        @given(ROWS)
        def all_hold(some: list[Row]) -> None:
            runner.run(check(store, some))

        all_hold()
        runner.run(stack.aclose())


def test_no_list_reads_more_than_so_many_tables(tmp_path: Path) -> None:
    """However many there are."""
    number = 5_000

    async def steps(database: str) -> list[str]:
        asked: list[tuple[str, Any]] = []
        async with Store.opened(database) as store:
            for first in range(0, number, 1_000):
                rows = [
                    filled(
                        one,
                        {
                            "host": f"{one}",
                            "network": f"{one % 100}",
                            "game": "yoxii",
                            "status": "open",
                            "shown": True,
                            "pairing": True,
                            "updated": float(one),
                        },
                    )
                    for one in range(first, first + 1_000)
                ]
                async with store._engine.begin() as connection:
                    await connection.execute(sa.insert(schema.tables), rows)

            @sa.event.listens_for(store._engine.sync_engine, "before_cursor_execute")
            def note(_: Any, __: Any, statement: str, given: Any, *___: Any) -> None:
                asked.append((statement, given))

            for game, paired in ((None, False), ("yoxii", False), ("yoxii", True)):
                found = await store.table_index.open_tables(game=game, pairing=paired, limit=50)
                assert len(found) == 50
                assert all(one.is_one_of_many for one in found)
                near = await store.table_index.open_of_network(
                    "7", game=game, pairing=paired, limit=90
                )
                assert len(near) == 50
            assert await store.table_index.number_open("7", "7") == (1, 50)
        with contextlib.closing(sqlite3.connect(database)) as read:
            return [
                row[3]
                for statement, given in asked
                for row in read.execute(f"EXPLAIN QUERY PLAN {statement}", given)
            ]

    found = [step for step in asyncio.run(steps(str(tmp_path / "tables.db"))) if "tables" in step]
    assert {step.partition(" (")[0].rpartition(" ")[2] for step in found} == {
        "tables_shown",
        "tables_shown_by_game",
        "tables_open_of_pairing",
        "tables_open_of_network",
        "sqlite_autoindex_tables_1",
    }
    assert not [step for step in found if step.startswith("SCAN")]
