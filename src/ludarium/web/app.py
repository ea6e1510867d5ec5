"""The ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import logging
import sys
from collections import Counter
from collections.abc import AsyncIterator

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from ludarium.database.store import Store
from ludarium.errors import LudariumError
from ludarium.phrases import say
from ludarium.tables.errors import TableError
from ludarium.tables.server import TableServer
from ludarium.tournaments.server.server import TournamentServer
from ludarium.version import __version__
from ludarium.web.analysis.openings import Openings
from ludarium.web.background.game_reload import following
from ludarium.web.background.warmup import preparing
from ludarium.web.config import Config
from ludarium.web.context import Context, address, context_of, json_response
from ludarium.web.http import pages
from ludarium.web.http.guards import SAFE_HEADERS, Headers, SmallBodies, is_known_host
from ludarium.web.http.models import ErrorAnswer
from ludarium.web.http.refusals import FAILED, wait_after, what_was_wrong
from ludarium.web.http.sockets import closing
from ludarium.web.http.static_files import FOR_GOOD, Static, static_address
from ludarium.web.people.notices import Notices
from ludarium.web.people.push import Push
from ludarium.web.people.visitors import Visitor, preferred_language
from ludarium.web.portal import download_pages
from ludarium.web.routing import ROUTES
from ludarium.web.server import compile_game, compile_searches, load_game
from ludarium.web.tables.move_requests import MoveRequests

__all__ = ["create_app", "opened_app"]

SHORT = 1_000  # bytes of a file that is not worth compressing
# seconds between looks of the garbage collector at new objects: many short looks take as long as a
# few, and hold up moves less
COLLECTING = 0.05
MIDDLE = 20  # of these looks, until it looks again at what came since it last did so
COUNTING = 100  # and until memory is counted
YOUNG = 5_000  # new objects after which it looks at once
NEVER = 10**9
MANY_BLOCKS = 3_000_000  # of memory, 200 MB, that came since it looked at all objects
log = logging.getLogger(__name__)
TOO_MANY = say("There are too many connections from this address: close some, then try again.")
OTHER_HOST = say(
    "This server does not know the name that it was asked for by: whoever runs it allows one with "
    "--origin https://NAME."
)
DESCRIPTION = (
    "Play board games with people and bots. Get a token from `POST /api/identities`, "
    "and send it as `Authorization: Bearer TOKEN`."
)


class Admission:
    """Lets in requests and WebSockets that are meant for this server, of one address as many at
    once as it may have, also behind a proxy.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._of: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        config, client = context_of(connection).config, address(connection)
        error = None
        if not is_known_host(connection, config.origins):
            error = TableError("wrong-host", OTHER_HOST)
        elif config.limited and self._of[client] >= config.connections:
            error = TableError("too-many", TOO_MANY, 1)
        if error:
            if scope["type"] == "websocket":
                async with closing(WebSocket(scope, receive, send)):
                    raise error
            else:
                await (await refused(Request(scope, receive), error))(scope, receive, send)
            return
        self._of[client] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._of[client] -= 1
            if not self._of[client]:
                del self._of[client]


@contextlib.asynccontextmanager
async def opened_app(config: Config) -> AsyncIterator[FastAPI]:
    """The application with its database, open until the context ends. Raises DatabaseError."""
    async with (
        Store.opened(config.database) as store,
        TableServer.opened(
            store,
            bot_pause=config.bot_pause,
            keep=config.keep,
            nets=config.nets,
            programs=config.programs,
            limited=config.limited,
        ) as table_server,
        TournamentServer.opened(table_server) as tournament_server,
        Notices.opened(
            store, await Push.opened(store, config.contact, config.push_to), tournament_server
        ) as notices,
        Openings.opened(table_server) as openings,
    ):
        app = create_app()
        async with (
            calm_collector(),
            preparing(
                config.to_compile,
                config.to_load,
                table_server.bot_pool,
                compile_searches,
                compile_game,
                load_game,
            ) as warmup,
            following(config.games, warmup.again),
        ):
            context = Context(config, table_server, tournament_server, warmup, notices, openings)
            app.state.context = context
            table_server.in_background(table_server.identities.hand_over_all())
            table_server.in_background(pages.warm())
            table_server.in_background(download_pages.warm())
            await store.delete_copies()
            try:
                yield app
            finally:
                await context.close()


