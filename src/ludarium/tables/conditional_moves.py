"""Conditional moves of all tables: they are kept, and made when the other has moved."""

from __future__ import annotations

import contextlib
import functools

import orjson

from ludarium.tables.conditional import Conditional, allows
from ludarium.tables.errors import TableError
from ludarium.tables.live_table import LiveTable
from ludarium.tables.log import TableLog, meant_move
from ludarium.tables.table import Table

__all__ = ["ConditionalMoves"]


class ConditionalMoves:
    """The conditional moves at all tables of a server."""

    def __init__(self, tables: TableLog) -> None:
        self._tables, self._store = tables, tables.store
        self._noted: set[str] = set()
        """The tables at which there may be some."""
        self._complete = False
        """True if these are all."""

    def note(self, table_id: str) -> None:
        """Note that another server keeps some for this table."""
        self._noted.add(table_id)

    async def keep(self, live: LiveTable, seat: int, kept: Conditional) -> None:
        """Keep these for a seat; without lines, keep none."""
        content = orjson.dumps(kept.to_json()).decode()
        await self._store.conditional_moves.keep(live.table.id, seat, content)
        self._noted.add(live.table.id)
        await self._store.tell_others([["conditional-moves", live.table.id]])
        self.see_to(live)  # the other may have moved meanwhile

    async def left(self, table: Table, seat: int) -> tuple[tuple[str, ...], ...]:
        """Return the rest of a seat's lines."""
        content = (await self._store.conditional_moves.of(table.id)).get(seat)
        return Conditional.from_json(orjson.loads(content)).left(table) if content else ()

    async def read(self) -> None:
        """Find out at which tables there are some."""
        self._complete = False
        self._noted.update(await self._store.patiently(self._store.conditional_moves.tables))
        self._complete = True

    def see_to(self, live: LiveTable) -> None:
        some = live.table.id in self._noted or not self._complete
        if some and live.table.record and allows(live.table):
            self._tables.in_background(self._store.patiently(self._make, live))

    async def _make(self, live: LiveTable) -> None:
        """Answer for the seat that is to move, where it has said how, and delete what no longer
        matters.

        Every server that hears of a move does: all but one are refused, as that move has been made.
        """
        asked = live.table
        for seat, content in (await self._store.conditional_moves.of(asked.id)).items():
            kept = Conditional.from_json(orjson.loads(content))
            answer = kept.answer(asked, seat)
            if answer is not None:
                with contextlib.suppress(TableError):
                    await self._tables.request(
                        asked.id, functools.partial(meant_move, asked, seat, answer)
                    )
            elif not kept.left(asked):
                await self._store.conditional_moves.drop(asked.id, seat, content)

    async def make_all(self) -> None:
        """Make those that a killed server has left, one table after the other."""
        for table_id in await self._store.patiently(self._store.conditional_moves.tables):
            if live := await self._tables.find(table_id):
                self.see_to(live)
