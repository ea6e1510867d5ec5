"""Parts of which rulesets are put together: each in a sentence, on a small board, and with the
rulesets that have it.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ludarium.errors import LudariumError
from ludarium.phrases import Phrase, Translator, say
from ludarium.play.position import Position, parse, start
from ludarium.rules.game import Game
from ludarium.rules.part_choices import PartChoice
from ludarium.rules.view import Arrow, Mark, View

__all__ = ["demonstration", "parts_json"]

SIDES = ("one-", "two-")
"""The beginnings of the keys of choices that each side has."""
FLAG = "gap"
"""A choice that only the games have in which all parts can be put together."""
SIDE = 5  # rows, and points in each, of the board that parts are shown on
SETTINGS: dict[str, dict[str, str]] = {
    "straight": {"continues": "yes"},
    "stopping": {"continues": "yes", "capturing": "must"},
    "turning": {"steps": "forward"},
}
"""The other parts without which a part says nothing."""
ROWS = {
    "steps": "...../...../..1../...../2....",
    "hops": "...../.222./.212./.222./.....",
    "kings": "...../...../..2../...../A....",
    "turning": "1..../...../...../...../....2",
    "continues": "...../.2.../...../.2.../..1..",
    "straight": "...../.2.2./...../...2./....1",
    "stopping": "...../.2.../...../.2.../..1..",
    "capturing": "...../...../..2../..1../.....",
    "approach": "..2../..2../...../..1../.....",
    "gap": "..... ..2.. ..... ..1.. .....".replace(" ", "/"),
}
"""The position that each part is shown in; the first side moves. A king is a counter in the
farthest row where there are none."""
MAN = "...1./...../..2../...../....."
CHAINS = ("continues", "straight", "stopping")
"""Parts that a run of hops shows, after its first."""
Games = tuple[Game, ...]


class Part(NamedTuple):
    """A choice between parts, the same for both sides where each has it."""

    key: str
    title: str
    choice: PartChoice
    keys: tuple[str, ...]
    """The keys of the choice in rulesets."""


def parts_of(game: Game) -> Iterator[Part]:
    """The choices of a game, those of both sides once."""
    for choice in game.part_choices:
        if choice.key.startswith(SIDES[1]):
            continue
        base = choice.key.removeprefix(SIDES[0])
        title = choice.title
        if base != choice.key and isinstance(title, Phrase):
            title = title.with_values(lambda value: say("A side"))
        sided = base != choice.key
        keys = tuple(f"{side}{base}" for side in SIDES) if sided else (choice.key,)
        yield Part(base, title, choice, keys)


def workshop(games: Iterable[Game]) -> Game | None:
    """A game in which all parts can be put together, on a square board with the most lines."""
    found = []
    for game in games:
        keys = {choice.key for choice in game.part_choices}
        rows = getattr(game.board, "rows", ())
        if (
            FLAG in keys
            and "war" in game.kinds
            and [int(row).bit_count() for row in rows] == [SIDE] * SIDE
        ):
            found.append(game)
    return max(found, key=lambda game: len(start(game).view.lines), default=None)


def sentences_of(host: Game, part: Part, value: str) -> tuple[str, ...]:
    """The sentences of the rules that this option adds to those of another option."""
    if host.ruleset_of_choices is None or host.sentences is None:
        return ()
    other = next((one for one, _ in part.choice.options if one != value), value)
    own, without = (
        host.sentences(host.ruleset(host.ruleset_of_choices(options_with(part, option))))
        for option in (value, other)
    )
    return tuple(sentence for sentence in own if sentence not in without)


def options_with(part: Part, value: str) -> Mapping[str, str]:
    """The options of a ruleset in which this part says something."""
    setting = {
        key: option
        for base, option in SETTINGS.get(part.key, {}).items()
        for key in (base, *(f"{side}{base}" for side in SIDES))
    }
    return {**setting, **dict.fromkeys(part.keys, value)}


@functools.lru_cache(maxsize=256)
def demonstration(games: Games, key: str, value: str) -> View | None:
    """A small board on which arrows show the moves that an option allows; None where no position
    shows it.
    """
    host = workshop(games)
    if host is None or host.ruleset_of_choices is None or key not in ROWS:
        return None
    part = next((one for one in parts_of(host) if one.key == key), None)
    if part is None or value not in dict(part.choice.options):
        return None
    ruleset = host.ruleset_of_choices(options_with(part, value))
    rows = MAN if key == "kings" and value == "none" else ROWS[key]
    turned = " turned=1" if key == "turning" and value else ""
    try:
        here = parse(f"{host.name}/{ruleset} {rows} 1 - 0 0{turned}")
        return shown(here, key)
    except LudariumError:
        return None


def shown(here: Position, key: str) -> View:
    """The position with an arrow for each legal move; of a run of hops, for its first hop and then
    for each that may follow.
    """
    arrows = []
    view = here.view
    if key in CHAINS:
        first = next(text for text in map(str, here.legal) if "x" in text)
        arrows.append(arrow(first))
        here = here.play(first)
    own = here.text.split()[2] == "1"
    arrows += [arrow(move) for move in map(str, here.legal) if own and arrow_ends(move)]
    marks = tuple(Mark("active", one.end) for one in arrows)
    return dataclasses.replace(view, arrows=tuple(dict.fromkeys(arrows)), marks=marks)


def arrow_ends(move: str) -> tuple[str, str] | None:
    """The two places that a move's notation begins with, if it does."""
    parts = move.replace("x", "-").rstrip("AW").split("-")
    return (parts[0], parts[1]) if len(parts) > 1 and all(parts[:2]) else None


