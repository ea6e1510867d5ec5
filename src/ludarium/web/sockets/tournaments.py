"""WebSockets of tournaments: changes, and calls to games."""

from __future__ import annotations

import orjson
from fastapi import APIRouter
from starlette.websockets import WebSocket

from ludarium.eventlog.live import Watcher
from ludarium.tables.errors import TableError
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.server.live import LiveTournament
from ludarium.tournaments.server.report import calls_of
from ludarium.tournaments.server.server import TournamentServer
from ludarium.web.context import context_of
from ludarium.web.services.visitors import Visitor
from ludarium.web.sockets.connection import accept, admitted, closing, serve

__all__ = ["calls_for", "router"]

router = APIRouter()
# seconds between two messages on a tournament, after each of which its page is read anew
PAUSE = 1.0
CALL_PAUSE = 0.25  # seconds between two messages on calls


class TournamentTeller:
    """The messages to one watcher of a tournament.

    They announce changes; the client then reloads.
    """

    def __init__(self, tournament_server: TournamentServer, live: LiveTournament) -> None:
        self.tournament_server, self.live = tournament_server, live
        self.sent = b""

    async def messages(self) -> list[bytes]:
        """The messages to send now."""
        tournament = self.live.tournament
        message = orjson.dumps(
            {
                "type": "tournament",
                "version": tournament.version,
                "here": sorted(self.tournament_server.present(self.live)),
            }
        )
        if message == self.sent:
            return []
        self.sent = message
        return [message]


class CallTeller:
    """The messages to one person about their calls to games."""

    def __init__(self, tournament_server: TournamentServer, visitor: Visitor) -> None:
        self.tournament_server, self.visitor = tournament_server, visitor
        self.sent = b""

    async def messages(self) -> list[bytes]:
        """The messages to send now."""
        message = orjson.dumps(
            {"type": "calls", "calls": calls_for(self.tournament_server, self.visitor)}
        )
        if message == self.sent:
            return []
        self.sent = message
        return [message]


def calls_for(tournament_server: TournamentServer, visitor: Visitor) -> list[dict[str, object]]:
    """The calls of this visitor, in all tournaments."""
    return [
        call
        for tournament, player in tournament_server.of_holder(visitor.holder)
        if (call := calls_of(tournament, player))
    ]


@router.websocket("/api/tournaments/{tournament_id}/watch")
async def watch_tournament(socket: WebSocket, tournament_id: str) -> None:
    async with closing(socket):
        admitted(socket)
        tournament_server, watcher = context_of(socket).tournaments, Watcher()
        try:
            async with tournament_server.watching(tournament_id, watcher) as live:
                await accept(socket)
                await serve(
                    socket, watcher, TournamentTeller(tournament_server, live).messages, PAUSE
                )
        except TournamentError as error:
            raise TableError("unknown", error.message) from None


@router.websocket("/api/calls")
async def watch_calls(socket: WebSocket) -> None:
    """While it is open, this person is here, and games of tournaments may begin."""
    async with closing(socket):
        visitor, tournament_server = admitted(socket), context_of(socket).tournaments
        watcher = Watcher(visitor.holder)
        async with tournament_server.being_here(visitor.holder, watcher):
            await accept(socket)
            await serve(
                socket, watcher, CallTeller(tournament_server, visitor).messages, CALL_PAUSE
            )
