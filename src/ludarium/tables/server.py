"""The table server: all live tables of this server.

It turns requests into entries of tables' logs, and entries into news for those who watch. A table
is in memory while somebody watches it or it was used a moment ago; its log is in the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import math
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from typing import Any

import orjson

from ludarium.database.peers import Peers
from ludarium.database.store import DATABASE_FAULTS, Store
from ludarium.database.writer import TABLE_LOG, Append
from ludarium.errors import LudariumError
from ludarium.eventlog.codec import Fields, LogEntry
from ludarium.eventlog.codes import derived_id, new_id
from ludarium.eventlog.live import LiveLog, LogServer, Step, Watcher, patiently
from ludarium.phrases import say
from ludarium.tables import requests
from ludarium.tables.bots import Thinkers, Thought
from ludarium.tables.entries import CODEC, Opened, Returned, Sat
from ludarium.tables.errors import TableError
from ludarium.tables.options import Options
from ludarium.tables.report import summary
from ludarium.tables.table import Table, fold

__all__ = ["Decide", "LiveTable", "TableServer"]

KEPT = 30.0  # seconds that a table stays in memory after it was used
SWEEP = 1.0  # seconds between looks at what is due
LOBBY_AGE = 0.5  # seconds
LOBBY_SIZE = 30  # tables in each list
LIVELY = 3600.0  # seconds after which a game without a move is no longer offered to watch

Decide = Callable[[Table, float], LogEntry]


class LiveTable(LiveLog[Table]):
    """A table in memory."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.rested = 0.0
        """When it was used before its caches were last cleared."""
        self.waits_for_bots = False
        self.said_elsewhere: list[int] = []
        """The seats that are connected here, as other servers were told."""
        self.messages: dict[Any, bytes] = {}
        """Messages for those who watch this version, by language and more."""
        self.scenes: dict[Any, dict[str, Any]] = {}
        """Scenes of this version, by language and more."""
        self._holders: Counter[str] = Counter()  # of the watchers
        self._here: list[bool] = []  # as those who watch were told

    @property
    def table(self) -> Table:
        return self.state

    def here(self) -> list[bool]:
        """For each seat, whether somebody is connected."""
        here = self.elsewhere.union(self.seats_here())
        return [seat in here for seat in range(len(self.table.chairs))]

    def seats_here(self) -> list[int]:
        """The seats that are connected to this server."""
        return [
            seat
            for seat, chair in enumerate(self.table.chairs)
            if any(holder in self._holders for holder in chair.holders)
        ]

    def clear_caches(self) -> None:
        """Keep only what cannot be made again quickly."""
        if self.rested == self.used:
            return
        self.rested = self.used
        self.messages.clear()
        self.scenes.clear()
        if self.table.record:
            self.table.position.forget()

    def come(self, watcher: Watcher) -> None:
        super().come(watcher)
        self._holders[watcher.holder] += 1

    def go(self, watcher: Watcher) -> None:
        super().go(watcher)
        self._holders[watcher.holder] -= 1
        if not self._holders[watcher.holder]:
            del self._holders[watcher.holder]

    def wake(self) -> None:
        self._here = self.here()
        self.messages.clear()
        self.scenes.clear()
        super().wake()

    def wake_if_presence_changed(self) -> None:
        """Wake those who watch, where other seats are connected: most come and go without any."""
        if self.here() != self._here:
            self.wake()


