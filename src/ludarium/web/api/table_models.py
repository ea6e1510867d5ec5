"""Request and response models for tables."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StrictBool

from ludarium.tables.throws import MOST_SHARE
from ludarium.web.api.shared_models import Body, ClockBody, Name

Share = Annotated[str, Field(max_length=MOST_SHARE, pattern="^[0-9a-f]*$")]
SeatNumber = Annotated[int, Field(ge=0, le=63, strict=True)]


class TableBody(Body):
    """sit: who takes each seat at once: "me", a bot such as "level:3", or null for a seat that
    stays free; share: random hexadecimal digits, your share of the throws, in games with chance.
    """

    game: str = Field(max_length=64, examples=["yoxii"])
    ruleset: str | None = Field(None, max_length=400)
    seats: int | None = Field(None, ge=1, le=64)
    clock: ClockBody = ClockBody()
    takebacks: StrictBool = True
    repetition: StrictBool = True
    watch: Literal["anyone", "link", "players"] = "anyone"
    listed: StrictBool = False
    sit: list[Annotated[str, Field(max_length=16)] | None] = Field(
        default=["me"], max_length=64, examples=[["me", "level:3"]]
    )
    shuffle: StrictBool = False
    name: Name | None = None
    share: Share = ""


class SitBody(Body):
    """name: how to be called at this table, or whoever shares the device of a host who sits
    already; agent: a bot, given by the host; share: random hexadecimal digits, your share of the
    throws, in games with chance.
    """

    name: Name | None = None
    share: Share = ""
    agent: str | None = Field(None, max_length=32, examples=["level:3"])


class MoveBody(Body):
    """ply: how many moves were played before this one, so that no move meets another position than
    it was meant for; share: random hexadecimal digits, your share of the throws, in games with
    chance.
    """

    ply: int = Field(ge=0, strict=True)
    seat: SeatNumber
    move: str = Field(max_length=200, examples=["d5/3d6"])
    share: Share = ""


class SeatBody(Body):
    seat: SeatNumber


class OfferBody(SeatBody):
    kind: Literal["draw", "takeback"]


class AnswerBody(SeatBody):
    """offer: the `version` of the offer that is answered, so that no answer meets another one than
    it was meant for.
    """

    accept: StrictBool
    offer: Annotated[int, Field(ge=0, strict=True)] | None = None


class GreetingBody(SeatBody):
    greeting: str = Field(max_length=32)


class CodeBody(Body):
    code: str = Field(max_length=32, examples=["7KQ2-M9XD"])


class SeatAnswer(BaseModel):
    seat: int
    seat_name: str
    name: str | None
    kind: Literal["person", "bot"] | None
    agent: str | None
    account: str | None
    here: bool
    gone: bool
    missed: int
    chosen: bool
    commitment: str | None
    left: float | None
    running: bool


class TableAnswer(BaseModel):
    """A table for one reader; docs/api.md explains the fields."""

    id: str
    version: int
    game: str
    title: str
    ruleset: str
    ruleset_title: str
    status: Literal["open", "live", "over"]
    clock: dict[str, Any]
    takebacks: bool
    repetition: bool
    draws: bool
    watch: str
    listed: bool
    simultaneous: bool
    hides: bool
    origin: str | None
    tournament: str | None
    seats: list[SeatAnswer]
    ply: int
    movers: list[int]
    chance: dict[str, Any] | None
    deadline: float | None
    now: float
    moves_from: int
    moves: list[dict[str, Any]]
    round: dict[str, Any] | None = None
    offer: dict[str, Any] | None
    rematch: dict[str, Any]
    greeting: dict[str, Any] | None
    result: dict[str, Any] | None
    you: dict[str, Any]


class SummaryAnswer(BaseModel):
    id: str
    game: str
    title: str
    ruleset: str
    ruleset_title: str
    status: str
    seats: list[dict[str, Any] | None]
    clock: dict[str, Any]
    ply: int
    created: float
    updated: float
    result: dict[str, Any] | None


class MoveAnswer(BaseModel):
    """version: of the table with this move; commitment: of a choice."""

    version: int
    ply: int
    commitment: str | None = None


class LegalAnswer(BaseModel):
    ply: int
    legal: dict[str, list[dict[str, Any]]]


class ThrowAnswer(BaseModel):
    """number: from 1; version: of the event from which it followed; outcomes: pairs of what could
    come and its weight, in the order in which the digest chooses.
    """

    number: int
    version: int
    outcome: str
    outcomes: list[tuple[str, int]]


class ThrowsAnswer(BaseModel):
    seed: str
    commitment: str
    throws: list[ThrowAnswer]


class EventsAnswer(BaseModel):
    events: list[dict[str, Any]]
