"""95% intervals of mean scores, and of the Elo differences that follow from them.

The interval of a mean of values from 0 to 1 is a score interval (Wilson 1927) with continuity
correction, in which the variance p (1 - p) of wins and losses is lessened by what draws take of it,
as far as the sample makes that sure. Of 4 to 200 games, with any share of draws and any strength,
it holds the true mean in 94.5% of samples at least (`benchmarks/intervals.py`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = [
    "SCALE",
    "Z95",
    "elo_difference",
    "elo_of",
    "mean_interval",
    "range_interval",
    "score_interval",
]

Z95 = 1.959964  # quantile of the normal distribution for a two-sided 95% interval
SURE = 1.644854  # the same for a one-sided 95% bound
SCALE = 400 / math.log(10)
"""Elo of one unit of log-odds."""


def score_interval(mean: float, count: float, drawn: float = 0.0) -> tuple[float, float]:
    """The 95% interval of the mean of values from 0 to 1.

    drawn: mean of 4 x (1 - x) over the values: the share of draws where the others are 0 and 1.
    """
    least = _least_share(min(1.0, drawn), count)
    low = _low_end(mean, count, least)
    high = 1 - _low_end(1 - mean, count, least)
    return min(low, mean), max(high, mean)


def _least_share(share: float, count: float) -> float:
    """The one-sided 95% lower bound of a share (Wilson 1927)."""
    spread = SURE * SURE / count
    half = SURE * math.sqrt(share * (1 - share) / count + spread / (4 * count))
    return max(0.0, (share + spread / 2 - half) / (1 + spread))


def _low_end(mean: float, count: float, drawn: float) -> float:
    """The least p with mean - 1 / (2 count) - p <= Z95 sqrt((p (1 - p) - drawn / 4) / count)."""
    if mean * count < 1e-9:
        return 0.0
    spread, shifted = Z95 * Z95 / count, mean - 0.5 / count
    half_sum = 2 * shifted + spread
    product = (1 + spread) * (shifted * shifted + spread * drawn / 4)
    root = math.sqrt(max(0.0, half_sum * half_sum - 4 * product))
    return max(0.0, (half_sum - root) / (2 + 2 * spread))


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """The 95% interval of the mean of values from 0 to 1."""
    count = len(values)
    drawn = 4 * math.fsum(value * (1 - value) for value in values) / count
    return score_interval(math.fsum(values) / count, count, drawn)


def range_interval(values: Sequence[float], most: float) -> tuple[float, float]:
    """The 95% interval of the mean of values from -most to most."""
    low, high = mean_interval([(value / most + 1) / 2 for value in values])
    return most * (2 * low - 1), most * (2 * high - 1)


def elo_of(score: float) -> float:
    """The Elo difference at which this score is expected of two; infinite at 0 and 1."""
    if not 0 < score < 1:
        return math.inf if score > 0.5 else -math.inf
    return SCALE * math.log(score / (1 - score))


def elo_difference(
    shares: Sequence[float], others: Sequence[float]
) -> tuple[float | None, tuple[float, float] | None]:
    """Elo difference of two players from their scores in the same games, with a 95% interval.

    It is the difference at which expected scores have the ratio of the observed ones, where a seat
    wins with probability proportional to 10 ** (rating / 400) (Bradley and Terry for two seats,
    Luce for more). The interval is that of the share of the one in the points of both, each end as
    Elo, which is infinite where no end can be told. The difference is None where one of the two
    never scored, and the interval too where neither did.
    """
    points = [one + other for one, other in zip(shares, others, strict=True)]
    total = math.fsum(points)
    if not total:
        return None, None
    mean = math.fsum(shares) / total
    drawn = 4 * math.fsum(
        share * (1 - share / both) for share, both in zip(shares, points, strict=True) if both
    )
    # games in which others took points count for as many as give the same variance
    count = total * total / math.fsum(both * both for both in points)
    low, high = score_interval(mean, count, drawn / total)
    elo = None if mean in (0, 1) else elo_of(mean)
    return elo, (elo_of(low), elo_of(high))
