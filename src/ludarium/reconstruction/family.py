"""The known games from which the gaps of a half-known one are filled."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Collection, Iterator
from typing import Any

from ludarium import catalogue
from ludarium.reconstruction.aspects import answers_of
from ludarium.rules.bits import popcount
from ludarium.rules.boards.piece_placement import pieces_of
from ludarium.rules.counters.neighbour_table.rules import strength
from ludarium.rules.counters.neighbour_table.state import NeighbourTableState
from ludarium.rules.counters.setup import CounterRules
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.provenance import Provenance, kilometres_between

__all__ = [
    "KILOMETRES",
    "YEARS",
    "KnownRuleset",
    "closeness",
    "counters_of",
    "family",
    "setting_of",
]

KILOMETRES, YEARS = 5000.0, 500.0
"""Over how many kilometres, and how many years, what is known of a game tells e times less of
another."""
YEARS_UNKNOWN = 500.0
"""The distance in years of two games where a period is not known."""


@dataclasses.dataclass(frozen=True, eq=False)
class KnownRuleset:
    """A ruleset of a known game."""

    game: Game
    ruleset: Ruleset
    answers: dict[str, str]
    setting: dict[str, str]
    """The properties of its setup: see `setting_of`."""
    place: Provenance
    share: float
    """1 divided by the number of the game's rulesets, so that a game counts once."""

    @property
    def name(self) -> str:
        """The name of the game and that of the ruleset, joined by /."""
        return f"{self.game.name}/{self.ruleset.name}"

    @property
    def title(self) -> str:
        """The displayed name."""
        if len(self.game.rulesets) == 1:
            return self.game.title
        return f"{self.game.title} / {self.ruleset.title}"


def family(without: Collection[str] = ()) -> tuple[KnownRuleset, ...]:
    """All rulesets of games of counters whose place is known, but for those of these games."""
    return tuple(
        known for name in catalogue.names() if name not in without for known in _rulesets(name)
    )


def _rulesets(name: str) -> Iterator[KnownRuleset]:
    game = catalogue.find(name)
    # a reconstruction is no evidence
    rulesets = [ruleset for ruleset in game.rulesets if ruleset.reconstruction is None]
    for ruleset in rulesets:
        rules = ruleset.parameters
        if isinstance(rules, CounterRules) and game.provenance is not None:
            share = 1 / len(rulesets)
            setting = setting_of(game.start(ruleset, 2))
            yield KnownRuleset(
                game, ruleset, answers_of(rules.parts), setting, game.provenance, share
            )


def counters_of(state: Any) -> tuple[int, int]:
    """The numbers of counters of both seats in a game of counters, with those in hand and in
    stacks.
    """
    if isinstance(state, NeighbourTableState):
        return strength(state, 0), strength(state, 1)
    return popcount(pieces_of(state, 0)), popcount(pieces_of(state, 1))


def setting_of(first: Any) -> dict[str, str]:
    """The properties of a game's first state that go with its rules: which side has more counters,
    and whether any are in hand.
    """
    counts = counters_of(first)
    in_hand = isinstance(first, NeighbourTableState) and bool(first.my_hand or first.their_hand)
    more = "equal" if counts[0] == counts[1] else "first" if counts[0] > counts[1] else "second"
    return {"forces": more, "hand": "yes" if in_hand else "no"}


def closeness(one: Provenance, other: Provenance) -> float:
    """The closeness of a game of one place and period to one of another, 0 to 1: it falls off
    exponentially with the distance in KILOMETRES, and with the time between in YEARS.
    """
    apart = YEARS_UNKNOWN
    if one.years and other.years:
        (low, high), (other_low, other_high) = one.years, other.years
        apart = max(0, other_low - high, low - other_high)
    return math.exp(-kilometres_between(one, other) / KILOMETRES - apart / YEARS)
