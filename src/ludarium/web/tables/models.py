"""Request and response models for tables."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool

from ludarium.tables.conditional import LONGEST_LINE, MOST_LINES
from ludarium.tables.throws import MOST_SHARE
from ludarium.web.http.models import Answer, Body, ClockBody, ExactAnswer, Name
from ludarium.web.tables.scene_models import Legal

Share = Annotated[str, Field(max_length=MOST_SHARE, pattern="^[0-9a-f]*$")]
SeatNumber = Annotated[int, Field(ge=0, le=63, strict=True)]


class TableBody(Body):
    """A table to open."""

    game: str = Field(max_length=64, examples=["yoxii"])
    ruleset: str | None = Field(None, max_length=400)
    seats: int | None = Field(None, ge=1, le=64)
    clock: ClockBody = ClockBody()
    takebacks: StrictBool = True
    repetition: StrictBool = True
    watch: Literal["anyone", "link", "players"] = "anyone"
    listed: StrictBool = False
    sit: list[Annotated[str, Field(max_length=32)] | None] = Field(
        default=["me"], max_length=64, examples=[["me", "level:3"]]
    )
    """The player to take each seat at once: "me", a bot such as "level:3", or null for a seat that
    stays free."""
    invite: Name | None = None
    """The name of an account that you challenge, for which the other one of two seats is kept. You
    need an account, too, and the table is not listed."""
    shuffle: StrictBool = False
    """True if lots are drawn for seats."""
    name: Name | None = None
    """The name to be called at this table; by default your name."""
    share: Share = ""
    """Random hexadecimal digits: your share of the throws, in games with chance."""


class PairingBody(Body):
    """A game to play at once, with whoever wants to play it too."""

    game: str = Field(max_length=64, examples=["yoxii"])
    table: str | None = Field(None, max_length=32)
    """Id of the table where you wait, or asked for a bot's place, if you ask again; without it,
    another may be opened."""
    alone: Literal["wait", "bot"] = "wait"
    """The choice where nobody waits: `wait` at a table of your own, or play a `bot` of a fitting
    level at once, unless somebody who has just begun to play one lets you have its place."""
    name: Name | None = None
    """The name to be called at the table; by default your name."""
    share: Share = ""
    """Random hexadecimal digits: your share of the throws, in games with chance."""


class PlaceBody(Body):
    """An answer to whoever asks for the place of the bot that you play."""

    seat: int = Field(ge=0, le=63, strict=True)
    """Your seat."""
    accept: bool


class SitBody(Body):
    """A seat to take."""

    name: Name | None = None
    """The name to be called at this table, or that of whoever shares the device of a host who sits
    already.
    """
    share: Share = ""
    """Random hexadecimal digits: your share of the throws, in games with chance."""
    agent: str | None = Field(None, max_length=32, examples=["level:3"])
    """A bot that the host gives the seat to."""


class MoveBody(Body):
    """A move, or a secret choice."""

    ply: int = Field(ge=0, strict=True)
    """The number of moves played before this one, so that no move meets another position than it
    was meant for."""
    seat: SeatNumber
    move: str = Field(max_length=200, examples=["d5/3d6"])
    """A move, or a whole turn of several, which are played one after the other, or none of them."""
    share: Share = ""
    """Random hexadecimal digits: your share of the throws, in games with chance."""


class ConditionalBody(Body):
    """A seat's answers to moves that the other may play."""

    ply: int = Field(ge=0, strict=True)
    """The number of moves played before."""
    lines: list[
        Annotated[
            list[Annotated[str, Field(max_length=200)]],
            Field(min_length=2, max_length=LONGEST_LINE, examples=[["d5/3d6", "e6/1d5"]]),
        ]
    ] = Field(max_length=MOST_LINES)
    """Each: a move of the other, the answer, and so on; the last is an answer. None: forget all."""


class ConditionalAnswer(Answer):
    """A seat's answers to moves that the other may play, from `ply` on."""

    ply: int
    lines: list[list[str]]


class SeatBody(Body):
    seat: SeatNumber


class OfferBody(SeatBody):
    kind: Literal["draw", "takeback"]


class AnswerBody(SeatBody):
    """An answer to an offer."""

    accept: StrictBool
    offer: Annotated[int, Field(ge=0, strict=True)] | None = None
    """The `version` of the offer that is answered, so that no answer meets another one than it was
    meant for."""


class ClaimBody(SeatBody):
    kind: Literal["win", "draw"]


class UndoneMoveBody(SeatBody):
    ply: int = Field(ge=0)
    """The number of moves played so far."""


class GreetingBody(SeatBody):
    greeting: str = Field(max_length=32)


class SeatCodeBody(Body):
    code: str = Field(max_length=32, examples=["7KQ2-M9XD"])


class SeatAnswer(ExactAnswer):
    """A seat and its player."""

    seat: int
    seat_name: str
    """The game's name for the seat."""
    name: str | None
    """The player's name; null for a guest without one, or a free seat."""
    kind: Literal["person", "bot"] | None
    """Null where the seat is free."""
    agent: str | None
    """The bot, such as "level:3"."""
    account: str | None
    """The name of the person's account, if any."""
    here: bool
    """True if the player is connected."""
    gone: bool
    """True if the player has left a game that goes on."""
    missed: int
    """The number of rounds in a row that the seat has sat out."""
    chosen: bool
    """True if it has made its secret choice of this round."""
    commitment: str | None
    """The commitment of that choice."""
    left: float | None
    """Seconds on its clock at `now`, with overtime; null without a clock."""
    uncounted: float
    """Seconds from `now` until its clock begins to count, where a delay lets it wait."""
    in_period: int
    """The moves made in the period of Canadian overtime."""
    running: bool
    """True if its clock runs."""
    resigning: str | None
    """A sentence that tells what it loses by resigning; null where that is as in any lost game."""


class PairingAnswer(Answer):
    """The table where you play, or wait."""

    table: str
    """Id of the table."""
    status: Literal["open", "live", "over"]
    """`open` while nobody has come."""
    asked: str | None
    """The name of who was asked whether you may have the place of the bot that they play, at this
    table: ask again, every second, until they have answered; null where you need not."""
    until: float | None
    """The time until which they can answer, in seconds since 1970."""
    level: int | None
    """The level of the bot nearest to your rating; null where one of the two is unknown."""
    waiting: int | None
    """People who wait for a quick pairing at this game, you among them; null once your game has
    begun."""
    playing: int | None
    """People who play this game now where anybody may watch, likewise."""


class MoveAnswer(Answer):
    """A move that was accepted."""

    version: int
    """The version of the table with this move."""
    ply: int
    commitment: str | None = None
    """The commitment of a secret choice."""


class LegalAnswer(Answer):
    ply: int
    legal: Legal


class ThrowAnswer(Answer):
    """One decision of chance."""

    number: int
    """From 1."""
    version: int
    """The version of the event from which it followed."""
    outcome: str
    outcomes: list[tuple[str, int]]
    """Possible outcomes with their weights, in the order in which the digest chooses."""


class ThrowsAnswer(Answer):
    seed: str
    commitment: str
    throws: list[ThrowAnswer]


class EventsAnswer(Answer):
    events: list[dict[str, Any]]
    more: bool
    """True if there are later ones."""
