"""Agents that play by a table of solved positions.

`equilibrium` draws from the table's mix. `exploiter` looks at what the others really chose in this game, and leaves the equilibrium as far
as a stated risk allows.

**Its model.** Each other seat is taken to choose with probabilities (TRUST * p + n) / (TRUST + N): p what the table says of the choice
here, n how often the seat made it in this game, N how often it chose at all.

**Its choice.** Write u(x, b) for what it can expect if it plays the mix x, the others make the choices b, and all play by the table from
the next round on; v for what the table says that it can expect, and e for the table's mix. Of all x with

    u(x, b) >= min(v, u(e, b)) - budget    for every b

it takes the one that is best against the model: whatever the others do, it expects at most the budget less than the table says, or,
where the table's mix itself does worse than that against b, than that mix.

**Its budget** is RISK at the start of the game. After each round it changes by u(x, b) - min(v, u(e, b)), for the x that it played and the
b that it met: it shrinks by what was really lost and grows by what others gave away. So over a whole game it loses, in expectation, at
most RISK of what the table guarantees, whoever the others are: with two seats, of the value of the game. (Ganzfried and Sandholm, "Safe
opponent exploitation", 2015, call this risking what was won; RISK is a first stake.)
"""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import numpy as np

from ludarium.errors import GameOverError
from ludarium.play.position import Move, Position
from ludarium.rules import generic
from ludarium.solve.equilibrium import equilibrium
from ludarium.solve.table import Table

__all__ = ["EquilibriumAgent", "ExploiterAgent", "best_safe_mix"]

RISK = 0.05
TRUST = 3.0  # so many choices weigh as much as the table's mix
SLACK = 1e-9
MOST_CORNERS = 100_000
FEW_SYMMETRIES = 50


def table_of(position: Position) -> Table:
    """The table of the game that the position is of. Raises TableFileError where there is none."""
    return equilibrium(position.game, position.seats, position.ruleset.name)


class EquilibriumAgent:
    """Draws from the equilibrium's mix."""

    def __init__(self, seed: int | None = None) -> None:
        self.name = "equilibrium"
        self._random = random.Random(seed)

    def prepare(self, position: Position) -> None:
        """Read the table."""
        table_of(position)

    def choose(self, position: Position, seat: int) -> Move:
        moves = position.legal_for(position.mover(seat))
        return self._random.choices(moves, table_of(position).probabilities(position.state, seat))[0]


class ExploiterAgent:
    """Plays what is best against what the others did so far, as far as its risk allows; see this module's notes."""

    def __init__(self, risk: float = RISK, seed: int | None = None) -> None:
        self.name = f"exploiter:{risk:.6g}"
        self.risk = risk
        self._random = random.Random(seed)

    def prepare(self, position: Position) -> None:
        """Read the table, and compile what looks positions up in it where there are many symmetries."""
        table = table_of(position)
        if generic.symmetry_count(position.state) > FEW_SYMMETRIES:
            table.hasten()

    def choose(self, position: Position, seat: int) -> Move:
        self.prepare(position)
        moves = position.legal_for(position.mover(seat))
        return self._random.choices(moves, self.mix(position, seat))[0]

    def mix(self, position: Position, seat: int) -> tuple[float, ...]:
        """The probability of each legal action of this seat, which depends on the game so far and on nothing else."""
        if position.over:
            raise GameOverError("the game is over")
        table = table_of(position)
        budget = self.risk
        counts: dict[tuple[int, int], int] = {}  # by seat and action
        history = list(position.history())
        for here, after in itertools.pairwise(history):
            if seat in here.movers and after.joint is not None:
                choices = Choices(table, here, seat)
                budget = max(0.0, budget + choices.gained(choices.safe_mix(budget, counts), after.joint))
            note_choices(here, after, counts)
        return Choices(table, position, seat).safe_mix(budget, counts)


def note_choices(here: Position, after: Position, counts: dict[tuple[int, int], int]) -> None:
    """Count what each seat chose in the round between these positions."""
    for seat in here.movers:
        chosen = (seat, action_of(here, seat, after.joint or 0))
        counts[chosen] = counts.get(chosen, 0) + 1


