"""WebSockets of tournaments: changes, and calls to games."""

from __future__ import annotations

from typing import Any

import orjson
from fastapi import APIRouter
from starlette.websockets import WebSocket

from ludarium.eventlog.clock import server_time
from ludarium.eventlog.live import Watcher
from ludarium.tables.errors import TableError
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.server.automation import forfeits_at, live_table, played_by
from ludarium.tournaments.server.live import LiveTournament
from ludarium.tournaments.server.report import calls_of, missed_by
from ludarium.tournaments.server.server import TournamentServer
from ludarium.web.context import context_of
from ludarium.web.http.sockets import Changes, accept, admitted, closing, serve
from ludarium.web.people.visitors import Visitor

__all__ = ["calls_for", "router"]

router = APIRouter()
PAUSE = 1.0  # seconds at least between two messages on a tournament,
READINGS = 100  # which are told to so many watchers a second: each then reads its page anew
CALL_PAUSE = 0.25  # seconds between two messages on calls


class TournamentTeller:
    """The messages to one watcher of a tournament.

    They announce changes; the client then reloads.
    """

    def __init__(self, tournament_server: TournamentServer, live: LiveTournament) -> None:
        self.tournament_server, self.live = tournament_server, live
        self._changes = Changes()

    async def messages(self) -> list[bytes]:
        """The messages to send now."""
        message = self.tournament_server.announcement(self.live)
        return [message] if self._changes.note(message) else []

    def pause(self) -> float:
        """The seconds until the next: the more watch, the longer, as a hall of a thousand that
        arrives changes who is here all the time.
        """
        return max(PAUSE, len(self.live.watchers) / READINGS)


class CallTeller:
    """The messages to one person about their calls to games."""

    def __init__(self, tournament_server: TournamentServer, visitor: Visitor) -> None:
        self.tournament_server, self.visitor = tournament_server, visitor
        self._changes = Changes()

    async def messages(self) -> list[bytes]:
        """The messages to send now."""
        told = await calls_for(self.tournament_server, self.visitor)
        if not self._changes.note(told):
            return []
        return [orjson.dumps({"type": "calls", "now": server_time(), **told})]


async def calls_for(
    tournament_server: TournamentServer, visitor: Visitor
) -> dict[str, list[dict[str, object]]]:
    """The calls of this visitor, and the matches that they missed, in all tournaments."""
    calls, missed = [], []
    for live, player in tournament_server.of_holder(visitor.holder):
        tournament = live.tournament
        at_table = await called(tournament_server, live, player, visitor.holder)
        if call := calls_of(tournament, player, **at_table):
            calls.append(call)
        if miss := missed_by(tournament, player):
            missed.append({**miss, "words": visitor.translate(miss["words"])})
    return {"calls": calls, "missed": missed}


async def called(
    tournament_server: TournamentServer, live: LiveTournament, player: PlayerId, holder: str
) -> dict[str, Any]:
    """Return the news of the player's live table, as in `calls_of`; the player is shown now that it
    waits.
    """
    match = live.tournament.match_of(player)
    table = await live_table(tournament_server, match) if match and match.live else None
    if match is None or table is None:
        return {}
    seats = table.seats_of(holder)
    waiting = set(seats).intersection(table.waiting)
    at = live.called.setdefault((table.id, player), server_time()) if waiting else None
    times = [forfeits_at(live.tournament, match, table, seat, at) for seat in waiting]
    return {
        "until": min((until for until in times if until is not None), default=None),
        "waits": bool(waiting),
        "moved": any(played_by(table, seat) for seat in seats),
    }


@router.websocket("/api/tournaments/{tournament_id}/watch")
async def watch_tournament(socket: WebSocket, tournament_id: str) -> None:
    async with closing(socket):
        await admitted(socket)
        tournament_server, watcher = context_of(socket).tournaments, Watcher()
        try:
            async with tournament_server.watching(tournament_id, watcher) as live:
                await accept(socket)
                teller = TournamentTeller(tournament_server, live)
                await serve(socket, watcher, teller.messages, teller.pause)
        except TournamentError as error:
            raise TableError("unknown", error.message) from None


@router.websocket("/api/calls")
async def watch_calls(socket: WebSocket) -> None:
    """Keep this person present while it is open, so that games of tournaments may begin."""
    async with closing(socket):
        visitor, tournament_server = await admitted(socket), context_of(socket).tournaments
        watcher = Watcher(visitor.holder)
        async with tournament_server.being_here(visitor.holder, watcher):
            await accept(socket)
            await serve(
                socket,
                watcher,
                CallTeller(tournament_server, visitor).messages,
                lambda: CALL_PAUSE,
            )
