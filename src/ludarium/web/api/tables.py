"""The API of tables.

Requests are decided in `ludarium.tables.requests`.
"""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Annotated, Any, Literal

from anyio import to_thread
from fastapi import APIRouter, Path, Query, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludarium import catalogue
from ludarium.draw.svg import svg
from ludarium.eventlog.clock import server_time
from ludarium.eventlog.codec import LogEntry
from ludarium.phrases import say
from ludarium.play.position import Position
from ludarium.play.premoves import has_premoves
from ludarium.tables import report, requests
from ludarium.tables.conditional import checked
from ludarium.tables.entries import Opened
from ludarium.tables.errors import TableError
from ludarium.tables.live_table import LiveTable
from ludarium.tables.log import Decide
from ludarium.tables.options import Clock, Options
from ludarium.tables.table import Table
from ludarium.web.api.game_models import SceneAnswer
from ludarium.web.api.people import key_of
from ludarium.web.api.shared_models import REFUSALS
from ludarium.web.api.table_models import (
    AnswerBody,
    CodeBody,
    ConditionalAnswer,
    ConditionalBody,
    EventsAnswer,
    GreetingBody,
    LegalAnswer,
    MoveAnswer,
    MoveBody,
    OfferBody,
    SeatBody,
    SitBody,
    SummaryAnswer,
    TableAnswer,
    TableBody,
    ThrowsAnswer,
)
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
from ludarium.web.services.job_pool import Result
from ludarium.web.services.listings import check_may_watch, hidden_seats, localised_summaries
from ludarium.web.services.scenes import legal_json, premoves_json, scene_json
from ludarium.web.services.visitors import Visitor

__all__ = ["moved", "play_move", "router", "table_for", "watched"]

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=REFUSALS)
TableId = Annotated[str, Path(max_length=32)]
Seat = Annotated[int, Path(ge=0, le=63)]
MOST_CHALLENGES = 10  # open ones of a person
MOST_EVENTS = 1_000  # of a table, in one answer
Ply = Annotated[int | None, Query(ge=0, le=10**6)]


def table_for(context: Context, live: LiveTable, visitor: Visitor) -> dict[str, Any]:
    """The table as this visitor may see it."""
    table = live.table
    fields = report.table_json(table, visitor.translate, server_time(), live.here())
    return {
        **fields,
        "warming": not context.warmup.is_ready(table.options.game),
        "you": report.you_json(table, visitor.holder, context.tables.store.secret),
    }


async def watched(request: Request, visitor: Visitor, table_id: str) -> LiveTable:
    live = await context_of(request).tables.live(table_id)
    check_may_watch(live.table, visitor)
    return live


async def asked(request: Request, visitor: Visitor, table_id: str, decide: Decide) -> Response:
    """Carry out a request, and respond with the table."""
    context = context_of(request)
    live = await context.tables.asked(table_id, decide, address(request))
    return json_response(table_for(context, live, visitor))


@router.post("/{table_id}/moves", response_model=MoveAnswer)
async def play_move(
    request: Request, visitor: Writer, table_id: TableId, body: MoveBody
) -> Response:
    """Move, or choose in secret where several seats choose together.

    The same over the WebSocket of the table takes less time.
    """
    return json_response(await moved(request, visitor, table_id, body))


