"""Several server processes on one PostgreSQL: what happens at one is seen at the others, and no
chore dies with a process.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, aclosing
from pathlib import Path
from typing import Any

import pytest

from serving import Client, RefusedError, Server, fresh_postgresql

MOVES = 200
CYCLE = ("E5-C5", "A5-B6", "C5-E5", "B6-A5")  # comes back to where it began
OPENING = ("D4-E5", "B6xD4")
LONGEST = 120.0  # seconds, after which something hangs
SOON = 0.1  # seconds


async def started(
    stack: AsyncExitStack, database: str, folder: Path, count: int = 2
) -> list[Server]:
    return [
        await stack.enter_async_context(
            Server.running(database, folder / f"{number}.log", number=number)
        )
        for number in range(count)
    ]


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    """Two servers, which all tests share that kill none."""
    with fresh_postgresql() as database, asyncio.Runner() as runner:
        stack = AsyncExitStack()
        yield runner.run(started(stack, database, tmp_path_factory.mktemp("pair")))
        runner.run(stack.aclose())


async def people(servers: Sequence[Server], *names: str) -> list[Client]:
    """Persons who each use a server of their own, in turn."""
    found = [
        Client([servers[number % len(servers)].address], name) for number, name in enumerate(names)
    ]
    await asyncio.gather(*(client.introduce() for client in found))
    return found


async def table_of_two(host: Client, guest: Client, **options: Any) -> str:
    table: str = (await host.once("POST", "/tables", {"sit": ["me"], **options}))["id"]
    await guest.once("POST", f"/tables/{table}/seats/1", {})
    return table


async def delays(servers: Sequence[Server]) -> list[float]:
    """Seconds from the answer to each move, at the one server, until the other player was told of
    it by the other server.
    """
    ana, ben = players = await people(servers, "Ana", "Ben")
    table = await table_of_two(ana, ben, game="aiyawatstani", ruleset="ludii-4", repetition=False)
    async with aclosing(ana.news(table)) as anas, aclosing(ben.news(table)) as bens:
        news = [anas, bens]
        found = []
        for ply in range(MOVES):
            move = OPENING[ply] if ply < len(OPENING) else CYCLE[(ply - len(OPENING)) % len(CYCLE)]
            answered = asyncio.create_task(
                answer_time(players[ply % 2], table, {"ply": ply, "seat": ply % 2, "move": move})
            )
            async for told in news[1 - ply % 2]:
                if told["ply"] == ply + 1:
                    assert [made["text"] for made in told["moves"]][-1] == move
                    break
            heard = time.perf_counter()
            found.append(max(0.0, heard - await answered))
        return found


async def answer_time(client: Client, table: str, move: dict[str, Any]) -> float:
    await client.once("POST", f"/tables/{table}/moves", move)
    return time.perf_counter()


def test_moves_are_seen_at_the_other_server_at_once(pair: list[Server]) -> None:
    async def measure() -> list[float]:
        async with asyncio.timeout(LONGEST):
            return await delays(pair)

    found = asyncio.run(measure())
    median, late = statistics.median(found), statistics.quantiles(found, n=100)[98]
    print(f"from one server to the other: median {1000 * median:.1f} ms, p99 {1000 * late:.1f} ms")
    assert median < SOON


async def until(client: Client, table: str, wanted: str) -> dict[str, Any]:
    """The table once it is told to be in the state."""
    async with aclosing(client.news(table)) as news:
        async for told in news:
            if told["status"] == wanted:
                return told
    raise AssertionError("news never end")


async def moves_against_bots(client: Client, table: str, until_ply: int) -> None:
    """Play one's moves against a bot."""
    async with aclosing(client.news(table)) as news:
        async for told in news:
            if told["ply"] >= until_ply or told["status"] == "over":
                return
            if 0 in told["movers"]:
                ply, moves = await client.until_asked(table, 0)
                await client.once(
                    "POST", f"/tables/{table}/moves", {"ply": ply, "seat": 0, "move": moves[0]}
                )


