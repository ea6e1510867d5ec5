"""Sequential probability ratio test (SPRT) of whether one agent is stronger than another.

Games come in pairs with the same opening and seats swapped; the test counts the scores of pairs, so
that an opening that favours a seat adds no variance. It is the generalised SPRT for the mean of
pair scores, in its normal approximation (Wald 1945; M. Van den Bergh, "A practical introduction to
the GSPRT", 2017), as engine testers use it.
"""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Sequence

from ludarium.errors import LudariumError

__all__ = ["Sprt", "SprtResult"]

# prior number of pairs of each score, so that the variance of few pairs is not underestimated
PRIOR = 0.5
# pairs before a decision; with fewer, the normal approximation exceeds the error rates by far
LEAST = 16
SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a pair: the mean of its two games


@dataclasses.dataclass(frozen=True)
class SprtResult:
    """State of a test after a number of pairs."""

    elo0: float
    """Elo difference under the null hypothesis."""
    elo1: float
    """Elo difference under the alternative hypothesis."""
    ratio: float
    """Log-likelihood ratio."""
    low: float
    """The ratio at which elo0 is accepted."""
    high: float
    """The ratio at which elo1 is accepted."""
    decision: str
    """Decision: "yes" for elo1, "no" for elo0, or "open"."""
    pairs: int
    """Number of pairs."""


@dataclasses.dataclass(frozen=True)
class Sprt:
    """Settings of a test of whether the first agent is stronger by elo1 rather than by elo0.

    Raises LudariumError where elo0 is not below elo1, or a rate is not between 0 and 0.5.
    """

    elo0: float
    """Elo difference under the null hypothesis."""
    elo1: float
    """Elo difference under the alternative hypothesis."""
    alpha: float = 0.05
    """Rate of false positives."""
    beta: float = 0.05
    """Rate of false negatives."""

    def __post_init__(self) -> None:
        if not (-2000 <= self.elo0 < self.elo1 <= 2000):
            raise LudariumError(
                f"a test of Elo {self.elo0:g} against {self.elo1:g}: expected the lower one "
                "first, from -2000 to 2000"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise LudariumError(
                f"error rates {self.alpha:g} and {self.beta:g}: expected more than 0 and less "
                "than 0.5"
            )

    def judge(self, pairs: Sequence[float]) -> SprtResult:
        """Evaluate the pairs: for each, the first agent's mean score in its two games, 0 to 1."""
        low, high = math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)
        ratio = self._ratio(pairs) if pairs else 0.0
        decision = (
            "open"
            if len(pairs) < LEAST
            else "yes"
            if ratio >= high
            else "no"
            if ratio <= low
            else "open"
        )
        return SprtResult(self.elo0, self.elo1, ratio, low, high, decision, len(pairs))

    def _ratio(self, pairs: Sequence[float]) -> float:
        counts: Counter[float] = Counter(dict.fromkeys(SCORES, PRIOR))
        counts.update(pairs)
        total = sum(counts.values())
        mean = sum(score * count for score, count in counts.items()) / total
        variance = sum((score - mean) ** 2 * count for score, count in counts.items()) / total
        s0, s1 = expected_score(self.elo0), expected_score(self.elo1)
        return total * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)


def expected_score(elo: float) -> float:
    """The expected score at this Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))
