"""Levels: agents of graded strength, the same on every machine.

A level errs as people do: a share of its choices, the larger the lower the level, is made without
thought.

In games of two seats that move in turn, such a choice is a *slip*: a one-ply search with a noisy
evaluation (`ludarium.search.one_ply`); what the stakes are is never decided so. Its other choices
are made by alpha-beta search with a limit of nodes. In solved games with simultaneous choices, it
is a *habit* that people have (`ludarium.solvers.equilibrium.opponents`). Its other choices follow
the solution, which it leaves to exploit the opponents within a stated risk; up to level 7, the
higher the level, the larger the risk.
In games that hide something it follows a strategy that is kept, and its other choices are
random. Where seats move in turn and chance decides something, the search is expectimax
(`ludarium.search.expectimax`). In all other games, and in those without a static evaluation, a
level is tree search with a number of playouts.

With simultaneous choices a game can stand still for ever, as it does in some states under the
solutions of three and more seats. People lose patience then, and so does a level: it chooses at
random.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ludarium.errors import AgentError, PositionError, TableFileError
from ludarium.play.position import Move, Position
from ludarium.rules import generic
from ludarium.rules.bits import Bits
from ludarium.rules.game import Game
from ludarium.search.agreeing import has_agreement, settled_end
from ludarium.search.alphabeta import alphabeta
from ludarium.search.alphabeta_agent import CONTEMPT
from ludarium.search.engine import MEMORY, Analysis, Engine, is_open_duel
from ludarium.search.expectimax import best_move, expectimax
from ludarium.search.ismcts import search_information_sets
from ludarium.search.mcts import MctsAgent, SearchReport
from ludarium.search.one_ply import one_ply
from ludarium.search.uct import search

if TYPE_CHECKING:
    from ludarium.solvers.equilibrium.players import HabitualAgent
    from ludarium.solvers.regret.player import StrategyAgent

__all__ = ["LEVELS", "LevelAgent", "compiled_by_levels", "levels_of"]

STATES_A_MEGABYTE = 60_000  # of a transposition table
PATIENCE = 20  # rounds in a row that leave the state as it is


class Level(NamedTuple):
    """Settings of a level for each kind of game."""

    slips: float
    """Share of choices made by `one_ply`, where seats move in turn."""
    nodes: int
    """Nodes of the search for each other choice, where seats move in turn."""
    habits: float
    """Share of choices made by habit, in solved games with simultaneous choices."""
    risk: float
    """Risk of the agent `exploiter` for the other choices, in these; 0: drawn from the solution."""
    playouts: int
    """Playouts of tree search for each choice, in all other games."""


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
    """Settings of levels 1 to 8 in this game."""
    if not game.levels:
        return LEVELS
    return tuple(
        level._replace(slips=slips, playouts=nodes)
        if game.plays_out
        else level._replace(slips=slips, nodes=nodes)
        for level, (slips, nodes) in zip(LEVELS, game.levels, strict=True)
    )


Way = Literal["alphabeta", "expectimax", "solution", "strategy", "playouts"]


def way_of(position: Position) -> Way:
    """The algorithm by which levels choose in the position's game."""
    from ludarium.solvers.equilibrium.library import default_gamma, kept_at
    from ludarium.solvers.regret.player import has_strategy

    game, seats = position.game, position.seats
    if game.hides:
        return "strategy" if has_strategy(position) else "playouts"
    if is_open_duel(position) and not game.plays_out:
        return "expectimax" if game.has_chance else "alphabeta"
    if kept_at(game, position.ruleset, seats, default_gamma(seats)) is not None:
        return "solution"
    return "playouts"


def compiled_by_levels(position: Position) -> tuple[Callable[..., Any], ...]:
    """The algorithms that levels compile for the position's game and number of seats."""
    from ludarium.solvers.equilibrium.solution import canonical, is_slow

    match way_of(position):
        case "alphabeta":
            return alphabeta, one_ply
        case "expectimax":
            return expectimax, one_ply
        case "solution":
            return (canonical,) if is_slow(position.state) else ()
        case "strategy":
            return ()
        case "playouts":
            if has_agreement(position.game, position.state):
                return search, settled_end
            return (search_information_sets if position.game.hides else search,)


