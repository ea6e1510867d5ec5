"""Players of a tournament: entered, imported, renamed, withdrawn, joining by themselves."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from ludarium.phrases import say
from ludarium.tournaments import checks, requests
from ludarium.tournaments.checks import Actor
from ludarium.tournaments.entries import Claimed, Entry
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.importing import Row, add_all, read_players
from ludarium.tournaments.options import check_bot
from ludarium.tournaments.server import report
from ludarium.tournaments.tournament import Tournament
from ludarium.web.background.job_pool import Check
from ludarium.web.context import (
    Writer,
    context_of,
    run_job,
)
from ludarium.web.http.models import REFUSALS
from ludarium.web.people.visitors import Visitor
from ludarium.web.tournaments.models import (
    JoinBody,
    PlayerBody,
    RenameBody,
    TournamentAnswer,
    TournamentCodeBody,
)
from ludarium.web.tournaments.requests import (
    CSV_BODY,
    KIND,
    OWN_NAME,
    PlayerPath,
    TournamentId,
    actor_of,
    asked,
    find_tournament,
)

__all__ = ["router"]

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"], responses=REFUSALS)


@router.post("/{tournament_id}/organisers", response_model=TournamentAnswer)
async def become_organiser(
    request: Request, visitor: Writer, tournament_id: TournamentId, body: TournamentCodeBody
) -> Response:
    """Organise it from another device too, by the organiser's code."""
    return await claim(request, visitor, tournament_id, body.code, None)


async def claim(
    request: Request, visitor: Visitor, tournament_id: str, code: str, player: PlayerId | None
) -> Response:
    context = context_of(request)
    context.limit_guesses(request, tournament_id)
    secret = context.tables.store.secret

    def ask(tournament: Tournament, actor: Actor, now: float) -> Entry | list[Entry]:
        if player is not None:
            checks.known(tournament, player)
        bot = player is not None and tournament.players[player].agent is not None
        if bot or not report.is_code(secret, tournament, code, player):
            raise TournamentError("forbidden", say("This code belongs to nobody here."))
        had = (
            visitor.holder in tournament.organisers
            if player is None
            else tournament.holders.get(visitor.holder) == player
        )
        who = (
            Actor("organiser", visitor.account or visitor.name)
            if player is None
            else Actor("player", str(player))
        )
        return [] if had else Claimed(at=now, by=str(who), player=player, holder=visitor.holder)

    return await asked(request, visitor, tournament_id, ask)


@router.post("/{tournament_id}/players", response_model=TournamentAnswer)
async def add_player(
    request: Request, visitor: Writer, tournament_id: TournamentId, body: PlayerBody
) -> Response:
    """Enter players by name, or bots, as an organiser."""

    await context_of(request).allowances.check_of(KIND, tournament_id)

    def ask(tournament: Tournament, actor: Actor, now: float) -> Entry | list[Entry]:
        checks.only_organiser(actor)
        if body.names is not None:
            named = enumerate(body.names, 1)
            rows = [Row(line, name, None, None) for line, name in named if name.strip()]
            if not rows:
                raise TournamentError("invalid", say("expected the names of players"))
            return add_all(tournament, actor, now, rows)
        if body.bot is None:
            return requests.add(tournament, actor, now, body.name or "", rating=body.rating)
        check_bot(body.bot)
        entries: list[Entry] = []
        later = tournament
        for _ in range(body.count):
            number = 1
            while f"bot {number}" in later.names:
                number += 1
            entry = requests.add(
                later, actor, now, body.name or f"Bot {number}", rating=body.rating, agent=body.bot
            )
            entries.append(entry)
            later = later.after(entry)
        return entries

    return await asked(request, visitor, tournament_id, ask)


