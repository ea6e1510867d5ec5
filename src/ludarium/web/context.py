"""What a request has at hand: the house, who asks, and how answers are written."""

from __future__ import annotations

import ipaddress
from typing import Annotated, Any

import orjson
from anyio import CapacityLimiter
from fastapi import Depends
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from ludarium.ratings.ranking_points import SCHEMES
from ludarium.tables.server import House
from ludarium.tournaments.server.server import Hall
from ludarium.web.config import Config
from ludarium.web.guards import Bucket, check_host, check_origin
from ludarium.web.services.drawing import Drawing
from ludarium.web.services.leaderboard import Leaderboard
from ludarium.web.services.ranking import Ranking
from ludarium.web.services.reviews import Analyses, Reviews
from ludarium.web.services.visitors import Visitor, Visitors

__all__ = ["Context", "Reader", "Writer", "address", "context_of", "json_response"]

MOVES_DRAWN = 20  # that cost as much as the drawing itself


class Context:
    """Kept in `app.state.context`."""

    def __init__(self, config: Config, house: House, hall: Hall) -> None:
        self.config, self.house, self.hall = config, house, hall
        self.visitors = Visitors(house.store.secret)
        self.ranking = Ranking(house.store)
        self.points = {scheme: Leaderboard(house.store, scheme) for scheme in SCHEMES}
        self.writes = Bucket(rate=10, burst=40)  # a visitor's
        self.newcomers = Bucket(rate=0.5, burst=60)  # an address's: tables, accounts, identities
        # an address's, of one account or table: passwords and seat codes
        self.guesses = Bucket(rate=0.1, burst=10)
        self.all_guesses = Bucket(rate=0.2, burst=30)  # an address's, of all of them
        # an address's: scenes and animated pictures, MOVES_DRAWN moves of them
        self.drawings = Bucket(rate=20, burst=200)
        self.reviewing = Bucket(rate=0.05, burst=10)  # an address's
        self.analysing = Bucket(rate=1, burst=30)  # an address's, in seconds of thinking
        self.drawing = Drawing()
        self.reviews = Reviews(config.review)
        self.analyses = Analyses()
        self.hashing = CapacityLimiter(2)  # of passwords at a time, each of which takes 64 MiB

    async def close(self) -> None:
        """End what works in threads."""
        await self.reviews.close()
        await self.analyses.close()

    def limit(self, bucket: Bucket, key: str, count: float = 1) -> None:
        if self.config.limited:
            bucket.take(key, count)

    def limit_guesses(self, connection: HTTPConnection, secret: str) -> None:
        """Count a guess of this password or code."""
        self.limit(self.guesses, f"{address(connection)} {secret}")
        self.limit(self.all_guesses, address(connection))

    def limit_drawing(self, connection: HTTPConnection, moves: int) -> None:
        """Count a drawing of so many moves."""
        self.limit(self.drawings, address(connection), 1 + moves / MOVES_DRAWN)


def context_of(connection: HTTPConnection) -> Context:
    context: Context = connection.app.state.context
    return context


def address(connection: HTTPConnection) -> str:
    """Whom limits are for: an address; of version 6 its network, as whoever has one address there
    has them all.
    """
    host = connection.client.host if connection.client else ""
    try:
        found = ipaddress.IPv6Address(host)
    except ValueError:
        return host
    return str(found.ipv4_mapped or ipaddress.IPv6Network((found, 64), strict=False))


async def reader(request: Request) -> Visitor:
    """Who reads."""
    check_host(request)
    visitor = context_of(request).visitors.of(request)
    request.state.visitor = visitor
    return visitor


async def writer(request: Request) -> Visitor:
    """Who writes: from our own page, and not too often."""
    context = context_of(request)
    visitor = await reader(request)
    check_origin(request, visitor.by_cookie or visitor.new, context.config.origins)
    context.limit(context.writes, address(request) if visitor.new else visitor.holder)
    return visitor


Reader = Annotated[Visitor, Depends(reader)]
Writer = Annotated[Visitor, Depends(writer)]


def json_response(data: Any, status: int = 200) -> Response:
    return Response(
        orjson.dumps(data), status, {"cache-control": "no-store"}, media_type="application/json"
    )
