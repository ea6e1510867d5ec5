"""Ratings of many players from all their games at once (Bradley and Terry 1952), as Elo."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ludarium.matches.intervals import SCALE, Z95, score_interval

__all__ = ["elo_intervals", "fitted_elo"]

STEPS = 100  # of Newton's method, which needs a few
CLOSE = 1e-10  # of the last step


def elo_intervals(points: Any, drawn: Sequence[float]) -> list[tuple[float, float]]:
    """The 95% interval of the Elo of each player; of who won or lost all, with an infinite end.

    points: as in `fitted_elo`. drawn: of each player, the share of games that were drawn.

    The ends are the ratings at which a player would be expected to score the ends of the interval
    of its score against the others at their ratings. How far they are from the rating is scaled by
    what the others' ratings are unsure, too: of two players, half of that of the difference.
    """
    given = np.asarray(points, float)
    games = given + given.T
    ratings, halves = fitted_elo(given)
    intervals = []
    for own, others in enumerate(games):
        count = float(others.sum())
        if not count:
            intervals.append((-math.inf, math.inf))
            continue

        def score(rating: float, others: Any = others, count: float = count) -> float:
            return float(others @ (1 / (1 + 10 ** ((ratings - rating) / 400)))) / count

        at = float(ratings[own])
        chances = 1 / (1 + 10 ** ((ratings - at) / 400))
        alone = SCALE * Z95 / math.sqrt(float((others + (others > 0)) @ (chances * (1 - chances))))
        wider = float(halves[own]) / alone
        # scores against weak and strong players vary less than against equals
        apart = float(others @ (chances - others @ chances / count) ** 2) / count
        ends = score_interval(float(given[own].sum()) / count, count, drawn[own] + 4 * apart)
        low, high = (at + wider * (rating_of(score, end) - at) for end in ends)
        intervals.append((min(low, at), max(high, at)))
    return intervals


def rating_of(score: Callable[[float], float], wanted: float) -> float:
    """The rating at which this score is expected; infinite at 0 and 1."""
    if not 0 < wanted < 1:
        return math.inf if wanted > 0.5 else -math.inf
    low, high = -10_000.0, 10_000.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if score(middle) < wanted else (low, middle)
    return low


def fitted_elo(points: Any, prior: float = 0.5) -> tuple[Any, Any]:
    """The Elo of each player, with mean 0, and half the width of its 95% interval.

    points: array of players by players: the points that the one of the row got in games against the
    one of the column; a draw is half a point for each. All players must have met, directly or
    through others. The ratings are the most probable ones where
    a player scores with probability 1 / (1 + 10 ** (-difference / 400)).

    prior: points that are added for both players of each pair that met, as if they had drawn so
    often twice; it keeps the rating of who always won finite. The intervals follow from the
    curvature of the likelihood, which holds for wins and losses, and is cautious with draws.
    """
    given = np.asarray(points, float)
    met = (given + given.T > 0) * (1 - np.eye(len(given)))
    scored = given + prior * met
    games = scored + scored.T
    players = len(scored)
    strengths = np.zeros(players)
    # the ratings are fixed by their sum; without that the curvature could not be inverted
    together = np.ones((players, players))
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        gradient = (scored - games * expected).sum(axis=1)
        weights = games * expected * (1 - expected)
        curvature = np.diag(weights.sum(axis=1)) - weights
        step = np.linalg.solve(curvature + together, gradient)
        # far from the top the parabola reaches too far
        strengths += np.clip(step, -2, 2)
        if np.abs(step).max() < CLOSE:
            break
    covariance = np.linalg.inv(curvature + together) - together / players**2
    errors = np.sqrt(np.maximum(np.diag(covariance), 0))
    return SCALE * (strengths - strengths.mean()), SCALE * Z95 * errors
