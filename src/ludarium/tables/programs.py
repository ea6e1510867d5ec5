"""The programs of others that bots at tables play by: whoever runs the server names them, no
visitor.
"""

from __future__ import annotations

import dataclasses
import re
import threading
from collections.abc import Iterable
from typing import Protocol

from ludarium import catalogue
from ludarium.agents import agent
from ludarium.errors import AgentError, EngineError, LudariumError
from ludarium.play.position import Move, Position, start
from ludarium.rules.game import Game
from ludarium.rules.part_choices import CHOICES, PARTS

__all__ = ["PROGRAM", "Programs"]

PROGRAM = "program:"
"""The prefix of the names of bots that play by a program."""
NAME = r"(?P<name>(?=[0-9 ._-]*[a-z])[a-z0-9_-](?:[a-z0-9 ._-]{0,22}[a-z0-9_-])?)"
"""A name of a bot as a pattern: at most 24 characters."""
GIVEN = re.compile(
    rf"""(?P<quote>["']?){NAME}(?P=quote)=(?P<agent>(?:uci|gtp|gnubg):.+)""", re.IGNORECASE
)
LONGEST = 30.0  # seconds of a search that has no time: whoever waits for it has left


class ProgramAgent(Protocol):
    """An agent that is a program."""

    longest: float
    """Seconds after which a search that is not limited by time has failed."""

    def plays(self, position: Position) -> bool:
        """Return whether the program knows the position's game and ruleset. Starts it. Raises
        EngineError.
        """

    def choose(self, position: Position, seat: int) -> Move:
        """The program's move. Raises AgentError."""

    def close(self) -> None:
        """End the program; the next move starts it anew."""


@dataclasses.dataclass(eq=False)
class _Known:
    """A program, which one table at a time may ask."""

    player: ProgramAgent
    tables: list[tuple[str, str]]
    """The games and rulesets that it plays; CHOICES for those put together from parts."""
    lock: threading.Lock = dataclasses.field(default_factory=threading.Lock)


class Programs:
    """Programs by name, each one process that all tables share; each plays the rulesets that it
    says it knows.

    given: texts like `stockfish=uci:0.1s:stockfish`: the name of the bot, which may be in quotes,
    and an agent that is a program of others. Raises AgentError where a text is another, a name
    comes twice, or a program cannot be started or plays none of the games.
    """

    def __init__(self, given: Iterable[str] = ()) -> None:
        self._known: dict[str, _Known] = {}
        for text in given:
            self._add(text)

    def __len__(self) -> int:
        return len(self._known)

    def _add(self, text: str) -> None:
        parts = GIVEN.fullmatch(text)
        if not parts:
            raise AgentError(
                f"{text!r} is no engine for tables: expected a name of at most 24 letters, digits, "
                "spaces, dots, - and _, a letter among them, and an agent of uci:, gtp: or gnubg:, "
                "as in stockfish=uci:0.1s:stockfish or 'Stockfish 17'=uci:0.1s:stockfish"
            )
        name = PROGRAM + parts["name"]
        if name in self._known:
            raise AgentError(f"there are two engines of the name {parts['name']}: rename one")
        player: ProgramAgent = agent(parts["agent"])  # type: ignore[assignment]
        player.longest = LONGEST
        games = [catalogue.find(game) for game in catalogue.names()]
        tables = [table for game in games for table in _tables(player, game)]
        if not tables:
            player.close()
            raise AgentError(f"the engine {parts['name']} plays none of the games here")
        self._known[name] = _Known(player, tables)

    def of(self, game: str) -> dict[str, list[tuple[str, int]]]:
        """The bots that play some ruleset of this game, by name, with the rulesets, or CHOICES for
        those put together from parts, and numbers of seats.
        """
        return {
            name: [(ruleset, 2) for other, ruleset in known.tables if other == game]
            for name, known in self._known.items()
            if any(other == game for other, _ in known.tables)
        }

    def at(self, game: str, ruleset: str, seats: int) -> list[str]:
        """The names of the bots that play at such a table."""
        if seats != 2:
            return []
        table = game, CHOICES if ruleset.startswith((CHOICES, PARTS)) else ruleset
        return [name for name, known in self._known.items() if table in known.tables]

    def choose(self, name: str, position: Position, seat: int) -> str:
        """The text of the move of the bot of this name. Waits while another table asks it.

        Raises EngineError where the program fails, which is then started anew for the next move,
        and where there is no such bot, as after a start of the server without it.
        """
        if name not in self._known:
            bare = name.removeprefix(PROGRAM)
            raise EngineError(f"the server was started without the engine {bare!r}", "forfeit")
        known = self._known[name]
        with known.lock:
            try:
                return known.player.choose(position, seat).text
            except EngineError:
                known.player.close()
                raise
            except LudariumError as error:
                known.player.close()
                raise EngineError(str(error), "forfeit") from error

    def close(self) -> None:
        """End all programs; searches that run fail."""
        for known in self._known.values():
            known.player.close()


def _tables(player: ProgramAgent, game: Game) -> list[tuple[str, str]]:
    known = game.uci_variant is not None or game.gtp_setup or game.xgid
    if game.seats != (2, 2) or not known:
        return []
    rulesets = [one.name for one in game.rulesets]
    played = [(game.name, name) for name in rulesets if player.plays(start(game, name))]
    # who plays all of these is taken to play others that are put together from their parts
    mixed = [(game.name, CHOICES)] if game.part_choices and len(played) == len(rulesets) else []
    return played + mixed
