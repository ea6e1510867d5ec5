"""An agent that draws its moves from a strategy of a game that hides something."""

from __future__ import annotations

import random
from typing import Any

from ludarium.errors import LudariumError
from ludarium.play.position import Move, Position
from ludarium.rules.game import Game
from ludarium.solvers.regret.strategy import Strategy, kept_at, read

__all__ = ["StrategyAgent", "has_strategy", "strategy_for"]

_read: dict[tuple[Game, str, int], Strategy] = {}


def has_strategy(position: Position) -> bool:
    """Return whether a strategy of the position's game is kept."""
    return kept_at(position.game, position.ruleset, position.seats) is not None


def strategy_for(position: Position) -> Strategy | None:
    """The strategy of the position's game, where one is kept, read once in a process."""
    game, ruleset, seats = position.game, position.ruleset, position.seats
    key = game, ruleset.name, seats
    if key not in _read:
        path = kept_at(game, ruleset, seats)
        if path is None:
            return None
        _read[key] = read(path, game)
    return _read[key]


class StrategyAgent:
    """Draws each move from the strategy of its game.

    slips: the share of moves that it chooses at random among all legal ones instead.
    """

    def __init__(self, seed: int | None = None, slips: float = 0.0) -> None:
        self.name = "equilibrium"
        self.mixture: dict[str, float] | None = None
        """The probability of each move, by its text, of the last choice."""
        self._random = random.Random(seed)
        self._slips = slips

    def prepare(self, position: Position) -> None:
        """Check that a strategy is kept, which is read at the first move. Raises LudariumError."""
        if not has_strategy(position):
            raise LudariumError(
                f"no strategy of {position.game.title} with {position.seats} seats is kept here; "
                f"make one: ludarium solve {position.game.name} --seats {position.seats}"
            )

    def choose(self, position: Position, seat: int) -> Move:
        legal = position.legal_for(position.mover(seat))
        if self._random.random() < self._slips:
            self.mixture = None
            return self._random.choice(legal)
        mix = self._mix(position, seat)
        self.mixture = {move.text: float(p) for move, p in zip(legal, mix, strict=True)}
        return self._random.choices(legal, mix)[0]

    def probabilities(self, position: Position, seat: int) -> list[float]:
        """The probability of each legal move, in their order. Raises LudariumError where no
        strategy is kept.
        """
        mix = self._mix(position, seat)
        return [(1 - self._slips) * float(p) + self._slips / len(mix) for p in mix]

    def _mix(self, position: Position, seat: int) -> Any:
        self.prepare(position)
        strategy = strategy_for(position)
        assert strategy is not None
        return strategy.mix(position.state, seat)
