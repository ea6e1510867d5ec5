"""Helpers of the tests that need a real server: starting and killing one, and clients that play
through its API.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import socket
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import aclosing, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit, urlunsplit

import orjson
import psycopg
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from forking import Forked, fork

__all__ = [
    "COMMAND",
    "ENVIRONMENT",
    "Client",
    "RefusedError",
    "Server",
    "database_of",
    "fresh_postgresql",
]

COMMAND = [sys.executable, "-c", "from ludarium.cli import main; main()"]
# Plain Python: nothing needs to be compiled, and what these tests are about is not how well bots
# play.
ENVIRONMENT = {**os.environ, "NUMBA_DISABLE_JIT": "1", "NO_COLOR": "1", "COLUMNS": "200"}
STARTING = 60.0  # seconds that a start may take on a busy machine
PAUSE = 0.1  # seconds between tries to reach a server
ANSWERING = 30.0  # seconds that an answer may take
BROKEN = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError)


def free_port() -> int:
    """A port below those that the system gives to connections, one of which might else take it
    while its server is down.
    """
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


class Server:
    """A server process, which can be killed and started again at the same address. log: the file
    that its complaints go to; number: 1 for the second of two servers, so that it hashes strings in
    another way than the first.
    """

    def __init__(self, database: str, log: Path, *options: str, number: int = 0) -> None:
        self.number = number
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = log
        self._arguments = [
            "serve",
            "--port",
            str(self.port),
            "--database",
            database,
            "--no-limits",
            "--wait",
            "--bot-pause",
            "0",
            *options,
        ]
        self._process: Forked | None = None

    @classmethod
    @asynccontextmanager
    async def running(
        cls, database: str, log: Path, *options: str, number: int = 0
    ) -> AsyncIterator[Self]:
        """A server that answers, until the end of the context."""
        server = cls(database, log, *options, number=number)
        await server.start()
        try:
            yield server
        finally:
            await server.kill()

    async def start(self) -> None:
        """Returns once it answers."""
        with self.log.open("ab") as log:
            self._process = process = fork(self._arguments, ENVIRONMENT, log.fileno(), self.number)
        async with asyncio.timeout(STARTING):
            line = await asyncio.to_thread(process.stdout.readline)
        assert "is at" in line, f"the server did not start: {self.log.read_text()}"

    async def kill(self) -> None:
        """Give it no time to do anything more."""
        if self._process:
            self._process.kill()
            await asyncio.to_thread(self._process.wait)
            self._process.close()
            self._process = None

    @property
    def complaints(self) -> str:
        return self.log.read_text()


async def exchange(
    address: str, method: str, path: str, body: bytes, token: str
) -> tuple[int, bytes]:
    """The status and the content of an answer, by a connection for each request: that costs a tenth
    of what HTTP libraries do.
    """
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    try:
        authorization = f"authorization: Bearer {token}\r\n" if token else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: "
            f"{parts.netloc}\r\n{authorization}content-type: application/json\r\n"
        )
        writer.write(
            f"{head}content-length: {len(body)}\r\nconnection: close\r\n\r\n".encode() + body
        )
        async with asyncio.timeout(ANSWERING):
            answer = await reader.read()
    finally:
        writer.close()
    start, _, content = answer.partition(b"\r\n\r\n")
    length = re.search(rb"\r\ncontent-length: ([0-9]+)", start)
    if length is None or len(content) != int(length[1]):
        raise ConnectionResetError("the answer broke off")
    return int(start.split()[1]), content


class RefusedError(Exception):
    """A request that a server refused. code: the API's."""

    def __init__(self, status: int, code: str, words: str) -> None:
        super().__init__(f"{status} {code}: {words}")
        self.status, self.code = status, code


class Client:
    """A person at a table.

    Uses the first of the servers' addresses, and goes on to the next one whenever it does not
    answer.
    """

    def __init__(self, addresses: list[str], name: str = "") -> None:
        self._addresses, self.name = addresses, name
        self._token = ""

    @property
    def address(self) -> str:
        return self._addresses[0]

    def go_elsewhere(self) -> None:
        self._addresses = [*self._addresses[1:], self._addresses[0]]

    async def once(self, method: str, path: str, body: Any = None) -> Any:
        """The answer as data.

        Raises RefusedError, and one of BROKEN where the server does not answer.
        """
        status, content = await exchange(
            self.address, method, f"/api{path}", orjson.dumps(body), self._token
        )
        data = orjson.loads(content)
        if status >= 400:
            raise RefusedError(status, data["code"], data["error"])
        return data

    async def until_answered(self, method: str, path: str, body: Any = None) -> Any:
        """The answer of whichever server gives one; for requests that may be repeated."""
        while True:
            try:
                return await self.once(method, path, body)
            except BROKEN:
                self.go_elsewhere()
                await asyncio.sleep(PAUSE)

    async def introduce(self) -> None:
        """Get an identity."""
        self._token = (await self.until_answered("POST", "/identities", {"name": self.name}))[
            "token"
        ]

    def take(self, token: str) -> None:
        """Use another token."""
        self._token = token

    def seen_from(self, address: str) -> Client:
        """The same person, with the token of now, at another server."""
        other = Client([address], self.name)
        other.take(self._token)
        return other

    async def until_asked(self, table: str, seat: int) -> Any:
        """The position's number and the seat's legal moves, once the server has heard that the seat
        is to move.
        """
        while not (found := await self.until_answered("GET", f"/tables/{table}/legal"))[
            "legal"
        ].get(str(seat)):
            await asyncio.sleep(PAUSE)
        return found["ply"], [legal["move"] for legal in found["legal"][str(seat)]]

    async def messages(self, table: str) -> AsyncGenerator[dict[str, Any]]:
        """What is told of the table through WebSockets; where one breaks, through the next."""
        while True:
            address = f"{self.address.replace('http', 'ws', 1)}/api/tables/{table}/watch"
            headers = {"authorization": f"Bearer {self._token}"}
            try:
                async with connect(
                    address, additional_headers=headers, compression=None, open_timeout=ANSWERING
                ) as messages:
                    async for message in messages:
                        yield orjson.loads(message)
            except BROKEN:
                self.go_elsewhere()
            await asyncio.sleep(PAUSE)

    async def news(self, table: str) -> AsyncGenerator[dict[str, Any]]:
        """The table after each change."""
        async with aclosing(self.messages(table)) as messages:
            async for told in messages:
                if told["type"] == "table":
                    yield told["table"]


@contextmanager
def fresh_postgresql() -> Iterator[str]:
    """The address of an empty database on the server that LUDARIUM_TEST_DATABASE names; skips the
    test where there is none.
    """
    server = os.environ.get("LUDARIUM_TEST_DATABASE")
    if not server:
        pytest.skip(
            "LUDARIUM_TEST_DATABASE names no PostgreSQL server; tests/postgresql.sh starts one"
        )
    name = f"ludarium_test_{random.SystemRandom().getrandbits(64):016x}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextmanager
def database_of(kind: str, folder: Path) -> Iterator[str]:
    """The address of an empty database, sqlite or postgresql."""
    if kind == "sqlite":
        yield str(folder / "tables.db")
    else:
        with fresh_postgresql() as address:
            yield address
