"""Bounds on connections: headers, slow requests, idle sockets, and how many there may be."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import resource
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest import mock

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludarium.eventlog.live import Watcher
from ludarium.web.http.connections import RESERVE, SPARE, Bounds, Guarded, room_for
from ludarium.web.server import listening, run, serving
from tables_help import NO_TLS, Site

ASK = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
MASK = bytes(4)  # of a frame
FAST = {"arriving": 0.2, "grace": 0.2, "sweep": 0.02}
Open = Callable[[], Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]


async def hello(scope: Any, receive: Any, send: Any) -> None:
    """An application that reads the body, and answers."""
    while (await receive()).get("more_body"):
        pass
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]}
    )
    await send({"type": "http.response.body", "body": b"hi"})


def attacked(attack: Callable[[Open], Awaitable[None]], **bounds: Any) -> None:
    """Run an attack on a server with these bounds."""

    async def attacking() -> None:
        bound = listening("127.0.0.1", 0)
        port = bound.getsockname()[1]
        ready: asyncio.Future[uvicorn.Server] = asyncio.get_running_loop().create_future()

        @contextlib.asynccontextmanager
        async def opened() -> AsyncIterator[Any]:
            yield hello

        server = asyncio.create_task(serving(opened(), bound, ready.set_result, Bounds(**bounds)))
        await ready
        opened_here: list[asyncio.StreamWriter] = []

        async def open_one() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            opened_here.append(writer)
            return reader, writer

        try:
            async with asyncio.timeout(20):
                await attack(open_one)
        finally:
            for writer in opened_here:
                writer.transport.abort()
            ready.result().should_exit = True
            await server

    run(attacking())


@pytest.mark.parametrize("interrupted", [False, True])
def test_requests_end_before_what_they_use_is_closed(
    interrupted: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """Else a connection of the database that a request has open would be left to the collector.

    interrupted: as Ctrl-C does it, which cancels what runs the server once more.
    """
    told: list[str] = []
    asked, ending = asyncio.Event(), asyncio.Event()

    async def waits(scope: Any, receive: Any, send: Any) -> None:
        asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            ending.set()
            for _ in range(10):  # as closing a connection takes several steps
                await asyncio.sleep(0)
            told.append("request ended")

    async def stopping() -> None:
        bound = listening("127.0.0.1", 0)
        ready: asyncio.Future[uvicorn.Server] = asyncio.get_running_loop().create_future()

        @contextlib.asynccontextmanager
        async def opened() -> AsyncIterator[Any]:
            try:
                yield waits
            finally:
                told.append("database closed")

        server = asyncio.create_task(serving(opened(), bound, ready.set_result))
        (await ready).config.timeout_graceful_shutdown = 0
        _, writer = await asyncio.open_connection(*bound.getsockname())
        writer.write(ASK)
        await asked.wait()
        ready.result().should_exit = True
        await ending.wait()
        if interrupted:
            server.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await server
        writer.close()

    run(stopping())
    assert told == ["request ended", "database closed"]
    assert "Traceback" not in capsys.readouterr().err


async def rest(reader: asyncio.StreamReader) -> bytes:
    """What comes until the server disconnects."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while more := await reader.read(65536):
            found += more
    return found


@pytest.mark.parametrize("line", [b"a: " + b"b" * 65_536, b"a: b\r\n" * 16_384])
def test_headers_that_are_too_long(line: bytes) -> None:
    async def attack(open_one: Open) -> None:
        reader, writer = await open_one()
        with contextlib.suppress(ConnectionError):
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n" + line)
            await writer.drain()
        assert (await rest(reader)).partition(b"\r\n")[0] in (
            b"",
            b"HTTP/1.1 431 Request Header Fields Too Large",
        )
        writer.close()

    attacked(attack)


@pytest.mark.parametrize(
    "first",
    [
        b"",
        b"\r\n",
        b"GET / HTTP/1.1\r\n",
        ASK + b"GET",
        b"POST / HTTP/1.1\r\ncontent-length: 9\r\n\r\na",
    ],
)
def test_requests_that_do_not_come(first: bytes) -> None:
    async def attack(open_one: Open) -> None:
        reader, writer = await open_one()
        writer.write(first)
        await rest(reader)
        writer.close()

    attacked(attack, **FAST)


def test_a_slow_request_that_is_fast_enough() -> None:
    async def ask(open_one: Open) -> None:
        reader, writer = await open_one()
        for _ in range(2):
            writer.write(b"POST / HTTP/1.1\r\ncontent-length: 300000\r\nHost: x\r\n\r\n")
            for _ in range(10):
                writer.write(b"a" * 30_000)
                await writer.drain()
                await asyncio.sleep(0.01)
            assert b" 200 " in await reader.readuntil(b"hi")
        writer.close()

    attacked(ask)


def test_idle_connections_give_way() -> None:
    async def attack(open_one: Open) -> None:
        idle = [await open_one() for _ in range(9)]
        for _ in range(9):
            reader, writer = await open_one()
            writer.write(ASK)
            assert b" 200 " in await reader.readuntil(b"hi")
        gone = [asyncio.create_task(rest(reader)) for reader, _ in idle]
        await asyncio.wait(gone)
        for _, writer in idle:
            writer.close()

    attacked(attack, connections=4)


