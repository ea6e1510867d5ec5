"""Does the method find what is known? Parts of known games are hidden one by one and looked for."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from ludarium.errors import LudariumError
from ludarium.reconstruction.aspects import ASPECTS
from ludarium.reconstruction.family import closeness, family
from ludarium.reconstruction.tradition import Tradition
from ludarium.rules.game import Ruleset

__all__ = ["HIDDEN", "Hidden", "Validation", "validate"]

HIDDEN = tuple(name for name in ASPECTS if name != "least")
"""The aspects that are hidden; how few counters lose depends on how many there are."""
LEFT_OPEN_AS = {"hops": "approach", "gap": "approach"}
"""By which name of `PARTS_OF_RULES` a source leaves an aspect open, where it is not its own."""

Report = Callable[[str, int, int], None]


@dataclasses.dataclass(frozen=True)
class Hidden:
    """One part that was hidden."""

    game: str
    aspect: str
    answer: str
    """The true one."""
    rank: int
    """The rank of the true answer among all options, from 1; after the last where no other game
    gives it."""
    options: int
    """The number of answers that the other games give."""
    most_common: bool
    """True if the true one is the most common answer of the other games."""


@dataclasses.dataclass(frozen=True)
class Validation:
    """The frequency with which hidden parts are found."""

    games: int
    hidden: tuple[Hidden, ...]

    def shares(self, aspect: str | None = None) -> Mapping[str, float]:
        """The shares of hidden parts whose true answer comes first, would come first by chance, and
        is the most common one; of one aspect or of all.
        """
        chosen = [one for one in self.hidden if aspect in (None, one.aspect)]
        count = len(chosen) or 1
        return {
            "hidden_parts": len(chosen),
            "first": sum(one.rank == 1 for one in chosen) / count,
            "chance": sum(1 / one.options for one in chosen) / count,
            "most_common": sum(one.most_common for one in chosen) / count,
        }

    def as_json(self) -> dict[str, Any]:
        """Return the validation as JSON, for programs."""
        return {
            "games": self.games,
            **self.shares(),
            "aspects": {
                aspect: self.shares(aspect)
                for aspect in HIDDEN
                if any(one.aspect == aspect for one in self.hidden)
            },
        }


def is_left_open(ruleset: Ruleset, aspect: str) -> bool:
    """Return whether the source of a ruleset leaves an aspect open."""
    return LEFT_OPEN_AS.get(aspect, aspect) in ruleset.leaves_open


def validate(*, seed: int = 0, report: Report | None = None) -> Validation:
    """Hide each part of each game of the family in turn, and rank the answers of the other games by
    the cultural score.

    An aspect in which all games agree is not hidden, as nothing could be mistaken, nor one that the
    source of the game leaves open, as our reading of it is no evidence. The other scores
    have no share in it: the geographical one would only say that the nearest game is right, and
    the conceptual one and that of play tell between whole rulesets. Equal scores are put in a
    random order.

    Raises LudariumError where there are fewer than two games.
    """
    known = [one for one in family() if one.ruleset is one.game.rulesets[0]]
    if len(known) < 2:
        raise LudariumError(f"{len(known)} known games: expected two at least")
    source = random.Random(f"{seed}/validation")
    hidden = []
    for number, one in enumerate(known, 1):
        others = [other for other in known if other is not one]
        tradition = Tradition({other: closeness(one.place, other.place) for other in others})
        given = one.answers | one.setting
        for aspect in HIDDEN:
            counts = Counter(other.answers[aspect] for other in others)
            if len(counts) < 2 or is_left_open(one.ruleset, aspect):
                continue
            likely = tradition.probabilities(aspect, given)
            order = sorted(likely, key=lambda _: source.random())
            order.sort(key=likely.__getitem__, reverse=True)
            true = one.answers[aspect]
            rank = order.index(true) + 1 if true in order else len(order) + 1
            common = counts.most_common(1)[0][0] == true
            hidden.append(Hidden(one.game.name, aspect, true, rank, len(order), common))
        if report:
            report("games", number, len(known))
    return Validation(len(known), tuple(hidden))
