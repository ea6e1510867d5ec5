"""Verifies a solution independently: it uses the solution and the rules, but no code of the solver.

By backward induction it computes for each state the expected returns of the solution's strategies,
and each seat's best response to those of the others. The largest difference is epsilon. Against
stationary strategies a best response is stationary and pure: one choice for as long as a state
lasts.
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
from ludarium.solvers.equilibrium.graph import Progress
from ludarium.solvers.equilibrium.solution import Solution, canonical

__all__ = ["Certificate", "Checker", "verify"]

State = Any
STAYED = 0  # code of the outcome that leaves the state as it is
MANY = 5_000  # number of states above which successors are found by compiled code


@dataclasses.dataclass(frozen=True)
class Certificate:
    """Result of a verification."""

    states: int
    """Number of states."""
    epsilon: float
    """The most that any seat gains by deviating, from any state."""
    value_error: float
    """Largest difference between a stored value and the expected return of the strategies."""
    mix_error: float
    """The greatest distance of a seat's probabilities from a sum of 1, or below 0."""
    worst: str
    """The state of the largest gain, as text."""


def verify(solution: Solution, progress: Progress | None = None) -> Certificate:
    """Verify all states of a solution.

    progress: called with the amount of work done, and its total. Raises PositionError where the
    solution lacks a state, LudariumError where the states' graph has a cycle.
    """
    return Checker(solution, progress).certificate()


@large
def exits(state: State) -> tuple[Any, Any, Any, Any]:
    """The successors of a state by joint action; the last seat's choice changes fastest.

    Returns, by joint action, the number of an outcome, of which 0 is to stay; and by outcome: the
    canonical state, or a finished state as it is; for each seat, its seat there; and for each seat,
    its return in a finished state.
    """
    seats, shift = seat_count(state), action_bits(state)
    choosing = [lowest(movers(state))]
    left = movers(state) & (movers(state) - ONE)
    while left:
        choosing.append(lowest(left))
        left &= left - ONE
    ways = np.zeros(joint_count(state), np.int32)
    states = [state]
    for n in range(len(ways)):
        joint, rest = 0, n
        for seat in choosing[::-1]:
            legal = legal_count(state, seat)
            joint |= nth_legal(state, seat, rest % legal) << (seat * shift)
            rest //= legal
        after = play(state, joint)
        place = 0
        while place < len(states) and states[place] != after:
            place += 1
        if place == len(states):
            states.append(after)
        ways[n] = place
    images = np.zeros((len(states), seats), np.int64)
    gains = np.zeros((len(states), seats))
    for place in range(len(states)):
        after = states[place]
        if movers(after):
            states[place], symmetry = canonical(after)
            for seat in range(seats):
                images[place, seat] = symmetric_seat(canonical_state(after), symmetry, seat)
        else:
            for seat in range(seats):
                images[place, seat], gains[place, seat] = seat, returns(after, seat)
    return ways, states, images, gains


