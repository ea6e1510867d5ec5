"""What can happen at a table: the entries of its log, whose fold is its state.

Fields named in PRIVATE never leave the server, but for a choice and its nonce once their round is
over.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ludarium.eventlog.codec import Codec, LogEntry

__all__ = [
    "CODEC",
    "Abandoned",
    "Answered",
    "Chose",
    "Greeted",
    "Left",
    "Moved",
    "Offered",
    "Opened",
    "RematchOpened",
    "Resigned",
    "Returned",
    "Sat",
    "TimedOut",
    "WantedRematch",
]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Opened(LogEntry):
    """The table was opened. options: as JSON; host: the person who may give seats to bots; origin:
    the table that it is a rematch of.
    """

    KIND = "opened"
    PRIVATE = ("host",)
    options: Mapping[str, Any]
    host: str
    origin: str | None = None


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Sat(LogEntry):
    """Somebody took a seat: a person (holder: who may move for the seat; account: its name, if any)
    or a bot (agent).
    """

    KIND = "sat"
    PRIVATE = ("holder",)
    seat: int
    name: str
    agent: str | None = None
    account: str | None = None
    holder: str | None = None


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Left(LogEntry):
    """A seat was given up before the game began."""

    KIND = "left"
    seat: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Moved(LogEntry):
    """A seat moved, where one seat moves at a time."""

    KIND = "moved"
    seat: int
    move: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Chose(LogEntry):
    """A seat chose, where several choose together; the last choice of a round opens them all."""

    KIND = "chose"
    PRIVATE = ("choice", "nonce")
    seat: int
    round: int
    commitment: str
    choice: str
    nonce: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class TimedOut(LogEntry):
    """The deadline passed: whoever was to move has lost, or sits the round out. leaving: seats that
    sat out once too often.
    """

    KIND = "timed-out"
    leaving: Sequence[int] = ()


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Offered(LogEntry):
    """A seat offers a draw, or asks to take its last move back."""

    KIND = "offered"
    seat: int
    what: Literal["draw", "takeback"]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Answered(LogEntry):
    """A seat answers the offer; the one who made it may call it off."""

    KIND = "answered"
    seat: int
    accept: bool


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Resigned(LogEntry):
    """A seat gave up."""

    KIND = "resigned"
    seat: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Greeted(LogEntry):
    """A seat said one of the fixed greetings."""

    KIND = "greeted"
    seat: int
    greeting: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class WantedRematch(LogEntry):
    """A seat would like to play again."""

    KIND = "wanted-rematch"
    seat: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class RematchOpened(LogEntry):
    """All want to play again: here."""

    KIND = "rematch-opened"
    table: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Returned(LogEntry):
    """A seat was taken back, on another device or after its cookie was lost."""

    KIND = "returned"
    PRIVATE = ("holder",)
    seat: int
    holder: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Abandoned(LogEntry):
    """Nothing had happened for so long that the table was closed."""

    KIND = "abandoned"


CODEC: Codec[LogEntry] = Codec(
    (
        Opened,
        Sat,
        Left,
        Moved,
        Chose,
        TimedOut,
        Offered,
        Answered,
        Resigned,
        Greeted,
        WantedRematch,
        RematchOpened,
        Returned,
        Abandoned,
    )
)
"""Writes and reads these entries."""
