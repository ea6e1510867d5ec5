"""Confirms a table of two seats by linear programmes: SciPy finds each state's value anew, without
a look at the table's.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.errors import LudariumError
from ludarium.rules import generic
from ludarium.solve.equilibrium.graph import Progress
from ludarium.solve.equilibrium.solution import Table
from ludarium.solve.equilibrium.verify import Checker

__all__ = ["largest_difference"]

ROUNDS = 60  # of finding a value that a state's own value enters, at most
SETTLED = 1e-13


def largest_difference(table: Table, progress: Progress | None = None) -> float:
    """The largest difference between the table's values and those of linear programmes.

    Raises LudariumError without SciPy.
    """
    if table.seats != 2:
        raise LudariumError("linear programmes confirm values of two seats only")
    checker = Checker(table)
    values = checker.expected.copy()
    values[: len(table.states)] = np.nan
    order = checker.order()
    for done, row in enumerate(order):
        values[row, 0] = state_value(checker, values, row)
        values[row, 1] = table.game.returns_sum - values[row, 0]
        if progress:
            progress(done + 1, len(order))
    return float(np.abs(values[: len(table.states)] - table.value_rows).max())


def state_value(checker: Checker, values: Any, row: int) -> float:
    """The first seat's value of this state, where those of all states that it leads to are known.

    Where the round stays in the state, its own value is among the entries of its matrix. From a
    guess of it the best mixes are found, from these the value that they come to, and so on until it
    no longer changes.
    """
    state = checker.table.states[row]
    shape = tuple(
        generic.legal_count(state, seat) if seat in checker.choosing(state) else 1
        for seat in (0, 1)
    )
    ends, left = checker.ends(row)
    entries = np.where(left, values[ends, checker.seats_of(row, 0)], 0.0).reshape(shape)
    stays = (~left).reshape(shape)
    gamma, share = checker.table.gamma, checker.share(row)[0]
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
    """The best mixes of a matrix game, in which the first seat gets what the matrix says, and the
    second loses it.
    """
    return best_mix(matrix), best_mix(-matrix.T)


def best_mix(matrix: Any) -> Any:
    """The row player's mix that gets most against the best column."""
    try:
        from scipy.optimize import linprog
    except ImportError:
        raise LudariumError("linear programmes need SciPy: pip install scipy") from None
    rows, columns = matrix.shape
    found = linprog(
        c=[*[0.0] * rows, -1.0],
        A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[*[1.0] * rows, 0.0]],
        b_eq=[1.0],
        bounds=[*[(0.0, 1.0)] * rows, (None, None)],
        method="highs",
    )
    return found.x[:rows]