@router.post(
    "/{tournament_id}/players.csv", response_model=TournamentAnswer, openapi_extra=CSV_BODY
)
async def import_players(
    request: Request,
    visitor: Writer,
    tournament_id: TournamentId,
    encoding: Annotated[str | None, Query(max_length=32)] = None,
) -> Response:
    """Enter players from a CSV file, all of them or, where one does not fit, none. encoding: where
    it is not UTF-8 or UTF-16: such as windows-1250 or iso-8859-2; the refusal of any other names
    all that are read.
    """
    tournament = await find_tournament(request, tournament_id)
    checks.only_organiser(actor_of(tournament, visitor))
    data = await request.body()
    await context_of(request).allowances.check_of(KIND, tournament_id, len(data))
    rows = await run_job(request, lambda check: read_rows(data, encoding, check))

    def ask(tournament: Tournament, actor: Actor, now: float) -> Entry | list[Entry]:
        checks.only_organiser(actor)
        return add_all(tournament, actor, now, rows)

    return await asked(request, visitor, tournament_id, ask)


def read_rows(data: bytes, encoding: str | None, check: Check) -> list[Row]:
    """The players of a file, whose bots all exist. Raises TournamentError."""
    rows = read_players(data, encoding, check)
    for row in rows:
        if row.bot is not None:
            try:
                check_bot(row.bot)
            except TournamentError as error:
                message = say(
                    "row {row}, column {column!r}: {what}",
                    row=row.number,
                    column="bot",
                    what=error.message,
                )
                raise TournamentError("invalid", message) from None
    return rows


@router.put("/{tournament_id}/players/{number}", response_model=TournamentAnswer)
async def rename_player(
    request: Request,
    visitor: Writer,
    tournament_id: TournamentId,
    number: PlayerPath,
    body: RenameBody,
) -> Response:
    """Correct a player's name."""
    return await asked(
        request,
        visitor,
        tournament_id,
        lambda event, actor, now: requests.rename(event, actor, now, number, body.name),
    )


@router.delete("/{tournament_id}/players/{number}", response_model=TournamentAnswer)
async def withdraw_player(
    request: Request, visitor: Writer, tournament_id: TournamentId, number: PlayerPath
) -> Response:
    """A player leaves: as an organiser, or yourself."""
    return await asked(
        request,
        visitor,
        tournament_id,
        lambda event, actor, now: requests.withdraw(
            event, as_player(event, visitor, actor, number), now, number
        ),
    )


def as_player(tournament: Tournament, visitor: Visitor, actor: Actor, number: PlayerId) -> Actor:
    """The actor, as the player if an organiser acts on their own entry."""
    return (
        Actor("player", str(number)) if tournament.holders.get(visitor.holder) == number else actor
    )


@router.post("/{tournament_id}/players/{number}/return", response_model=TournamentAnswer)
async def restore_player(
    request: Request, visitor: Writer, tournament_id: TournamentId, number: PlayerPath
) -> Response:
    """A player who left is back."""
    return await asked(
        request,
        visitor,
        tournament_id,
        lambda event, actor, now: requests.restore(event, actor, now, number),
    )


@router.post("/{tournament_id}/players/{number}/excuse", response_model=TournamentAnswer)
async def excuse_player(
    request: Request, visitor: Writer, tournament_id: TournamentId, number: PlayerPath
) -> Response:
    """A player of a Swiss has half a point instead of the next round."""
    return await asked(
        request,
        visitor,
        tournament_id,
        lambda event, actor, now: requests.excuse(event, actor, now, number),
    )


@router.post("/{tournament_id}/join", response_model=TournamentAnswer)
async def join_tournament(
    request: Request, visitor: Writer, tournament_id: TournamentId, body: JoinBody = OWN_NAME
) -> Response:
    """Enter the tournament yourself."""

    def ask(tournament: Tournament, actor: Actor, now: float) -> Entry | list[Entry]:
        if visitor.holder in tournament.holders:
            raise TournamentError("taken", say("You are in this tournament already."))
        if not tournament.options.join and actor.kind != "organiser":
            raise TournamentError("forbidden", say("Only the organiser enters players here."))
        name = visitor.account or (visitor.name if body.name is None else body.name)
        return requests.add(
            tournament, Actor("player"), now, name, account=visitor.account, holder=visitor.holder
        )

    return await asked(request, visitor, tournament_id, ask)


@router.post("/{tournament_id}/players/{number}/claim", response_model=TournamentAnswer)
async def claim_player(
    request: Request,
    visitor: Writer,
    tournament_id: TournamentId,
    number: PlayerPath,
    body: TournamentCodeBody,
) -> Response:
    """Be this player on this device too, by the player's code."""
    return await claim(request, visitor, tournament_id, body.code, number)
