"""Opponent model for simultaneous choices: the solution, past choices, and a habit.

**The habit** is win-stay, lose-shift, as people play. Who gained by the last round repeats their
choice (Wang, Xu and Zhou, "Social cycling and conditional responses in the Rock-Paper-Scissors
game", 2014). Who did not makes the best response to the others' last choices: in a game like rock,
paper, scissors that is to "downgrade" after losing and to "upgrade" after a draw, as Dyson and
others saw ("Negative outcomes evoke cyclic irrational decisions in Rock, Paper, Scissors", 2016).

**The model.** Each other seat chooses by habit with probability s, and else with probabilities
(TRUST * p + n) / (TRUST + N): p the solution's probability of the choice, n how often the seat made
it in this game, N how often it chose at all. The posterior of s over SHARES follows from the seat's
choices by Bayes's rule, from a uniform prior.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Mapping
from typing import Any

import numpy as np

from ludarium.play.position import Position
from ludarium.rules import generic
from ludarium.solvers.equilibrium.solution import Solution

__all__ = ["Choices", "Opponents", "action_of", "habit"]

TRUST = 3.0  # number of choices that weigh as much as the solution's mixed strategy
SHARES = np.linspace(0.0, 0.9, 10)  # values of s
RISE = 1e-6  # smaller differences of values are noise: solutions are accurate to about 1e-8


def action_of(here: Position, seat: int, joint: int) -> int:
    """The seat's action in a joint action."""
    bits = generic.action_bits(here.state)
    return joint >> bits * seat & (1 << bits) - 1 if bits else joint


def joint_of(here: Position, actions: Mapping[int, int]) -> int:
    """The joint action of these seats' actions."""
    bits = generic.action_bits(here.state)
    return sum(action << bits * seat for seat, action in actions.items())


@functools.lru_cache(maxsize=512)
def outcomes(solution: Solution, state: Any) -> Any:
    """Expected returns after each joint action; NaN where the state stays.

    An array with an axis for each choosing seat, by index of its legal action, and a last axis by
    seat.
    """
    here = Position(solution.game, solution.ruleset, state)
    actions = {mover: here.game.legal_actions(state, mover) for mover in here.movers}
    expected = np.full([*map(len, actions.values()), solution.seats], np.nan)
    for place in np.ndindex(expected.shape[:-1]):
        after = here.play_joint(
            joint_of(
                here,
                {
                    mover: own[number]
                    for (mover, own), number in zip(actions.items(), place, strict=True)
                },
            )
        )
        if after.state != state:
            expected[place] = solution.values(after)
    return expected


class Choices:
    """A seat's payoff matrix in a position with simultaneous choices."""

    def __init__(self, solution: Solution, here: Position, seat: int) -> None:
        self.solution, self.here, self.seat = solution, here, seat
        state = here.state
        self.others = [other for other in here.movers if other != seat]
        """The other choosing seats."""
        self.choices = {
            other: [
                generic.nth_legal(state, other, n) for n in range(generic.legal_count(state, other))
            ]
            for other in here.movers
        }
        """Legal actions, by choosing seat."""
        self.actions = self.choices[seat]
        """Legal actions of the seat."""
        self.replies = list(itertools.product(*(self.choices[other] for other in self.others)))
        """Joint choices of the others."""
        self.mixes = {
            other: np.array(solution.probabilities(state, other)) for other in here.movers
        }
        """The solution's mixed strategies, by choosing seat."""
        self.value = solution.values(here)[seat]
        """The solution's value for the seat."""
        self.usual = self.mixes[seat]
        """The solution's mixed strategy of the seat."""
        gains = np.moveaxis(
            outcomes(solution, state)[..., seat], here.movers.index(seat), 0
        ).reshape(len(self.actions), -1)
        stays = np.isnan(gains)
        chances = np.outer(self.usual, self.weights(self.mixes))
        staying = float(chances[stays].sum())
        # the value of staying follows from the state's value, which it is part of
        self.gains = np.where(
            stays,
            (self.value - float(chances[~stays] @ gains[~stays])) / staying
            if staying
            else self.value,
            gains,
        )
        """gains[a, b]: expected return of the seat by actions[a] against replies[b]."""
        self.floor = np.minimum(self.value, self.usual @ self.gains)
        """By reply, what the solution guarantees: min(v, u(e, b)) of `players`."""

    def weights(self, expected: Mapping[int, Any]) -> Any:
        """The probability of each of `replies`, from each other seat's mixed strategy."""
        weights = np.ones(1)
        for other in self.others:
            weights = np.outer(weights, expected[other]).ravel()
        return weights

    def gained(self, mix: tuple[float, ...], joint: int) -> float:
        """Gain of this mixed strategy over `floor` in a round; 0 where a seat was absent."""
        reply = tuple(action_of(self.here, other, joint) for other in self.others)
        if reply not in self.replies:
            return 0.0
        index = self.replies.index(reply)
        return float(np.array(mix) @ self.gains[:, index] - self.floor[index])


