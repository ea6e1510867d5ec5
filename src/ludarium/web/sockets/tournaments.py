"""WebSockets of tournaments: that something has changed in one, and to which games the reader is
called.
"""

from __future__ import annotations

import orjson
from fastapi import APIRouter
from starlette.websockets import WebSocket

from ludarium.tables.errors import TableError
from ludarium.tables.server import Watcher
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.server.report import calls_of
from ludarium.tournaments.server.server import Hall, Running
from ludarium.web.context import context_of
from ludarium.web.services.visitors import Visitor
from ludarium.web.sockets.connection import accept, admitted, closing, serve

__all__ = ["calls_for", "router"]

router = APIRouter()
# seconds between two messages on a tournament, after each of which its page is read anew
PAUSE = 1.0
CALL_PAUSE = 0.25  # seconds between two messages on calls


class TournamentTeller:
    """Tells one reader of a tournament that it has changed; what it is now is then read like
    everything else.
    """

    def __init__(self, hall: Hall, running: Running) -> None:
        self.hall, self.running = hall, running
        self.told = b""

    async def messages(self) -> list[bytes]:
        """What is to be sent now."""
        tournament = self.running.tournament
        message = orjson.dumps(
            {
                "type": "tournament",
                "version": tournament.version,
                "here": sorted(self.hall.present(self.running)),
            }
        )
        if message == self.told:
            return []
        self.told = message
        return [message]


class CallTeller:
    """Tells one person to which games they are called."""

    def __init__(self, hall: Hall, visitor: Visitor) -> None:
        self.hall, self.visitor = hall, visitor
        self.told = b""

    async def messages(self) -> list[bytes]:
        """What is to be sent now."""
        message = orjson.dumps({"type": "calls", "calls": calls_for(self.hall, self.visitor)})
        if message == self.told:
            return []
        self.told = message
        return [message]


def calls_for(hall: Hall, visitor: Visitor) -> list[dict[str, object]]:
    """The matches that this person is called to, in all tournaments."""
    return [
        call
        for tournament, player in hall.of_holder(visitor.holder)
        if (call := calls_of(tournament, player))
    ]


@router.websocket("/api/tournaments/{tournament_id}/watch")
async def watch_tournament(socket: WebSocket, tournament_id: str) -> None:
    async with closing(socket):
        admitted(socket)
        hall, watcher = context_of(socket).hall, Watcher()
        try:
            async with hall.watching(tournament_id, watcher) as running:
                await accept(socket)
                await serve(socket, watcher, TournamentTeller(hall, running).messages, PAUSE)
        except TournamentError as error:
            raise TableError("unknown", error.message) from None


@router.websocket("/api/calls")
async def watch_calls(socket: WebSocket) -> None:
    """While it is open, this person is here, and games of tournaments may begin."""
    async with closing(socket):
        visitor, hall = admitted(socket), context_of(socket).hall
        watcher = Watcher(visitor.holder)
        async with hall.being_here(visitor.holder, watcher):
            await accept(socket)
            await serve(socket, watcher, CallTeller(hall, visitor).messages, CALL_PAUSE)
