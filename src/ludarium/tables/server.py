"""The table server: all live tables of this process.

It turns requests into log entries, and log entries into notifications of watchers. A table stays in
memory while it is watched or was recently used; its log is in the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import math
import time
from collections.abc import (
    AsyncIterator,
    Callable,
    Collection,
    Coroutine,
    Iterable,
    Iterator,
    Sequence,
)
from typing import Any, TypeVar

import orjson

from ludarium.database.peers import Peers
from ludarium.database.store import DATABASE_FAULTS, DatabaseError, Store
from ludarium.database.writer import Rewritten
from ludarium.errors import LudariumError
from ludarium.eventlog.batches import portions
from ludarium.eventlog.clock import server_time
from ludarium.eventlog.codec import Fields, LogEntry
from ludarium.eventlog.codes import derived_id, new_id
from ludarium.eventlog.live import LogServer, Step
from ludarium.eventlog.subscribers import Subscribers
from ludarium.phrases import say
from ludarium.tables import requests
from ludarium.tables.anonymous import anonymous_entries, anonymous_summary
from ludarium.tables.bots import BotJob, BotPool
from ludarium.tables.conditional import Conditional, allows
from ludarium.tables.deadlines import Deadlines
from ludarium.tables.entries import CODEC, Opened, Returned, Sat
from ludarium.tables.errors import TableError
from ludarium.tables.live_table import LiveTable, Owner
from ludarium.tables.lobby import Lobby
from ludarium.tables.nets import Nets
from ludarium.tables.options import Options
from ludarium.tables.projections import (
    Opener,
    commit_of,
    host_digest,
    seatings_of,
    table_row,
)
from ludarium.tables.table import ASIDE, Table, fold
from ludarium.tables.threads import Payer
from ludarium.tables.throws import new_seed, seed_commitment

__all__ = ["Decide", "TableServer"]

KEPT = 30.0  # seconds that a table stays in memory after it was used
SWEEP = 1.0  # seconds of a sweep through all tables
PRESENCE = 5  # sweeps from one in which other servers are told who is here to the next
FORGET_EVERY = 3600.0  # seconds between searches for old games
FORGET_PAUSE = 0.2  # seconds between the deletions of a search
HANDED_OVER_AT_ONCE = 50  # tables, whose logs are then written in one transaction
STAYING = 20.0  # seconds between two notes that somebody waits for a quick pairing
NEW_GAMES = 15  # sweeps between looks for games that people have got on another server
DESERTED = 8.0  # seconds after which a table of quick pairing without its player is closed

LONG = 200  # entries of a log that is read in a thread, so that no move waits for it

Decide = Callable[[Table, float], LogEntry | None]
Result = TypeVar("Result")


class TableServer(LogServer[Table, LiveTable]):
    """All tables of a server. Make one with `TableServer.opened`."""

    kind = "table"
    refusal = TableError
    store: Store

    def __init__(
        self,
        store: Store,
        bot_pause: float = 0.6,
        keep: float = 0.0,
        nets: Nets | None = None,
        limited: bool = True,
    ) -> None:
        super().__init__(store)
        self.bot_pause = bot_pause
        """Minimum seconds of a bot's move, so that people can follow."""
        self.keep = keep
        """Seconds after which finished games of guests are deleted; 0 keeps them."""
        self.nets = nets or Nets()
        """What bots may play by beside the levels."""
        self.lobby = Lobby(store, self._is_watched, limited)
        self.owners: set[Owner] = set()
        """Who follows all games of their own."""
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
        self.on_joined = Subscribers[[str, str]]()
        """Coroutines that hand over what a guest has elsewhere, as `hand_over`."""
        self.bot_pool = BotPool()
        self._peers = Peers(store, self._hear, self._reload_all, self._take_over)
        self._deadlines = Deadlines()
        self._conditional: set[str] = set()
        """The tables at which there may be conditional moves."""
        self._conditional_known = False
        """Whether these are all."""
        self._background: set[asyncio.Task[Any]] = set()
        self._moved_about: set[LiveTable] = set()  # presence to be sent
        self._somebody_moved_about = asyncio.Event()

    @classmethod
    @contextlib.asynccontextmanager
    async def opened(cls, store: Store, **options: Any) -> AsyncIterator[TableServer]:
        """A server that runs clocks and bots until the context ends."""
        server = cls(store, **options)
        async with server._peers.meeting():
            chores = [
                server._deadlines.watch(server._come_due),
                server._sweep_forever(),
                *([server._forget_forever()] if server.keep else []),
                *([server._tell_presence_forever()] if store.is_postgresql else []),
            ]
            tasks = [asyncio.create_task(chore) for chore in chores]
            server.in_background(server._read_conditional_moves())
            try:
                yield server
            finally:
                for task in (*tasks, *server._background):
                    task.cancel()
                await asyncio.gather(*tasks, *server._background, return_exceptions=True)
                await server.bot_pool.close()
                server._stop_reading()

    # LogServer

    async def entries(
        self, table_id: str, after: int = 0, limit: int | None = None
    ) -> list[LogEntry]:
        """The log of a table after entry number `after`; empty if there is none. limit: read so
        many at most.
        """
        fields = await self.store.load(self.kind, table_id, after, limit)
        return await self._read(decoded, fields)

    async def _folded(self, log_id: str, fields: list[Fields]) -> LiveTable:
        return LiveTable(await self._read(functools.partial(readable, log_id), fields))

    async def _continued(self, state: Table, fields: list[Fields]) -> Table:
        for entry in await self._read(decoded, fields):
            state = state.after(entry)
        return state

    async def _read(
        self, work: Callable[[Sequence[Fields]], Result], fields: Sequence[Fields]
    ) -> Result:
        if len(fields) < LONG:
            return work(fields)
        return await self._in_reading_thread(work, fields)

    async def _step(self, state: Table, decide: Decide) -> Step:
        now = max(server_time(), state.changed)
        due = state.what_is_due(now)
        entry = due or decide(state, now)
        if entry is None:
            return Step(state, None)
        if not due and state.is_crowded and isinstance(entry, ASIDE):
            raise TableError(
                "not-now", say("Too much has happened at this table: only moves are possible now.")
            )
        after = state.after(entry)
        return Step(after, commit_of(after, entry, before=state), answers=due is None)

    def _unknown(self, log_id: str) -> TableError:
        return TableError("unknown", say("There is no table {table!r}.", table=log_id))

    def _loaded(self, live: LiveTable) -> None:
        self._see_to_rematch(live)
        self._see_to_conditional_moves(live)

    async def asked(self, table_id: str, decide: Decide, whose: Payer) -> LiveTable:
        """Carry out a request of a visitor, for whom the bots think that it wakes. whose: the
        address. Raises TableError.
        """
        live = await self.live(table_id)

        def noted(table: Table, now: float) -> LogEntry | None:
            entry = decide(table, now)
            live.asked_by = whose  # a request that is refused changes nothing
            return entry

        return await self.request(table_id, noted)

    async def open(
        self,
        options: Options,
        host: str,
        sitting: Sequence[LogEntry] = (),
        origin: str | None = None,
        table_id: str = "",
        invited: str = "",
        asked_by: Payer | None = None,
        opener: Opener | None = None,
    ) -> LiveTable:
        """Open a table.

        sitting: entries that seat players at once. origin: the table of which it is the rematch.
        table_id: by default a new random id. invited: the identity that is challenged. asked_by:
        the address that asks; None where no visitor does. opener: the visitor, by whom lists show
        only so many tables.
        """
        identity = table_id or new_id()
        seed = new_seed() if options.rules.has_chance else ""
        opened_by = Opened(
            at=server_time(),
            options=options.to_json(),
            host=host,
            invited=invited,
            origin=origin,
            seed=seed,
            commitment=seed and seed_commitment(identity, seed),
        )
        entries = (opened_by, *sitting)
        table = fold(identity, entries)
        live = LiveTable(table)
        live.asked_by = asked_by
        # another server may open the same rematch first
        return await self._create(live, commit_of(table, *entries, opener=opener))

    def _after_change(self, live: LiveTable) -> None:
        live.used = time.monotonic()
        live.wake()
        if follower := self.followers.get(live.table.id):
            follower(live.table)
        self._say_if_new(live)  # a new player may be connected already
        self.lobby.wake()
        self._wake_owners(live.table.id, {holder for holder, _ in seatings_of(live.table)})
        if self._peers.leading:
            self._deadlines.note(live.table.id, live.table.due)
            self._ask_bots(live)
        self._see_to_rematch(live)
        self._see_to_conditional_moves(live)

    # Who follows tables

    def _is_watched(self, table_id: str) -> bool:
        live = self._live.get(table_id)
        return bool(live and live.watchers)

    @contextlib.contextmanager
    def owning(self, holder: str) -> Iterator[Owner]:
        """Wake somebody after each change of a game of theirs."""
        owner = Owner(holder)
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
        """Whether this server does the chores: bots, clocks and tournaments."""
        return self._peers.leading

    def in_background(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run work as a task that ends with the server."""
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        return task

    # Rematches

    def _see_to_rematch(self, live: LiveTable) -> None:
        if live.table.rematch_agreed and not live.table.rematch:
            self.in_background(self._open_rematch(live))

    async def _open_rematch(self, live: LiveTable) -> None:
        """Open the table of the rematch.

        Its id is derived from this table's, so that two servers cannot open two.
        """
        old = live.table
        chairs = requests.rotated(old.chairs)
        now = server_time()
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
            await self.open(old.options, old.host, sitting, old.id, rematch, asked_by=live.asked_by)
        with contextlib.suppress(TableError):
            await self.request(old.id, lambda table, at: requests.note_rematch(table, rematch, at))

    # Guests that sign in

    async def hand_over(self, guest: str, holder: str) -> None:
        """Let an account hold all seats of a guest who signed in to it, those of games that go on
        first, and be the host of tables where the guest was without a seat.

        What a server that was killed left undone, the next one does.
        """
        host = host_digest(self.store.secret, guest)
        found = await self.store.patiently(self.store.lists.tables_of, guest)
        found += await self.store.patiently(self.store.lists.hosted, host, found)
        going = await self.store.patiently(self.store.lists.unfinished_among, found)
        for first in range(0, len(found), HANDED_OVER_AT_ONCE):
            some = going.intersection(found[first : first + HANDED_OVER_AT_ONCE])
            await asyncio.gather(*(self._hand_over_at(one, guest, holder) for one in some))
        for hand_over in self.on_joined:
            await hand_over(guest, holder)
        self.in_background(
            self._finish_joining([one for one in found if one not in going], guest, holder)
        )

    async def _finish_joining(self, tables: Sequence[str], guest: str, holder: str) -> None:
        for table_id in tables:
            await self._hand_over_at(table_id, guest, holder)
            await asyncio.sleep(FORGET_PAUSE)  # not all of them in memory at once
        if self.on_joined:
            await self.store.patiently(self.store.accounts.joined, guest)

    async def _hand_over_at(self, table_id: str, guest: str, holder: str) -> None:
        def decide(table: Table, now: float) -> LogEntry:
            return requests.hand_over(table, guest, holder, now)

        with contextlib.suppress(TableError):  # there is nothing more to hand over, or no game
            while True:
                await self.store.patiently(self.request, table_id, decide)

    async def hand_over_all(self) -> None:
        """Do what servers left undone that were killed."""
        for guest, holder in await self.store.patiently(self.store.accounts.joining):
            await self.hand_over(guest, holder)

    # Accounts that are deleted

    async def forget_person(self, account: dict[str, Any]) -> None:
        """Give up the games of a closed account, take its name out of all logs, and delete it.

        What a server that was killed left undone, the next leader does.
        """
        holder, name = account["holder"], account["name"]
        former = self.former(account)
        for table_id in await self.store.patiently(self.store.lists.tables_of, holder):
            await self._leave_for_good(table_id, holder)

            def change(entries: list[Fields], summary: dict[str, Any]) -> Rewritten:
                changed, seats = anonymous_entries(entries, holder, name, former)
                return changed, anonymous_summary(summary, seats, name, former)

            await self.store.patiently(self.store.rewrite, table_id, holder, change)
            await self._reread(table_id)
        await self.store.patiently(self.store.accounts.delete, account["key"], former)
        self.lobby.wake()

    def former(self, account: dict[str, Any]) -> str:
        """By what the player of a deleted account is known in ratings."""
        return derived_id(self.store.secret, f"former/1 {account['key']} {account['created']}")

    async def _leave_for_good(self, table_id: str, holder: str) -> None:
        """Resign or leave all seats of this identity, and decline if it is challenged."""
        with contextlib.suppress(TableError):  # once there is nothing left to give up
            while True:
                await self.store.patiently(
                    self.request, table_id, lambda table, now: requests.give_up(table, holder, now)
                )

    async def _reread(self, table_id: str) -> None:
        """Read a table in memory anew, after its log was rewritten."""
        live = self._live.get(table_id)
        if live is None:
            return
        if not live.watchers and not live.lock.locked():
            del self._live[table_id]
            return
        async with live.lock:
            fields = await self.store.patiently(self.store.load, self.kind, table_id)
            with contextlib.suppress(TableError):
                live.state = await self._read(functools.partial(readable, table_id), fields)
        live.wake()

    # Conditional moves

    async def keep_conditional_moves(self, live: LiveTable, seat: int, kept: Conditional) -> None:
        """Keep these for a seat; without lines, keep none."""
        content = orjson.dumps(kept.to_json()).decode()
        await self.store.conditional_moves.keep(live.table.id, seat, content)
        self._conditional.add(live.table.id)
        await self.store.tell_others([["conditional-moves", live.table.id]])
        self._see_to_conditional_moves(live)  # the other may have moved meanwhile

    async def conditional_moves(self, table: Table, seat: int) -> tuple[tuple[str, ...], ...]:
        """What is left of the lines of a seat."""
        content = (await self.store.conditional_moves.of(table.id)).get(seat)
        return Conditional.from_json(orjson.loads(content)).left(table) if content else ()

    async def _read_conditional_moves(self) -> None:
        """Find out at which tables there are some."""
        self._conditional_known = False
        self._conditional.update(await self.store.patiently(self.store.conditional_moves.tables))
        self._conditional_known = True

    def _see_to_conditional_moves(self, live: LiveTable) -> None:
        some = live.table.id in self._conditional or not self._conditional_known
        if some and live.table.record and allows(live.table):
            self.in_background(self.store.patiently(self._make_conditional_moves, live))

    async def _make_conditional_moves(self, live: LiveTable) -> None:
        """Answer for the seat that is to move, where it has said how, and delete what no longer
        matters.

        Every server that hears of a move does: all but one are refused, as that move has been made.
        """
        asked = live.table
        for seat, content in (await self.store.conditional_moves.of(asked.id)).items():
            kept = Conditional.from_json(orjson.loads(content))
            answer = kept.answer(asked, seat)
            if answer is not None:
                with contextlib.suppress(TableError):
                    await self.request(asked.id, functools.partial(meant_move, asked, seat, answer))
            elif not kept.left(asked):
                await self.store.conditional_moves.drop(asked.id, seat, content)

    async def _make_all_conditional_moves(self) -> None:
        """Make those that a killed server has left, one table after the other."""
        for table_id in await self.store.patiently(self.store.conditional_moves.tables):
            if live := await self._found(table_id):
                self._see_to_conditional_moves(live)

    # Presence

    def _presence_changed(self, live: LiveTable) -> None:
        """React to a watcher that came or went."""
        live.wake_if_presence_changed()
        self._say_if_new(live)
        self._see_to_bots_alone(live)

    def _see_to_bots_alone(self, live: LiveTable) -> None:
        """Let bots that play alone go on where somebody looks on."""
        if self._peers.leading and live.table.is_of_bots:
            self._ask_bots(live)

    def _say_if_new(self, live: LiveTable) -> None:
        if self.store.is_postgresql and live.who_is_here() != live.said_elsewhere:
            self._say_who_is_here([live])

    def _say_who_is_here(self, lives: Iterable[LiveTable]) -> None:
        if self.store.is_postgresql:
            self._moved_about.update(lives)
            self._somebody_moved_about.set()

    async def _tell_presence_forever(self) -> None:
        """Send changes of presence to other servers, batched while a message is on its way."""
        while True:
            await self._somebody_moved_about.wait()
            self._somebody_moved_about.clear()
            changed, self._moved_about = self._moved_about, set()
            for live in changed:
                live.said_elsewhere = live.who_is_here()
            with contextlib.suppress(*DATABASE_FAULTS):  # sent again soon
                await self.store.tell_others(
                    [
                        ["here", live.table.id, live.said_elsewhere, live.table.is_of_bots]
                        for live in changed
                    ]
                )

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
                self.in_background(self._request_quietly(live.table.id, requests.stay))
        elif live.is_missed:
            live.left_at = now if live.left_at is None else live.left_at
            if now - live.left_at >= DESERTED:
                self.in_background(self._request_quietly(live.table.id, requests.desert))

    async def _request_quietly(self, table_id: str, decide: Decide) -> None:
        """Make a request that no longer matters where it is refused."""
        with contextlib.suppress(TableError, *DATABASE_FAULTS, DatabaseError):
            await self.request(table_id, decide)

    # Other servers

    async def _hear(self, process: str, news: list[Any]) -> None:
        for kind, table_id, *rest in news:
            live = self._live.get(table_id)
            if kind == "here" and live:
                self._note_presence(live, process, rest[0])
            elif kind == "here" and rest[1] and self._peers.leading:  # bots wait for this
                self.in_background(self._hear_of_watchers(table_id, process, rest[0]))
            elif kind == "conditional-moves":
                self._conditional.add(table_id)
                if live:
                    self._see_to_conditional_moves(live)
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
        if live := await self._found(table_id):
            self._note_presence(live, process, members)

    def _note_presence(self, live: LiveTable, process: str, members: list[int]) -> None:
        live.elsewhere.hear(process, members)
        live.wake_if_presence_changed()
        self._see_to_bots_alone(live)

    async def _reload_all(self) -> None:
        """Reload everything, as notifications may have been missed."""
        self.on_identity(None)
        self.on_reload()
        self.in_background(self._read_conditional_moves())
        for table_id in {*self._live, *self._loading, *self.followers}:
            self.in_background(self._refresh(table_id, math.inf))
        if self._peers.leading:  # unloaded tables may have changed too
            await self._take_over()

    async def _take_over(self) -> None:
        """Become the leader: schedule deadlines and request bots' moves."""
        self.on_reload()
        self.in_background(self._make_all_conditional_moves())
        for table_id, due, bots in await self.store.patiently(self.store.lists.chores):
            self._deadlines.note(table_id, due)
            if bots:
                self.in_background(self._refresh(table_id, 0))
        self.in_background(self._complete_rows())
        for account in await self.store.patiently(self.store.accounts.closed):
            self.in_background(self.forget_person(account))
        if self.on_joined:
            self.in_background(self.hand_over_all())

    async def _complete_rows(self) -> None:
        """Note whom tables wait for that have not changed since before that was noted."""
        for table_id in await self.store.patiently(self.store.lists.incomplete):
            if live := await self._found(table_id):
                row = table_row(live.table)
                await self.store.patiently(self.store.lists.complete, row)

    # Chores

    def _ask_bots(self, live: LiveTable) -> None:
        waiting = live.waiting_bots
        live.waits_for_bots = bool(waiting)
        for seat in waiting:
            self.bot_pool.ask(self._thought(live, seat))

    def _thought(self, live: LiveTable, seat: int) -> BotJob:
        """The request for the bot at this seat."""
        asked = live.table
        who = asked.chairs[seat].agent
        assert who is not None

        def wanted() -> bool:
            now = live.table
            same = (now.takebacks, now.ply) == (asked.takebacks, asked.ply)
            return same and seat in live.waiting_bots

        async def answer(move: str) -> None:
            # stale: a takeback, a resignation or another server came first
            with contextlib.suppress(TableError):
                await self.request(asked.id, functools.partial(meant_move, asked, seat, move))

        pause = 0.0 if asked.simultaneous else self.bot_pause
        key = (asked.id, asked.takebacks, asked.ply, seat)
        return BotJob(
            key,
            who,
            asked.position.seen_by(seat),
            pause,
            answer,
            wanted,
            live.rank,
            lambda: live.whose,
            self.nets,
        )

    def _come_due(self, table_id: str) -> None:
        if self._peers.leading:
            self.in_background(self._see_to(table_id))

    async def _see_to(self, table_id: str) -> None:
        """Apply what is due at this table, unless a move came first."""
        if live := await self._found(table_id):
            await self.store.patiently(self.request, table_id, nothing)
            self._deadlines.note(table_id, live.table.due)  # it may have been early

    async def _sweep_forever(self) -> None:
        """Unload unused tables, repeat rejected bot requests, and resend presence."""
        for rounds in itertools.count(1):
            async for some in portions(self._live.values(), SWEEP):
                self._sweep(some)
                if rounds % PRESENCE == 0:
                    self._say_who_is_here(live for live in some if live.watchers)
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
            found, forgotten = await self.store.forget(before, place)
            for table_id in forgotten:
                self._live.pop(table_id, None)
            if forgotten:
                self.lobby.wake()
            if found is None:
                return
            place = found
            await asyncio.sleep(FORGET_PAUSE)


def nothing(table: Table, now: float) -> None:
    """Decide on no entry: only what is due is written."""


def meant_move(asked: Table, seat: int, move: str, table: Table, now: float) -> LogEntry:
    """The move of a bot, or a conditional one, at the current table.

    asked: the table for which it is meant. Raises TableError where it has changed since.
    """
    if table.takebacks != asked.takebacks:  # the same ply may be another position
        raise TableError("stale", say("That table has moved on; here is the new position."))
    return requests.play_seat(table, seat, asked.ply, move, now)


def decoded(fields: Sequence[Fields]) -> list[LogEntry]:
    return [CODEC.read(*one) for one in fields]


def readable(table_id: str, fields: Sequence[Fields]) -> Table:
    """Replay a log into a table.

    Raises TableError where its game is missing or has other rules now.
    """
    try:
        return fold(table_id, decoded(fields))
    except LudariumError as error:
        raise TableError(
            "unknown", say("This table cannot be shown any more: {fault}", fault=str(error))
        ) from None
