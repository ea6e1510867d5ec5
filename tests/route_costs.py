"""What each request costs the server: processor time of its event loop, rows and steps of the
database, and bytes, at a server that holds much.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Self
from unittest import mock

import orjson
import sqlalchemy as sa
from argon2 import PasswordHasher
from fastapi import FastAPI
from fastapi.routing import APIRoute

import ludarium
from ludarium.tournaments import requests
from ludarium.tournaments.entries import Created
from ludarium.tournaments.options import Options
from ludarium.tournaments.simulate import Play, Simulation
from ludarium.web.app import opened_app
from ludarium.web.config import Config

__all__ = [
    "Cost",
    "Holdings",
    "Meter",
    "Names",
    "Server",
    "filled",
    "names_in",
    "routes",
    "sockets",
    "writes",
]

HOST = "127.0.0.1"
STEPS = 100  # of SQLite's machine between two counts
SILENCE = 0.1  # seconds without a message
PASSWORD = "a long password"
LONG_GAME = "gasetavl-gedved"  # at random it lasts for as long as a game may: 2,499 moves
SHORT_GAME = "connect4"
NAMES = {
    "/people/": "Ana",
    "/families/": "tafl-family",
    "/concepts/{": "moves",
    "/downloads/": "places.json",
}
"""What stands for a name in routes with these words; elsewhere it is a game's."""
QUERIES = {
    "/api/tables": ("?state=over", "?state=over&game=hex", "?state=open", "?state=over&mine=true"),
    "/api/points": ("", "?scheme=live"),
    "/points": ("", "?scheme=live"),
    "/tournament/{tournament_id}": ("", "?page=90", "?table=4000"),
}
"""What is asked of routes that answer in several ways."""


@dataclasses.dataclass(frozen=True)
class Holdings:
    """How much a server holds."""

    players: int
    """Of each of two tournaments, an elimination and a Swiss."""
    moves: int
    """At one table."""
    tables: int
    """Finished ones, of which one account has the half."""
    studies: int
    """Of one visitor."""


@dataclasses.dataclass(frozen=True)
class Cost:
    """What one request cost."""

    status: int
    size: int
    """Bytes of the answer."""
    longest: float
    """Seconds of processor time in which the event loop did nothing else."""
    whole: float
    """Seconds of processor time of the event loop, in all."""
    rows: int
    """Rows that the database gave."""
    steps: int
    """Steps of SQLite's machine, to the next STEPS: about ten for a row that is looked at."""


class Meter:
    """Counts what the thread of the event loop and the database do."""

    def __init__(self) -> None:
        self._reset()

    def _reset(self) -> None:
        self.longest = self.whole = 0.0
        self.rows = self.steps = 0

    @contextlib.contextmanager
    def attached(self) -> Iterator[Self]:
        """Count all that happens until the context ends."""
        run, answered = asyncio.Handle._run, self._answered

        def timed(handle: asyncio.Handle) -> None:
            begin = time.thread_time()
            run(handle)
            took = time.thread_time() - begin
            self.longest = max(self.longest, took)
            self.whole += took

        sa.event.listen(sa.Engine, "connect", self._connected)
        sa.event.listen(sa.Engine, "after_cursor_execute", answered)
        with mock.patch.object(asyncio.Handle, "_run", timed):
            yield self
        sa.event.remove(sa.Engine, "connect", self._connected)
        sa.event.remove(sa.Engine, "after_cursor_execute", answered)

    def _connected(self, connection: Any, record: Any) -> None:
        if isinstance(connection, sqlite3.Connection):
            connection.set_progress_handler(self._stepped, STEPS)
        elif hasattr(connection, "run_async"):
            connection.run_async(lambda own: own.set_progress_handler(self._stepped, STEPS))

    def _stepped(self) -> int:
        self.steps += STEPS
        return 0

    def _answered(
        self, connection: Any, cursor: Any, statement: Any, given: Any, context: Any, many: Any
    ) -> None:
        self.rows += len(getattr(cursor, "_rows", ()))


