"""Solves all states of a game by backward induction.

States from which the game can still last as many rounds do not depend on each other: slices of them
are jobs, for threads or for the machines of a cluster.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any, NamedTuple

import numpy as np

from ludarium import catalogue, jobs
from ludarium.errors import LudariumError
from ludarium.jobs import Workers
from ludarium.rules import generic
from ludarium.rules.bits import GOLDEN, mix, to_bits
from ludarium.rules.compiling import compiled
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.packing import load, store, word_count
from ludarium.solvers.equilibrium.graph import Progress, StateGraph, explore, heights
from ludarium.solvers.equilibrium.newton import profile_values, solve_stage
from ludarium.solvers.equilibrium.solution import Solution
from ludarium.solvers.equilibrium.stage import make_stage

__all__ = ["solve"]

GOOD = 1e-12  # a gain by deviating that counts as none
MOST_ROWS = 16  # states of a slice,
SHARE = 4  # and of those of a level so many slices for each worker, where that is fewer

State = Any


class Whole(NamedTuple):
    """The game that is solved."""

    game: Game | str
    """Or what `catalogue.named` knows it by in another process."""
    ruleset: str
    seats: int
    gamma: float
    states: int
    """The number of states in all."""
    widest: int
    """The most actions that a seat has in any of them."""


class Slice(NamedTuple):
    """States that do not depend on each other, and all that solving them takes."""

    whole: Whole
    rows: list[int]
    """The numbers of the states of the slice."""
    words: Any
    """By state: its words (`packing.store`)."""
    ways: list[tuple[Any, Any, Any]]
    """By state: its places, targets and symmetries, as in `StateGraph`."""
    known: Any
    """The numbers of the states that these lead to."""
    values: Any
    """The expected return of each seat in those, by state and seat."""
    hopes: Any
    """True if it can still get more than the least there."""


class Solved(NamedTuple):
    """The solution of the states of a slice, in its order."""

    values: Any
    hopes: Any
    mixes: Any


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

    places, targets, symmetries: of this state, as in `StateGraph`. hopes: by row and seat, whether
    it can still get more than the least. Returns the largest gain by deviating, and the number of
    starting points of Newton's method.
    """
    stage = make_stage(state, places, targets, symmetries, values, hopes, returns_sum, least)
    profile, gain, tried = solve_stage(stage, gamma, mix(to_bits(number) * GOLDEN), GOOD)
    values[number] = profile_values(stage, gamma, profile)
    hopes[number] = stage.hopes
    for k in range(len(stage.seats)):
        for choice in range(stage.starts[k], stage.starts[k + 1]):
            mixes[number, stage.seats[k], choice - stage.starts[k]] = profile[choice]
    return gain, tried


def solve_slice(given: Slice) -> Solved:
    """Solve the states of a slice."""
    whole, game = given.whole, given.whole.game
    if isinstance(game, str):
        game = catalogue.find(catalogue.named(game))
    like = game.start(game.ruleset(whole.ruleset), whole.seats)
    # of all states: those that are not touched take no memory
    values = np.zeros((whole.states, whole.seats))
    hopes = np.zeros(values.shape, np.bool_)
    mixes = np.zeros((*values.shape, whole.widest))
    values[given.known], hopes[given.known] = given.values, given.hopes
    run = compiled(solve_state, game)
    returns_sum, least = game.even_return(1), float(game.returns_range[0])
    for row, words, ways in zip(given.rows, given.words, given.ways, strict=True):
        run(load(like, words, 0), row, *ways, values, hopes, mixes, whole.gamma, returns_sum, least)
    return Solved(values[given.rows], hopes[given.rows], mixes[given.rows])


def solve(
    game: Game,
    ruleset: Ruleset,
    seats: int,
    gamma: float,
    *,
    threads: int | None = None,
    workers: Workers | None = None,
    exploring: Progress | None = None,
    solving: Progress | None = None,
) -> Solution:
    """Solve the whole game; the solution is not verified, so that its epsilon is NaN.

    threads: of this process, by default one for each processor. workers: those of a cluster or
    other processes instead, with which the solution is the same. exploring, solving: called with
    the number of states done and their total. Raises LudariumError
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
    hopes = np.zeros(values.shape, np.bool_)
    mixes = np.zeros((*values.shape, widest))
    again = catalogue.found_again(game.name) if workers else game
    whole = Whole(again, ruleset.name, seats, gamma, len(graph.states), widest)
    slices = Slices(whole, graph, values, hopes)
    threads = threads or os.cpu_count() or 1
    with nullcontext(workers) if workers else jobs.threads(threads) as staff:
        done = 0
        for given, results in slices.solved(staff):
            values[given.rows], hopes[given.rows], mixes[given.rows] = results
            done += len(given.rows)
            if solving:
                solving(done, len(graph.states))
    return Solution(game, ruleset, seats, gamma, float("nan"), tuple(graph.states), values, mixes)


class Slices:
    """The states of a game in slices, level by level: all that a level leads to was solved before.

    values, hopes: of all states; whoever asks for the next slice has put in those of the slices
    before.
    """

    def __init__(self, whole: Whole, graph: StateGraph, values: Any, hopes: Any) -> None:
        self._whole, self._graph = whole, graph
        self._values, self._hopes = values, hopes

    def solved(self, workers: Workers) -> Iterator[tuple[Slice, Solved]]:
        height = heights(self._graph.targets)
        first = int(np.argmin(height))
        given = self._slice([first])
        yield given, solve_slice(given)  # compiles, where threads solve the others
        for level in range(int(height.max()) + 1):
            rows = [row for row in np.flatnonzero(height == level).tolist() if row != first]
            size = min(MOST_ROWS, math.ceil(len(rows) / (SHARE * workers.size))) or 1
            parts = (rows[at : at + size] for at in range(0, len(rows), size))
            yield from workers.map(solve_slice, map(self._slice, parts))

    def _slice(self, rows: list[int]) -> Slice:
        graph = self._graph
        words = np.zeros((len(rows), word_count(graph.states[rows[0]])), np.int64)
        for place, row in enumerate(rows):
            store(graph.states[row], words[place], 0)
        targets = [graph.targets[row] for row in rows]
        known = np.unique(np.concatenate(targets)).astype(np.int64)
        ways = [(graph.places[row], graph.targets[row], graph.symmetries[row]) for row in rows]
        return Slice(self._whole, rows, words, ways, known, self._values[known], self._hopes[known])
