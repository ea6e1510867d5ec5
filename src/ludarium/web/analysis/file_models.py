"""Request and response models for files of games."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from ludarium.web.analysis.study_models import StudyBody, StudyPositionAnswer
from ludarium.web.http.models import Answer, Body

__all__ = [
    "LARGEST_FILE",
    "FileAnswer",
    "FileFormat",
    "ImportAnswer",
    "ImportBody",
    "StudyFileBody",
]

LARGEST_FILE = 1_000_000  # characters, or bytes in base64
FileFormat = Annotated[str, Field(max_length=20, examples=["pgn", "sgf"])]


class ImportBody(Body):
    """A file of games: its content as text, or in base64."""

    text: str | None = Field(None, max_length=LARGEST_FILE, examples=["1. e4 e5 (1... c5) *"])
    base64: str | None = Field(None, max_length=LARGEST_FILE)
    name: str = Field("", max_length=200)
    """The name of the file, whose suffix tells the format."""
    format: FileFormat | None = None
    """The format; by default it is found by the name and the content."""

    @model_validator(mode="after")
    def one_content(self) -> ImportBody:
        """Raises ValueError unless there is one of text and base64."""
        if (self.text is None) == (self.base64 is None):
            raise ValueError("expected text or base64")
        return self


class StudyFileBody(StudyBody):
    """A study, to be written as a file."""

    format: FileFormat
    """The format, one of those that the game has (`formats`)."""


class FileAnswer(Answer):
    """A file of another program."""

    name: str
    """The name to keep it by."""
    content: str


class ImportedGame(Answer):
    """A game of a file as a study."""

    game: str
    ruleset: str
    seats: int
    position: str
    """The position at the beginning, as text; empty for the start."""
    title: str
    players: list[str]
    """Name of the player at each seat; empty where the file does not tell."""
    result: str
    """The result as the file has it."""
    positions: list[StudyPositionAnswer]
    notes: list[str]
    """Parts that were not taken as the file has it, each in a few words."""


class ImportAnswer(Answer):
    """The games of a file."""

    format: Literal["pgn", "pdn", "sgf", "mat", "wthor", "xqf", "records", "studies"]
    games: list[ImportedGame]
    faults: list[str]
    """Faults of games that could not be read, each with its place in the file; of many, the first
    ones."""
    more: bool
    """True if the file has more games than are told."""