def create_app() -> FastAPI:
    """The application without a database, which can only describe its API."""
    app = FastAPI(
        title="Ludarium",
        version=__version__,
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        responses={413: {"model": ErrorAnswer}, 503: {"model": ErrorAnswer}},
        # it would ask at each request whether somebody set OpenTelemetry up
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    # not `include_router`, which looks for each route of a module twice at each request
    app.router.routes.extend(ROUTES)
    # only what holds no secret is compressed, as `page` says of pages
    for place, files in ((static_address(), Static(FOR_GOOD)), ("/static", Static())):
        app.mount(place, GZipMiddleware(files, minimum_size=SHORT, compresslevel=5))
    app.add_exception_handler(LudariumError, refused)
    app.add_exception_handler(RequestValidationError, refused)
    app.add_exception_handler(HTTPException, refused)
    app.add_exception_handler(ClientDisconnect, refused)
    app.add_exception_handler(SQLAlchemyError, refused)
    app.add_exception_handler(Exception, failed)
    app.add_middleware(MoveRequests, refused=refused)  # the innermost
    app.add_middleware(SmallBodies)
    app.add_middleware(Admission)
    app.add_middleware(Headers)
    return app


@contextlib.asynccontextmanager
async def calm_collector() -> AsyncIterator[None]:
    """Let the garbage collector look at new objects only, a few at a time, and once a second at
    those of the last second.

    By default it soon looks at all objects: with thousands of connections for up to a second, in
    which nobody's move is answered. Reference counting frees nearly everything, so that it suffices
    to look at all when very many have come.
    """
    gc.collect()
    gc.freeze()
    usual = gc.get_threshold()
    gc.set_threshold(YOUNG, NEVER, NEVER)
    collecting = asyncio.create_task(collect_forever())
    try:
        yield
    finally:
        collecting.cancel()
        gc.set_threshold(*usual)
        gc.unfreeze()


async def collect_forever() -> None:
    known = sys.getallocatedblocks()
    for rounds in itertools.count(1):
        await asyncio.sleep(COLLECTING)
        # to count takes as long as a few moves where there are many
        if rounds % COUNTING == 0 and sys.getallocatedblocks() >= known + MANY_BLOCKS:
            gc.collect()
            known = sys.getallocatedblocks()
        else:
            # the threshold alone lets many gather where as many old ones are freed; connections
            # live longer than a look, and hold on to each other when they are closed
            gc.collect(1 if rounds % MIDDLE == 0 else 0)


async def refused(request: Request, error: Exception) -> Response:
    """A refusal as one sentence: JSON for programs, a page for people."""
    response = answer(request, *what_was_wrong(error))
    if (wait := wait_after(error)) is not None:
        response.headers["retry-after"] = str(wait)
    return response


def answer(request: Request, status: int, code: str, message: str) -> Response:
    visitor = asking(request)
    sentence = visitor.translate(message)
    if request.url.path.startswith("/api/"):
        return json_response({"error": sentence, "code": code}, status)
    if code == "too-many":  # a page would cost more than what was refused
        return PlainTextResponse(sentence, status, {"cache-control": "no-store"})
    return pages.error_page(request, visitor, status, sentence)


def asking(request: Request) -> Visitor:
    """Whom to answer in which language, where nobody knows or nothing can be looked up; a newcomer
    where the token is invalid.
    """
    visitor: Visitor | None = getattr(request.state, "visitor", None)
    if visitor:
        return visitor
    visitors = context_of(request).visitors
    try:
        return visitors.claimed(request)
    except TableError:
        return visitors.newcomer(preferred_language(request))


async def failed(request: Request, error: Exception) -> Response:
    """An internal error; details are in the log."""
    response = answer(request, 500, "failed", FAILED)
    # this answer goes past the middleware that adds them to all others
    response.headers.update(SAFE_HEADERS)
    return response
