"""The tournament server: all tournaments of this process.

It turns requests into log entries, and log entries into notifications of watchers.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any

import orjson

from ludarium.database.store import DATABASE_FAULTS, DatabaseError
from ludarium.eventlog.clock import server_time
from ludarium.eventlog.live import Watcher
from ludarium.tables.errors import TableError
from ludarium.tables.server import TableServer
from ludarium.tables.table import Table
from ludarium.tables.threads import ClientKey
from ludarium.tournaments.checks import Actor
from ludarium.tournaments.entries import Claimed, Entry
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.formats.format_rules import state
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.server.automation import automate, next_due
from ludarium.tournaments.server.live import LiveTournament
from ludarium.tournaments.server.log import TournamentLog
from ludarium.tournaments.server.projections import holders_in
from ludarium.tournaments.tournament import Tournament

__all__ = ["TournamentServer"]

# seconds after which a tournament that nobody touched is no longer kept in memory
LASTING = 60 * 86_400.0
LATELY = 600.0  # seconds after the end in which its players may be told of it on any page
KEPT = 60.0  # seconds that one stays in memory after it was used,
# and fewer where such ones have more entries: three of ten thousand players, of 10 MB each
MOST_RESTING = 30_000
BRIEFLY = 5.0  # seconds that any stays
UNBEGUN = 7 * 86_400.0  # seconds after which one of guests is deleted that never began
FORGOTTEN_EVERY = 3600  # sweeps from one search for those that are to be deleted to the next
FORGET_PAUSE = 0.2  # seconds between the deletions of a search
PRESENCE_PAUSE = 1.0  # seconds from one time that those who are here are told to the next
SWEEP = 1.0  # seconds between checks for due transitions
BACK_OFF = 300.0  # seconds until transitions that failed for a fault of ours are tried again
SAID_EVERY = 4.0  # sweeps after which other servers are told again who is here
MOST_RUNNING = 2000  # tournaments that are kept in memory
log = logging.getLogger(__name__)


class TournamentServer(TournamentLog):
    """All tournaments of a server. Make one with `TournamentServer.opened`."""

    def __init__(self, tables: TableServer) -> None:
        super().__init__(tables.store)
        self.tables = tables
        self._holders: Counter[str] = Counter()  # connections of each identity to this server
        self._call_watchers: dict[str, set[Watcher]] = {}
        self._of_holder: dict[str, set[str]] = {}
        """By identity: the tournaments that it organises or plays in, of those that go on."""
        self._asleep: dict[str, float] = {}
        """Times at which tournaments that go on and are not in memory have to be looked at."""

    @classmethod
    @contextlib.asynccontextmanager
    async def opened(cls, tables: TableServer) -> AsyncIterator[TournamentServer]:
        """A server that loads and automates its tournaments until the context ends."""
        server = cls(tables)
        tables.on_other_news.add(server._hear)
        tables.on_reload.add(server._reload)
        tables.identities.on_joined.add(server.hand_over)
        await server._note_holders()
        tables.in_background(server._load_running())
        sweep = asyncio.create_task(server._sweep_forever())
        try:
            yield server
        finally:
            sweep.cancel()
            for live in server._live.values():
                if live.telling:
                    live.telling.cancel()
            await asyncio.gather(sweep, return_exceptions=True)
            server._stop_reading()

    # LogServer

    def _loaded(self, live: LiveTournament) -> None:
        self._asleep.pop(live.tournament.id, None)
        self._note(live)
        self._follow_all(live)

    def _unloaded(self, live: LiveTournament) -> None:
        """Let a tournament go that nobody uses; it is loaded again when it is asked for."""
        tournament = live.tournament
        del self._live[tournament.id]
        if state(tournament) == "over":
            for holder in holders_in(tournament.log):
                if own := self._of_holder.get(holder):
                    own.discard(tournament.id)
                    if not own:
                        del self._of_holder[holder]
        elif live.due_at < math.inf:
            self._asleep[tournament.id] = live.due_at

    def _rests(self, live: LiveTournament, now: float) -> bool:
        """Return whether nobody uses the tournament, and nothing happens there by itself soon."""
        tournament = live.tournament
        busy = live.watchers or live.lock.locked() or live.automating.locked() or live.telling
        if busy or now - live.used <= BRIEFLY:
            return False
        if state(tournament) == "over":
            return True
        plays = any(match.live for match in tournament.open_matches)
        soon = self.tables.leading and live.due_at < server_time() + KEPT
        return not (plays or soon or self.present(live))

    def _after_change(self, live: LiveTournament) -> None:
        live.used = time.monotonic()
        live.wake()
        self._wake_callers(live.tournament.holders)
        self._note(live)
        self._follow_all(live)
        self.see_to(live)

    def _note(self, live: LiveTournament) -> None:
        """Note whose this tournament is, by the entries that are new."""
        log = live.tournament.log
        for holder in holders_in(log[live.noted :]):
            self._of_holder.setdefault(holder, set()).add(live.tournament.id)
        live.noted = len(log)

    def _wake_callers(self, holders: Iterable[str]) -> None:
        for holder in holders:
            for watcher in self._call_watchers.get(holder, ()):
                watcher.woken.set()

    async def hand_over(self, guest: str, holder: str) -> None:
        """Let an account organise and play what a guest did who signed in to it."""

        def claim(tournament: Tournament, now: float) -> Entry | list[Entry]:
            claims: list[tuple[Actor, PlayerId | None]] = []
            if guest in tournament.organisers and holder not in tournament.organisers:
                claims.append((Actor("organiser", ""), None))
            player = tournament.holders.get(guest)
            if player is not None and holder not in tournament.holders:
                claims.append((Actor("player", str(player)), player))
            return [Claimed(at=now, by=str(by), player=of, holder=holder) for by, of in claims]

        for tournament_id in await self.store.patiently(
            self.store.table_index.tournaments_of, guest
        ):
            with contextlib.suppress(TournamentError):  # it may be gone
                await self.asked(tournament_id, claim, ClientKey(holder), lambda tournament: None)

    # Players

    def of_holder(self, holder: str) -> list[tuple[LiveTournament, PlayerId]]:
        """The tournaments of this identity, unfinished or until lately, with its player in each."""
        lately = server_time() - LATELY
        return [
            (live, live.tournament.holders[holder])
            for live in self._live.values()
            if holder in live.tournament.holders
            and (state(live.tournament) != "over" or live.tournament.changed > lately)
        ]

    def has_tournaments(self, holder: str) -> bool:
        """Return whether this identity organises or plays in a tournament that goes on."""
        return bool(self._of_holder.get(holder))

    async def load_of(self, holder: str) -> None:
        """Load the tournaments of this identity that go on."""
        for tournament_id in sorted(self._of_holder.get(holder, ())):
            await self.find(tournament_id)

    def called_at(self, live: LiveTournament, table: str, player: PlayerId) -> float | None:
        """Return the time at which a player who is here was shown that the table waits; None for
        who is not here.
        """
        if player not in self._present_here(live):
            return None
        return live.called.get((table, player), server_time())

    def present(self, live: LiveTournament) -> frozenset[PlayerId]:
        """The players who are connected, to this or another server of the database."""
        if live.here is None:
            here = self._present_here(live)
            live.here = frozenset(PlayerId(player) for player in live.elsewhere.union(here))
        return live.here

    def announcement(self, live: LiveTournament) -> bytes:
        """Return the news of a change for watchers: the version, and presence."""
        here, version = self.present(live), live.tournament.version
        if live.announced is None or live.announced[:2] != (version, here):
            told = {"type": "tournament", "version": version, "here": sorted(here)}
            live.announced = version, here, orjson.dumps(told)
        return live.announced[2]

    def _present_here(self, live: LiveTournament) -> set[PlayerId]:
        return {
            player for holder, player in live.tournament.holders.items() if self._holders[holder]
        }

    @contextlib.asynccontextmanager
    async def being_here(self, holder: str, watcher: Watcher) -> AsyncIterator[None]:
        """Count the identity as connected, and wake the watcher when its tournaments change."""
        self._holders[holder] += 1
        self._call_watchers.setdefault(holder, set()).add(watcher)
        self._visitor_changed(holder)
        if not self._of_holder.get(holder, set()) <= self._live.keys():
            self.tables.in_background(self._load_for(holder, watcher))
        try:
            yield
        finally:
            self._holders[holder] -= 1
            if not self._holders[holder]:
                del self._holders[holder]
            self._call_watchers[holder].discard(watcher)
            if not self._call_watchers[holder]:
                del self._call_watchers[holder]
            self._visitor_changed(holder)

    async def _load_for(self, holder: str, watcher: Watcher) -> None:
        await self.load_of(holder)
        self._visitor_changed(holder)
        watcher.woken.set()

    def _visitor_changed(self, holder: str) -> None:
        for live in list(self._live.values()):
            if holder in live.tournament.holders and state(live.tournament) != "over":
                live.here = None
                self._tell_soon(live)

    def _tell_soon(self, live: LiveTournament) -> None:
        """Tell that somebody came or went, at once or a second after that was last told: a hall of
        a thousand comes within minutes, and each time all are looked at.
        """
        if live.telling is None:
            loop = asyncio.get_running_loop()
            at = max(loop.time(), live.told_at + PRESENCE_PAUSE)
            live.telling = loop.call_at(at, self._tell_presence, live, at)

    def _tell_presence(self, live: LiveTournament, now: float) -> None:
        live.telling, live.told_at = None, now
        for watcher in live.watchers:
            watcher.woken.set()
        self.tables.in_background(self._tell_others([live]))
        self.see_to(live)

    async def _tell_others(self, several: Sequence[LiveTournament]) -> None:
        with contextlib.suppress(*DATABASE_FAULTS):  # sent again soon
            news = [
                ["present", live.tournament.id, sorted(self._present_here(live))]
                for live in several
            ]
            await self.store.tell_others(news)

    # Other processes

    def _hear(self, process: str, item: list[Any]) -> None:
        kind, tournament_id, value = item
        if kind == "tournament":
            self.tables.in_background(self._refresh(tournament_id, value))
        elif kind == "present" and (live := self._live.get(tournament_id)):
            live.elsewhere.hear(process, value)
            live.here = None
            self.see_to(live)

    def _reload(self) -> None:
        self.tables.in_background(self._note_holders())
        self.tables.in_background(self._load_running())
        for tournament_id in self._live:
            self.tables.in_background(self._refresh(tournament_id, math.inf))

    async def _note_holders(self) -> None:
        since = server_time() - LASTING
        for holder, tournament_id in await self.store.patiently(
            self.store.table_index.holders_of_unfinished, since
        ):
            self._of_holder.setdefault(holder, set()).add(tournament_id)

    async def _load_running(self) -> None:
        """Load tournaments in which something happens by itself, and schedule that."""
        summaries = await self.store.patiently(
            lambda: self.store.table_index.tournaments(
                ("running", "paused"), since=server_time() - LASTING, limit=MOST_RUNNING
            )
        )
        for summary in summaries:
            try:
                self.see_to(await self.store.patiently(self.live, summary["id"]))
            # one unreadable tournament must not stop the server
            except Exception:
                log.exception("tournament %s is left alone", summary["id"])

    # Chores

    def follow(self, live: LiveTournament, table: str) -> None:
        """Schedule automation when the game at this table is over, and tell whom it waits for."""

        def changed(now: Table) -> None:
            if now.status == "over":
                self.see_to(live)
            self._wake_callers(holder for chair in now.chairs for holder in chair.holders)

        self.tables.followers[table] = changed

    def _follow_all(self, live: LiveTournament) -> None:
        playing = {match.live for match in live.tournament.open_matches if match.live}
        for table in playing - self.tables.followers.keys():
            self.follow(live, table)

    def see_to(self, live: LiveTournament) -> None:
        """Schedule the automation of this tournament."""
        live.due_again = True
        if self.tables.leading and not live.automating.locked():
            self.tables.in_background(self._automate(live))

    async def _automate(self, live: LiveTournament) -> None:
        async with live.automating:
            while live.due_again and self.tables.leading:
                live.due_again = False
                try:
                    await automate(self, live)
                except (*DATABASE_FAULTS, DatabaseError, TableError) as error:
                    log.warning("the chores of tournament %s wait: %s", live.tournament.id, error)
                    live.due_at = server_time() + SWEEP
                    return
                # of one tournament must not fill the log of all
                except Exception:
                    log.exception("the chores of tournament %s fail", live.tournament.id)
                    live.due_at = server_time() + BACK_OFF
                    return
            at = next_due(live.tournament)
            live.due_at = math.inf if at is None else at
            played = {match.live for match in live.tournament.open_matches}
            live.called = {one: at for one, at in live.called.items() if one[0] in played}
            for entry in live.tournament.log[-50:]:
                if (
                    entry.by.startswith("table:")
                    and (table := entry.by.partition(":")[2]) not in played
                ):
                    self.tables.followers.pop(table, None)

    async def _sweep_forever(self) -> None:
        """Carry out transitions that are due, drop silent servers, and unload what nobody uses."""
        rounds = 0
        while True:
            await asyncio.sleep(SWEEP)
            rounds += 1
            self._unload_unused()
            for live in list(self._live.values()):
                if live.elsewhere.forget_silent():
                    live.here = None
                over = state(live.tournament) == "over"
                if self.tables.leading and not over and live.due_at <= server_time():
                    self.see_to(live)
            for tournament_id, at in list(self._asleep.items()):
                if at <= server_time() + KEPT:
                    del self._asleep[tournament_id]
                    self.tables.in_background(self._wake_up(tournament_id))
            if self.tables.leading and rounds % FORGOTTEN_EVERY == 1:
                self.tables.in_background(self.forget_old())
            if self.store.is_postgresql and rounds % SAID_EVERY == 0:
                here = [live for live in self._live.values() if self._present_here(live)]
                await self._tell_others(here)

    def _unload_unused(self) -> None:
        now, entries = time.monotonic(), 0
        resting = [live for live in self._live.values() if self._rests(live, now)]
        for live in sorted(resting, key=lambda live: -live.used):
            entries += live.tournament.version
            if now - live.used > KEPT or entries > MOST_RESTING:
                self._unloaded(live)

    async def _wake_up(self, tournament_id: str) -> None:
        if live := await self.find(tournament_id):
            self.see_to(live)

    async def forget_old(self) -> None:
        """Delete tournaments without anybody who has an account: those that never began, a week
        after their last change, and others as the server's option `keep` says.
        """
        now, keep = server_time(), self.tables.keep
        while gone := await self.store.patiently(
            lambda: self.store.forget_tournaments(now - UNBEGUN, now - keep if keep else None)
        ):
            for tournament_id in gone:
                self._live.pop(tournament_id, None)
                self._asleep.pop(tournament_id, None)
                for own in self._of_holder.values():
                    own.discard(tournament_id)
            await asyncio.sleep(FORGET_PAUSE)
