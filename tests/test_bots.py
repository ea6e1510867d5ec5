"""Whose bot thinks next: nobody's many games keep another waiting."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

import pytest

import ludarium
from ludarium.database.store import Store
from ludarium.eventlog.clock import server_time
from ludarium.eventlog.live import Watcher
from ludarium.play.agent import RandomAgent
from ludarium.play.position import Move, Position
from ludarium.tables.bots import BotJob, BotPool
from ludarium.tables.clocks import Clock
from ludarium.tables.entries import Moved, Sat
from ludarium.tables.live_table import WATCHED
from ludarium.tables.options import Options
from ludarium.tables.report import result_text
from ludarium.tables.server import TableServer
from ludarium.tables.threads import ClientKey, FairLock
from tables_help import Asked, Desk


def test_what_bots_think_about_next() -> None:
    """Where people play, then where they look on; of these, for the address that bots thought for
    least. What nobody wants any more is not thought about.
    """
    thought_about: list[str] = []
    at_work, go_on = threading.Event(), threading.Event()

    class Slow(RandomAgent):
        def choose(self, position: Position, seat: int) -> Move:
            at_work.set()
            assert go_on.wait(30)
            return super().choose(position, seat)

    async def think() -> None:
        bot_pool = BotPool(threads=1)
        ranks = {"first": 2, "second": 2, "third": 0, "fourth": 1, "fifth": 2}
        addresses = {"first": "one", "second": "one", "fifth": "another"}
        answered = asyncio.Event()

        def ask(table: str) -> bool:
            async def answer(_: str) -> None:
                thought_about.append(table)
                if len(thought_about) == len(ranks):
                    answered.set()

            client = ClientKey(addresses.get(table, table))
            request = Asked((table, 0, 0, 0), answer, client, ranks.get(table, 0), table in ranks)
            return bot_pool.ask(BotJob(request, "random", ludarium.start("yoxii")))

        ask("first")
        await asyncio.to_thread(at_work.wait)
        assert all(map(ask, ("taken back", "second", "fifth", "fourth", "third", "second")))
        go_on.set()
        async with asyncio.timeout(30):
            await answered.wait()
        await bot_pool.close()

    with mock.patch("ludarium.tables.bots.agent", return_value=Slow()):
        asyncio.run(think())
    assert thought_about == ["first", "third", "fourth", "fifth", "second"]


def answer_beside_twenty(threads: int, many: Callable[[int], tuple[str, int]], last: str) -> None:
    """Twenty searches that take until the end, and one at a table where a player waits, which has
    to be answered meanwhile. many: the client and the rank of each; last: the client of that one.
    """
    go_on = threading.Event()

    class Slow(RandomAgent):
        def choose(self, position: Position, seat: int) -> Move:
            assert position.game.name == "connect4" or go_on.wait(30)
            return super().choose(position, seat)

    async def think() -> None:
        bot_pool = BotPool(threads)
        answered = asyncio.Event()

        async def answer(_: str) -> None:
            answered.set()

        def ask(table: str, game: str, client: str, rank: int) -> None:
            request = Asked((table, 0, 0, 0), answer, ClientKey(client), rank)
            bot_pool.ask(BotJob(request, "random", ludarium.start(game)))

        for number in range(20):
            ask(f"table {number}", "yoxii", *many(number))
        await asyncio.sleep(0.05)
        ask("last", "connect4", last, 0)
        async with asyncio.timeout(20):
            await answered.wait()
        go_on.set()
        await bot_pool.close()

    with mock.patch("ludarium.tables.bots.agent", return_value=Slow()):
        asyncio.run(think())


def test_one_address_never_has_all_threads() -> None:
    """Twenty long thoughts for one visitor leave a thread to the next one."""
    answer_beside_twenty(3, lambda number: ("one", 0), "another")


def test_thoughts_that_no_player_waits_for_never_have_all_threads() -> None:
    """Bots of many tournaments, each of another client, leave a thread to who plays."""
    answer_beside_twenty(
        2, lambda number: (f"tournament {number}", 2 - number % 2), "somebody who plays"
    )


def test_a_lock_goes_to_who_held_it_least() -> None:
    order: list[str] = []

    async def hold(lock: FairLock, name: str) -> None:
        async with lock.held(ClientKey(name[0])):
            order.append(name)
            await asyncio.sleep(0.01)

    async def ask() -> None:
        lock = FairLock()
        names = ("a", "a, too", "a at last", "b", "c")
        tasks = [asyncio.create_task(hold(lock, name)) for name in names]
        await asyncio.sleep(0)
        assert (lock.waiting(), lock.waiting(ClientKey("a"))) == (4, 2)
        tasks[3].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not lock.waiting()
        await asyncio.wait_for(hold(lock, "d"), 1)

    asyncio.run(ask())
    assert order == ["a", "c", "a, too", "a at last", "d"], "and of one address to who asked first"


def test_a_lock_of_several_places_has_one_for_each() -> None:
    held: list[str] = []

    async def ask() -> None:
        lock, go_on = FairLock(2), asyncio.Event()

        async def hold(name: str) -> None:
            async with lock.held(ClientKey(name[0])):
                held.append(name)
                await go_on.wait()

        tasks = [asyncio.create_task(hold(name)) for name in ("a", "a, too", "b", "c")]
        await asyncio.sleep(0.01)
        assert held == ["a", "b"]
        tasks[0].cancel()
        await asyncio.sleep(0.01)
        assert held == ["a", "b", "c"], "who held none comes first"
        go_on.set()
        await asyncio.gather(*tasks[1:])

    asyncio.run(ask())
    assert held == ["a", "b", "c", "a, too"]


def test_a_place_is_held_until_its_thread_ends() -> None:
    """Also where nobody waits for that any more."""

    async def ask() -> None:
        lock, go_on = FairLock(2), threading.Event()
        with ThreadPoolExecutor(1) as pool:
            async with lock.held(ClientKey("a")) as place:
                place.until = pool.submit(go_on.wait, 20)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(lock.held(ClientKey("a")).__aenter__(), 0.05)
            async with asyncio.timeout(20), lock.held(ClientKey("b")):
                go_on.set()
            async with asyncio.timeout(20), lock.held(ClientKey("a")):
                pass

    asyncio.run(ask())


def test_bots_alone_play_while_somebody_looks_on(tmp_path: Path) -> None:
    """On a second server, too; and their clocks stand still while nobody does."""

    async def play(database: str) -> None:
        async with (
            Store.opened(database) as store,
            TableServer.opened(store, bot_pause=0.1) as table_server,
        ):
            options = Options("connect4", "standard", 2, clock=Clock("fischer", 60))
            bots = [Sat(at=server_time(), seat=seat, name="", agent="random") for seat in (0, 1)]
            live = await table_server.open(options, "ana", bots)
            await asyncio.sleep(0.3)
            assert live.table.ply == 0
            assert live.table.deadline is None
            async with asyncio.timeout(30), table_server.watching(live.table.id, Watcher()):
                while not live.table.ply:
                    await asyncio.sleep(0.01)
            live.elsewhere.hear("second", [WATCHED])
            async with asyncio.timeout(30):
                ply = live.table.ply
                table_server._see_to_bots_alone(live)
                while live.table.ply == ply:
                    await asyncio.sleep(0.01)

    asyncio.run(play(str(tmp_path / "tables.db")))


@pytest.mark.parametrize(
    ("limit", "players"),
    [("MOST_MOVES_OF_BOTS", ("level:1", "level:1")), ("MOST_MOVES", ("Ana", "Ben"))],
)
def test_games_are_closed_when_they_grow_too_long(limit: str, players: tuple[str, str]) -> None:
    """Those of bots alone sooner: some games would never end."""
    with mock.patch(f"ludarium.tables.state.{limit}", 1):
        table = Desk("aiyawatstani", *players).table
        assert table.what_is_due(table.changed) is None
        table = table.after(Moved(at=table.changed, seat=0, move=table.position.legal[0].text))
        due = table.what_is_due(table.changed)
        assert due is not None
        over = table.after(due)
        assert over.status == "over"
        assert "too long" in result_text(over)
