"""Compiles games while the server already answers, after the first start or a change of rules.

Until a game is compiled its rules run in plain Python, which is fast enough for tables of people;
bots and analyses of it wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process

from ludarium import catalogue
from ludarium.errors import LudariumError
from ludarium.phrases import say
from ludarium.tables.bots import Thinkers
from ludarium.tables.errors import TableError

__all__ = ["Preparation", "code_of", "preparing"]

NICENESS = 10  # as of the command `nice`
RETRY = 5.0  # seconds, after which to ask again

log = logging.getLogger(__name__)


def code_of(name: str) -> str:
    """By what a game's machine code is known, which several games may share."""
    return catalogue.find(name).engine or name


class Preparation:
    """The games whose machine code is not at hand yet.

    names: those to be compiled, one of each engine. stored: likewise those whose code only has to
    be loaded, which come first.
    """

    def __init__(self, names: Iterable[str] = (), stored: Iterable[str] = ()) -> None:
        self._stored = set(stored)
        self._waiting = [*stored, *names]
        self._missing = {code_of(name) for name in self._waiting}

    def is_ready(self, name: str) -> bool:
        """Whether this game's machine code is at hand."""
        return not self._missing or code_of(name) not in self._missing

    def check(self, name: str) -> None:
        """Raise TableError where this game is not compiled; its turn is then next."""
        if not self.is_ready(name):
            self.hurry(name)
            raise TableError(
                "not-now",
                say("This game is being made ready, which takes a minute once: try again soon."),
                RETRY,
            )

    def hurry(self, name: str) -> None:
        """Compile this game next, unless it is being compiled already."""
        wanted = code_of(name)
        for waiting in self._waiting:
            if code_of(waiting) == wanted:
                self._waiting.remove(waiting)
                self._waiting.insert(0, waiting)
                return

    async def work(
        self,
        pool: ProcessPoolExecutor,
        compile_game: Callable[[str], None],
        load: Callable[[str], None],
        on_ready: Callable[[], None],
    ) -> None:
        """Compile games, one at a time, until none waits; several tasks may do so side by side.

        compile_game: called in the pool with what `catalogue.named` knows the game by. load: called
        in this process with its name, in a thread.
        """
        loop = asyncio.get_running_loop()
        while self._waiting:
            name = self._waiting.pop(0)
            try:
                if name not in self._stored:
                    again = catalogue.found_again(name)
                    await loop.run_in_executor(pool, compile_game, again)
                await asyncio.to_thread(load, name)
            except LudariumError as error:
                self._try_another(name)
                if not catalogue.leave_out(name, str(error)):
                    log.error("ludarium: %s; bots do not play it", error)
                continue
            except BrokenProcessPool:
                log.error("ludarium: a process that compiles games was killed: bots compile theirs")
                self._waiting.clear()
                self._missing.clear()
            except Exception:  # such as a damaged file of machine code
                log.exception("ludarium: %s is compiled when a bot plays it", name)
            self._missing.discard(code_of(name))
            on_ready()

    def _try_another(self, name: str) -> None:
        """Let another game of the same engine be next, where this one cannot be compiled."""
        if (engine := catalogue.find(name).engine) is None:
            return
        names = [one for one in catalogue.names() if catalogue.find(one).engine == engine]
        later = names[names.index(name) + 1 :] if name in names else []
        self._waiting[:0] = later[:1]


def begin_worker() -> None:
    """Lower the priority of a worker process, where the system can, and end it with the server."""
    if sys.platform != "win32":
        os.nice(NICENESS)
    for number in (signal.SIGINT, signal.SIGTERM):  # which the server gets, too
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextlib.asynccontextmanager
async def preparing(
    names: Iterable[str],
    stored: Iterable[str],
    thinkers: Thinkers,
    compile_game: Callable[[str], None],
    load: Callable[[str], None],
) -> AsyncIterator[Preparation]:
    """Load and compile these games until the context ends, on half of the processors; bots wait.

    names, stored: as in `Preparation`.
    """
    preparation = Preparation(names, stored)
    if not preparation._missing:
        yield preparation
        return
    processes = max(1, (os.cpu_count() or 2) // 2)
    pool = ProcessPoolExecutor(
        max_workers=processes, mp_context=get_context("spawn"), initializer=begin_worker
    )

    def may_think(name: str) -> bool:
        preparation.hurry(name)
        return preparation.is_ready(name)

    thinkers.may_think = may_think
    tasks = [
        asyncio.create_task(preparation.work(pool, compile_game, load, thinkers.resume))
        for _ in range(processes)
    ]
    try:
        yield preparation
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(cancel_futures=True)  # else Python's own end may find its pipes closed
