"""Threads for long computations, which give way to everything else, and how they are shared."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor

__all__ = ["FairLock", "Shares", "thread_pool"]

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


class Shares:
    """Who used threads how much lately, and how many are busy for whom.

    Whoever has used them least comes first, so that nobody gets more by asking more often.
    """

    def __init__(self) -> None:
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """By address: seconds, as they counted at a time."""
        self._busy: Counter[str] = Counter()

    def used(self, whose: str, now: float) -> float:
        """Seconds that this address used threads, those of a minute before `now` counted half.

        now: by the monotonic clock; the same for all that are compared, as what one address used
        shrinks from one look to the next.
        """
        seconds, at = self._used.get(whose, (0.0, 0.0))
        return seconds * 0.5 ** ((now - at) / HALF_LIFE) if seconds else 0.0

    def busy(self, whose: str) -> int:
        """The number of threads that are at work for this address."""
        return self._busy[whose]

    def begin(self, whose: str) -> Callable[[], None]:
        """Count a thread for this address until the returned function is called."""
        began = time.monotonic()
        self._busy[whose] += 1

        def end() -> None:
            self._busy[whose] -= 1
            if not self._busy[whose]:
                del self._busy[whose]
            now = time.monotonic()
            self._used[whose] = self.used(whose, now) + now - began, now
            self._used.move_to_end(whose)
            if len(self._used) > MOST_KNOWN:
                self._used.popitem(last=False)

        return end


class FairLock:
    """A lock that goes to the address that held it least lately, and of that to who asked first."""

    def __init__(self) -> None:
        self._shares = Shares()
        self._held = False
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []

    def waiting(self, whose: str | None = None) -> int:
        """How many wait: of this address, or by default of all."""
        return sum(whose in (None, other) and not turn.done() for other, turn in self._waiting)

    @contextlib.asynccontextmanager
    async def held(self, whose: str) -> AsyncIterator[None]:
        """Wait for the lock, and hold it while the context lasts."""
        if self._held:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.append((whose, turn))
            try:
                await turn
            except asyncio.CancelledError:
                if not turn.cancelled():
                    self._pass_on()  # it was this one's turn just now
                raise
        self._held = True
        end = self._shares.begin(whose)
        try:
            yield
        finally:
            end()
            self._pass_on()

    def _pass_on(self) -> None:
        self._waiting = [one for one in self._waiting if not one[1].cancelled()]
        self._held = bool(self._waiting)
        if self._waiting:
            now = time.monotonic()
            chosen = min(self._waiting, key=lambda one: self._shares.used(one[0], now))
            self._waiting.remove(chosen)
            chosen[1].set_result(None)
