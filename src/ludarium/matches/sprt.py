"""A sequential test of whether one agent is stronger than another: it goes on just until that is
decided.

Games come in pairs with one opening and seats swapped, and a pair's score is what is counted: so an
opening that favours a seat does not blur the result. The statistic is the generalised sequential
probability ratio test for the mean of pair scores, in its normal approximation (Wald 1945; M. Van
den Bergh, "A practical introduction to the GSPRT", 2017), as engine testers use it.
"""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Sequence

from ludarium.errors import LudariumError

__all__ = ["Sprt", "SprtResult"]

# pairs of each score that are thought to have been seen, so that the variance of few pairs is not
# far too small
PRIOR = 0.5
# pairs before a decision: of fewer, the normal approximation decides wrongly far more often than it
# may
LEAST = 16
SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a pair, its two games adding up to one point


@dataclasses.dataclass(frozen=True)
class SprtResult:
    """What is known so far. ratio: the log likelihood ratio; it is decided at `low` ("no": as elo0
    says) or `high` ("yes": as elo1 says).

    decision: "yes", "no", or "open".
    """

    elo0: float
    elo1: float
    ratio: float
    low: float
    high: float
    decision: str
    pairs: int


@dataclasses.dataclass(frozen=True)
class Sprt:
    """The test of "the first is stronger by elo1" against "by elo0 only"; alpha, beta: how often a
    wrong yes and a wrong no are allowed.

    Raises LudariumError where that makes no sense.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

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
        """What these pairs' scores say, each the mean score of the first agent in both games, 0 to
        1.
        """
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
        seen: Counter[float] = Counter(dict.fromkeys(SCORES, PRIOR))
        seen.update(pairs)
        total = sum(seen.values())
        mean = sum(score * count for score, count in seen.items()) / total
        variance = sum((score - mean) ** 2 * count for score, count in seen.items()) / total
        s0, s1 = expected_score(self.elo0), expected_score(self.elo1)
        return total * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)


def expected_score(elo: float) -> float:
    """The score that a player of this rating difference can expect."""
    return 1 / (1 + 10 ** (-elo / 400))
