"""The entries of a table's log. The state of a table is the fold of its log.

Fields named in PRIVATE never leave the server, except a choice and its nonce once their round is
over, and the seed of throws once the game is.
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
    "CalledOff",
    "Chose",
    "Claimed",
    "Greeted",
    "Hosted",
    "Left",
    "Moved",
    "Offered",
    "Opened",
    "PlaceAnswered",
    "PlaceTaken",
    "PlaceWanted",
    "RematchOpened",
    "Resigned",
    "Returned",
    "Sat",
    "Stayed",
    "TimedOut",
    "Undone",
    "WantedRematch",
]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Opened(LogEntry):
    """The table was opened."""

    KIND = "opened"
    PRIVATE = ("host", "invited", "seed")
    options: Mapping[str, Any]
    """`Options` as JSON."""
    host: str
    """The identity that may seat bots."""
    invited: str = ""
    """The identity that was challenged, if any; see `Options.invited`."""
    origin: str | None = None
    """The table of which this is the rematch."""
    seed: str = ""
    """The server's part of throws in games with chance, beside the players' shares; see `throws`.
    """
    commitment: str = ""
    """The commitment to the seed; published at once."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Sat(LogEntry):
    """A person or a bot took a seat."""

    KIND = "sat"
    PRIVATE = ("holder",)
    seat: int
    name: str
    agent: str | None = None
    """The bot; None for a person."""
    account: str | None = None
    """The name of the person's account, if any."""
    holder: str | None = None
    """The identity that may move for the seat."""
    share: str = ""
    """The player's share of the throws to come."""
    former: str = ""
    """A name in place of a deleted account, by which its games are known to be one player's."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Left(LogEntry):
    """A seat was given up before the game began."""

    KIND = "left"
    seat: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Moved(LogEntry):
    """A seat moved, in a game of alternating moves."""

    KIND = "moved"
    seat: int
    move: str
    share: str = ""
    """The player's share of the throws to come."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Chose(LogEntry):
    """A seat made a secret choice. The last choice of a round reveals them all."""

    KIND = "chose"
    PRIVATE = ("choice", "nonce")
    seat: int
    round: int
    """From 1."""
    commitment: str
    """Published at once; see `commitments`."""
    choice: str
    nonce: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class TimedOut(LogEntry):
    """The deadline passed: the seats to move have lost, or sit the round out."""

    KIND = "timed-out"
    leaving: Sequence[int] = ()
    """Seats that leave after too many missed rounds."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Offered(LogEntry):
    """A seat offers a draw, or asks to take back its last move."""

    KIND = "offered"
    seat: int
    what: Literal["draw", "takeback"]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Answered(LogEntry):
    """A seat answers the offer. The seat that made it may withdraw it."""

    KIND = "answered"
    seat: int
    accept: bool


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Undone(LogEntry):
    """A seat took back its last move, in a turn of several moves that is still its own."""

    KIND = "undone"
    seat: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Resigned(LogEntry):
    """A seat resigned."""

    KIND = "resigned"
    seat: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Greeted(LogEntry):
    """A seat sent one of the fixed greetings."""

    KIND = "greeted"
    seat: int
    greeting: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class WantedRematch(LogEntry):
    """A seat asks for a rematch."""

    KIND = "wanted-rematch"
    seat: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class RematchOpened(LogEntry):
    """The rematch, agreed by all, was opened."""

    KIND = "rematch-opened"
    table: str
    """The table's id."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Returned(LogEntry):
    """Another identity may move for the seat: another device, or after a lost cookie."""

    KIND = "returned"
    PRIVATE = ("holder",)
    seat: int
    holder: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Hosted(LogEntry):
    """Another identity is the host from now on: the account to which the host signed in."""

    KIND = "hosted"
    PRIVATE = ("holder",)
    holder: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Stayed(LogEntry):
    """Whoever waits for a quick pairing is still here."""

    KIND = "stayed"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class PlaceWanted(LogEntry):
    """A person asked for the place of the bot at this seat."""

    KIND = "place-wanted"
    PRIVATE = ("name", "account", "holder")
    seat: int
    name: str
    account: str | None = None
    """The name of the person's account, if any."""
    holder: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class PlaceAnswered(LogEntry):
    """The player let whoever asked have the bot's place, or keeps the bot."""

    KIND = "place-answered"
    seat: int
    """The player's seat."""
    accept: bool


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class PlaceTaken(LogEntry):
    """A person sat down in the place of the bot at this seat, and plays on."""

    KIND = "place-taken"
    PRIVATE = ("holder",)
    seat: int
    name: str
    account: str | None = None
    """The name of the person's account, if any."""
    holder: str | None
    """The identity that may move for the seat."""
    former: str = ""
    """A name in place of a deleted account, as `Sat.former`."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class CalledOff(LogEntry):
    """A seat called the game off, before both had moved: it counts for nobody."""

    KIND = "called-off"
    seat: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Claimed(LogEntry):
    """A seat claimed the game, as the other had left it in its turn."""

    KIND = "claimed"
    seat: int
    what: Literal["win", "draw"]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Abandoned(LogEntry):
    """The table was closed after a long time without an entry, or because nobody waits there."""

    KIND = "abandoned"
    declined: bool = False
    """True if the challenged player closed it."""
    withdrawn: bool = False
    """True if the challenger closed it."""


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
        Undone,
        CalledOff,
        Claimed,
        Resigned,
        Greeted,
        WantedRematch,
        RematchOpened,
        Returned,
        Hosted,
        Stayed,
        PlaceWanted,
        PlaceAnswered,
        PlaceTaken,
        Abandoned,
    )
)
"""Serialises these entries."""
