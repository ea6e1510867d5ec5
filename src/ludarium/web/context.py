"""The context of a request: the servers, the visitor and JSON responses."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Hashable, Mapping
from typing import Annotated, Any

import orjson
from anyio import CapacityLimiter
from fastapi import Depends
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from ludarium.ratings.ranking_points import SCHEMES
from ludarium.tables.projections import Opener, host_digest
from ludarium.tables.server import TableServer
from ludarium.tables.table import Table
from ludarium.tables.threads import UNLIMITED, ClientKey
from ludarium.tournaments.server.server import TournamentServer
from ludarium.web.analysis.analyses import Analyses
from ludarium.web.analysis.openings import Openings
from ludarium.web.analysis.puzzle_ratings import PuzzleRatings
from ludarium.web.analysis.reviews import Reviews
from ludarium.web.background.job_pool import Check, JobPool, Result, unless_gone
from ludarium.web.background.warmup import Warmup
from ludarium.web.config import Config
from ludarium.web.http.connections import digests_of, networks_of
from ludarium.web.http.guards import Bucket, check_host, check_origin
from ludarium.web.lobby.open_tables import OpenTables
from ludarium.web.people.allowances import Allowances
from ludarium.web.people.devices import Devices
from ludarium.web.people.hashing import Hashing
from ludarium.web.people.leaderboard import Leaderboard
from ludarium.web.people.notices import Notices
from ludarium.web.people.player_stats import PlayerStats
from ludarium.web.people.ranking import Ranking
from ludarium.web.people.visitors import Visitor, Visitors
from ludarium.web.rulesets.quick_measurements import QuickMeasurements
from ludarium.web.tables.drawing import Drawing

__all__ = [
    "TEXT_DRAWN",
    "Context",
    "Reader",
    "Writer",
    "address",
    "client_key",
    "context_of",
    "json_answer",
    "json_response",
    "network",
    "opener",
    "run_job",
    "writer",
]

MOVES_DRAWN = 20  # moves that count as much as one drawing,
ITEMS_READ = 200  # matches, players or entries of a log that cost as much as another answer
TEXT_DRAWN = 50_000  # and bytes of a text
HOUR = 3600.0
WIDER = 4  # times as much as an address, a /64, its network may have, a /48 of IPv6


class Context:
    """Everything that requests share; kept in `app.state.context`."""

    def __init__(
        self,
        config: Config,
        tables: TableServer,
        tournaments: TournamentServer,
        warmup: Warmup,
        notices: Notices,
        openings: Openings,
    ) -> None:
        self.config, self.tables, self.tournaments = config, tables, tournaments
        self.warmup, self.notices, self.openings = warmup, notices, openings
        self.visitors = Visitors(tables.store)
        tables.on_identity.add(self.visitors.forget)
        self.ranking = Ranking(tables.store)
        self.player_stats = PlayerStats(tables.store, self.ranking)
        self.puzzle_ratings = PuzzleRatings(tables.store)
        self.points = {scheme: Leaderboard(tables.store, scheme) for scheme in SCHEMES}
        self.writes = Bucket(rate=10, burst=40)  # per visitor
        # per address, as cookies cost nothing; many people may sit behind one
        self.all_writes = Bucket(rate=60, burst=240)
        # per address: pages and answers; a hall full of people may sit behind one
        self.reads = Bucket(rate=100, burst=1000)
        self.searches = Bucket(rate=10, burst=300)  # per address: games by what they are called
        self.newcomers = Bucket(rate=0.5, burst=60)  # per address: tables, accounts, identities
        self.importing = Bucket(rate=1 / 60, burst=5)  # per address: tournaments from exports
        self.open_tables = OpenTables(tables.store, 100 if config.limited else 0)
        self.allowances = Allowances(tables.store, config.allowances if config.limited else 0.0)
        # passwords and codes, per address and account or table. Codes are too many for more than
        # that: of the 2**40 of a seat a thousand addresses try 3e9 a year, and those of accounts
        # are 2**80.
        self.guesses = Bucket(rate=0.1, burst=10)
        self.all_guesses = Bucket(rate=0.2, burst=30)  # the same, per address
        # passwords, per account, from devices on which nobody signed in to it. Who has any number
        # of addresses tries 105,000 a year; who has forgotten theirs needs a dozen or two, and has
        # the recovery code.
        self.strange_guesses = Bucket(rate=12 / HOUR, burst=24)
        # likewise, per device on which somebody did, or session
        self.known_guesses = Bucket(rate=12 / HOUR, burst=24)
        self.devices = Devices(tables.store.secret)
        # per address: scenes and animations; MOVES_DRAWN moves count as one
        self.drawings = Bucket(rate=20, burst=200)
        self.reviewing = Bucket(rate=0.05, burst=10)  # per address
        self.analysing = Bucket(rate=1, burst=30)  # per address, in seconds of analysis
        self.measuring = Bucket(rate=0.1, burst=20)  # per address: new quick measurements
        self.exporting = Bucket(rate=1 / 300, burst=3)  # per visitor, and per address
        self.exports = CapacityLimiter(2)  # games that are replayed for exports at once
        self.saving = Bucket(rate=0.05, burst=30)  # per address: studies
        self.drawing = Drawing()
        computing = threading.Lock()
        self.job_pool = JobPool("workshop", computing, each=4, most=32)
        # of pages of tournaments; a hall may sit behind one address
        self.sections = JobPool("sections", computing, each=40, most=400)
        self.foreseeing = CapacityLimiter(1)  # threads for premoves; drawings do not wait for them
        self.reviews = Reviews(tables.store, config.review)
        self.analyses = Analyses()
        self.quick_measurements = QuickMeasurements()
        self.hashing = Hashing()

    async def close(self) -> None:
        """Stop the worker threads."""
        self.job_pool.close()
        self.sections.close()
        self.hashing.close()
        await self.reviews.close()
        await self.analyses.close()
        await self.quick_measurements.close()

    def limit(self, bucket: Bucket, key: str, count: float = 1) -> None:
        """Count an action of this key. Raises TableError above the rate limit."""
        if self.config.limited:
            bucket.take(key, count)

    def limit_here(
        self, bucket: Bucket, connection: HTTPConnection, count: float = 1, what: str = ""
    ) -> None:
        """Count an action of this address, and of its network, which may do WIDER times as much.

        Else whoever has a /48 of IPv6 would have 65,536 addresses. what: at what it aims, if each
        aim is counted by itself. Raises TableError above the rate limit.
        """
        near, far = networks_of(connection)
        self.limit(bucket, f"{near} {what}", count)
        if far != near:
            self.limit(bucket, f"{far} {what}", count / WIDER)

    def limit_writes(self, connection: HTTPConnection, visitor: Visitor) -> None:
        """Count a write of this visitor. Raises TableError above the rate limit."""
        self.limit(self.writes, address(connection) if visitor.new else visitor.holder)
        self.limit_here(self.all_writes, connection)

    def limit_guesses(self, connection: HTTPConnection, secret: str) -> None:
        """Count a guess of this password or code, of this address. Raises TableError above the rate
        limit.
        """
        self.limit_here(self.guesses, connection, what=secret)
        self.limit_here(self.all_guesses, connection)

    def limit_sign_in(self, connection: HTTPConnection, account: Mapping[str, Any]) -> None:
        """Count a guess of the account's password, of all addresses together, but by itself where
        somebody signed in to it on this device before: so others cannot lock out whoever owns it.
        Raises TableError above the rate limit.
        """
        device = self.devices.known(connection, account)
        if device:
            self.limit(self.known_guesses, f"{device} {account['key']}")
        else:
            self.limit(self.strange_guesses, account["key"])

    async def look(self, connection: HTTPConnection, table: Table, holder: str) -> None:
        """Let what this identity sees at the table be at hand. Raises TableError above the rate
        limit.
        """
        admit = functools.partial(self.limit_drawing, connection)
        await self.drawing.look(table, table.seats_of(holder), admit)

    def limit_drawing(self, connection: HTTPConnection, moves: int) -> None:
        """Count a drawing of a number of moves. Raises TableError above the rate limit."""
        self.limit(self.drawings, address(connection), 1 + moves / MOVES_DRAWN)

    def limit_search(self, connection: HTTPConnection) -> None:
        """Count a search for games. Raises TableError above the rate limit."""
        self.limit(self.searches, address(connection))

    def limit_items(self, connection: HTTPConnection, items: int) -> None:
        """Count an answer that lists so many things. Raises TableError above the rate limit."""
        self.limit(self.reads, address(connection), items / ITEMS_READ)

    def limit_text(self, connection: HTTPConnection, text: bytes) -> None:
        """Count a long text that is sent. Raises TableError above the rate limit."""
        self.limit(self.drawings, address(connection), 1 + len(text) / TEXT_DRAWN)


def network(connection: HTTPConnection) -> str:
    """The network of a request, as tables are noted with it: it does not tell the address."""
    return digests_of(connection, context_of(connection).tables.store.secret)[1]


def opener(connection: HTTPConnection, visitor: Visitor) -> Opener:
    """Return digests of the host and the network that open a table by this request."""
    secret = context_of(connection).tables.store.secret
    return Opener(host_digest(secret, visitor.holder), network(connection))


async def run_job(
    request: Request, work: Callable[[Check], Result], key: Hashable = None
) -> Result:
    """The result of long work, kept under its key; stopped when the client disconnects."""
    client = client_key(request)
    return await unless_gone(request, context_of(request).job_pool.do(work, client, key))


def context_of(connection: HTTPConnection) -> Context:
    """The context of a request or WebSocket."""
    context: Context = connection.app.state.context
    return context


def address(connection: HTTPConnection) -> ClientKey:
    """Rate-limit key: IPv4 address or IPv6 /64."""
    return ClientKey(networks_of(connection)[0])


def client_key(connection: HTTPConnection) -> ClientKey:
    """The client to whose share of long work a request is counted."""
    return address(connection) if context_of(connection).config.limited else UNLIMITED


async def reader(request: Request) -> Visitor:
    """The visitor of a request that reads."""
    context = context_of(request)
    check_host(request)
    context.limit(context.reads, address(request))
    visitor = await context.visitors.of(request)
    request.state.visitor = visitor
    return visitor


async def writer(request: Request) -> Visitor:
    """The visitor of a request that writes: same-origin and rate-limited."""
    context = context_of(request)
    visitor = await reader(request)
    check_origin(request, visitor.by_cookie or visitor.new, context.config.origins)
    context.limit_writes(request, visitor)
    return visitor


Reader = Annotated[Visitor, Depends(reader)]
Writer = Annotated[Visitor, Depends(writer)]


def json_response(data: Any, status: int = 200) -> Response:
    """A JSON response that is not cached."""
    return json_answer(orjson.dumps(data), status)


def json_answer(text: str | bytes, status: int = 200) -> Response:
    """The same of a text that is JSON already."""
    return Response(text, status, {"cache-control": "no-store"}, media_type="application/json")
