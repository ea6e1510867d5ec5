"""Requests to a tournament: who asks, and what is answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import orjson
from fastapi import Path, Request
from starlette.responses import Response

from ludarium.tables.threads import ClientKey
from ludarium.tournaments.checks import Actor
from ludarium.tournaments.entries import Entry
from ludarium.tournaments.ids import MatchId, PlayerId, RoundNumber
from ludarium.tournaments.server import report
from ludarium.tournaments.tournament import Tournament
from ludarium.web.context import (
    client_key,
    context_of,
    json_answer,
)
from ludarium.web.people.visitors import Visitor
from ludarium.web.tournaments.models import (
    JoinBody,
    UndoBody,
)

__all__ = [
    "CSV_BODY",
    "EXPORT_BODY",
    "KIND",
    "LAST_ENTRY",
    "OWN_NAME",
    "MatchPath",
    "PlayerPath",
    "RoundPath",
    "TournamentId",
    "actor_of",
    "asked",
    "attached",
    "created",
    "find_tournament",
    "telling",
]

TournamentId = Annotated[str, Path(max_length=32)]
RoundPath = Annotated[RoundNumber, Path(ge=1, le=10**9)]
PlayerPath = Annotated[PlayerId, Path(ge=1, le=10**9)]
MatchPath = Annotated[MatchId, Path(ge=1, le=10**9)]


def raw_body(media_type: str, **schema: str) -> dict[str, Any]:
    """Describe to OpenAPI a request whose body is a file."""
    content = {media_type: {"schema": schema}}
    return {"requestBody": {"content": content, "required": True}}


CSV_BODY = raw_body("text/csv", type="string", format="binary")
EXPORT_BODY = raw_body("application/json", type="object")
KIND = "tournament"  # of what is kept
OWN_NAME, LAST_ENTRY = JoinBody(name=None), UndoBody(entry=None)  # where a request brings nothing
Ask = Callable[[Tournament, Actor, float], Entry | list[Entry]]


async def asked(request: Request, visitor: Visitor, tournament_id: str, ask: Ask) -> Response:
    """Carry out a request of this visitor, and respond with the tournament."""
    tournament_server = context_of(request).tournaments

    def decide(tournament: Tournament, now: float) -> Entry | list[Entry]:
        return ask(tournament, actor_of(tournament, visitor), now)

    client, tell = client_key(request) or ClientKey(visitor.holder), telling(request, visitor)
    return json_answer(await tournament_server.asked(tournament_id, decide, client, tell))


def actor_of(tournament: Tournament, visitor: Visitor) -> Actor:
    return report.actor_of(tournament, visitor.holder, visitor.account or visitor.name)


def telling(request: Request, visitor: Visitor) -> Callable[[Tournament], str]:
    """Return a function that tells a visitor of a tournament, as JSON."""
    secret = context_of(request).tables.store.secret

    def tell(tournament: Tournament) -> str:
        told = report.report_json(tournament, visitor.holder, secret, visitor.translate)
        return orjson.dumps(told).decode()

    return tell


async def created(request: Request, visitor: Visitor, *entries: Entry) -> Response:
    """Open a tournament with these entries, and respond with it."""
    context = context_of(request)
    tournament_server, allowances = context.tournaments, context.allowances
    owner = allowances.owner(visitor.holder, request)
    size = len(await request.body())  # of an import; it takes about as much in the log
    await allowances.check(KIND, owner, 1, size)
    live = await tournament_server.create(*entries)
    await allowances.keep(KIND, live.tournament.id, owner, size)
    tell = telling(request, visitor)
    return json_answer(await tournament_server.told(live.tournament, tell), 201)


async def find_tournament(request: Request, tournament_id: str) -> Tournament:
    return (await context_of(request).tournaments.live(tournament_id)).tournament


def attached(text: str, media_type: str, name: str) -> Response:
    return Response(
        text,
        media_type=media_type,
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )
