"""A seat of a live table whose bot is asked for a move."""

from __future__ import annotations

import contextlib
import dataclasses
import functools

from ludarium.eventlog.codec import LogEntry
from ludarium.phrases import say
from ludarium.tables import requests
from ludarium.tables.bots import JobKey
from ludarium.tables.errors import TableError
from ludarium.tables.live_table import LiveTable
from ludarium.tables.log import TableLog, meant_move
from ludarium.tables.table import Table
from ludarium.tables.threads import ClientKey

__all__ = ["BotSeat"]


@dataclasses.dataclass(frozen=True, slots=True)
class BotSeat:
    """The request of a table for the move of one of its bots (a `MoveRequest`)."""

    log: TableLog
    """The log that the move is appended to."""
    live: LiveTable
    """The table as it is now."""
    asked: Table
    """The table as it was when the move was asked for."""
    seat: int
    """The bot's seat."""

    @property
    def key(self) -> JobKey:
        return self.asked.id, self.asked.takebacks, self.asked.ply, self.seat

    @property
    def wanted(self) -> bool:
        now = self.live.table
        same = (now.takebacks, now.ply) == (self.asked.takebacks, self.asked.ply)
        return same and self.seat in self.live.waiting_bots

    @property
    def rank(self) -> int:
        return self.live.rank()

    @property
    def client(self) -> ClientKey:
        return self.live.client

    async def answer(self, move: str) -> None:
        # stale: a takeback, a resignation or another server came first
        with contextlib.suppress(TableError):
            made = functools.partial(meant_move, self.asked, self.seat, move)
            await self.log.request(self.asked.id, made)

    async def give_up(self) -> None:
        with contextlib.suppress(TableError):
            await self.log.request(
                self.asked.id, functools.partial(resigned, self.asked, self.seat)
            )


def resigned(asked: Table, seat: int, table: Table, now: float) -> LogEntry:
    """The resignation of a bot. asked: the table for whose game it is meant.

    Raises TableError where the table has changed since.
    """
    if table.chairs[seat].taken_at != asked.chairs[seat].taken_at:
        raise TableError("stale", say("That table has moved on; here is the new position."))
    return requests.resign_seat(table, seat, now)
