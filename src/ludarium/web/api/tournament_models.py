"""Request and response models for tournaments."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StrictBool

from ludarium.tournaments.ids import PlayerId
from ludarium.web.api.shared_models import Body, ClockBody

PlayerNumber = Annotated[PlayerId, Field(ge=1, le=1_000_000, strict=True)]
PlayerName = Annotated[str, Field(max_length=200, examples=["Ana"])]


class TournamentBody(Body):
    """docs/tournaments.md explains the formats and choices. join: anybody may enter; online: live
    tables open by themselves; automatic: rounds are drawn by themselves; no_show: minutes after
    which who has not come forfeits; fill: the bot that fills in at short tables.
    """

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
    join: StrictBool = True
    online: StrictBool = True
    automatic: StrictBool = True
    clock: ClockBody | None = None
    fill: str | None = Field(None, max_length=32, examples=["level:3"])


class TournamentCodeBody(Body):
    code: str = Field(max_length=32, examples=["7KQ2-M9XD"])


class PlayerBody(Body):
    """A player by name; or, in place of it, so many bots."""

    name: PlayerName | None = None
    rating: float | None = Field(None, ge=-1e6, le=1e6)
    bot: str | None = Field(None, max_length=32, examples=["level:3"])
    count: int = Field(1, ge=1, le=200)


class JoinBody(Body):
    """name: by default what you are called here."""

    name: PlayerName | None = None


class RenameBody(Body):
    name: PlayerName


class ResultBody(Body):
    """winner: the player's number, null for a draw; game: by default the running one, or the last
    of a match that is over.
    """

    winner: PlayerNumber | None
    game: int | None = Field(None, ge=1, le=100, strict=True)


class ForfeitBody(Body):
    players: list[PlayerNumber] = Field(max_length=64)


class UndoBody(Body):
    """entry: the number in the log of what is taken back, by default the last that counts."""

    entry: int | None = Field(None, ge=1, le=10**9, strict=True)


class TournamentAnswer(BaseModel):
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


class TournamentSummary(BaseModel):
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


class StandingsAnswer(BaseModel):
    standings: list[dict[str, Any]]


class RoundAnswer(BaseModel):
    """A round that was drawn: its matches, and who has a bye."""

    number: int
    matches: list[dict[str, Any]]
    byes: list[int]


class LogAnswer(BaseModel):
    log: list[dict[str, Any]]
