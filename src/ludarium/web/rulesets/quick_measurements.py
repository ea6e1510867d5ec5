"""Sketches of rulesets: measured in a process of their own, one at a time, so that compiling and
playing delay nobody's moves.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from ludarium import catalogue
from ludarium.errors import LudariumError
from ludarium.jobs import kill, low_priority_processes
from ludarium.measures.quick_measurement import quick_measurement
from ludarium.rules.game import Game, Ruleset
from ludarium.web.background.job_pool import TOO_LONG, BusyError

__all__ = ["QuickMeasurements"]

KEPT = 1000  # quick measurements
NICENESS = 10  # as of the command `nice`
MOST_WAITING = 16  # quick measurements of everybody

Key = tuple[str, str, int]
"""Game, ruleset and size."""


class QuickMeasurements:
    """The quick measurements of a server."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._done: OrderedDict[Key, dict[str, Any] | LudariumError] = OrderedDict()
        self._tasks: dict[Key, asyncio.Task[None]] = {}

    async def close(self) -> None:
        """Stop all work."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        if self._pool:
            kill(self._pool)

    def of(
        self, game: Game, ruleset: Ruleset, size: int, admit: Callable[[], None]
    ) -> dict[str, Any] | None:
        """The measurement of this size (`ludarium.measures.quick_measurement`) as JSON; None while
        it is made.

        admit: called where it has to be made; raises where the visitor may not ask for it. Raises
        BusyError, and LudariumError where the ruleset cannot be measured.
        """
        key = game.name, ruleset.name, size
        if key in self._done:
            self._done.move_to_end(key)
            measured = self._done[key]
            if isinstance(measured, LudariumError):
                raise measured
            return measured
        if key not in self._tasks:
            if len(self._tasks) >= MOST_WAITING:
                raise BusyError(TOO_LONG)
            admit()
            self._tasks[key] = asyncio.create_task(self._make(key))
        return None

    async def _make(self, key: Key) -> None:
        """Make a quick measurement, and keep it."""
        name, ruleset, size = key
        try:
            if self._pool is None:
                self._pool = low_priority_processes(1, NICENESS)
            loop = asyncio.get_running_loop()
            again = catalogue.found_again(name)
            measured: dict[str, Any] | LudariumError
            try:
                measured = await loop.run_in_executor(self._pool, made, again, ruleset, size)
            except LudariumError as error:
                measured = error
            self._done[key] = measured
            while len(self._done) > KEPT:
                self._done.popitem(last=False)
        except BrokenProcessPool:  # killed: whoever asks again gets a new one
            self._pool = None
        finally:
            with contextlib.suppress(KeyError):
                del self._tasks[key]


def made(name: str, ruleset: str, size: int) -> dict[str, Any]:
    """The quick measurement as JSON; in a process of its own."""
    return quick_measurement(catalogue.find(catalogue.named(name)), ruleset, size).as_json()
