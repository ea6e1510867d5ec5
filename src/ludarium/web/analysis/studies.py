"""Studies that visitors save: whoever knows the address can read one, only its owner changes it."""

from __future__ import annotations

from typing import Any

import orjson
from starlette.requests import Request

from ludarium.eventlog.clock import server_time
from ludarium.eventlog.codes import LETTERS, new_id
from ludarium.phrases import say
from ludarium.tables.errors import TableError
from ludarium.web.context import Context, context_of
from ludarium.web.people.visitors import Visitor

__all__ = ["KEPT", "MOST_STUDIES", "opened_study", "save_study"]

KIND = "study"  # of what is kept
MOST_STUDIES = 100  # of one visitor
DAY = 86_400.0
KEPT = 90 * DAY  # for which the study of a guest is kept after somebody opened it


async def save_study(
    request: Request, visitor: Visitor, content: dict[str, Any], study_id: str | None = None
) -> str:
    """Keep a study, or replace one of the visitor's own; returns its id. Raises TableError.

    Some studies of guests that nobody opens any more are deleted at the same time.
    """
    context = context_of(request)
    store, now = context.tables.store, server_time()
    summary = {
        "game": content["game"],
        "title": content["title"],
        "positions": len(content["positions"]),
    }
    size = len(orjson.dumps(content))
    owner = context.allowances.owner(visitor.holder, request)
    if study_id:
        await context.allowances.check_of(KIND, study_id, size)
        if not await store.studies.change(study_id, visitor.holder, summary, content, now):
            raise TableError("unknown", say("You have no such study: save it as a new one."))
        await store.owned.resize(KIND, study_id, size)
        return study_id
    if await store.studies.count(visitor.holder) >= MOST_STUDIES:
        raise TableError(
            "not-now",
            say("You have {most} studies: delete one first.", most=MOST_STUDIES),
        )
    await context.allowances.check(KIND, owner, 1, size)
    await store.studies.forget(now - KEPT)
    study_id = new_id()
    await store.studies.add(study_id, visitor.holder, summary, content, now)
    await context.allowances.keep(KIND, study_id, owner, size)
    return study_id


async def opened_study(context: Context, visitor: Visitor, study_id: str) -> dict[str, Any]:
    """The study of this id, as somebody opens it. Raises TableError."""
    store, now = context.tables.store, server_time()
    study = await store.studies.find(study_id) if set(study_id) <= set(LETTERS) else None
    if study is None:
        raise TableError("unknown", say("There is no such study, or it is no longer kept."))
    holder, opened, content = study
    if now - opened > DAY:
        await store.studies.note_opening(study_id, now)
    return {"id": study_id, "mine": holder == visitor.holder, **content}
