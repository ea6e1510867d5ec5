"""The options of a table: game, ruleset, clock and permissions."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Literal

from ludarium import catalogue
from ludarium.errors import LudariumError
from ludarium.phrases import say
from ludarium.play.record import Record
from ludarium.play.record_shape import EDITION
from ludarium.rules.game import Game
from ludarium.tables.errors import TableError

__all__ = ["NO_CLOCK", "Clock", "Options", "clock_kinds"]

DAY = 86_400
Kind = Literal["none", "fischer", "days", "countdown"]
Watch = Literal["anyone", "link", "players"]


@dataclasses.dataclass(frozen=True, slots=True)
class Clock:
    """A time control.

    none: unlimited. fischer: `seconds` per game plus `increment` per move. days: `seconds` per move
    or round. countdown: `seconds` for the other seats from the first choice of a person; a seat
    that misses it sits the round out.
    """

    kind: Kind = "none"
    seconds: float = 0
    increment: float = 0
    """Seconds per move, for Fischer clocks."""

    def to_json(self) -> dict[str, Any]:
        if self.kind == "fischer":
            return {"kind": "fischer", "minutes": self.seconds / 60, "increment": self.increment}
        if self.kind == "days":
            return {"kind": "days", "days": self.seconds / DAY}
        return (
            {"kind": "countdown", "seconds": self.seconds}
            if self.kind == "countdown"
            else {"kind": "none"}
        )

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Clock:
        """Parse a clock. Raises TableError where a number is missing or out of range."""
        kind = data.get("kind")
        if kind == "none":
            return NO_CLOCK
        if kind == "fischer":
            minutes, increment = number(data, "minutes", 0, 180), number(data, "increment", 0, 180)
            if 60 * minutes + increment < 1:
                raise TableError(
                    "invalid",
                    say(
                        "A clock of less than a second: expected more minutes, or seconds for "
                        "each move."
                    ),
                )
            return cls("fischer", 60 * minutes or increment, increment)
        if kind == "days":
            return cls("days", DAY * number(data, "days", 1 / 24, 14))
        if kind == "countdown":
            return cls("countdown", number(data, "seconds", 1, 600))
        raise TableError(
            "invalid",
            say(
                "There is no clock {kind!r}: expected none, fischer, days or countdown.",
                kind=str(kind),
            ),
        )


NO_CLOCK = Clock()


def number(data: Mapping[str, Any], name: str, least: float, most: float) -> float:
    """A number of the clock's JSON. Raises TableError where it is missing or out of range."""
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        expected = say(
            "The clock's {name}: expected a number of {least} to {most}.",
            name=name,
            least=f"{least:.2g}",
            most=f"{most:g}",
        )
        raise TableError("invalid", expected)
    return float(value)


def clock_kinds(game: Game) -> tuple[Kind, ...]:
    """The kinds of clock that fit the game.

    A countdown fits games whose rules allow absent seats, a Fischer clock all others.
    """
    return ("none", "countdown", "days") if game.absent is not None else ("none", "fischer", "days")


@dataclasses.dataclass(frozen=True, slots=True)
class Options:
    """The options of a table."""

    game: str
    ruleset: str
    seats: int
    """Number of seats."""
    clock: Clock = NO_CLOCK
    takebacks: bool = True
    """True if moves may be taken back by agreement."""
    repetition: bool = True
    """True if the game's repetition rule, if it has one, ends games."""
    watch: Watch = "anyone"
    """The people who may watch: anyone, anyone with the link, or only the players."""
    listed: bool = False
    """True if the lobby lists the table while it is open."""
    tournament: str | None = None
    """Id of the tournament that the game belongs to."""
    invited: str | None = None
    """Name of the account that was challenged, for which the free seat is kept."""
    quick_pairing: bool = False
    """True if the table waits for whoever wants to play now, as long as its player is here."""
    edition: int = EDITION
    """The edition of how games are judged: of their ends, as in `Record.edition`, of clocks and of
    ratings. 2: clocks go back with moves that are taken back, and a game is not rated in which a
    seat made no move, or a bot let moves be taken back. 1, of logs without this: clocks go on, and
    such games are rated.
    """
    rules: Game = dataclasses.field(init=False, repr=False, compare=False)
    """The game, as it was known when the options were made."""

    def __post_init__(self) -> None:
        """Validate. Raises UnknownGameError, RulesetError, SeatsError or TableError."""
        game = catalogue.find(self.game)
        object.__setattr__(self, "rules", game)
        game.ruleset(self.ruleset)
        game.seat_number(self.seats)
        if self.clock.kind not in clock_kinds(game):
            fitting = ", ".join(clock_kinds(game))
            message = say(
                "{game} has no clock {kind!r}: expected one of {fitting}.",
                game=game.title,
                kind=self.clock.kind,
                fitting=fitting,
            )
            raise TableError("invalid", message)

    def record(self, players: tuple[str, ...]) -> Record:
        """The record of a new game with these options."""
        game = self.rules
        return Record.new(
            game,
            players,
            ruleset=self.ruleset,
            repetition=game.repetition if self.repetition else None,
            edition=self.edition,
        )

    def to_json(self) -> dict[str, Any]:
        given = [field.name for field in dataclasses.fields(self) if field.init]
        return {**{name: getattr(self, name) for name in given}, "clock": self.clock.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Options:
        """Parse options; without an edition they are of the first. Raises LudariumError."""
        try:
            return cls(**{"edition": 1, **data, "clock": Clock.from_json(data["clock"])})
        except TypeError as error:
            raise LudariumError(f"options of a table: {error}") from None