class LevelAgent:
    """Plays at a level, 1 to 8.

    It is as strong where each move is made by a new agent: nothing is kept between moves.
    """

    def __init__(self, level: int, seed: int | None = None) -> None:
        if not 1 <= level <= len(LEVELS):
            raise AgentError(f"level:{level}: expected level:1 to level:{len(LEVELS)}")
        self.name = f"level:{level}"
        self.report: Analysis | SearchReport | None = None
        """Result of the search for the last move; None where nothing was searched."""
        self._number = level
        self._random = random.Random(seed)
        self._searcher = self._with_playouts(LEVELS[level - 1].playouts, seed)
        self._engine: Engine | None = None

    def stop(self) -> None:
        """End an alpha-beta search that runs; it chooses by what was found."""
        if self._engine:
            self._engine.stop()

    def prepare(self, position: Position) -> None:
        """Compile what the level runs in the position's game, and read its solution, if any."""
        match way_of(position):
            case "alphabeta":
                Engine(memory=1).prepare(position)
                self._one_ply(position)
            case "expectimax":
                while position.by_chance:
                    position = position.play(position.legal[0])
                best_move(position, position.mover(), nodes=0)
                self._one_ply(position)
            case "strategy":
                self._strategy().prepare(position)
            case "playouts":
                self._searcher.prepare(position)
            case "solution":
                try:
                    self._reader.prepare(position)
                except TableFileError:
                    self._searcher.prepare(position)

    def choose(self, position: Position, seat: int) -> Move:
        self.report = None
        legal = position.legal_for(position.mover(seat))
        if len(legal) == 1:
            return legal[0]
        if generic.action_bits(position.state) and stands_still(position):
            return self._random.choice(legal)
        match way_of(position):
            case "alphabeta" | "expectimax":
                return self._in_turn(position)
            case "strategy":
                return self._strategy().choose(position, seat)
            case "playouts":
                return self._played_out(position, seat)
            case "solution":
                try:
                    return self._reader.choose(position, seat)
                except (PositionError, TableFileError):  # not this position, or a spoilt file
                    return self._played_out(position, seat)

    def probabilities(self, position: Position, seat: int) -> list[float]:
        """The probability of each legal move, in their order.

        Raises NotImplementedError in games that it does not play by a strategy.
        """
        if way_of(position) != "strategy":
            raise NotImplementedError
        return self._strategy().probabilities(position, seat)

    def _with_playouts(self, number: int, seed: int | None) -> MctsAgent:
        return MctsAgent(simulations=number, seed=seed, name=self.name, keep=False)

    def _played_out(self, position: Position, seat: int) -> Move:
        playouts = levels_of(position.game)[self._number - 1].playouts
        searcher = self._with_playouts(playouts, self._random.getrandbits(62))
        move = searcher.choose(position, seat)
        self.report = searcher.report
        return move

    def _in_turn(self, position: Position) -> Move:
        level = levels_of(position.game)[self._number - 1]
        if self._random.random() < level.slips and not generic.decides_stakes(position.state):
            return position.move(position.mover(), self._one_ply(position))
        if position.game.has_chance:
            return best_move(position, position.mover(), level.nodes)
        nodes, memory = level.nodes, min(MEMORY, 1 + level.nodes // STATES_A_MEGABYTE)
        self._engine = Engine(memory=memory, contempt=CONTEMPT)
        self.report = self._engine.analyse(position, nodes=nodes)
        return self.report.lines[0].move

    def _strategy(self) -> StrategyAgent:
        """The agent that plays a game that hides something, where a strategy is kept."""
        from ludarium.solvers.regret.player import StrategyAgent

        return StrategyAgent(self._random.getrandbits(62), LEVELS[self._number - 1].slips)

    def _one_ply(self, position: Position) -> int:
        from ludarium.rules.compiling import compiled

        seed = Bits(self._random.getrandbits(62))
        return int(compiled(one_ply, position.game)(position.state, position.mover(), seed))

    @functools.cached_property
    def _reader(self) -> HabitualAgent:
        """The agent for solved games with simultaneous choices."""
        from ludarium.solvers.equilibrium.players import (
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
    """Return whether each of the last PATIENCE rounds left the state as it was."""
    at = position
    for _ in range(PATIENCE):
        if at.before is None or at.before.state != position.state:
            return False
        at = at.before
    return True