class TableServer(LogServer[Table, LiveTable]):
    """Make one with `TableServer.opened`."""

    kind = "table"
    refusal = TableError

    def __init__(self, store: Store, bot_pause: float = 0.6) -> None:
        super().__init__(store)
        self.bot_pause = bot_pause
        """The seconds that a bot's move takes at least, so that people see what happens."""
        self.lobby_watchers: set[Watcher] = set()
        self.followers: dict[str, Callable[[Table], None]] = {}
        """By table: called with it after each change, wherever that was made."""
        self.on_other_news: Callable[[str, list[Any]], None] = lambda process, item: None
        """Called with news of other servers that are not of tables."""
        self.on_reload: Callable[[], None] = lambda: None
        """Called when news may have been missed, or this server begins to do the chores."""
        self._thinkers = Thinkers()
        self._peers = Peers(store, self._hear, self._reload_all, self._take_over)
        self._due: list[tuple[float, str]] = []
        # a heap, with one entry a table: when to look at it
        self._due_of: dict[str, tuple[float, float]] = {}
        # when the table is due, and when its entry in the heap is
        self._due_changed = asyncio.Event()
        self._lobby: dict[str, list[dict[str, Any]]] = {}
        self._lobby_changed = True
        self._lobby_read = -math.inf
        self._lobby_lock = asyncio.Lock()
        self._background: set[asyncio.Task[Any]] = set()
        self._moved_about: set[LiveTable] = set()  # where others must hear who is here
        self._somebody_moved_about = asyncio.Event()

    @classmethod
    @contextlib.asynccontextmanager
    async def opened(cls, store: Store, **options: Any) -> AsyncIterator[TableServer]:
        """The server, with clocks running and bots thinking, until the end of the context."""
        server = cls(store, **options)
        async with server._peers.meeting():
            chores = [
                server._watch_clocks(),
                server._sweep_forever(),
                *([server._tell_presence_forever()] if store.is_postgresql else []),
            ]
            tasks = [asyncio.create_task(chore) for chore in chores]
            try:
                yield server
            finally:
                for task in (*tasks, *server._background):
                    task.cancel()
                await asyncio.gather(*tasks, *server._background, return_exceptions=True)
                await server._thinkers.close()

    # One log

    async def entries(self, table_id: str, after: int = 0) -> list[LogEntry]:
        """The log of a table from entry number `after` + 1 on; empty where there is none."""
        return [CODEC.read(*fields) for fields in await self._fields(table_id, after)]

    async def _fields(self, table_id: str, after: int = 0) -> list[Fields]:
        return await self.store.entries(TABLE_LOG, table_id, after)

    async def _load(self, log_id: str) -> LiveTable | None:
        fields = await self._fields(log_id)
        return LiveTable(readable(log_id, fields)) if fields else None

    async def _newer(self, state: Table) -> Table:
        for entry in await self.entries(state.id, state.version):
            state = state.after(entry)
        return state

    async def _step(self, state: Table, decide: Decide) -> Step:
        now = max(time.time(), state.changed)
        due = state.what_is_due(now)
        entry = due or decide(state, now)
        after = state.after(entry)
        return Step(after, append_of(after, entry), answers=due is None)

    async def _append(self, step: Step) -> bool:
        return await self.store.append(step.append)

    def _unknown(self, log_id: str) -> TableError:
        return TableError("unknown", say("There is no table {table!r}.", table=log_id))

    def _loaded(self, live: LiveTable) -> None:
        self._see_to_rematch(live)

    async def open(
        self,
        options: Options,
        host: str,
        sitting: Sequence[LogEntry] = (),
        origin: str | None = None,
        table_id: str = "",
    ) -> LiveTable:
        """Open a table. sitting: who takes which seat at once."""
        identity = table_id or new_id()
        entries = (
            Opened(at=time.time(), options=options.to_json(), host=host, origin=origin),
            *sitting,
        )
        opened = fold(identity, entries)
        # another server may have been faster with the same rematch
        if not await self.store.append(append_of(opened, *entries)):
            opened = fold(identity, await self.entries(identity))
        live = self._live.setdefault(identity, LiveTable(opened))
        self._after_change(live)
        return live

    def _after_change(self, live: LiveTable) -> None:
        live.used = time.monotonic()
        live.wake()
        if follower := self.followers.get(live.table.id):
            follower(live.table)
        self._say_if_new(live)  # who sits down may be connected already
        self.wake_lobby()
        if self._peers.leading:
            self._note_due(live.table.id, live.table.due)
            self._ask_bots(live)
        self._see_to_rematch(live)

    # The lobby

    async def lobby(self) -> dict[str, list[dict[str, Any]]]:
        """The open tables that anybody may join, and the games that anybody may watch; read anew at
        most once in LOBBY_AGE seconds.
        """
        async with self._lobby_lock:
            if self._lobby_changed:
                await asyncio.sleep(max(0.0, self._lobby_read + LOBBY_AGE - time.monotonic()))
                self._lobby_changed = False  # what changes while it is being read counts again
                self._lobby_read = time.monotonic()
                try:
                    self._lobby = {
                        "open": await self.store.summaries(status="open", limit=LOBBY_SIZE),
                        "live": await self.store.summaries(
                            status="live", limit=LOBBY_SIZE, since=time.time() - LIVELY
                        ),
                    }
                except BaseException:
                    self._lobby_changed = True
                    raise
        return self._lobby

    def wake_lobby(self) -> None:
        self._lobby_changed = True
        for watcher in self.lobby_watchers:
            watcher.woken.set()

    @property
    def leading(self) -> bool:
        """Whether this process does the chores: bots, clocks, tournaments."""
        return self._peers.leading

    def in_background(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    # Rematches

    def _see_to_rematch(self, live: LiveTable) -> None:
        if live.table.rematch_agreed and not live.table.rematch:
            self.in_background(self._open_rematch(live))

    async def _open_rematch(self, live: LiveTable) -> None:
        """Open the table of the rematch.

        Its id follows from this one's, so that two processes cannot open two.
        """
        old = live.table
        chairs = requests.rotated(old.chairs)
        now = time.time()
        sitting: list[LogEntry] = []
        for seat, chair in enumerate(chairs):
            first, *others = chair.holders or (None,)
            sitting.append(
                Sat(
                    at=now,
                    seat=seat,
                    name=chair.name,
                    agent=chair.agent,
                    account=chair.account,
                    holder=first,
                )
            )
            sitting += [Returned(at=now, seat=seat, holder=holder) for holder in others if holder]
        rematch = derived_id(self.store.secret, f"rematch/1 {old.id}")
        try:
            await self.live(rematch)
        except TableError:
            await self.open(old.options, old.host, sitting, old.id, rematch)
        with contextlib.suppress(TableError):
            await self.request(old.id, lambda table, at: requests.note_rematch(table, rematch, at))

    # Who is here

    def _presence_changed(self, live: LiveTable) -> None:
        """Somebody came or went."""
        live.wake_if_presence_changed()
        self._say_if_new(live)

    def _say_if_new(self, live: LiveTable) -> None:
        if self.store.is_postgresql and live.seats_here() != live.said_elsewhere:
            self._say_who_is_here([live])

    def _say_who_is_here(self, lives: Iterable[LiveTable]) -> None:
        if self.store.is_postgresql:
            self._moved_about.update(lives)
            self._somebody_moved_about.set()

    async def _tell_presence_forever(self) -> None:
        """Tell other processes who is here: whatever changed while the last news were on their
        way.
        """
        while True:
            await self._somebody_moved_about.wait()
            self._somebody_moved_about.clear()
            changed, self._moved_about = self._moved_about, set()
            for live in changed:
                live.said_elsewhere = live.seats_here()
            with contextlib.suppress(*DATABASE_FAULTS):  # it is told again soon
                await self.store.tell_others(
                    [["here", live.table.id, live.said_elsewhere] for live in changed]
                )

    # Other servers

    async def _hear(self, process: str, news: list[Any]) -> None:
        for kind, table_id, *rest in news:
            live = self._live.get(table_id)
            if kind == "here" and live:
                live.elsewhere.hear(process, rest[0])
                live.wake_if_presence_changed()
            elif kind not in ("here", "table"):
                self.on_other_news(process, [kind, table_id, *rest])
            elif kind == "table":
                version, due, bots = rest
                self.wake_lobby()
                if self._peers.leading:
                    self._note_due(table_id, due)
                if (
                    live
                    or table_id in self._loading
                    or table_id in self.followers
                    or (bots and self._peers.leading)
                ):
                    self.in_background(self._refresh(table_id, version))

    async def _reload_all(self) -> None:
        """News may have been missed."""
        self.on_reload()
        for table_id in {*self._live, *self._loading, *self.followers}:
            self.in_background(self._refresh(table_id, math.inf))
        if self._peers.leading:  # tables that are not in memory may have been changed, too
            await self._take_over()

    async def _take_over(self) -> None:
        """The chores are ours: find what is due, and where bots must move."""
        self.on_reload()
        for table_id, due, bots in await patiently(self.store.chores):
            self._note_due(table_id, due)
            if bots:
                self.in_background(self._refresh(table_id, 0))

    # Chores

    def _ask_bots(self, live: LiveTable) -> None:
        table = live.table
        waiting = table.waiting_bots
        live.waits_for_bots = bool(waiting)
        for seat in waiting:
            self._thinkers.ask(self._thought(live, seat))

    def _thought(self, live: LiveTable, seat: int) -> Thought:
        """What the bot of this seat is to think about now."""
        asked = live.table
        who = asked.chairs[seat].agent
        assert who is not None

        def wanted() -> bool:
            now = live.table
            return (now.takebacks, now.ply) == (asked.takebacks, asked.ply) and seat in now.waiting

        async def answer(move: str) -> None:
            # the table has moved on: a takeback, a resignation, another process
            with contextlib.suppress(TableError):
                await self.request(
                    asked.id, lambda table, now: bot_move(asked, seat, move, table, now)
                )

        pause = 0.0 if asked.simultaneous else self.bot_pause
        key = (asked.id, asked.takebacks, asked.ply, seat)
        return Thought(
            key,
            who,
            asked.position,
            pause,
            answer,
            wanted,
            lambda: bool(live.watchers or live.elsewhere),
        )

    def _note_due(self, table_id: str, due: float | None) -> None:
        if due is None:
            due = math.inf
        _, noted = self._due_of.get(table_id, (math.inf, math.inf))
        if due < noted:
            heapq.heappush(self._due, (due, table_id))
            self._due_of[table_id] = (due, due)
            self._due_changed.set()
        elif noted < math.inf:
            self._due_of[table_id] = (due, noted)

    async def _watch_clocks(self) -> None:
        """Sleep until the next deadline, then let what is due happen."""
        while True:
            self._due_changed.clear()
            wait = max(0.0, self._due[0][0] - time.time()) if self._due else None
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._due_changed.wait()
            while self._due and self._due[0][0] <= time.time():
                noted, table_id = heapq.heappop(self._due)
                due, current = self._due_of.get(table_id, (math.inf, math.inf))
                if noted != current:  # an earlier entry took its place
                    continue
                del self._due_of[table_id]
                if due > time.time():  # a move has put it off
                    self._note_due(table_id, due)
                elif self._peers.leading:
                    self.in_background(self._see_to(table_id))

    async def _see_to(self, table_id: str) -> None:
        """Let happen what is due at this table; what was noted may have been overtaken by a
        move.
        """
        live = await self._found(table_id)
        if live is None:
            return
        await patiently(lambda: self._let_happen(live))
        self._after_change(live)

    async def _let_happen(self, live: LiveTable) -> None:
        async with live.lock:
            entry = live.table.what_is_due(max(time.time(), live.table.changed))
            if entry is not None:
                after = live.table.after(entry)
                if await self.store.append(append_of(after, entry)):
                    live.state = after
                    return
            await self._catch_up(live)

    async def _sweep_forever(self) -> None:
        """Let go of tables that nobody uses, ask bots again who were turned away, and say again who
        is here.
        """
        rounds = 0
        while True:
            await asyncio.sleep(SWEEP)
            rounds += 1
            now = time.monotonic()
            for table_id, live in list(self._live.items()):
                if live.elsewhere.forget_silent():
                    live.wake_if_presence_changed()
                if self._peers.leading and live.waits_for_bots:
                    self._ask_bots(live)
                elif now - live.used > KEPT and not live.lock.locked():
                    if live.watchers:
                        live.clear_caches()
                    else:
                        del self._live[table_id]
            if rounds % 5 == 0:
                self._say_who_is_here(live for live in self._live.values() if live.watchers)


def bot_move(asked: Table, seat: int, move: str, table: Table, now: float) -> LogEntry:
    """The bot's move at the table as it is now.

    Raises TableError where that is not the table that it was asked at.
    """
    if table.takebacks != asked.takebacks:  # other moves may have been played since
        raise TableError("stale", say("That table has moved on; here is the new position."))
    return requests.play_seat(table, seat, asked.ply, move, now)


def readable(table_id: str, fields: Sequence[Fields]) -> Table:
    """The table of this log.

    Raises TableError where its game is there no more, or has other rules now.
    """
    try:
        return fold(table_id, [CODEC.read(*one) for one in fields])
    except LudariumError as error:
        raise TableError(
            "unknown", say("This table cannot be shown any more: {fault}", fault=str(error))
        ) from None


def append_of(table: Table, *entries: LogEntry) -> Append:
    """The last entries of this table, as they are written."""
    seatings = tuple(
        (holder, seat) for seat, chair in enumerate(table.chairs) for holder in chair.holders
    )
    seated = any(isinstance(entry, Sat | Returned) for entry in entries)
    return Append(
        TABLE_LOG,
        table.id,
        table.version - len(entries) + 1,
        tuple(CODEC.write(entry) for entry in entries),
        list_row(table),
        seatings if seated else (),
    )


def list_row(table: Table) -> dict[str, Any]:
    """The row of the database that lists are made of."""
    open_to_all = (
        table.options.listed if table.status == "open" else table.options.watch == "anyone"
    )
    return {
        "id": table.id,
        "version": table.version,
        "game": table.options.game,
        "status": table.status,
        "shown": open_to_all,
        "due": table.due,
        "bots": bool(table.waiting_bots),
        "updated": table.changed,
        "ended": table.ended,
        "summary": orjson.dumps(summary(table)).decode(),
    }
