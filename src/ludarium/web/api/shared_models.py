"""Models shared by several parts of the API, for validation and OpenAPI."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

MOST_MOVES = 1_000
Name = Annotated[str, Field(max_length=200)]


class Body(BaseModel):
    """What a request brings: only known fields, of the right types."""

    model_config = ConfigDict(extra="forbid")


class ClockBody(Body):
    """kind: none, fischer (minutes, increment in seconds), days (days), or countdown (seconds)."""

    kind: Literal["none", "fischer", "days", "countdown"] = "none"
    minutes: float | None = None
    increment: float | None = None
    days: float | None = None
    seconds: float | None = None


class ErrorAnswer(BaseModel):
    """error: one sentence in the reader's language; code: for programs."""

    error: str
    code: str


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """OpenAPI responses that refuse a request with these HTTP statuses."""
    return {status: {"model": ErrorAnswer} for status in statuses}


REFUSALS = refusals(403, 404, 409, 422, 429)
"""The refusals of most parts of the API."""
