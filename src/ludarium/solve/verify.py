"""Checks a table by arithmetic of its own: of what solved it nothing is used but the table itself and the rules.

For each state, from the end backwards, it works out by the table's mixes what each seat can expect, and what it could get at most by
any other way to play on against the others' mixes. The largest difference is epsilon. Against mixes that depend on the state alone, a
seat's best way to play on makes one choice for as long as a state lasts: nothing else that happened matters to a lone player.
"""

from __future__ import annotations

import dataclasses
import itertools
from typing import Any

import numpy as np

from ludarium.errors import LudariumError
from ludarium.rules import generic
from ludarium.solve.graph import Progress
from ludarium.solve.table import Table

__all__ = ["Certificate", "Checker", "verify"]

State = Any
STAYED = 0  # the first of the outcomes
MANY = 5_000  # states, above which canonical states are found by compiled code


@dataclasses.dataclass(frozen=True)
class Certificate:
    """What a check found.

    epsilon: the most that any seat gains by any other way to play on; worst: the state where that is, as text.
    value_error: how far the table's values are from what its mixes bring.
    mix_error: how far a seat's probabilities are from adding up to 1, or below 0.
    """

    states: int
    epsilon: float
    value_error: float
    mix_error: float
    worst: str


def verify(table: Table, progress: Progress | None = None) -> Certificate:
    """Check all states of the table. Raises PositionError where the table lacks a state, LudariumError where states go round in circles.

    progress: called with how much is done, of how much.
    """
    return Checker(table, progress).certificate()


