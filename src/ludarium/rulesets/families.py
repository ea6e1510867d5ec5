"""Families of games: which games they have, and all that is known of these, as data."""

from __future__ import annotations

from typing import Any

from ludarium import catalogue
from ludarium.phrases import Translator, say
from ludarium.play.position import start
from ludarium.rules.game import Family, Game, Ruleset
from ludarium.rulesets.knowledge import (
    measured_json,
    provenance_json,
    reconstruction_json,
    sentences,
)
from ludarium.tables.errors import TableError
from ludarium.version import __version__

__all__ = ["family_json", "family_of"]

LICENSE = "MIT"
"""By its SPDX identifier, as in `CITATION.cff`."""


def family_of(name: str) -> tuple[Family, list[Game]]:
    """The family of this name and its games, by name. Raises TableError."""
    games = [
        game
        for game in map(catalogue.find, catalogue.names())
        if game.family is not None and game.family.name == name
    ]
    if not games or games[0].family is None:
        raise TableError("unknown", say("There is no family of games {name!r}.", name=name[:40]))
    return games[0].family, games


def citation_of(title: str) -> str:
    """The citation of a data set of this title."""
    return f"The Ludarium authors, Ludarium {__version__}: {title} [data set]"


def family_json(name: str, translate: Translator) -> dict[str, Any]:
    """All that is known of a family's games, in the reader's language. Raises TableError."""
    family, games = family_of(name)
    return {
        "version": __version__,
        "license": LICENSE,
        "citation": citation_of(family.title),
        "name": family.name,
        "title": translate(family.title),
        "summary": translate(family.summary),
        "games": [entry_json(game, translate) for game in games],
    }


def entry_json(game: Game, translate: Translator) -> dict[str, Any]:
    """The entry of a game: where and when it was played, its board, and each of its rulesets."""
    place = game.provenance
    board = board_json(game, game.rulesets[0])
    return {
        "name": game.name,
        "title": translate(game.title),
        "summary": translate(game.summary),
        "provenance": provenance_json(place, translate),
        "years": place.years if place else None,
        **board,
        "rulesets": [
            {
                "name": ruleset.name,
                "title": translate(ruleset.title),
                "mark": translate(ruleset.mark),
                "source": translate(ruleset.source),
                "leaves_open": list(ruleset.leaves_open),
                "notes": translate(ruleset.notes),
                "identifier": ruleset.identifier,
                "reconstruction": reconstruction_json(game, ruleset, translate),
                "board": other if (other := board_json(game, ruleset)) != board else None,
                "start": game.write_position(game.start(ruleset, game.seats[0])),
                "parts": dict(game.chosen_parts(ruleset)) if game.chosen_parts else {},
                "sentences": [translate(sentence) for sentence in sentences(game, ruleset)],
                "measured": measured_json(game, ruleset),
            }
            for ruleset in game.rulesets
        ],
    }


def board_json(game: Game, ruleset: Ruleset) -> dict[str, Any]:
    """The points and lines of the board of a ruleset."""
    view = start(game, ruleset.name).view
    return {
        "points": [{"name": site.id, "x": site.x, "y": site.y} for site in view.sites],
        "lines": view.lines,
    }