def action_of(here: Position, seat: int, joint: int) -> int:
    """The seat's action in a joint action."""
    bits = generic.action_bits(here.state)
    return joint >> bits * seat & (1 << bits) - 1 if bits else joint


class Choices:
    """What a seat can choose in a position, and what comes of it; `gains[a, b]` is u(a, b) of this module's notes."""

    def __init__(self, table: Table, here: Position, seat: int) -> None:
        self.here, self.seat = here, seat
        state = here.state
        actions = {other: [generic.nth_legal(state, other, n) for n in range(generic.legal_count(state, other))] for other in here.movers}
        self.mixes = {other: np.array(table.probabilities(state, other)) for other in here.movers}
        self.others = [other for other in here.movers if other != seat]
        self.actions = actions[seat]
        self.replies = list(itertools.product(*(actions[other] for other in self.others)))
        self.value = table.values(here)[seat]
        self.usual = self.mixes[seat]
        bits = generic.action_bits(state)
        rows = []
        for action in self.actions:
            joints = (
                action << bits * seat | sum(choice << bits * other for other, choice in zip(self.others, reply, strict=True))
                for reply in self.replies
            )
            rows.append([self._gain(table, here.play_joint(joint)) for joint in joints])
        gains = np.array(rows)
        stays = np.isnan(gains)
        chances = np.outer(self.usual, self.weights({}))
        staying = float(chances[stays].sum())
        # What staying is worth follows from the state's value, of which it is a part.
        self.gains = np.where(stays, (self.value - float(chances[~stays] @ gains[~stays])) / staying if staying else self.value, gains)
        self.floor = np.minimum(self.value, self.usual @ self.gains)

    def _gain(self, table: Table, after: Position) -> float:
        return math.nan if after.state == self.here.state else table.values(after)[self.seat]

    def weights(self, counts: dict[tuple[int, int], int]) -> Any:
        """How likely the model takes each combination of the others' choices to be."""
        weights = np.ones(1)
        for other in self.others:
            actions = [generic.nth_legal(self.here.state, other, n) for n in range(generic.legal_count(self.here.state, other))]
            seen = np.array([counts.get((other, action), 0) for action in actions])
            weights = np.outer(weights, (TRUST * self.mixes[other] + seen) / (TRUST + seen.sum())).ravel()
        return weights

    def safe_mix(self, budget: float, counts: dict[tuple[int, int], int]) -> tuple[float, ...]:
        """The mix that is best against the model, among those that put no more than the budget at stake."""
        hoped = self.gains @ self.weights(counts)
        return tuple(best_safe_mix(hoped, self.gains, self.floor - budget, self.usual).tolist())

    def gained(self, mix: tuple[float, ...], joint: int) -> float:
        """By how much the budget changes when this mix met these choices; nothing where a seat was absent."""
        reply = tuple(action_of(self.here, other, joint) for other in self.others)
        if reply not in self.replies:
            return 0.0
        place = self.replies.index(reply)
        return float(np.array(mix) @ self.gains[:, place] - self.floor[place])


def best_safe_mix(hoped: Any, gains: Any, floor: Any, usual: Any) -> Any:
    """The mix x with the highest x @ hoped, of those with x @ gains >= floor, which `usual` is one of.

    The best one is a corner of the polytope of such mixes, where as many bounds hold exactly as there are choices, less one. With so many
    choices that it has too many corners, the best on the ways from `usual` to each single choice is taken.
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
        lengths = np.min(np.where(falls < 0, room / np.where(falls < 0, -falls, 1.0), 1.0), axis=1).clip(0, 1)
        corners = usual + lengths[:, None] * ways
    corners = np.vstack([usual, corners[(corners @ bounds.T >= limits - SLACK).all(axis=1)]])
    values = corners @ hoped
    values[0] += SLACK  # where nothing is better, the usual
    best = corners[values.argmax()].clip(0, None)
    return best / best.sum()
