"""Alpha-rank: which agents of a league last where agents are copied by how well they do.

Unlike a rating it does not suppose that whoever beats the stronger beats the weaker: agents that
beat each other in a circle share the mass. Omidshafiei et al., "alpha-Rank: Multi-Agent Evaluation
by Evolution", Scientific Reports 9 (2019), 9937, for one population.
"""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["ALPHA", "POPULATION", "alpharank"]

ALPHA = 100.0
"""The selection intensity: how strongly a difference in score decides who is copied."""
POPULATION = 50
"""Size of the population."""


def alpharank(scores: Any, alpha: float = ALPHA, population: int = POPULATION) -> Any:
    """The share of each agent, as an array that sums to 1: for how much of the time the whole
    population plays it, in the long run.

    scores: array of agents by agents: the mean points, 0 to 1, that the one of the row gets
    against the one of the column; the diagonal does not count. All pairs must have met.
    """
    given = np.asarray(scores, float)
    players = len(given)
    if players == 1:
        return np.ones(1)
    # the chance that one mutant of the column's agent takes over a population of the row's
    better = given.T - given
    taken_over = np.full((players, players), 1 / population)
    differs = better != 0
    # expm1 of a large negative number is -1, and of a large positive one infinite: then both are 0
    with np.errstate(over="ignore"):
        taken_over[differs] = np.expm1(-alpha * better[differs]) / np.expm1(
            -population * alpha * better[differs]
        )
    taken_over[np.isnan(taken_over)] = 0
    steps = taken_over / (players - 1)
    np.fill_diagonal(steps, 0)
    np.fill_diagonal(steps, 1 - steps.sum(axis=1))
    return stationary(steps)


def stationary(steps: Any) -> Any:
    """The stationary distribution of a Markov chain, by eliminating one state after the other
    (Grassmann, Taksar and Heyman 1985), which subtracts nothing: chances of 1e-300 keep their
    digits.
    """
    chain = np.array(steps, float)
    size = len(chain)
    for last in range(size - 1, 0, -1):
        leaving = chain[last, :last].sum()
        chain[:last, last] /= max(leaving, np.finfo(float).tiny)
        chain[:last, :last] += np.outer(chain[:last, last], chain[last, :last])
    shares = np.zeros(size)
    shares[0] = 1.0
    for state in range(1, size):
        shares[state] = shares[:state] @ chain[:state, state]
        shares[: state + 1] /= shares[: state + 1].sum()
    return shares
