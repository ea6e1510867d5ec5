"""Helpers of the tests of live tables: a desk, whose time a test turns by hand, and a site, which
is a server that visitors come to.
"""

from __future__ import annotations

import asyncio
import dataclasses
import functools
import json
import sqlite3
import ssl
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any, Self, get_args
from unittest import mock

import httpx
import orjson
import pytest
import uvicorn
from argon2 import PasswordHasher
from fastapi.routing import APIRoute
from pydantic import TypeAdapter
from starlette.routing import Match
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import ludarium
from ludarium.database.store import Store
from ludarium.eventlog.codec import LogEntry
from ludarium.play.agent import RandomAgent
from ludarium.tables import report
from ludarium.tables.bots import JobKey
from ludarium.tables.clocks import NO_CLOCK, Clock
from ludarium.tables.entries import CODEC, Opened
from ludarium.tables.errors import CODES, TableError
from ludarium.tables.options import Options
from ludarium.tables.requests import choose, play, sit, sit_bot
from ludarium.tables.server import TableServer
from ludarium.tables.table import Table, fold
from ludarium.tables.threads import ClientKey
from ludarium.tournaments.errors import CODES as TOURNAMENT_CODES
from ludarium.tournaments.server.server import TournamentServer
from ludarium.web.app import opened_app
from ludarium.web.config import Config
from ludarium.web.context import Context
from ludarium.web.routing import ROUTES
from ludarium.web.server import listening, run, serving
from ludarium.web.socket_models import MESSAGES

__all__ = [
    "HOST",
    "MODELS",
    "NO_TLS",
    "SECRET",
    "Asked",
    "Desk",
    "Site",
    "Visitor",
    "Watch",
    "database_gone",
    "eventually",
    "opened_tournaments",
    "refusal",
    "refused",
    "seen",
]

HOST = "ana"
SECRET = "the server's"
NEW_YEAR = 1_800_000_000.0
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # never used, but slow to make for each visitor
MODELS = {get_args(model.model_fields["type"].annotation)[0]: model for model in MESSAGES}
"""How what WebSockets send is described to the pages' scripts."""
PATIENCE = 10.0  # seconds that a message may take on a busy machine


@asynccontextmanager
async def opened_tournaments(database: str) -> AsyncIterator[TournamentServer]:
    """The tournaments of a server without pages."""
    async with (
        Store.opened(database) as store,
        TableServer.opened(store) as tables,
        TournamentServer.opened(tables) as tournaments,
    ):
        yield tournaments


async def eventually(holds: Callable[[], object]) -> None:
    """Wait until it holds."""
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.02)


@contextmanager
def refused(code: str) -> Iterator[None]:
    """Expects that a table refuses what is asked within, for this reason."""
    with pytest.raises(TableError) as caught:
        yield
    assert caught.value.code == code


def seen(table: Table, now: float) -> str:
    """What everybody may know of the table, as JSON."""
    return json.dumps(report.table_json(table, str, now, [False] * len(table.chairs)))


@dataclasses.dataclass(frozen=True)
class Asked:
    """A request for a bot's move, of no table."""

    key: JobKey
    take: Callable[[str], Awaitable[None]]
    client: ClientKey
    rank: int = 0
    wanted: bool = True

    async def answer(self, move: str) -> None:
        await self.take(move)

    async def give_up(self) -> None:
        await self.take("resigned")


