"""Reviews of games that are over, which are made once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson
import sqlalchemy as sa

from ludarium.database import schema
from ludarium.database.repository import Repository

__all__ = ["ReviewRepository"]


class ReviewRepository(Repository):
    """The reviews that were made."""

    async def of(self, table_id: str) -> Any:
        """The review of the table's game, as JSON; None if there is none yet."""
        query = sa.select(schema.reviews.c.made).where(schema.reviews.c.table_id == table_id)
        async with self._engine.connect() as connection:
            made = await connection.scalar(query)
        return made and orjson.loads(made)

    async def among(self, tables: Sequence[str]) -> list[str]:
        """Select from these tables those whose games have a review."""
        row = schema.reviews.c
        query = sa.select(row.table_id).where(row.table_id.in_(tables))
        async with self._engine.connect() as connection:
            return list(await connection.scalars(query))

    async def add(self, table_id: str, made: Any) -> None:
        """Keep the review of the table's game, unless another server has made one."""
        row = {"table_id": table_id, "made": orjson.dumps(made).decode()}
        insert = self._insert(schema.reviews).values(row).on_conflict_do_nothing()
        async with self._engine.connect() as connection:
            await connection.execute(insert)
