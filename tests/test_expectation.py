"""Games with chance, solved: checked by linear programs, and as the measure of tree search."""

from __future__ import annotations

import dataclasses
import random
from functools import cache

import numpy as np
import pytest
from scipy.optimize import linprog

import ludarium
from ludarium.errors import LudariumError
from ludarium.play.position import Position
from ludarium.rules import generic
from ludarium.rules.generic import CHANCE
from ludarium.search.mcts import MctsAgent
from ludarium.solvers.expectation.solver import Expectations, canonical, solve


@cache
def solved(pieces: int) -> Expectations:
    """The Royal Game of Ur with this number of pieces a side."""
    game = ludarium.find("ur")
    return solve(game, dataclasses.replace(game.ruleset(), parameters=pieces))


def test_a_seat_cannot_do_better_against_the_solution() -> None:
    """Against best play of one seat the other has a decision process, whose value is that of a
    linear program: the least values that are no less than what any action gives.
    """
    found = solved(1)
    for replying in range(2):
        states = [state._replace(seat=seat) for state in found.numbers for seat in range(2)]
        where = {state: n for n, state in enumerate(states)}
        rows, sides, equal, exact = [], [], [], []
        for state in states:
            row = np.zeros(len(states))
            row[where[state]] = -1.0
            mover = int(generic.movers(state)).bit_length() - 1
            if mover < 0:
                equal.append(row)
                exact.append(-generic.returns(state, replying))
                continue
            actions = found.game.legal_actions(state, mover)
            after = [generic.play(state, action) for action in actions]
            if mover == CHANCE:
                weights = [generic.chance_weight(state, action) for action in actions]
                for successor, weight in zip(after, weights, strict=True):
                    row[where[successor]] += weight / sum(weights)
                equal.append(row)
                exact.append(0.0)
            elif mover == replying:
                for successor in after:
                    bound = row.copy()
                    bound[where[successor]] += 1.0
                    rows.append(bound)
                    sides.append(0.0)
            else:
                row[where[max(after, key=lambda one: found.value(one, 1 - replying))]] += 1.0
                equal.append(row)
                exact.append(0.0)
        answer = linprog(
            np.ones(len(states)), np.array(rows), sides, np.array(equal), exact, bounds=(-1, 1)
        )
        start = found.game.start(found.ruleset, 2)
        assert answer.x[where[start]] == pytest.approx(found.value(start, replying), abs=1e-6)


def test_bounds_meet_and_sides_are_alike() -> None:
    found = solved(2)
    assert found.width <= 1e-9
    assert len(found.numbers) == 77_335
    start = found.game.start(found.ruleset, 2)
    assert found.value(start) == -found.value(start, 1) > 0  # who begins is ahead
    assert found.value(start._replace(seat=1), 1) == found.value(start)
    assert canonical(start._replace(seat=1)) == (start, True)


@pytest.mark.parametrize(
    ("mine", "theirs", "chance"),
    [(14, 14, 4 / 7), (13, 14, 116 / 161), (14, 13, 74 / 161)],
)
def test_endings_of_the_published_solution(mine: int, theirs: int, chance: float) -> None:
    """Of the whole game, where each side has one piece left to bear off: chances to win before
    the throw, as J. Heled's solution gives them, https://jheled.github.io/royalur/solve.html
    """
    found = solved(1)
    start = found.game.start(found.ruleset, 2)
    ending = start._replace(mine=1 << mine, theirs=1 << theirs)
    assert found.value(ending) == pytest.approx(2 * chance - 1, abs=1e-9)


def test_tree_search_loses_little_of_what_can_be_expected() -> None:
    """Over random positions in which a seat has a choice."""
    found, source = solved(2), random.Random(3)
    states = [
        state
        for state in found.numbers
        if generic.movers(state) == 1 << state.seat and generic.legal_count(state, state.seat) > 1
    ]
    agent = MctsAgent(simulations=5_000, seed=1)
    lost = lost_at_random = 0.0
    for state in source.sample(states, 60):
        seat = state.seat
        move = agent.choose(Position(found.game, found.ruleset, state), seat)
        actions = found.game.legal_actions(state, seat)
        after = {action: found.value(generic.play(state, action), seat) for action in actions}
        lost += found.value(state, seat) - after[move.action]
        lost_at_random += found.value(state, seat) - sum(after.values()) / len(after)
    assert lost / 60 < 0.02
    assert lost < lost_at_random / 4


def test_what_is_not_solved_is_refused() -> None:
    game = ludarium.find("ur")
    with pytest.raises(LudariumError, match="more than 1,000 states that differ"):
        solve(game, game.ruleset(), most=1_000)
    yoxii = ludarium.find("yoxii")
    with pytest.raises(LudariumError, match="not an open zero-sum game of two seats with chance"):
        solve(yoxii, yoxii.ruleset())
