"""One-ply search with a noisy evaluation: how people play who do not think of the reply.

It chooses the action whose successor has the best static evaluation plus a random error. An
immediate win or loss and a capture are seen. Errors are in proportion to the spread of the
successors' evaluations: what stands out is seen, and among equals the choice is random.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import Bits, bounded, mix
from ludarium.rules.dispatch import for_all_games, jitable
from ludarium.rules.generic import (
    chooser,
    evaluate,
    fingerprint,
    legal_count,
    movers,
    nth_legal,
    play,
    returns,
)
from ludarium.search.scores import WIN, clamp

__all__ = ["one_ply"]

ERROR = 2
"""The largest error, as a multiple of the evaluations' mean absolute deviation."""


@jitable
def value_for(state: Any, seat: int) -> int:
    """Static evaluation for this seat; WIN, 0 or -WIN where the game is over."""
    choosing = movers(state)
    if not choosing:
        won = returns(state, seat)
        return WIN if won > 0 else -WIN if won < 0 else 0
    estimate = clamp(evaluate(state))
    return estimate if chooser(state) == seat else -estimate


@for_all_games(slots=16)  # as many moves of chance may follow each other
def one_ply(state: Any, seat: int, seed: Bits) -> int:
    """The action of the only choosing seat with the best noisy evaluation; the seed decides it."""
    count = legal_count(state, seat)
    total = undecided = 0
    for n in range(count):
        value = value_for(play(state, nth_legal(state, seat, n)), seat)
        if abs(value) < WIN:
            total += value
            undecided += 1
    mean = total // max(1, undecided)
    total = 0
    for n in range(count):
        value = value_for(play(state, nth_legal(state, seat, n)), seat)
        if abs(value) < WIN:
            total += abs(value - mean)
    error = 1 + ERROR * total // max(1, undecided)
    best, chosen = -2 * WIN, nth_legal(state, seat, 0)
    for n in range(count):
        action = nth_legal(state, seat, n)
        after = play(state, action)
        value = value_for(after, seat)
        if abs(value) < WIN:
            value += bounded(mix(fingerprint(after) ^ seed), 2 * error + 1) - error
        if value > best:
            best, chosen = value, action
    return chosen
