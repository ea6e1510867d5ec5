"""Selections of games: filters that combine, a search, and how many games each filter leaves."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from ludarium import catalogue
from ludarium.errors import LudariumError
from ludarium.finding import find_games
from ludarium.phrases import Translator, say
from ludarium.play.position import start
from ludarium.rules.game import Game
from ludarium.rules.kinds import KINDS
from ludarium.rules.provenance import REGIONS
from ludarium.rulesets.game_facts import QUICK, typical_length
from ludarium.spelling import alike, words

__all__ = [
    "FILTERS",
    "MOST_VALUES",
    "Filter",
    "Selection",
    "SelectionError",
    "all_games",
    "chosen_values",
    "game_entry",
    "select",
    "selection_json",
]

MOST_VALUES = 60
"""Values of filters that one selection may have."""
LONGEST_VALUE = 40  # letters of a value that are compared with those that there are
LONG = 120  # moves of a long game, at least
UNKNOWN = "unknown"
PERIODS = {
    "antiquity": (say("Before 500"), 500),
    "middle-ages": (say("500 to 1499"), 1500),
    "early-modern": (say("1500 to 1799"), 1800),
    "19th": (say("19th century"), 1900),
    "20th": (say("20th century"), 2000),
    "21st": (say("Since 2000"), 10_000),
}
"""The name of each period, and the year after it."""
BOARDS = {
    "point": say("Points and lines"),
    "cell": say("Squares"),
    "hexagon": say("Hexagons"),
    "edge": say("Edges between dots"),
    "pit": say("Pits"),
    "wedge": say("Long points"),
    "table": say("No board"),
}
"""The name of each kind of board, by the kind of its sites."""


class SelectionError(LudariumError):
    """A filter, or a value of one, that there is not; or too many."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Filter(NamedTuple):
    """A filter of games. A game passes it if it has any of the chosen values."""

    key: str
    title: str
    """The displayed name."""
    options: Mapping[str, str]
    """The displayed name of each value."""
    of: Callable[[Game], tuple[str, ...]]
    """The values that a game has."""


def kinds_of(game: Game) -> tuple[str, ...]:
    hidden = ("hidden",) if game.hides or game.is_simultaneous else ()
    return (*game.kinds, *hidden) or ("other",)


def seats_of(game: Game) -> tuple[str, ...]:
    return tuple(str(count) if count < 5 else "5" for count in game.seat_counts)


@functools.lru_cache(maxsize=1024)
def board_of(game: Game) -> tuple[str, ...]:
    sites = {site.kind for site in start(game).view.sites}
    return (next((kind for kind in ("edge", *BOARDS) if kind in sites), "table"),)


def period_of(game: Game) -> tuple[str, ...]:
    years = game.provenance.years if game.provenance else None
    if years is None:
        return (UNKNOWN,)
    return (next(name for name, (_, end) in PERIODS.items() if years[0] < end),)


def region_of(game: Game) -> tuple[str, ...]:
    return (game.provenance.region if game.provenance else UNKNOWN,)


def chance_of(game: Game) -> tuple[str, ...]:
    return ("chance" if game.has_chance else "none",)


def length_of(game: Game) -> tuple[str, ...]:
    moves = typical_length(game)
    return ("short" if moves <= QUICK else "medium" if moves < LONG else "long",)


FILTERS = (
    Filter(
        "kind",
        say("Kind"),
        {**KINDS, "hidden": say("Something hidden"), "other": say("Other")},
        kinds_of,
    ),
    Filter(
        "seats",
        say("Players"),
        {"1": "1", "2": "2", "3": "3", "4": "4", "5": say("5 or more")},
        seats_of,
    ),
    Filter("board", say("Board"), BOARDS, board_of),
    Filter(
        "period",
        say("Known since"),
        {**{name: title for name, (title, _) in PERIODS.items()}, UNKNOWN: say("Not known")},
        period_of,
    ),
    Filter("region", say("Region"), {**REGIONS, UNKNOWN: say("Not known")}, region_of),
    Filter(
        "chance",
        say("Chance"),
        {"none": say("Pure skill"), "chance": say("Dice or cards")},
        chance_of,
    ),
    Filter(
        "length",
        say("Length"),
        {
            "short": say("Up to {most} moves", most=QUICK),
            "medium": say("{least} to {most} moves", least=QUICK + 1, most=LONG - 1),
            "long": say("{least} moves or more", least=LONG),
        },
        length_of,
    ),
)
Chosen = Mapping[str, Collection[str]]
"""The chosen values by filter; none of a filter lets all games through."""