class Server:
    """The application in this process, asked without a network."""

    def __init__(self, app: FastAPI, meter: Meter) -> None:
        self.app, self.meter = app, meter
        self.tokens: dict[str, str] = {}
        """Of visitors, by name."""

    @classmethod
    @contextlib.asynccontextmanager
    async def opened(cls, database: Path, meter: Meter) -> AsyncIterator[Server]:
        quick = PasswordHasher(time_cost=1, memory_cost=64)
        with mock.patch("ludarium.web.people.passwords.hasher", quick):
            async with opened_app(Config(str(database), limited=False, bot_pause=0)) as app:
                yield cls(app, meter)

    async def cost(
        self, method: str, path: str, who: str = "", body: Any = None
    ) -> tuple[Cost, bytes]:
        """What a request costs, and the answer. who: who asks; empty for a stranger."""
        self.meter._reset()
        status, answer = await self._ask(method, path, who, body)
        meter = self.meter
        cost = Cost(status, len(answer), meter.longest, meter.whole, meter.rows, meter.steps)
        return cost, answer

    async def done(self, method: str, path: str, who: str = "", **body: Any) -> Any:
        """The answer to a request that is granted."""
        status, answer = await self._ask(method, path, who, body)
        assert 200 <= status < 300, answer
        return orjson.loads(answer) if answer else None

    async def introduce(self, who: str) -> None:
        """Give a visitor of this name a token."""
        self.tokens[who] = (await self.done("POST", "/api/identities", name=who))["token"]

    async def socket_cost(self, path: str, who: str = "") -> Cost:
        """What it costs to open a WebSocket, until it is silent for a moment."""
        self.meter._reset()
        sent, heard = [], asyncio.Event()
        told: list[Any] = [{"type": "websocket.connect"}]

        async def receive() -> Any:
            while not told:
                await heard.wait()
                heard.clear()
            return told.pop()

        async def send(message: Any) -> None:
            sent.append(message)

        scope = self._scope("websocket", path, who, b"", "application/json")
        talking = asyncio.create_task(self.app(scope, receive, send))
        number = -1
        while len(sent) > number:
            number = len(sent)
            await asyncio.sleep(SILENCE)
        told.append({"type": "websocket.disconnect", "code": 1000})
        heard.set()
        await talking
        meter, size = self.meter, sum(len(one.get("text", "")) for one in sent)
        status = 101 if sent[0]["type"] == "websocket.accept" else 403
        return Cost(status, size, meter.longest, meter.whole, meter.rows, meter.steps)

    async def _ask(self, method: str, path: str, who: str, body: Any) -> tuple[int, bytes]:
        given = b"" if body is None or method == "GET" else orjson.dumps(body)
        if isinstance(body, bytes):
            given = body
        kind = "text/csv" if isinstance(body, bytes) else "application/json"
        scope = {**self._scope("http", path, who, given, kind), "method": method}
        asked, answered = [{"type": "http.request", "body": given}], []

        async def receive() -> Any:
            if asked:
                return asked.pop()
            await asyncio.Event().wait()  # the client stays
            raise AssertionError

        async def send(message: Any) -> None:
            answered.append(message)

        await asyncio.create_task(self.app(scope, receive, send))
        return answered[0]["status"], b"".join(one.get("body", b"") for one in answered[1:])

    def _scope(self, type_: str, path: str, who: str, body: bytes, kind: str) -> dict[str, Any]:
        headers = {
            "host": HOST,
            "origin": f"http://{HOST}",
            "content-type": kind,
            "content-length": str(len(body)),
            "accept-encoding": "gzip",
        }
        if who:
            headers["authorization"] = f"Bearer {self.tokens[who]}"
        where, _, query = path.partition("?")
        return {
            "type": type_,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "path": where,
            "raw_path": where.encode(),
            "root_path": "",
            "scheme": "http" if type_ == "http" else "ws",
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": (HOST, 1),
            "server": (HOST, 80),
            "subprotocols": [],
        }


class Names(NamedTuple):
    """What there is to ask for in a database."""

    paths: dict[str, str]
    """What stands for parameters of the routes' paths."""
    tokens: dict[str, str]
    """Of visitors, by name."""


