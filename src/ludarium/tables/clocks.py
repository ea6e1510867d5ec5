"""Time controls: how much time each seat has, and what is left of it after a turn.

What a seat has is one number, its seconds with all overtime, so that its time is up when they are
used. Sources: increment and delay as in US Chess's rules (5E) and FIDE's (6.3, guideline on time);
Japanese byo-yomi and Canadian overtime as the Internet Go servers have them.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import Any, Literal

from ludarium.phrases import say
from ludarium.tables.errors import TableError

__all__ = ["DAY", "DAYS", "NO_CLOCK", "OF_GAME", "PRESETS", "Clock", "ClockKind"]

DAY = 86_400
ClockKind = Literal[
    "none", "fischer", "delay", "bronstein", "byoyomi", "canadian", "days", "countdown"
]
OF_GAME: tuple[ClockKind, ...] = ("fischer", "delay", "bronstein", "byoyomi", "canadian")
"""The kinds that give each seat time for the whole game, which runs in its turns."""
LEAST = 1e-6  # seconds; what rounding leaves over is no period


@dataclasses.dataclass(frozen=True, slots=True)
class Clock:
    """A time control.

    none: unlimited. days: `seconds` per move or round. countdown: `seconds` for the other seats
    from the first choice of a person; a seat that misses it sits the round out. All others give
    `seconds` per game. fischer: each turn adds `increment`. delay: a turn's first `increment`
    seconds do not count. bronstein: they are given back after the turn, so nobody gains by it.
    byoyomi: then `count` periods of `period` seconds; one is used up by a turn that takes as long.
    canadian: then `count` moves in `period` seconds, again and again.
    """

    kind: ClockKind = "none"
    seconds: float = 0
    increment: float = 0
    """Seconds per turn that are added, not counted, or given back."""
    period: float = 0
    """Seconds of a period of overtime."""
    count: int = 0
    """The number of periods, or of moves in one."""

    @property
    def is_of_game(self) -> bool:
        """True if each seat has time for the whole game."""
        return self.kind in OF_GAME

    @property
    def at_first(self) -> float | None:
        """The seconds that a seat begins with, with overtime; None where it has none of its own."""
        return self.seconds + self.overtime if self.is_of_game else None

    @property
    def overtime(self) -> float:
        """The seconds of overtime that a seat begins with."""
        return self.period * (self.count if self.kind == "byoyomi" else 1)

    def longest(self, left: float) -> float:
        """The seconds that a turn may take that begins with so many left."""
        return left + (self.increment if self.kind == "delay" else 0)

    def left_in(self, left: float, spent: float) -> float:
        """The seconds left in a turn that began with `left`, after so many were spent on it."""
        if self.kind == "delay":
            spent = max(0.0, spent - self.increment)
        return max(0.0, left - spent)

    def after(self, left: float, spent: float, moves: int) -> tuple[float, int]:
        """The seconds left after a turn, and the moves made in the period of Canadian overtime.

        left, moves: what they were before the turn. spent: the seconds that it took.
        """
        rest = self.left_in(left, spent)
        if self.kind == "fischer":
            return rest + self.increment, 0
        if self.kind == "bronstein":
            return rest + min(spent, self.increment), 0
        if self.kind == "byoyomi" and rest < self.overtime:
            return self.period * max(1, math.ceil((rest - LEAST) / self.period)), 0
        if self.kind == "canadian" and (rest < self.period or left <= self.period):
            return (self.period, 0) if moves + 1 == self.count else (rest, moves + 1)
        return rest, 0

    def text(self, left: float, moves: int) -> str:
        """The reading of a seat's clock, for a terminal. left, moves: as of `after`."""
        overtime = ""
        if self.overtime and left > self.overtime:
            left -= self.overtime
        elif self.kind == "byoyomi":
            periods = max(1, math.ceil(left / self.period))
            left, overtime = left - (periods - 1) * self.period, f", {periods} periods"
        elif self.kind == "canadian":
            overtime = f" for {self.count - moves} moves"
        return f"({int(left) // 60}:{int(left) % 60:02} left{overtime})"

    def to_json(self) -> dict[str, Any]:
        minutes = self.seconds / 60
        match self.kind:
            case "none":
                return {"kind": "none"}
            case "days":
                return {"kind": "days", "days": self.seconds / DAY}
            case "countdown":
                return {"kind": "countdown", "seconds": self.seconds}
            case "fischer":
                return {"kind": "fischer", "minutes": minutes, "increment": self.increment}
            case "delay" | "bronstein":
                return {"kind": self.kind, "minutes": minutes, "delay": self.increment}
            case "byoyomi" | "canadian":
                counted = "periods" if self.kind == "byoyomi" else "moves"
                overtime = {"period": self.period, counted: self.count}
                return {"kind": self.kind, "minutes": minutes, **overtime}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Clock:
        """Parse a clock. Raises TableError where a number is missing or out of range."""
        match data.get("kind"):
            case "none":
                return NO_CLOCK
            case "days":
                return cls("days", DAY * number(data, "days", 1 / 24, 14))
            case "countdown":
                return cls("countdown", number(data, "seconds", 1, 600))
            case "fischer":
                minutes = number(data, "minutes", 0, 180)
                increment = number(data, "increment", 0, 180)
                _refuse_nothing(60 * minutes + increment)
                return cls("fischer", 60 * minutes or increment, increment)
            case "delay" | "bronstein" as kind:
                minutes, delay = number(data, "minutes", 0, 180), number(data, "delay", 0, 180)
                _refuse_nothing(60 * minutes)
                return cls(kind, 60 * minutes, delay)
            case "byoyomi" | "canadian" as kind:
                counted, most = ("periods", 25) if kind == "byoyomi" else ("moves", 50)
                return cls(
                    kind,
                    60 * number(data, "minutes", 0, 180),
                    period=number(data, "period", 1, 1800),
                    count=whole(data, counted, 1, most),
                )
        raise TableError(
            "invalid",
            say(
                "There is no clock {kind!r}: expected none, fischer, delay, bronstein, byoyomi, "
                "canadian, days or countdown.",
                kind=str(data.get("kind")),
            ),
        )


NO_CLOCK = Clock()
PRESETS = (
    (1, 0),
    (2, 1),
    (3, 0),
    (3, 2),
    (5, 0),
    (5, 3),
    (10, 0),
    (10, 5),
    (15, 10),
    (30, 0),
    (30, 20),
)
"""The minutes and increments that players know."""
DAYS = (1, 2, 3, 5, 7, 14)
"""The days for each move that are offered."""


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


def whole(data: Mapping[str, Any], name: str, least: int, most: int) -> int:
    """A whole number of the clock's JSON. Raises TableError likewise."""
    value = number(data, name, least, most)
    if value != int(value):
        expected = say(
            "The clock's {name}: expected a whole number of {least} to {most}.",
            name=name,
            least=least,
            most=most,
        )
        raise TableError("invalid", expected)
    return int(value)


def _refuse_nothing(seconds: float) -> None:
    if seconds < 1:
        raise TableError(
            "invalid",
            say("A clock of less than a second: expected more minutes, or seconds for each move."),
        )
