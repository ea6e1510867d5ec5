"""Routes of families of games."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from ludarium.rulesets.families import family_json
from ludarium.web.context import Reader, json_response
from ludarium.web.http.models import refusals
from ludarium.web.rulesets.models import FamilyAnswer

__all__ = ["router"]

router = APIRouter(prefix="/api/families", tags=["games"], responses=refusals(403, 404, 429, 431))


@router.get("/{name}", response_model=FamilyAnswer)
async def get_family(visitor: Reader, name: Annotated[str, Path(max_length=64)]) -> Response:
    """A family of games as a dataset: where and when each was played, by what source, its board,
    and the parts, first position, rules in sentences and measures of each ruleset.
    """
    return json_response(family_json(name, visitor.translate))
