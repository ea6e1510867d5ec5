"""Ratings of many players from all their games at once (Bradley and Terry 1952), as Elo."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ludarium.matches.intervals import Z95

__all__ = ["fitted_elo"]

SCALE = 400 / math.log(10)
"""Elo of one unit of log-odds."""
STEPS = 100  # of Newton's method, which needs a few
CLOSE = 1e-10  # of the last step


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
