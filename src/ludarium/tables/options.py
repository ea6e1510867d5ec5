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
from ludarium.tables.clocks import NO_CLOCK, OF_GAME, Clock, ClockKind
from ludarium.tables.errors import TableError

__all__ = ["Options", "clock_kinds"]

Watch = Literal["anyone", "link", "players"]


def clock_kinds(game: Game) -> tuple[ClockKind, ...]:
    """The kinds of clock that fit the game.

    A countdown fits games whose rules allow absent seats, clocks of a game's time all others.
    """
    return ("none", "countdown", "days") if game.absent is not None else ("none", *OF_GAME, "days")


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