def habit(solution: Solution, here: Position, seat: int) -> int | None:
    """The seat's choice by habit; None without a last round in which all these seats chose."""
    before, joint = here.before, here.joint
    if before is None or joint is None or not set(here.movers) <= set(before.movers):
        return None
    actions = {mover: here.game.legal_actions(here.state, mover) for mover in here.movers}
    last = {mover: action_of(before, mover, joint) for mover in here.movers}
    if any(action not in actions[mover] for mover, action in last.items()):
        return None
    value = solution.values(here)[seat]
    if value > solution.values(before)[seat] + RISE:
        return last[seat]

    def worth(action: int) -> float:
        after = here.play_joint(joint_of(here, {**last, seat: action}))
        return value if after.state == here.state else solution.values(after)[seat]

    return max(actions[seat], key=worth)


@dataclasses.dataclass(frozen=True)
class Opponents:
    """The opponent model's evidence from a game so far."""

    counts: Mapping[tuple[int, int], int] = dataclasses.field(default_factory=dict)
    """Number of times that a seat made a choice, by seat and action."""
    likelihoods: Mapping[int, Any] = dataclasses.field(default_factory=dict)
    """Likelihood of the seat's choices for each of SHARES, up to a factor, by seat."""

    def after(self, solution: Solution, here: Position, after: Position) -> Opponents:
        """The evidence updated by the round between these positions."""
        counts, likelihoods = dict(self.counts), dict(self.likelihoods)
        for seat in here.movers:
            choices = Choices(solution, here, seat)
            action = action_of(here, seat, after.joint or 0)
            if action not in choices.actions:
                continue
            place = choices.actions.index(action)
            usual = habit(solution, here, seat)
            if usual is not None:
                likely = (
                    SHARES * (usual == action)
                    + (1 - SHARES) * self._freely(choices, seat)[place]
                    + RISE
                )
                likelihoods[seat] = likelihoods.get(seat, 1.0) * likely / likely.max()
            counts[seat, action] = counts.get((seat, action), 0) + 1
        return Opponents(counts, likelihoods)

    def expected(self, choices: Choices) -> dict[int, Any]:
        """The predicted mixed strategy of each other seat."""
        return {other: self._likely(choices, other) for other in choices.others}

    def _likely(self, choices: Choices, seat: int) -> Any:
        freely = self._freely(choices, seat)
        usual = habit(choices.solution, choices.here, seat)
        if usual is None:
            return freely
        likelihood = self.likelihoods.get(seat, np.ones(len(SHARES)))
        share = float(likelihood @ SHARES / likelihood.sum())
        return share * (np.array(choices.choices[seat]) == usual) + (1 - share) * freely

    def _freely(self, choices: Choices, seat: int) -> Any:
        """The predicted mixed strategy where the seat does not follow the habit."""
        counts = np.array([self.counts.get((seat, action), 0) for action in choices.choices[seat]])
        return (TRUST * choices.mixes[seat] + counts) / (TRUST + counts.sum())
