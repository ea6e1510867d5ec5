"""The games of the lobby: what each is found by, and which comes first."""

from __future__ import annotations

import functools
import logging
import random
from collections.abc import Collection
from statistics import median, mode
from typing import Any

from ludarium import catalogue
from ludarium.languages import LANGUAGES, translator
from ludarium.measures.library import shipped
from ludarium.phrases import say
from ludarium.rules import generic
from ludarium.rules.game import Game, Ruleset
from ludarium.web.analysis.lessons import has_lesson
from ludarium.web.analysis.previews import preview_plies
from ludarium.web.people.visitors import Visitor
from ludarium.web.rulesets.games import game_json

__all__ = [
    "filters",
    "kinds",
    "lobby_games",
    "most_wanted",
    "other_games",
    "usual_kinds",
    "words_of",
]

log = logging.getLogger(__name__)

SEATS, LENGTH, CHANCE = "seats", "length", "chance"
QUICK = 40  # moves of a quick game, at most
SAMPLE = 3  # games that are played at random to see how long they are
FILTERS = {
    "two": (SEATS, say("Two players")),
    "more": (SEATS, say("Three or more")),
    "quick": (LENGTH, say("Quick")),
    "long": (LENGTH, say("Long")),
    "skill": (CHANCE, say("Pure skill")),
    "luck": (CHANCE, say("Dice or cards")),
    "hidden": (CHANCE, say("Something hidden")),
    "together": (CHANCE, say("All choose at once")),
}
"""Filters for games: the group and the title of each. Of a group, any one will do."""


def kinds(game: Game) -> tuple[str, ...]:
    """The names of the filters that let the game through."""
    quick = typical_length(game) <= QUICK
    fits = {
        "two": 2 in game.seat_counts,
        "more": game.seats[1] > 2,
        "quick": quick,
        "long": not quick,
        "skill": game.is_combinatorial,
        "luck": game.has_chance,
        "hidden": game.hides,
        "together": game.is_simultaneous,
    }
    return tuple(name for name in FILTERS if fits[name])


@functools.lru_cache(maxsize=256)
def typical_length(game: Game) -> int:
    """The moves of a random game, throws and deals aside: as measured, or the median of SAMPLE
    games with the fewest seats, whose moves beyond ten times QUICK are not counted.
    """
    ruleset = game.rulesets[0]
    for measured in shipped(game.name):
        if ruleset.name in measured["rulesets"]:
            return int(measured["rulesets"][ruleset.name]["moves_median"]["value"])
    return int(median(_random_length(game, ruleset, seed) for seed in range(SAMPLE)))


def _random_length(game: Game, ruleset: Ruleset, seed: int) -> int:
    chance, state, moves = random.Random(seed), game.start(ruleset, game.seats[0]), 0
    try:
        while (movers := generic.movers(state)) and moves < 10 * QUICK:
            joint = generic.nth_joint(state, chance.randrange(generic.joint_count(state)))
            state = generic.play(state, joint)
            moves += movers != generic.CHANCE_MOVES
    except Exception as error:  # of rules at fault, which must not keep other games from the page
        log.warning("ludarium: a random game of %s: %r", game.name, error)
    return moves


def filters(games: Collection[dict[str, Any]]) -> list[dict[str, str]]:
    """The filters that let some of these games through, and not all."""
    passing = {name: sum(name in game["kinds"] for game in games) for name in FILTERS}
    return [
        {"name": name, "group": group, "title": title}
        for name, (group, title) in FILTERS.items()
        if 0 < passing[name] < len(games)
    ]


def lobby_games(visitor: Visitor, played: Collection[str]) -> list[dict[str, Any]]:
    """The games with a board in the lobby: those that are featured, and those that the visitor
    played lately, which come first.

    played: the names of games, the latest first.
    """
    return [lobby_game(game, visitor) for game in most_wanted(played)[0]]


def most_wanted(played: Collection[str]) -> tuple[list[Game], list[Game]]:
    """The games that were played and then those that are featured, and apart from them all others.

    played: the names of games, the latest first.
    """
    order = {name: at for at, name in enumerate(dict.fromkeys(played))}
    games = [catalogue.find(name) for name in catalogue.names()]
    wanted = [game for game in games if game.featured or game.name in order]
    wanted.sort(key=lambda game: order.get(game.name, len(order)))
    return wanted, [game for game in games if game not in wanted]


def other_games(visitor: Visitor, shown: Collection[str]) -> list[dict[str, Any]]:
    """The families of the games that are not among the shown ones, each with these games."""
    families: dict[str, dict[str, Any]] = {}
    for game in map(catalogue.find, catalogue.names()):
        if game.name in shown or game.family is None:
            continue
        family = families.setdefault(
            game.family.name,
            {
                "name": game.family.name,
                "title": visitor.translate(game.family.title),
                "summary": visitor.translate(game.family.summary),
                "games": [],
            },
        )
        title = visitor.translate(game.title)
        family["games"].append(
            {
                "name": game.name,
                "title": title,
                "found_by": found_by(game, title),
                "kinds": kinds(game),
            }
        )
    for family in families.values():
        family["kinds"] = usual_kinds(family["games"])
    return list(families.values())


def words_of(game: Game) -> list[str]:
    """List the words that people may type to find the game: its title and its place, in all
    languages.
    """
    translate = [translator(language) for language in LANGUAGES]
    words = [one(game.title) for one in translate]
    if game.provenance:
        words += [one(game.provenance.place) for one in translate]
    return list(dict.fromkeys(words))


def found_by(game: Game, title: str) -> str:
    """The same but for this title, and its name where that is none of them."""
    words = words_of(game)
    if game.name not in [word.lower().replace(" ", "-") for word in words]:
        words.append(game.name)
    return " ".join(word for word in words if word != title)


def usual_kinds(games: Collection[dict[str, Any]]) -> tuple[str, ...]:
    """Return the kinds of most of the games, by `kinds`, so that a page says it once."""
    common: tuple[str, ...] = mode(game["kinds"] for game in games)
    return common


def lobby_game(game: Game, visitor: Visitor) -> dict[str, Any]:
    first, last = preview_plies(game)
    fields = game_json(game, visitor)
    return {
        **fields,
        "found_by": found_by(game, fields["title"]),
        "learn": has_lesson(game, visitor.language),
        "kinds": kinds(game),
        "ply": first,
        "last": last,
    }
