"""The opening explorer: what games came to that went on from a position.

The finished games of this server are counted one by one in a low-priority thread, each once,
whichever of several servers does it. Games of the engine against itself come with the package.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Sequence
from typing import Any, Literal, Self

from ludarium.analysis.openings import (
    Count,
    Opening,
    book_of,
    continuations,
    opening,
    position_key,
    winner_of,
)
from ludarium.database.openings import CountedGame
from ludarium.database.store import DATABASE_FAULTS, DatabaseError
from ludarium.errors import LudariumError
from ludarium.eventlog.clock import server_time
from ludarium.eventlog.codec import LogEntry
from ludarium.play.position import Position
from ludarium.tables.server import TableServer
from ludarium.tables.table import fold
from ludarium.tables.threads import thread_pool
from ludarium.web.tables.drawing import Drawing

__all__ = ["GamesAsked", "Openings"]

GamesAsked = Literal["all", "people", "engine"]
"""The games asked for: all of this server, those between people, or the engine's own."""
EVERY = 5.0  # seconds between searches for finished games
OVERLAP = 60.0  # seconds by which servers' clocks and delayed writes may make a game late
BATCH = 20  # games
PAUSE = 0.05  # seconds between two games, so that counting many slows nobody
KEPT = 365 * 86_400.0  # seconds for which a move that was played once is kept
FORGET_EVERY = 3600.0  # seconds
NICENESS = 10  # as of the command `nice`

log = logging.getLogger(__name__)


class Openings:
    """Counts the games of a table server, and looks them up. Make one with `Openings.opened`."""

    def __init__(self, tables: TableServer) -> None:
        self._tables, self._counts = tables, tables.store.openings
        self._thread = thread_pool("openings", 1, NICENESS)
        self._since = 0.0
        self._forgot = 0.0

    @classmethod
    @contextlib.asynccontextmanager
    async def opened(cls, tables: TableServer) -> AsyncIterator[Self]:
        """Counts finished games until the context ends."""
        openings = cls(tables)
        counting = asyncio.create_task(openings._count_forever())
        try:
            yield openings
        finally:
            counting.cancel()
            await asyncio.gather(counting, return_exceptions=True)
            openings._thread.shutdown(wait=False, cancel_futures=True)

    async def of(self, position: Position, games: GamesAsked, drawing: Drawing) -> Opening:
        """Return the results of those of these games that went on from this position; computed in
        the drawing thread.
        """
        if games == "engine":
            return await drawing.draw(engine_opening, position)
        key = await drawing.draw(position_key, position)
        rows = await self._counts.at(key, people_only=games == "people")
        return await drawing.draw(opening, position, [Count(*row) for row in rows])

    async def _count_forever(self) -> None:
        while True:
            try:
                if self._tables.leading:
                    await self.count_new()
                    await self._forget_old()
            except (DatabaseError, *DATABASE_FAULTS) as error:
                log.warning("openings are counted later: %s", str(error).partition("\n")[0])
            except Exception:
                log.exception("openings are counted later")
            await asyncio.sleep(EVERY)

    async def count_new(self) -> None:
        """Count all finished games that are not counted yet."""
        until = server_time() - OVERLAP
        while games := await self._counts.uncounted(self._since, BATCH):
            for summary, shown in games:
                await self._counts.count(await self._counted(summary, shown))
                self._since = min(until, summary["ended"])  # so that none is looked up again
                await asyncio.sleep(PAUSE)
        self._since = max(self._since, until)

    async def _counted(self, summary: dict[str, Any], shown: bool) -> CountedGame:
        """A game as it is counted: without continuations where nothing can be made of its log, so
        that it is not tried for ever.
        """
        try:
            entries = await self._tables.entries(summary["id"])
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, counts_of, summary, shown, entries)
        except (DatabaseError, *DATABASE_FAULTS):
            raise
        except Exception as error:
            if not isinstance(error, LudariumError):
                log.exception("the game of table %s is not counted", summary["id"])
            return CountedGame(summary["id"], summary["ended"], -1, False, False, ())

    async def _forget_old(self) -> None:
        now = server_time()
        if now - self._forgot > FORGET_EVERY:
            self._forgot = now
            await self._counts.forget(now - KEPT)


def counts_of(summary: dict[str, Any], shown: bool, entries: Sequence[LogEntry]) -> CountedGame:
    """A game as it is counted: without continuations where it was not played.

    Raises LudariumError where it cannot be read by the rules of today.
    """
    moves, winner = set[tuple[str, str]](), -1
    record = fold(summary["id"], entries).record
    if record is not None and record.over and record.reason != "abandoned":
        moves, winner = set(continuations(record)), winner_of(record.returns)
    by_people = all(seat is not None and seat["kind"] == "person" for seat in summary["seats"])
    return CountedGame(summary["id"], summary["ended"], winner, by_people, shown, moves)


def engine_opening(position: Position) -> Opening:
    """Return the results of the engine's games; empty where none of this game come with the
    package.
    """
    book = book_of(position.game.name)
    return book.at(position) if book else opening(position, ())
