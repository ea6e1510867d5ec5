"""Completions of a half-known game: its unknown answers taken from one to three known rulesets."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Mapping, Sequence

from ludarium.reconstruction.aspects import parts_of_answers
from ludarium.reconstruction.evidence import Evidence
from ludarium.reconstruction.family import KnownRuleset, closeness
from ludarium.reconstruction.tradition import Tradition
from ludarium.rules.counters.neighbour_table.state import packed
from ludarium.rules.counters.parts import Parts
from ludarium.rules.provenance import HALF_WAY_ROUND, kilometres_between

__all__ = ["MOST_SOURCES", "Completion", "completions"]

MOST_SOURCES = 3
"""From how many known rulesets the answers of a candidate are taken at most."""


@dataclasses.dataclass(frozen=True, eq=False)
class Completion:
    """A ruleset that completes a half-known game."""

    parts: Parts
    answers: Mapping[str, str]
    """All its answers, known ones and filled ones."""
    based_on: Mapping[str, KnownRuleset]
    """From which known ruleset each unknown answer is taken: of those that give it, the choice that
    is nearest on average, of MOST_SOURCES at most."""
    kilometres: float
    """The distance at which these were played, on average over the unknown answers."""
    cultural: float
    """The likelihood of its filled answers in known games, those close by above all, given the
    rest: `Tradition.score`."""

    @property
    def geographical(self) -> float:
        """1 less the kilometres in 20,000, as the Ludii portal's figures follow; 0 to 1."""
        return max(0.0, 1 - self.kilometres / HALF_WAY_ROUND)


def completions(evidence: Evidence, known: Sequence[KnownRuleset], most: int) -> list[Completion]:
    """The different completions, at most so many: those of the best cultural and geographical
    scores. Rulesets that play the same are one.
    """
    unknown = evidence.unknown
    away = {one: kilometres_between(evidence.place, one.place) for one in known}
    nearest: dict[
        tuple[str, ...], KnownRuleset
    ] = {}  # one source of those that give the same answers
    for one in sorted(known, key=lambda one: (away[one], one.name)):
        nearest.setdefault(tuple(one.answers[aspect] for aspect in unknown), one)
    best: dict[tuple[str, ...], tuple[float, tuple[KnownRuleset, ...]]] = {}
    for count in range(1, min(MOST_SOURCES, len(unknown)) + 1):
        for sources in itertools.combinations(nearest.values(), count):
            for chosen in _assignments(sources, len(unknown)):
                answers = tuple(
                    one.answers[aspect] for one, aspect in zip(chosen, unknown, strict=True)
                )
                distance = sum(away[one] for one in chosen) / len(unknown)
                if answers not in best or distance < best[answers][0]:
                    best[answers] = distance, chosen
    tradition = Tradition({one: closeness(evidence.place, one.place) * one.share for one in known})
    candidates: dict[tuple[int, int, int], Completion] = {}
    for filled, (distance, chosen) in best.items():
        answers_now = {**evidence.known, **dict(zip(unknown, filled, strict=True))}
        parts = parts_of_answers(answers_now)
        candidate = Completion(
            parts,
            answers_now,
            dict(zip(unknown, chosen, strict=True)),
            distance,
            tradition.score({**answers_now, **evidence.setting}, unknown),
        )
        key = packed(parts), parts.first.loses_below, parts.second.loses_below
        if key not in candidates or _prior(candidate) > _prior(candidates[key]):
            candidates[key] = candidate
    ordered = sorted(candidates.values(), key=lambda one: (-_prior(one), one.parts.text))
    return ordered[:most]


def _assignments(
    sources: tuple[KnownRuleset, ...], count: int
) -> Iterable[tuple[KnownRuleset, ...]]:
    """All ways to take each of so many answers from one of these sources, each of them used."""
    for chosen in itertools.product(sources, repeat=count):
        if len(set(chosen)) == len(sources):
            yield chosen


def _prior(one: Completion) -> float:
    return one.cultural + one.geographical
