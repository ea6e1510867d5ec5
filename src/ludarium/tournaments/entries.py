"""What can happen in a tournament.

Its log is a list of these, and its state is what they add up to.

Each has the time when it happened, `at`, in seconds since 1970, and who did it, `by`:
"organiser:Petr", "player:7", "table:k3v9q2ma" (a live table whose game was over), "clock". Players
go by their number, 1 and up in the order of entry; matches too, in the order in which they were
drawn. Fields named in PRIVATE never leave a server.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from ludarium.errors import RecordError

__all__ = [
    "KINDS",
    "Added",
    "Claimed",
    "Created",
    "Disputed",
    "Drawn",
    "DrawnMatch",
    "Entry",
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
    "entry_from_json",
    "entry_to_json",
    "log_from_text",
    "log_to_text",
]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Something that happened."""

    KIND: ClassVar[str] = ""
    PRIVATE: ClassVar[tuple[str, ...]] = ()
    at: float
    by: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Created(Entry):
    """The tournament was announced. options: as JSON; seed: what all lots come from; holder: the
    person who organises it.
    """

    KIND = "created"
    PRIVATE = ("holder",)
    name: str
    options: Mapping[str, Any]
    seed: int
    holder: str | None = None


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Added(Entry):
    """A player entered: a person (holder: who plays; account: its name, if any) or a bot (agent).
    rating: for the seeding.
    """

    KIND = "added"
    PRIVATE = ("holder",)
    name: str
    rating: float | None = None
    agent: str | None = None
    account: str | None = None
    holder: str | None = None


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Claimed(Entry):
    """Somebody showed a code: this person, too, may act for the player; or, where player is None,
    organises.
    """

    KIND = "claimed"
    PRIVATE = ("holder",)
    player: int | None
    holder: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Renamed(Entry):
    """A player's name was corrected."""

    KIND = "renamed"
    player: int
    name: str


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Withdrew(Entry):
    """A player left; a match that is being played is forfeited."""

    KIND = "withdrew"
    player: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Returned(Entry):
    """A player who had left is back."""

    KIND = "returned"
    player: int


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Started(Entry):
    """Play begins. order: the players by seeding, the first the strongest."""

    KIND = "started"
    order: tuple[int, ...]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class DrawnMatch:
    """Who meets: seats: the players in seat order; slot: its place in a bracket."""

    seats: tuple[int, ...]
    slot: str = ""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Drawn(Entry):
    """The next round was drawn: its matches, at tables 1 and up, and who has a bye."""

    KIND = "drawn"
    matches: tuple[DrawnMatch, ...]
    byes: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Opened(Entry):
    """A live table was opened for a game of a match. fillers: how many bots fill in, in the seats
    after those of the players.
    """

    KIND = "opened"
    match: int
    game: int
    table: str
    fillers: int = 0


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Reported(Entry):
    """The winner of a game, None for a draw. game: 1, or more where drawn games are played again.

    A later report replaces earlier ones.
    """

    KIND = "reported"
    match: int
    game: int
    winner: int | None


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Disputed(Entry):
    """A player says that the result is another: it waits for the organiser. winner: as the player
    has it.
    """

    KIND = "disputed"
    match: int
    winner: int | None


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Forfeited(Entry):
    """Players did not come to their match, or left it."""

    KIND = "forfeited"
    match: int
    players: tuple[int, ...]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Paused(Entry):
    """No round is drawn until play is resumed."""

    KIND = "paused"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Resumed(Entry):
    KIND = "resumed"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Finished(Entry):
    """The tournament was ended: the standings are final."""

    KIND = "finished"


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Entry):
    """The entry of this number, 1 and up, does not count; where that is an `Undone` itself, what it
    undid counts again.
    """

    KIND = "undone"
    entry: int


KINDS: dict[str, type[Entry]] = {
    kind.KIND: kind
    for kind in (
        Created,
        Added,
        Claimed,
        Renamed,
        Withdrew,
        Returned,
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
    )
}


def entry_to_json(entry: Entry) -> tuple[dict[str, Any], dict[str, Any]]:
    """What everybody may know of the entry, and the rest."""
    public: dict[str, Any] = {"kind": entry.KIND}
    private: dict[str, Any] = {}
    for field in dataclasses.fields(entry):
        (private if field.name in entry.PRIVATE else public)[field.name] = getattr(
            entry, field.name
        )
    if isinstance(entry, Drawn):
        public["matches"] = [
            {"seats": list(match.seats), "slot": match.slot} for match in entry.matches
        ]
    return public, private


def entry_from_json(public: Mapping[str, Any], private: Mapping[str, Any]) -> Entry:
    """The entry of these fields. Raises RecordError."""
    fields = {**public, **private}
    kind = KINDS.get(fields.pop("kind", ""))
    if kind is None:
        raise RecordError(f"kind {public.get('kind')!r}, expected one of {', '.join(KINDS)}")
    if kind is Drawn:
        fields["matches"] = tuple(
            DrawnMatch(seats=tuple(match["seats"]), slot=match["slot"])
            for match in fields["matches"]
        )
    try:
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in fields.items()
        }
        return kind(**values)
    except TypeError as error:
        raise RecordError(f"{kind.KIND}: {error}") from None


def log_to_text(entries: Iterable[Entry]) -> str:
    """The log as lines of JSON, private fields included."""
    lines = []
    for entry in entries:
        public, private = entry_to_json(entry)
        lines.append(
            json.dumps(
                {**public, **{name: value for name, value in private.items() if value is not None}},
                ensure_ascii=False,
            )
        )
    return "".join(f"{line}\n" for line in lines)


def log_from_text(text: str) -> list[Entry]:
    """The log of such lines. Raises RecordError, which names the line."""
    entries = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            fields = json.loads(line)
            if not isinstance(fields, dict):
                raise RecordError("expected a JSON object")
            entries.append(entry_from_json(fields, {}))
        except (json.JSONDecodeError, KeyError, TypeError, RecordError) as error:
            what = (
                error
                if isinstance(error, RecordError)
                else "not a whole entry of a tournament's log"
            )
            raise RecordError(f"line {number}: {what}") from None
    return entries