async def moved(
    connection: HTTPConnection, visitor: Visitor, table_id: str, body: MoveBody
) -> dict[str, Any]:
    """Carry out a move; where the game stands then. Raises TableError where it is refused."""
    live = await context_of(connection).tables.asked(
        table_id,
        lambda table, now: requests.play(
            table, body.seat, visitor.holder, body.ply, body.move, now, body.share
        ),
        address(connection),
    )
    table = live.table  # right after the move: nothing has been waited for since
    answer: dict[str, Any] = {"version": table.version, "ply": table.ply}
    if table.simultaneous:
        made = {chose.seat: chose for chose in (*table.opened, *table.chosen.values())}[body.seat]
        answer["commitment"] = made.commitment
    return answer


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
        found = await tables.lobby.open_tables(network(request), game=game)
    else:
        holder = visitor.holder if mine else None
        found = await tables.store.lists.summaries(
            status=state, game=game, holder=holder, shown=not mine
        )
    return json_response(localised_summaries(found, visitor))


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
    nets = context.tables.nets.at(options.game, options.ruleset, options.seats)
    sitting = seating(options, body, visitor, nets)
    whose = opener(request, visitor)
    waits = len(sitting) < options.seats
    async with context.open_tables.opening(whose) if waits else nullcontext():
        live = await context.tables.open(
            options,
            visitor.holder,
            sitting,
            invited=invited,
            asked_by=address(request),
            opener=whose,
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
    waiting = await store.lists.summaries(status="open", holder=account["holder"], shown=False)
    if sum(one.get("invited") == account["name"] for one in waiting) >= MOST_CHALLENGES:
        raise TableError(
            "too-many", say("{name} has challenges enough for now.", name=account["name"])
        )
    return account


def seating(
    options: Options, body: TableBody, visitor: Visitor, nets: Sequence[str]
) -> list[LogEntry]:
    """The entries that seat players as the table opens. nets: as of `requests.sit_bot`.

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
            event = requests.sit_bot(table, seat, who, visitor.holder, now, nets)
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
        await drawn(request, report.throws_json, table_id, entries, moves=live.table.ply)
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
    """What your seats may have to choose from after the next move of the other: in games of two
    seats that move in turn, hide nothing and leave nothing to chance.
    """
    context = context_of(request)
    live = await watched(request, visitor, table_id)
    table = live.table
    if not table.seats_of(visitor.holder) or not has_premoves(
        table.options.rules, table.options.seats
    ):
        raise TableError("not-now", say("There are no premoves for you at this table."))
    if table.status != "live" or set(table.seats_of(visitor.holder)) & set(table.waiting):
        return json_response({"ply": table.ply, "legal": {}})
    seats = table.seats_of(visitor.holder)
    key = ("premoves", seats)
    legal = live.scenes.get(key)
    if legal is None:
        context.limit_drawing(request, 0)
        found = await to_thread.run_sync(
            premoves_json, table.position, seats, limiter=context.foreseeing
        )
        if live.table is table:
            live.scenes[key] = found
        legal = found
    return json_response({"ply": table.ply, "legal": legal})


@router.get("/{table_id}/seats/{seat}/conditional-moves", response_model=ConditionalAnswer)
async def get_conditional_moves(
    request: Request, visitor: Reader, table_id: TableId, seat: Seat
) -> Response:
    """What your seat answers if the other plays this; nobody else is told."""
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


async def drawn(
    request: Request, work: Callable[..., Result], *arguments: Any, moves: int = 0
) -> Result:
    """What the work comes to in the drawing thread, so that no move waits for it.

    moves: how many it replays. Raises TableError above the rate limit, and what the work raises.
    """
    context = context_of(request)
    context.limit_drawing(request, moves)
    return await context.drawing.draw(work, *arguments)


def position_at(table: Table, visitor: Visitor, ply: int | None) -> Position:
    """The position after `ply` moves as the visitor may see it, by default the last; before the
    game, the start.
    """
    record = table.record or table.options.record(table.players)
    last = len(record.moves)
    if ply is not None and ply > last:
        raise TableError(
            "unknown",
            say("There is no position {ply} yet: expected 0 to {last}.", ply=ply, last=last),
        )
    back = 0 if ply is None else last - ply
    position = next(itertools.islice(record.backwards(), back, None))
    return table.seen(position, table.seats_of(visitor.holder)) if table.record else position


@router.get("/{table_id}/view")
async def get_view(
    request: Request, visitor: Reader, table_id: TableId, ply: Ply = None
) -> Response:
    """What a position looks like, as data: sites with coordinates, pieces, hands, marks."""
    table = (await watched(request, visitor, table_id)).table
    return json_response(await drawn(request, view_of, table, visitor, ply))


def view_of(table: Table, visitor: Visitor, ply: int | None) -> dict[str, Any]:
    view = position_at(table, visitor, ply).view
    if hidden_seats(table) and ply is None:
        view = view.hiding(hidden_seats(table))
    return dataclasses.asdict(view)


@router.get("/{table_id}/scene", response_model=SceneAnswer)
async def get_scene(
    request: Request,
    visitor: Reader,
    table_id: TableId,
    ply: Ply = None,
    viewer: Annotated[int, Query(ge=0, le=63)] = 0,
) -> Response:
    """What a page needs to draw a position, with seat `viewer` nearest to the reader."""
    table = (await watched(request, visitor, table_id)).table
    return json_response(await drawn(request, scene_of, table, visitor, ply, viewer))


def scene_of(table: Table, visitor: Visitor, ply: int | None, viewer: int) -> dict[str, Any]:
    at = table.ply if ply is None else ply
    position = position_at(table, visitor, at)
    # who asks by number wants the round before opened
    hidden = hidden_seats(table) if ply is None else frozenset()
    viewer = viewer if viewer < position.seats else 0
    scene = scene_json(
        position,
        at,
        viewer=viewer,
        names=report.shown_names(table),
        translate=visitor.translate,
        hidden=hidden,
    )
    own = set(table.seats_of(visitor.holder)) & set(table.waiting) if at == table.ply else set()
    return {**scene, "legal": legal_json(position, sorted(own))}


@router.get(
    "/{table_id}/board.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def get_picture(
    request: Request, visitor: Reader, table_id: TableId, ply: Ply = None
) -> Response:
    """A position as a picture."""
    table = (await watched(request, visitor, table_id)).table
    picture = await drawn(request, picture_of, table, visitor, ply)
    return Response(picture, media_type="image/svg+xml", headers=PICTURE_POLICY)


def picture_of(table: Table, visitor: Visitor, ply: int | None) -> str:
    return svg(
        position_at(table, visitor, ply).view,
        names=report.shown_names(table),
        translate=visitor.translate,
    )


# Pictures carry their own style sheet; opened by themselves they may do nothing else.
PICTURE_POLICY = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"
}


@router.get(
    "/{table_id}/animation.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def get_animation(request: Request, visitor: Reader, table_id: TableId) -> Response:
    """The whole game as an animated picture, once it is over."""
    table = (await watched(request, visitor, table_id)).table
    context = context_of(request)
    picture = await context.drawing.animation(
        table, visitor, lambda moves: context.limit_drawing(request, moves)
    )
    return Response(picture, media_type="image/svg+xml", headers=PICTURE_POLICY)


@router.get(
    "/{table_id}/record.jsonl",
    response_class=Response,
    responses={200: {"content": {"application/jsonl": {}}}},
)
async def get_record(request: Request, visitor: Reader, table_id: TableId) -> Response:
    """The game as a record, one line of JSON, which `ludarium replay` verifies."""
    table = (await watched(request, visitor, table_id)).table
    if table.record is None:
        raise TableError("not-now", say("The game has not begun: seats are still free."))
    if table.viewpoint(()) is not None:
        raise TableError(
            "not-now", say("The record tells what is hidden, so it waits for the end.")
        )
    name = f'attachment; filename="{table.options.game}-{table.id}.jsonl"'
    return Response(
        table.record.to_json() + "\n",
        media_type="application/jsonl",
        headers={"content-disposition": name},
    )


@router.post("/{table_id}/seats/{seat}", response_model=TableAnswer)
async def take_seat(
    request: Request, visitor: Writer, table_id: TableId, seat: Seat, body: SitBody
) -> Response:
    """Take a free seat, or, as the host, give it to a bot."""
    if body.agent is not None:
        agent, known = body.agent, context_of(request).tables.nets

        def give(table: Table, now: float) -> LogEntry:
            options = table.options
            nets = known.at(options.game, options.ruleset, options.seats)
            return requests.sit_bot(table, seat, agent, visitor.holder, now, nets)

        return await asked(request, visitor, table_id, give)
    name = visitor.account or (visitor.name if body.name is None else body.name)
    other = body.name or ""

    def decide(table: Table, now: float) -> LogEntry:
        return requests.sit(
            table, seat, visitor.holder, name, visitor.account, now, other, body.share
        )

    return await asked(request, visitor, table_id, decide)


@router.delete("/{table_id}/seats/{seat}", response_model=TableAnswer)
async def leave_seat(request: Request, visitor: Writer, table_id: TableId, seat: Seat) -> Response:
    """Give a seat up before the game has begun."""
    return await asked(
        request,
        visitor,
        table_id,
        lambda table, now: requests.leave(table, seat, visitor.holder, now),
    )


@router.delete("/{table_id}/challenge", response_model=TableAnswer)
async def decline_challenge(request: Request, visitor: Writer, table_id: TableId) -> Response:
    """Decline a challenge before the game begins, which closes the table."""
    return await asked(
        request,
        visitor,
        table_id,
        lambda table, now: requests.decline(table, visitor.holder, now),
    )


@router.post("/{table_id}/seats/{seat}/return", response_model=TableAnswer)
async def return_to_seat(
    request: Request, visitor: Writer, table_id: TableId, seat: Seat, body: CodeBody
) -> Response:
    """Take a seat back with its code, on another device or after cookies were lost."""
    context = context_of(request)
    context.limit_guesses(request, table_id)
    secret = context.tables.store.secret

    def decide(table: Table, now: float) -> LogEntry:
        requests.check_seat(table, seat)
        if not report.is_seat_code(secret, table, seat, body.code):
            raise TableError("wrong-code", say("This code belongs to no seat here."))
        return requests.return_to_seat(table, seat, visitor.holder, now)

    return await asked(request, visitor, table_id, decide)


@router.post("/{table_id}/offers", response_model=TableAnswer)
async def make_offer(
    request: Request, visitor: Writer, table_id: TableId, body: OfferBody
) -> Response:
    """Offer a draw, or ask to take your last move back."""
    return await asked(
        request,
        visitor,
        table_id,
        lambda table, now: requests.offer(table, body.seat, visitor.holder, body.kind, now),
    )


@router.post("/{table_id}/answers", response_model=TableAnswer)
async def answer_offer(
    request: Request, visitor: Writer, table_id: TableId, body: AnswerBody
) -> Response:
    """Answer an offer, or call your own off."""
    return await asked(
        request,
        visitor,
        table_id,
        lambda table, now: requests.answer(
            table, body.seat, visitor.holder, body.accept, now, body.offer
        ),
    )


@router.post("/{table_id}/resignations", response_model=TableAnswer)
async def resign(request: Request, visitor: Writer, table_id: TableId, body: SeatBody) -> Response:
    """Give up; where more than two play, the others go on."""
    return await asked(
        request,
        visitor,
        table_id,
        lambda table, now: requests.resign(table, body.seat, visitor.holder, now),
    )


@router.post("/{table_id}/greetings", response_model=TableAnswer)
async def greet(
    request: Request, visitor: Writer, table_id: TableId, body: GreetingBody
) -> Response:
    """Say one of the fixed greetings."""
    return await asked(
        request,
        visitor,
        table_id,
        lambda table, now: requests.greet(table, body.seat, visitor.holder, body.greeting, now),
    )


@router.post("/{table_id}/rematches", response_model=TableAnswer)
async def want_rematch(
    request: Request, visitor: Writer, table_id: TableId, body: SeatBody
) -> Response:
    """Ask for another game; when all people have, its table opens, with everybody one seat
    further.
    """
    return await asked(
        request,
        visitor,
        table_id,
        lambda table, now: requests.want_rematch(table, body.seat, visitor.holder, now),
    )
