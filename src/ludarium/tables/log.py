"""The tables of a server, as logs: how they are opened, loaded and changed by requests."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

from ludarium.database.store import DATABASE_FAULTS, DatabaseError, Store
from ludarium.errors import LudariumError
from ludarium.eventlog.clock import server_time
from ludarium.eventlog.codec import Fields, LogEntry
from ludarium.eventlog.codes import new_id
from ludarium.eventlog.live import LogServer, WriteStep
from ludarium.phrases import say
from ludarium.tables import requests
from ludarium.tables.entries import CODEC, Opened
from ludarium.tables.errors import TableError
from ludarium.tables.live_table import LiveTable
from ludarium.tables.options import Options
from ludarium.tables.projections import Opener, commit_of
from ludarium.tables.state import ASIDE
from ludarium.tables.table import Table, fold
from ludarium.tables.threads import ClientKey
from ludarium.tables.throws import new_seed, seed_commitment

__all__ = ["Decide", "TableLog", "meant_move", "nothing"]

LONG = 200  # entries of a log that is read in a thread, so that no move waits for it

Decide = Callable[[Table, float], LogEntry | Sequence[LogEntry] | None]
"""Decides on the entry of a request, on several that are written together or not at all, or on
none. Raises TableError."""
Result = TypeVar("Result")


class TableLog(LogServer[Table, LiveTable]):
    """The logs of all tables. `TableServer` adds what happens at them by itself."""

    kind = "table"
    refusal = TableError
    store: Store

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._background: set[asyncio.Task[Any]] = set()

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

    async def _step(self, state: Table, decide: Decide) -> WriteStep:
        now = max(server_time(), state.changed)
        due = state.what_is_due(now)
        decided = due or decide(state, now)
        if decided is None:
            return WriteStep(state, None)
        entries = [decided] if isinstance(decided, LogEntry) else decided
        if not due and state.is_crowded and isinstance(entries[0], ASIDE):
            raise TableError(
                "not-now", say("Too much has happened at this table: only moves are possible now.")
            )
        after = functools.reduce(Table.after, entries, state)
        return WriteStep(after, commit_of(after, *entries, before=state), answers=due is None)

    def _unknown(self, log_id: str) -> TableError:
        return TableError("unknown", say("There is no table {table!r}.", table=log_id))

    async def asked(self, table_id: str, decide: Decide, client: ClientKey) -> LiveTable:
        """Carry out a request of a visitor, for whom the bots think that it wakes. client: the
        address. Raises TableError.
        """
        live = await self.live(table_id)

        def noted(table: Table, now: float) -> LogEntry | Sequence[LogEntry] | None:
            decided = decide(table, now)
            live.last_client = client  # a request that is refused changes nothing
            return decided

        return await self.request(table_id, noted)

    async def open(
        self,
        options: Options,
        host: str,
        sitting: Sequence[LogEntry] = (),
        origin: str | None = None,
        table_id: str = "",
        invited: str = "",
        client: ClientKey | None = None,
        opener: Opener | None = None,
    ) -> LiveTable:
        """Open a table.

        sitting: entries that seat players at once. origin: the table of which it is the rematch.
        table_id: by default a new random id. invited: the identity that is challenged. client:
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
        # another server may open the same rematch first
        live = await self._create(LiveTable(table), commit_of(table, *entries, opener=opener))
        live.last_client = client  # before bots are asked
        self._after_change(live)
        return live

    async def request_quietly(self, table_id: str, decide: Decide) -> None:
        """Make a request that no longer matters where it is refused."""
        with contextlib.suppress(TableError, *DATABASE_FAULTS, DatabaseError):
            await self.request(table_id, decide)

    async def reread(self, table_id: str) -> None:
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

    def in_background(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run work as a task that ends with the server."""
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        return task


def nothing(table: Table, now: float) -> None:
    """Decide on no entry: only what is due is written."""


def meant_move(asked: Table, seat: int, move: str, table: Table, now: float) -> list[LogEntry]:
    """The move of a bot, or a conditional one, at the current table.

    asked: the table for which it is meant. Raises TableError where it has changed since.
    """
    same_player = table.chairs[seat].taken_at == asked.chairs[seat].taken_at
    if (
        table.takebacks != asked.takebacks or not same_player
    ):  # the same ply may be another position
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
