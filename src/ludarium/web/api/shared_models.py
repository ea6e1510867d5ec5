"""The shapes that several parts of the API share, for the OpenAPI description and for checking
what comes in.
"""

from __future__ import annotations

from typing import Annotated, Literal

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
