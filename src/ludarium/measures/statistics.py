"""Estimates with 95% intervals, from samples of games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ludarium.matches.intervals import Z95
from ludarium.matches.match import wilson

__all__ = ["Estimate", "exact", "holm", "mean", "p_value", "quantile", "ratio", "share"]


class Estimate(NamedTuple):
    """A number that was estimated from games."""

    value: float
    low: float
    high: float
    """The ends of the 95% interval; both are the value where it is exact."""
    error: float
    """The standard error; 0 where it is exact."""

    def within(self, least: float, most: float) -> Estimate:
        """The same with an interval that does not leave what is possible."""
        return self._replace(low=max(least, self.low), high=min(most, self.high))


def exact(value: float) -> Estimate:
    """A number without an interval."""
    return Estimate(value, value, value, 0.0)


def ratio(sums: ArrayLike, counts: ArrayLike) -> Estimate | None:
    """The sum of all `sums` over that of all `counts`, of which each game has one; None where that
    is 0.

    The interval follows by the delta method, as games are independent and moves of a game are not.
    """
    above, below = np.asarray(sums, float), np.asarray(counts, float)
    if not below.sum():
        return None
    value = float(above.sum() / below.sum())
    left = above - value * below
    error = 0.0
    if len(left) > 1:
        error = math.sqrt((left**2).sum() * len(left) / (len(left) - 1)) / float(below.sum())
    return Estimate(value, value - Z95 * error, value + Z95 * error, error)


def mean(samples: ArrayLike) -> Estimate | None:
    """The mean of one number a game, with the interval of its normal approximation; None of no
    games.
    """
    return ratio(samples, np.ones(len(np.asarray(samples))))


def share(happened: ArrayLike) -> Estimate | None:
    """The share of games in which something happened, with the interval of Wilson (1927); None of
    no games.
    """
    outcomes = np.asarray(happened, float)
    if not len(outcomes):
        return None
    value = float(outcomes.mean())
    low, high = wilson(value, len(outcomes))
    error = math.sqrt(value * (1 - value) / len(outcomes))
    return Estimate(value, min(low, value), max(high, value), error)  # but for rounding


def quantile(samples: ArrayLike, part: float) -> Estimate | None:
    """The number below which this part of the samples lies, with an interval from the order of the
    samples, which supposes nothing of their distribution; None of no samples.
    """
    ordered = np.sort(np.asarray(samples, float))
    count = len(ordered)
    if not count:
        return None
    half = Z95 * math.sqrt(count * part * (1 - part))
    low = max(0, math.floor(count * part - half))
    high = min(count - 1, math.ceil(count * part + half))
    value = float(ordered[min(count - 1, math.floor(count * part))])
    low_value, high_value = float(ordered[low]), float(ordered[high])
    return Estimate(value, low_value, high_value, (high_value - low_value) / (2 * Z95))


def p_value(one: Estimate, other: Estimate) -> float:
    """The probability of a difference as large as this, or larger, where there is none: two-sided,
    by the normal approximation of independent samples.
    """
    error = math.hypot(one.error, other.error)
    if not error:
        return 1.0 if one.value == other.value else 0.0
    return math.erfc(abs(one.value - other.value) / error / math.sqrt(2))


def holm(values: Sequence[float]) -> list[float]:
    """P-values corrected for their number (Holm 1979): whoever takes those below 0.05 as real errs
    in any of them with a probability of at most 0.05.
    """
    corrected = [0.0] * len(values)
    least = 0.0
    for place, index in enumerate(sorted(range(len(values)), key=lambda n: values[n])):
        least = max(least, min(1.0, values[index] * (len(values) - place)))
        corrected[index] = least
    return corrected
