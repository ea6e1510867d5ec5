"""The games of the lobby: what each is found by, and which comes first."""

from __future__ import annotations

from collections.abc import Collection
from statistics import mode
from typing import Any

from ludarium import catalogue
from ludarium.phrases import say
from ludarium.rules.game import Game
from ludarium.rulesets.game_facts import QUICK, effort, minutes, typical_length
from ludarium.web.analysis.previews import preview_plies
from ludarium.web.lobby.pairing import is_for_two
from ludarium.web.people.visitors import Visitor

__all__ = [
    "filters",
    "kinds",
    "listed",
    "most_wanted",
    "other_games",
    "picks",
    "played_again",
    "usual_kinds",
]

SEATS, LENGTH, CHANCE = "seats", "length", "chance"
AGAIN = 4  # games that were played last are offered
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


def filters(games: Collection[dict[str, Any]]) -> list[dict[str, str]]:
    """The filters that let some of these games through, and not all."""
    passing = {name: sum(name in game["kinds"] for game in games) for name in FILTERS}
    return [
        {"name": name, "group": group, "title": title}
        for name, (group, title) in FILTERS.items()
        if 0 < passing[name] < len(games)
    ]


def picks(visitor: Visitor) -> list[dict[str, Any]]:
    """The few games that who comes for the first time is offered, each with a living board."""
    return [
        {**listed(game, visitor), "ply": first, "last": last}
        for game in map(catalogue.find, catalogue.names())
        if game.first_pick
        for first, last in [preview_plies(game)]
    ]


def played_again(visitor: Visitor, played: Collection[str]) -> list[dict[str, Any]]:
    """The games that the visitor played last, so that they can be played again.

    played: the names of games, the latest first.
    """
    known = [name for name in dict.fromkeys(played) if name in catalogue.names()]
    return [listed(catalogue.find(name), visitor) for name in known[:AGAIN]]


def listed(game: Game, visitor: Visitor) -> dict[str, Any]:
    """A game as one line of a list."""
    return {
        "name": game.name,
        "title": visitor.translate(game.title),
        "kinds": kinds(game),
        "seat_counts": game.seat_counts,
        "pairs": is_for_two(game),
        "minutes": minutes(game),
        "effort": effort(game),
    }


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
        family["games"].append(listed(game, visitor))
    for family in families.values():
        family["kinds"] = usual_kinds(family["games"])
    return list(families.values())


def usual_kinds(games: Collection[dict[str, Any]]) -> tuple[str, ...]:
    """Return the kinds of most of the games, by `kinds`, so that a page says it once."""
    common: tuple[str, ...] = mode(game["kinds"] for game in games)
    return common
