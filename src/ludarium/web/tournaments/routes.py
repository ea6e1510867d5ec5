"""The API of tournaments.

Requests are decided in `ludarium.tournaments.requests`; this module determines the actor.
"""

from __future__ import annotations

from typing import Annotated, Literal

import orjson
from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from ludarium.errors import RecordError
from ludarium.eventlog.clock import server_time
from ludarium.phrases import say
from ludarium.tables.clocks import Clock
from ludarium.tournaments import checks, requests
from ludarium.tournaments.checks import Actor
from ludarium.tournaments.effective_entries import effective_entries
from ludarium.tournaments.entries import Added, Entry, Reported
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.formats.format_rules import state
from ludarium.tournaments.ids import MatchId
from ludarium.tournaments.options import Options
from ludarium.tournaments.reports.bracket_picture import Part, bracket_picture
from ludarium.tournaments.reports.exporting import standings_json
from ludarium.tournaments.restoring import log_for_server
from ludarium.tournaments.server import report
from ludarium.tournaments.tournament import Tournament
from ludarium.web.background.job_pool import Check
from ludarium.web.context import (
    Reader,
    Writer,
    context_of,
    json_answer,
    json_response,
    run_job,
)
from ludarium.web.http.models import REFUSALS
from ludarium.web.lobby.listings import listed_tournaments
from ludarium.web.tables.drawing_routes import PICTURE_POLICY
from ludarium.web.tournaments.models import (
    ForfeitBody,
    LogAnswer,
    ResultBody,
    RoundAnswer,
    StandingsAnswer,
    TournamentAnswer,
    TournamentBody,
    TournamentSummary,
    UndoBody,
)
from ludarium.web.tournaments.requests import (
    EXPORT_BODY,
    KIND,
    LAST_ENTRY,
    MatchPath,
    RoundPath,
    TournamentId,
    asked,
    created,
    find_tournament,
    telling,
)

__all__ = ["router"]

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"], responses=REFUSALS)


# Reading


@router.get("", response_model=list[TournamentSummary])
async def list_tournaments(
    request: Request,
    visitor: Reader,
    state: Annotated[Literal["open", "running", "paused", "over"] | None, Query()] = None,
) -> Response:
    """Tournaments, the last changed first."""
    store = context_of(request).tables.store
    return json_response(await listed_tournaments(store, visitor, (state,) if state else ()))


@router.get("/{tournament_id}", response_model=TournamentAnswer)
async def get_tournament(
    request: Request, visitor: Reader, tournament_id: TournamentId
) -> Response:
    """The tournament as it stands: players, the matches that are played now, and what you are in
    it.
    """
    event = await find_tournament(request, tournament_id)
    context_of(request).limit_items(request, len(event.players))
    organises, player = visitor.holder in event.organisers, event.holders.get(visitor.holder)
    tell = telling(request, visitor)
    key = ("tournament", event.id, event.version, visitor.language, organises, player)
    return json_answer(await run_job(request, lambda check: tell(event), key))


@router.get("/{tournament_id}/standings", response_model=StandingsAnswer)
async def get_standings(request: Request, visitor: Reader, tournament_id: TournamentId) -> Response:
    """Return the standings, with each player's steps: round by round what they did, in which match,
    with whom.
    """
    tournament = await find_tournament(request, tournament_id)
    context_of(request).limit_items(request, len(tournament.players))
    key = ("standings", tournament.id, tournament.version)
    return json_answer(
        await run_job(
            request, lambda check: orjson.dumps({"standings": standings_json(tournament)}), key
        )
    )


@router.get("/{tournament_id}/rounds/{number}", response_model=RoundAnswer)
async def get_round(
    request: Request, visitor: Reader, tournament_id: TournamentId, number: RoundPath
) -> Response:
    """The pairings of a round, with their results."""
    tournament = await find_tournament(request, tournament_id)
    if number > len(tournament.rounds):
        raise TournamentError(
            "unknown",
            say(
                "there is no round {number}: expected 1 to {most}",
                number=number,
                most=len(tournament.rounds),
            ),
        )
    context_of(request).limit_items(request, len(tournament.rounds[number - 1].matches))
    key = ("round", tournament.id, tournament.version, number)
    return json_answer(await run_job(request, lambda check: round_text(tournament, number), key))


