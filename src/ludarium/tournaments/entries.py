"""The entries of a tournament's log. The state of a tournament is the fold of its log.

Players are numbered from 1 in the order of entry, matches from 1 in the order in which they were
drawn. Fields named in PRIVATE never leave a server.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping
from typing import Any

from ludarium.errors import RecordError
from ludarium.eventlog.codec import Codec, LogEntry
from ludarium.tournaments.ids import MatchId, PlayerId

__all__ = [
    "CODEC",
    "Added",
    "Claimed",
    "Created",
    "Disputed",
    "Drawn",
    "DrawnMatch",
    "Entry",
    "Excused",
    "Finished",
    "Forfeited",
    "Opened",
    "Paused",
    "Renamed",
    "Reported",
    "Resumed",
    "Returned",
    "Started",
    "Undone",
    "Withdrew",
    "log_from_text",
    "log_to_text",
]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Entry(LogEntry):
    """An entry of a tournament's log."""

    by: str
    """The actor: "organiser:Petr", "player:7", "table:k3v9q2ma" (the live table that reported its
    game) or "clock".
    """


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Created(Entry):
    """The tournament was announced."""

    KIND = "created"
    PRIVATE = ("holder",)
    name: str
    options: Mapping[str, Any]
    """`Options` as JSON."""
    seed: int
    """Seed of every random draw."""
    holder: str | None = None
    """The identity of the organiser."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Added(Entry):
    """A player entered: a person, or a bot."""

    KIND = "added"
    PRIVATE = ("holder",)
    name: str
    rating: float | None = None
    """The rating for the seeding."""
    agent: str | None = None
    """The bot that plays; None for a person."""
    account: str | None = None
    """The name of the person's account, if any."""
    holder: str | None = None
    """The identity of the person; None where the organiser entered the player."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Claimed(Entry):
    """Somebody showed a valid code, and may act for the player too."""

    KIND = "claimed"
    PRIVATE = ("holder",)
    player: PlayerId | None
    """The player; None where the code was the organiser's."""
    holder: str
    """The identity that showed the code; empty where that was on another server."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Renamed(Entry):
    """A player's name was corrected."""

    KIND = "renamed"
    player: PlayerId
    name: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Withdrew(Entry):
    """A player left; a match in progress is forfeited."""

    KIND = "withdrew"
    player: PlayerId


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Returned(Entry):
    """A player who had withdrawn is back."""

    KIND = "returned"
    player: PlayerId


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Excused(Entry):
    """A player is left out of the next round of a Swiss, for half a point."""

    KIND = "excused"
    player: PlayerId


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Started(Entry):
    """Play begins."""

    KIND = "started"
    order: tuple[PlayerId, ...]
    """The players by seed, the top seed first."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class DrawnMatch:
    """A match of a drawn round."""

    seats: tuple[PlayerId, ...]
    """The players in seat order."""
    slot: str = ""
    """The slot in a bracket; empty in other formats."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Drawn(Entry):
    """The next round was drawn."""

    KIND = "drawn"
    matches: tuple[DrawnMatch, ...]
    """Matches in the order of their boards."""
    byes: tuple[PlayerId, ...] = ()
    """The players who have a bye."""
    halves: tuple[PlayerId, ...] = ()
    """The players who have a bye of half a point, as they had asked."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Opened(Entry):
    """A live table was opened for a game of a match."""

    KIND = "opened"
    match: MatchId
    game: int
    """Number of the game in the match, from 1."""
    table: str
    """Id of the live table; empty where another server had it."""
    fillers: int = 0
    """Number of bots that fill the seats after those of the players."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Reported(Entry):
    """The result of a game. A later report replaces earlier ones."""

    KIND = "reported"
    match: MatchId
    game: int
    """Number of the game in the match, from 1; above 1 where drawn games are replayed."""
    winner: PlayerId | None
    """None for a draw."""
    gains: tuple[float, ...] = ()
    """The gains of the players in the game, in the order of the match's seats; empty where nobody
    counted.
    """


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Disputed(Entry):
    """A player disputes a result; the organiser decides."""

    KIND = "disputed"
    match: MatchId
    winner: PlayerId | None
    """The winner according to that player; None for a draw."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Forfeited(Entry):
    """Players did not come to their match, or left it."""

    KIND = "forfeited"
    match: MatchId
    players: tuple[PlayerId, ...]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Paused(Entry):
    """The tournament was paused: no round is drawn until it is resumed."""

    KIND = "paused"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Resumed(Entry):
    """Play goes on after a pause."""

    KIND = "resumed"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Finished(Entry):
    """The tournament was ended: the standings are final."""

    KIND = "finished"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Entry):
    """An entry of the log no longer counts. Undoing an `Undone` restores what it undid."""

    KIND = "undone"
    entry: int
    """Number of the entry in the log, from 1."""


CODEC: Codec[Entry] = Codec(
    (
        Created,
        Added,
        Claimed,
        Renamed,
        Withdrew,
        Returned,
        Excused,
        Started,
        Drawn,
        Opened,
        Reported,
        Disputed,
        Forfeited,
        Paused,
        Resumed,
        Finished,
        Undone,
    ),
    parts={"matches": DrawnMatch},
)
"""Serialises these entries."""


def log_to_text(entries: Iterable[Entry]) -> str:
    """The log as JSON lines, private fields included."""
    lines = []
    for entry in entries:
        public, private = CODEC.write(entry)
        lines.append(
            json.dumps(
                {**public, **{name: value for name, value in private.items() if value is not None}},
                ensure_ascii=False,
            )
        )
    return "".join(f"{line}\n" for line in lines)


def log_from_text(text: str) -> list[Entry]:
    """Parse a log from JSON lines.

    Raises RecordError, which names the line.
    """
    entries = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            fields = json.loads(line)
            if not isinstance(fields, dict):
                raise RecordError("expected a JSON object")
            entries.append(CODEC.read(fields, {}))
        except (json.JSONDecodeError, KeyError, TypeError, RecordError) as error:
            what = (
                error
                if isinstance(error, RecordError)
                else "not a whole entry of a tournament's log"
            )
            raise RecordError(f"line {number}: {what}") from None
    return entries