def test_connections_of_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "10.0.0.1")

    async def attack(open_one: Open) -> None:
        kept = [await open_one() for _ in range(3)]
        reader, writer = await open_one()
        writer.write(ASK)
        assert b"429 Too Many Requests" in await rest(reader)
        kept[0][1].close()
        answer = b""
        while b" 200 " not in answer:
            reader, writer = await open_one()
            writer.write(ASK)
            with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
                answer = await reader.readuntil(b"hi")

    attacked(attack, each=3)


def test_one_address_may_not_connect_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "10.0.0.1")

    async def attack(open_one: Open) -> None:
        answers = []
        for _ in range(7):
            reader, writer = await open_one()
            writer.write(ASK.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
            answers.append((await rest(reader))[9:12])
        assert answers == [b"200"] * 5 + [b"429"] * 2

    attacked(attack, new=0.5)


def test_a_flood_of_connections_is_not_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first that are refused are told why, the others are disconnected at once."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "10.0.0.1")

    async def attack(open_one: Open) -> None:
        answers = []
        for _ in range(40):
            with contextlib.suppress(ConnectionError):  # it may be closed before all is sent
                reader, writer = await open_one()
                writer.write(ASK.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
                answers.append((await rest(reader))[9:12])
        told = [answer for answer in answers if answer]
        assert told[:4] == [b"200"] * 2 + [b"429"] * 2
        assert len(told) < 40

    attacked(attack, new=0.2)


@pytest.mark.parametrize(
    "frames",
    [
        b"\x81\x80" + MASK,
        b"\x89\x80" + MASK,
        b"\x8a\x80" + MASK,
        b"\x81\xfe\x0f\xa0" + MASK + b"x" * 4000,
    ],
    ids=["messages", "pings", "pongs", "long messages"],
)
def test_a_websocket_brings_only_so_many_frames(
    tmp_path: Path, frames: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with Site.opened(tmp_path, limited=True) as site:
        ana = site.visitor("Ana")
        table = ana.open("yoxii", "me", "me")
        with ana.watching(f"/tables/{table}/watch") as watch:
            watch.table()
            watch.send_frames(frames * (110 if len(frames) < 10 else 8))
            assert watch.closed_with == 1008
            # what is still told to who was refused is no fault
            for ply, move in enumerate(("e5/3f5", "f6/1g5")):
                ana.move(table, ply, ply, move)
    assert [record for record in caplog.records if record.exc_info] == []


@pytest.mark.parametrize("path", ["/lobby", "/me/games/watch", "/calls"])
def test_nobody_talks_to_a_websocket_that_only_tells(tmp_path: Path, path: str) -> None:
    with Site.opened(tmp_path) as site, site.visitor("Ana").watching(path) as watch:
        watch.next()
        watch.send("hello")
        assert watch.closed_with == 4422


def test_the_address_is_the_forwarded_one(tmp_path: Path) -> None:
    with (
        Site.opened(tmp_path, limited=True, connections=2) as site,
        contextlib.ExitStack() as stack,
    ):
        lobby = f"ws://{site.host}/api/lobby"

        def watch(address: str) -> Any:
            return stack.enter_context(
                connect(lobby, additional_headers={"X-Forwarded-For": address})
            )

        for _ in range(2):
            watch("10.1.1.1").recv(timeout=10)
        with pytest.raises(ConnectionClosed) as closed:
            watch("10.1.1.1").recv(timeout=10)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4429, "too-many")
        watch("10.1.1.2").recv(timeout=10)
        refused = site.program("Ana").ask("GET", "/api/games")
        assert refused.status_code == 200


def test_connections_fit_into_file_descriptors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (128, 128))
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)  # all later tests would have it
    monkeypatch.setattr("os.listdir", lambda _: ["1"] * 20)
    assert room_for(10_000) == 128 - 20 - RESERVE - SPARE
    assert Bounds.fitting().each < Bounds.fitting().connections / 3


def test_closed_connections_leave_no_garbage(tmp_path: Path) -> None:
    """Else the collector would have to look at everything, in which no move is answered."""

    def left() -> int:
        return sum(issubclass(type(found), (Guarded, Watcher)) for found in gc.get_objects())

    with mock.patch("ludarium.web.app.COLLECTING", 1e9), Site.opened(tmp_path) as site:
        ana = site.visitor("Ana")
        table = ana.open("yoxii", "me", None)
        gc.collect()
        gc.disable()
        try:
            before = left()
            for _ in range(5):
                with ana.watching(f"/tables/{table}/watch") as watch:
                    watch.table()
                httpx.get(f"{site.address}/api/tables/{table}", verify=NO_TLS)
            latest = time.monotonic() + 10
            while left() > before and time.monotonic() < latest:
                time.sleep(0.05)
            assert left() <= before
        finally:
            gc.enable()
