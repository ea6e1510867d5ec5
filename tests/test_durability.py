"""Nothing that was acknowledged is lost: twenty games go on while the servers under them are
killed, again and again.
"""

from __future__ import annotations

import asyncio
import dataclasses
import random
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack, aclosing
from pathlib import Path
from typing import Any

import orjson
import pytest
import sqlalchemy as sa

from ludarium.database import schema
from ludarium.database.store import database_url
from ludarium.tables.entries import CODEC
from ludarium.tables.table import fold
from serving import BROKEN, PAUSE, Client, RefusedError, Server, database_of

KILLS = 2
BETWEEN_KILLS = 25  # moves that are acknowledged from one kill to the next
LONGEST = 900.0  # seconds, after which something hangs
# What a server may answer because time ran out, because bots choose first, or because a request
# that broke off had been heard all the same.
OVERTAKEN = ("stale", "over", "already-chosen", "not-your-turn", "bots-first")


@dataclasses.dataclass(frozen=True)
class Plan:
    """A kind of game: how its table is opened, and how people behave there.

    seats: a bot's name, or None for a person. resigned_at: the move before which whoever is to move
    gives up. asleep_from: the move from which seat 0 does nothing any more, for its clock to run
    out; asleep_in: the rounds in which it lets the time run out.
    """

    games: int
    game: str
    seats: tuple[str | None, ...]
    clock: dict[str, Any] = dataclasses.field(default_factory=lambda: {"kind": "none"})
    resigned_at: int | None = None
    asleep_from: int | None = None
    asleep_in: tuple[int, ...] = ()


TWO, THREE = (None, None), (None, None, None)
PLANS = (
    Plan(4, "yoxii", TWO),
    Plan(2, "yoxii", TWO, {"kind": "fischer", "minutes": 10, "increment": 5}, resigned_at=10),
    Plan(2, "yoxii", TWO, {"kind": "fischer", "minutes": 0, "increment": 5}, asleep_from=4),
    Plan(3, "yoxii", (None, "level:1"), resigned_at=14),
    Plan(3, "ahyoheek", THREE),
    Plan(2, "ahyoheek", THREE, {"kind": "countdown", "seconds": 1}, asleep_in=(2, 5)),
    Plan(2, "ahyoheek", (None, "level:1", "level:1")),
    Plan(2, "aiyawatstani", TWO, {"kind": "days", "days": 1}, resigned_at=12),
)
assert sum(plan.games for plan in PLANS) == 20


@dataclasses.dataclass(frozen=True)
class Acknowledged:
    """A move that a server said it has: as event number `version` of the table's log."""

    table: str
    seat: int
    ply: int
    move: str
    version: int


class Acknowledgements(list[Acknowledged]):
    """All of them, as they come."""

    def __init__(self) -> None:
        super().__init__()
        self._goal = 0
        self._reached = asyncio.Event()

    def add(self, item: Acknowledged) -> None:
        self.append(item)
        if len(self) >= self._goal:
            self._reached.set()

    async def until(self, goal: int) -> None:
        """Wait until there are so many."""
        self._goal = goal
        if len(self) < goal:
            self._reached.clear()
            await self._reached.wait()


