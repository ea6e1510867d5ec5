"""Knowledge of a ruleset, for one reader: rules, provenance, reconstruction, measures."""

from __future__ import annotations

from typing import Any

from ludarium import catalogue
from ludarium.measures.library import shipped
from ludarium.phrases import Translator
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.provenance import HALF_WAY_ROUND, Provenance, kilometres_between
from ludarium.rulesets.bibliography import keys_of

__all__ = [
    "difference_json",
    "disagreements_json",
    "measured_json",
    "measurement_json",
    "neighbours_json",
    "provenance_json",
    "reconstruction_json",
    "ruleset_json",
    "sentences",
    "titled",
]

NEIGHBOURS = 6  # games


def ruleset_json(game: Game, ruleset: Ruleset, translate: Translator) -> dict[str, Any]:
    """All that is known of a ruleset, in the reader's language."""
    own = sentences(game, ruleset)
    return {
        "game": game.name,
        "game_title": translate(game.title),
        "name": ruleset.name,
        "title": translate(ruleset.title),
        "summary": translate(game.summary),
        "notes": translate(ruleset.notes),
        "source": translate(ruleset.source),
        "mark": translate(ruleset.mark),
        "sources": list(keys_of(str(ruleset.source))),
        "leaves_open": list(ruleset.leaves_open),
        "identifier": ruleset.identifier,
        "sentences": [translate(sentence) for sentence in own],
        "disagreements": disagreements_json(game, translate),
        "provenance": provenance_json(game.provenance, translate),
        "reconstruction": reconstruction_json(game, ruleset, translate),
        "measured": measured_json(game, ruleset),
        "sisters": [
            difference_json(own, game, other, translate)
            for other in game.rulesets
            if other.name != ruleset.name
        ],
    }


def difference_json(
    own: tuple[str, ...], game: Game, other: Ruleset, translate: Translator
) -> dict[str, Any]:
    """Another ruleset, of this game, and in what its sentences differ from these."""
    theirs = sentences(game, other)
    return {
        "name": other.name,
        "title": translate(other.title),
        "mark": translate(other.mark),
        "notes": translate(other.notes),
        "only_here": _missing(own, theirs, translate),
        "only_there": _missing(theirs, own, translate),
    }


def disagreements_json(game: Game, translate: Translator) -> list[dict[str, Any]]:
    """The points on which the game's sources disagree, and what holds here."""
    return [
        {
            "about": translate(one.about),
            "says": [translate(text) for text in one.says],
            "here": translate(one.here),
        }
        for one in game.disagreements
    ]


def neighbours_json(game: Game, translate: Translator) -> list[dict[str, Any]]:
    """The games of the same family that were played nearest, with their first rulesets."""
    if game.family is None or game.provenance is None:
        return []
    by_distance = []
    for other in map(catalogue.find, catalogue.names()):
        if other.family == game.family and other.provenance and other.name != game.name:
            kilometres = round(kilometres_between(game.provenance, other.provenance))
            by_distance.append((kilometres, other))
    return [
        {
            "game": other.name,
            "title": translate(other.title),
            "ruleset": other.rulesets[0].name,
            "place": translate(other.provenance.place) if other.provenance else "",
            "kilometres": kilometres,
        }
        for kilometres, other in sorted(by_distance, key=lambda one: (one[0], one[1].name))[
            :NEIGHBOURS
        ]
    ]


def sentences(game: Game, ruleset: Ruleset) -> tuple[str, ...]:
    """The ruleset's rules in sentences, where they are made from its parts."""
    return game.sentences(ruleset) if game.sentences else ()


def _missing(some: tuple[str, ...], others: tuple[str, ...], translate: Translator) -> list[str]:
    return [translate(sentence) for sentence in some if sentence not in others]


def provenance_json(provenance: Provenance | None, translate: Translator) -> dict[str, Any] | None:
    if provenance is None:
        return None
    return {
        "place": translate(provenance.place),
        "latitude": provenance.latitude,
        "longitude": provenance.longitude,
        "near": provenance.near,
        "period": translate(provenance.period),
        "source": translate(provenance.source),
        "sources": list(keys_of(str(provenance.source))),
    }


def reconstruction_json(
    game: Game, ruleset: Ruleset, translate: Translator
) -> dict[str, Any] | None:
    """The scores, and what the ruleset is based on, each with our distance to it, where we have
    that game; where we have them all, their mean and the geographical score that it makes.
    """
    known = ruleset.reconstruction
    if known is None:
        return None
    based_on = [based_on_json(title, game, translate) for title in known.based_on]
    ours = [one["kilometres"] for one in based_on if one["kilometres"] is not None]
    mean = round(sum(ours) / len(ours)) if len(ours) == len(based_on) else None
    return {
        "combined": known.combined,
        "cultural": known.cultural,
        "conceptual": known.conceptual,
        "geographical": known.geographical,
        "kilometres": known.kilometres,
        "our_kilometres": mean,
        "our_geographical": None if mean is None else round(1 - mean / HALF_WAY_ROUND, 3),
        "based_on": based_on,
    }


def based_on_json(title: str, game: Game, translate: Translator) -> dict[str, Any]:
    """A ruleset by its title; linked, and with its place, where it is one of ours."""
    known = titled(title)
    if known is None:
        return dict.fromkeys(("game", "ruleset", "kilometres", "provenance")) | {"title": title}
    other, ruleset = known
    kilometres = None
    if game.provenance and other.provenance:
        kilometres = round(kilometres_between(game.provenance, other.provenance))
    return {
        "title": title,
        "game": other.name,
        "ruleset": ruleset.name,
        "kilometres": kilometres,
        "provenance": provenance_json(other.provenance, translate),
    }


def titled(title: str) -> tuple[Game, Ruleset] | None:
    """The ruleset that a title such as `Tuknanavuhpi / Oraibi`, `El Perro / El Perro` or `Manu`
    names. Where the source names the game alone, or twice, it is the ruleset of a game that has no
    other.
    """
    of_game, _, of_ruleset = title.partition(" / ")
    for other in map(catalogue.find, catalogue.names()):
        if other.title == of_game:
            for ruleset in other.rulesets:
                only = len(other.rulesets) == 1 and of_ruleset in ("", of_game)
                if only or ruleset.title == of_ruleset:
                    return other, ruleset
    return None


def measured_json(game: Game, ruleset: Ruleset) -> list[dict[str, Any]]:
    """The results for the ruleset of the measurements that come with the package."""
    return [
        measurement_json(one, ruleset)
        for one in shipped(game.name)
        if ruleset.name in one["rulesets"]
    ]


def measurement_json(measurement: dict[str, Any], ruleset: Ruleset) -> dict[str, Any]:
    """The results of a measurement for the ruleset."""
    kept = ("agent", "games", "seed", "judged", "playouts", "opening")
    return {
        **{key: measurement[key] for key in kept},
        "measures": measurement["rulesets"][ruleset.name],
    }
