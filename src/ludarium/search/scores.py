"""Scores of a search: how good a state is for a seat, in one int, and what of it is proved.

An estimate is in hundredths of the natural logarithm of the odds of winning, as `evaluate` gives
it; a draw is 0; a win is WIN less the number of plies that it takes, and a loss the opposite. A win
or a loss can only come from finished games, so a score beyond DECIDED is always proved. Of other
scores two bits say whether it is proved that the truth is no less (LOWER), and no more (UPPER). An
*outcome* is a score with its bits, in one int.
"""

from __future__ import annotations

import math

from ludarium.rules.dispatch import jitable

__all__ = [
    "DECIDED",
    "ESTIMATE",
    "INFINITE",
    "LOWER",
    "UPPER",
    "WIN",
    "clamp",
    "ended",
    "expected",
    "opposite",
    "outcome_of",
    "proof_of",
    "score_of",
]

WIN = 400_000
DECIDED = 300_000  # beyond this a score is a win or a loss
ESTIMATE = 100_000  # the largest estimate
INFINITE = 500_000
LOWER, UPPER = 1, 2
BOTH = LOWER | UPPER
UNIT = 200  # an estimate of so much is worth tanh(1)


@jitable
def outcome_of(score: int, proof: int) -> int:
    """The outcome of this score and these bits."""
    return (score << 2) | proof


@jitable
def score_of(outcome: int) -> int:
    """The score of an outcome."""
    return outcome >> 2


@jitable
def proof_of(outcome: int) -> int:
    """The bits of an outcome."""
    return outcome & 3


@jitable
def opposite(outcome: int) -> int:
    """The outcome as the other seat sees it: what was no less is no more."""
    proof = outcome & 3
    return (-(outcome >> 2) << 2) | (proof >> 1) | ((proof & 1) << 1)


@jitable
def ended(won: float, ply: int) -> int:
    """The outcome of a finished game for a seat that has won so much, `ply` plies from the root."""
    if won > 0:
        return outcome_of(WIN - ply, BOTH)
    return outcome_of(ply - WIN, BOTH) if won < 0 else outcome_of(0, BOTH)


@jitable
def clamp(estimate: int) -> int:
    """The estimate, kept away from what means a win or a loss."""
    return max(-ESTIMATE, min(ESTIMATE, estimate))


def expected(score: int) -> float:
    """What a seat can expect at this score, from -1 (loss) to 1 (win)."""
    if abs(score) > DECIDED:
        return 1.0 if score > 0 else -1.0
    return math.tanh(score / UNIT)
