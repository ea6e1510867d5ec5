"""The table server: all live tables of this process.

It turns requests into log entries, and log entries into notifications of watchers. A table stays in
memory while it is watched or was recently used; its log is in the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import math
import time
from collections.abc import (
    AsyncIterator,
    Callable,
    Collection,
    Iterable,
    Iterator,
)
from typing import Any

from ludarium.database.peers import Peers
from ludarium.database.store import Store
from ludarium.eventlog.batches import portions
from ludarium.eventlog.clock import server_time
from ludarium.eventlog.subscribers import Subscribers
from ludarium.tables import requests
from ludarium.tables.bot_seats import BotSeat
from ludarium.tables.bots import BotJob, BotPool, is_program
from ludarium.tables.conditional_moves import ConditionalMoves
from ludarium.tables.deadlines import Deadlines
from ludarium.tables.errors import TableError
from ludarium.tables.identities import Identities
from ludarium.tables.live_table import LiveTable, OwnGamesWatcher
from ludarium.tables.lobby import Lobby
from ludarium.tables.log import TableLog, nothing
from ludarium.tables.nets import Nets
from ludarium.tables.options import Options
from ludarium.tables.presence_news import PresenceNews
from ludarium.tables.programs import Programs
from ludarium.tables.projections import (
    seatings_of,
    table_row,
)
from ludarium.tables.rematches import Rematches
from ludarium.tables.table import Table

__all__ = ["TableServer"]

KEPT = 30.0  # seconds that a table stays in memory after it was used
SWEEP = 1.0  # seconds of a sweep through all tables
PRESENCE = 5  # sweeps from one in which other servers are told who is here to the next
FORGET_EVERY = 3600.0  # seconds between searches for old games
FORGET_PAUSE = 0.2  # seconds between the deletions of a search
STAYING = 20.0  # seconds between two notes that somebody waits for a quick pairing
NEW_GAMES = 15  # sweeps between looks for games that people have got on another server
DESERTED = 8.0  # seconds after which a table of quick pairing without its player is closed


class TableServer(TableLog):
    """All tables of a server. Make one with `TableServer.opened`."""

    def __init__(
        self,
        store: Store,
        bot_pause: float = 0.6,
        keep: float = 0.0,
        nets: Nets | None = None,
        limited: bool = True,
        programs: Programs | None = None,
    ) -> None:
        super().__init__(store)
        self.bot_pause = bot_pause
        """Minimum seconds of a bot's move, so that people can follow."""
        self.keep = keep
        """Seconds after which finished games of guests are deleted; 0 keeps them."""
        self.nets = nets or Nets()
        """Nets that bots may play by beside the levels."""
        self.programs = programs or Programs()
        """Programs of others that bots may play by."""
        self.lobby = Lobby(store, self._is_watched, limited)
        self.owners: set[OwnGamesWatcher] = set()
        """Owners that follow all games of their own."""
        self.followers: dict[str, Callable[[Table], None]] = {}
        """By table id: called with the table after each change, on any server."""
        self.on_other_news = Subscribers[[str, list[Any]]]()
        """Called with the process and each notification of other servers that does not concern
        tables.
        """
        self.on_identity = Subscribers[[str | None]]()
        """Called when another server says that this identity got an account, or that sessions of
        it ended; with None where such a message may have been missed.
        """
        self.on_reload = Subscribers[[]]()
        """Called when notifications may have been missed, or this server becomes the leader."""
        self.bot_pool = BotPool()
        self._program_pools: dict[str, BotPool] = {}
        """By program, which one table at a time asks, and which no other bot waits for."""
        self._peers = Peers(store, self._hear, self._reload_all, self._take_over)
        self._deadlines = Deadlines()
        self.identities = Identities(self, self.lobby.wake)
        self.conditional_moves = ConditionalMoves(self)
        self._rematches = Rematches(self)
        self._presence_news = PresenceNews(store)

    @classmethod
    @contextlib.asynccontextmanager
    async def opened(cls, store: Store, **options: Any) -> AsyncIterator[TableServer]:
        """A server that runs clocks and bots until the context ends."""
        server = cls(store, **options)
        async with server._peers.meeting():
            loops = [
                server._deadlines.watch(server._come_due),
                server._sweep_forever(),
                *([server._forget_forever()] if server.keep else []),
                *([server._presence_news.tell_forever()] if store.is_postgresql else []),
            ]
            tasks = [asyncio.create_task(loop) for loop in loops]
            server.in_background(server.conditional_moves.read())
            try:
                yield server
            finally:
                for task in (*tasks, *server._background):
                    task.cancel()
                await asyncio.gather(*tasks, *server._background, return_exceptions=True)
                await server.bot_pool.close()
                for pool in server._program_pools.values():
                    await pool.close()
                server.programs.close()
                server._stop_reading()

    # LogServer

    def _loaded(self, live: LiveTable) -> None:
        self._rematches.see_to(live)
        self.conditional_moves.see_to(live)

    def _after_change(self, live: LiveTable) -> None:
        live.used = time.monotonic()
        live.wake()
        if follower := self.followers.get(live.table.id):
            follower(live.table)
        self._presence_news.note_change(live)  # a new player may be connected already
        self.lobby.wake()
        self._wake_owners(live.table.id, {holder for holder, _ in seatings_of(live.table)})
        if self._peers.leading:
            self._deadlines.note(live.table.id, live.table.due)
            self._ask_bots(live)
        self._rematches.see_to(live)
        self.conditional_moves.see_to(live)

    # Who follows tables

    def _is_watched(self, table_id: str) -> bool:
        live = self._live.get(table_id)
        return bool(live and live.watchers)

    @contextlib.contextmanager
    def owning(self, holder: str) -> Iterator[OwnGamesWatcher]:
        """Wake somebody after each change of a game of theirs."""
        owner = OwnGamesWatcher(holder)
        self.owners.add(owner)
        try:
            yield owner
        finally:
            self.owners.discard(owner)

    def _wake_owners(self, table_id: str, holders: Collection[str] = ()) -> None:
        for owner in self.owners:
            if owner.holder in holders or table_id in owner.shown:
                owner.woken.set()

    @property
    def leading(self) -> bool:
        """True if this server does the chores: bots, clocks and tournaments."""
        return self._peers.leading

    # Presence

    def _presence_changed(self, live: LiveTable) -> None:
        """React to a watcher that came or went."""
        live.wake_if_presence_changed()
        self._presence_news.note_change(live)
        self._see_to_bots_alone(live)

    def _see_to_bots_alone(self, live: LiveTable) -> None:
        """Let bots that play alone go on where somebody looks on."""
        if self._peers.leading and live.table.is_of_bots:
            self._ask_bots(live)

    # Quick pairing

    def _see_to_pairing(self, live: LiveTable) -> None:
        """Keep a table open while whoever waits there is here, and close it soon after they left.

        If this server is killed, the table is closed when it is due.
        """
        now = time.monotonic()
        if live.seats_here():
            live.left_at = None
            if now - live.noted_at >= STAYING:
                live.noted_at = now
                self.in_background(self.request_quietly(live.table.id, requests.stay))
        elif live.is_missed:
            live.left_at = now if live.left_at is None else live.left_at
            if now - live.left_at >= DESERTED:
                self.in_background(self.request_quietly(live.table.id, requests.desert))

    # Other servers

    async def _hear(self, process: str, news: list[Any]) -> None:
        for kind, table_id, *rest in news:
            live = self._live.get(table_id)
            if kind == "here" and live:
                self._note_presence(live, process, rest[0])
            elif kind == "here" and rest[1] and self._peers.leading:  # bots wait for this
                self.in_background(self._hear_of_watchers(table_id, process, rest[0]))
            elif kind == "conditional-moves":
                self.conditional_moves.note(table_id)
                if live:
                    self.conditional_moves.see_to(live)
            elif kind == "identity":
                self.on_identity(table_id)
            elif kind not in ("here", "table"):
                self.on_other_news(process, [kind, table_id, *rest])
            elif kind == "table":
                version, due, bots = rest
                self.lobby.wake()
                self._wake_owners(table_id)
                if self._peers.leading:
                    self._deadlines.note(table_id, due)
                if (
                    live
                    or table_id in self._loading
                    or table_id in self.followers
                    or (bots and self._peers.leading)
                ):
                    self.in_background(self._refresh(table_id, version))

    async def _hear_of_watchers(self, table_id: str, process: str, members: list[int]) -> None:
        if live := await self.find(table_id):
            self._note_presence(live, process, members)

    def _note_presence(self, live: LiveTable, process: str, members: list[int]) -> None:
        live.elsewhere.hear(process, members)
        live.wake_if_presence_changed()
        self._see_to_bots_alone(live)

    async def _reload_all(self) -> None:
        """Reload everything, as notifications may have been missed."""
        self.on_identity(None)
        self.on_reload()
        self.in_background(self.conditional_moves.read())
        for table_id in {*self._live, *self._loading, *self.followers}:
            self.in_background(self._refresh(table_id, math.inf))
        if self._peers.leading:  # unloaded tables may have changed too
            await self._take_over()

    async def _take_over(self) -> None:
        """Become the leader: schedule deadlines and request bots' moves."""
        self.on_reload()
        self.in_background(self.conditional_moves.make_all())
        for table_id, due, bots in await self.store.patiently(self.store.table_index.unfinished):
            self._deadlines.note(table_id, due)
            if bots:
                self.in_background(self._refresh(table_id, 0))
        self.in_background(self._complete_rows())
        for account in await self.store.patiently(self.store.accounts.closed):
            self.in_background(self.identities.forget_person(account))
        if self.identities.on_joined:
            self.in_background(self.identities.hand_over_all())

    async def _complete_rows(self) -> None:
        """Note whom tables wait for that have not changed since before that was noted."""
        for table_id in await self.store.patiently(self.store.table_index.incomplete):
            if live := await self.find(table_id):
                row = table_row(live.table)
                await self.store.patiently(self.store.table_index.complete, row)

    # Chores

    def _ask_bots(self, live: LiveTable) -> None:
        waiting = live.waiting_bots
        live.waits_for_bots = bool(waiting)
        for seat in waiting:
            job = self._bot_job(live, seat)
            self._pool_of(job.who).ask(job)

    def _pool_of(self, who: str) -> BotPool:
        if not is_program(who):
            return self.bot_pool
        if who not in self._program_pools:
            self._program_pools[who] = BotPool(threads=1)
        return self._program_pools[who]

    def _bot_job(self, live: LiveTable, seat: int) -> BotJob:
        """The search for the move of the bot at this seat."""
        asked = live.table
        who = asked.chairs[seat].agent
        assert who is not None
        pause = 0.0 if asked.simultaneous else self.bot_pause
        position = asked.position.seen_by(seat)
        request = BotSeat(self, live, asked, seat)
        return BotJob(request, who, position, pause, self.nets, self.programs)

    def own_bots_of(self, game: str) -> dict[str, list[tuple[str, int]]]:
        """The bots of this server beside the levels, that play some ruleset of a game, by name,
        with the rulesets and numbers of seats.
        """
        return self.nets.of(game) | self.programs.of(game)

    def own_bots_at(self, options: Options) -> list[str]:
        """The names of the bots of this server beside the levels that play at such a table."""
        table = options.game, options.ruleset, options.seats
        return [*self.nets.at(*table), *self.programs.at(*table)]

    def _come_due(self, table_id: str) -> None:
        if self._peers.leading:
            self.in_background(self._see_to(table_id))

    async def _see_to(self, table_id: str) -> None:
        """Apply what is due at this table, unless a move came first."""
        if live := await self.find(table_id):
            with contextlib.suppress(TableError):  # it was deleted meanwhile
                await self.store.patiently(self.request, table_id, nothing)
            self._deadlines.note(table_id, live.table.due)  # it may have been early

    async def _sweep_forever(self) -> None:
        """Unload unused tables, repeat rejected bot requests, and resend presence."""
        for rounds in itertools.count(1):
            async for some in portions(self._live.values(), SWEEP):
                self._sweep(some)
                if rounds % PRESENCE == 0:
                    self._presence_news.note(live for live in some if live.watchers)
            if rounds % NEW_GAMES == 0 and self.store.is_postgresql:
                for owner in self.owners:
                    owner.woken.set()

    def _sweep(self, lives: Iterable[LiveTable]) -> None:
        now = time.monotonic()
        for live in lives:
            if self._live.get(live.table.id) is not live:  # unloaded since the sweep began
                continue
            if live.elsewhere.forget_silent():
                live.wake_if_presence_changed()
            if live.table.pairs:
                self._see_to_pairing(live)
            if self._peers.leading and live.waits_for_bots:
                self._ask_bots(live)
            elif now - live.used > KEPT and not live.lock.locked():
                if live.watchers:
                    live.clear_caches()
                else:
                    del self._live[live.table.id]

    async def _forget_forever(self) -> None:
        """Delete old games of guests, a few at a time."""
        while True:
            if self._peers.leading:
                await self.forget_old()
            await asyncio.sleep(FORGET_EVERY)

    async def forget_old(self) -> None:
        """Delete the games of guests that ended before `keep` seconds, or longer, ago."""
        before, place = server_time() - self.keep, (0.0, "")
        while True:
            next_place, forgotten = await self.store.forget(before, place)
            for table_id in forgotten:
                self._live.pop(table_id, None)
            if forgotten:
                self.lobby.wake()
            if next_place is None:
                return
            place = next_place
            await asyncio.sleep(FORGET_PAUSE)
