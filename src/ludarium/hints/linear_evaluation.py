"""Linear static evaluations: weighed sums of features."""

from __future__ import annotations

from ludarium.rules.dispatch import jitable

__all__ = ["dot"]


@jitable
def dot(features: tuple[int, ...], weights: tuple[int, ...]) -> int:
    """The sum of the features, each times its weight."""
    total = 0
    for number in range(len(weights)):
        total += weights[number] * features[number]
    return total
