"""What a request has at hand: the house, who asks, and how answers are written."""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from fastapi import Depends
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from ludarium.tables.house import House
from ludarium.web.config import Config
from ludarium.web.guards import Bucket, check_host, check_origin
from ludarium.web.ranking import Ranking
from ludarium.web.visitors import Visitor, Visitors

__all__ = ["Context", "Reader", "Writer", "json_response"]


class Context:
    """Kept in `app.state.context`."""

    def __init__(self, config: Config, house: House) -> None:
        self.config, self.house = config, house
        self.visitors = Visitors(house.store.secret)
        self.ranking = Ranking(house.store)
        self.writes = Bucket(rate=10, burst=40)  # a visitor's
        self.newcomers = Bucket(rate=0.5, burst=60)  # an address's: tables, accounts, identities
        self.guesses = Bucket(rate=0.1, burst=10)  # an address's: passwords and seat codes

    def limit(self, bucket: Bucket, key: str) -> None:
        if self.config.limited:
            bucket.take(key)


def context_of(connection: HTTPConnection) -> Context:
    context: Context = connection.app.state.context
    return context


def address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


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
    return Response(orjson.dumps(data), status, {"cache-control": "no-store"}, media_type="application/json")
