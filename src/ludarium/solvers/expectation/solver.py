"""Value iteration for zero-sum games of two seats that move in turn, with chance.

All reachable states are listed, up to the symmetries of the rules. Then each state's value is set
again and again to the expectation, or the best, of its successors' values (Shapley, "Stochastic
games", 1953), from both sides: with bounds that begin at the least and the greatest return, the
truth lies between them all the way, whatever cycles there are.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from ludarium.errors import LudariumError
from ludarium.rules import generic
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.generic import CHANCE

__all__ = ["MOST_STATES", "Expectations", "check_solvable", "solve"]

MOST_STATES = 2_000_000
ROUNDS = 10_000  # sweeps over all states

State = Any
Array = Any
Progress = Callable[[int, int], None]  # amount done, total


@dataclasses.dataclass(frozen=True, eq=False)
class Expectations:
    """The expected return of seat 0 in each state."""

    game: Game
    ruleset: Ruleset
    numbers: dict[State, int]
    """The number of each canonical state: the least of its images."""
    low: Array
    """By number, float64: seat 0 can get at least this."""
    high: Array
    """By number, float64: seat 1 can hold seat 0 to this."""
    sweeps: int
    """The number of sweeps over all states."""

    @property
    def width(self) -> float:
        """The greatest distance of the two bounds."""
        return float((self.high - self.low).max())

    def value(self, state: State, seat: int = 0) -> float:
        """The expected return of the seat. Raises KeyError of a state that was not reached."""
        key, swapped = canonical(state)
        number = self.numbers[key]
        value = float(self.low[number] + self.high[number]) / 2
        return -value if swapped != (seat == 1) else value


def canonical(state: State) -> tuple[State, bool]:
    """The least image of the state, and whether it swaps the seats."""
    images = (
        (generic.symmetric_state(state, n), generic.symmetric_seat(state, n, 0) == 1)
        for n in range(generic.symmetry_count(state))
    )
    return min(images)


def check_solvable(game: Game) -> None:
    """Raise LudariumError where the game is not of the kind that this solves."""
    fits = game.seats[0] == 2 and game.returns_sum == 0 and game.has_chance and not game.hides
    if not fits:
        raise LudariumError(
            f"{game.title} is not an open zero-sum game of two seats with chance: this solves those"
        )


def solve(
    game: Game,
    ruleset: Ruleset,
    *,
    precision: float = 1e-9,
    most: int = MOST_STATES,
    exploring: Progress | None = None,
    solving: Progress | None = None,
) -> Expectations:
    """Solve a game from its start.

    precision: the distance of the bounds to come to. most: the most states. exploring, solving:
    called with the amount done and its total. Raises LudariumError where the game is not of the
    kind that this solves, has too many states, or does not come to the precision.
    """
    check_solvable(game)
    graph = explore(game, game.start(ruleset, 2), most, exploring)
    least, greatest = game.returns_range
    low = np.where(graph.ended, graph.results, float(least))
    high = np.where(graph.ended, graph.results, float(greatest))
    for sweep in range(1, ROUNDS + 1):
        low, high = graph.backed_up(low), graph.backed_up(high)
        width = float((high - low).max())
        if solving:
            solving(sweep, ROUNDS)
        if width <= precision:
            return Expectations(game, ruleset, graph.numbers, low, high, sweep)
    raise LudariumError(
        f"{game.title}: the bounds are {width:.2g} apart after {ROUNDS:,} sweeps, expected "
        f"{precision:.2g}"
    )


@dataclasses.dataclass(frozen=True, eq=False)
class TransitionGraph:
    """The states of a game, and where they lead."""

    numbers: dict[State, int]
    """The number of each canonical state."""
    ended: Array
    """By number: whether the game is over."""
    results: Array
    """By number: seat 0's return where the game is over."""
    movers: Array
    """By number of those not over, in order: the seat that chooses, or CHANCE."""
    firsts: Array
    """By the same: the first of its edges."""
    ends: Array
    """By edge: the number of the successor."""
    factors: Array
    """By edge: what the successor's value counts, negative where seats are swapped: of chance the
    probability, else 1.
    """

    def backed_up(self, values: Array) -> Array:
        """The values of all states after one more sweep, float64."""
        shares = values[self.ends] * self.factors
        backed = np.select(
            [self.movers == CHANCE, self.movers == 0],
            [np.add.reduceat(shares, self.firsts), np.maximum.reduceat(shares, self.firsts)],
            np.minimum.reduceat(shares, self.firsts),
        )
        after = values.copy()
        after[~self.ended] = backed
        return after


def explore(game: Game, first: State, most: int, progress: Progress | None) -> TransitionGraph:
    """List all states that can be reached. Raises LudariumError where there are too many."""
    key, _ = canonical(first)
    numbers, waiting = {key: 0}, [key]
    ended, results, movers, firsts = [], [], [], []
    ends: list[int] = []
    factors: list[float] = []
    for done, state in enumerate(waiting):  # grows in the loop
        choosing = int(generic.movers(state))
        ended.append(not choosing)
        results.append(float(generic.returns(state, 0)) if not choosing else 0.0)
        if not choosing:
            continue
        mover = choosing.bit_length() - 1
        actions = game.legal_actions(state, mover)
        weights = [weight for _, weight in game.outcomes(state)] if mover == CHANCE else []
        total = sum(weights)
        movers.append(mover)
        firsts.append(len(ends))
        for n, action in enumerate(actions):
            after, swapped = canonical(generic.play(state, action))
            number = numbers.setdefault(after, len(numbers))
            if number == len(waiting):
                waiting.append(after)
            ends.append(number)
            factors.append((weights[n] / total if weights else 1.0) * (-1 if swapped else 1))
        if len(waiting) > most:
            raise LudariumError(
                f"{game.title} has more than {most:,} states that differ: too many to solve all"
            )
        if progress and done % 1000 == 0:
            progress(done, len(waiting))
    columns = (ended, results, movers, firsts, ends, factors)
    return TransitionGraph(numbers, *map(np.array, columns))
