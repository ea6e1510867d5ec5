"""The tournaments of a server, as logs: how they are created, loaded and changed by requests.

All of it runs in threads: ten thousand players take a second, in which nobody could move.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from ludarium.database.store import Store
from ludarium.eventlog.clock import server_time
from ludarium.eventlog.codec import Fields
from ludarium.eventlog.codes import new_id
from ludarium.eventlog.live import LogServer, WriteStep
from ludarium.eventlog.store import Commit
from ludarium.phrases import say
from ludarium.tables.threads import ClientKey, FairLock
from ludarium.tournaments.entries import CODEC, Created, Entry
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.server.live import LiveTournament
from ludarium.tournaments.server.projections import commit_of
from ludarium.tournaments.standings import standings
from ludarium.tournaments.tournament import Tournament, fold

__all__ = ["Decide", "TournamentLog"]

THREADS = 3  # that decide on requests; no other visitor's page waits for them
LONGEST = 60.0  # seconds that a decision may take

Decide = Callable[[Tournament, float], Entry | list[Entry]]
Result = TypeVar("Result")


class TournamentLog(LogServer[Tournament, LiveTournament]):
    """The logs of all tournaments. `TournamentServer` adds what happens in them by itself."""

    kind = "tournament"
    refusal = TournamentError
    store: Store

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._threads = ThreadPoolExecutor(THREADS, "tournaments")
        self._turns = FairLock(THREADS)
        self._overdue: dict[str, Future[WriteStep]] = {}
        """By tournament: the decision that took too long, whose thread still works."""

    def _stop_reading(self) -> None:
        super()._stop_reading()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _folded(self, log_id: str, fields: list[Fields]) -> LiveTournament:
        return LiveTournament(await self._in_reading_thread(loaded, log_id, fields))

    async def _continued(self, state: Tournament, fields: list[Fields]) -> Tournament:
        return await self._in_reading_thread(caught_up, state, fields)

    async def _step(self, state: Tournament, decide: Decide) -> WriteStep:
        # in a thread: pairing a thousand players takes a second, which must not block moves
        deciding = self._threads.submit(decided, state, decide)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(deciding), LONGEST)
        except TimeoutError:
            self._overdue[state.id] = deciding
            raise TournamentError(
                "not-now", say("this takes longer than the server may think about it")
            ) from None

    def _unknown(self, log_id: str) -> TournamentError:
        return TournamentError(
            "unknown", say("There is no tournament {tournament!r}.", tournament=log_id)
        )

    async def create(self, *entries: Entry) -> LiveTournament:
        """Create a tournament with these entries."""
        new, commit = await self._in_reading_thread(created, new_id(), entries)
        live = await self._create(LiveTournament(new), commit)
        self._after_change(live)
        return live

    async def asked(
        self,
        tournament_id: str,
        decide: Decide,
        client: ClientKey,
        tell: Callable[[Tournament], Result],
    ) -> Result:
        """Carry out a request in its turn, so that nobody waits for all that another asks for; what
        `tell` makes of the tournament then, in a thread.

        client: the address that asks, or the identity for which the server does. Raises
        TournamentError.
        """
        async with self._turns.held(client, tournament_id) as place:
            try:
                live = await self.request(tournament_id, decide)
            finally:
                place.until = self._overdue.pop(tournament_id, None)
            return await self.told(live.tournament, tell)

    async def told(self, tournament: Tournament, tell: Callable[[Tournament], Result]) -> Result:
        """Return what `tell` makes of the tournament, in a thread: of ten thousand players it takes
        50 ms, in which nobody could move.
        """
        return await asyncio.get_running_loop().run_in_executor(self._threads, tell, tournament)

    async def attempt(self, live: LiveTournament, decide: Decide) -> None:
        """Make a request for the tournament; ignore its refusal, as it may be due no longer."""
        announced = live.tournament.log[0]
        founder = (isinstance(announced, Created) and announced.holder) or live.tournament.id
        with contextlib.suppress(TournamentError):
            await self.asked(
                live.tournament.id, decide, ClientKey(founder), lambda tournament: None
            )


def followed(tournament: Tournament, entries: Sequence[Entry]) -> Tournament:
    """The tournament after these entries, at least one."""
    first, *others = entries
    tournament = tournament.after(first)
    for entry in others:
        tournament.apply(entry)  # our own copy
    return tournament


def created(tournament_id: str, entries: Sequence[Entry]) -> tuple[Tournament, Commit]:
    """Return a new tournament with these entries, and the commit that writes them."""
    tournament = fold(tournament_id, entries)
    return tournament, commit_of(tournament, entries)


def loaded(tournament_id: str, fields: Iterable[tuple[Any, Any]]) -> Tournament:
    """The tournament of this log, its standings computed."""
    return ranked(fold(tournament_id, [CODEC.read(*one) for one in fields]))


def caught_up(tournament: Tournament, fields: Iterable[tuple[Any, Any]]) -> Tournament:
    """The tournament after these entries, at least one, its standings computed."""
    return ranked(followed(tournament, [CODEC.read(*one) for one in fields]))


def ranked(tournament: Tournament) -> Tournament:
    standings(tournament)  # kept by the tournament
    return tournament


def decided(tournament: Tournament, decide: Decide) -> WriteStep:
    """Evaluate a request into the step to write. Raises TournamentError."""
    decision = decide(tournament, max(server_time(), tournament.changed))
    entries = decision if isinstance(decision, list) else [decision]
    if not entries:
        return WriteStep(tournament, None)
    after = followed(tournament, entries)
    return WriteStep(after, commit_of(after, entries))
