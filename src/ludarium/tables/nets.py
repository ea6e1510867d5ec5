"""The neural nets that bots at tables play by: whoever runs the server names them, no visitor."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ludarium import catalogue
from ludarium.agents import agent
from ludarium.errors import AgentError
from ludarium.play.agent import Agent, prepare
from ludarium.play.position import start
from ludarium.rules.game import Game

__all__ = ["NET", "Nets"]

NET = "net:"
"""The prefix of the names of bots that play by a net."""
GIVEN = re.compile(
    r"(?P<game>[a-z0-9_-]+)=(?P<net>(?:.*[/\\])?"
    r"(?P<name>(?![0-9 ._-]*\.onnx)[a-z0-9_-](?:[a-z0-9 ._-]{0,22}[a-z0-9_-])?)"
    r"\.onnx(?::[0-9]+)?)",
    re.IGNORECASE,
)

Table = tuple[str, str, int]
"""A game, a ruleset and a number of seats."""


class Nets:
    """Nets by name; each plays the rulesets, and with as many seats, as its inputs and outputs fit.

    given: texts like `connect4=alphazero.onnx:200`: the game, an ONNX file, by whose name the bot
    is known, and how many simulations it searches with for a move, none by default. Raises
    AgentError where a text is another, a file is no net or fits no ruleset of the game, a name
    comes twice, or onnxruntime is not installed.
    """

    def __init__(self, given: Iterable[str] = ()) -> None:
        self._players: dict[str, str] = {}
        """By name of the bot, the name of the agent."""
        self._at: dict[Table, list[str]] = {}
        for text in given:
            self._add(text)

    def _add(self, text: str) -> None:
        parts = GIVEN.fullmatch(text)
        if not parts:
            raise AgentError(
                f"{text!r} is no net: expected a game and a file, whose name has at most 24 letters"
                ", digits, spaces, dots, - and _, and a letter among them, as in GAME=net.onnx, or "
                "GAME=net.onnx:200 to search with 200 simulations"
            )
        name = NET + parts["name"]
        if name in self._players:
            raise AgentError(f"there are two nets of the name {parts['name']}: rename one")
        self._players[name] = f"onnx:{parts['net']}"
        player, fault = agent(self._players[name]), None
        for table in _tables(catalogue.find(parts["game"])):
            try:
                prepare([player], start(*table))
            except AgentError as error:
                fault = fault or error
            else:
                self._at.setdefault(table, []).append(name)
        if fault and not any(name in names for names in self._at.values()):
            raise fault

    def of(self, game: str) -> dict[str, list[tuple[str, int]]]:
        """The bots that play some ruleset of this game, by name, with the rulesets and numbers of
        seats.
        """
        bots: dict[str, list[tuple[str, int]]] = {}
        for (known, ruleset, seats), names in self._at.items():
            for name in names if known == game else ():
                bots.setdefault(name, []).append((ruleset, seats))
        return bots

    def at(self, game: str, ruleset: str, seats: int) -> list[str]:
        """The names of the bots that play at such a table."""
        return self._at.get((game, ruleset, seats), [])

    def agent(self, name: str) -> Agent:
        """The agent behind the bot of this name. Raises AgentError where there is none."""
        if name not in self._players:
            raise AgentError(f"the server was started without the net {name.removeprefix(NET)!r}")
        return agent(self._players[name])


def _tables(game: Game) -> list[Table]:
    counts = game.seat_counts
    return [(game.name, ruleset.name, seats) for ruleset in game.rulesets for seats in counts]
