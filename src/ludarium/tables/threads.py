"""Threads for long computations, which give way to everything else, and how they are shared."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import os
import sys
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NewType

__all__ = ["UNLIMITED", "ClientKey", "FairLock", "Place", "ThreadUsage", "in_loop", "thread_pool"]

ClientKey = NewType("ClientKey", str)
"""The client to whose share of the threads a work is counted: an address; or a tournament or a
table, of which nobody is known to have asked for it.
"""
UNLIMITED = ClientKey("")
"""The client of all work where a server is run without limits."""

HALF_LIFE = 60.0  # seconds after which half of what somebody took is forgotten
MOST_KNOWN = 10_000


def thread_pool(name: str, threads: int, niceness: int) -> ThreadPoolExecutor:
    """A pool whose threads have a lower priority, where the system can.

    niceness: 0 to 19, as of the command `nice`.
    """

    def give_way() -> None:
        if sys.platform == "linux":
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)

    return ThreadPoolExecutor(threads, thread_name_prefix=name, initializer=give_way)


class ThreadUsage:
    """The time for which clients used threads lately, and the number of threads at work for each.

    Whoever has used them least comes first, so that nobody gets more by asking more often.
    """

    def __init__(self) -> None:
        self._used: OrderedDict[ClientKey, tuple[float, float]] = OrderedDict()
        """By client: seconds, as they counted at a time."""
        self._busy: Counter[ClientKey] = Counter()

    def used(self, client: ClientKey, now: float) -> float:
        """Seconds that this address used threads, those of a minute before `now` counted half.

        now: by the monotonic clock; the same for all that are compared, as what one address used
        shrinks from one look to the next.
        """
        seconds, at = self._used.get(client, (0.0, 0.0))
        return seconds * 0.5 ** ((now - at) / HALF_LIFE) if seconds else 0.0

    def busy(self, client: ClientKey) -> int:
        """The number of threads that are at work for this address."""
        return self._busy[client]

    def begin(self, client: ClientKey) -> Callable[[], None]:
        """Count a thread for this address until the returned function is called."""
        began = time.monotonic()
        self._busy[client] += 1

        def end() -> None:
            self._busy[client] -= 1
            if not self._busy[client]:
                del self._busy[client]
            now = time.monotonic()
            self._used[client] = self.used(client, now) + now - began, now
            self._used.move_to_end(client)
            if len(self._used) > MOST_KNOWN:
                self._used.popitem(last=False)

        return end


@dataclasses.dataclass(eq=False)
class Place:
    """A place of a FairLock that somebody holds."""

    until: Future[Any] | None = None
    """Work in a thread that may go on after the context, and until whose end the place is held."""


def in_loop(loop: asyncio.AbstractEventLoop, work: Callable[[], None]) -> None:
    """Do the work in the event loop, unless it is closed."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(work)


class FairLock:
    """A lock that goes to the address that held it least lately, and of that to who asked first.

    places: how many may hold it at once; where there are several, each address has one at most
    (UNLIMITED, any number), and so has each thing that it is held for.
    """

    def __init__(self, places: int = 1) -> None:
        self._usage = ThreadUsage()
        self._free = places
        self._things: set[str] = set()
        self._waiting: list[tuple[ClientKey, str, asyncio.Future[Callable[[], None]]]] = []

    def waiting(self, client: ClientKey | None = None) -> int:
        """Count those that wait: of this address, or by default of all."""
        return sum(client in (None, other) and not turn.done() for other, _, turn in self._waiting)

    @contextlib.asynccontextmanager
    async def held(self, client: ClientKey, thing: str = "") -> AsyncIterator[Place]:
        """Wait for the lock, and hold it while the context lasts. thing: what it is held for."""
        turn: asyncio.Future[Callable[[], None]] = asyncio.get_running_loop().create_future()
        self._waiting.append((client, thing, turn))
        self._pass_on()
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                turn.result()()  # it was this one's turn just now
            raise
        place, give_back = Place(), turn.result()
        try:
            yield place
        finally:
            if place.until:
                loop = asyncio.get_running_loop()
                place.until.add_done_callback(lambda _: in_loop(loop, give_back))
            else:
                give_back()

    def _pass_on(self) -> None:
        """Give free places to those whose turn it is."""
        now = time.monotonic()
        while self._free:
            self._waiting = [one for one in self._waiting if not one[2].done()]
            ready = [
                one
                for one in self._waiting
                if not (one[0] and self._usage.busy(one[0])) and one[1] not in self._things
            ]
            if not ready:
                return
            chosen = min(ready, key=lambda one: self._usage.used(one[0], now))
            self._waiting.remove(chosen)
            client, thing, turn = chosen
            turn.set_result(self._taken(client, thing))

    def _taken(self, client: ClientKey, thing: str) -> Callable[[], None]:
        """Take a place; the function gives it back."""
        self._free -= 1
        self._things.update({thing} - {""})
        end = self._usage.begin(client)

        def give_back() -> None:
            end()
            self._free += 1
            self._things.discard(thing)
            self._pass_on()

        return give_back