def test_chores_go_on_at_another_server(tmp_path: Path) -> None:
    """The first server sees to bots and clocks; when it is killed, the second does, also for tables
    that it has never had to do with.
    """

    async def play(database: str) -> None:
        async with AsyncExitStack() as stack, asyncio.timeout(LONGEST):
            first, second = servers = await started(stack, database, tmp_path)
            ana, ben = await people(servers, "Ana", "Ben")
            clock = {"kind": "fischer", "minutes": 0, "increment": 3}
            timed = await table_of_two(ana, ben, game="yoxii", clock=clock)
            for seat, client in enumerate((ana, ben)):  # the clocks run from the second move on
                ply, moves = await client.until_asked(timed, seat)
                await client.once(
                    "POST", f"/tables/{timed}/moves", {"ply": ply, "seat": seat, "move": moves[0]}
                )
            with_bot = (
                await ben.once("POST", "/tables", {"game": "yoxii", "sit": ["me", "level:1"]})
            )["id"]
            await moves_against_bots(ben, with_bot, 3)
            await first.kill()
            await moves_against_bots(ben, with_bot, 7)
            result = (await until(ben, timed, "over"))["result"]
            assert (result["reason"], result["winners"]) == ("time", [1])
            assert not second.complaints

    with fresh_postgresql() as database:
        asyncio.run(play(database))


def test_who_is_here_is_known_at_all_servers(pair: list[Server]) -> None:
    async def meet() -> None:
        async with asyncio.timeout(LONGEST):
            ana, ben = await people(pair, "Ana", "Ben")
            table = await table_of_two(ana, ben, game="yoxii")
            async with aclosing(ana.messages(table)) as anas:
                async with aclosing(ben.news(table)) as bens:
                    await anext(bens)
                    await until_here(anas, [True, True])
                await until_here(anas, [True, False])

    asyncio.run(meet())


async def until_here(messages: Any, wanted: list[bool]) -> None:
    async for told in messages:
        here = (
            told["here"]
            if told["type"] == "presence"
            else [seat["here"] for seat in told["table"]["seats"]]
        )
        if here == wanted:
            return


def test_a_move_is_accepted_before_the_news_of_the_last_one(pair: list[Server]) -> None:
    """Who hears of a move from one server may answer it at another, which has perhaps not heard of
    it yet.
    """

    async def alternate() -> None:
        async with asyncio.timeout(LONGEST):
            ana, ben = players = await people(pair, "Ana", "Ben")
            table = await table_of_two(
                ana, ben, game="aiyawatstani", ruleset="ludii-4", repetition=False
            )
            for ply in range(60):
                move = (
                    OPENING[ply] if ply < len(OPENING) else CYCLE[(ply - len(OPENING)) % len(CYCLE)]
                )
                answer = await players[ply % 2].once(
                    "POST", f"/tables/{table}/moves", {"ply": ply, "seat": ply % 2, "move": move}
                )
                assert answer["ply"] == ply + 1

    asyncio.run(alternate())


def test_a_session_ends_on_all_servers(pair: list[Server]) -> None:
    """Also where a server has just found that it stands; and so does what a guest's token said
    before the guest made an account.
    """

    async def end() -> None:
        async with asyncio.timeout(LONGEST):
            here, there = (server.address for server in pair)
            ana = Client([here], "Ana")
            await ana.introduce()
            guest = ana.seen_from(there)
            assert (await guest.once("GET", "/me"))["account"] is None
            body = {"name": "Ana", "password": "correct horse"}
            ana.take((await ana.once("POST", "/accounts", body))["token"])
            await refused_soon(guest)
            copy = ana.seen_from(there)
            assert (await copy.once("GET", "/me"))["account"] == "Ana"
            await ana.once("DELETE", "/session")
            await refused_soon(copy)

    asyncio.run(end())


async def refused_soon(client: Client) -> None:
    """Wait until the client's token is worth nothing: far less long than it is taken for granted
    where no message comes.
    """
    async with asyncio.timeout(60):
        while True:
            try:
                await client.once("GET", "/me")
            except RefusedError as error:
                assert error.code == "forbidden"
                return
            await asyncio.sleep(SOON)
