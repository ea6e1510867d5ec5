"""Profiles of rulesets: their measures side by side, and which rulesets are alike in them."""

from __future__ import annotations

import functools
import math
from typing import Any, NamedTuple

from ludarium.measures.definitions import GROUPS, MEASURES, Measure
from ludarium.measures.explanations import EXPLANATIONS, NOTATION
from ludarium.measures.library import shipped
from ludarium.phrases import Translator
from ludarium.rules.game import Game, Ruleset
from ludarium.rulesets.bibliography import keys_of
from ludarium.spreadsheets import csv_text

__all__ = [
    "Profile",
    "concept_json",
    "concepts_json",
    "measures_csv",
    "nearest_json",
    "profiles",
]

AGENT = "random"
"""The agent whose games are compared: it is the one that plays all games alike."""
NEAREST = 12  # rulesets
Games = tuple[Game, ...]


class Profile(NamedTuple):
    """A ruleset with its measures, by name, each an estimate with its interval."""

    game: Game
    ruleset: Ruleset
    measures: dict[str, dict[str, float]]


@functools.lru_cache(maxsize=4)
def profiles(games: Games) -> tuple[Profile, ...]:
    """The profiles of all rulesets of these games that were measured, in games at random."""
    return tuple(
        Profile(game, ruleset, one["rulesets"][ruleset.name])
        for game in games
        for one in shipped(game.name)
        if one["agent"] == AGENT
        for ruleset in game.rulesets
        if ruleset.name in one["rulesets"]
    )


def concepts_json(games: Games, translate: Translator) -> list[dict[str, Any]]:
    """All measures that any ruleset has, in the reader's language."""
    return [
        {**measure_json(measure, translate), "rulesets": count}
        for measure in MEASURES
        if (count := sum(measure.is_told(profile.measures) for profile in profiles(games)))
    ]


def measure_json(measure: Measure, translate: Translator) -> dict[str, Any]:
    """A measure: its definition, formula, estimate and source."""
    explanation = EXPLANATIONS[measure.name]
    return {
        "name": measure.name,
        "title": translate(measure.title),
        "group": measure.group,
        "group_title": translate(GROUPS[measure.group]),
        "meaning": translate(measure.meaning),
        "percent": measure.percent,
        "formula": explanation.formula,
        "notation": translate(NOTATION),
        "estimated": translate(explanation.estimated),
        "source": translate(explanation.source),
        "sources": list(keys_of(str(explanation.source))),
    }


def concept_json(games: Games, measure: Measure, translate: Translator) -> dict[str, Any]:
    """A measure with the value of each ruleset, the least first."""
    values = [
        {**titles(profile, translate), **estimate(profile, measure)}
        for profile in profiles(games)
        if measure.is_told(profile.measures)
    ]
    values.sort(key=lambda one: (one["value"], one["game"], one["ruleset"]))
    return {**measure_json(measure, translate), "agent": AGENT, "values": values}


def titles(profile: Profile, translate: Translator) -> dict[str, Any]:
    return {
        "game": profile.game.name,
        "ruleset": profile.ruleset.name,
        "game_title": translate(profile.game.title),
        "ruleset_title": translate(profile.ruleset.title),
    }


def estimate(profile: Profile, measure: Measure) -> dict[str, float]:
    return {key: profile.measures[measure.name][key] for key in ("value", "low", "high")}


def placed(value: float, measure: Measure) -> float:
    """The value as it is compared: shares as they are, all else by its logarithm, as twice as long
    is as much among short games as among long ones.
    """
    return value if measure.percent else math.log1p(max(value, 0.0))


@functools.lru_cache(maxsize=4)
def spreads(games: Games) -> dict[str, float]:
    """The standard deviation of each measure over all rulesets, where it has any."""
    found = {}
    for measure in MEASURES:
        values = [
            placed(profile.measures[measure.name]["value"], measure)
            for profile in profiles(games)
            if measure.is_told(profile.measures)
        ]
        if len(values) > 1:
            mean = math.fsum(values) / len(values)
            spread = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / len(values))
            if spread > 0:
                found[measure.name] = spread
    return found


def distances(one: Profile, other: Profile, spread: dict[str, float]) -> dict[str, float]:
    """The distance of two rulesets in each group of measures: the root mean square of the
    differences of the measures that both have, in standard deviations.
    """
    squares: dict[str, list[float]] = {}
    for measure in MEASURES:
        both = measure.is_told(one.measures) and measure.is_told(other.measures)
        if both and measure.name in spread:
            mine, theirs = (
                placed(profile.measures[measure.name]["value"], measure) for profile in (one, other)
            )
            squares.setdefault(measure.group, []).append(
                ((mine - theirs) / spread[measure.name]) ** 2
            )
    return {group: math.sqrt(math.fsum(each) / len(each)) for group, each in squares.items()}


def nearest_json(
    games: Games, game: Game, ruleset: Ruleset, translate: Translator
) -> dict[str, Any] | None:
    """The rulesets that are nearest to this one in their measures, with their distance, in all
    groups of measures and in each; None where it was not measured.

    The distance is the root mean square of those in the groups, so that no group counts more for
    having more measures.
    """
    every = profiles(games)
    own = next(
        (one for one in every if one.game is game and one.ruleset.name == ruleset.name), None
    )
    if own is None:
        return None
    found = []
    for other in every:
        if other is not own and (each := distances(own, other, spreads(games))):
            whole = math.sqrt(math.fsum(d * d for d in each.values()) / len(each))
            found.append((whole, other.game.name, other.ruleset.name, other, each))
    found.sort(key=lambda one: one[:3])
    return {
        **titles(own, translate),
        "groups": [{"name": name, "title": translate(title)} for name, title in GROUPS.items()],
        "nearest": [
            {
                **titles(other, translate),
                "distance": round(whole, 4),
                "groups": {group: round(distance, 4) for group, distance in each.items()},
            }
            for whole, _, _, other, each in found[:NEAREST]
        ],
    }


def measures_csv(games: Games) -> str:
    """All measures of all rulesets, a row for each."""
    names = [one["name"] for one in concepts_json(games, str)]
    header = ["game", "ruleset", "agent"]
    header += [f"{name}{suffix}" for name in names for suffix in ("", "_low", "_high")]
    rows = [
        [
            profile.game.name,
            profile.ruleset.name,
            AGENT,
            *(
                "" if (number := profile.measures.get(name)) is None else number[key]
                for name in names
                for key in ("value", "low", "high")
            ),
        ]
        for profile in profiles(games)
    ]
    return csv_text([header, *rows])
