"""Places and times of games, as data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludarium.phrases import Translator
from ludarium.rules.game import Game
from ludarium.rules.provenance import REGIONS
from ludarium.rulesets.knowledge import provenance_json

__all__ = ["places_json"]

LATE = 9999  # after all games whose years are known


def places_json(games: Iterable[Game], translate: Translator) -> list[dict[str, Any]]:
    """The place and the time of each of these games that has one, the earliest first."""
    placed = [(game, game.provenance) for game in games if game.provenance]
    placed.sort(key=lambda one: ((one[1].years or (LATE, LATE)), one[0].name))
    return [
        {
            "name": game.name,
            "title": translate(game.title),
            "ruleset": game.rulesets[0].name,
            "kinds": list(game.kinds),
            **(provenance_json(place, translate) or {}),
            "years": list(place.years) if place.years else None,
            "region": place.region,
            "region_title": translate(REGIONS[place.region]),
        }
        for game, place in placed
    ]