def round_text(tournament: Tournament, number: int) -> bytes:
    """A round as JSON."""
    drawn = tournament.rounds[number - 1]
    matches = [report.match_json(tournament.matches[match]) for match in drawn.matches]
    fields = {"byes": list(drawn.byes), "halves": list(drawn.halves)}
    return orjson.dumps({"number": number, "matches": matches, **fields})


@router.get("/{tournament_id}/log", response_model=LogAnswer)
async def get_log(request: Request, visitor: Reader, tournament_id: TournamentId) -> Response:
    """All that happened, with who did it."""
    tournament = await find_tournament(request, tournament_id)
    context_of(request).limit_items(request, len(tournament.log))
    return await run_job(
        request,
        lambda check: json_response({"log": report.log_json(tournament, visitor.translate)}),
    )


@router.get(
    "/{tournament_id}/bracket.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def get_bracket(
    request: Request,
    visitor: Reader,
    tournament_id: TournamentId,
    part: Annotated[Part, Query()] = "all",
) -> Response:
    """The bracket of a single or double elimination as a picture."""
    tournament = await find_tournament(request, tournament_id)
    context_of(request).limit_drawing(request, len(tournament.matches))
    picture = await run_job(
        request,
        lambda check: bracket_picture(tournament, part, "auto", visitor.translate).encode(),
        ("bracket", tournament.id, tournament.version, part, visitor.language),
    )
    return Response(picture, media_type="image/svg+xml", headers=PICTURE_POLICY)


# Organising


@router.post("", status_code=201, response_model=TournamentAnswer)
async def create_tournament(request: Request, visitor: Writer, body: TournamentBody) -> Response:
    """Announce a tournament, as its organiser."""
    context = context_of(request)
    context.limit_here(context.newcomers, request)
    fields = body.model_dump(exclude={"name", "clock"})
    clock = Clock.from_json(body.clock.model_dump(exclude_none=True)) if body.clock else None
    options = Options.checked(**fields, clock=clock.to_json() if clock else None)
    options.check_clock()
    actor = Actor("organiser", visitor.account or visitor.name)
    entry = requests.create(actor, server_time(), body.name, options, holder=visitor.holder)
    return await created(request, visitor, entry)


@router.post("/import", status_code=201, response_model=TournamentAnswer, openapi_extra=EXPORT_BODY)
async def import_tournament(request: Request, visitor: Writer) -> Response:
    """Go on with a tournament from its export, of this server or another, as its organiser.

    What was under way is paused; players are themselves again by the codes that you see. Matches
    that were played at a live table get another.
    """
    context = context_of(request)
    context.limit_here(context.importing, request)
    data = await request.body()

    def read(check: Check) -> list[Entry]:
        try:
            return log_for_server(data, visitor.holder, server_time(), check)
        except RecordError as error:
            raise TournamentError("invalid", error.args[0]) from None

    return await created(request, visitor, *await run_job(request, read))


@router.post("/{tournament_id}/start", response_model=TournamentAnswer)
async def start_tournament(
    request: Request, visitor: Writer, tournament_id: TournamentId
) -> Response:
    """Begin, and draw the first round."""

    def ask(tournament: Tournament, actor: Actor, now: float) -> Entry | list[Entry]:
        started = requests.start(tournament, actor, now)
        return [started, requests.draw(tournament.after(started), actor, now)]

    return await asked(request, visitor, tournament_id, ask)


@router.post("/{tournament_id}/rounds", response_model=TournamentAnswer)
async def draw_round(request: Request, visitor: Writer, tournament_id: TournamentId) -> Response:
    """Draw the next round; in brackets and arenas, the matches that can begin."""
    await context_of(request).allowances.check_of(KIND, tournament_id)
    return await asked(request, visitor, tournament_id, requests.draw)


