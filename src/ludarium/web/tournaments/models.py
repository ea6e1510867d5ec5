"""Request and response models for tournaments."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool

from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.requests import MOST_PLAYERS
from ludarium.web.http.models import Answer, Body, ClockBody

PlayerNumber = Annotated[PlayerId, Field(ge=1, le=1_000_000, strict=True)]
PlayerName = Annotated[str, Field(max_length=200, examples=["Ana"])]


class TournamentBody(Body):
    """A tournament to open; docs/tournaments.md explains the formats and choices."""

    name: str = Field(max_length=200, examples=["Spring cup"])
    format: str = Field(max_length=32, examples=["lives"])
    game: str = Field(max_length=64, examples=["ahyoheek"])
    ruleset: str = Field("", max_length=400)
    size: int = Field(0, ge=0, le=64)
    largest: int = Field(0, ge=0, le=64)
    lives: int = Field(2, ge=0, le=100)
    rounds: int | None = Field(None, ge=0, le=1000)
    cycles: int = Field(1, ge=0, le=100)
    replays: int = Field(2, ge=0, le=100)
    seeding: str = Field("random", max_length=32)
    minutes: int = Field(60, ge=0, le=100_000)
    no_show: int | None = Field(None, ge=0, le=100_000)
    """Minutes after which who has not come forfeits."""
    join: StrictBool = True
    """True if anybody may enter."""
    online: StrictBool = True
    """True if live tables open by themselves."""
    automatic: StrictBool = True
    """True if rounds are drawn by themselves."""
    clock: ClockBody | None = None
    fill: str | None = Field(None, max_length=32, examples=["level:3"])
    """The bot that fills in at short tables."""


class TournamentCodeBody(Body):
    code: str = Field(max_length=32, examples=["7KQ2-M9XD"])


class PlayerBody(Body):
    """A player by name; or, in place of it, several by their names, or so many bots."""

    name: PlayerName | None = None
    names: list[PlayerName] | None = Field(None, max_length=MOST_PLAYERS)
    """The names of several players, who enter all or none; empty ones are left out."""
    rating: float | None = Field(None, ge=-1e6, le=1e6)
    bot: str | None = Field(None, max_length=32, examples=["level:3"])
    count: int = Field(1, ge=1, le=200)


class JoinBody(Body):
    """A player to enter."""

    name: PlayerName | None = None
    """By default what you are called here."""


class RenameBody(Body):
    name: PlayerName


class ResultBody(Body):
    """A result, or its correction."""

    winner: PlayerNumber | None
    """The player's number; null for a draw."""
    game: int | None = Field(None, ge=1, le=100, strict=True)
    """By default the running one, or the last of a match that is over."""


class ForfeitBody(Body):
    players: list[PlayerNumber] = Field(max_length=64)


class UndoBody(Body):
    """The entry to be taken back."""

    entry: int | None = Field(None, ge=1, le=10**9, strict=True)
    """The entry's number in the log; by default the last that counts."""


class TournamentAnswer(Answer):
    """A tournament for one reader; docs/api.md explains the fields."""

    id: str
    version: int
    name: str
    options: dict[str, Any]
    format: str
    game: str
    title: str
    state: Literal["open", "running", "paused", "over"]
    players: list[dict[str, Any]]
    round: int
    rounds_planned: int | None
    matches: list[dict[str, Any]]
    champion: int | None
    entry_closed: str | None
    why_not_drawn: str | None
    due: float | None
    you: dict[str, Any]


class TournamentSummary(Answer):
    id: str
    name: str
    format: str
    game: str
    title: str
    state: Literal["open", "running", "paused", "over"]
    players: int
    rounds: int
    champion: str | None
    updated: float


class StandingsAnswer(Answer):
    standings: list[dict[str, Any]]


class RoundAnswer(Answer):
    """A round that was drawn: its matches, and who has a bye."""

    number: int
    matches: list[dict[str, Any]]
    byes: list[int]
    halves: list[int]


class LogAnswer(Answer):
    log: list[dict[str, Any]]
