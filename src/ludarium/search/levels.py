"""Levels: agents of graded strength, the same on every machine.

A level errs as people do: some of its choices, the more the lower it is, are what first comes to
mind.

In games of two seats that move in turn that is a *slip*: what looks best at once, without a
look at the answer (`ludarium.search.one_ply`). For its other choices it searches so many states. In
solved games in which seats choose at once it is a *habit* that people have
(`ludarium.solve.equilibrium.opponents`). Its other choices are the table's, which it leaves for
what it sees of the others: the higher the level, the bolder, but the highest stakes no more than a
stated risk. In all other games a level is tree search by so many playouts.

Where seats choose at once a game can stand still for ever, as the table's equilibria of three seats
and more do in some states. People lose patience then, and so does a level: it chooses at random.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from ludarium.errors import AgentError, PositionError, TableFileError
from ludarium.play.position import Move, Position
from ludarium.rules.bits import Bits
from ludarium.rules.game import Game
from ludarium.search.alphabeta import alphabeta
from ludarium.search.engine import CONTEMPT, MEMORY, Analysis, Engine, is_playable
from ludarium.search.mcts import MctsAgent, SearchReport
from ludarium.search.one_ply import one_ply
from ludarium.search.uct import search

if TYPE_CHECKING:
    from ludarium.solve.equilibrium.players import HabitualAgent

__all__ = ["LEVELS", "LevelAgent", "compiled_by_levels", "levels_of"]

STATES_A_MEGABYTE = 60_000  # that a table holds
PATIENCE = 20  # rounds in a row that change nothing


class Level(NamedTuple):
    """What a level is in each kind of game.

    slips: the share of choices made at a one_ply, where seats move in turn; nodes: states that its
    search may visit for the others.
    habits: the share of choices made by habit, where all choose at once; risk: of the
    agent `exploiter` that makes the others; 0: they are drawn from the table.
    playouts: of tree search, where neither can be.
    """

    slips: float
    nodes: int
    habits: float
    risk: float
    playouts: int


LEVELS = (
    Level(1.0, 0, 0.915, 0.0, 30),
    Level(0.5, 2_000, 0.84, 0.05, 100),
    Level(0.32, 5_000, 0.68, 0.35, 300),
    Level(0.2, 15_000, 0.525, 0.5, 1_000),
    Level(0.12, 50_000, 0.375, 0.65, 3_000),
    Level(0.07, 150_000, 0.225, 0.85, 10_000),
    Level(0.03, 500_000, 0.09, 1.0, 30_000),
    Level(0.0, 2_000_000, 0.0, 0.1, 100_000),
)


def levels_of(game: Game) -> tuple[Level, ...]:
    """What the levels are in this game."""
    if not game.levels:
        return LEVELS
    return tuple(
        level._replace(slips=slips, nodes=nodes)
        for level, (slips, nodes) in zip(LEVELS, game.levels, strict=True)
    )


def compiled_by_levels(position: Position) -> tuple[Callable[..., Any], ...]:
    """The algorithms that levels compile for the position's game with so many seats."""
    from ludarium.solve.equilibrium.library import default_gamma, kept_at
    from ludarium.solve.equilibrium.solution import canonical, is_slow

    if is_playable(position):
        return alphabeta, one_ply
    if (
        kept_at(position.game, position.ruleset, position.seats, default_gamma(position.seats))
        is None
    ):
        return (search,)
    return (canonical,) if is_slow(position.state) else ()


class LevelAgent:
    """Plays at this level, 1 to 8; as strong whether one agent plays the whole game or each move
    has a new one.

    `report` is what the search for its last move found; None where there was none.
    """

    def __init__(self, level: int, seed: int | None = None) -> None:
        if not 1 <= level <= len(LEVELS):
            raise AgentError(f"level:{level}: expected level:1 to level:{len(LEVELS)}")
        self.name = f"level:{level}"
        self.report: Analysis | SearchReport | None = None
        self._number = level
        self._random = random.Random(seed)
        self._searcher = MctsAgent(
            simulations=LEVELS[level - 1].playouts, seed=seed, name=self.name, keep=False
        )

    def prepare(self, position: Position) -> None:
        """Compile what chooses in the position's game, if that was not done before, and read its
        table, if there is one.
        """
        if is_playable(position):
            Engine(memory=1).prepare(position)
            self._one_ply(position)
            return
        try:
            self._reader.prepare(position)
        except TableFileError:
            self._searcher.prepare(position)

    def choose(self, position: Position, seat: int) -> Move:
        self.report = None
        legal = position.legal_for(position.mover(seat))
        if len(legal) == 1:
            return legal[0]
        if is_playable(position):
            return self._in_turn(position)
        if stands_still(position):
            return self._random.choice(legal)
        try:
            return self._reader.choose(position, seat)
        except (PositionError, TableFileError):  # not solved, or not this position
            move = self._searcher.choose(position, seat)
            self.report = self._searcher.report
            return move

    def _in_turn(self, position: Position) -> Move:
        level = levels_of(position.game)[self._number - 1]
        if self._random.random() < level.slips:
            return position.move(position.mover(), self._one_ply(position))
        nodes, memory = level.nodes, min(MEMORY, 1 + level.nodes // STATES_A_MEGABYTE)
        self.report = Engine(memory=memory, contempt=CONTEMPT).analyse(position, nodes=nodes)
        return self.report.lines[0].move

    def _one_ply(self, position: Position) -> int:
        from ludarium.rules.compiling import compiled

        seed = Bits(self._random.getrandbits(62))
        return int(compiled(one_ply, position.game)(position.state, position.mover(), seed))

    @functools.cached_property
    def _reader(self) -> HabitualAgent:
        """Plays by the table of a solved game."""
        from ludarium.solve.equilibrium.players import (
            EquilibriumAgent,
            ExploiterAgent,
            HabitualAgent,
        )

        level = LEVELS[self._number - 1]
        seed, risk = self._random.getrandbits(62), level.risk
        return HabitualAgent(
            level.habits, ExploiterAgent(risk, seed) if risk else EquilibriumAgent(seed), seed + 1
        )


def stands_still(position: Position) -> bool:
    """Whether the last rounds, as many as a level has patience for, have all left the state as it
    was.
    """
    at = position
    for _ in range(PATIENCE):
        if at.before is None or at.before.state != position.state:
            return False
        at = at.before
    return True
