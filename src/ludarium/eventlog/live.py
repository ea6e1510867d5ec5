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
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ludarium.database.store import DATABASE_FAULTS, DatabaseError, Store
from ludarium.errors import LudariumError
from ludarium.eventlog.codes import LONGEST_ID
from ludarium.eventlog.presence import Presence

__all__ = ["LiveLog", "LogServer", "Step", "Watcher", "patiently"]

PAUSE = 1.0  # seconds between tries while the database is away
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
        """When it was last used, by the monotonic clock."""
        self.elsewhere = Presence()
        """Who is connected to other servers."""

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


class Step(NamedTuple):
    """The next write of a request."""

    after: Any
    """The state with the new entries; unchanged if there are none."""
    append: Any
    """The `Append` to write; None if there is nothing to write."""
    answers: bool = True
    """Whether this is the requested change, not one that was due before it."""


Live = TypeVar("Live", bound=LiveLog[Any])


class LogServer(abc.ABC, Generic[State, Live]):
    """All logs of one kind, tables or tournaments, on this server."""

    kind: str
    """The kind of log, as a word for messages."""
    refusal: type[LudariumError]
    """The error that refuses requests."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._live: dict[str, Live] = {}
        self._loading: weakref.WeakValueDictionary[str, asyncio.Lock] = (
            weakref.WeakValueDictionary()
        )
        self._reading = ThreadPoolExecutor(1, f"{self.kind}-logs")

    # Defined by each kind

    @abc.abstractmethod
    async def _load(self, log_id: str) -> Live | None:
        """Load a log from the database; None if there is none."""

    @abc.abstractmethod
    async def _newer(self, state: State) -> State:
        """The state with newer entries of the database; the same object if there are none."""

    @abc.abstractmethod
    async def _step(self, state: State, decide: Callable[..., Any]) -> Step:
        """The next step of this request. Raises `refusal`."""

    @abc.abstractmethod
    async def _append(self, step: Step) -> bool:
        """Write the step. False if another server wrote first."""

    @abc.abstractmethod
    def _unknown(self, log_id: str) -> LudariumError:
        """The refusal for an unknown id."""

    @abc.abstractmethod
    def _after_change(self, live: Live) -> None:
        """Wake the watchers and schedule chores."""

    def _written(self, live: Live, before: State | None) -> None:
        """Called after this server has written entries; before: the state without them, if any."""

    def _loaded(self, live: Live) -> None:
        """Called after a log was loaded into memory."""

    def _presence_changed(self, live: Live) -> None:
        """Called when a watcher comes or goes."""

    # Shared

    async def _in_reading_thread(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """What the work on a long log comes to, while the others go on."""
        return await asyncio.get_running_loop().run_in_executor(self._reading, work, *arguments)

    def _stop_reading(self) -> None:
        self._reading.shutdown(wait=False, cancel_futures=True)

    async def live(self, log_id: str) -> Live:
        """The log of this id, loaded if necessary. Raises `refusal`."""
        found = self._live.get(log_id)
        if found is None:
            lock = self._loading.setdefault(log_id, asyncio.Lock())
            async with lock:
                found = self._live.get(log_id)
                if found is None:
                    found = await self._load(log_id) if len(log_id) <= LONGEST_ID else None
                    if found is None:
                        raise self._unknown(log_id)
                    self._live[log_id] = found
                    self._loaded(found)
        found.used = time.monotonic()
        return found

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
                        if self.store.is_postgresql and await self._catch_up(live):
                            continue  # decide again with entries not yet received
                        raise
                    if step.append is None:
                        return live
                    if not await self._append(step):
                        await self._catch_up(live)
                        continue
                    earlier, live.state = live.state, step.after
                    self._written(live, earlier)
                    if step.answers:
                        return live
        finally:
            # also after a refusal, as an entry may have been due
            if live.state is not before:
                self._after_change(live)

    async def _catch_up(self, live: Live) -> bool:
        """Apply entries of other servers. Whether there were any."""
        before = live.state
        live.state = await self._newer(before)
        return live.state is not before

    async def _refresh(self, log_id: str, version: float) -> None:
        """Apply entries of other servers, up to this version at least."""
        live = await self._found(log_id)
        if live is None:
            return
        async with live.lock:
            if live.state.version < version:
                await patiently(lambda: self._catch_up(live))
        self._after_change(live)

    async def _found(self, log_id: str) -> Live | None:
        """The log, retried while the database is away; None, with a warning, if unreadable."""
        try:
            return await patiently(lambda: self.live(log_id))
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


async def patiently(work: Callable[[], Awaitable[Result]]) -> Result:
    """Do the work, retrying while the database is away."""
    while True:
        try:
            return await work()
        except (*DATABASE_FAULTS, DatabaseError) as error:
            log.warning("the database does not answer, trying again: %s", type(error).__name__)
            await asyncio.sleep(PAUSE)