def arrow(move: str) -> Arrow:
    """The arrow of a move: red where it captures by a hop, else green."""
    ends = arrow_ends(move)
    assert ends is not None
    return Arrow(*ends, "brick" if "x" in move else "green")


@functools.lru_cache(maxsize=1024)
def chosen_of(game: Game) -> tuple[tuple[str, Mapping[str, str]], ...]:
    """The options of each ruleset of a game, with its name."""
    choose = game.chosen_parts
    return tuple((one.name, choose(one)) for one in game.rulesets) if choose else ()


def users(games: Games, part: Part, value: str) -> list[tuple[Game, str]]:
    """The games that have this option in a ruleset, for either side, with the name of the first."""
    found = []
    for game in games:
        for ruleset, chosen in chosen_of(game):
            if any(chosen.get(key) == value for key in part.keys):
                found.append((game, ruleset))
                break
    return found


def parts_json(games: Games, translate: Translator) -> list[dict[str, Any]]:
    """All parts by the family or the game that has them, in the reader's language."""
    host = workshop(games)
    groups: list[tuple[str, str, Game, Games]] = []
    if host is not None and host.family is not None:
        members = tuple(game for game in games if game.family == host.family)
        groups.append((host.family.name, host.family.title, host, members))
    groups += [
        (game.name, game.title, game, (game,))
        for game in games
        if game.part_choices and (host is None or game.family != host.family)
    ]
    return [
        {
            "name": name,
            "title": translate(title),
            "workbench": f"/rules/{game.name}/{game.rulesets[0].name}#workbench",
            "parts": [part_json(game, part, members, translate) for part in parts_of(game)],
        }
        for name, title, game, members in groups
    ]


def part_json(host: Game, part: Part, members: Games, translate: Translator) -> dict[str, Any]:
    return {
        "key": part.key,
        "title": translate(part.title),
        "options": [
            {
                "value": value,
                "title": translate(title),
                "sentences": [translate(one) for one in sentences_of(host, part, value)],
                "shown": len(members) > 1 and part.key in ROWS,
                "games": [
                    {"name": game.name, "title": translate(game.title), "ruleset": ruleset}
                    for game, ruleset in users(members, part, value)
                ],
            }
            for value, title in part.choice.options
        ],
    }
