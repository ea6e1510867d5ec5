"""Servers are killed in mid-tournament: it goes on where it stood, and no result is lost or counted
twice.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from serving import BROKEN, Client, RefusedError, Server, database_of

# entries of the log, after which the server is killed: tables have just opened, results come in
KILLED_AT = (18, 30)
PLAYERS = 12  # bots, and one more at the desk
ENDING = 60.0  # seconds that all may take on a busy machine


@pytest.mark.parametrize(("kind", "processes"), [("sqlite", 1), ("postgresql", 2)])
def test_no_result_is_lost_or_doubled(kind: str, processes: int, tmp_path: Path) -> None:
    with database_of(kind, tmp_path) as database:
        asyncio.run(play(database, tmp_path, processes))


async def play(database: str, folder: Path, processes: int) -> None:
    async with AsyncExitStack() as stack:
        servers = [
            await stack.enter_async_context(
                Server.running(database, folder / f"log-{number}", number=number)
            )
            for number in range(processes)
        ]
        petr = Client([server.address for server in servers], "Petr")
        await petr.introduce()
        options = {
            "name": "Cup",
            "format": "lives",
            "game": "ahyoheek",
            "size": 2,
            "largest": 2,
            "online": True,
            "automatic": True,
        }
        cup = f"/tournaments/{(await petr.until_answered('POST', '/tournaments', options))['id']}"
        await petr.until_answered("POST", f"{cup}/players", {"bot": "level:1", "count": PLAYERS})
        await petr.until_answered("POST", f"{cup}/players", {"name": "Ana"})
        await petr.until_answered("POST", f"{cup}/start")
        acknowledged: dict[int, int] = {}  # by match, the winner that the server said it has
        kills = list(KILLED_AT)
        async with asyncio.timeout(ENDING):
            while (found := await petr.until_answered("GET", cup))["state"] != "over":
                own = [match for match in found["matches"] if PLAYERS + 1 in match["seats"]]
                reporting = [
                    asyncio.create_task(report(petr, cup, match, acknowledged)) for match in own
                ]
                if kills and found["version"] >= kills[0]:
                    del kills[0]
                    await asyncio.sleep(0)  # the report is on its way
                    server = servers[len(kills) % processes]  # each in its turn
                    await server.kill()
                    await server.start()
                await asyncio.gather(*reporting)
                await asyncio.sleep(0.02)
        assert not kills, "the server was killed too late"
        log = (await petr.until_answered("GET", f"{cup}/log"))["log"]
        standings = (await petr.until_answered("GET", f"{cup}/standings"))["standings"]
    check(log, acknowledged, standings, found["champion"])


async def report(
    petr: Client, cup: str, match: dict[str, Any], acknowledged: dict[int, int]
) -> None:
    """Type the result of a match at the desk; where the server dies before it answers, look at the
    tournament and type it again.
    """
    number, winner = match["number"], match["seats"][match["number"] % 2]
    try:
        await petr.once("POST", f"{cup}/matches/{number}/results", {"winner": winner, "game": 1})
        acknowledged[number] = winner
    except BROKEN:
        pass
    except RefusedError as error:
        assert error.code in ("not-now", "over"), error  # it was written before the server died


def check(
    log: list[dict[str, Any]],
    acknowledged: dict[int, int],
    standings: list[dict[str, Any]],
    champion: int,
) -> None:
    reports: dict[int, int] = {}
    for item in log:
        entry = item["entry"]
        if entry["kind"] == "reported":
            assert entry["match"] not in reports, "a result was counted twice"
            reports[entry["match"]] = entry["winner"]
    assert acknowledged.items() <= reports.items()
    opened = [item["entry"]["table"] for item in log if item["entry"]["kind"] == "opened"]
    assert len(opened) == len(set(opened))
    from_tables = {item["entry"]["match"] for item in log if item["by"].startswith("table:")}
    assert from_tables == {
        item["entry"]["match"] for item in log if item["entry"]["kind"] == "opened"
    }
    losses = {row["player"]: row["losses"] for row in standings}
    assert sum(losses.values()) == len(reports)
    assert all(losses[player] == 2 for player in losses if player != champion)
    assert losses[champion] < 2
