"""The house: all tables of this server.

It turns requests into events, and events into news for those who watch.

A table is in memory while somebody watches it or it was used a moment ago; its log is in the Store.
Every change goes one way: look at the table, decide on an event, write it, and only then apply it.
If another process wrote first, its event is applied and the request is decided anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import hmac
import logging
import math
import secrets
import time
import weakref
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from typing import Any, TypeVar

import orjson

from ludarium.database.peers import Peers
from ludarium.database.store import DATABASE_FAULTS, Append, DatabaseError, Store
from ludarium.errors import LudariumError
from ludarium.phrases import say
from ludarium.tables import requests
from ludarium.tables.bots import Thinkers, Thought
from ludarium.tables.entries import Event, Opened, Returned, Sat
from ludarium.tables.errors import TableError
from ludarium.tables.options import Options
from ludarium.tables.report import summary
from ludarium.tables.table import Table, fold

__all__ = ["Decide", "House", "Live", "Watcher"]

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none looks like another
KEPT = 30.0  # seconds that a table stays in memory after it was used
SWEEP = 1.0  # seconds between looks at what is due
HERE_FOR = 12.0  # seconds that another process's word on who is here holds
LOBBY_AGE = 0.5  # seconds
LOBBY_SIZE = 30  # tables in each list
LIVELY = 3600.0  # seconds after which a game without a move is no longer offered to watch
log = logging.getLogger(__name__)

Decide = Callable[[Table, float], Event]
Result = TypeVar("Result")


class Watcher:
    """Somebody who looks on: is woken by each change. holder: the identity that seats are held by,
    empty for who holds none.
    """

    def __init__(self, holder: str = "") -> None:
        self.holder = holder
        self.woken = asyncio.Event()


class Live:
    """A table in memory."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.used = time.monotonic()
        self.rested = 0.0  # when it was used before it last went to rest
        self.waits_for_bots = False
        # by process: which seats are connected there, until when that holds
        self.elsewhere: dict[str, tuple[float, frozenset[int]]] = {}
        # which seats are connected here, as other processes were told
        self.said_elsewhere: list[int] = []
        self._holders: Counter[str] = Counter()  # of the watchers
        self._here: list[bool] = []  # as those who watch were told
        # what was made for watchers of this version, by language and more
        self.told: dict[Any, bytes] = {}
        self.told_scenes: dict[Any, dict[str, Any]] = {}

    def here(self) -> list[bool]:
        """Which seats have somebody connected."""
        here = set(self.seats_here()).union(*(seats for _, seats in self.elsewhere.values()))
        return [seat in here for seat in range(len(self.table.chairs))]

    def rest(self) -> None:
        """Keep only what cannot be made again quickly."""
        if self.rested == self.used:
            return
        self.rested = self.used
        self.told.clear()
        self.told_scenes.clear()
        if self.table.record:
            self.table.position.forget()

    def seats_here(self) -> list[int]:
        """The seats that are connected to this process."""
        return [
            seat
            for seat, chair in enumerate(self.table.chairs)
            if any(holder in self._holders for holder in chair.holders)
        ]

    def come(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        self._holders[watcher.holder] += 1

    def go(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self._holders[watcher.holder] -= 1
        if not self._holders[watcher.holder]:
            del self._holders[watcher.holder]

    def tell_who_is_here(self) -> None:
        """Wake those who watch, where it has changed: most come and go without any seat."""
        if self.here() != self._here:
            self.wake()

    def hear_who_is_there(self, process: str, seats: Iterable[int]) -> None:
        """Take in which seats are connected to another process."""
        self.elsewhere[process] = time.monotonic() + HERE_FOR, frozenset(seats)
        self.tell_who_is_here()

    def miss_silent_processes(self, now: float) -> None:
        """Whose process says nothing any more is here no longer."""
        if any(until <= now for until, _ in self.elsewhere.values()):
            self.elsewhere = {
                process: said for process, said in self.elsewhere.items() if said[0] > now
            }
            self.tell_who_is_here()

    def wake(self) -> None:
        self._here = self.here()
        self.told.clear()
        self.told_scenes.clear()
        for watcher in self.watchers:
            watcher.woken.set()


class House:
    """Make one with `House.opened`. bot_pause: the seconds that a bot's move takes at least, so
    that people see what happens.
    """

    def __init__(self, store: Store, bot_pause: float = 0.6) -> None:
        self.store = store
        self.bot_pause = bot_pause
        self.lobby_watchers: set[Watcher] = set()
        # by table: who is told of each change of it, wherever it was made
        self.followers: dict[str, Callable[[Table], None]] = {}
        # of kinds that are not the tables'
        self.on_other_news: Callable[[str, list[Any]], None] = lambda process, item: None
        # news may have been missed, or the chores have become this process's
        self.on_reload: Callable[[], None] = lambda: None
        self._tables: dict[str, Live] = {}
        self._loading: weakref.WeakValueDictionary[str, asyncio.Lock] = (
            weakref.WeakValueDictionary()
        )
        self._thinkers = Thinkers()
        self._peers = Peers(store, self._hear, self._reload_all, self._take_over)
        # a heap, with one entry a table: when to look at it
        self._due: list[tuple[float, str]] = []
        # when the table is due, and when its entry in the heap is
        self._due_of: dict[str, tuple[float, float]] = {}
        self._due_changed = asyncio.Event()
        self._lobby: dict[str, list[dict[str, Any]]] = {}
        self._lobby_changed = True
        self._lobby_read = -math.inf
        self._lobby_lock = asyncio.Lock()
        self._background: set[asyncio.Task[Any]] = set()
        self._moved_about: set[Live] = set()  # where others must hear who is here
        self._somebody_moved_about = asyncio.Event()

    @classmethod
    @contextlib.asynccontextmanager
    async def opened(cls, store: Store, **options: Any) -> AsyncIterator[House]:
        """The house, with clocks running and bots thinking, until the end of the context."""
        house = cls(store, **options)
        async with house._peers.meeting():
            chores = [
                house._watch_clocks(),
                house._sweep_forever(),
                *([house._tell_presence_forever()] if store.is_postgresql else []),
            ]
            tasks = [asyncio.create_task(chore) for chore in chores]
            try:
                yield house
            finally:
                for task in (*tasks, *house._background):
                    task.cancel()
                await asyncio.gather(*tasks, *house._background, return_exceptions=True)
                await house._thinkers.close()

    # Tables

    async def live(self, table_id: str) -> Live:
        """The table of this id. Raises TableError."""
        found = self._tables.get(table_id)
        if found is None:
            lock = self._loading.setdefault(table_id, asyncio.Lock())
            async with lock:
                found = self._tables.get(table_id)
                if found is None:
                    events = await self.store.events(table_id) if len(table_id) <= 16 else []
                    if not events:
                        raise TableError(
                            "unknown", say("There is no table {table!r}.", table=table_id)
                        )
                    found = self._tables[table_id] = Live(readable(table_id, events))
                    self._see_to_rematch(found)
        found.used = time.monotonic()
        return found

    async def open(
        self,
        options: Options,
        host: str,
        sitting: Sequence[Event] = (),
        origin: str | None = None,
        table_id: str = "",
    ) -> Live:
        """Open a table. sitting: who takes which seat at once."""
        identity = table_id or "".join(secrets.choice(LETTERS) for _ in range(8))
        events = (
            Opened(at=time.time(), options=options.to_json(), host=host, origin=origin),
            *sitting,
        )
        opened = fold(identity, events)
        # another process was faster with the same rematch
        if not await self.store.append(entry(opened, *events)):
            opened = fold(identity, await self.store.events(identity))
        live = self._tables.setdefault(identity, Live(opened))
        self._after_change(live)
        return live

    async def request(self, table_id: str, decide: Decide) -> Live:
        """Do what is asked of a table. Raises TableError, and then nothing has happened."""
        live = await self.live(table_id)
        before = live.table
        try:
            async with live.lock:
                while True:
                    now = max(time.time(), live.table.changed)
                    due = live.table.what_is_due(now)
                    try:
                        event = due or decide(live.table, now)
                    except TableError:
                        if self.store.is_postgresql and await self._catch_up(live):
                            continue  # news were on their way to us, and may allow it
                        raise
                    if not await self._write(live, event):
                        await self._catch_up(live)
                    elif due is None:
                        return live
        finally:
            # even where the request was refused, time may have run out
            if live.table is not before:
                self._after_change(live)

    async def _write(self, live: Live, event: Event) -> bool:
        """Write an event, then take it in. False where another process was faster."""
        after = live.table.after(event)
        if not await self.store.append(entry(after, event)):
            return False
        live.table = after
        return True

    async def _catch_up(self, live: Live) -> bool:
        """Take in what other processes wrote. Whether there was anything."""
        events = await self.store.events(live.table.id, live.table.version)
        for event in events:
            live.table = live.table.after(event)
        return bool(events)

    def _after_change(self, live: Live) -> None:
        """Tell those who watch, and see to what must happen next."""
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

    def _see_to_rematch(self, live: Live) -> None:
        if live.table.rematch_agreed and not live.table.rematch:
            self.in_background(self._open_rematch(live))

    async def _open_rematch(self, live: Live) -> None:
        """Open the table of the rematch.

        Its id follows from this one's, so that two processes cannot open two.
        """
        old = live.table
        chairs = requests.rotated(old.chairs)
        now = time.time()
        sitting: list[Event] = []
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
        rematch = rematch_id(old.id, self.store.secret)
        try:
            await self.live(rematch)
        except TableError:
            await self.open(old.options, old.host, sitting, old.id, rematch)
        with contextlib.suppress(TableError):
            await self.request(old.id, lambda table, at: requests.note_rematch(table, rematch, at))

    # Watching

    @contextlib.asynccontextmanager
    async def watching(self, table_id: str, watcher: Watcher) -> AsyncIterator[Live]:
        """The table, kept in memory while this lasts; the watcher is woken by each change.

        Raises TableError.
        """
        live = await self.live(table_id)
        live.come(watcher)
        self._presence_changed(live)
        try:
            yield live
        finally:
            live.go(watcher)
            live.used = time.monotonic()
            self._presence_changed(live)

    def _presence_changed(self, live: Live) -> None:
        """Somebody came or went."""
        live.tell_who_is_here()
        self._say_if_new(live)

    def _say_if_new(self, live: Live) -> None:
        if self.store.is_postgresql and live.seats_here() != live.said_elsewhere:
            self._say_who_is_here([live])

    def _say_who_is_here(self, lives: Iterable[Live]) -> None:
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

    # Other processes

    async def _hear(self, process: str, news: list[Any]) -> None:
        for kind, table_id, *rest in news:
            live = self._tables.get(table_id)
            if kind == "here" and live:
                live.hear_who_is_there(process, rest[0])
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

    async def _refresh(self, table_id: str, version: float) -> None:
        """Take in what another process wrote."""
        live = await self._found(table_id)
        if live is None:
            return
        async with live.lock:
            if live.table.version < version:
                await patiently(lambda: self._catch_up(live))
        self._after_change(live)

    async def _found(self, table_id: str) -> Live | None:
        """The table, as soon as the database is there; None where it cannot be played here any
        more, which the log is told.
        """
        try:
            return await patiently(lambda: self.live(table_id))
        except TableError as error:
            log.warning("table %s is left alone: %s", table_id, error)
            return None

    async def _reload_all(self) -> None:
        """News may have been missed."""
        self.on_reload()
        for table_id in {*self._tables, *self._loading, *self.followers}:
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

    def _ask_bots(self, live: Live) -> None:
        table = live.table
        waiting = table.waiting_bots
        live.waits_for_bots = bool(waiting)
        for seat in waiting:
            self._thinkers.ask(self._thought(live, seat))

    def _thought(self, live: Live, seat: int) -> Thought:
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

    async def _let_happen(self, live: Live) -> None:
        async with live.lock:
            event = live.table.what_is_due(max(time.time(), live.table.changed))
            if event is None or not await self._write(live, event):
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
            for table_id, live in list(self._tables.items()):
                live.miss_silent_processes(now)
                if self._peers.leading and live.waits_for_bots:
                    self._ask_bots(live)
                elif now - live.used > KEPT and not live.lock.locked():
                    if live.watchers:
                        live.rest()
                    else:
                        del self._tables[table_id]
            if rounds % 5 == 0:
                self._say_who_is_here(live for live in self._tables.values() if live.watchers)


def bot_move(asked: Table, seat: int, move: str, table: Table, now: float) -> Event:
    """The bot's move at the table as it is now.

    Raises TableError where that is not the table that it was asked at.
    """
    if table.takebacks != asked.takebacks:  # other moves may have been played since
        raise TableError("stale", say("That table has moved on; here is the new position."))
    return requests.play_seat(table, seat, asked.ply, move, now)


def readable(table_id: str, events: Sequence[Event]) -> Table:
    """The table of this log.

    Raises TableError where its game is there no more, or has other rules now.
    """
    try:
        return fold(table_id, events)
    except LudariumError as error:
        raise TableError(
            "unknown", say("This table cannot be shown any more: {fault}", fault=str(error))
        ) from None


async def patiently(work: Callable[[], Awaitable[Result]]) -> Result:
    """Do the work, as soon as the database is there."""
    while True:
        try:
            return await work()
        except (*DATABASE_FAULTS, DatabaseError) as error:
            log.warning("the database does not answer, trying again: %s", type(error).__name__)
            await asyncio.sleep(SWEEP)


def entry(table: Table, *events: Event) -> Append:
    """The last events of this table, as they are written."""
    seatings = tuple(
        (holder, seat) for seat, chair in enumerate(table.chairs) for holder in chair.holders
    )
    seated = any(isinstance(event, Sat | Returned) for event in events)
    return Append(
        table.id,
        table.version - len(events) + 1,
        events,
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


def rematch_id(table_id: str, secret: str) -> str:
    """An id that nobody can guess, and every process of the database comes to."""
    digest = hmac.digest(secret.encode(), f"rematch/1 {table_id}".encode(), "sha256")
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:8])
