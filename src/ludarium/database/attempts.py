"""First attempts at puzzles by those who have an account, in the database."""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa

from ludarium.database import schema
from ludarium.database.repository import Repository

__all__ = ["Attempt", "Attempts"]


class Attempt(NamedTuple):
    """Somebody's first attempt at a puzzle."""

    at: float
    """The time at which it ended."""
    holder: str
    """The identity of an account, or another name of one that is deleted."""
    puzzle: str
    """The id of the puzzle."""
    solved: bool


class Attempts(Repository):
    """The table of attempts."""

    async def add(self, attempt: Attempt) -> bool:
        """Keep an attempt. False where there is one of this identity at this puzzle."""
        row = schema.puzzle_attempts
        insert = self._insert(row).values(attempt._asdict()).on_conflict_do_nothing()
        async with self._engine.connect() as connection:
            return (await connection.execute(insert.returning(row.c.puzzle))).first() is not None

    async def since(self, at: float, after: tuple[str, str], limit: int = 500) -> list[Attempt]:
        """Attempts by time, identity and puzzle: those at this time that come after the given
        identity and puzzle, and those of later.
        """
        row = schema.puzzle_attempts.c
        place = sa.tuple_(row.at, row.holder, row.puzzle)
        query = (
            sa.select(row.at, row.holder, row.puzzle, row.solved)
            .where(place > sa.tuple_(sa.literal(at), *map(sa.literal, after)))
            .order_by(row.at, row.holder, row.puzzle)
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return [Attempt(*values) for values in await connection.execute(query)]

    async def of(self, holder: str) -> dict[str, bool]:
        """Return whether this identity solved each puzzle at its first attempt, by id of those it
        tried.
        """
        row = schema.puzzle_attempts.c
        query = sa.select(row.puzzle, row.solved).where(row.holder == holder)
        async with self._engine.connect() as connection:
            return {attempt.puzzle: attempt.solved for attempt in await connection.execute(query)}
