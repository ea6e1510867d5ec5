"""Ludarium: write a game's rules once, in one Python file, and get all the rest.

>>> import ludarium
>>> position = ludarium.start("yoxii")
>>> position = position.play("d5/3d6")
>>> position.movers, len(position.legal), position.over
((1,), 200, False)
>>> position.text
'yoxii/standard 3/2Y2/3T3/7/7/5/3 r'

A position is one moment; a game that is played on, and ends as at a table, is a `Record`:

>>> game = ludarium.Record.new("chess")
>>> for move in ("f3", "e5", "g4", "Qh4#"):
...     position = game.play(move)
>>> game.over, str(game.outcome.termination), game.outcome.winner
(True, 'checkmate', 1)
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ludarium import catalogue, moved
from ludarium.agents import agent
from ludarium.catalogue import find, names
from ludarium.errors import GameOverError, LudariumError, MoveError, PositionError
from ludarium.matches.games import play_game
from ludarium.matches.match import play_match
from ludarium.play.agent import Agent
from ludarium.play.position import Move, Position, parse, start
from ludarium.play.record import Outcome, Record
from ludarium.play.record_files import add_records, read_records
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.termination import Termination
from ludarium.version import __version__ as __version__

if TYPE_CHECKING:
    from ludarium.environments.vector import VectorEnvironment
    from ludarium.solvers.equilibrium.solution import Solution

__all__ = [
    "Agent",
    "Game",
    "GameOverError",
    "LudariumError",
    "Move",
    "MoveError",
    "Outcome",
    "Position",
    "PositionError",
    "Record",
    "Ruleset",
    "Termination",
    "add_records",
    "agent",
    "catalogue",
    "equilibrium",
    "find",
    "names",
    "parse",
    "play_game",
    "play_match",
    "read_records",
    "start",
    "vector",
]


moved.install()


def equilibrium(
    game: str | Path | Game,
    *,
    ruleset: str | None = None,
    seats: int | None = None,
    gamma: float | None = None,
    build: bool = False,
) -> Solution:
    """The table of an equilibrium of a game in which seats choose at once; see
    `ludarium.solvers.equilibrium.library`.
    """
    from ludarium.solvers.equilibrium import library as solved

    return solved.equilibrium(game, ruleset=ruleset, seats=seats, gamma=gamma, build=build)


def vector(
    game: str | Path | Game,
    count: int,
    ruleset: str | None = None,
    seats: int | None = None,
    seed: int = 0,
    *,
    threads: int = 1,
    autoreset: Literal["next-step", "same-step", "disabled"] = "next-step",
    illegal: Literal["raise", "lose"] = "raise",
    limit: int | None = None,
    compile: bool = True,
    device: Literal["cpu", "cuda"] = "cpu",
) -> VectorEnvironment:
    """Many games of one kind at once, as arrays, for reinforcement learning; see
    `ludarium.environments.vector.VectorEnvironment`, which says what the options mean.
    """
    from ludarium.environments.vector import VectorEnvironment

    return VectorEnvironment(
        game,
        count,
        ruleset,
        seats,
        seed,
        threads=threads,
        autoreset=autoreset,
        illegal=illegal,
        limit=limit,
        compile=compile,
        device=device,
    )