class Checker:
    """Computes expected returns and best responses, by row of the solution and seat.

    Rows of finished games follow those of the solution, one for each result.
    """

    def __init__(self, solution: Solution, progress: Progress | None = None) -> None:
        self.solution = solution
        self.least = float(solution.game.returns_range[0])
        self.mix_error = 0.0
        run = compiled_for(solution, exits)
        self._codes: dict[tuple[int, tuple[int, ...]], int] = {}
        self._results: dict[tuple[float, ...], int] = {}
        # by code of an outcome: its row, and for each seat its seat there
        self._ends: list[tuple[int, tuple[int, ...]]] = [(-1, ())]
        size = len(solution.states)
        self._ways: list[Any] = []
        for row, state in enumerate(solution.states):
            ways, ends, images, gains = run(state)
            outcomes = zip(
                ends[1:],
                map(tuple, images[1:].tolist()),
                map(tuple, gains[1:].tolist()),
                strict=True,
            )
            codes = [STAYED, *(self._code(*outcome) for outcome in outcomes)]
            self._ways.append(np.array(codes, np.int32)[ways])
            if progress:
                progress(row + 1, 2 * size)
        self._rows = np.array([row for row, _ in self._ends])
        self._seats = np.array([seats or (0,) * solution.seats for _, seats in self._ends])
        self.expected = np.zeros((size + len(self._results), solution.seats))
        """Expected returns of the solution's strategies."""
        for result, number in self._results.items():
            self.expected[size + number] = result
        self.best = self.expected.copy()
        """Expected returns of each seat's best response."""
        self.random = self.expected.copy()
        """Expected returns of a seat that always chooses uniformly."""
        self.hopes = self.expected > self.least
        for done, row in enumerate(self.order()):
            self.check(row)
            if progress:
                progress(size + done + 1, 2 * size)

    def certificate(self) -> Certificate:
        """Summarize the verification."""
        size = len(self.solution.states)
        gains = np.max(self.best - self.expected, axis=1)[:size]
        value_error = np.max(np.abs(self.expected[:size] - self.solution.value_rows))
        worst = int(np.argmax(gains))
        text = self.solution.game.write_position(self.solution.states[worst])
        return Certificate(size, float(gains[worst]), float(value_error), self.mix_error, text)

    def choosing(self, state: State) -> list[int]:
        """The seats that choose."""
        return [seat for seat in range(self.solution.seats) if generic.movers(state) >> seat & 1]

    def _code(self, after: State, seats: tuple[int, ...], result: tuple[float, ...]) -> int:
        """The code of an outcome: a canonical state with a map of seats, or a final result."""
        if generic.movers(after):
            end = self.solution.row(after), seats
        else:
            end = (
                len(self.solution.states) + self._results.setdefault(result, len(self._results)),
                seats,
            )
        if end not in self._codes:
            self._codes[end] = len(self._ends)
            self._ends.append(end)
        return self._codes[end]

    def order(self) -> list[int]:
        """The solution's rows in topological order, each after all its successors.

        Raises LudariumError where there is a cycle.
        """
        size = len(self.solution.states)
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
        for row in ready:  # grows in the loop
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
        """The row that each joint action leads to, and whether it leaves the state."""
        ways = self._ways[row]
        left = ways != STAYED
        return np.where(left, self._rows[ways], 0), left

    def seats_of(self, row: int, seat: int) -> Any:
        """The seat that this seat is mapped to in the row that each joint action leads to."""
        return self._seats[self._ways[row], seat]

    def check(self, row: int) -> None:
        """Compute one row, whose successors are computed already."""
        state = self.solution.states[row]
        choosing = self.choosing(state)
        mixes = [
            self.solution.mix_rows[row, seat, : generic.legal_count(state, seat)]
            for seat in choosing
        ]
        self.mix_error = max(
            self.mix_error, *(max(abs(float(mix.sum()) - 1), -float(mix.min())) for mix in mixes)
        )
        shape = tuple(map(len, mixes))
        ends, left = self.ends(row)
        stays = (~left).astype(float).reshape(shape)
        images = [self.seats_of(row, seat) for seat in range(self.solution.seats)]
        self.hopes[row] = [bool((left & self.hopes[ends, image]).any()) for image in images]
        gamma, share, staying = self.solution.gamma, self.share(row), float(average(stays, mixes))
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
        """Returns when the game is broken off in this row's state.

        Seats that can still win share equally; the others get the least return.
        """
        hoping = int(self.hopes[row].sum())
        rest = self.solution.game.even_return(1) - self.least * (self.solution.seats - hoping)
        return [rest / hoping if hope else self.least for hope in self.hopes[row]]


def compiled_for(solution: Solution, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, compiled where the solution has more than MANY states."""
    if len(solution.states) <= MANY:
        return function
    from ludarium.rules.compiling import compiled

    return compiled(function, solution.game)


def average(array: Any, mixes: list[Any], but: int | None = None) -> Any:
    """The expectation of an array with an axis for each choosing seat.

    mixes: mixed strategies of the seats. but: the axis that is left as it is.
    """
    for axis in range(len(mixes) - 1, -1, -1):
        if axis != but:
            array = np.tensordot(array, mixes[axis], (axis, 0))
    return array


def endless(total: float, stay: float, gamma: float, share: float) -> float:
    """Solve v = total + stay * (gamma * v + (1 - gamma) * share) for the value v of a state."""
    if gamma * stay >= 1:
        return share
    return (total + stay * (1 - gamma) * share) / (1 - gamma * stay)
