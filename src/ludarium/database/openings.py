"""Counted openings of finished games, in the database.

A count belongs to a position, to what was played there, to a result, and to whether only people
played; no count tells of a person. Each game is counted once, whichever server counts it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from typing import Any

import orjson
import sqlalchemy as sa

from ludarium.database import schema
from ludarium.database.engine import uninterrupted
from ludarium.database.repository import Repository

__all__ = ["CountedGame", "OpeningCounts"]

MOST_ROWS = 2_000
"""Counts of one position that are read, those of the most games first."""
Row = tuple[str, int, int, str | None]


@dataclasses.dataclass(frozen=True, slots=True)
class CountedGame:
    """A finished game as it is counted."""

    table_id: str
    ended: float
    winner: int
    """A seat, or -1."""
    by_people: bool
    """True if people held all seats."""
    shown: bool
    """True if the table may be named."""
    continuations: Collection[tuple[str, str]]
    """Pairs of the key of a position and the name of what was played there."""


class OpeningCounts(Repository):
    """The tables of counted openings."""

    async def uncounted(self, since: float, limit: int) -> list[tuple[dict[str, Any], bool]]:
        """Summaries of games that are not counted yet, and whether public lists show them: those
        that ended at this time or later, in the order of their ends.
        """
        row, counted = schema.tables.c, schema.counted_games.c
        query = (
            sa.select(row.summary, row.shown)
            .outerjoin(schema.counted_games, counted.table_id == row.id)
            .where(row.ended >= since, counted.table_id.is_(None))
            .order_by(row.ended, row.id)
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            games = await connection.execute(query)
            return [(orjson.loads(summary), shown) for summary, shown in games]

    @uninterrupted
    async def count(self, game: CountedGame) -> None:
        """Count a game, unless it is counted already."""
        new = (
            self._insert(schema.counted_games)
            .values(table_id=game.table_id)
            .on_conflict_do_nothing()
            .returning(schema.counted_games.c.table_id)
        )
        rows = [
            {
                "position": position,
                "continuation": name,
                "winner": game.winner,
                "by_people": game.by_people,
                "games": 1,
                "latest": game.table_id if game.shown else None,
                "ended": game.ended,
            }
            # the same order everywhere prevents deadlocks
            for position, name in sorted(game.continuations)
        ]
        insert = self._insert(schema.openings)
        row, added = schema.openings.c, insert.excluded
        upsert = insert.on_conflict_do_update(
            index_elements=list(schema.openings.primary_key),
            set_={
                "games": row.games + 1,
                "latest": sa.func.coalesce(added.latest, row.latest),
                "ended": added.ended,
            },
        )
        # of PostgreSQL not the strictest, by which two servers would refuse each other's counts
        level = "READ COMMITTED" if self._engine.name == "postgresql" else "SERIALIZABLE"
        together = self._engine.execution_options(isolation_level=level)
        async with together.begin() as connection:
            if (await connection.execute(new)).first() is not None and rows:
                await connection.execute(upsert, rows)

    async def at(self, position: str, people_only: bool = False) -> list[Row]:
        """The counts of a position: name of the continuation, winner, games, and the table where it
        was played last, where that is still there.

        people_only: only of games in which people held all seats.
        """
        row, table = schema.openings.c, schema.tables.c
        query = (
            sa.select(row.continuation, row.winner, row.games, table.id)
            .outerjoin(schema.tables, table.id == row.latest)
            .where(row.position == position)
            .order_by(row.games.desc(), row.ended.desc())
            .limit(MOST_ROWS)
        )
        if people_only:
            query = query.where(row.by_people)
        async with self._engine.connect() as connection:
            return [tuple(counts) for counts in await connection.execute(query)]

    async def forget(self, before: float) -> None:
        """Delete the counts of what was played once, before this time."""
        row = schema.openings.c
        async with self._engine.connect() as connection:
            await connection.execute(
                sa.delete(schema.openings).where(row.games == 1, row.ended < before)
            )
