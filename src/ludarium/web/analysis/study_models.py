"""Request and response models for studies."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ludarium.analysis.study import LONGEST_COMMENT, MOST_MARKS, MOST_POSITIONS, Colour
from ludarium.web.http.models import Answer, Body

SiteId = Annotated[str, Field(max_length=64)]


class DrawnMarkBody(Body):
    """An arrow between two sites, or a ring around one."""

    start: SiteId
    end: SiteId | None = None
    """The end of an arrow; a ring has none."""
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
    """The position at the beginning, as text; by default the start."""
    title: str = Field("", max_length=100)
    positions: list[StudyPositionBody] = Field(
        min_length=1, max_length=MOST_POSITIONS, examples=[[{}, {"move": "d5/3d6"}]]
    )
    """Positions, each after the one that it comes from."""


class SavedStudy(Answer):
    """The saved study."""

    id: str
    address: str
    """The address of its page, on this server."""


class SeatsOfMovesAnswer(Answer):
    """The seats that made the moves of a study."""

    seats: list[list[int]]
    """Seats that made the move before each position: none before the first position, and for what
    chance did; several where they chose together."""


class DrawnMarkAnswer(Answer):
    """An arrow between two sites, or a ring around one."""

    start: str
    end: str | None
    colour: Colour


class StudyPositionAnswer(Answer):
    """A position of a study; what is empty is left out."""

    move: str | None = None
    after: int | None = None
    comment: str | None = None
    marks: list[DrawnMarkAnswer] | None = None


class StudyAnswer(Answer):
    """A study."""

    id: str
    mine: bool
    """True if it is yours to change."""
    game: str
    ruleset: str
    seats: int
    position: str
    """The position at the beginning, as text; empty for the start."""
    title: str
    positions: list[StudyPositionAnswer]


class StudySummary(Answer):
    """A study in a list."""

    id: str
    changed: float
    game: str
    title: str
    positions: int
