"""Chance: dice, cards and whatever else nobody chooses.

Where chance decides, `movers` gives CHANCE_MOVES: one more seat, CHANCE, moves alone. Its legal
actions are the outcomes, each of which has a weight. Its action is the joint action, not shifted.
It has no return, and never is a seat at a table.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import Bits, bounded, lowest
from ludarium.rules.dispatch import generic, jitable
from ludarium.rules.generic.required import legal_count, movers, nth_legal, play

__all__ = [
    "CHANCE",
    "CHANCE_MOVES",
    "chance_total",
    "chance_weight",
    "chooser",
    "draw_outcome",
    "has_chance",
]

State = Any
"""A NamedTuple of ints; its type picks the game."""

CHANCE = 8
"""The number of the seat of chance; those of players are 0 to 7."""

CHANCE_MOVES = Bits(1 << CHANCE)
"""The result of `movers` where chance decides."""


@generic
def has_chance(state: State) -> bool:
    """Return whether chance decides anything in this game; follows from whether it has
    `chance_weight`.
    """
    return False


@generic
def chance_weight(state: State, action: int) -> int:
    """The weight of this outcome: its probability times the sum of the weights of all outcomes.

    At least 1; the sum is below 2**31. Every game with chance gives this function.
    """
    return 1


@generic
def chance_total(state: State) -> int:
    """The sum of the weights of all outcomes, where chance moves."""
    total = 0
    for n in range(legal_count(state, CHANCE)):
        total += chance_weight(state, nth_legal(state, CHANCE, n))
    return total


@generic
def draw_outcome(state: State, random: Bits) -> int:
    """The index, for `nth_legal`, of an outcome drawn by the weights, where chance moves.

    The number drawn is `bounded(random, chance_total)`. The outcome is the first up to which the
    weights add up to more.
    """
    left = bounded(random, chance_total(state))
    n = 0
    while True:
        left -= chance_weight(state, nth_legal(state, CHANCE, n))
        if left < 0:
            return n
        n += 1


@jitable
def chooser(state: State) -> int:
    """The only seat that chooses now; where chance moves, the one that does after its first
    outcome, or CHANCE where that ends the game.
    """
    choosing = movers(state)
    while has_chance(state) and choosing == CHANCE_MOVES:
        state = play(state, nth_legal(state, CHANCE, 0))
        choosing = movers(state)
    return lowest(choosing) if choosing else CHANCE
