"""Folded logs in memory: changed by requests, kept up to date, watched.

Every change is optimistic: read the state, decide on entries or refuse, write them, then apply
them. If another server wrote entries with the same numbers first, those are applied and the request
is decided again. Servers therefore need no locks between them, and no acknowledged change is lost.
"""

from __future__ import annotations

import abc
import asyncio
import contextlib
import logging
import time
import weakref
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ludarium.errors import LudariumError
from ludarium.eventlog.codec import Fields
from ludarium.eventlog.codes import LONGEST_ID
from ludarium.eventlog.presence import Presence
from ludarium.eventlog.store import Commit, EventStore, StreamName
from ludarium.eventlog.subscribers import Subscribers

__all__ = ["LiveLog", "LogServer", "Watcher", "WriteStep"]

log = logging.getLogger(__name__)


class Folded(Protocol):
    """The fold of a log."""

    @property
    def id(self) -> str: ...

    @property
    def version(self) -> int: ...


State = TypeVar("State", bound=Folded)
Result = TypeVar("Result")


class Watcher:
    """A connection that is woken by each change."""

    def __init__(self, holder: str = "", address: str = "") -> None:
        self.holder = holder
        """The identity that watches; empty for an anonymous watcher."""
        self.address = address
        """The address that it comes from."""
        self.woken = asyncio.Event()
        """Set by each change."""


class LiveLog(Generic[State]):
    """A folded log in memory, with its watchers."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.lock = asyncio.Lock()
        """Held while a change is written."""
        self.watchers: set[Watcher] = set()
        self.used = time.monotonic()
        """The time of its last use, by the monotonic clock."""
        self.elsewhere = Presence()
        """The people connected to other servers."""

    def wake(self) -> None:
        """Wake the watchers."""
        for watcher in self.watchers:
            watcher.woken.set()

    def come(self, watcher: Watcher) -> None:
        """Add a watcher."""
        self.watchers.add(watcher)

    def go(self, watcher: Watcher) -> None:
        """Remove a watcher."""
        self.watchers.discard(watcher)


class WriteStep(NamedTuple):
    """The next write of a request."""

    after: Any
    """The state with the new entries; unchanged if there are none."""
    commit: Commit | None
    """The entries to write; None if there are none."""
    answers: bool = True
    """True if this is the requested change, False if it was due before it."""


Live = TypeVar("Live", bound=LiveLog[Any])


class LogServer(abc.ABC, Generic[State, Live]):
    """All logs of one kind, tables or tournaments, on this server."""

    kind: StreamName
    """The stream of these logs."""
    refusal: type[LudariumError]
    """The error that refuses requests."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self.on_change = Subscribers[[Live, State | None]]()
        """Called after each change that this server has written, with the state before it; None
        where the log is new. They must not wait.
        """
        self._live: dict[str, Live] = {}
        self._loading: weakref.WeakValueDictionary[str, asyncio.Lock] = (
            weakref.WeakValueDictionary()
        )
        self._reading = ThreadPoolExecutor(1, f"{self.kind}-logs")

    # Defined by each kind

    @abc.abstractmethod
    async def _folded(self, log_id: str, fields: list[Fields]) -> Live:
        """Return the log with these entries, at least one. Raises `refusal`."""

    @abc.abstractmethod
    async def _continued(self, state: State, fields: list[Fields]) -> State:
        """Return the state after further entries, at least one."""

    @abc.abstractmethod
    async def _step(self, state: State, decide: Callable[..., Any]) -> WriteStep:
        """Return the next step of this request. Raises `refusal`."""

    @abc.abstractmethod
    def _unknown(self, log_id: str) -> LudariumError:
        """Return the refusal for an unknown id."""

    @abc.abstractmethod
    def _after_change(self, live: Live) -> None:
        """Wake the watchers and schedule chores."""

    def _loaded(self, live: Live) -> None:
        """Called after a log was loaded into memory."""

    def _presence_changed(self, live: Live) -> None:
        """Called when a watcher comes or goes."""

    # Shared

    async def _in_reading_thread(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Return the result of work on a long log, done in a thread while the others go on."""
        return await asyncio.get_running_loop().run_in_executor(self._reading, work, *arguments)

    def _stop_reading(self) -> None:
        self._reading.shutdown(wait=False, cancel_futures=True)

    async def live(self, log_id: str) -> Live:
        """The log of this id, loaded if necessary. Raises `refusal`."""
        live = self._live.get(log_id)
        if live is None:
            lock = self._loading.setdefault(log_id, asyncio.Lock())
            async with lock:
                live = self._live.get(log_id)
                if live is None:
                    may_be = len(log_id) <= LONGEST_ID
                    fields = await self.store.load(self.kind, log_id) if may_be else []
                    if not fields:
                        raise self._unknown(log_id)
                    live = self._live[log_id] = await self._folded(log_id, fields)
                    self._loaded(live)
        live.used = time.monotonic()
        return live

    async def _create(self, new: Live, commit: Commit) -> Live:
        """Write the first entries of a log, unless another server was first: then its log it is.

        The caller calls `_after_change`.
        """
        if not await self.store.append(commit):
            return await self.live(commit.log_id)
        live = self._live.setdefault(commit.log_id, new)
        self.on_change(live, None)
        return live

    async def request(self, log_id: str, decide: Callable[..., Any]) -> Live:
        """Carry out a request. Raises `refusal`; then nothing of it was written."""
        live = await self.live(log_id)
        before = live.state
        try:
            async with live.lock:
                while True:
                    try:
                        step = await self._step(live.state, decide)
                    except self.refusal:
                        if self.store.is_shared and await self._catch_up(live):
                            continue  # decide again with entries not yet received
                        raise
                    if step.commit is None:
                        return live
                    if not await self.store.append(step.commit):
                        await self._catch_up(live)
                        continue
                    earlier, live.state = live.state, step.after
                    self.on_change(live, earlier)
                    if step.answers:
                        return live
        finally:
            # also after a refusal, as an entry may have been due
            if live.state is not before:
                self._after_change(live)

    async def _catch_up(self, live: Live) -> bool:
        """Apply entries of other servers. True if there were any."""
        state = live.state
        fields = await self.store.load(self.kind, state.id, state.version)
        if fields:
            live.state = await self._continued(state, fields)
        return bool(fields)

    async def _refresh(self, log_id: str, version: float) -> None:
        """Apply entries of other servers, up to this version at least."""
        live = await self.find(log_id)
        if live is None:
            return
        async with live.lock:
            if live.state.version < version:
                await self.store.patiently(self._catch_up, live)
        self._after_change(live)

    async def find(self, log_id: str) -> Live | None:
        """The log, retried while the database is away; None, with a warning, if unreadable."""
        try:
            return await self.store.patiently(self.live, log_id)
        except self.refusal as error:
            log.warning("%s %s is left alone: %s", self.kind, log_id, error)
            return None

    @contextlib.asynccontextmanager
    async def watching(self, log_id: str, watcher: Watcher) -> AsyncIterator[Live]:
        """Keep the log in memory, and wake the watcher after each change. Raises `refusal`."""
        live = await self.live(log_id)
        live.come(watcher)
        self._presence_changed(live)
        try:
            yield live
        finally:
            live.go(watcher)
            live.used = time.monotonic()
            self._presence_changed(live)
