"""What a seat would do at a glance, as people do who do not look at what may follow: the action
after which things look best at once.

It sees a win that is there to take, an action that loses at once, and a capture, but not the answer
to it. How things look is judged with an error that is in proportion to how much the actions differ
here: so what stands out is seen, and of what is alike anything is chosen.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import Bits, bounded, mix, to_bits
from ludarium.rules.dispatch import jitable
from ludarium.rules.generic import (
    evaluate,
    fingerprint,
    legal_count,
    movers,
    nth_legal,
    play,
    returns,
)
from ludarium.search.scores import WIN, clamp

__all__ = ["glance"]

ERROR = 2  # the largest, times the mean absolute difference of what is looked at from its mean


@jitable
def looks(state: Any, seat: int) -> int:
    """How the state looks for the seat: as `evaluate` says, or WIN, 0 or -WIN where the game is
    over.
    """
    choosing = movers(state)
    if not choosing:
        won = returns(state, seat)
        return WIN if won > 0 else -WIN if won < 0 else 0
    estimate = clamp(evaluate(state))
    return estimate if choosing == to_bits(1 << seat) else -estimate


def glance(state: Any, seat: int, seed: Bits) -> int:
    """The action of the seat, which alone chooses in this state, that looks best at once.

    The seed decides which errors are made.
    """
    count = legal_count(state, seat)
    total = looked = 0
    for n in range(count):
        seen = looks(play(state, nth_legal(state, seat, n)), seat)
        if abs(seen) < WIN:
            total += seen
            looked += 1
    mean = total // max(1, looked)
    total = 0
    for n in range(count):
        seen = looks(play(state, nth_legal(state, seat, n)), seat)
        if abs(seen) < WIN:
            total += abs(seen - mean)
    error = 1 + ERROR * total // max(1, looked)
    best, chosen = -2 * WIN, nth_legal(state, seat, 0)
    for n in range(count):
        action = nth_legal(state, seat, n)
        after = play(state, action)
        seen = looks(after, seat)
        if abs(seen) < WIN:
            seen += bounded(mix(fingerprint(after) ^ seed), 2 * error + 1) - error
        if seen > best:
            best, chosen = seen, action
    return chosen
