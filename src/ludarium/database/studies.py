"""Studies that visitors saved."""

from __future__ import annotations

from typing import Any

import orjson
import sqlalchemy as sa

from ludarium.database import schema
from ludarium.database.owned import disowning
from ludarium.database.repository import Repository

__all__ = ["StudyRepository"]

KIND = "study"  # of what is owned


class StudyRepository(Repository):
    """The studies of all visitors."""

    async def add(self, study_id: str, holder: str, summary: Any, content: Any, now: float) -> None:
        """Keep a new study of this holder."""
        row = {
            "id": study_id,
            "holder": holder,
            "changed": now,
            "opened": now,
            "summary": orjson.dumps(summary).decode(),
            "content": orjson.dumps(content).decode(),
        }
        async with self._engine.connect() as connection:
            await connection.execute(self._insert(schema.studies).values(row))

    async def change(
        self, study_id: str, holder: str, summary: Any, content: Any, now: float
    ) -> bool:
        """Replace a study. False if this holder has none of this id."""
        row = schema.studies.c
        values = {
            "changed": now,
            "opened": now,
            "summary": orjson.dumps(summary).decode(),
            "content": orjson.dumps(content).decode(),
        }
        update = (
            sa.update(schema.studies)
            .where(row.id == study_id, row.holder == holder)
            .values(values)
            .returning(row.id)
        )
        async with self._engine.connect() as connection:
            return (await connection.execute(update)).first() is not None

    async def find(self, study_id: str) -> tuple[str, float, Any] | None:
        """The holder of a study, when it was last opened, and its content; None if unknown."""
        row = schema.studies.c
        query = sa.select(row.holder, row.opened, row.content).where(row.id == study_id)
        async with self._engine.connect() as connection:
            study = (await connection.execute(query)).first()
        return study and (study[0], study[1], orjson.loads(study[2]))

    async def note_opening(self, study_id: str, now: float) -> None:
        """Note that somebody opened the study."""
        row = schema.studies.c
        update = sa.update(schema.studies).where(row.id == study_id).values(opened=now)
        async with self._engine.connect() as connection:
            await connection.execute(update)

    async def of(self, holder: str, limit: int) -> list[dict[str, Any]]:
        """The id, the time of the last change, and the summary of a holder's studies, the newest
        first.
        """
        row = schema.studies.c
        query = (
            sa.select(row.id, row.changed, row.summary)
            .where(row.holder == holder)
            .order_by(row.changed.desc(), row.id)
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return [
                {"id": study_id, "changed": changed, **orjson.loads(summary)}
                for study_id, changed, summary in await connection.execute(query)
            ]

    async def count(self, holder: str) -> int:
        """Count the holder's studies."""
        query = sa.select(sa.func.count()).where(schema.studies.c.holder == holder)
        async with self._engine.connect() as connection:
            return int(await connection.scalar(query) or 0)

    async def delete(self, study_id: str, holder: str) -> bool:
        """Delete a study. False if this holder has none of this id."""
        row = schema.studies.c
        delete = (
            sa.delete(schema.studies)
            .where(row.id == study_id, row.holder == holder)
            .returning(row.id)
        )
        async with self._engine.connect() as connection:
            deleted = (await connection.execute(delete)).first() is not None
            if deleted:
                await connection.execute(disowning(KIND, schema.owned.c.id == study_id))
        return deleted

    async def forget(self, before: float, limit: int = 20) -> None:
        """Delete some studies of holders without an account that nobody has opened since."""
        row = schema.studies.c
        owned = sa.select(schema.accounts.c.key).where(schema.accounts.c.holder == row.holder)
        old = (
            sa.select(row.id)
            .where(row.opened < before, ~owned.exists())
            .order_by(row.opened)
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            ids = list(await connection.scalars(old))
            await connection.execute(sa.delete(schema.studies).where(row.id.in_(ids)))
            await connection.execute(disowning(KIND, schema.owned.c.id.in_(ids)))