@router.post("/{tournament_id}/pause", response_model=TournamentAnswer)
async def pause_tournament(
    request: Request, visitor: Writer, tournament_id: TournamentId
) -> Response:
    """Draw nothing, and open no table, until play is resumed."""
    return await asked(request, visitor, tournament_id, requests.pause)


@router.post("/{tournament_id}/resume", response_model=TournamentAnswer)
async def resume_tournament(
    request: Request, visitor: Writer, tournament_id: TournamentId
) -> Response:
    """Go on after a pause."""
    return await asked(request, visitor, tournament_id, requests.resume)


@router.post("/{tournament_id}/finish", response_model=TournamentAnswer)
async def finish_tournament(
    request: Request, visitor: Writer, tournament_id: TournamentId
) -> Response:
    """End it: the standings are final."""
    return await asked(request, visitor, tournament_id, requests.finish)


@router.post("/{tournament_id}/undo", response_model=TournamentAnswer)
async def undo_entry(
    request: Request, visitor: Writer, tournament_id: TournamentId, body: UndoBody = LAST_ENTRY
) -> Response:
    """Take an entry of the log back. It stays in the log; undoing the undoing restores it.

    Where rounds are drawn by themselves, the tournament pauses, so that nothing goes on before you
    let it.
    """

    await context_of(request).allowances.check_of(KIND, tournament_id)

    def ask(tournament: Tournament, actor: Actor, now: float) -> Entry | list[Entry]:
        checks.only_organiser(actor)
        counting = effective_entries(tournament.log)
        chosen = report.last_decision(tournament) if body.entry is None else body.entry
        joined = [number for number, entry in counting if isinstance(entry, Added)]
        if chosen in joined[:-1]:  # all who came later would get other numbers
            raise TournamentError(
                "built-on", say("Others entered after this player, who can withdraw instead.")
            )
        undone = requests.undo(tournament, actor, now, chosen)
        after = tournament.after(undone)
        if tournament.options.automatic and state(after) == "running":
            return [undone, requests.pause(after, actor, now)]
        return undone

    return await asked(request, visitor, tournament_id, ask)


@router.post("/{tournament_id}/matches/{number}/forfeits", response_model=TournamentAnswer)
async def forfeit_match(
    request: Request,
    visitor: Writer,
    tournament_id: TournamentId,
    number: MatchPath,
    body: ForfeitBody,
) -> Response:
    """Players did not come to their match."""
    return await asked(
        request,
        visitor,
        tournament_id,
        lambda event, actor, now: requests.forfeit(event, actor, now, number, body.players),
    )


# Playing


@router.post("/{tournament_id}/matches/{number}/results", response_model=TournamentAnswer)
async def report_result(
    request: Request,
    visitor: Writer,
    tournament_id: TournamentId,
    number: MatchPath,
    body: ResultBody,
) -> Response:
    """Report who won.

    A player reports the own match only; two reports that differ are a dispute, which the organiser
    decides.
    """

    def ask(tournament: Tournament, actor: Actor, now: float) -> Entry | list[Entry]:
        if actor.kind == "player":
            refuse_beside_live_table(tournament, number)
        if body.winner is not None:
            checks.known(tournament, body.winner)
        if (
            body.winner is None
            and not tournament.options.rules.draws
            and tournament.options.fill is None
        ):
            raise TournamentError("invalid", say("This game has no draws."))
        return requests.report(tournament, actor, now, number, body.winner, body.game)

    return await asked(request, visitor, tournament_id, ask)


def refuse_beside_live_table(tournament: Tournament, number: MatchId) -> None:
    """Refuse players' reports for a match at a live table.

    Raises TournamentError.
    """
    match = checks.known_match(tournament, number)
    reports = [
        entry
        for _, entry in effective_entries(tournament.log)
        if isinstance(entry, Reported) and entry.match == number
    ]
    if match.live or (reports and reports[-1].by.startswith("table:")):
        raise TournamentError(
            "not-now",
            say(
                "Match {number} is played at a live table, which reports it by itself.",
                number=number,
            ),
        )
