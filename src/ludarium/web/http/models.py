"""Models shared by several parts of the API, for validation and OpenAPI."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ludarium.tables.clocks import ClockKind

MOST_MOVES = 1_000
Name = Annotated[str, Field(max_length=200)]


class Body(BaseModel):
    """The body of a request: only known fields, of the right types."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


Read = TypeVar("Read", bound=Body)


def parsed(kind: type[Read], text: str | bytes) -> Read:
    """A body of this kind from its JSON. Raises RequestValidationError where it is none."""
    try:
        return kind.model_validate_json(text)
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from None


class Answer(BaseModel):
    """The body of an answer; the text under a field describes it in OpenAPI too."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class ExactAnswer(Answer):
    """A part of an answer with these fields and no others; those with a default may be left
    out.
    """

    model_config = ConfigDict(extra="forbid")


class ClockBody(Body):
    """A clock, with the fields that its kind has."""

    kind: ClockKind = "none"
    minutes: float | None = None
    """The time that each seat begins with, before overtime."""
    increment: float | None = None
    """Seconds that each turn adds, in a Fischer clock."""
    delay: float | None = None
    """Seconds of each turn that do not count (delay), or are given back after it (bronstein)."""
    period: float | None = None
    """Seconds of a period of overtime (byoyomi, canadian)."""
    periods: int | None = None
    """The number of periods (byoyomi); a turn that takes as long as one uses it up."""
    moves: int | None = None
    """The number of moves that a period is for (canadian)."""
    days: float | None = None
    """The days that each move may take."""
    seconds: float | None = None
    """The seconds that each choice may take, in a countdown."""


class ErrorAnswer(Answer):
    """A refusal."""

    error: str
    """One sentence in the reader's language."""
    code: str
    """The kind of refusal, for programs."""


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """OpenAPI responses that refuse a request with these HTTP statuses."""
    return {status: {"model": ErrorAnswer} for status in statuses}


REFUSALS = refusals(403, 404, 409, 422, 429)
"""The refusals of most parts of the API."""
