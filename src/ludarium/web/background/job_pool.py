"""Long work for readers, in pools of its own: imports, exports, sheets and pictures of tournaments,
positions after many moves, long sections of pages.

No other page waits for these pools. Work stops when its time is over or nobody waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, cast

from starlette.requests import Request

from ludarium.errors import LudariumError
from ludarium.phrases import say
from ludarium.tables.errors import too_often
from ludarium.tables.threads import ClientKey, FairLock, in_loop

__all__ = ["BusyError", "Check", "JobPool", "unless_gone"]

THREADS = 3
LONGEST = 20.0  # seconds that a piece of work may take, its wait included
RUNNING = 0.001  # seconds of work after which it gives way to requests
RESTING = 0.001  # seconds for which it does, once the event loop has come round
PATIENCE = 0.1  # seconds that it waits for the event loop to come round
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


class AbandonedJobError(Exception):
    """Nobody waits for this work any more."""


class Job:
    """A piece of work, and how many wait for it.

    computing: held while it computes, by one job at a time. Several would each take as much of the
    interpreter as the event loop gets.
    """

    def __init__(self, computing: threading.Lock) -> None:
        self._computing = computing
        self._loop = asyncio.get_running_loop()
        self.done: asyncio.Task[Any]
        self.readers = 0
        self.stopped = False
        self._rest_at = 0.0  # by `perf_counter`

    def do(self, work: Callable[[Check], Any]) -> Any:
        """The result of the work; None where it stopped."""
        with self._computing, contextlib.suppress(AbandonedJobError):
            self._rest_at = time.perf_counter() + RUNNING
            self.check()
            return work(self.check)
        return None

    def check(self) -> None:
        """Give way to requests now and then. Raises AbandonedJobError where nobody waits."""
        if self.stopped:
            raise AbandonedJobError
        if time.perf_counter() > self._rest_at:
            self._computing.release()
            try:
                self._give_way()
            finally:
                self._computing.acquire()
            self._rest_at = time.perf_counter() + RUNNING

    def _give_way(self) -> None:
        """Wait until the event loop has come round, so that work slows down as requests do, and a
        moment more: Python runs one thread at a time, and a thread that has to wait for its turn
        again after each message makes moves late.
        """
        round_come = threading.Event()
        in_loop(self._loop, round_come.set)
        round_come.wait(PATIENCE)
        time.sleep(RESTING)


class JobPool:
    """The pool of a server for one kind of work, with a cache of the texts that it made lately.
    Addresses take turns.

    name: of its threads. computing: as of `Job`. each: unfinished pieces of work of one address.
    most: of everybody. longest: seconds that one may take, its wait included.
    """

    def __init__(
        self,
        name: str,
        computing: threading.Lock,
        *,
        each: int,
        most: int,
        longest: float = LONGEST,
    ) -> None:
        self._computing, self._each, self._most, self._longest = computing, each, most, longest
        self._threads = ThreadPoolExecutor(THREADS, name)
        self._turns = FairLock(THREADS)
        self._jobs: dict[Hashable, Job] = {}
        self._of: Counter[str] = Counter()  # unfinished work of each address
        self._kept: OrderedDict[Hashable, str] = OrderedDict()
        self._size = 0

    def close(self) -> None:
        """Stop all work."""
        for job in self._jobs.values():
            job.stopped = True
            job.done.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def do(
        self, work: Callable[[Check], Result], client: ClientKey, key: Hashable = None
    ) -> Result:
        """Do the work, or wait for it where it is done already; a text is kept under its key.

        client: the address that asks. Raises BusyError, TableError, and
        what the work raises.
        """
        if key is not None and key in self._kept:
            self._kept.move_to_end(key)
            return cast("Result", self._kept[key])
        job = self._jobs.get(key)
        if job is None or job.stopped:
            job = self._begin(work, client, object() if key is None else key)
        job.readers += 1
        try:
            # unlike `wait_for` it does not cancel what others wait for
            await asyncio.wait((job.done,), timeout=self._longest)
            if not job.done.done():
                raise BusyError(TOO_LONG)
            return cast("Result", job.done.result())
        finally:
            job.readers -= 1
            if not job.readers:
                job.stopped = True
                job.done.cancel()

    def _begin(self, work: Callable[[Check], Any], client: ClientKey, key: Hashable) -> Job:
        if client and self._of[client] >= self._each:
            raise too_often(PAUSE)
        if self._of.total() >= self._most:
            raise BusyError(TOO_LONG)
        job = self._jobs[key] = Job(self._computing)
        self._of[client] += 1
        job.done = asyncio.create_task(self._made(job, work, client))
        job.done.add_done_callback(lambda _: self._finish(job, client, key))
        return job

    async def _made(self, job: Job, work: Callable[[Check], Any], client: ClientKey) -> Any:
        async with self._turns.held(client) as place:
            # until then, also where it is cancelled meanwhile
            place.until = self._threads.submit(job.do, work)
            return await asyncio.wrap_future(place.until)

    def _finish(self, job: Job, client: str, key: Hashable) -> None:
        self._of[client] -= 1
        if not self._of[client]:
            del self._of[client]
        if self._jobs.get(key) is job:
            del self._jobs[key]
        if job.done.cancelled() or job.done.exception() or type(key) is object:
            return
        made = job.done.result()
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
