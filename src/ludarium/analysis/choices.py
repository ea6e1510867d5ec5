"""Analysis where seats choose at once: what each choice is worth against an equilibrium, and how
predictable a player was.

In equilibrium no choice is worth more than another that has a share in the mix, so a single choice
can lose nothing unless the mix leaves it out. What loses against people is a habit: so a review
also plays a simple guesser against each seat, which knows only what the seat chose before, and
compares how often it was right with how often it would be right against somebody who keeps to the
mix.
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
    from ludarium.solve.equilibrium.solution import Table

__all__ = ["Choice", "ChoiceAnalysis", "ChoiceReview", "Habit", "analyse_choices", "review_choices"]

CERTAIN = 1e-6  # a share or loss below this is none: tables are good to about 1e-8
# how much more a choice counts for a guess that followed the same choice as the last one
AFTER_SAME = 2


@dataclasses.dataclass(frozen=True)
class Choice:
    """One choice of a seat. probability: its share in the equilibrium's mix; value: what the seat
    can expect by it, from -1 to 1, while the others keep to the mix; lost: how much less that is
    than by the best choice, in the game's own returns (where one wins: probability).
    """

    move: Move
    probability: float
    value: float
    lost: float


@dataclasses.dataclass(frozen=True)
class ChoiceAnalysis:
    """All choices of a seat, those with the largest share first.

    label: "proved" for two seats, whose value is unique; "bounded" for more: nobody gains more than
    `epsilon` by leaving this equilibrium, but there can be others.
    """

    seat: int
    value: float
    choices: tuple[Choice, ...]
    label: Label
    epsilon: float


@dataclasses.dataclass(frozen=True)
class ChoiceReview:
    """What a seat chose in a round (`ply`, from 0), and what there was to choose from; chosen is
    None where it sat out.
    """

    ply: int
    seat: int
    chosen: Choice | None
    analysis: ChoiceAnalysis


@dataclasses.dataclass(frozen=True)
class Habit:
    """How predictable a seat was: the guesser was right in `guessed` of its `rounds`; against the
    mix it would have been in `expected`.

    deviation: the difference in standard deviations; above 2 is a habit that an opponent could use,
    rather than chance.
    """

    seat: int
    rounds: int
    guessed: int
    expected: float
    deviation: float


def analyse_choices(position: Position, seat: int) -> ChoiceAnalysis:
    """What each choice of this seat is worth.

    Raises TableFileError where the game is not solved, MoveError where the seat does not choose.
    """
    from ludarium.solve.equilibrium.opponents import Choices

    position.mover(seat)
    table = table_for(position)
    found = Choices(table, position, seat)
    worth = (found.gains @ found.weights(found.mixes)).tolist()
    low, high = position.game.returns_range
    best = max(worth)
    choices = [
        Choice(
            position.move(seat, action), float(share), scaled(value, low, high), clean(best - value)
        )
        for action, share, value in zip(found.actions, found.usual.tolist(), worth, strict=True)
    ]
    choices.sort(key=lambda choice: -choice.probability)
    label: Label = "proved" if position.seats == 2 else "bounded"
    return ChoiceAnalysis(
        seat, scaled(found.value, low, high), tuple(choices), label, table.epsilon
    )


def table_for(position: Position) -> Table:
    """The table of the position's game, made ready for many look-ups.

    Raises TableFileError, MoveError where one seat moves at a time.
    """
    from ludarium.solve.equilibrium.library import equilibrium

    if not generic.action_bits(position.state):
        raise MoveError(
            f"in {position.game.title} one seat moves at a time: there is no mix of choices"
        )
    table = equilibrium(position.game, position.seats, position.ruleset.name)
    table.hasten(position.state)
    return table


def scaled(value: float, low: float, high: float) -> float:
    """The value, from -1 for the least return to 1 for the most."""
    return 2 * (value - low) / (high - low) - 1


def clean(lost: float) -> float:
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
    """How the guesser did against this seat."""
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
