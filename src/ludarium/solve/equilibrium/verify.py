"""Checks a table by arithmetic of its own: of what solved it nothing is used but the table itself
and the rules.

For each state, from the end backwards, it works out by the table's mixes what each seat can expect,
and what it could get at most by any other way to play on against the others' mixes. The largest
difference is epsilon. Against mixes that depend on the state alone, a seat's best way to play on
makes one choice for as long as a state lasts: nothing else that happened matters to a lone player.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from ludarium.errors import LudariumError
from ludarium.rules import generic
from ludarium.rules.bits import ONE, lowest
from ludarium.rules.dispatch import large
from ludarium.rules.generic import (
    action_bits,
    canonical_state,
    joint_count,
    legal_count,
    movers,
    nth_legal,
    play,
    returns,
    seat_count,
    symmetric_seat,
)
from ludarium.solve.equilibrium.graph import Progress
from ludarium.solve.equilibrium.solution import Table, canonical

__all__ = ["Certificate", "Checker", "verify"]

State = Any
STAYED = 0  # the first of the outcomes
MANY = 5_000  # states, above which compiled code looks where they lead


@dataclasses.dataclass(frozen=True)
class Certificate:
    """What a check found.

    epsilon: the most that any seat gains by any other way to play on; worst: the state where that
    is, as text.
    value_error: how far the table's values are from what its mixes bring.
    mix_error: how far a seat's probabilities are from adding up to 1, or below 0.
    """

    states: int
    epsilon: float
    value_error: float
    mix_error: float
    worst: str


def verify(table: Table, progress: Progress | None = None) -> Certificate:
    """Check all states of the table.

    Raises PositionError where the table lacks a state, LudariumError where states go round in
    circles.

    progress: called with how much is done, of how much.
    """
    return Checker(table, progress).certificate()


@large
def exits(state: State) -> tuple[Any, Any, Any, Any]:
    """Where each joint action leads; the last seat's choice changes fastest.

    By joint action the number of an outcome, of which 0 is to stay; then by outcome the canonical
    state, or that of a finished game as it is; which of its seats each seat is there; and what each
    seat gets, where the game is finished.
    """
    seats, shift = seat_count(state), action_bits(state)
    choosing = [lowest(movers(state))]
    left = movers(state) & (movers(state) - ONE)
    while left:
        choosing.append(lowest(left))
        left &= left - ONE
    ways = np.zeros(joint_count(state), np.int32)
    found = [state]
    for n in range(len(ways)):
        joint, rest = 0, n
        for seat in choosing[::-1]:
            legal = legal_count(state, seat)
            joint |= nth_legal(state, seat, rest % legal) << (seat * shift)
            rest //= legal
        after = play(state, joint)
        place = 0
        while place < len(found) and found[place] != after:
            place += 1
        if place == len(found):
            found.append(after)
        ways[n] = place
    images = np.zeros((len(found), seats), np.int64)
    gains = np.zeros((len(found), seats))
    for place in range(len(found)):
        after = found[place]
        if movers(after):
            found[place], symmetry = canonical(after)
            for seat in range(seats):
                images[place, seat] = symmetric_seat(canonical_state(after), symmetry, seat)
        else:
            for seat in range(seats):
                images[place, seat], gains[place, seat] = seat, returns(after, seat)
    return ways, found, images, gains


class Checker:
    """Works out, by row of the table, what each seat can expect (`expected`) and what it could get
    at most (`best`); also what it gets if it always chooses with equal probabilities, while the
    others keep to the table (`random`).

    Finished games have rows after those of the table, one for each result.
    """

    def __init__(self, table: Table, progress: Progress | None = None) -> None:
        self.table = table
        self.least = float(table.game.returns_range[0])
        self.mix_error = 0.0
        run = compiled_for(table, exits)
        self._codes: dict[tuple[int, tuple[int, ...]], int] = {}
        self._results: dict[tuple[float, ...], int] = {}
        # by code: the row, and which of its seats each seat is
        self._ends: list[tuple[int, tuple[int, ...]]] = [(-1, ())]
        size = len(table.states)
        self._ways: list[Any] = []
        for row, state in enumerate(table.states):
            ways, found, images, gains = run(state)
            outcomes = zip(
                found[1:],
                map(tuple, images[1:].tolist()),
                map(tuple, gains[1:].tolist()),
                strict=True,
            )
            codes = [STAYED, *(self._code(*outcome) for outcome in outcomes)]
            self._ways.append(np.array(codes, np.int32)[ways])
            if progress:
                progress(row + 1, 2 * size)
        self._rows = np.array([row for row, _ in self._ends])
        self._seats = np.array([seats or (0,) * table.seats for _, seats in self._ends])
        self.expected = np.zeros((size + len(self._results), table.seats))
        for result, number in self._results.items():
            self.expected[size + number] = result
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

    def _code(self, after: State, seats: tuple[int, ...], result: tuple[float, ...]) -> int:
        """The number of an outcome: of a canonical state with these seats, or of a finished game
        with this result.
        """
        if generic.movers(after):
            end = self.table.row(after), seats
        else:
            end = (
                len(self.table.states) + self._results.setdefault(result, len(self._results)),
                seats,
            )
        if end not in self._codes:
            self._codes[end] = len(self._ends)
            self._ends.append(end)
        return self._codes[end]

    def order(self) -> list[int]:
        """The table's rows, each after all that it leads to."""
        size = len(self.table.states)
        leads = [
            {int(self._rows[code]) for code in set(ways.tolist()) - {STAYED}} for ways in self._ways
        ]
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
            raise LudariumError(
                "a game can come back to a state that it has left: such a table cannot be checked"
            )
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
        mixes = [
            self.table.mix_rows[row, seat, : generic.legal_count(state, seat)] for seat in choosing
        ]
        self.mix_error = max(
            self.mix_error, *(max(abs(float(mix.sum()) - 1), -float(mix.min())) for mix in mixes)
        )
        shape = tuple(map(len, mixes))
        ends, left = self.ends(row)
        stays = (~left).astype(float).reshape(shape)
        images = [self.seats_of(row, seat) for seat in range(self.table.seats)]
        self.hopes[row] = [bool((left & self.hopes[ends, image]).any()) for image in images]
        gamma, share, staying = self.table.gamma, self.share(row), float(average(stays, mixes))
        for seat, image in enumerate(images):
            brings = np.where(left, self.expected[ends, image], 0.0).reshape(shape)
            self.expected[row, seat] = endless(
                float(average(brings, mixes)), staying, gamma, share[seat]
            )
            could_bring = np.where(left, self.best[ends, image], 0.0).reshape(shape)
            random_brings = np.where(left, self.random[ends, image], 0.0).reshape(shape)
            if seat in choosing:
                own = choosing.index(seat)
                replies = zip(
                    average(could_bring, mixes, own).tolist(),
                    average(stays, mixes, own).tolist(),
                    strict=True,
                )
                self.best[row, seat] = max(
                    endless(total, stay, gamma, share[seat]) for total, stay in replies
                )
                equal = [
                    np.full(len(mix), 1 / len(mix)) if axis == own else mix
                    for axis, mix in enumerate(mixes)
                ]
            else:
                self.best[row, seat] = endless(
                    float(average(could_bring, mixes)), staying, gamma, share[seat]
                )
                equal = mixes
            self.random[row, seat] = endless(
                float(average(random_brings, equal)),
                float(average(stays, equal)),
                gamma,
                share[seat],
            )

    def share(self, row: int) -> list[float]:
        """What each seat gets when the table breaks up: who can still win shares equally what there
        is, the others get the least.
        """
        hoping = int(self.hopes[row].sum())
        rest = float(self.table.game.returns_sum) - self.least * (self.table.seats - hoping)
        return [rest / hoping if hope else self.least for hope in self.hopes[row]]


def compiled_for(table: Table, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, compiled if the table is so large that this pays."""
    if len(table.states) <= MANY:
        return function
    from ludarium.rules.compiling import compiled

    return compiled(function, table.game)


def average(array: Any, mixes: list[Any], but: int | None = None) -> Any:
    """The mean of an array with an axis for each choosing seat; with `but`, by each choice of that
    seat.
    """
    for axis in range(len(mixes) - 1, -1, -1):
        if axis != but:
            array = np.tensordot(array, mixes[axis], (axis, 0))
    return array


def endless(total: float, stay: float, gamma: float, share: float) -> float:
    """total + stay * (gamma * (the same again) + (1 - gamma) * share)."""
    if gamma * stay >= 1:
        return share
    return (total + stay * (1 - gamma) * share) / (1 - gamma * stay)
