"""Solves all states of a game by backward induction."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ludarium.errors import LudariumError
from ludarium.rules import generic
from ludarium.rules.bits import GOLDEN, mix, to_bits
from ludarium.rules.compiling import compiled
from ludarium.rules.game import Game, Ruleset
from ludarium.solve.equilibrium.graph import Graph, Progress, explore, heights
from ludarium.solve.equilibrium.newton import profile_values, solve_stage
from ludarium.solve.equilibrium.solution import Solution
from ludarium.solve.equilibrium.stage import make_stage

__all__ = ["solve"]

GOOD = 1e-12  # a gain by deviating that counts as none

State = Any


def solve_state(
    state: State,
    number: int,
    places: Any,
    targets: Any,
    symmetries: Any,
    values: Any,
    hopes: Any,
    mixes: Any,
    gamma: float,
    returns_sum: float,
    least: float,
) -> tuple[float, int]:
    """Solve one state, and write its values, hopes and mixed strategies to row `number`.

    places, targets, symmetries: of this state, as in `Graph`. hopes: by row and seat, whether it
    can still get more than the least. Returns the largest gain by deviating, and the number of
    starting points of Newton's method.
    """
    stage = make_stage(state, places, targets, symmetries, values, hopes, returns_sum, least)
    found, gain, tried = solve_stage(stage, gamma, mix(to_bits(number) * GOLDEN), GOOD)
    values[number] = profile_values(stage, gamma, found)
    hopes[number] = stage.hopes
    for k in range(len(stage.seats)):
        for choice in range(stage.starts[k], stage.starts[k + 1]):
            mixes[number, stage.seats[k], choice - stage.starts[k]] = found[choice]
    return gain, tried


def solve(
    game: Game,
    ruleset: Ruleset,
    seats: int,
    gamma: float,
    *,
    threads: int | None = None,
    exploring: Progress | None = None,
    solving: Progress | None = None,
) -> Solution:
    """Solve the whole game; the solution is not verified, so that its epsilon is NaN.

    exploring, solving: called with the number of states done and their total. Raises LudariumError
    where the game cannot be solved: where one seat chooses at a time, or where it has cycles or too
    many states.
    """
    first = game.start(ruleset, seats)
    if not generic.action_bits(first):
        raise LudariumError(
            f"in {game.title} one seat chooses at a time: this solves games in which several "
            "choose at once"
        )
    if game.returns_sum is None or game.has_chance or game.hides:
        raise LudariumError(
            f"{game.title} has chance, hidden parts or returns without a sum: this solves games "
            "without"
        )
    graph = explore(game, first, exploring)
    widest = max(
        generic.legal_count(state, seat)
        for state in graph.states
        for seat in range(seats)
        if generic.movers(state) >> seat & 1
    )
    values = np.zeros((len(graph.states), seats))
    mixes = np.zeros((len(graph.states), seats, widest))
    _solve_all(game, graph, values, mixes, gamma, threads or min(2, os.cpu_count() or 1), solving)
    return Solution(game, ruleset, seats, gamma, float("nan"), tuple(graph.states), values, mixes)


def _solve_all(
    game: Game,
    graph: Graph,
    values: Any,
    mixes: Any,
    gamma: float,
    threads: int,
    progress: Progress | None,
) -> None:
    run = compiled(solve_state, game)
    hopes = np.zeros(values.shape, np.bool_)
    least = float(game.returns_range[0])

    def solve_one(row: int) -> None:
        ways = graph.places[row], graph.targets[row], graph.symmetries[row]
        run(
            graph.states[row],
            row,
            *ways,
            values,
            hopes,
            mixes,
            gamma,
            game.even_return(1),
            least,
        )

    height = heights(graph.targets)
    order = np.argsort(height, kind="stable").tolist()
    done = 0
    solve_one(order[0])  # compiles
    with ThreadPoolExecutor(threads) as pool:
        for level in range(int(height.max()) + 1):
            rows = [row for row in order if height[row] == level]
            for _ in pool.map(solve_one, rows):
                done += 1
                if progress:
                    progress(done, len(order))
