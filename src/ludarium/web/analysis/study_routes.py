"""The API of studies: trees of moves that visitors save and share."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from ludarium import catalogue
from ludarium.analysis.study import (
    DrawnMark,
    StudyPosition,
    checked,
    clean,
    seats_of_moves,
    to_json,
)
from ludarium.phrases import say
from ludarium.play.position import Position
from ludarium.tables.errors import TableError
from ludarium.web.analysis.studies import MOST_STUDIES, opened_study, save_study
from ludarium.web.analysis.study_models import (
    SavedStudy,
    SeatsOfMovesAnswer,
    StudyAnswer,
    StudyBody,
    StudySummary,
)
from ludarium.web.background.job_pool import Check
from ludarium.web.context import Reader, Writer, context_of, json_response, run_job
from ludarium.web.http.models import REFUSALS
from ludarium.web.people.visitors import Visitor
from ludarium.web.rulesets.routes import position_of

__all__ = ["router"]

router = APIRouter(prefix="/api/studies", tags=["analysis"], responses=REFUSALS)
StudyId = Annotated[str, Path(max_length=64)]


@router.get("", response_model=list[StudySummary])
async def list_studies(request: Request, visitor: Reader) -> Response:
    """Your studies, the newest first."""
    store = context_of(request).tables.store
    return json_response(await store.studies.of(visitor.holder, MOST_STUDIES))


@router.post("", status_code=201, response_model=SavedStudy)
async def add_study(request: Request, visitor: Writer, body: StudyBody) -> Response:
    """Save a study under an address of its own, where others can read it.

    A guest's is deleted when nobody has opened it for 90 days.
    """
    return await saved(request, visitor, body)


@router.post("/seats", response_model=SeatsOfMovesAnswer)
async def get_seats_of_moves(request: Request, visitor: Reader, body: StudyBody) -> Response:
    """The seats that made the moves of a study, which need not be saved."""
    context = context_of(request)
    context.limit_drawing(request, len(body.positions))
    seats = await run_job(request, lambda check: seats_of_moves(*tree_of(body), check))
    return json_response({"seats": seats})


@router.get("/{study_id}", response_model=StudyAnswer)
async def get_study(request: Request, visitor: Reader, study_id: StudyId) -> Response:
    """A study, for whoever knows its id."""
    return json_response(await opened_study(context_of(request), visitor, study_id))


@router.put("/{study_id}", response_model=SavedStudy)
async def change_study(
    request: Request, visitor: Writer, study_id: StudyId, body: StudyBody
) -> Response:
    """Replace a study of your own."""
    return await saved(request, visitor, body, study_id)


@router.delete("/{study_id}", status_code=204, response_class=Response)
async def delete_study(request: Request, visitor: Writer, study_id: StudyId) -> Response:
    """Delete a study of your own."""
    store = context_of(request).tables.store
    if not await store.studies.delete(study_id, visitor.holder):
        raise TableError("unknown", say("You have no such study."))
    return Response(status_code=204)


async def saved(
    request: Request, visitor: Visitor, body: StudyBody, study_id: str | None = None
) -> Response:
    context = context_of(request)
    context.limit_here(context.saving, request)
    content = await run_job(request, lambda check: content_of(body, check))
    saved_id = await save_study(request, visitor, content, study_id)
    status = 200 if study_id else 201
    return json_response({"id": saved_id, "address": f"/study/{saved_id}"}, status)


def content_of(body: StudyBody, check: Check) -> dict[str, Any]:
    """The study as it is kept: all its moves are legal. Raises LudariumError."""
    first, positions = tree_of(body)
    return {
        "game": first.game.name,
        "ruleset": first.ruleset.name,
        "seats": first.seats,
        "position": body.position or "",
        "title": clean(" ".join(body.title.split())),
        "positions": to_json(checked(first, positions, check)),
    }


def tree_of(body: StudyBody) -> tuple[Position, list[StudyPosition]]:
    """The position at which a study begins, and its positions. Raises LudariumError."""
    first = position_of(catalogue.find(body.game), body.ruleset, body.seats, body.position)
    positions = [
        StudyPosition(
            one.move,
            one.after,
            one.comment,
            tuple(DrawnMark(mark.start, mark.end, mark.colour) for mark in one.marks),
        )
        for one in body.positions
    ]
    return first, positions
