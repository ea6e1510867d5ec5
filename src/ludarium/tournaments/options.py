"""The options of a tournament: its format and the organiser's choices."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from typing import Any

from ludarium import catalogue
from ludarium.errors import LudariumError, choice_of
from ludarium.phrases import say
from ludarium.rules.game import Game
from ludarium.tables.clocks import NO_CLOCK, Clock
from ludarium.tables.options import Options as TableOptions
from ludarium.tournaments.errors import TournamentError

__all__ = ["DEFAULT_SIZE", "ELIMINATION", "FORMATS", "Options", "check_bot"]

FORMATS = {
    "lives": say("Lives: two losses and you are out, at tables of several"),
    "double": say("Double elimination: winners' and losers' brackets"),
    "single": say("Single elimination"),
    "swiss": say("Swiss: everybody plays every round"),
    "roundrobin": say("Round robin: everybody meets everybody"),
    "arena": say("Arena: as many games as you can in a fixed time"),
}
ELIMINATION = ("lives", "double", "single")
TABLES = ("lives", "arena")  # formats whose tables may seat more than two
SEEDINGS = ("random", "rating", "entry")
DEFAULT_SIZE = 4
NEWEST_TIE_BREAKS = 3
BOTS = "level:[1-8]"
LIMITS = {
    "lives": (1, 9),
    "replays": (0, 9),
    "cycles": (1, 2),
    "rounds": (1, 50),
    "minutes": (1, 7 * 24 * 60),
    "no_show": (1, 24 * 60),
    "tie_breaks": (1, NEWEST_TIE_BREAKS),
}


@dataclasses.dataclass(frozen=True, kw_only=True)
class Options:
    """An organiser's choices.

    Use `checked` to validate options and fill in their defaults.
    """

    format: str
    """One of FORMATS."""
    game: str
    ruleset: str = ""
    size: int = 0
    """Preferred players per table (formats `lives` and `arena`; else 2)."""
    largest: int = 0
    """Maximum players per table (formats `lives` and `arena`; else 2)."""
    lives: int = 2
    """Losses that eliminate, in format `lives`."""
    rounds: int | None = None
    """Rounds of a Swiss; None: as in a knock-out of these players."""
    cycles: int = 1
    """The number of times that each pair meets in a round robin."""
    replays: int = 2
    """The number of times that a drawn elimination game is replayed, with seats rotated, before the
    later seat advances.
    """
    seeding: str = "random"
    """Initial ranking in lives, brackets and Swiss: by rating (unrated players last), by entry, or
    random, which in `lives` means unseeded.
    """
    minutes: int = 60
    """Duration of an arena."""
    no_show: int | None = None
    """Minutes until absent players forfeit; None: the organiser decides."""
    join: bool = True
    """True if anybody may enter; on a server."""
    online: bool = False
    """True if live tables open automatically; on a server."""
    automatic: bool = False
    """True if rounds are drawn automatically; on a server."""
    clock: Mapping[str, Any] | None = None
    """Clock of the live tables, as JSON; None: no clock."""
    tie_breaks: int = 1
    """Rules of the tie-breaks: 1, as before Ludarium 0.3; 2, FIDE's of March 2026; 3, in a Swiss
    the direct encounter besides, in whatever is announced now. A log keeps its own.
    """
    fill: str | None = None
    """Bot (`level:1` to `level:8`) that fills live tables of `lives` that are short of players;
    None: no fillers.
    """

    @property
    def rules(self) -> Game:
        return catalogue.find(self.game)

    @property
    def table_clock(self) -> Clock:
        """The clock of the live tables."""
        return Clock.from_json(self.clock) if self.clock else NO_CLOCK

    def check_clock(self) -> None:
        """Raise TableError where the clock does not fit the game."""
        if self.clock:
            seats = max(2, self.rules.seats[0])
            TableOptions(self.game, self.ruleset, seats, self.table_clock)

    @property
    def elimination(self) -> bool:
        """True if every match must have a winner."""
        return self.format in ELIMINATION

    @property
    def rolling(self) -> bool:
        """True if matches start while others are in progress, instead of round by round."""
        return self.format in ("double", "single", "arena")

    def swiss_rounds(self, players: int) -> int:
        """Number of rounds of a Swiss that so many players start."""
        return self.rounds or max(1, (players - 1).bit_length())

    def to_json(self) -> dict[str, Any]:
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Options:
        """Parse the options of a log."""
        return cls(**fields)

    @classmethod
    def checked(cls, **fields: Any) -> Options:
        """Validated options with defaults filled in. Raises TournamentError."""
        options = cls(**{"tie_breaks": NEWEST_TIE_BREAKS, **fields})
        if options.format not in FORMATS:
            raise _invalid(choice_of("format", options.format, FORMATS))
        if options.seeding not in SEEDINGS:
            raise _invalid(choice_of("seeding", options.seeding, SEEDINGS))
        try:
            game = options.rules
            ruleset = game.ruleset(options.ruleset or None)
        except LudariumError as error:
            raise _invalid(str(error)) from None
        for name, (low, high) in LIMITS.items():
            given = getattr(options, name)
            if given is not None and not low <= given <= high:
                raise _invalid(
                    say(
                        "{name} is {given}: expected {low} to {high}",
                        name=name,
                        given=given,
                        low=low,
                        high=high,
                    )
                )
        least, most = game.seats
        if least > 2:
            raise _invalid(
                say(
                    "{game} needs {least} players at least: expected a game that two can play",
                    game=game.title,
                    least=least,
                )
            )
        # rounds of several tables split into any numbers of players up to the largest
        without_gap = next(n for n in range(2, most + 2) if n not in game.seat_counts) - 1
        most = without_gap if options.format in TABLES else 2
        largest = options.largest or most
        size = options.size or min(DEFAULT_SIZE, largest)
        if not 2 <= size <= largest <= most:
            raise _invalid(
                say(
                    "tables of {size} by preference and {largest} at most: expected 2 to {most}",
                    size=size,
                    largest=largest,
                    most=most,
                )
            )
        if options.fill is not None:
            check_bot(options.fill)
            if options.format != "lives" or size < 3 or not options.online or not options.replays:
                raise _invalid(
                    say(
                        "bots fill in at live tables of three and more of the format lives, "
                        "where a game can be played again"
                    )
                )
        return dataclasses.replace(
            options, game=game.name, ruleset=ruleset.name, size=size, largest=largest
        )


def check_bot(agent: str) -> None:
    """Reject agents other than `level:1` to `level:8`: others may run any program.

    Raises TournamentError.
    """
    if not re.fullmatch(BOTS, agent):
        raise _invalid(say("There is no bot {agent!r}: expected level:1 to level:8.", agent=agent))


def _invalid(message: str) -> TournamentError:
    return TournamentError("invalid", message)
