"""Seats of a table: taken and left, offers, resignations, greetings and rematches."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from ludarium.eventlog.codec import LogEntry
from ludarium.phrases import say
from ludarium.tables import claims, places, report, requests
from ludarium.tables.errors import TableError
from ludarium.tables.table import Table
from ludarium.web.context import (
    Writer,
    context_of,
)
from ludarium.web.http.models import REFUSALS
from ludarium.web.tables.models import (
    AnswerBody,
    ClaimBody,
    GreetingBody,
    OfferBody,
    PlaceBody,
    SeatBody,
    SeatCodeBody,
    SitBody,
    UndoneMoveBody,
)
from ludarium.web.tables.play import Seat, TableId, asked
from ludarium.web.tables.table_models import TableAnswer

__all__ = ["router"]

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=REFUSALS)


@router.post("/{table_id}/seats/{seat}", response_model=TableAnswer)
async def take_seat(
    request: Request, visitor: Writer, table_id: TableId, seat: Seat, body: SitBody
) -> Response:
    """Take a free seat, or, as the host, give it to a bot."""
    if body.agent is not None:
        agent, tables = body.agent, context_of(request).tables

        def give(table: Table, now: float) -> LogEntry:
            own_bots = tables.own_bots_at(table.options)
            return requests.sit_bot(table, seat, agent, visitor.holder, now, own_bots)

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
    request: Request, visitor: Writer, table_id: TableId, seat: Seat, body: SeatCodeBody
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


@router.post("/{table_id}/undone-moves", response_model=TableAnswer)
async def undo(
    request: Request, visitor: Writer, table_id: TableId, body: UndoneMoveBody
) -> Response:
    """Undo your last move, in a turn of several moves that is still your own."""
    return await asked(
        request,
        visitor,
        table_id,
        lambda table, now: requests.undo(table, body.seat, visitor.holder, body.ply, now),
    )


@router.post("/{table_id}/places", response_model=TableAnswer)
async def answer_place(
    request: Request, visitor: Writer, table_id: TableId, body: PlaceBody
) -> Response:
    """Let whoever asks have the place of the bot that you play, or keep the bot."""
    return await asked(
        request,
        visitor,
        table_id,
        lambda table, now: places.answer_place(table, body.seat, visitor.holder, body.accept, now),
    )


@router.post("/{table_id}/claims", response_model=TableAnswer)
async def claim(request: Request, visitor: Writer, table_id: TableId, body: ClaimBody) -> Response:
    """Claim the win, or a draw, where the other has left in their turn (`claimable_at`)."""
    live = await context_of(request).tables.live(table_id)

    def decide(table: Table, now: float) -> LogEntry:
        at = live.claimable_at
        return claims.claim(table, body.seat, visitor.holder, body.kind, at, now)

    return await asked(request, visitor, table_id, decide)


@router.post("/{table_id}/resignations", response_model=TableAnswer)
async def resign(request: Request, visitor: Writer, table_id: TableId, body: SeatBody) -> Response:
    """Give up; where more than two play, the others go on. Before both of two have moved, the game
    is called off instead, and nobody loses.
    """
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
