"""Models of tables, as one reader sees them, and of their summaries in lists."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ludarium.tables.clocks import ClockKind
from ludarium.web.http.models import ExactAnswer
from ludarium.web.tables.models import SeatAnswer

__all__ = ["SummaryAnswer", "TableAnswer"]


class Clock(ExactAnswer):
    kind: ClockKind
    minutes: float | None = None
    increment: float | None = None
    delay: float | None = None
    period: float | None = None
    periods: int | None = None
    moves: int | None = None
    days: float | None = None
    seconds: float | None = None


class TableMove(ExactAnswer):
    """A move; of a round, the choices by seat."""

    text: str
    seconds: float | None
    seat: int | None = Field(default_factory=lambda: None)
    """None where chance decided; rounds have none."""
    chance: bool = False
    choices: dict[str, str] | None = None


class Throws(ExactAnswer):
    """The proof that throws were fair."""

    commitment: str | None
    throws: int
    seed: str | None


class Opened(ExactAnswer):
    """A revealed choice, with the nonce that verifies its commitment."""

    seat: int
    round: int
    choice: str
    nonce: str
    commitment: str


class Round(ExactAnswer):
    number: int
    bots_ready: bool
    most_missed: int
    last: list[Opened]


class Offer(ExactAnswer):
    kind: Literal["draw", "takeback"]
    seat: int
    agreed: list[int]
    version: int


class Place(ExactAnswer):
    """The place of a bot that a person has asked for."""

    seat: int
    name: str | None
    account: str | None
    granted: bool
    """True if who plays the bot has agreed."""
    until: float
    """The time until which that can be answered, or, once it is, whoever asked can come."""


class Rematch(ExactAnswer):
    wanted: list[int]
    table: str | None


class Greeting(ExactAnswer):
    seat: int
    greeting: str
    version: int


class Result(ExactAnswer):
    reason: str | None
    returns: list[float]
    winners: list[int]
    all_lost: bool
    text: str


class You(ExactAnswer):
    """The reader's roles at the table."""

    seats: list[int]
    host: bool
    invited: bool
    codes: dict[str, str]


class TableAnswer(ExactAnswer):
    """A table for one reader; docs/api.md explains the fields."""

    id: str
    version: int
    game: str
    title: str
    ruleset: str
    ruleset_title: str
    status: Literal["open", "live", "over"]
    clock: Clock
    takebacks: bool
    called_off_by: int | None
    """The seat that called the game off, before both had moved."""
    may_be_called_off: bool
    """True if whoever gives up now calls the game off, and nobody loses."""
    claimable_at: float | None
    """The time from which the game may be claimed, as the seat to move is away."""
    spectators: int
    """The number of people who look on; of more than 10, at least so many."""
    moves_to_undo: int
    """The last moves that the seat to move made in this turn, and may undo."""
    repetition: bool
    draws: bool
    watch: Literal["anyone", "link", "players"]
    listed: bool
    simultaneous: bool
    hides: bool
    origin: str | None
    tournament: str | None
    invited: str | None
    quick_pairing: bool
    created: float
    seats: list[SeatAnswer]
    ply: int
    movers: list[int]
    chance: Throws | None
    deadline: float | None
    began: float | None
    now: float
    moves_from: int
    moves: list[TableMove]
    round: Round | None = None
    offer: Offer | None
    place: Place | None
    """The bot's place that somebody has asked for."""
    rematch: Rematch
    greeting: Greeting | None
    result: Result | None
    warming: bool
    you: You


class SummarySeat(ExactAnswer):
    name: str | None
    kind: Literal["person", "bot"]
    agent: str | None
    account: str | None


class ShortResult(ExactAnswer):
    reason: str | None
    returns: list[float]


class SummaryAnswer(ExactAnswer):
    id: str
    game: str
    title: str
    ruleset: str
    ruleset_title: str
    status: Literal["open", "live", "over"]
    tournament: str | None
    invited: str | None
    quick_pairing: bool
    seats: list[SummarySeat | None]
    clock: Clock
    ply: int
    created: float
    updated: float
    ended: float | None
    result: ShortResult | None
