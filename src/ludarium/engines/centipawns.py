"""Scores in centipawns, as UCI has them, and what they say of a game's result.

The two are tied by the logistic curve that lichess fits to its games
(lichess.org/page/accuracy): a score of `cp` wins, or draws twice as often, with probability
1 / (1 + exp(-LOGISTIC * cp)).
"""

from __future__ import annotations

import math

__all__ = ["LARGEST", "centipawns_of", "value_of"]

LOGISTIC = 0.00368208
LARGEST = 10_000
"""Centipawns; a score beyond says no more."""


def value_of(kind: str, number: int) -> float:
    """A score as the return that the seat can expect, -1 to 1; kind: cp (centipawns) or mate.

    >>> value_of("cp", 0), round(value_of("cp", 100), 2), value_of("mate", -3)
    (0.0, 0.18, -1.0)
    """
    if kind == "mate":
        return 1.0 if number > 0 else -1.0
    return 2 / (1 + math.exp(-LOGISTIC * max(-LARGEST, min(LARGEST, number)))) - 1


def centipawns_of(value: float) -> int:
    """The score at which a seat can expect this return, -1 to 1: the inverse of `value_of`.

    >>> centipawns_of(0.0), centipawns_of(value_of("cp", -250)), centipawns_of(1.0)
    (0, -250, 10000)
    """
    if abs(value) >= 1.0:
        return int(math.copysign(LARGEST, value))
    score = 2 * math.atanh(value) / LOGISTIC
    return round(max(-LARGEST, min(LARGEST, score)))
