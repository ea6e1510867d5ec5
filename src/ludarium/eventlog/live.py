"""Logs in memory: the fold of each, changed by requests, kept up to date, watched.

Every change goes one way: look at the state, decide on entries or refuse, write them, and only then
take them in. If another server wrote under the same number first, its entries are taken in and the
request is decided anew. So there are no locks between servers, and nothing that was acknowledged
can be lost.
"""

from __future__ import annotations

import abc
import asyncio
import contextlib
import logging
import time
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ludarium.database.store import DATABASE_FAULTS, DatabaseError, Store
from ludarium.errors import LudariumError
from ludarium.eventlog.codes import LONGEST_ID
from ludarium.eventlog.presence import Presence

__all__ = ["LiveLog", "LogServer", "Step", "Watcher", "patiently"]

PAUSE = 1.0  # seconds between tries while the database is away
log = logging.getLogger(__name__)


class Folded(Protocol):
    """What a log adds up to."""

    @property
    def id(self) -> str: ...

    @property
    def version(self) -> int: ...


State = TypeVar("State", bound=Folded)
Result = TypeVar("Result")


class Watcher:
    """Somebody who watches: is woken by each change."""

    def __init__(self, holder: str = "") -> None:
        self.holder = holder
        """The identity that holds seats; empty for who holds none."""
        self.woken = asyncio.Event()


class LiveLog(Generic[State]):
    """A log in memory."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.lock = asyncio.Lock()
        """Held while a change is written."""
        self.watchers: set[Watcher] = set()
        self.used = time.monotonic()
        self.elsewhere = Presence()

    def wake(self) -> None:
        """Wake those who watch."""
        for watcher in self.watchers:
            watcher.woken.set()

    def come(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)

    def go(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)


class Step(NamedTuple):
    """What is to be written next for a request."""

    after: Any
    """The state with these entries; the same as before where there are none."""
    append: Any
    """What the store writes; None where there is nothing to write."""
    answers: bool = True
    """Whether this is what was asked for, and not something that was due before it."""


Live = TypeVar("Live", bound=LiveLog[Any])


class LogServer(abc.ABC, Generic[State, Live]):
    """The logs of one kind, tables or tournaments, of this server."""

    kind: str
    """What a log is of, as a word for messages."""
    refusal: type[LudariumError]
    """What a request is refused with."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._live: dict[str, Live] = {}
        self._loading: weakref.WeakValueDictionary[str, asyncio.Lock] = (
            weakref.WeakValueDictionary()
        )

    # What each kind decides

    @abc.abstractmethod
    async def _load(self, log_id: str) -> Live | None:
        """The log as it is in the database; None where there is none of this id."""

    @abc.abstractmethod
    async def _newer(self, state: State) -> State:
        """The state with what is in the database beyond it; itself where there is nothing."""

    @abc.abstractmethod
    async def _step(self, state: State, decide: Callable[..., Any]) -> Step:
        """The next thing to write for this request. Raises `refusal`."""

    @abc.abstractmethod
    async def _append(self, step: Step) -> bool:
        """Write the step. False where another server was faster."""

    @abc.abstractmethod
    def _unknown(self, log_id: str) -> LudariumError:
        """The refusal that there is no log of this id."""

    @abc.abstractmethod
    def _after_change(self, live: Live) -> None:
        """Wake those who watch, and see to what must happen next."""

    def _loaded(self, live: Live) -> None:
        """Called when a log has come into memory."""

    def _presence_changed(self, live: Live) -> None:
        """Called when somebody begins or ends watching."""

    # What all share

    async def live(self, log_id: str) -> Live:
        """The log of this id, in memory from now on. Raises `refusal`."""
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
        """Do what is asked. Raises `refusal`, and then nothing of it has happened."""
        live = await self.live(log_id)
        before = live.state
        try:
            async with live.lock:
                while True:
                    try:
                        step = await self._step(live.state, decide)
                    except self.refusal:
                        if self.store.is_postgresql and await self._catch_up(live):
                            continue  # news were on their way to us, and may allow it
                        raise
                    if step.append is None:
                        return live
                    if not await self._append(step):
                        await self._catch_up(live)
                        continue
                    live.state = step.after
                    if step.answers:
                        return live
        finally:
            # also where the request was refused, as time may have run out
            if live.state is not before:
                self._after_change(live)

    async def _catch_up(self, live: Live) -> bool:
        """Take in what other servers wrote. Whether there was anything."""
        before = live.state
        live.state = await self._newer(before)
        return live.state is not before

    async def _refresh(self, log_id: str, version: float) -> None:
        """Take in what another server wrote, up to this version at least."""
        live = await self._found(log_id)
        if live is None:
            return
        async with live.lock:
            if live.state.version < version:
                await patiently(lambda: self._catch_up(live))
        self._after_change(live)

    async def _found(self, log_id: str) -> Live | None:
        """The log, as soon as the database is there; None where it cannot be read any more, which
        is noted.
        """
        try:
            return await patiently(lambda: self.live(log_id))
        except self.refusal as error:
            log.warning("%s %s is left alone: %s", self.kind, log_id, error)
            return None

    @contextlib.asynccontextmanager
    async def watching(self, log_id: str, watcher: Watcher) -> AsyncIterator[Live]:
        """The log, kept in memory while this lasts; the watcher is woken by each change.

        Raises `refusal`.
        """
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
    """Do the work, as soon as the database is there."""
    while True:
        try:
            return await work()
        except (*DATABASE_FAULTS, DatabaseError) as error:
            log.warning("the database does not answer, trying again: %s", type(error).__name__)
            await asyncio.sleep(PAUSE)