def names_in(database: Path) -> Names:
    """What was noted beside a database that `filled` made."""
    return Names(*orjson.loads(database.with_suffix(".names").read_bytes()))


async def filled(database: Path, holdings: Holdings, meter: Meter) -> Names:
    """Make a database that holds so much, and note beside it what there is to ask for."""
    async with Server.opened(database, meter) as server:
        for who in ("ana", "petr", "organiser"):
            await server.introduce(who)
        made = await server.done("POST", "/api/accounts", "ana", name="Ana", password=PASSWORD)
        server.tokens["ana"] = made["token"]
        names = {"person": "Ana"}
        names["long"] = await long_table(server, holdings.moves)
        names["over"] = await short_table(server)
        for kind in ("single", "swiss"):
            names[kind] = await tournament(server, kind, holdings.players)
        tree = [{}, {"move": "e5/3f5"}]
        made = await server.done("POST", "/api/studies", "ana", game="yoxii", positions=tree)
        names["study"] = made["id"]
        open_matches = (await server.done("GET", f"/api/tournaments/{names['swiss']}"))["matches"]
        names["match"] = str(open_matches[0]["number"])
        names["puzzle"] = (await server.done("GET", "/api/puzzles/today"))["id"]
        found = Names(names, server.tokens)
    with contextlib.closing(sqlite3.connect(database)) as rows, rows:
        multiply(rows, "studies", names["study"], holdings.studies)
        multiply(rows, "tables", names["over"], holdings.tables)
        multiply(rows, "seatings", names["over"], holdings.tables // 2)
    database.with_suffix(".names").write_bytes(orjson.dumps(tuple(found)))
    return found


def multiply(rows: sqlite3.Connection, table: str, identity: str, number: int) -> None:
    """Write copies of the rows with this id until there are so many."""
    columns = [name for _, name, *_ in rows.execute(f"PRAGMA table_info({table})")]
    key = "table_id" if table == "seatings" else "id"
    others = ", ".join(name for name in columns if name != key)
    moved = {"updated": "updated - n", "ended": "ended - n", "changed": "changed - n"}
    values = ", ".join(moved.get(name, name) for name in columns if name != key)
    rows.execute(
        f"WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ?) "
        f"INSERT INTO {table} ({key}, {others}) "
        f"SELECT printf('copy%08d', n), {values} FROM {table}, counted WHERE {key} = ?",
        (number, identity),
    )


async def long_table(server: Server, moves: int) -> str:
    """The id of a table at which one visitor plays both sides, after so many moves."""
    made = await server.done(
        "POST", "/api/tables", "ana", game=LONG_GAME, sit=["me", "me"], repetition=False
    )
    identity: str = made["id"]
    position, rng = ludarium.start(LONG_GAME), random.Random(1)
    ply = 0
    while ply < moves:
        several = rng.sample(position.legal, len(position.legal))
        move = next(one for one in several if not position.play(one).over)
        body = {"seat": move.seat, "ply": ply, "move": str(move)}
        told = await server.done("POST", f"/api/tables/{identity}/moves", "ana", **body)
        position, ply = position.play(move), told["ply"]
        position.forget()
    return identity


async def short_table(server: Server) -> str:
    """The id of a public table where an account won against another visitor."""
    options = {"game": SHORT_GAME, "sit": ["me", None], "listed": True, "watch": "anyone"}
    identity: str = (await server.done("POST", "/api/tables", "ana", **options))["id"]
    path = f"/api/tables/{identity}"
    await server.done("POST", f"{path}/seats/1", "petr", name="Petr")
    for ply, move in enumerate(("a1", "b1", "a2", "b2", "a3", "b3", "a4")):
        body = {"seat": ply % 2, "ply": ply, "move": move}
        await server.done("POST", f"{path}/moves", ("ana", "petr")[ply % 2], **body)
    return identity


async def tournament(server: Server, kind: str, players: int) -> str:
    """The id of a tournament of so many players, of whose second round half is played; an account
    organises it.
    """
    options = Options.checked(format=kind, game="yoxii", online=False)
    played = Simulation(options, players, 1, Play(), lambda event: None)
    played.ask(requests.start)
    for share in (1, 2):
        played.draw()
        matches = played.tournament.open_matches
        for match in matches[: len(matches) // share]:
            played.settle(match.number)
    context = server.app.state.context
    account = await context.tables.store.accounts.find("ana")
    announced, *others = played.tournament.log
    assert isinstance(announced, Created)
    announced = dataclasses.replace(announced, holder=account["holder"])
    live = await context.tournaments.create(announced, *others)
    identity: str = live.tournament.id
    return identity


def routes(app: FastAPI, names: dict[str, str]) -> list[str]:
    """Paths of all that can be read, at least one of each route. names: as of
    `Names.paths`.
    """
    return [
        path
        for route in app.routes
        if isinstance(route, APIRoute) and "GET" in (route.methods or ())
        for path in paths_of(route.path, names)
    ]


def paths_of(route: str, names: dict[str, str]) -> list[str]:
    """Paths of a route, with what makes the answer longest."""
    several = {
        "{table_id}": [names["long"], names["over"]],
        "{tournament_id}": [names["single"], names["swiss"]],
        "{study_id}": [names["study"]],
        "{name}": [next((v for k, v in NAMES.items() if k in route), "yoxii")],
        "{ruleset}": ["standard"],
        "{puzzle_id}": [names["puzzle"]],
        "{seat}": ["0"],
        "{number}": ["1"],
        "{language}": ["cs"],
        "{key}": ["ludii"],
        "{identifier}": ["DLP.GameRulesets.3037"],
        "{sheet}": ["board"],
        "{format}": ["pgn"],
    }
    paths = [route]
    for parameter, values in several.items():
        if parameter in route:
            paths = [path.replace(parameter, value) for path in paths for value in values]
    assert not any("{" in path for path in paths), f"what stands for the parameters of {route}?"
    return [path + query for path in paths for query in QUERIES.get(route, ("",))]


def sockets(names: dict[str, str]) -> list[str]:
    """Paths of WebSockets. names: as of `Names.paths`."""
    return [
        f"/api/tables/{names['long']}/watch?scene=1",
        f"/api/tournaments/{names['single']}/watch",
        f"/api/tournaments/{names['swiss']}/watch",
        "/api/me/games/watch",
        "/api/lobby",
        "/api/calls",
    ]


def writes(names: dict[str, str]) -> list[tuple[str, str, Any]]:
    """Requests that change what is largest: method, path and body. names: as of `Names.paths`."""
    long, cup = f"/api/tables/{names['long']}", f"/api/tournaments/{names['swiss']}"
    options = {"name": "x", "format": "single", "game": "yoxii", "online": False}
    return [
        ("POST", f"{long}/offers", {"seat": 0, "kind": "draw"}),
        ("POST", f"{long}/greetings", {"seat": 0, "greeting": "hello"}),
        ("POST", f"{long}/resignations", {"seat": 0}),
        ("POST", f"{cup}/players", {"name": "Late"}),
        ("PUT", f"{cup}/players/1", {"name": "Renamed"}),
        ("DELETE", f"{cup}/players/2", None),
        ("POST", f"{cup}/players/2/return", None),
        ("POST", f"{cup}/pause", None),
        ("POST", f"{cup}/resume", None),
        ("POST", f"{cup}/undo", {}),
        ("POST", f"{cup}/join", {"name": "Ana"}),
        ("POST", f"{cup}/matches/{names['match']}/forfeits", {"players": []}),
        ("POST", "/api/tournaments", options),
        ("POST", "/api/tables", {"game": SHORT_GAME, "sit": ["me", "me"]}),
        ("POST", "/api/pairings", {"game": SHORT_GAME}),
        ("POST", f"/play/{SHORT_GAME}", None),
        ("PUT", f"/api/studies/{names['study']}", {"game": "yoxii", "positions": [{}]}),
        ("POST", "/api/imports", {"text": "1. e4 e5 *"}),
        ("POST", "/api/reviews", {"game": SHORT_GAME, "moves": ["a", "b"]}),
        ("POST", f"/api/puzzles/{names['puzzle']}/attempts", {"solved": True}),
        ("PUT", "/api/me", {"name": "Ana"}),
    ]
