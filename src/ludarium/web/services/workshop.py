"""Long work for one reader, in a pool of its own: imports, exports, sheets and pictures of
tournaments, positions after many moves.

No other page waits for this pool. Work stops when its time is over or nobody waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import functools
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar, cast

from starlette.requests import Request

from ludarium.errors import LudariumError
from ludarium.phrases import say
from ludarium.tables.errors import too_often
from ludarium.tables.threads import in_loop

__all__ = ["BusyError", "Check", "Workshop", "unless_gone"]

THREADS = 2
LONGEST = 20.0  # seconds that a piece of work may take, its wait included
MOST_WAITING = 32  # pieces of work, of everybody
MOST_EACH = 4  # of one address
RUNNING = 0.001  # seconds of work after which it gives way to requests
RESTING = 0.001  # seconds for which it does
KEPT = 16 * 1024 * 1024  # characters of results
PAUSE = 5.0  # seconds after which to ask again
TOO_LONG = say("This takes too long now: try again in a moment.")
Result = TypeVar("Result")
Check = Callable[[], None]
"""Called between the steps of a piece of work; gives way to requests now and then, and raises where
nobody waits for it any more."""


class BusyError(LudariumError):
    """Work that the server cannot do now."""

    wait = PAUSE
    """Seconds after which to ask again."""


class StoppedError(Exception):
    """Nobody waits for this work any more."""


@dataclasses.dataclass(eq=False)
class Job:
    """A piece of work, and how many wait for it."""

    result: Future[Any]
    waiting: int = 0
    stopped: bool = False
    rest_at: float = 0.0
    """When to give way next, by `perf_counter`."""

    def do(self, work: Callable[[Check], Any]) -> Any:
        """The result of the work; None where it stopped."""
        with contextlib.suppress(StoppedError):
            return work(self.check)

    def check(self) -> None:
        """Give way to requests now and then: Python runs one thread at a time, and a thread that
        waits for its turn again after each message makes moves late. Raises StoppedError where
        nobody waits.
        """
        if self.stopped:
            raise StoppedError
        if time.perf_counter() > self.rest_at:
            time.sleep(RESTING)
            self.rest_at = time.perf_counter() + RUNNING


class Workshop:
    """The pool of a server, with a cache of what it made lately."""

    def __init__(self, longest: float = LONGEST) -> None:
        self._longest = longest
        self._threads = ThreadPoolExecutor(THREADS, "workshop")
        self._jobs: dict[Hashable, Job] = {}
        self._of: Counter[str] = Counter()  # unfinished work of each address
        self._kept: OrderedDict[Hashable, str] = OrderedDict()
        self._size = 0

    def close(self) -> None:
        """Stop all work."""
        for job in self._jobs.values():
            job.stopped = True
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def do(
        self, work: Callable[[Check], Result], whose: str = "", key: Hashable = None
    ) -> Result:
        """Do the work, or wait for it where it is done already; a text is kept under its key.

        whose: the address that asks. Raises BusyError, TableError, and what the work raises.
        """
        if key is not None and key in self._kept:
            self._kept.move_to_end(key)
            return cast("Result", self._kept[key])
        job = self._jobs.get(key)
        if job is None or job.stopped:
            job = self._begin(work, whose, object() if key is None else key)
        job.waiting += 1
        result = asyncio.wrap_future(job.result)
        result.add_done_callback(lambda done: done.cancelled() or done.exception())  # retrieved
        try:
            # unlike `wait_for` it does not cancel what others wait for
            await asyncio.wait((result,), timeout=self._longest)
            if not result.done():
                raise BusyError(TOO_LONG)
            return cast("Result", result.result())
        finally:
            job.waiting -= 1
            if not job.waiting:
                job.stopped = True
                job.result.cancel()

    def _begin(self, work: Callable[[Check], Any], whose: str, key: Hashable) -> Job:
        if whose and self._of[whose] >= MOST_EACH:
            raise too_often(PAUSE)
        if self._of.total() >= MOST_WAITING:
            raise BusyError(TOO_LONG)
        job = Job(Future())
        job.result = self._threads.submit(job.do, work)
        self._jobs[key] = job
        self._of[whose] += 1
        loop = asyncio.get_running_loop()

        done = functools.partial(self._done, job, whose, key)
        job.result.add_done_callback(lambda _: in_loop(loop, done))
        return job

    def _done(self, job: Job, whose: str, key: Hashable) -> None:
        self._of[whose] -= 1
        if not self._of[whose]:
            del self._of[whose]
        if self._jobs.get(key) is job:
            del self._jobs[key]
        if type(key) is object or job.result.cancelled() or job.result.exception():
            return
        made = job.result.result()
        if isinstance(made, str) and key not in self._kept:
            self._kept[key] = made
            self._size += len(made)
            while self._size > KEPT:
                self._size -= len(self._kept.popitem(last=False)[1])


async def unless_gone(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """The result of the work, which is cancelled when the client disconnects.

    Raises BusyError then, which nobody reads.
    """
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(left(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise BusyError(TOO_LONG)
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def left(request: Request) -> None:
    """Returns when the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
