"""CFR+ (Tammelin, "Solving large imperfect information games using CFR+", 2014).

Counterfactual regret minimisation (Zinkevich et al. 2007) with regrets that never fall below zero,
seats that are updated in turn, and an average in which iteration t counts t times. In zero-sum
games of two seats the average comes to an equilibrium; in others it often plays well, but nothing
is proved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludarium.errors import LudariumError
from ludarium.rules.game import Game, Ruleset
from ludarium.solvers.regret.best_response import exploitability, values
from ludarium.solvers.regret.strategy import Strategy
from ludarium.solvers.regret.tree import NONE, GameTree, grow

__all__ = ["check_solvable", "solve"]

CHECKED = 250  # iterations before the first look at the exploitability; then twice as many

Array = Any
Progress = Callable[[int, int], None]  # amount done, total


def check_solvable(game: Game) -> None:
    """Raise LudariumError where the game hides nothing: other solvers are for those."""
    if not game.hides:
        raise LudariumError(f"{game.title} hides nothing: this solves games that do")


def solve(
    game: Game,
    ruleset: Ruleset,
    seats: int,
    *,
    target: float = 5e-4,
    most: int = 20_000,
    growing: Progress | None = None,
    solving: Progress | None = None,
) -> Strategy:
    """Find a strategy for all seats.

    target: the exploitability at which to stop. most: the most iterations. growing, solving: called
    with the amount done and its total. Raises LudariumError where the game's tree is too large.
    """
    check_solvable(game)
    first = game.start(ruleset, seats)
    minimiser = Minimiser(grow(game, first, growing))
    done = 0
    while True:
        for _ in range(min(max(CHECKED, done), most - done)):
            minimiser.iterate()
        done = minimiser.iterations
        mixes = minimiser.average()
        gain = exploitability(game, first, mixes)
        if solving:
            solving(done, most)
        if gain <= target or done >= most:
            expected = tuple(values(game, first, mixes))
            return Strategy(game, ruleset, seats, mixes, expected, gain, done)


class Minimiser:
    """The regrets and the average strategy of all information sets of a tree."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.iterations = 0
        """The number of iterations made."""
        slots = len(tree.owners)
        self._regrets, self._sums = np.zeros(slots), np.zeros(slots)
        self._strategy = 1.0 / tree.counts[tree.sets]

    def iterate(self) -> None:
        """Update each seat once."""
        self.iterations += 1
        for seat in range(self.tree.seats):
            self._update(seat)

    def average(self) -> dict[tuple[int, Any], Array]:
        """The average strategy, by information set."""
        tree = self.tree
        totals = np.bincount(tree.sets, self._sums)[tree.sets]
        even = 1.0 / tree.counts[tree.sets]
        shares = np.divide(self._sums, totals, out=even, where=totals > 0)
        ends = [*tree.firsts[1:], len(shares)]
        return {
            key: shares[first:end]
            for key, first, end in zip(tree.keys, tree.firsts, ends, strict=True)
        }

    def _update(self, seat: int) -> None:
        tree = self.tree
        steps = np.where(tree.slots == NONE, tree.chances, self._strategy[tree.slots])
        owners = np.where(tree.slots == NONE, NONE, tree.owners[tree.slots])
        own = np.where(owners == seat, steps, 1.0)
        others = np.where(owners == seat, 1.0, steps)
        for level in tree.levels[1:]:  # how likely each node is: by the seat's part, by the rest
            above = tree.parents[level]
            own[level] *= own[above]
            others[level] *= others[above]
        worth = tree.results[:, seat].copy()
        for level in tree.levels[:0:-1]:
            above = tree.parents[level]
            start = above[0]
            sums = np.bincount(above - start, steps[level] * worth[level])
            worth[start : start + len(sums)] += sums
        mine = np.flatnonzero(owners == seat)
        above = tree.parents[mine]
        gains = others[above] * (worth[mine] - worth[above])
        size = len(self._regrets)
        regrets = self._regrets + np.bincount(tree.slots[mine], gains, minlength=size)
        self._regrets = np.maximum(regrets, 0.0)
        chosen = tree.owners == seat
        reached = own[tree.samples][tree.sets]
        self._sums += np.where(chosen, self.iterations * reached * self._strategy, 0.0)
        totals = np.bincount(tree.sets, self._regrets)[tree.sets]
        even = 1.0 / tree.counts[tree.sets]
        matched = np.divide(self._regrets, totals, out=even, where=totals > 0)
        self._strategy = np.where(chosen, matched, self._strategy)
