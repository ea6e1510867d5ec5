"""Analysis of simultaneous choices: their values against an equilibrium, and predictability.

In equilibrium no choice is better than another one that the mixed strategy plays, so a single
choice can only lose where the strategy never makes it. What loses against people is a habit: so a
review also lets a simple guesser predict each seat's choices from its earlier ones, and compares
the hits with those that it would have against a player who draws from the mixed strategy.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections import Counter
from typing import TYPE_CHECKING

from ludarium.errors import MoveError
from ludarium.play.position import Move, Position
from ludarium.rules import generic

if TYPE_CHECKING:
    from ludarium.play.record import Record
    from ludarium.search.engine import Label
    from ludarium.solvers.equilibrium.solution import Solution

__all__ = ["Choice", "ChoiceAnalysis", "ChoiceReview", "Habit", "analyse_choices", "review_choices"]

CERTAIN = 1e-6  # smaller shares and losses are noise: solutions are accurate to about 1e-8
# weight, for a guess, of a choice that was made after the same last choice
AFTER_SAME = 2


@dataclasses.dataclass(frozen=True)
class Choice:
    """One choice of a seat."""

    move: Move
    """The move."""
    probability: float
    """The probability in the equilibrium."""
    value: float
    """Expected return, scaled to -1..1, while the others keep to the equilibrium."""
    lost: float
    """The loss against the best choice, in the game's own returns."""


@dataclasses.dataclass(frozen=True)
class ChoiceAnalysis:
    """All choices of a seat in a position."""

    seat: int
    """The seat."""
    value: float
    """The expected return in equilibrium, scaled to -1..1."""
    choices: tuple[Choice, ...]
    """The choices, the most probable first."""
    label: Label
    """The certainty of the value.

    "proved" for two seats, whose value is unique; "bounded" for more: nobody gains more than
    `epsilon` by leaving this equilibrium, but there can be others.
    """
    epsilon: float
    """The most that a seat can gain by deviating from the equilibrium."""


@dataclasses.dataclass(frozen=True)
class ChoiceReview:
    """A seat's choice in one round, with its alternatives."""

    ply: int
    """Number of the round, from 0."""
    seat: int
    """The seat."""
    chosen: Choice | None
    """The choice; None where it sat out."""
    analysis: ChoiceAnalysis
    """All its choices."""


@dataclasses.dataclass(frozen=True)
class Habit:
    """The predictability of a seat."""

    seat: int
    """The seat."""
    rounds: int
    """Number of its choices."""
    guessed: int
    """The number of them that the guesser predicted."""
    expected: float
    """The number that it would predict, on average, of a player who draws from the mixed strategy.
    """
    deviation: float
    """The difference in standard deviations; above 2 is a habit that an opponent could use."""


def analyse_choices(position: Position, seat: int) -> ChoiceAnalysis:
    """The values of all choices of this seat.

    Raises TableFileError where the game is not solved, MoveError where the seat does not choose.
    """
    from ludarium.solvers.equilibrium.opponents import Choices

    position.mover(seat)
    solution = solution_for(position)
    choice_set = Choices(solution, position, seat)
    worth = (choice_set.gains @ choice_set.weights(choice_set.mixes)).tolist()
    scaled = position.game.scaled
    best = max(worth)
    choices = [
        Choice(position.move(seat, action), float(share), scaled(value), clean(best - value))
        for action, share, value in zip(
            choice_set.actions, choice_set.usual.tolist(), worth, strict=True
        )
    ]
    choices.sort(key=lambda choice: -choice.probability)
    label: Label = "proved" if position.seats == 2 else "bounded"
    return ChoiceAnalysis(seat, scaled(choice_set.value), tuple(choices), label, solution.epsilon)


def solution_for(position: Position) -> Solution:
    """The solution of the position's game, ready for look-ups.

    Raises TableFileError where there is none, and MoveError where one seat moves at a time.
    """
    from ludarium.solvers.equilibrium.library import equilibrium

    if not generic.action_bits(position.state):
        raise MoveError(
            f"in {position.game.title} one seat moves at a time: there is no mix of choices"
        )
    solution = equilibrium(position.game, ruleset=position.ruleset.name, seats=position.seats)
    solution.compile_lookup(position.state)
    return solution


def clean(lost: float) -> float:
    """The loss; 0 where it is numerical noise."""
    return lost if lost > CERTAIN else 0.0


def review_choices(record: Record) -> tuple[tuple[ChoiceReview, ...], tuple[Habit, ...]]:
    """Every choice of a game, and each seat's habits. Raises as `analyse_choices`."""
    reviews: list[ChoiceReview] = []
    for ply, (here, after) in enumerate(itertools.pairwise(record.positions())):
        for seat in here.movers:
            reviews.append(_review_one(ply, seat, here, after))
    return tuple(reviews), tuple(habit_of(seat, reviews) for seat in range(record.first.seats))


def _review_one(ply: int, seat: int, here: Position, after: Position) -> ChoiceReview:
    assert after.joint is not None
    bits = generic.action_bits(here.state)
    action = after.joint >> bits * seat & (1 << bits) - 1
    analysis = analyse_choices(here, seat)
    chosen = next((choice for choice in analysis.choices if choice.move.action == action), None)
    return ChoiceReview(ply, seat, chosen, analysis)


def habit_of(seat: int, reviews: list[ChoiceReview]) -> Habit:
    """Run the guesser against this seat's choices."""
    often: Counter[str] = Counter()
    after: dict[str, Counter[str]] = {}
    last = ""
    rounds, guessed, expected, variance = 0, 0, 0.0, 0.0
    for review in reviews:
        if review.seat != seat or review.chosen is None:
            continue
        shares = {choice.move.text: choice.probability for choice in review.analysis.choices}
        followed = after.setdefault(last, Counter())
        guess = max(
            shares, key=lambda text: (often[text] + AFTER_SAME * followed[text], shares[text])
        )
        made = review.chosen.move.text
        rounds += 1
        guessed += guess == made
        expected += shares[guess]
        variance += shares[guess] * (1 - shares[guess])
        often[made] += 1
        followed[made] += 1
        last = made
    deviation = (guessed - expected) / math.sqrt(variance) if variance > CERTAIN else 0.0
    return Habit(seat, rounds, guessed, expected, deviation)