class Player:
    """A person at one table, who moves at random."""

    def __init__(
        self, client: Client, table: str, seat: int, plan: Plan, made: Acknowledgements
    ) -> None:
        self.client, self.table, self.seat, self.plan, self.made = client, table, seat, plan, made

    async def play(self) -> dict[str, Any]:
        """Play until the game is over; returns the table as it was told then."""
        async with aclosing(self.client.news(self.table)) as news:
            async for told in news:
                if told["status"] == "over":
                    return told
                if self.is_asked(told):
                    await self.take_turn(told["ply"])
        raise AssertionError("news never end")

    def is_asked(self, told: dict[str, Any]) -> bool:
        asleep = self.seat == 0 and (
            told["ply"] in self.plan.asleep_in
            or (self.plan.asleep_from is not None and told["ply"] >= self.plan.asleep_from)
        )
        ready = told["round"]["bots_ready"] if told["simultaneous"] else True
        return (
            self.seat in told["movers"]
            and not told["seats"][self.seat]["chosen"]
            and ready
            and not asleep
        )

    async def take_turn(self, ply: int) -> None:
        """Move after `ply` moves.

        Whenever a request breaks off, look at the table and go on from what is there.
        """
        while True:
            found = await self.client.until_answered("GET", f"/tables/{self.table}/legal")
            moves = found["legal"].get(str(self.seat))
            # it is done, or the game has gone on without it
            if found["ply"] > ply or (found["ply"] == ply and not moves):
                return
            if found["ply"] == ply:
                try:
                    await self.move(ply, random.choice(moves)["move"])
                except BROKEN:
                    self.client.go_elsewhere()
                except RefusedError as refusal:
                    assert refusal.code in OVERTAKEN, refusal
                else:
                    return
            elif not found["legal"]:
                return
            await asyncio.sleep(PAUSE)

    async def move(self, ply: int, move: str) -> None:
        if self.plan.resigned_at is not None and ply >= self.plan.resigned_at:
            await self.client.once(
                "POST", f"/tables/{self.table}/resignations", {"seat": self.seat}
            )
            return
        answer = await self.client.once(
            "POST", f"/tables/{self.table}/moves", {"ply": ply, "seat": self.seat, "move": move}
        )
        self.made.add(Acknowledged(self.table, self.seat, ply, move, answer["version"]))


async def opened(plan: Plan, people: Sequence[Client], made: Acknowledgements) -> list[Player]:
    """The players of a new table."""
    host, *guests = people
    body = {
        "game": plan.game,
        "seats": len(plan.seats),
        "clock": plan.clock,
        "sit": ["me", *plan.seats[1:]],
    }
    table = (await host.once("POST", "/tables", body))["id"]
    free = [seat for seat, agent in enumerate(plan.seats) if seat and agent is None]
    for seat, guest in zip(free, guests, strict=True):
        await guest.once("POST", f"/tables/{table}/seats/{seat}", {})
    return [
        Player(client, table, seat, plan, made)
        for client, seat in zip(people, (0, *free), strict=True)
    ]


async def all_opened(addresses: list[str], made: Acknowledgements) -> list[Player]:
    """The players of all tables, each of whom turns to one of the servers first, neighbours to
    different ones.
    """

    async def open_one(plan: Plan) -> list[Player]:
        count = plan.seats.count(None)
        people = [
            Client(addresses[turn:] + addresses[:turn], f"Player {seat}")
            for seat, turn in enumerate(turns(count, addresses))
        ]
        await asyncio.gather(*(person.introduce() for person in people))
        return await opened(plan, people, made)

    tables = [open_one(plan) for plan in PLANS for _ in range(plan.games)]
    return [player for players in await asyncio.gather(*tables) for player in players]


def turns(count: int, addresses: list[str]) -> list[int]:
    begin = random.randrange(len(addresses))
    return [(begin + number) % len(addresses) for number in range(count)]


async def kill_in_turn(
    servers: Sequence[Server], made: Acknowledgements, games: asyncio.Future[Any]
) -> None:
    """Kill the servers and start them again, one after the other, each time after so many more
    moves. On a busy machine the next one is killed before the last one is there again.
    """
    async with asyncio.TaskGroup() as starting:
        for kill in range(KILLS):
            await made.until(BETWEEN_KILLS * (kill + 1))
            assert not games.done(), f"the games were over before kill number {kill + 1}"
            server = servers[kill % len(servers)]
            await server.kill()
            starting.create_task(server.start())


