"""The hall: all tournaments of this server.

It turns requests into entries, and entries into news for those who watch.

Every change goes one way, as in the house of tables: look at the tournament, decide on entries,
write them, and only then take them in. If another process wrote first, its entries are taken in and
the request is decided anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Any

import orjson

from ludarium.database.store import DATABASE_FAULTS, DatabaseError
from ludarium.database.writer import EntryAppend
from ludarium.phrases import say
from ludarium.tables.errors import TableError
from ludarium.tables.server import LETTERS, SWEEP, House, Watcher, patiently
from ludarium.tournaments.entries import Entry, entry_from_json, entry_to_json
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.formats.progress import state
from ludarium.tournaments.server.chores import do_chores, next_chore_at
from ludarium.tournaments.standings import champion
from ludarium.tournaments.tournament import Tournament, fold

__all__ = ["Decide", "Hall", "Running"]

# seconds after which a tournament that nobody touched is no longer kept in memory
LASTING = 60 * 86_400.0
KEPT = 60.0  # seconds that one that is over stays in memory after it was used
SAID_EVERY = 4.0  # seconds after which other processes are told again who is here
HERE_FOR = 12.0  # seconds that another process's word holds
MOST_RUNNING = 2000  # tournaments that are kept in memory
NOT_OVER = ("open", "running", "paused")
log = logging.getLogger(__name__)

Decide = Callable[[Tournament, float], Entry | list[Entry]]


class Running:
    """A tournament in memory. elsewhere: by process, which players are connected there, until when
    that holds; pages: as those read them who only watch, while pages_of is what they were made
    from.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.lock = asyncio.Lock()
        self.doing_chores = asyncio.Lock()
        self.more_chores = False
        self.chores_at: float = 0.0  # when to look again because of the time alone
        self.watchers: set[Watcher] = set()
        self.used = time.monotonic()
        self.elsewhere: dict[str, tuple[float, frozenset[int]]] = {}
        self.pages: dict[tuple[str, str, int, int], bytes] = {}
        self.pages_of: tuple[int, frozenset[int]] = 0, frozenset()


