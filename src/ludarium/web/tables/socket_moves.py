"""Moves that players send over the WebSocket of their table.

They do what `POST /api/tables/ID/moves` does, without what each request of its own costs.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import orjson
from pydantic import Field
from starlette.websockets import WebSocket

from ludarium.tables.errors import TableError
from ludarium.web.context import context_of
from ludarium.web.http.models import parsed
from ludarium.web.http.refusals import FAILED, wait_after, what_was_wrong
from ludarium.web.people.visitors import ENDED, Visitor
from ludarium.web.tables.models import MoveBody
from ludarium.web.tables.play import moved

__all__ = ["Moves"]

LATER = 1.0  # seconds until the next message of who sent too many is read


class SentMove(MoveBody):
    """A move, or a secret choice."""

    type: Literal["move"]
    id: Annotated[int, Field(ge=0, lt=2**53, strict=True)]
    """The number by which the client knows the answer."""


class Moves:
    """The moves and choices that one watcher of a table sends."""

    def __init__(self, socket: WebSocket, visitor: Visitor, table_id: str) -> None:
        self._socket, self._visitor, self._table_id = socket, visitor, table_id

    async def hear(self, text: str) -> None:
        """Carry out a message, and answer it: with where the game stands then, or with what was
        wrong.
        """
        try:
            context_of(self._socket).limit_writes(self._socket, self._visitor)
            move = parsed(SentMove, text)
            if not await context_of(self._socket).visitors.session_valid(self._visitor):
                raise TableError("forbidden", ENDED)
            # the move is made, and told to all, also where its connection ends meanwhile
            outcome = await asyncio.shield(moved(self._socket, self._visitor, self._table_id, move))
        except Exception as error:
            await self._refuse(number_in(text), error)
        else:
            await self._send({"type": "moved", "id": move.id, **outcome})

    async def _refuse(self, number: int | None, error: Exception) -> None:
        """Say what was wrong. Raises the error again where it is a fault of ours."""
        ours = None
        try:
            _, code, message = what_was_wrong(error)
        except Exception as fault:
            ours, code, message = fault, "failed", FAILED
        sentence = self._visitor.translate(message)
        try:
            await self._send({"type": "refused", "id": number, "error": sentence, "code": code})
        finally:
            if ours:
                raise ours  # else a page would send its move again, and meet the same fault
        if wait_after(error) is not None:
            await asyncio.sleep(LATER)

    async def _send(self, message: dict[str, Any]) -> None:
        await self._socket.send_text(orjson.dumps(message).decode())


def number_in(text: str) -> int | None:
    """Return the number by which the client knows the answer to a message that is not as it should
    be.
    """
    try:
        message = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    number = message.get("id") if isinstance(message, dict) else None
    return number if isinstance(number, int) else None
