"""Starts a server: compiles what bots need, then serves until a signal."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
from collections.abc import Callable, Collection, Coroutine, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractAsyncContextManager
from multiprocessing import get_context
from types import FrameType
from typing import Any

import uvicorn

from ludarium import catalogue
from ludarium.agents import agent
from ludarium.errors import LudariumError
from ludarium.play.agent import prepare
from ludarium.play.position import Position, start
from ludarium.rules.listing import prepare_listing
from ludarium.search import live_code
from ludarium.search.live_code import compile_searches
from ludarium.web.http.connections import Bounds, Register, guarded, guarded_sockets

__all__ = [
    "compile_all",
    "compile_game",
    "compile_searches",
    "listening",
    "load_game",
    "run",
    "serve",
    "serving",
]

App = AbstractAsyncContextManager[Any]  # of an ASGI application
# seconds after which a thread that computes in Python lets another go on; by default 5 ms, of which
# a move would wait for several: that which writes lets go of Python at each statement
SWITCHING = 0.0001
CLOSING = 5.0  # seconds that requests get to close what they have open, once they are cancelled


def compile_game(name: str) -> None:
    """Compile the code for live tables of the game, by its name or file. Raises RulesError."""
    live_code.compile_game(catalogue.find(catalogue.named_now(name)))


def load_game(name: str) -> None:
    """Load the code for a table of the game with the fewest seats; that for more is loaded when the
    first such table opens.
    """
    prepare_table(start(name))


def prepare_table(position: Position) -> None:
    """Compile, or load, the code for a table with this number of seats."""
    prepare_listing(position.game)
    prepare([agent("level:1")], position)


def compile_all(names: Sequence[str]) -> Iterator[str]:
    """Compile these games in parallel processes; yields the name of each finished game.

    Raises RulesError where a game of this package cannot be compiled; another one is withheld.
    """
    with ProcessPoolExecutor(max_workers=2, mp_context=get_context("spawn")) as pool:
        pool.submit(compile_searches)
        work = {name: pool.submit(compile_game, catalogue.found_again(name)) for name in names}
        for name, done in work.items():
            try:
                done.result()
            except LudariumError as error:
                if catalogue.is_own(catalogue.find(name)):
                    raise
                catalogue.withhold(name, str(error))
            yield name


def listening(host: str, port: int) -> socket.socket:
    """A listening socket. Raises LudariumError."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM
        )[0]
        bound = socket.socket(family, kind, protocol)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        # now, as two may bind a port, but not listen there; whoever comes while games are compiled
        # waits
        bound.listen()
    except OSError as error:
        raise LudariumError(
            f"cannot listen on {host}:{port}: {error.strerror or error}; try another --port"
        ) from None
    bound.set_inheritable(True)
    return bound


async def serving(
    opened: App,
    bound: socket.socket,
    on_ready: Callable[[uvicorn.Server], None],
    bounds: Bounds | None = None,
    limited: bool = True,
) -> None:
    """Serve an application until a signal says to stop, or `should_exit` of what `on_ready` is
    given. Raises what opening it raises.

    limited: whether the connections of one address are, and the frames of a WebSocket.
    """
    bounds = bounds or Bounds.fitting()
    sys.setswitchinterval(SWITCHING)
    async with opened as app:
        settings = uvicorn.Config(
            app,
            lifespan="off",
            log_level="warning",
            access_log=False,
            use_colors=False,  # what is logged may be a stranger's, so all of it is cleaned
            ws_per_message_deflate=False,
            ws_max_size=4096,
            timeout_graceful_shutdown=3,
            # those that are accepted at once
            backlog=min(2048, bounds.connections),
        )
        logging.getLogger("uvicorn.error").addFilter(is_of_interest)
        register = Register(bounds, limited, settings.forwarded_allow_ips)
        settings.http = guarded(register)
        if limited:
            settings.ws = guarded_sockets(bounds)
        server = uvicorn.Server(settings)

        async def tell_when_ready() -> None:
            while not server.started:
                await asyncio.sleep(0.01)
            on_ready(server)

        telling = asyncio.create_task(tell_when_ready())
        watching = asyncio.create_task(register.watch())
        try:
            await server.serve(sockets=[bound])
        finally:
            telling.cancel()
            watching.cancel()
            # those that were cancelled have connections of the database, which must be there still
            if unfinished := server.server_state.tasks:
                await ended(unfinished)


def is_of_interest(record: logging.LogRecord) -> bool:
    """Return whether a message of uvicorn tells anything: not the traceback of each request that it
    cancels as the server stops.
    """
    return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))


async def ended(tasks: Collection[asyncio.Task[None]]) -> None:
    """Returns when they have ended, or after a while, also where Ctrl-C cancels it."""
    waiting = asyncio.ensure_future(asyncio.wait(tasks, timeout=CLOSING))
    try:
        await asyncio.shield(waiting)
    except asyncio.CancelledError:
        await waiting
        raise


def serve(
    opened: App,
    bound: socket.socket,
    on_ready: Callable[[uvicorn.Server], None],
    bounds: Bounds | None = None,
    limited: bool = True,
) -> None:
    """Serve an application until a signal says to stop. Raises what opening it raises."""

    def stop(number: int, _: FrameType | None) -> None:
        # which shells expect; unlike the signal itself it lets the database be closed
        raise SystemExit(128 + number)

    signal.signal(signal.SIGTERM, stop)
    with contextlib.suppress(KeyboardInterrupt):
        run(serving(opened, bound, on_ready, bounds, limited))


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine in the fastest available event loop."""
    with asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as runner:
        runner.run(work)