class Desk:
    """A table without a server.

    Who sits there holds the seat under the same name; "level:1" is a bot, and a seat of "" is free.

    Like a server it lets happen what is due before it asks the table anything, and writes what the
    table answers.
    """

    def __init__(
        self,
        game: str = "yoxii",
        *sitting: str,
        seats: int | None = None,
        ruleset: str | None = None,
        clock: Clock = NO_CLOCK,
        **options: Any,
    ) -> None:
        rules = ludarium.find(game)
        number = seats or max(len(sitting), rules.seats[0])
        wanted = Options(game, rules.ruleset(ruleset).name, number, clock, **options)
        self.now = NEW_YEAR
        self.log: list[LogEntry] = []
        self.table = Table("k3v9q2ma")
        self.write(Opened(at=self.now, options=wanted.to_json(), host=HOST))
        for seat, who in enumerate(sitting):
            if who:
                self.seat(seat, who)

    def seat(self, seat: int, who: str) -> None:
        if who.startswith("level:"):
            self.ask(sit_bot, seat, who, HOST)
        else:
            self.ask(sit, seat, who, who.title(), None)

    def write(self, decided: LogEntry | list[LogEntry]) -> None:
        for entry in decided if isinstance(decided, list) else [decided]:
            self.table = self.table.after(entry)
            self.log.append(entry)

    def ask(
        self, request: Callable[..., LogEntry | list[LogEntry]], *arguments: Any, after: float = 1.0
    ) -> None:
        """Ask this of the table after so many seconds. Raises TableError."""
        self.wait(after)
        self.write(request(self.table, *arguments, self.now))

    def wait(self, seconds: float) -> None:
        """Let time pass, and what is due then happen."""
        self.now += seconds
        while event := self.table.what_is_due(self.now):
            self.write(event)

    def move(self, *moves: str, after: float = 1.0) -> None:
        """Let whoever is to move play these, one after the other, each after so many seconds."""
        for text in moves:
            (seat,) = self.table.waiting
            self.ask(
                play, seat, self.table.chairs[seat].holders[0], self.table.ply, text, after=after
            )

    def choose(self, choices: str, after: float = 1.0) -> None:
        """Let seats choose, such as "P.B": a letter for each seat, a dot for one that does not
        choose now. Bots choose by themselves.
        """
        for seat, choice in enumerate(choices):
            if choice != ".":
                self.wait(after)
                self.write(choose(self.table, seat, choice, self.now))

    @property
    def status(self) -> str:
        return self.table.status

    @property
    def seen(self) -> str:
        return seen(self.table, self.now)

    def reread(self) -> Table:
        """The table as another server would have it, from the log as it is stored."""
        return fold(
            self.table.id,
            [CODEC.read(*map(stored, CODEC.write(event))) for event in self.log],
        )


def stored(fields: dict[str, Any]) -> Any:
    return json.loads(json.dumps(fields))


# Servers


class Site:
    """A server in a thread of this process, on a free port.

    Its bots choose at random, and at once; passwords are hashed fast.
    """

    def __init__(self, config: Config) -> None:
        self._config = config
        self._socket = listening("127.0.0.1", 0)
        self.host = f"127.0.0.1:{self._socket.getsockname()[1]}"
        self.address = f"http://{self.host}"
        self._server: uvicorn.Server
        self._ready = threading.Event()
        self._visitors = ExitStack()

    @classmethod
    @contextmanager
    def opened(cls, folder: Path, database: str = "", **config: Any) -> Iterator[Self]:
        """A site that keeps its tables in this folder, if not in another database."""
        site = cls(
            Config(
                database or str(folder / "tables.db"), bot_pause=0, **{"limited": False, **config}
            )
        )
        with (
            mock.patch("ludarium.tables.bots.agent", return_value=RandomAgent()),
            mock.patch(
                "ludarium.web.people.passwords.hasher", PasswordHasher(time_cost=1, memory_cost=64)
            ),
        ):
            thread = threading.Thread(
                target=lambda: run(serving(opened_app(site._config), site._socket, site._started))
            )
            thread.start()
            try:
                assert site._ready.wait(30)
                with site._visitors:
                    yield site
            finally:
                site._server.should_exit = True
                thread.join()

    def _started(self, server: uvicorn.Server) -> None:
        server.config.timeout_graceful_shutdown = 1
        self._server = server
        self._ready.set()

    @property
    def context(self) -> Context:
        """What the server has at hand."""
        context: Context = self._server.config.app.state.context  # type: ignore[union-attr]
        return context

    def visitor(self, name: str = "", **headers: str) -> Visitor:
        """Somebody with a browser of their own, which came here before."""
        visitor = self._visitors.enter_context(Visitor(self, {"origin": self.address, **headers}))
        visitor.done("GET", "/api/me")
        if name:
            visitor.done("PUT", "/api/me", name=name)
        return visitor

    def program(self, name: str = "", **headers: str) -> Visitor:
        """A program with a token."""
        program = self.newcomer(**headers)
        program.headers["authorization"] = (
            f"Bearer {program.done('POST', '/api/identities', name=name)['token']}"
        )
        return program

    def newcomer(self, **headers: str) -> Visitor:
        """Somebody who was never here: no cookie, no token."""
        return self._visitors.enter_context(Visitor(self, headers))


def check_described(answer: httpx.Response) -> None:
    """Fail where what the API answers is not what its description says."""
    path, is_json = answer.url.path, answer.headers.get("content-type") == "application/json"
    if is_json and (model := described(answer.request.method, path, answer.status_code)):
        model.validate_json(answer.read())


@functools.cache
def described(method: str, path: str, status: int) -> TypeAdapter[Any] | None:
    """The model of what this route answers with this status, if it says one."""
    scope = {"type": "http", "method": method, "path": path, "headers": []}
    for route in ROUTES:
        if isinstance(route, APIRoute) and route.matches(scope)[0] is Match.FULL:
            said = route.response_model and status == (route.status_code or 200)
            return adapter(route.response_model) if said else None
    return None