class Hall:
    """Make one with `Hall.opened`."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._running: dict[str, Running] = {}
        self._loading = asyncio.Lock()
        self._holders: Counter[str] = Counter()  # of the people who have a page open here
        self._call_watchers: dict[str, set[Watcher]] = {}

    @classmethod
    @contextlib.asynccontextmanager
    async def opened(cls, house: House) -> AsyncIterator[Hall]:
        """The hall, with its chores done, until the end of the context."""
        hall = cls(house)
        house.on_other_news, house.on_reload = hall._hear, hall._reload
        await hall._load_all()
        chores = asyncio.create_task(hall._sweep_forever())
        try:
            yield hall
        finally:
            chores.cancel()
            await asyncio.gather(chores, return_exceptions=True)

    # Tournaments

    async def running(self, tournament_id: str) -> Running:
        """The tournament of this id. Raises TournamentError."""
        found = self._running.get(tournament_id)
        if found is None:
            async with self._loading:
                found = self._running.get(tournament_id)
                if found is None:
                    stored = (
                        await self.house.store.tournament_entries(tournament_id)
                        if len(tournament_id) <= 16
                        else []
                    )
                    if not stored:
                        raise TournamentError(
                            "unknown",
                            say("There is no tournament {tournament!r}.", tournament=tournament_id),
                        )
                    entries = [entry_from_json(*fields) for fields in stored]
                    found = self._running[tournament_id] = Running(fold(tournament_id, entries))
                    self._follow_all(found)
        found.used = time.monotonic()
        return found

    async def create(self, *entries: Entry) -> Running:
        """Begin a tournament with these entries."""
        identity = "".join(secrets.choice(LETTERS) for _ in range(8))
        tournament = fold(identity, entries)
        await self.house.store.append_entries(append(tournament, entries))
        running = self._running[identity] = Running(tournament)
        self._after_change(running)
        return running

    async def request(self, tournament_id: str, decide: Decide) -> Running:
        """Do what is asked of a tournament.

        Raises TournamentError, and then nothing has happened.
        """
        running = await self.running(tournament_id)
        async with running.lock:
            while True:
                # in a thread, as to draw a thousand players takes a second, in which nobody's move
                # would be heard
                try:
                    after, item = await asyncio.to_thread(decided, running.tournament, decide)
                except TournamentError:
                    if self.house.store.is_postgresql and await self._catch_up(running):
                        continue  # news were on their way to us, and may allow it
                    raise
                if not item.entries:
                    return running
                if await self.house.store.append_entries(item):
                    running.tournament = after
                    break
                await self._catch_up(running)
        self._after_change(running)
        return running

    async def attempt(self, running: Running, decide: Decide) -> None:
        """Ask for what seems to be due; if it is not any more, so much the better."""
        with contextlib.suppress(TournamentError):
            await self.request(running.tournament.id, decide)

    async def _catch_up(self, running: Running) -> bool:
        """Take in what other processes wrote. Whether there was anything."""
        tournament = running.tournament
        stored = await self.house.store.tournament_entries(tournament.id, tournament.version)
        if stored:
            first, *others = [entry_from_json(*fields) for fields in stored]
            after = tournament.after(first)
            for entry in others:
                after.apply(entry)
            running.tournament = after
        return bool(stored)

    def _after_change(self, running: Running) -> None:
        running.used = time.monotonic()
        for watcher in running.watchers:
            watcher.woken.set()
        self._wake_callers(running.tournament.holders)
        self._follow_all(running)
        self.see_to(running)

    def _wake_callers(self, holders: Iterable[str]) -> None:
        for holder in holders:
            for watcher in self._call_watchers.get(holder, ()):
                watcher.woken.set()

    # Those who play

    def of_holder(self, holder: str) -> list[tuple[Tournament, int]]:
        """The tournaments that are not over in which this person plays, with the player's
        number.
        """
        return [
            (running.tournament, running.tournament.holders[holder])
            for running in self._running.values()
            if holder in running.tournament.holders and state(running.tournament) != "over"
        ]

    def present(self, running: Running) -> set[int]:
        """The players who have a page of the site open, here or at another process."""
        here = self._present_here(running)
        return here.union(*(players for _, players in running.elsewhere.values()))

    def _present_here(self, running: Running) -> set[int]:
        return {
            player for holder, player in running.tournament.holders.items() if self._holders[holder]
        }

    @contextlib.asynccontextmanager
    async def being_here(self, holder: str, watcher: Watcher) -> AsyncIterator[None]:
        """While this lasts, the person is here, and the watcher is woken by what concerns them."""
        self._holders[holder] += 1
        self._call_watchers.setdefault(holder, set()).add(watcher)
        self._presence_changed(holder)
        try:
            yield
        finally:
            self._holders[holder] -= 1
            if not self._holders[holder]:
                del self._holders[holder]
            self._call_watchers[holder].discard(watcher)
            if not self._call_watchers[holder]:
                del self._call_watchers[holder]
            self._presence_changed(holder)

    def _presence_changed(self, holder: str) -> None:
        for running in list(self._running.values()):
            if holder in running.tournament.holders and state(running.tournament) != "over":
                for watcher in running.watchers:
                    watcher.woken.set()
                self.house.in_background(self._tell_others([running]))
                self.see_to(running)

    async def _tell_others(self, several: Sequence[Running]) -> None:
        with contextlib.suppress(*DATABASE_FAULTS):  # it is told again soon
            news = [
                ["present", running.tournament.id, sorted(self._present_here(running))]
                for running in several
            ]
            await self.house.store.tell_others(news)

    @contextlib.asynccontextmanager
    async def watching(self, tournament_id: str, watcher: Watcher) -> AsyncIterator[Running]:
        """The tournament, kept in memory while this lasts; the watcher is woken by each change.

        Raises TournamentError.
        """
        running = await self.running(tournament_id)
        running.watchers.add(watcher)
        try:
            yield running
        finally:
            running.watchers.discard(watcher)

    # Other processes

    def _hear(self, process: str, item: list[Any]) -> None:
        kind, tournament_id, value = item
        if kind == "tournament":
            self.house.in_background(self._refresh(tournament_id, value))
        elif kind == "present" and (running := self._running.get(tournament_id)):
            running.elsewhere[process] = time.monotonic() + HERE_FOR, frozenset(value)
            self.see_to(running)

    async def _refresh(self, tournament_id: str, version: float) -> None:
        """Take in what another process wrote."""
        with contextlib.suppress(TournamentError):
            running = await patiently(lambda: self.running(tournament_id))
            async with running.lock:
                if running.tournament.version < version:
                    await patiently(lambda: self._catch_up(running))
            self._after_change(running)

    def _reload(self) -> None:
        self.house.in_background(self._load_all())
        for tournament_id in self._running:
            self.house.in_background(self._refresh(tournament_id, math.inf))

    async def _load_all(self) -> None:
        """Have all tournaments in memory that are not over, and see to them."""
        found = await patiently(
            lambda: self.house.store.tournaments(
                NOT_OVER, since=time.time() - LASTING, limit=MOST_RUNNING
            )
        )
        for summary in found:
            try:
                self.see_to(await patiently(lambda one=summary: self.running(one["id"])))  # type: ignore[misc]
            # one that cannot be read any more must not keep the server from serving the others
            except Exception:
                log.exception("tournament %s is left alone", summary["id"])

    # Chores

    def follow(self, running: Running, table: str) -> None:
        """Be told when the game at this table goes on."""
        self.house.followers[table] = lambda changed: (
            self.see_to(running) if changed.status == "over" else None
        )

    def _follow_all(self, running: Running) -> None:
        live = {match.live for match in running.tournament.open_matches if match.live}
        for table in live - self.house.followers.keys():
            self.follow(running, table)

    def see_to(self, running: Running) -> None:
        """Let happen what is due, soon."""
        running.more_chores = True
        if self.house.leading and not running.doing_chores.locked():
            self.house.in_background(self._do_chores(running))

    async def _do_chores(self, running: Running) -> None:
        async with running.doing_chores:
            while running.more_chores and self.house.leading:
                running.more_chores = False
                try:
                    await do_chores(self, running)
                except (*DATABASE_FAULTS, DatabaseError, TableError) as error:
                    log.warning(
                        "the chores of tournament %s wait: %s", running.tournament.id, error
                    )
                    running.chores_at = time.time() + SWEEP
                    return
            at = next_chore_at(running.tournament)
            running.chores_at = math.inf if at is None else at
            finished = {match.live for match in running.tournament.open_matches}
            for entry in running.tournament.log[-50:]:
                if (
                    entry.by.startswith("table:")
                    and (table := entry.by.partition(":")[2]) not in finished
                ):
                    self.house.followers.pop(table, None)

    async def _sweep_forever(self) -> None:
        """Let happen what is due by the time alone, forget who left other processes, and let go of
        what is over.
        """
        rounds = 0
        while True:
            await asyncio.sleep(SWEEP)
            rounds += 1
            now = time.monotonic()
            for tournament_id, running in list(self._running.items()):
                over = state(running.tournament) == "over"
                if (
                    over
                    and now - running.used > KEPT
                    and not running.watchers
                    and not running.lock.locked()
                ):
                    del self._running[tournament_id]
                    continue
                running.elsewhere = {
                    process: said for process, said in running.elsewhere.items() if said[0] > now
                }
                if self.house.leading and not over and running.chores_at <= time.time():
                    self.see_to(running)
            if self.house.store.is_postgresql and rounds % SAID_EVERY == 0:
                here = [
                    running for running in self._running.values() if self._present_here(running)
                ]
                await self._tell_others(here)


def decided(tournament: Tournament, decide: Decide) -> tuple[Tournament, EntryAppend]:
    """What the decision makes of the tournament, and what is to be written.

    Raises TournamentError.
    """
    found = decide(tournament, max(time.time(), tournament.changed))
    entries = found if isinstance(found, list) else [found]
    for number, entry in enumerate(entries):
        if number:
            tournament.apply(entry)  # a copy of our own
        else:
            tournament = tournament.after(entry)
    return tournament, append(tournament, entries)


def append(tournament: Tournament, entries: Sequence[Entry]) -> EntryAppend:
    """The last entries of this tournament, as they are written."""
    return EntryAppend(
        tournament.id,
        tournament.version - len(entries) + 1,
        tuple(entry_to_json(entry) for entry in entries),
        list_row(tournament),
    )


def list_row(tournament: Tournament) -> dict[str, Any]:
    """The row of the database that lists are made of."""
    winner = champion(tournament)
    summary = {
        "id": tournament.id,
        "name": tournament.name,
        "format": tournament.options.format,
        "game": tournament.options.game,
        "state": state(tournament),
        "players": len(tournament.active),
        "rounds": len(tournament.rounds),
        "champion": None if winner is None else tournament.players[winner].name,
        "updated": tournament.changed,
    }
    return {
        "id": tournament.id,
        "version": tournament.version,
        "state": summary["state"],
        "updated": tournament.changed,
        "summary": orjson.dumps(summary).decode(),
    }
