"""Requests for quick pairing: what the API and the page of a game that begins at once do alike."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator

from fastapi import Request

from ludarium import catalogue
from ludarium.tables.live_table import LiveTable
from ludarium.tables.table import Table
from ludarium.web.context import context_of, opener
from ludarium.web.lobby.pairing import pair
from ludarium.web.people.visitors import Visitor
from ludarium.web.tables.models import PairingBody

__all__ = ["has_asked", "paired"]


async def paired(request: Request, visitor: Visitor, body: PairingBody) -> LiveTable:
    """The table at which the visitor plays, waits, or has asked for the place of a bot. Raises
    TableError.
    """
    context, opened_by = context_of(request), opener(request, visitor)

    @contextlib.asynccontextmanager
    async def opening() -> AsyncIterator[None]:
        context.limit_here(context.newcomers, request)
        async with context.open_tables.opening(opened_by):
            yield

    return await pair(
        context.tables,
        context.ranking,
        catalogue.find(body.game),
        visitor,
        visitor.name if body.name is None else body.name,
        body.share,
        opened_by,
        opening,
        body.table,
        body.alone == "bot",
    )


def has_asked(table: Table, visitor: Visitor) -> bool:
    """Return whether the visitor has asked there for the place of a bot, and has none yet."""
    place = table.place
    return place is not None and place.holder == visitor.holder and not table.seats_of(place.holder)
