"""Request and response models for studies."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from ludarium.analysis.study import LONGEST_COMMENT, MOST_MARKS, MOST_POSITIONS, Colour
from ludarium.web.http.models import Answer, Body

SiteId = Annotated[str, Field(max_length=64)]


class DrawnMarkBody(Body):
    """An arrow between two sites, or a ring around one."""

    start: SiteId
    end: SiteId | None = None
    """Where an arrow points; a ring has none."""
    colour: Colour = "green"


class StudyPositionBody(Body):
    """A position of a study."""

    move: str = Field("", max_length=200, examples=["d5/3d6"])
    """The move that led here; none for the first."""
    after: int | None = Field(None, ge=0, lt=MOST_POSITIONS)
    """The place in the list of the position before it; by default the one before it in the list."""
    comment: str = Field("", max_length=LONGEST_COMMENT)
    marks: list[DrawnMarkBody] = Field(default=[], max_length=MOST_MARKS)


class StudyBody(Body):
    """A study: a tree of moves with variations, comments and marks."""

    game: str = Field(max_length=64, examples=["yoxii"])
    ruleset: str | None = Field(None, max_length=400)
    seats: int | None = Field(None, ge=1, le=64)
    position: str | None = Field(None, max_length=2000)
    """Where it begins, as text; by default the start."""
    title: str = Field("", max_length=100)
    positions: list[StudyPositionBody] = Field(
        min_length=1, max_length=MOST_POSITIONS, examples=[[{}, {"move": "d5/3d6"}]]
    )
    """In an order in which each comes after the one before it."""


class SavedStudy(Answer):
    """What was saved."""

    id: str
    address: str
    """Of its page, on this server."""


class StudyAnswer(Answer):
    """A study."""

    id: str
    mine: bool
    """Whether it is yours to change."""
    game: str
    ruleset: str
    seats: int
    position: str
    """Where it begins, as text; empty for the start."""
    title: str
    positions: list[dict[str, Any]]


class StudySummary(Answer):
    """A study in a list."""

    id: str
    changed: float
    game: str
    title: str
    positions: int