adapter = functools.cache(TypeAdapter)


class Visitor(httpx.Client):
    """Somebody's browser, or a program."""

    def __init__(self, site: Site, headers: dict[str, str]) -> None:
        # What is asked may have to be compiled first, on a machine that is busy with other tests.
        super().__init__(
            base_url=site.address,
            headers=headers,
            verify=NO_TLS,
            timeout=120,
            event_hooks={"response": [check_described]},
        )
        self.site = site

    def ask(self, method: str, path: str, **body: Any) -> httpx.Response:
        return self.request(method, path, json=body or None) if method != "GET" else self.get(path)

    def done(self, method: str, path: str, **body: Any) -> Any:
        """The answer to a request that is granted."""
        answer = self.ask(method, path, **body)
        assert answer.is_success, answer.text
        return answer.json()

    def refused(self, method: str, path: str, **body: Any) -> str:
        """The code of a request that is refused, in one clear sentence."""
        return refusal(self.ask(method, path, **body))

    def open(self, game: str = "yoxii", *sit: str | None, **options: Any) -> str:
        """Open a table; the first seat is one's own if nothing else is said."""
        table: str = self.done(
            "POST", "/api/tables", game=game, **{"sit": [*(sit or ["me"])], **options}
        )["id"]
        return table

    def sit(self, table: str, seat: int) -> None:
        self.done("POST", f"/api/tables/{table}/seats/{seat}", name=None)

    def move(self, table: str, seat: int, ply: int, move: str) -> Any:
        return self.done("POST", f"/api/tables/{table}/moves", seat=seat, ply=ply, move=move)

    def table(self, table: str) -> Any:
        return self.done("GET", f"/api/tables/{table}")

    def code(self, table: str, seat: int) -> str:
        """The code of one's seat."""
        code: str = self.table(table)["you"]["codes"][str(seat)]
        return code

    @contextmanager
    def watching(self, path: str, **headers: str) -> Iterator[Watch]:
        """See what a WebSocket tells; headers stand in the place of the visitor's own."""
        own = {
            name: value
            for name, value in self.headers.items()
            if name in ("origin", "authorization")
        }
        if self.cookies:
            own["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {name: value for name, value in {**own, **headers}.items() if value}
        with connect(
            f"ws://{self.site.host}/api{path}",
            additional_headers=sent,
            compression=None,
            proxy=None,
        ) as socket:
            yield Watch(socket)


class Watch:
    """A WebSocket. messages: all that it has told so far, as they came."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.messages: list[bytes] = []

    def send(self, message: str | bytes) -> None:
        self._socket.send(message)

    def send_frames(self, frames: bytes) -> None:
        """Send frames as they are, all at once."""
        self._socket.socket.sendall(frames)

    def next(self) -> Any:
        """The next message that is more than a sign of life. Raises TimeoutError."""
        latest = time.monotonic() + PATIENCE
        while True:
            message = self._socket.recv(timeout=latest - time.monotonic(), decode=False)
            told = orjson.loads(message)
            MODELS[told["type"]].model_validate_json(message)  # what scripts take it to be
            if told["type"] != "ping":
                self.messages.append(message)
                return told

    def table(self) -> Any:
        """The table after the next change."""
        while (told := self.next())["type"] != "table":
            pass
        return told["table"]

    def until(self, version: int) -> Any:
        """The table once it has this version."""
        while (table := self.table())["version"] < version:
            pass
        return table

    @property
    def closed_with(self) -> int:
        """The code that the server closes the socket with."""
        try:
            while True:
                self.next()
        except ConnectionClosed as closed:
            assert closed.rcvd
            return closed.rcvd.code


@contextmanager
def database_gone(folder: Path) -> Iterator[None]:
    """The server's tables are not where they should be."""
    with closing(sqlite3.connect(folder / "tables.db")) as database:
        names = [
            name
            for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        for name in names:
            database.execute(f"ALTER TABLE {name} RENAME TO {name}_gone")
        yield
        for name in names:
            database.execute(f"ALTER TABLE {name}_gone RENAME TO {name}")


def refusal(answer: httpx.Response) -> str:
    """The code of a refusal, which must say what was wrong in one clear sentence and with the right
    status.
    """
    told = answer.json()
    assert set(told) == {"error", "code"}
    assert answer.status_code == {**CODES, **TOURNAMENT_CODES}[told["code"]], answer.text
    assert 10 < len(told["error"]) < 300, told
    assert "\n" not in told["error"], told
    code: str = told["code"]
    return code
