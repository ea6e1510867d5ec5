"""Scores of a search, and what of them is proved.

A score is an int from a seat's point of view. An estimate is in hundredths of the natural logarithm
of the odds of winning, as `evaluate` returns it; a draw is 0; a win in n plies is WIN - n, and a
loss n - WIN. Wins and losses only come from finished games, so a score beyond DECIDED is always
proved. For other scores two bits say whether it is proved to be a lower bound (LOWER), and an upper
bound (UPPER). An *outcome* is a score with its proof bits, in one int.
"""

from __future__ import annotations

import math

from ludarium.rules.dispatch import jitable
from ludarium.rules.generic import ESTIMATE

__all__ = [
    "DECIDED",
    "ESTIMATE",
    "INFINITE",
    "LOWER",
    "UPPER",
    "WIN",
    "clamp",
    "expected",
    "negate",
    "outcome_of",
    "proof_of",
    "score_of",
    "terminal",
]

WIN = 400_000
DECIDED = 300_000  # beyond this a score is a win or a loss
INFINITE = 500_000
LOWER, UPPER = 1, 2
BOTH = LOWER | UPPER
UNIT = 200  # an estimate of UNIT is an expected return of tanh(1)


@jitable
def outcome_of(score: int, proof: int) -> int:
    """Pack a score and its proof bits."""
    return (score << 2) | proof


@jitable
def score_of(outcome: int) -> int:
    """The score of an outcome."""
    return outcome >> 2


@jitable
def proof_of(outcome: int) -> int:
    """The proof bits of an outcome."""
    return outcome & 3


@jitable
def negate(outcome: int) -> int:
    """Negate the score; swap lower and upper bounds."""
    proof = outcome & 3
    return (-(outcome >> 2) << 2) | (proof >> 1) | ((proof & 1) << 1)


@jitable
def terminal(won: float, ply: int) -> int:
    """The outcome of a game that ends `ply` plies from the root, for a seat with return `won`."""
    if won > 0:
        return outcome_of(WIN - ply, BOTH)
    return outcome_of(ply - WIN, BOTH) if won < 0 else outcome_of(0, BOTH)


@jitable
def clamp(estimate: int) -> int:
    """Clamp the estimate to -ESTIMATE..ESTIMATE, so that it cannot be taken for a win or a loss."""
    return max(-ESTIMATE, min(ESTIMATE, estimate))


def expected(score: int) -> float:
    """The expected return at this score, from -1 (loss) to 1 (win)."""
    if abs(score) > DECIDED:
        return 1.0 if score > 0 else -1.0
    return math.tanh(score / UNIT)