async def play_through_kills(database: str, folder: Path, processes: int) -> Acknowledgements:
    """Play all games while servers die; compare what their players and their servers know in the
    end. Returns what was acknowledged.
    """
    made = Acknowledgements()
    async with AsyncExitStack() as stack, asyncio.timeout(LONGEST):
        servers = [
            await stack.enter_async_context(
                Server.running(database, folder / f"{number}.log", number=number)
            )
            for number in range(processes)
        ]
        addresses = [server.address for server in servers]
        players = await all_opened(addresses, made)
        playing = [asyncio.create_task(player.play()) for player in players]
        games = asyncio.gather(*playing)
        killing = asyncio.create_task(kill_in_turn(servers, made, games))
        try:
            ends = await games
            await killing
        except asyncio.CancelledError:
            print(
                "Not over:",
                *(
                    f"{player.table} seat {player.seat}"
                    for player, task in zip(players, playing, strict=True)
                    if task.cancelled()
                ),
            )
            print(f"{len(made)} moves were acknowledged; killing ended: {killing.done()}")
            raise
        for address in addresses:
            await check_api(Client([address]), ends, database)
        assert not [server.complaints for server in servers if server.complaints]
    return made


async def check_api(client: Client, ends: Sequence[dict[str, Any]], database: str) -> None:
    """What each player was told last is what the server tells now, and its log is that of the
    database.
    """
    logs = logs_of(database)
    for table in {told["id"] for told in ends}:
        now = await client.once("GET", f"/tables/{table}")
        for told in ends:
            if told["id"] == table:
                assert [told[field] for field in ("version", "ply", "result")] == [
                    now[field] for field in ("version", "ply", "result")
                ]
        events = (await client.once("GET", f"/tables/{table}/events"))["events"]
        assert [(event["version"], event["kind"], event["at"]) for event in events] == [
            (number, event["kind"], event["at"]) for number, event in logs[table]
        ]


def logs_of(database: str) -> dict[str, list[tuple[int, dict[str, Any]]]]:
    """The logs of all tables, straight from the database: each event with its number."""
    url = database_url(database)
    engine = sa.create_engine(url.set(drivername=url.drivername.replace("+aiosqlite", "")))
    logs: dict[str, list[tuple[int, dict[str, Any]]]] = {}
    with engine.connect() as connection:
        for table, number, public, private in connection.execute(
            sa.select(schema.events).order_by(*schema.events.primary_key)
        ):
            logs.setdefault(table, []).append(
                (number, {**orjson.loads(public), **orjson.loads(private)})
            )
    engine.dispose()
    return logs


def check_log(table: str, log: Sequence[tuple[int, dict[str, Any]]]) -> None:
    """No gap in its numbers, no move twice, and the game came to its end."""
    assert [number for number, _ in log] == list(range(1, len(log) + 1)), (
        f"gaps in the log of {table}"
    )
    end = fold(table, [CODEC.read(event, {}) for _, event in log])
    assert end.status == "over"
    assert end.record
    if end.simultaneous:
        twice = Counter(
            (event["round"], event["seat"]) for _, event in log if event["kind"] == "chose"
        )
        assert set(twice.values()) == {1}, f"a choice is in the log of {table} twice"
    else:
        moves = [event["move"] for _, event in log if event["kind"] == "moved"]
        assert moves == end.record.moves


def check_acknowledged(
    made: Sequence[Acknowledged], logs: dict[str, list[tuple[int, dict[str, Any]]]]
) -> None:
    """Every move that was acknowledged is in the log, where it was said to be."""
    for item in made:
        _, event = logs[item.table][item.version - 1]
        if event["kind"] == "chose":
            assert (event["seat"], event["round"], event["choice"]) == (
                item.seat,
                item.ply + 1,
                item.move,
            )
        else:
            before = sum(
                earlier["kind"] == "moved" for _, earlier in logs[item.table][: item.version - 1]
            )
            assert (event["kind"], event["seat"], before, event["move"]) == (
                "moved",
                item.seat,
                item.ply,
                item.move,
            )


@pytest.mark.parametrize(("kind", "processes"), [("sqlite", 1), ("postgresql", 2)])
def test_killed_servers_lose_nothing(kind: str, processes: int, tmp_path: Path) -> None:
    with database_of(kind, tmp_path) as database:
        made = asyncio.run(play_through_kills(database, tmp_path, processes))
        logs = logs_of(database)
    assert len(logs) == sum(plan.games for plan in PLANS)
    for table, log in logs.items():
        check_log(table, log)
    check_acknowledged(made, logs)
