"""The API of tournaments.

Requests are decided in `ludarium.tournaments.requests`; this module determines the actor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from ludarium.errors import RecordError
from ludarium.eventlog.clock import server_time
from ludarium.phrases import say
from ludarium.tables.options import Clock
from ludarium.tables.threads import Payer
from ludarium.tournaments import checks, requests
from ludarium.tournaments.checks import Actor
from ludarium.tournaments.effective_entries import effective_entries
from ludarium.tournaments.entries import Added, Claimed, Entry, Reported
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.formats.progress import state
from ludarium.tournaments.ids import MatchId, PlayerId, RoundNumber
from ludarium.tournaments.importing import Row, add_all, read_players
from ludarium.tournaments.options import Options, check_bot
from ludarium.tournaments.reports.bracket_picture import Part, bracket_picture
from ludarium.tournaments.reports.exporting import as_csv, as_json, as_trf, standings_json
from ludarium.tournaments.restoring import log_for_server
from ludarium.tournaments.server import report
from ludarium.tournaments.tournament import Tournament
from ludarium.web.api.shared_models import REFUSALS
from ludarium.web.api.tables import PICTURE_POLICY
from ludarium.web.api.tournament_models import (
    ForfeitBody,
    JoinBody,
    LogAnswer,
    PlayerBody,
    RenameBody,
    ResultBody,
    RoundAnswer,
    StandingsAnswer,
    TournamentAnswer,
    TournamentBody,
    TournamentCodeBody,
    TournamentSummary,
    UndoBody,
)
from ludarium.web.context import (
    Reader,
    Writer,
    context_of,
    json_answer,
    json_response,
    made,
    share_of,
)
from ludarium.web.services.job_pool import Check
from ludarium.web.services.listings import listed_tournaments
from ludarium.web.services.visitors import Visitor

__all__ = ["router"]

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"], responses=REFUSALS)
TournamentId = Annotated[str, Path(max_length=32)]
RoundPath = Annotated[RoundNumber, Path(ge=1, le=10**9)]
PlayerPath = Annotated[PlayerId, Path(ge=1, le=10**9)]
MatchPath = Annotated[MatchId, Path(ge=1, le=10**9)]


def raw_body(media_type: str, **schema: str) -> dict[str, Any]:
    """What OpenAPI is told of a request whose body is a file."""
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

    whose, tell = share_of(request) or Payer(visitor.holder), telling(request, visitor)
    return json_answer(await tournament_server.asked(tournament_id, decide, whose, tell))


def actor_of(tournament: Tournament, visitor: Visitor) -> Actor:
    return report.actor_of(tournament, visitor.holder, visitor.account or visitor.name)


def telling(request: Request, visitor: Visitor) -> Callable[[Tournament], str]:
    """What tells a visitor of a tournament, as JSON."""
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


async def found(request: Request, tournament_id: str) -> Tournament:
    return (await context_of(request).tournaments.live(tournament_id)).tournament


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
    event = await found(request, tournament_id)
    context_of(request).limit_items(request, len(event.players))
    organises, player = visitor.holder in event.organisers, event.holders.get(visitor.holder)
    tell = telling(request, visitor)
    key = ("tournament", event.id, event.version, visitor.language, organises, player)
    return json_answer(await made(request, lambda check: tell(event), key))


@router.get("/{tournament_id}/standings", response_model=StandingsAnswer)
async def get_standings(request: Request, visitor: Reader, tournament_id: TournamentId) -> Response:
    """Who stands where, and how they came there: round by round what they did, in which match, with
    whom.
    """
    tournament = await found(request, tournament_id)
    context_of(request).limit_items(request, len(tournament.players))
    key = ("standings", tournament.id, tournament.version)
    return json_answer(
        await made(
            request, lambda check: orjson.dumps({"standings": standings_json(tournament)}), key
        )
    )


@router.get("/{tournament_id}/rounds/{number}", response_model=RoundAnswer)
async def get_round(
    request: Request, visitor: Reader, tournament_id: TournamentId, number: RoundPath
) -> Response:
    """The pairings of a round, with their results."""
    tournament = await found(request, tournament_id)
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
    return json_answer(await made(request, lambda check: round_text(tournament, number), key))


def round_text(tournament: Tournament, number: int) -> bytes:
    """A round as JSON."""
    drawn = tournament.rounds[number - 1]
    matches = [report.match_json(tournament.matches[match]) for match in drawn.matches]
    return orjson.dumps({"number": number, "matches": matches, "byes": list(drawn.byes)})


@router.get("/{tournament_id}/log", response_model=LogAnswer)
async def get_log(request: Request, visitor: Reader, tournament_id: TournamentId) -> Response:
    """All that happened, with who did it."""
    tournament = await found(request, tournament_id)
    context_of(request).limit_items(request, len(tournament.log))
    return await made(
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
    tournament = await found(request, tournament_id)
    context_of(request).limit_drawing(request, len(tournament.matches))
    picture = await made(
        request,
        lambda check: bracket_picture(tournament, part, "auto", visitor.translate).encode(),
        ("bracket", tournament.id, tournament.version, part, visitor.language),
    )
    return Response(picture, media_type="image/svg+xml", headers=PICTURE_POLICY)


@router.get("/{tournament_id}/export.json")
async def export_json(request: Request, visitor: Reader, tournament_id: TournamentId) -> Response:
    """All that everybody may know, log included."""
    tournament = await found(request, tournament_id)
    context_of(request).limit_items(request, len(tournament.log))
    return await made(request, lambda check: json_response(as_json(tournament)))


@router.get(
    "/{tournament_id}/standings.csv",
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}}},
)
async def export_csv(request: Request, visitor: Reader, tournament_id: TournamentId) -> Response:
    """The standings as a table; its first columns are read by the import of players."""
    tournament = await found(request, tournament_id)
    context_of(request).limit_items(request, len(tournament.players))
    text = await made(request, lambda check: as_csv(tournament))
    return attached(text, "text/csv", f"standings-{tournament_id}.csv")


@router.get(
    "/{tournament_id}/tournament.trf",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}},
)
async def export_trf(request: Request, visitor: Reader, tournament_id: TournamentId) -> Response:
    """A Swiss as TRF, the report file of FIDE."""
    tournament = await found(request, tournament_id)
    context_of(request).limit_items(request, len(tournament.players))
    text = await made(request, lambda check: as_trf(tournament))
    return attached(text, "text/plain", f"{tournament_id}.trf")


def attached(text: str, media_type: str, name: str) -> Response:
    return Response(
        text,
        media_type=media_type,
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


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

    return await created(request, visitor, *await made(request, read))


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
    tournament = await found(request, tournament_id)
    checks.only_organiser(actor_of(tournament, visitor))
    data = await request.body()
    await context_of(request).allowances.check_of(KIND, tournament_id, len(data))
    rows = await made(request, lambda check: read_rows(data, encoding, check))

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
