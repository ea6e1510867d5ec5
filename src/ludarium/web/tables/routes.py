"""The API of tables.

Requests are decided in `ludarium.tables.requests`.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Annotated, Any, Literal

from anyio import to_thread
from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from ludarium import catalogue
from ludarium.eventlog.clock import server_time
from ludarium.eventlog.codec import LogEntry
from ludarium.phrases import say
from ludarium.play.premoves import has_premoves
from ludarium.play.turn_taking import turn_to_take
from ludarium.tables import report, requests, throw_proofs
from ludarium.tables.clocks import Clock
from ludarium.tables.conditional import checked
from ludarium.tables.entries import Opened
from ludarium.tables.errors import TableError
from ludarium.tables.options import Options
from ludarium.tables.table import Table
from ludarium.web.context import (
    Context,
    Reader,
    Writer,
    address,
    context_of,
    json_response,
    network,
    opener,
)
from ludarium.web.http.models import REFUSALS
from ludarium.web.lobby.listings import localised_summaries
from ludarium.web.people.passwords import key_of
from ludarium.web.people.visitors import Visitor
from ludarium.web.tables.drawing_routes import drawn
from ludarium.web.tables.models import (
    ConditionalAnswer,
    ConditionalBody,
    EventsAnswer,
    LegalAnswer,
    MoveAnswer,
    MoveBody,
    TableBody,
    ThrowsAnswer,
)
from ludarium.web.tables.play import Seat, TableId, moved, table_for, watched
from ludarium.web.tables.scenes import legal_json, premoves_json
from ludarium.web.tables.table_models import SummaryAnswer, TableAnswer

__all__ = ["play_move", "router"]

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=REFUSALS)
MOST_CHALLENGES = 10  # open ones of a person
MOST_EVENTS = 1_000  # of a table, in one answer


@router.post("/{table_id}/moves", response_model=MoveAnswer)
async def play_move(
    request: Request, visitor: Writer, table_id: TableId, body: MoveBody
) -> Response:
    """Move, or choose in secret where several seats choose together.

    The same over the WebSocket of the table takes less time.
    """
    return json_response(await moved(request, visitor, table_id, body))


@router.get("", response_model=list[SummaryAnswer])
async def list_tables(
    request: Request,
    visitor: Reader,
    state: Annotated[Literal["open", "live", "over"], Query()] = "open",
    game: Annotated[str | None, Query(max_length=64)] = None,
    mine: Annotated[bool, Query()] = False,
) -> Response:
    """Tables, the last changed first: those that anybody may join or watch, or, with `mine`, those
    where you had a seat, or are challenged.

    Of the tables to join, few of each host and each network are here, but all of your own network.
    """
    tables = context_of(request).tables
    if state == "open" and not mine:
        summaries = await tables.lobby.open_tables(network(request), game=game)
    else:
        holder = visitor.holder if mine else None
        summaries = await tables.store.table_index.summaries(
            status=state, game=game, holder=holder, shown=not mine
        )
    return json_response(localised_summaries(summaries, visitor))


@router.post("", status_code=201, response_model=TableAnswer)
async def open_table(request: Request, visitor: Writer, body: TableBody) -> Response:
    """Open a table, and take seats at it at once."""
    context = context_of(request)
    context.limit_here(context.newcomers, request)
    game = catalogue.find(body.game)
    options = Options(
        game=game.name,
        ruleset=game.ruleset(body.ruleset).name,
        seats=game.seat_number(body.seats),
        clock=Clock.from_json(body.clock.model_dump(exclude_none=True)),
        takebacks=body.takebacks,
        repetition=body.repetition,
        watch=body.watch,
        listed=body.listed and body.invite is None,
    )
    invited = ""
    if body.invite is not None:
        account = await challenged(context, options, visitor, body.invite)
        options = dataclasses.replace(options, invited=account["name"])
        invited = account["holder"]
    sitting = seating(options, body, visitor, context.tables.own_bots_at(options))
    opened_by = opener(request, visitor)
    waits = len(sitting) < options.seats
    async with context.open_tables.opening(opened_by) if waits else nullcontext():
        live = await context.tables.open(
            options,
            visitor.holder,
            sitting,
            invited=invited,
            client=address(request),
            opener=opened_by,
        )
    return json_response(table_for(context, live, visitor), 201)


async def challenged(
    context: Context, options: Options, visitor: Visitor, name: str
) -> dict[str, Any]:
    """The account that the visitor challenges. Raises TableError where that is not possible."""
    store = context.tables.store
    if not visitor.account:
        raise TableError("forbidden", say("You are a guest: sign in to challenge somebody."))
    account = await store.accounts.find(key_of(name))
    if account is None:
        raise TableError("unknown", say("There is nobody of the name {name!r} here.", name=name))
    if account["holder"] == visitor.holder:
        raise TableError("invalid", say("You cannot challenge yourself."))
    if options.seats != 2:
        raise TableError("invalid", say("A challenge is for a table of two."))
    waiting = await store.table_index.summaries(
        status="open", holder=account["holder"], shown=False
    )
    if sum(one.get("invited") == account["name"] for one in waiting) >= MOST_CHALLENGES:
        raise TableError(
            "too-many", say("{name} has challenges enough for now.", name=account["name"])
        )
    return account


def seating(
    options: Options, body: TableBody, visitor: Visitor, own_bots: Sequence[str]
) -> list[LogEntry]:
    """The entries that seat players as the table opens. own_bots: as of `requests.sit_bot`.

    Raises TableError as if each had asked in turn.
    """
    wanted = [*body.sit, *[None] * (options.seats - len(body.sit))]
    if len(wanted) > options.seats:
        raise TableError(
            "invalid",
            say(
                "{given} seats are given, expected {seats}.", given=len(wanted), seats=options.seats
            ),
        )
    if body.shuffle:
        random.SystemRandom().shuffle(wanted)
    now = server_time()
    table = Table("new")
    table.apply(Opened(at=now, options=options.to_json(), host=visitor.holder))
    events = []
    for seat, who in enumerate(wanted):
        if who is None:
            continue
        if who == "me":
            name = visitor.name if body.name is None else body.name
            event = requests.sit(
                table,
                seat,
                visitor.holder,
                visitor.account or name,
                visitor.account,
                now,
                share=body.share,
            )
        else:
            event = requests.sit_bot(table, seat, who, visitor.holder, now, own_bots)
        table.apply(event)
        events.append(event)
    return events


@router.get("/{table_id}", response_model=TableAnswer)
async def get_table(request: Request, visitor: Reader, table_id: TableId) -> Response:
    """The table as you may see it."""
    return json_response(
        table_for(context_of(request), await watched(request, visitor, table_id), visitor)
    )


@router.get("/{table_id}/events", response_model=EventsAnswer)
async def get_events(
    request: Request,
    visitor: Reader,
    table_id: TableId,
    after: Annotated[int, Query(ge=0, le=10**9)] = 0,
) -> Response:
    """The table's log after event number `after`, up to a thousand events: what happened, without
    what is still secret.
    """
    live = await watched(request, visitor, table_id)
    events = await context_of(request).tables.entries(table_id, after, MOST_EVENTS)
    known = [
        event for number, event in enumerate(events, after + 1) if number <= live.table.version
    ]
    return json_response(
        {
            "events": [
                report.public_entry(event, number, live.table)
                for number, event in enumerate(known, after + 1)
            ],
            "more": after + len(known) < live.table.version,
        }
    )


@router.get("/{table_id}/throws", response_model=ThrowsAnswer)
async def get_throws(request: Request, visitor: Reader, table_id: TableId) -> Response:
    """All throws of dice and deals of cards of a game that is over, with what proves them fair."""
    live = await watched(request, visitor, table_id)
    if live.table.status != "over":
        raise TableError("not-now", say("What decides throws is told when the game is over."))
    entries = await context_of(request).tables.entries(table_id)
    return json_response(
        await drawn(request, throw_proofs.throws_json, table_id, entries, moves=live.table.ply)
    )


@router.get("/{table_id}/legal", response_model=LegalAnswer)
async def get_legal(request: Request, visitor: Reader, table_id: TableId) -> Response:
    """The legal moves of all seats that are to choose, each as text and as the path of touches that
    makes it; in games that hide something, those of your own seats.
    """
    table = (await watched(request, visitor, table_id)).table
    seats = set(table.waiting)
    if table.options.rules.hides:
        seats &= set(table.seats_of(visitor.holder))
    return json_response(
        {
            "ply": table.ply,
            "legal": legal_json(table.position, sorted(seats)) if table.status == "live" else {},
        }
    )


@router.get("/{table_id}/premoves", response_model=LegalAnswer)
async def get_premoves(request: Request, visitor: Reader, table_id: TableId) -> Response:
    """List the moves that your seats may have to choose from after the next move of the other: in
    games of two seats that move in turn, hide nothing and leave nothing to chance.
    """
    context = context_of(request)
    live = await watched(request, visitor, table_id)
    table = live.table
    seats = table.seats_of(visitor.holder)
    if not seats or not has_premoves(table.options.rules, table.options.seats):
        raise TableError("not-now", say("There are no premoves for you at this table."))
    over, to_move = table.status != "live", set(seats) & set(table.waiting)
    if over or to_move or any(turn_to_take(table.position, seat) for seat in seats):
        return json_response({"ply": table.ply, "legal": {}})  # they can move at once, if at all
    key = ("premoves", seats)
    legal = live.scenes.get(key)
    if legal is None:
        context.limit_drawing(request, 0)
        premoves = await to_thread.run_sync(
            premoves_json, table.position, seats, limiter=context.foreseeing
        )
        if live.table is table:
            live.scenes[key] = premoves
        legal = premoves
    return json_response({"ply": table.ply, "legal": legal})


@router.get("/{table_id}/seats/{seat}/conditional-moves", response_model=ConditionalAnswer)
async def get_conditional_moves(
    request: Request, visitor: Reader, table_id: TableId, seat: Seat
) -> Response:
    """Return your seat's answers to moves that the other may play; nobody else is told."""
    live = await watched(request, visitor, table_id)
    requests.check_holder(live.table, seat, visitor.holder)
    lines = await context_of(request).tables.conditional_moves.left(live.table, seat)
    return json_response({"ply": live.table.ply, "lines": lines})


@router.put("/{table_id}/seats/{seat}/conditional-moves", response_model=ConditionalAnswer)
async def set_conditional_moves(
    request: Request, visitor: Writer, table_id: TableId, seat: Seat, body: ConditionalBody
) -> Response:
    """Say what your seat answers if the other plays this, in place of what it said before. The
    server makes these moves at once.
    """
    context = context_of(request)
    live = await watched(request, visitor, table_id)
    requests.check_holder(live.table, seat, visitor.holder)
    context.limit_drawing(request, sum(map(len, body.lines)))
    kept = await context.drawing.draw(checked, live.table, seat, body.ply, body.lines)
    await context.tables.conditional_moves.keep(live, seat, kept)
    return json_response({"ply": kept.ply, "lines": kept.lines})
