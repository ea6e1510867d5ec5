"""The value of a strategy, and that of a best response to it.

This shares nothing with the solver but the rules: it follows sets of states that look alike to a
seat, from the start.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludarium.rules import generic
from ludarium.rules.game import Game
from ludarium.rules.generic import CHANCE

__all__ = ["best_response", "exploitability", "values"]

State = Any
Array = Any
Mixes = Mapping[tuple[int, State], Array]
Weighted = list[tuple[State, float]]
"""States, each with the probability by which chance and the other seats lead there."""


def values(game: Game, first: State, mixes: Mixes) -> list[float]:
    """The expected return of each seat where all follow the strategy."""
    expected = [0.0] * generic.seat_count(first)
    waiting: Weighted = [(first, 1.0)]
    while waiting:
        state, weight = waiting.pop()
        if not generic.movers(state):
            for seat in range(len(expected)):
                expected[seat] += weight * generic.returns(state, seat)
            continue
        waiting += successors(game, state, weight, mixes)
    return expected


def successors(game: Game, state: State, weight: float, mixes: Mixes) -> Weighted:
    """The successors of a state by chance, or by the strategy of the seat to move, with their
    weights.
    """
    mover = int(generic.movers(state)).bit_length() - 1
    actions = game.legal_actions(state, mover)
    if mover == CHANCE:
        shares = [float(weight) for _, weight in game.outcomes(state)]
    else:
        shares = [float(share) for share in mixes[mover, generic.seen_by(state, mover)]]
    total = sum(shares)
    return [
        (generic.play(state, action), weight * share / total)
        for action, share in zip(actions, shares, strict=True)
        if share > 0
    ]


def best_response(game: Game, first: State, mixes: Mixes, seat: int) -> float:
    """The greatest expected return of the seat, where all others follow the strategy."""
    return best(game, [(first, 1.0)], mixes, seat)


def best(game: Game, states: Weighted, mixes: Mixes, seat: int) -> float:
    """The seat's expectation from these states, which it has not told apart yet."""
    total = 0.0
    alike: dict[State, Weighted] = {}
    waiting = list(states)
    while waiting:
        state, weight = waiting.pop()
        choosing = int(generic.movers(state))
        if not choosing:
            total += weight * generic.returns(state, seat)
        elif choosing == 1 << seat:
            alike.setdefault(generic.seen_by(state, seat), []).append((state, weight))
        else:
            waiting += successors(game, state, weight, mixes)
    for group in alike.values():
        total += max(
            best(game, [(generic.play(state, action), w) for state, w in group], mixes, seat)
            for action in game.legal_actions(group[0][0], seat)
        )
    return total


def exploitability(game: Game, first: State, mixes: Mixes) -> float:
    """The gain of a seat by a best response, in the mean of the seats."""
    gains = [
        best_response(game, first, mixes, seat) - value
        for seat, value in enumerate(values(game, first, mixes))
    ]
    return sum(gains) / len(gains)
