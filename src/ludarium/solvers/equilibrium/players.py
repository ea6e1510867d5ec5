"""Agents that play by a solution.

`equilibrium` draws from the solution's mixed strategy. `exploiter` models the opponents by their
choices in this game (`ludarium.solvers.equilibrium.opponents`), and leaves the equilibrium as far
as a stated risk allows.

**Its choice.** Write u(x, b) for its expected return if it plays the mixed strategy x, the others
make the choices b, and all follow the solution from the next round on; v for the solution's value,
and e for the solution's mixed strategy. Of all x with

    u(x, b) >= min(v, u(e, b)) - budget    for every b

it takes the best response to the model: whatever the others do, its expected return is below v by
at most the budget, or, where e itself does worse against b, below that of e.

**Its budget** is RISK at the start of the game. After each round it changes by u(x, b) - min(v,
u(e, b)), for its x and the others' b of that round: it shrinks by what was risked and lost, and
grows by what others gave away. So over a whole game it loses, in expectation, at most RISK of what
the solution guarantees, whoever the others are: with two seats, of the value of the game.
(Ganzfried and Sandholm, "Safe opponent exploitation", 2015, call this risking what was won; RISK is
an initial stake.)
"""

from __future__ import annotations

import dataclasses
import itertools
import math
import random
from typing import Any

import numpy as np

from ludarium.errors import GameOverError
from ludarium.play.position import Move, Position
from ludarium.solvers.equilibrium.library import equilibrium
from ludarium.solvers.equilibrium.opponents import Choices, Opponents, habit
from ludarium.solvers.equilibrium.solution import Solution
from ludarium.solvers.regret.player import StrategyAgent

__all__ = ["EquilibriumAgent", "ExploiterAgent", "HabitualAgent", "best_safe_mix"]

RISK = 0.05  # initial budget, in units of the return
SLACK = 1e-9  # numerical tolerance
MOST_CORNERS = 100_000  # of the polytope of safe strategies


def solution_of(position: Position) -> Solution:
    """The solution of the position's game. Raises TableFileError where there is none."""
    return equilibrium(position.game, ruleset=position.ruleset.name, seats=position.seats)


def prepared_solution(position: Position) -> Solution:
    """The solution of the position's game, ready for look-ups.

    Raises TableFileError where there is none, and PositionError where it lacks the position.
    """
    solution = solution_of(position)
    solution.compile_lookup(position.state)
    solution.locate(position.state)
    return solution


class EquilibriumAgent:
    """Draws from the solution's mixed strategy, or in games that hide something from a strategy
    (`ludarium.solvers.regret`).
    """

    def __init__(self, seed: int | None = None) -> None:
        self.name = "equilibrium"
        self.mixture: dict[str, float] | None = None
        """The probability of each move, by its text, of the last choice."""
        self._random = random.Random(seed)
        self._hidden = StrategyAgent(seed)

    def prepare(self, position: Position) -> None:
        """Read the solution, and compile its look-up."""
        if position.game.hides:
            self._hidden.prepare(position)
        else:
            prepared_solution(position)

    def choose(self, position: Position, seat: int) -> Move:
        if position.game.hides:
            move = self._hidden.choose(position, seat)
            self.mixture = self._hidden.mixture
            return move
        moves = position.legal_for(position.mover(seat))
        mix = prepared_solution(position).probabilities(position.state, seat)
        self.mixture = {move.text: float(p) for move, p in zip(moves, mix, strict=True)}
        return self._random.choices(moves, mix)[0]

    def probabilities(self, position: Position, seat: int) -> list[float]:
        """The probability of each legal move, in their order. Raises LudariumError where no
        strategy is kept.
        """
        if position.game.hides:
            return self._hidden.probabilities(position, seat)
        return [float(p) for p in prepared_solution(position).probabilities(position.state, seat)]


@dataclasses.dataclass
class Account:
    """The knowledge of a seat at a position, and what it may risk there."""

    position: Position
    """The position."""
    budget: float
    """The budget of the exploiter, as in the module's docstring."""
    opponents: Opponents
    """The model of the others, from the game so far."""