class Selection(NamedTuple):
    """The games that pass all filters and are called so."""

    games: tuple[Game, ...]
    near: bool
    """True if no game is called so, and these are only called something like it."""
    counts: dict[str, dict[str, int]]
    """By filter and value: the number of games with that value that pass all other filters."""


def all_games() -> tuple[Game, ...]:
    """All games by name; another tuple whenever a game has changed."""
    return tuple(map(catalogue.find, catalogue.names()))


def chosen_values(pairs: Collection[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """The chosen values of pairs of a filter and a value; a value that is empty chooses nothing.
    Raises SelectionError.
    """
    if len(pairs) > MOST_VALUES:
        raise SelectionError(
            say("{n} filters: expected at most {most}.", n=len(pairs), most=MOST_VALUES)
        )
    options = {one.key: one.options for one in FILTERS}
    chosen: dict[str, dict[str, None]] = {}
    for key, value in pairs:
        if key not in options:
            raise SelectionError(_unknown(key, options))
        if not value:
            continue
        if value not in options[key]:
            raise SelectionError(_unknown(value, options[key]))
        chosen.setdefault(key, {})[value] = None
    return {key: tuple(sorted(values)) for key, values in chosen.items()}


def _unknown(given: str, known: Collection[str]) -> str:
    given = given[:LONGEST_VALUE]
    near = alike(given, {name: (name,) for name in known})[0]
    return say(
        "There is no filter {given!r}. Did you mean {near!r}? There are {known}.",
        given=given,
        near=near,
        known=", ".join(known),
    )


def select(games: Collection[Game], chosen: Chosen, text: str = "") -> Selection:
    """Select those of these games that pass the filters and are called so."""
    games = tuple(games)
    found = find_games(text, games)
    named = {game.name: game for game in games}
    called = [named[name] for name in found.games]
    values = {game: _values(game) for game in called}
    fails = {
        game: [
            key for key, wanted in chosen.items() if wanted and not {*wanted} & {*values[game][key]}
        ]
        for game in called
    }
    counts = {one.key: dict.fromkeys(one.options, 0) for one in FILTERS}
    for game in called:
        for key, of_filter in counts.items():
            if fails[game] in ([], [key]):
                for value in values[game][key]:
                    of_filter[value] += 1
    passing = [game for game in called if not fails[game]]
    return Selection(tuple(passing), bool(text) and found.near, counts)


@functools.lru_cache(maxsize=1024)
def _values(game: Game) -> dict[str, tuple[str, ...]]:
    return {one.key: one.of(game) for one in FILTERS}


def selection_json(
    games: Collection[Game], chosen: Chosen, text: str, translate: Translator
) -> dict[str, Any]:
    """A selection in the reader's language: the filters with their counts, and the games by title,
    or, where they are searched for, the best first.
    """
    selection = select(games, chosen, text)
    entries = [game_entry(game, translate) for game in selection.games]
    if not text:
        entries.sort(key=lambda one: words(one["title"]))
    return {
        "text": text,
        "near": selection.near,
        "total": len(games),
        "filters": [
            {
                "key": one.key,
                "title": translate(one.title),
                "options": [
                    {
                        "name": name,
                        "title": translate(title),
                        "games": selection.counts[one.key][name],
                        "chosen": name in chosen.get(one.key, ()),
                    }
                    for name, title in one.options.items()
                ],
            }
            for one in FILTERS
        ],
        "games": entries,
    }


def game_entry(game: Game, translate: Translator) -> dict[str, Any]:
    """A game as one line of a list: by what filters ask of it, with its rulesets."""
    place, values = game.provenance, _values(game)
    return {
        "name": game.name,
        "title": translate(game.title),
        "other_names": [one._asdict() for one in game.other_names],
        "seats": list(game.seats),
        "seat_counts": list(game.seat_counts),
        "family": game.family.name if game.family else None,
        "kinds": list(values["kind"]),
        "board": values["board"][0],
        "region": values["region"][0],
        "period": values["period"][0],
        "chance": game.has_chance,
        "hides": game.hides,
        "moves": typical_length(game),
        "place": translate(place.place) if place else None,
        "when": translate(place.period) if place else None,
        "years": list(place.years) if place and place.years else None,
        "rulesets": [
            {"name": ruleset.name, "title": translate(ruleset.title)} for ruleset in game.rulesets
        ],
    }
