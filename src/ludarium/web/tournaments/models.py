"""Request and response models for tournaments."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, StrictBool

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


class PlayerAnswer(Answer):
    """A player of a tournament."""

    number: int
    name: str
    bot: str | None
    """The agent by which a bot plays."""
    account: str | None
    withdrawn: bool


class MatchAnswer(Answer):
    """A match of a tournament."""

    number: int
    round: int
    table: int | None
    """The number of its table in the hall."""
    slot: str | None
    """The place in a bracket."""
    seats: list[int]
    """The players' numbers, in the order of the seats of its next game."""
    games: list[int | None]
    """The winner of each game so far; null for a draw."""
    absent: list[int]
    """Players who forfeited."""
    live: str | None
    """Id of the live table."""
    over: bool
    disputed: bool
    claimed: int | None
    """The winner according to the player who disputes the result."""
    winner: int | None
    result: str | None


class RoleAnswer(Answer):
    """The reader's roles in a tournament, with the codes that they may see."""

    organiser: bool
    player: int | None
    match: MatchAnswer | None
    organiser_code: str | None
    codes: dict[str, str]
    """By player's number."""


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
    players: list[PlayerAnswer]
    round: int
    rounds_planned: int | None
    matches: list[MatchAnswer]
    champion: int | None
    entry_closed: str | None
    why_not_drawn: str | None
    due: float | None
    you: RoleAnswer


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


class PathStepAnswer(Answer):
    """A round in a player's path."""

    round: int
    what: Literal["win", "loss", "draw", "bye", "playing", "absent"]
    match: int | None
    others: list[int]
    """The opponents."""


class StandingAnswer(Answer):
    """A row of the standings; further fields are its tie-breaks."""

    model_config = ConfigDict(extra="allow")

    rank: int
    player: int
    name: str
    state: Literal["in", "out", "champion", "withdrawn"]
    points: float
    wins: int
    losses: int
    draws: int
    byes: int
    path: list[PathStepAnswer]


class StandingsAnswer(Answer):
    standings: list[StandingAnswer]


class RoundAnswer(Answer):
    """A round that was drawn: its matches, and who has a bye."""

    number: int
    matches: list[MatchAnswer]
    byes: list[int]
    halves: list[int]


class LogEntryAnswer(Answer):
    """An entry of a tournament's log."""

    number: int
    at: float
    by: str
    who: str
    """The author in words."""
    words: str
    """The entry in words."""
    counts: bool
    """False where it was undone."""
    entry: dict[str, Any]
    """The entry as data, with the fields that its kind has."""


class LogAnswer(Answer):
    log: list[LogEntryAnswer]
