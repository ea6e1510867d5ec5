"""Confirms a solution of two seats: SciPy solves each state by linear programming, on its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.errors import LudariumError
from ludarium.rules import generic
from ludarium.solvers.equilibrium.graph import Progress
from ludarium.solvers.equilibrium.solution import Solution
from ludarium.solvers.equilibrium.verify import Checker

__all__ = ["largest_difference"]

ROUNDS = 60  # of fixed-point iteration, at most
SETTLED = 1e-13  # difference at which the iteration has converged


def largest_difference(solution: Solution, progress: Progress | None = None) -> float:
    """The largest difference between the solution's values and those of linear programming.

    progress: called with the number of states done, and their total. Raises LudariumError without
    SciPy, or where there are not two seats.
    """
    if solution.seats != 2:
        raise LudariumError("linear programmes confirm values of two seats only")
    checker = Checker(solution)
    values = checker.expected.copy()
    values[: len(solution.states)] = np.nan
    order = checker.order()
    for done, row in enumerate(order):
        values[row, 0] = state_value(checker, values, row)
        values[row, 1] = solution.game.returns_sum - values[row, 0]
        if progress:
            progress(done + 1, len(order))
    return float(np.abs(values[: len(solution.states)] - solution.value_rows).max())


def state_value(checker: Checker, values: Any, row: int) -> float:
    """The first seat's value of this state, from the values of its successors.

    Where joint actions leave the state as it is, its own value is an entry of the payoff matrix. It
    is found by fixed-point iteration: optimal strategies for a guess of the value, their value as
    the next guess, and so on until it converges.
    """
    state = checker.solution.states[row]
    shape = tuple(
        generic.legal_count(state, seat) if seat in checker.choosing(state) else 1
        for seat in (0, 1)
    )
    ends, left = checker.ends(row)
    entries = np.where(left, values[ends, checker.seats_of(row, 0)], 0.0).reshape(shape)
    stays = (~left).reshape(shape)
    gamma, share = checker.solution.gamma, checker.share(row)[0]
    value = share
    for _ in range(ROUNDS):
        matrix = np.where(stays, gamma * value + (1 - gamma) * share, entries)
        ours, theirs = matrix_game(matrix)
        staying = float(ours @ stays @ theirs)
        total = float(ours @ np.where(stays, (1 - gamma) * share, entries) @ theirs)
        after = total / (1 - gamma * staying)
        if abs(after - value) <= SETTLED:
            break
        value = after
    return after


def matrix_game(matrix: Any) -> tuple[Any, Any]:
    """Optimal strategies of both players of a zero-sum game, by the row player's payoffs."""
    return best_mix(matrix), best_mix(-matrix.T)


def best_mix(matrix: Any) -> Any:
    """The row player's maximin strategy. Raises LudariumError without SciPy."""
    try:
        from scipy.optimize import linprog
    except ImportError:
        raise LudariumError("linear programmes need SciPy: pip install scipy") from None
    rows, columns = matrix.shape
    result = linprog(
        c=[*[0.0] * rows, -1.0],
        A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[*[1.0] * rows, 0.0]],
        b_eq=[1.0],
        bounds=[*[(0.0, 1.0)] * rows, (None, None)],
        method="highs",
    )
    return result.x[:rows]
