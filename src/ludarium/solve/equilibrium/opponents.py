"""What others are likely to choose, where seats choose at once: by the table, by what they chose
before, and by habit.

**The habit** is one that people have. Who gained by the last round does the same again (Wang, Xu
and Zhou, "Social cycling and conditional responses in the Rock-Paper-Scissors game", 2014). Who did
not chooses what would have been best against what the others chose: in a game like rock, paper,
scissors that is to "downgrade" after losing and to "upgrade" after a draw, as Dyson and others saw
("Negative outcomes evoke cyclic irrational decisions in Rock, Paper, Scissors", 2016).

**The model.** Each other seat is taken to choose by habit with probability s, and else with
probabilities (TRUST * p + n) / (TRUST + N): p what the table says of the choice here, n how often
the seat made it in this game, N how often it chose at all. How likely each s of SHARES is follows
from what the seat did, by Bayes's rule; at first all are equally likely.
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
from ludarium.solve.equilibrium.solution import Table

__all__ = ["Choices", "Opponents", "action_of", "habit"]

TRUST = 3.0  # so many choices weigh as much as the table's mix
SHARES = np.linspace(0.0, 0.9, 10)
RISE = 1e-6  # values that differ by less are the same: tables are good to about 1e-8


def action_of(here: Position, seat: int, joint: int) -> int:
    """The seat's action in a joint action."""
    bits = generic.action_bits(here.state)
    return joint >> bits * seat & (1 << bits) - 1 if bits else joint


def joint_of(here: Position, actions: Mapping[int, int]) -> int:
    """The joint action of these seats' actions."""
    bits = generic.action_bits(here.state)
    return sum(action << bits * seat for seat, action in actions.items())


@functools.lru_cache(maxsize=512)
def outcomes(table: Table, state: Any) -> Any:
    """What each seat can expect after each joint action, by the numbers of the choosing seats'
    actions, and then by seat; NaN where the state stays.
    """
    here = Position(table.game, table.ruleset, state)
    actions = {mover: here.game.legal_actions(state, mover) for mover in here.movers}
    found = np.full([*map(len, actions.values()), table.seats], np.nan)
    for place in np.ndindex(found.shape[:-1]):
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
            found[place] = table.values(after)
    return found


class Choices:
    """What a seat can choose in a position, and what comes of it.

    others: the seats that choose as well; choices, mixes: by choosing seat, its actions and the
    table's probabilities of them; actions,
    value, usual: this seat's own. gains[a, b]: what it can expect by its choice a when the others
    make the choices replies[b].
    """

    def __init__(self, table: Table, here: Position, seat: int) -> None:
        self.table, self.here, self.seat = table, here, seat
        state = here.state
        self.others = [other for other in here.movers if other != seat]
        self.choices = {
            other: [
                generic.nth_legal(state, other, n) for n in range(generic.legal_count(state, other))
            ]
            for other in here.movers
        }
        self.actions = self.choices[seat]
        self.replies = list(itertools.product(*(self.choices[other] for other in self.others)))
        self.mixes = {other: np.array(table.probabilities(state, other)) for other in here.movers}
        self.value = table.values(here)[seat]
        self.usual = self.mixes[seat]
        gains = np.moveaxis(outcomes(table, state)[..., seat], here.movers.index(seat), 0).reshape(
            len(self.actions), -1
        )
        stays = np.isnan(gains)
        chances = np.outer(self.usual, self.weights(self.mixes))
        staying = float(chances[stays].sum())
        # What staying is worth follows from the state's value, of which it is a part.
        self.gains = np.where(
            stays,
            (self.value - float(chances[~stays] @ gains[~stays])) / staying
            if staying
            else self.value,
            gains,
        )
        self.floor = np.minimum(self.value, self.usual @ self.gains)

    def weights(self, expected: Mapping[int, Any]) -> Any:
        """How likely each of `replies` is, where the others choose with these probabilities, by
        seat.
        """
        weights = np.ones(1)
        for other in self.others:
            weights = np.outer(weights, expected[other]).ravel()
        return weights

    def gained(self, mix: tuple[float, ...], joint: int) -> float:
        """How much more than `floor` this mix could expect when it met these choices; nothing where
        a seat was absent.
        """
        reply = tuple(action_of(self.here, other, joint) for other in self.others)
        if reply not in self.replies:
            return 0.0
        place = self.replies.index(reply)
        return float(np.array(mix) @ self.gains[:, place] - self.floor[place])


def habit(table: Table, here: Position, seat: int) -> int | None:
    """What the seat would choose here by habit; None where there is no last round to go by, or
    somebody sat it out.
    """
    before, joint = here.before, here.joint
    if before is None or joint is None or not set(here.movers) <= set(before.movers):
        return None
    actions = {mover: here.game.legal_actions(here.state, mover) for mover in here.movers}
    last = {mover: action_of(before, mover, joint) for mover in here.movers}
    if any(action not in actions[mover] for mover, action in last.items()):
        return None
    value = table.values(here)[seat]
    if value > table.values(before)[seat] + RISE:
        return last[seat]

    def worth(action: int) -> float:
        after = here.play_joint(joint_of(here, {**last, seat: action}))
        return value if after.state == here.state else table.values(after)[seat]

    return max(actions[seat], key=worth)


@dataclasses.dataclass(frozen=True)
class Opponents:
    """What a game has shown of each seat so far.

    counts: how often it chose what, by seat and action; likelihoods: by seat, how likely what it
    did was for each of SHARES.
    """

    counts: Mapping[tuple[int, int], int] = dataclasses.field(default_factory=dict)
    likelihoods: Mapping[int, Any] = dataclasses.field(default_factory=dict)

    def after(self, table: Table, here: Position, after: Position) -> Opponents:
        """With what the round between these positions shows."""
        counts, likelihoods = dict(self.counts), dict(self.likelihoods)
        for seat in here.movers:
            choices = Choices(table, here, seat)
            action = action_of(here, seat, after.joint or 0)
            if action not in choices.actions:
                continue
            place = choices.actions.index(action)
            usual = habit(table, here, seat)
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
        """With what probability each other seat makes each choice, by this module's model."""
        return {other: self._likely(choices, other) for other in choices.others}

    def _likely(self, choices: Choices, seat: int) -> Any:
        freely = self._freely(choices, seat)
        usual = habit(choices.table, choices.here, seat)
        if usual is None:
            return freely
        likelihood = self.likelihoods.get(seat, np.ones(len(SHARES)))
        share = float(likelihood @ SHARES / likelihood.sum())
        return share * (np.array(choices.choices[seat]) == usual) + (1 - share) * freely

    def _freely(self, choices: Choices, seat: int) -> Any:
        """What the seat chooses where it does not follow the habit."""
        seen = np.array([self.counts.get((seat, action), 0) for action in choices.choices[seat]])
        return (TRUST * choices.mixes[seat] + seen) / (TRUST + seen.sum())
