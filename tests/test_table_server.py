"""Tables in memory and their logs on disk, without a server: who is first, and who hears of it."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import orjson
import pytest

import ludarium
from ludarium.database.store import DatabaseError, Store
from ludarium.eventlog.clock import server_time
from ludarium.eventlog.codec import Fields, LogEntry
from ludarium.eventlog.live import Watcher
from ludarium.eventlog.store import StreamName
from ludarium.tables import requests
from ludarium.tables.clocks import Clock
from ludarium.tables.entries import CODEC, Greeted, Moved
from ludarium.tables.live_table import LiveTable
from ludarium.tables.projections import commit_of
from ludarium.tables.server import TableServer
from ludarium.tables.table import Table
from ludarium.web.people.ranking import Ranking
from serving import database_of
from tables_help import Desk, refused


@asynccontextmanager
async def house_of(database: str) -> AsyncIterator[TableServer]:
    async with Store.opened(database) as store, TableServer.opened(store) as table_server:
        yield table_server


def desk_of_two() -> Desk:
    return Desk("yoxii", "ana", "petr")


async def stored(store: Store, table_id: str, after: int = 0) -> list[LogEntry]:
    return [CODEC.read(*fields) for fields in await store.load("table", table_id, after)]


async def keep(store: Store, desk: Desk) -> None:
    assert await store.append(commit_of(desk.table, *desk.log))


def moved(table: Table, text: str) -> tuple[Table, LogEntry]:
    """The table after the first seat's move, and the event of that."""
    event = Moved(at=table.changed + 1, seat=0, move=text)
    return table.after(event), event


# The log


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_of_two_who_write_the_same_number_one_has_written_it(kind: str, tmp_path: Path) -> None:
    async def race(database: str) -> None:
        async with Store.opened(database) as store:
            desk = desk_of_two()
            await keep(store, desk)
            items = [commit_of(*moved(desk.table, text)) for text in ("e5/3f5", "e5/2f5", "d5/2d6")]
            told = await asyncio.gather(*(store.append(item) for item in items))
            assert sorted(told) == [False, False, True]
            (written,) = await stored(store, desk.table.id, desk.table.version)
            (texts,) = items[told.index(True)].entries
            assert written == CODEC.read(*map(orjson.loads, texts))

    with database_of(kind, tmp_path) as database:
        asyncio.run(race(database))


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_what_belongs_together_is_written_whole_or_not_at_all(kind: str, tmp_path: Path) -> None:
    async def write(database: str) -> None:
        async with Store.opened(database) as store:
            first, second = Desk("yoxii", "ana", ""), Desk("yoxii", "eva", "petr")  # of one id
            assert await store.append(commit_of(first.table, *first.log))
            assert not await store.append(commit_of(second.table, *second.log))
            assert await stored(store, first.table.id) == first.log
            assert await store.table_index.summaries(holder="eva", shown=False) == []
            # again, as after a connection broke
            assert await store.append(commit_of(first.table, *first.log))

    with database_of(kind, tmp_path) as database:
        asyncio.run(write(database))


@pytest.mark.parametrize(
    "address",
    [
        ":memory:",
        "sqlite://",
        "sqlite:///:memory:",
        "",
        "oracle://x",
        "postgresql://u:secret@host:port/db",
    ],
)
def test_addresses_that_are_no_database(address: str) -> None:
    async def use() -> None:
        async with Store.opened(address):
            pass

    with pytest.raises(
        DatabaseError, match=r"expected postgresql://\.\.\., sqlite:///FILE or the name of a file"
    ) as refusal:
        asyncio.run(use())
    assert "secret" not in str(refusal.value)


def test_a_database_that_cannot_be_used_is_let_go(tmp_path: Path) -> None:
    """What was no database can be put right, and then be used by the same process."""

    async def use() -> None:
        file = tmp_path / "tables.db"
        file.write_text("This is no database, as a few dozen bytes show.")
        with pytest.raises(
            DatabaseError, match=r"cannot use the database .*: file is not a database"
        ):
            await AsyncExitStack().enter_async_context(Store.opened(str(file)))
        file.unlink()
        async with Store.opened(str(file)):
            pass

    asyncio.run(use())


def test_a_database_of_another_version(tmp_path: Path) -> None:
    async def use() -> None:
        async with Store.opened(str(tmp_path / "tables.db")):
            pass

    asyncio.run(use())
    database = sqlite3.connect(tmp_path / "tables.db")
    database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.commit()
    database.close()
    with pytest.raises(DatabaseError, match=r"is not of this version of Ludarium: .*'9999'"):
        asyncio.run(use())