class Checker:
    """Works out, by row of the table, what each seat can expect (`expected`) and what it could get at most (`best`); also what it gets
    if it always chooses with equal probabilities, while the others keep to the table (`random`).

    Finished games have rows after those of the table, one for each result.
    """

    def __init__(self, table: Table, progress: Progress | None = None) -> None:
        self.table = table
        self.least = float(table.game.returns_range[0])
        self.mix_error = 0.0
        if len(table.states) > MANY:
            table.hasten()
        self._codes: dict[State, int] = {}  # of the states that moves lead to
        self._results: dict[tuple[float, ...], int] = {}
        self._ends: list[tuple[int, tuple[int, ...]]] = [(-1, ())]  # by code: the row, and which of its seats each seat is
        size = len(table.states)
        self._ways: list[Any] = []
        for row, state in enumerate(table.states):
            self._ways.append(np.array([self._code(state, after) for after in self.after(state)], np.int32))
            if progress:
                progress(row + 1, 2 * size)
        self._rows = np.array([row for row, _ in self._ends])
        self._seats = np.array([seats or (0,) * table.seats for _, seats in self._ends])
        self.expected = np.zeros((size + len(self._results), table.seats))
        for result, code in self._results.items():
            self.expected[self._rows[code]] = result
        self.best, self.random = self.expected.copy(), self.expected.copy()
        self.hopes = self.expected > self.least
        for done, row in enumerate(self.order()):
            self.check(row)
            if progress:
                progress(size + done + 1, 2 * size)

    def certificate(self) -> Certificate:
        """What was found, in sum."""
        size = len(self.table.states)
        gains = np.max(self.best - self.expected, axis=1)[:size]
        value_error = np.max(np.abs(self.expected[:size] - self.table.value_rows))
        worst = int(np.argmax(gains))
        text = self.table.game.write_position(self.table.states[worst])
        return Certificate(size, float(gains[worst]), float(value_error), self.mix_error, text)

    def choosing(self, state: State) -> list[int]:
        return [seat for seat in range(self.table.seats) if generic.movers(state) >> seat & 1]

    def after(self, state: State) -> list[State]:
        """The state after each joint action; the last seat's choice changes fastest."""
        shift = generic.action_bits(state)
        choices = [
            [generic.nth_legal(state, seat, n) << seat * shift for n in range(generic.legal_count(state, seat))]
            for seat in self.choosing(state)
        ]
        return [generic.play(state, sum(joint)) for joint in itertools.product(*choices)]

    def _code(self, before: State, after: State) -> int:
        if after == before:
            return STAYED
        if generic.movers(after):
            if after not in self._codes:
                place = self.table.place(after)
                self._codes[after] = len(self._ends)
                self._ends.append((place.row, place.seats))
            return self._codes[after]
        result = tuple(float(generic.returns(after, seat)) for seat in range(self.table.seats))
        if result not in self._results:
            row = len(self.table.states) + len(self._results)
            self._results[result] = len(self._ends)
            self._ends.append((row, tuple(range(self.table.seats))))
        return self._results[result]

    def order(self) -> list[int]:
        """The table's rows, each after all that it leads to."""
        size = len(self.table.states)
        leads = [{int(self._rows[code]) for code in set(ways.tolist()) - {STAYED}} for ways in self._ways]
        before: list[list[int]] = [[] for _ in range(size)]
        missing = [0] * size
        for row, ends in enumerate(leads):
            for end in ends:
                if end < size:
                    before[end].append(row)
                    missing[row] += 1
        ready = [row for row in range(size) if not missing[row]]
        for row in ready:  # grows while it is walked through
            for earlier in before[row]:
                missing[earlier] -= 1
                if not missing[earlier]:
                    ready.append(earlier)
        if len(ready) < size:
            raise LudariumError("a game can come back to a state that it has left: such a table cannot be checked")
        return ready

    def ends(self, row: int) -> tuple[Any, Any]:
        """For each joint action the row that it leads to, and whether it leads anywhere."""
        ways = self._ways[row]
        left = ways != STAYED
        return np.where(left, self._rows[ways], 0), left

    def seats_of(self, row: int, seat: int) -> Any:
        """For each joint action which seat of the row that it leads to this seat is."""
        return self._seats[self._ways[row], seat]

    def check(self, row: int) -> None:
        """Work out what each seat of this state can expect, and what it could get."""
        state = self.table.states[row]
        choosing = self.choosing(state)
        mixes = [self.table.mix_rows[row, seat, : generic.legal_count(state, seat)] for seat in choosing]
        self.mix_error = max(self.mix_error, *(max(abs(float(mix.sum()) - 1), -float(mix.min())) for mix in mixes))
        shape = tuple(map(len, mixes))
        ends, left = self.ends(row)
        stays = (~left).astype(float).reshape(shape)
        images = [self.seats_of(row, seat) for seat in range(self.table.seats)]
        self.hopes[row] = [bool((left & self.hopes[ends, image]).any()) for image in images]
        gamma, share, staying = self.table.gamma, self.share(row), float(average(stays, mixes))
        for seat, image in enumerate(images):
            brings = np.where(left, self.expected[ends, image], 0.0).reshape(shape)
            self.expected[row, seat] = endless(float(average(brings, mixes)), staying, gamma, share[seat])
            could_bring = np.where(left, self.best[ends, image], 0.0).reshape(shape)
            random_brings = np.where(left, self.random[ends, image], 0.0).reshape(shape)
            if seat in choosing:
                own = choosing.index(seat)
                replies = zip(average(could_bring, mixes, own).tolist(), average(stays, mixes, own).tolist(), strict=True)
                self.best[row, seat] = max(endless(total, stay, gamma, share[seat]) for total, stay in replies)
                equal = [np.full(len(mix), 1 / len(mix)) if axis == own else mix for axis, mix in enumerate(mixes)]
            else:
                self.best[row, seat] = endless(float(average(could_bring, mixes)), staying, gamma, share[seat])
                equal = mixes
            self.random[row, seat] = endless(float(average(random_brings, equal)), float(average(stays, equal)), gamma, share[seat])

    def share(self, row: int) -> list[float]:
        """What each seat gets when the table breaks up: who can still win shares equally what there is, the others get the least."""
        hoping = int(self.hopes[row].sum())
        rest = float(self.table.game.returns_sum) - self.least * (self.table.seats - hoping)
        return [rest / hoping if hope else self.least for hope in self.hopes[row]]


def average(array: Any, mixes: list[Any], but: int | None = None) -> Any:
    """The mean of an array with an axis for each choosing seat; with `but`, by each choice of that seat."""
    for axis in range(len(mixes) - 1, -1, -1):
        if axis != but:
            array = np.tensordot(array, mixes[axis], (axis, 0))
    return array


def endless(total: float, stay: float, gamma: float, share: float) -> float:
    """total + stay * (gamma * (the same again) + (1 - gamma) * share)."""
    if gamma * stay >= 1:
        return share
    return (total + stay * (1 - gamma) * share) / (1 - gamma * stay)
