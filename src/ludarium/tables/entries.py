"""What can happen at a table.

A table's log is a list of these, and its state is what they add up to.

Each has the time when it happened, `at`, in seconds since 1970. Fields named in PRIVATE never leave
the server, but for a choice and its nonce once their round is over.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

__all__ = [
    "Abandoned",
    "Answered",
    "Chose",
    "Event",
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
    "event_from_json",
    "event_to_json",
]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened."""

    KIND: ClassVar[str] = ""
    PRIVATE: ClassVar[tuple[str, ...]] = ()
    at: float


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Opened(Event):
    """The table was opened. options: as JSON; host: the person who may give seats to bots; origin:
    the table that it is a rematch of.
    """

    KIND = "opened"
    PRIVATE = ("host",)
    options: Mapping[str, Any]
    host: str
    origin: str | None = None


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Sat(Event):
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
class Left(Event):
    """A seat was given up before the game began."""

    KIND = "left"
    seat: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """A seat moved, where one seat moves at a time."""

    KIND = "moved"
    seat: int
    move: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Chose(Event):
    """A seat chose, where several choose together; the last choice of a round opens them all."""

    KIND = "chose"
    PRIVATE = ("choice", "nonce")
    seat: int
    round: int
    commitment: str
    choice: str
    nonce: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class TimedOut(Event):
    """The deadline passed: whoever was to move has lost, or sits the round out. leaving: seats that
    sat out once too often.
    """

    KIND = "timed-out"
    leaving: Sequence[int] = ()


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Offered(Event):
    """A seat offers a draw, or asks to take its last move back."""

    KIND = "offered"
    seat: int
    what: Literal["draw", "takeback"]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Answered(Event):
    """A seat answers the offer; the one who made it may call it off."""

    KIND = "answered"
    seat: int
    accept: bool


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Resigned(Event):
    """A seat gave up."""

    KIND = "resigned"
    seat: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Greeted(Event):
    """A seat said one of the fixed greetings."""

    KIND = "greeted"
    seat: int
    greeting: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class WantedRematch(Event):
    """A seat would like to play again."""

    KIND = "wanted-rematch"
    seat: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class RematchOpened(Event):
    """All want to play again: here."""

    KIND = "rematch-opened"
    table: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Returned(Event):
    """A seat was taken back, on another device or after its cookie was lost."""

    KIND = "returned"
    PRIVATE = ("holder",)
    seat: int
    holder: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Abandoned(Event):
    """Nothing had happened for so long that the table was closed."""

    KIND = "abandoned"


_KINDS: dict[str, type[Event]] = {
    kind.KIND: kind
    for kind in (
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
}


def event_to_json(event: Event) -> tuple[dict[str, Any], dict[str, Any]]:
    """What everybody may know of the event, and the rest."""
    public: dict[str, Any] = {"kind": event.KIND}
    private: dict[str, Any] = {}
    for field in dataclasses.fields(event):
        (private if field.name in event.PRIVATE else public)[field.name] = getattr(
            event, field.name
        )
    return public, private


def event_from_json(public: Mapping[str, Any], private: Mapping[str, Any]) -> Event:
    """The event of these fields."""
    fields = {**public, **private}
    return _KINDS[fields.pop("kind")](**fields)