def test_a_database_from_before_there_were_sessions(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def use() -> tuple[dict[str, Any] | None, bool | None, bool | None]:
        async with Store.opened(str(file)) as store:
            asked = {"key": "ana", "holder": "holder", "password": "hash"}
            begun = await store.accounts.sign_in(asked, "session", 2.0)
            assert begun == (await store.accounts.find("ana") is not None)
            return (
                await store.accounts.find("ana"),
                await store.accounts.has_session("holder", "session", since=2.0),
                await store.accounts.has_session("holder", "session", since=3.0),
            )

    assert asyncio.run(use()) == (None, None, None)
    database = sqlite3.connect(file)
    database.executescript("""
        DROP TABLE sessions;
        DROP TABLE subscriptions;
        DROP TABLE studies;
        DROP TABLE conditional_moves;
        DROP TABLE openings;
        DROP TABLE counted_games;
        DROP TABLE puzzle_attempts;
        DROP TABLE ended_identities;
        DROP TABLE tournament_holders;
        DROP TABLE long_notes;
        DROP TABLE owned;
        DROP INDEX tables_shown;
        DROP INDEX tables_shown_by_game;
        DROP INDEX tables_open_of_network;
        DROP INDEX tables_open_of_pairing;
        DROP INDEX tables_open_of_host;
        ALTER TABLE tables DROP COLUMN host;
        ALTER TABLE tables DROP COLUMN network;
        ALTER TABLE tables DROP COLUMN pairing;
        ALTER TABLE accounts DROP COLUMN recovery;
        ALTER TABLE tables DROP COLUMN awaited;
        UPDATE alembic_version SET version_num = '0003';
        INSERT INTO accounts VALUES ('ana', 'Ana', 'holder', 'hash', 1);
    """)
    database.close()
    account, session, none = asyncio.run(use())
    assert account == {
        "key": "ana",
        "name": "Ana",
        "holder": "holder",
        "password": "hash",
        "created": 1,
        "recovery": None,
    }
    assert (session, none) == (True, False)


# Other processes


def test_news_of_a_table_that_is_being_read(tmp_path: Path) -> None:
    """Another process writes after the log was read, and says so before the table is in memory."""

    async def hear() -> None:
        async with house_of(str(tmp_path / "tables.db")) as table_server:
            desk = desk_of_two()
            await keep(table_server.store, desk)
            later, event = moved(desk.table, "e5/3f5")
            read = table_server.store.load

            async def slow(
                stream: StreamName, table_id: str, after: int = 0, limit: int | None = None
            ) -> list[Fields]:
                events = await read(stream, table_id, after)
                if not after:
                    assert await table_server.store.append(commit_of(later, event))
                    await table_server._hear(
                        "another", [["table", table_id, later.version, later.due, False]]
                    )
                return events

            with mock.patch.object(table_server.store, "load", slow):
                live = await table_server.live(desk.table.id)
                await asyncio.gather(*table_server._background)
            assert live.table.version == later.version

    asyncio.run(hear())


def test_who_is_here_by_the_word_of_each_process() -> None:
    async def hear() -> None:
        live, watcher = LiveTable(desk_of_two().table), Watcher("ana")
        live.elsewhere.hear("second", [1])
        live.elsewhere.hear("third", [])  # which knows only of its own
        assert live.here() == [False, True]
        live.come(watcher)
        assert live.here() == [True, True]
        live.elsewhere.hear("second", [])
        live.go(watcher)
        assert live.here() == [False, False]
        live.elsewhere.hear("second", [1])
        with mock.patch("time.monotonic", return_value=float("inf")):
            assert live.elsewhere.forget_silent()
        assert live.here() == [False, False]

    asyncio.run(hear())


def test_of_many_spectators_not_each_is_noticed(tmp_path: Path) -> None:
    """Else a thousand who come make a million messages."""

    async def watch() -> None:
        async with house_of(str(tmp_path / "tables.db")) as table_server, AsyncExitStack() as stack:
            desk = desk_of_two()
            await keep(table_server.store, desk)
            first = Watcher("eva")
            await stack.enter_async_context(table_server.watching(desk.table.id, first))

            async def told(holder: str) -> tuple[bool, bool]:
                """Whether the first watcher is told of somebody who comes, and goes."""
                first.woken.clear()
                async with table_server.watching(desk.table.id, Watcher(holder)):
                    of_coming = first.woken.is_set()
                    first.woken.clear()
                return of_coming, first.woken.is_set()

            assert await told("guest") == (True, True)
            for number in range(12):
                some = Watcher(f"guest {number}")
                await stack.enter_async_context(table_server.watching(desk.table.id, some))
            assert (await table_server.live(desk.table.id)).spectators == 10
            assert await told("guest") == (False, False)
            assert await told("ana") == (True, True)
            async with table_server.watching(desk.table.id, Watcher("ana")):
                assert await told("ana") == (False, False)  # on a second device

    asyncio.run(watch())


# Games that are there no more


def test_a_table_whose_game_is_gone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It says so to who asks, and stops nothing else."""

    async def look() -> None:
        desk = desk_of_two()
        async with house_of(str(tmp_path / "tables.db")) as table_server:
            await keep(table_server.store, desk)
            with mock.patch.object(
                ludarium.catalogue,
                "find",
                side_effect=ludarium.errors.UnknownGameError("unknown game 'yoxii'"),
            ):
                with refused("unknown"):
                    await table_server.live(desk.table.id)
                await table_server._refresh(desk.table.id, 99)
                await table_server._see_to(desk.table.id)
            assert (await table_server.live(desk.table.id)).table.version == desk.table.version

    asyncio.run(look())
    assert (
        caplog.messages
        == [
            f"table {desk_of_two().table.id} is left alone: This table cannot be shown any "
            "more: unknown game 'yoxii'"
        ]
        * 2
    )


# Ratings


def test_games_that_are_written_late_are_rated_once(tmp_path: Path) -> None:
    """A server whose clock is behind, or that waited for the database, tells of a game that ended
    before those that were rated already.
    """

    async def rate() -> None:
        async with Store.opened(str(tmp_path / "tables.db")) as store:
            now = time.time()

            async def end(name: str, ended: float) -> None:
                """Let a game of an account and a bot end."""
                desk = Desk("yoxii", "", "level:1")
                desk.table.id, desk.now = name, ended - 3
                desk.ask(requests.sit, 0, "libuse", "Libuše", "Libuše")
                desk.move("e5/3f5")
                reply = str(desk.table.position.legal[0])
                desk.write(requests.play_seat(desk.table, 1, 1, reply, desk.now))
                desk.ask(requests.resign, 0, "libuse")
                # what comes later changes nothing
                desk.write(Greeted(at=now, seat=0, greeting="hello"))
                await keep(store, desk)

            ranking = Ranking(store)

            async def rated() -> int:
                found = await ranking.of("Libuše")
                return int(found["yoxii"]["games"]) if found else 0

            await end("first", now - 20)
            assert await rated() == 1
            await end("late", now - 60)
            await end("unsettled", now - 1)
            assert await rated() == await rated() == 2
            with mock.patch("ludarium.web.people.finished_games.SETTLED", 0):
                assert await rated() == await rated() == 3

    asyncio.run(rate())


# Bots


# Time


def test_setting_the_systems_clock_changes_no_players_clock(tmp_path: Path) -> None:
    """An hour back, or a day ahead: nobody has more time left, nobody loses any, and clocks run."""
    real = time.time

    async def play() -> None:
        async with house_of(str(tmp_path / "tables.db")) as table_server:
            desk = Desk("yoxii", "ana", "petr", clock=Clock(kind="fischer", seconds=60))
            desk.now = server_time() - 10
            desk.move("e5/3f5", "e4/3f4", after=1)  # then it is Ana's turn
            await keep(table_server.store, desk)
            for seat, change in enumerate((-3600, 86_400)):
                with mock.patch("time.time", lambda change=change: real() + change):
                    live = await table_server.live(desk.table.id)
                    move = live.table.position.legal[0].text
                    live = await table_server.request(
                        desk.table.id,
                        lambda table, now, seat=seat, move=move: requests.play(
                            table, seat, ("ana", "petr")[seat], 2 + seat, move, now
                        ),
                    )
                    assert live.table.status == "live"
                    assert 45 < (live.table.chairs[seat].left or 0) < 60 - (1, 0)[seat]

    asyncio.run(play())


# Old games


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_old_games_of_guests_are_deleted(kind: str, tmp_path: Path) -> None:
    """Games of accounts, of tournaments, and those that go on or ended lately stay."""
    day = 86_400.0

    def desk_of(name: str, *, days: float, over: bool = True, **options: Any) -> Desk:
        desk = Desk("yoxii", name, "level:1", **options)
        desk.table.id, desk.now = f"{name}-{days:g}", time.time() - days * day
        desk.move("e5/3f5")
        if over:
            desk.ask(requests.resign, 0, name)
        return desk

    async def forget(database: str) -> None:
        async with Store.opened(database) as store:
            assert await store.accounts.add("libuse", "Libuše", "libuse", "", "", time.time())
            desks = [
                desk_of("libuse", days=300),
                desk_of("ana", days=300, tournament="k3v9q2mb"),
                desk_of("petr", days=300, over=False),
                desk_of("petr", days=100),
                *(desk_of(f"guest{n}", days=300) for n in range(45)),
            ]
            for desk in desks:
                await keep(store, desk)
                await store.reviews.add(desk.table.id, {"kind": "moves"})
            server = TableServer(store, keep=180 * day)  # does not delete by itself meanwhile
            await server.forget_old()
            left = await store.table_index.summaries(shown=False, limit=100)
            assert {one["id"] for one in left} == {desk.table.id for desk in desks[:4]}
            for desk in desks:
                stays = desk in desks[:4]
                assert bool(await stored(store, desk.table.id)) == stays
                assert bool(await store.reviews.of(desk.table.id)) == stays
            assert await store.table_index.summaries(holder="guest7", shown=False) == []

    with database_of(kind, tmp_path) as database:
        asyncio.run(forget(database))
