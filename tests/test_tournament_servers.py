"""A tournament on two server processes with one PostgreSQL: players come to either, and whoever
does the chores hears of both.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from serving import Client, Server, fresh_postgresql

LONGEST = 60.0  # seconds, after which something hangs


@asynccontextmanager
async def here(person: Client) -> AsyncIterator[None]:
    """The person has a page of their server open."""
    address = f"{person.address.replace('http', 'ws', 1)}/api/calls"
    async with connect(
        address, additional_headers={"authorization": f"Bearer {person._token}"}, compression=None
    ) as socket:
        await socket.recv()
        yield


async def until(person: Client, path: str, holds: Any) -> Any:
    while not holds(found := await person.once("GET", path)):
        await asyncio.sleep(0.05)
    return found


def test_players_of_two_servers_meet(tmp_path: Path) -> None:
    with fresh_postgresql() as database:
        asyncio.run(meet(database, tmp_path))


async def meet(database: str, folder: Path) -> None:
    async with AsyncExitStack() as stack, asyncio.timeout(LONGEST):
        servers = [
            await stack.enter_async_context(
                Server.running(database, folder / f"{number}.log", number=number)
            )
            for number in range(2)
        ]
        petr, ana, bor = (
            Client([servers[number].address], name)
            for number, name in ((1, "Petr"), (0, "Ana"), (1, "Bor"))
        )
        for person in (petr, ana, bor):
            await person.introduce()
        options = {"name": "Cup", "format": "single", "game": "yoxii", "seeding": "entry"}
        cup = f"/tournaments/{(await petr.once('POST', '/tournaments', options))['id']}"
        await ana.once("POST", f"{cup}/join", {})
        await bor.once("POST", f"{cup}/join", {})
        await stack.enter_async_context(here(ana))
        await stack.enter_async_context(here(bor))
        await petr.once("POST", f"{cup}/start")
        called = await until(
            bor, cup, lambda told: told["you"]["match"] and told["you"]["match"]["live"]
        )
        table = called["you"]["match"]["live"]
        (seat,) = (await bor.once("GET", f"/tables/{table}"))["you"]["seats"]
        # people only: whoever leads has not this table in memory
        await bor.once("POST", f"/tables/{table}/resignations", {"seat": seat})
        for person in (ana, petr):
            over = await until(person, cup, lambda told: told["state"] == "over")
            assert over["champion"] == 1
        assert all(server.complaints == "" for server in servers)
