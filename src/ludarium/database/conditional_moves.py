"""Conditional moves of seats, in the database."""

from __future__ import annotations

import sqlalchemy as sa

from ludarium.database import schema
from ludarium.database.repository import Repository

__all__ = ["ConditionalMoves"]


class ConditionalMoves(Repository):
    """The conditional moves of all tables."""

    async def of(self, table_id: str) -> dict[int, str]:
        """Return the conditional moves that the seats of this table keep, by seat."""
        kept = schema.conditional_moves.c
        query = sa.select(kept.seat, kept.content).where(kept.table_id == table_id)
        async with self._engine.connect() as connection:
            rows = await connection.execute(query)
            return {row.seat: row.content for row in rows}

    async def keep(self, table_id: str, seat: int, content: str) -> None:
        """Keep these for a seat, in place of those before."""
        row = {"table_id": table_id, "seat": seat, "content": content}
        insert = self._insert(schema.conditional_moves).values(row)
        upsert = insert.on_conflict_do_update(
            index_elements=["table_id", "seat"], set_={"content": content}
        )
        async with self._engine.connect() as connection:
            await connection.execute(upsert)

    async def drop(self, table_id: str, seat: int, content: str) -> None:
        """Delete those of a seat, unless there are others by now."""
        row = schema.conditional_moves.c
        delete = sa.delete(schema.conditional_moves).where(
            row.table_id == table_id, row.seat == seat, row.content == content
        )
        async with self._engine.connect() as connection:
            await connection.execute(delete)

    async def tables(self) -> list[str]:
        """The tables where some seat keeps any."""
        query = sa.select(schema.conditional_moves.c.table_id).distinct()
        async with self._engine.connect() as connection:
            return list(await connection.scalars(query))
