"""Rulesets in play: their likeness to known ones, and how good they are."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from ludarium.errors import LudariumError
from ludarium.matches.match import play_match
from ludarium.measures.measurement import measure
from ludarium.rules.game import Game

__all__ = ["COMPARED", "Played", "Scales", "likeness", "play_ruleset", "scales_of"]

COMPARED: dict[str, Callable[[float], float]] = {
    "turns": math.log,
    "branching": math.log,
    "no_choice": float,
    "decisiveness": float,
    "balance": float,
    "capturing": float,
    "coverage": float,
}
"""The measures by which rulesets are compared, each on this scale: what doubles counts alike."""
SKILLED, UNSKILLED = "level:2", "random"

Report = Callable[[str, int, int], None]


class Played(NamedTuple):
    """The measures of a ruleset in play."""

    measures: Mapping[str, float]
    """The values of the measures COMPARED, as far as there are, on their scales."""
    ends: float
    """The share of random games that ended by the rules, and not by a limit."""
    balance: float
    """1 less the distance of both seats' mean shares in random games."""
    decisive: float
    """The share of random games that were no draws."""
    skill: float | None
    """By how much SKILLED gets more than its share against UNSKILLED, of all that it could get; 0
    to 1, None where it was not measured."""

    @property
    def score(self) -> float:
        """The geometric mean of all of these, so that no strength makes up for a failure."""
        values = [self.ends, self.balance, self.decisive]
        values += [] if self.skill is None else [self.skill]
        return float(math.prod(values) ** (1 / len(values)))


NEVER_ENDS = Played({}, 0.0, 0.0, 0.0, None)


def play_ruleset(
    game: Game, ruleset: str, *, games: int, skill: int, seed: int, threads: int
) -> Played:
    """Measure a ruleset in so many random games, and in games of skill, if any."""
    try:
        measured = measure(
            game, [ruleset], games=games, judged=0, playouts=1, seed=seed, threads=threads
        )
    except LudariumError:
        return NEVER_ENDS
    (estimates,) = measured.rulesets.values()
    compared = {
        name: scale(max(estimates[name].value, 1e-9))
        for name, scale in COMPARED.items()
        if name in estimates
    }
    return Played(
        compared,
        1 - estimates["stopped"].value,
        estimates["balance"].value,
        estimates["decisiveness"].value,
        skill_of(game, ruleset, skill, seed) if skill else None,
    )


def skill_of(game: Game, ruleset: str, games: int, seed: int) -> float:
    """By how much who plays well gets more than who plays at random."""
    result = play_match(
        game, (SKILLED, UNSKILLED), ruleset=ruleset, games=games, seed=seed, opening=2
    )
    share = next(agent.score for agent in result.agents if agent.name == SKILLED)
    return max(0.0, 2 * share - 1)


Scales = Mapping[str, float]
"""The range of each measure among known rulesets."""


def scales_of(known: Iterable[Played]) -> Scales:
    """The range of each measure."""
    listed = [one.measures for one in known if one.measures]
    return {
        name: max(values) - min(values)
        for name in COMPARED
        if (values := [one[name] for one in listed if name in one])
    }


def likeness(one: Played, other: Played, scales: Scales) -> float:
    """The likeness of two rulesets when played: the mean over the measures that both have of 1 less
    the distance in the range of known rulesets, at least 0 (Gower 1971). 0 to 1.
    """
    shared = [name for name in scales if name in one.measures and name in other.measures]
    if not shared:
        return 0.0
    apart = [
        abs(one.measures[name] - other.measures[name]) / (scales[name] or 1) for name in shared
    ]
    return sum(max(0.0, 1 - distance) for distance in apart) / len(shared)
