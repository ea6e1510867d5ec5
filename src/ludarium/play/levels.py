"""Levels: agents of graded strength, the same on every machine.

In games of two seats that move in turn a level is the engine with a number of states that it may visit, and at the lower levels with noise:
it misjudges positions, as people do, but sees what is before its eyes. In other games it is tree search with a number of playouts.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from ludarium.errors import AgentError
from ludarium.play.engine import CONTEMPT, Analysis, Engine, is_playable
from ludarium.play.mcts import MctsAgent, SearchReport
from ludarium.play.position import Move, Position

__all__ = ["LEVELS", "LevelAgent"]


class Level(NamedTuple):
    """nodes, noise, depth: of the engine (states, hundredths, plies); playouts: of tree search."""

    nodes: int
    noise: int
    depth: int
    playouts: int


LEVELS = (
    Level(20_000, 2_000, 1, 30),
    Level(20_000, 1_500, 2, 100),
    Level(1_200, 60, 60, 300),
    Level(3_000, 0, 60, 1_000),
    Level(12_000, 0, 60, 3_000),
    Level(60_000, 0, 60, 10_000),
    Level(300_000, 0, 60, 30_000),
    Level(2_000_000, 0, 120, 100_000),
)


class LevelAgent:
    """Plays at this level, 1 to 8; as strong whether one agent plays the whole game or each move has a new one.

    `report` is what the last search found.
    """

    def __init__(self, level: int, seed: int | None = None) -> None:
        if not 1 <= level <= len(LEVELS):
            raise AgentError(f"level:{level}: expected level:1 to level:{len(LEVELS)}")
        self.name = f"level:{level}"
        self.report: Analysis | SearchReport | None = None
        self._level = LEVELS[level - 1]
        self._random = random.Random(seed)
        self._searcher = MctsAgent(simulations=self._level.playouts, seed=seed, name=self.name, keep=False)

    def prepare(self, position: Position) -> None:
        """Compile the search for the position's game, if that was not done before."""
        if is_playable(position):
            Engine(memory=1).prepare(position)
        else:
            self._searcher.prepare(position)

    def choose(self, position: Position, seat: int) -> Move:
        if not is_playable(position):
            move = self._searcher.choose(position, seat)
            self.report = self._searcher.report
            return move
        legal = position.legal_for(position.mover(seat))
        if len(legal) == 1:
            self.report = None
            return legal[0]
        nodes, noise, depth, _ = self._level
        engine = Engine(memory=1 + nodes // 60_000, noise=noise, seed=self._random.getrandbits(62), contempt=CONTEMPT)
        self.report = engine.analyse(position, nodes=nodes, depth=depth)
        return self.report.lines[0].move
