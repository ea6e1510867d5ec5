"""Agents that play by a table of solved positions.

`equilibrium` draws from the table's mix. `exploiter` looks at what the others really chose in this
game, and leaves the equilibrium as far as a stated risk allows. What it takes the others for,
`ludarium.solve.equilibrium.opponents` says.

**Its choice.** Write u(x, b) for what it can expect if it plays the mix x, the others make the
choices b, and all play by the table from the next round on; v for what the table says that it can
expect, and e for the table's mix. Of all x with

    u(x, b) >= min(v, u(e, b)) - budget    for every b

it takes the one that is best against the model: whatever the others do, it expects at most the
budget less than the table says, or, where the table's mix itself does worse than that against b,
than that mix.

**Its budget** is RISK at the start of the game. After each round it changes by u(x, b) - min(v,
u(e, b)), for the x that it played and the b that it met: it shrinks by what was really lost and
grows by what others gave away. So over a whole game it loses, in expectation, at most RISK of what
the table guarantees, whoever the others are: with two seats, of the value of the game. (Ganzfried
and Sandholm, "Safe opponent exploitation", 2015, call this risking what was won; RISK is a first
stake.)
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
from ludarium.solve.equilibrium.library import equilibrium
from ludarium.solve.equilibrium.opponents import Choices, Opponents, habit
from ludarium.solve.equilibrium.solution import Table

__all__ = ["EquilibriumAgent", "ExploiterAgent", "HabitualAgent", "best_safe_mix"]

RISK = 0.05
SLACK = 1e-9
MOST_CORNERS = 100_000


def table_of(position: Position) -> Table:
    """The table of the game that the position is of. Raises TableFileError where there is none."""
    return equilibrium(position.game, position.seats, position.ruleset.name)


def prepared_table(position: Position) -> Table:
    """That table, with this position looked up: by compiled code where that is worth it.

    Raises PositionError, TableFileError.
    """
    table = table_of(position)
    table.hasten(position.state)
    table.place(position.state)
    return table


class EquilibriumAgent:
    """Draws from the equilibrium's mix."""

    def __init__(self, seed: int | None = None) -> None:
        self.name = "equilibrium"
        self._random = random.Random(seed)

    def prepare(self, position: Position) -> None:
        """Read the table, and compile what looks positions up in it."""
        prepared_table(position)

    def choose(self, position: Position, seat: int) -> Move:
        moves = position.legal_for(position.mover(seat))
        return self._random.choices(
            moves, prepared_table(position).probabilities(position.state, seat)
        )[0]


@dataclasses.dataclass
class Account:
    """What a seat knows and may risk when a position is to be played.

    position: that one; budget: as in this module's notes; opponents: the others, as the game has
    shown them so far.
    """

    position: Position
    budget: float
    opponents: Opponents


class ExploiterAgent:
    """Plays what is best against what the others did so far, as far as its risk allows; see this
    module's notes.
    """

    def __init__(self, risk: float = RISK, seed: int | None = None) -> None:
        self.name = f"exploiter:{risk:.6g}"
        self.risk = risk
        self._random = random.Random(seed)
        # by seat: what was worked out last, as the game goes on from there
        self._accounts: dict[int, Account] = {}

    def prepare(self, position: Position) -> None:
        """Read the table, and compile what looks positions up in it."""
        prepared_table(position)

    def choose(self, position: Position, seat: int) -> Move:
        moves = position.legal_for(position.mover(seat))
        return self._random.choices(moves, self.mix(position, seat))[0]

    def mix(self, position: Position, seat: int) -> tuple[float, ...]:
        """The probability of each legal action of this seat, which depends on the game so far and
        on nothing else.
        """
        if position.over:
            raise GameOverError("the game is over")
        table = prepared_table(position)
        account = self._account(table, position, seat)
        choices = Choices(table, position, seat)
        return self._safe_mix(choices, account)

    def _account(self, table: Table, position: Position, seat: int) -> Account:
        """The seat's account of this position: that of an earlier one of the same game, and what
        was played since.
        """
        known = self._accounts.get(seat)
        played = [position]
        while (known is None or played[-1] is not known.position) and played[-1].before is not None:
            played.append(played[-1].before)
        if known is None or played[-1] is not known.position:
            known = Account(played[-1], self.risk, Opponents())
        for here, after in itertools.pairwise(reversed(played)):
            budget = known.budget
            if seat in here.movers and after.joint is not None:
                choices = Choices(table, here, seat)
                budget = max(
                    0.0, budget + choices.gained(self._safe_mix(choices, known), after.joint)
                )
            known = Account(after, budget, known.opponents.after(table, here, after))
        self._accounts[seat] = known
        return known

    def _safe_mix(self, choices: Choices, account: Account) -> tuple[float, ...]:
        """The mix that is best against the model, among those that put no more than the budget at
        stake.
        """
        hoped = choices.gains @ choices.weights(account.opponents.expected(choices))
        return tuple(
            best_safe_mix(
                hoped, choices.gains, choices.floor - account.budget, choices.usual
            ).tolist()
        )


class HabitualAgent:
    """Plays as another agent that plays by a table, but makes a share of its choices by habit, as
    people do.
    """

    def __init__(
        self, share: float, otherwise: EquilibriumAgent | ExploiterAgent, seed: int | None = None
    ) -> None:
        self.name = f"{otherwise.name} with habits"
        self._share, self._otherwise = share, otherwise
        self._random = random.Random(seed)

    def prepare(self, position: Position) -> None:
        """As the other agent does."""
        self._otherwise.prepare(position)

    def choose(self, position: Position, seat: int) -> Move:
        table = prepared_table(position)
        position.mover(seat)
        usual = habit(table, position, seat) if self._random.random() < self._share else None
        return (
            self._otherwise.choose(position, seat) if usual is None else position.move(seat, usual)
        )


def best_safe_mix(hoped: Any, gains: Any, floor: Any, usual: Any) -> Any:
    """The mix x with the highest x @ hoped, of those with x @ gains >= floor, which `usual` is one
    of.

    The best one is a corner of the polytope of such mixes, where as many bounds hold exactly as
    there are choices, less one. With so many choices that it has too many corners, the best on the
    ways from `usual` to each single choice is taken.
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
    values[0] += SLACK  # where nothing is better, the usual
    best = corners[values.argmax()].clip(0, None)
    return best / best.sum()
