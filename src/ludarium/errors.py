"""The errors that a user of the library can cause.

Each message is one line that says what was wrong and what was expected.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

__all__ = [
    "LONGEST_SHOWN",
    "AgentError",
    "EngineError",
    "ExportError",
    "GameFileError",
    "GameOverError",
    "LudariumError",
    "MoveError",
    "PositionError",
    "ProtocolError",
    "RecordError",
    "RulesError",
    "RulesetError",
    "SeatsError",
    "TableFileError",
    "UnknownGameError",
    "UnknownRulesetError",
    "choice_of",
    "some_of",
]

LONGEST_SHOWN = 60  # characters of a name that is not known
MOST_LISTED, FEW_LISTED = 40, 8  # names; of more, only the first few are listed


class LudariumError(ValueError):
    """Any error that a user of the library can cause."""


class UnknownGameError(LudariumError):
    """There is no game of this name. near: the names of games that are called nearly so."""

    near: tuple[str, ...] = ()


class GameFileError(UnknownGameError):
    """A file that should give a game is missing, cannot be read, or gives none."""


class RulesError(LudariumError):
    """A game's own code is wrong: the message names file, line and function, and what to do."""


class RulesetError(LudariumError):
    """The game has no ruleset of this name."""


class UnknownRulesetError(RulesetError):
    """The game, of this title, has no ruleset of the name that was given, but those of `names`."""

    title: str = ""
    given: str = ""
    names: tuple[str, ...] = ()


class SeatsError(LudariumError):
    """The game is not played by this number of seats, or a seat is named that is not there."""


class MoveError(LudariumError):
    """The text is no legal move here."""


class GameOverError(MoveError):
    """The game is over: nobody can move."""


class PositionError(LudariumError):
    """The text is no position of this game."""


class RecordError(LudariumError):
    """The record is damaged, or does not replay to what it says."""


class TableFileError(LudariumError):
    """A file of solved positions is missing or damaged."""


class AgentError(LudariumError):
    """There is no agent of this name, or its settings make no sense."""


class ProtocolError(LudariumError):
    """A message of the engine protocol is not what it should be."""


class ExportError(LudariumError):
    """The ruleset has something that cannot be written in the other program's language."""


class EngineError(AgentError):
    """A program that plays failed. reason: how its game ends, "time" or "forfeit"."""

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[type[EngineError], tuple[str, str]]:
        return EngineError, (str(self), self.reason)


def choice_of(kind: str, given: str, known: Iterable[str], meant: Sequence[str] = ()) -> str:
    """Words for a name that is not known: what was given, what it may have meant, and what there
    is.

    meant: what it may have meant, the likeliest first, where more is known of it than the names.
    """
    names = sorted(known)
    close = meant or difflib.get_close_matches(given.casefold(), names, n=1)
    hint = f" (did you mean {close[0]!r}?)" if close else ""
    shown = given if len(given) <= LONGEST_SHOWN else f"{given[:LONGEST_SHOWN]}..."
    return f"unknown {kind} {shown!r}{hint}: expected one of {some_of(names)}"


def some_of(names: Sequence[str]) -> str:
    """The names with commas between; of many, the first few and how many there are."""
    if len(names) <= MOST_LISTED:
        return ", ".join(names)
    return f"{', '.join(names[:FEW_LISTED])}, ... ({len(names)} in all)"
