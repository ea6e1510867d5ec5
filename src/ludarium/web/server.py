"""Starts a server: compiles what bots need, then serves until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import uvicorn

from ludarium import catalogue
from ludarium.errors import LudariumError
from ludarium.play.agents import agent
from ludarium.play.position import start
from ludarium.play.uct import search
from ludarium.rules.compiling import is_cached, list_legal, prepare_listing
from ludarium.web.app import create_app
from ludarium.web.config import Config

__all__ = ["compile_all", "is_compiled", "listening", "serve"]


def compile_game(name: str) -> str:
    """Compile, or load, what a live table of the game needs."""
    game = catalogue.find(name)
    prepare_listing(game)
    level: object = agent("level:1")
    level.prepare(start(game))  # type: ignore[attr-defined]
    return name


def is_compiled() -> bool:
    """Whether all is compiled already, so that nothing but loading is left to do."""
    return all(is_cached(algorithm, catalogue.find(name)) for name in catalogue.names() for algorithm in (search, list_legal))


def compile_all() -> Iterator[str]:
    """Compile all games, in processes side by side; gives the name of each when it is done. Then load the machine code here."""
    names = catalogue.names()
    if not is_compiled():
        with ProcessPoolExecutor(max_workers=2, mp_context=get_context("spawn")) as pool:
            yield from pool.map(compile_game, names)
    for name in names:
        compile_game(name)


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises LudariumError."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        bound = socket.socket(family, kind, protocol)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
    except OSError as error:
        raise LudariumError(f"cannot listen on {host}:{port}: {error.strerror or error}; try another --port") from None
    bound.set_inheritable(True)
    return bound


def serve(config: Config, bound: socket.socket, on_ready: Callable[[], None]) -> None:
    """Serve until a signal says to stop."""
    settings = uvicorn.Config(
        create_app(config),
        log_level="warning",
        access_log=False,
        ws_per_message_deflate=False,
        ws_max_size=4096,
        timeout_graceful_shutdown=3,
    )
    server = uvicorn.Server(settings)

    async def run() -> None:
        serving = asyncio.create_task(server.serve(sockets=[bound]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        if server.started:
            on_ready()
        await serving

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run())