class ExploiterAgent:
    """Exploits the opponents within a limit of risk; see the module's docstring.

    risk: the initial budget, in units of the return.
    """

    def __init__(self, risk: float = RISK, seed: int | None = None) -> None:
        self.name = f"exploiter:{risk:.6g}"
        self.risk = risk
        self._random = random.Random(seed)
        # by seat: the last account, from which that of the next position is computed
        self._accounts: dict[int, Account] = {}

    def prepare(self, position: Position) -> None:
        """Read the solution, and compile its look-up."""
        prepared_solution(position)

    def choose(self, position: Position, seat: int) -> Move:
        moves = position.legal_for(position.mover(seat))
        return self._random.choices(moves, self.mix(position, seat))[0]

    def mix(self, position: Position, seat: int) -> tuple[float, ...]:
        """The probability of each legal action of this seat: a function of the game so far."""
        if position.over:
            raise GameOverError("the game is over")
        solution = prepared_solution(position)
        account = self._account(solution, position, seat)
        choices = Choices(solution, position, seat)
        return self._safe_mix(choices, account)

    def _account(self, solution: Solution, position: Position, seat: int) -> Account:
        """The seat's account at this position, from its last one of the same game."""
        known = self._accounts.get(seat)
        played = [position]
        while (known is None or played[-1] is not known.position) and played[-1].before is not None:
            played.append(played[-1].before)
        if known is None or played[-1] is not known.position:
            known = Account(played[-1], self.risk, Opponents())
        for here, after in itertools.pairwise(reversed(played)):
            budget = known.budget
            if seat in here.movers and after.joint is not None:
                choices = Choices(solution, here, seat)
                budget = max(
                    0.0, budget + choices.gained(self._safe_mix(choices, known), after.joint)
                )
            known = Account(after, budget, known.opponents.after(solution, here, after))
        self._accounts[seat] = known
        return known

    def _safe_mix(self, choices: Choices, account: Account) -> tuple[float, ...]:
        """The best response to the model that risks no more than the budget."""
        hoped = choices.gains @ choices.weights(account.opponents.expected(choices))
        return tuple(
            best_safe_mix(
                hoped, choices.gains, choices.floor - account.budget, choices.usual
            ).tolist()
        )


class HabitualAgent:
    """Makes a share of its choices by habit, as people do, and the rest as another agent.

    share: probability of choosing by habit. otherwise: the agent for the other choices.
    """

    def __init__(
        self, share: float, otherwise: EquilibriumAgent | ExploiterAgent, seed: int | None = None
    ) -> None:
        self.name = f"{otherwise.name} with habits"
        self._share, self._otherwise = share, otherwise
        self._random = random.Random(seed)

    def prepare(self, position: Position) -> None:
        """Prepare the other agent."""
        self._otherwise.prepare(position)

    def choose(self, position: Position, seat: int) -> Move:
        solution = prepared_solution(position)
        position.mover(seat)
        usual = habit(solution, position, seat) if self._random.random() < self._share else None
        return (
            self._otherwise.choose(position, seat) if usual is None else position.move(seat, usual)
        )


def best_safe_mix(hoped: Any, gains: Any, floor: Any, usual: Any) -> Any:
    """The mixed strategy x with the largest x @ hoped subject to x @ gains >= floor.

    hoped: value of each action against the model. gains[a, b]: value of action a against choices b.
    usual: a mixed strategy that meets the constraints. The maximum is at a vertex of the polytope,
    where n - 1 constraints are tight for n actions; all vertices are enumerated. With more than
    MOST_CORNERS of them, the best strategy on the lines from `usual` to the pure ones is taken.
    """
    count = len(hoped)
    bounds = np.hstack([np.eye(count), gains]).T  # bounds @ x >= limits
    limits = np.concatenate([np.zeros(count), floor])
    if math.comb(len(bounds), count - 1) <= MOST_CORNERS:
        chosen = np.array(list(itertools.combinations(range(len(bounds)), count - 1)))
        systems = np.concatenate([bounds[chosen], np.ones((len(chosen), 1, count))], axis=1)
        right = np.concatenate([limits[chosen], np.ones((len(chosen), 1))], axis=1)
        proper = np.abs(np.linalg.det(systems)) > SLACK
        corners = np.linalg.solve(systems[proper], right[proper][..., None])[..., 0]
    else:
        ways = np.eye(count) - usual
        falls = ways @ bounds.T
        room = usual @ bounds.T - limits
        lengths = np.min(
            np.where(falls < 0, room / np.where(falls < 0, -falls, 1.0), 1.0), axis=1
        ).clip(0, 1)
        corners = usual + lengths[:, None] * ways
    corners = np.vstack([usual, corners[(corners @ bounds.T >= limits - SLACK).all(axis=1)]])
    values = corners @ hoped
    values[0] += SLACK  # prefer the usual one where nothing is better
    best = corners[values.argmax()].clip(0, None)
    return best / best.sum()
