"""A hall full of people, and of bots: what their arrival, and their games, cost the server."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any
from unittest import mock

from ludarium.eventlog.clock import server_time
from ludarium.eventlog.live import Watcher
from ludarium.tournaments.entries import Added, Created, Entry
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.options import Options
from ludarium.tournaments.server import automation
from ludarium.tournaments.server.live import LiveTournament
from ludarium.tournaments.server.server import TournamentServer
from ludarium.web.tournaments import sockets
from ludarium.web.tournaments.sockets import TournamentTeller
from serving import fresh_postgresql
from tables_help import Site, eventually, opened_tournaments

PEOPLE = 300


async def hall(tournaments: TournamentServer, people: int) -> LiveTournament:
    """A tournament in which so many joined."""
    now = server_time()
    options = Options(format="swiss", game="yoxii").to_json()
    entries: list[Entry] = [
        Created(at=now, by="organiser", name="Hall", options=options, seed=1, holder="organiser")
    ]
    entries += [
        Added(at=now, by=f"player:{n}", name=f"Player {n}", holder=f"holder {n}")
        for n in range(1, people + 1)
    ]
    return await tournaments.create(*entries)


def test_a_hall_that_arrives_is_looked_at_once_a_second(tmp_path: Path) -> None:
    async def arrive() -> None:
        passes: list[int] = []
        count = TournamentServer._present_here

        def counted(self: TournamentServer, live: LiveTournament) -> set[PlayerId]:
            found = count(self, live)
            passes.append(len(found))
            return found

        async with opened_tournaments(str(tmp_path / "tables.db")) as tournaments:
            live = await hall(tournaments, PEOPLE)
            await asyncio.sleep(0.1)
            with mock.patch.object(TournamentServer, "_present_here", counted):
                async with contextlib.AsyncExitStack() as stack:
                    watcher = Watcher()
                    live.come(watcher)
                    for number in range(1, PEOPLE + 1):
                        holder = f"holder {number}"
                        await stack.enter_async_context(
                            tournaments.being_here(holder, Watcher(holder))
                        )
                        if number % 10 == 0:
                            await asyncio.sleep(0)
                    await eventually(lambda: passes and passes[-1] == PEOPLE)
                    assert watcher.woken.is_set()
                    assert tournaments.present(live) == set(range(1, PEOPLE + 1))
                    assert len(passes) < 10, "not for each of them"
                await eventually(lambda: tournaments.present(live) == set())

    asyncio.run(arrive())


def test_all_are_known_elsewhere_where_they_are_more_than_a_notification_carries() -> None:
    """PostgreSQL refuses one of 8,000 bytes."""
    people = 2_500

    async def meet(database: str) -> None:
        async with opened_tournaments(database) as here, opened_tournaments(database) as there:
            live = await hall(here, people)
            await there.live(live.tournament.id)
            async with contextlib.AsyncExitStack() as stack:
                for number in range(1, people + 1):
                    holder = f"holder {number}"
                    await stack.enter_async_context(here.being_here(holder, Watcher(holder)))
                found = await there.live(live.tournament.id)
                await eventually(lambda: len(there.present(found)) == people)

    with fresh_postgresql() as database:
        asyncio.run(meet(database))


def test_bots_of_a_tournament_play_at_few_tables_at_once(tmp_path: Path) -> None:
    bots, most = 12, 2
    at_once: list[int] = []
    found = automation.open_table

    async def opened(host: automation.Host, live: LiveTournament, match: Any) -> None:
        await found(host, live, match)
        at_once.append(await automation.tables_of_bots(host, live))

    with (
        mock.patch.object(automation, "MOST_OF_BOTS", most),
        mock.patch.object(automation, "open_table", opened),
        Site.opened(tmp_path) as site,
    ):
        petr = site.visitor("Petr")
        options = {"name": "Bots", "format": "single", "game": "ahyoheek", "automatic": True}
        cup = f"/api/tournaments/{petr.done('POST', '/api/tournaments', **options)['id']}"
        petr.done("POST", f"{cup}/players", bot="level:1", count=bots)
        petr.done("POST", f"{cup}/start")
        for _ in range(3_000):
            if petr.done("GET", cup)["state"] == "over":
                break
        else:
            raise AssertionError("it never ends")
    assert len(at_once) >= bots - 1
    assert max(at_once) <= most


def test_whoever_asks_pays_for_the_bots_that_answer(tmp_path: Path) -> None:
    """Not who asked before, nor whoever was refused, nor who watches bots of a tournament."""
    with Site.opened(tmp_path) as site:
        ana = site.visitor("Ana")
        table = ana.open("yoxii", "me", "level:1")
        live = site.context.tables._live[table]
        live.last_client = None
        paid: list[str] = []
        ask = site.context.tables.bot_pool.ask

        def asked(job: Any) -> bool:
            paid.append(job.request.client)
            return ask(job)

        with mock.patch.object(site.context.tables.bot_pool, "ask", asked):
            assert site.visitor("Petr").refused(
                "POST", f"/api/tables/{table}/moves", seat=0, ply=0, move="d5/3d6"
            )
            assert live.last_client is None
            ana.move(table, 0, 0, "d5/3d6")
        assert set(paid) == {"127.0.0.1"}


def test_the_more_watch_the_slower_each_is_told(tmp_path: Path) -> None:
    """Who is told reads the page anew: that many a second at most, however many came."""

    async def watch() -> None:
        async with opened_tournaments(str(tmp_path / "tables.db")) as tournaments:
            live = await hall(tournaments, 1)
            teller = TournamentTeller(tournaments, live)
            assert teller.pause() == sockets.PAUSE
            for _ in range(1_000):
                live.come(Watcher())
            assert teller.pause() == 1_000 / sockets.READINGS

    asyncio.run(watch())
