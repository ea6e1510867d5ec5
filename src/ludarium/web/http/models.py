"""Models shared by several parts of the API, for validation and OpenAPI."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, ValidationError

MOST_MOVES = 1_000
Name = Annotated[str, Field(max_length=200)]


class Body(BaseModel):
    """What a request brings: only known fields, of the right types."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


Read = TypeVar("Read", bound=Body)


def parsed(kind: type[Read], text: str | bytes) -> Read:
    """A body of this kind from its JSON. Raises RequestValidationError where it is none."""
    try:
        return kind.model_validate_json(text)
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from None


class Answer(BaseModel):
    """What the server answers; the text under a field describes it in OpenAPI too."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class ClockBody(Body):
    """A clock, with the fields that its kind has."""

    kind: Literal["none", "fischer", "days", "countdown"] = "none"
    minutes: float | None = None
    """Of a Fischer clock: what each seat begins with."""
    increment: float | None = None
    """Of a Fischer clock: seconds that each move adds."""
    days: float | None = None
    """Of days: what each move may take."""
    seconds: float | None = None
    """Of a countdown: what each choice may take."""


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
