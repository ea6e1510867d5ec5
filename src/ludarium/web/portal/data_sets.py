"""Data sets that anybody can take along: each made once, with its size, checksum and schema."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from pydantic import TypeAdapter

from ludarium.analysis.puzzles import puzzles_of
from ludarium.measures.library import shipped
from ludarium.phrases import Translator, say
from ludarium.rules.game import Game
from ludarium.rulesets.bibliography import bibliography_json, bibtex, csl_json
from ludarium.rulesets.families import LICENSE, citation_of, family_json
from ludarium.rulesets.parts import parts_json
from ludarium.rulesets.places import places_json
from ludarium.rulesets.profiles import measures_csv
from ludarium.rulesets.selection import selection_json
from ludarium.version import __version__
from ludarium.web.portal.models import CatalogueAnswer, PartsAnswer, PlaceAnswer, SourceAnswer
from ludarium.web.rulesets.models import FamilyAnswer

__all__ = ["DataSet", "content", "data_sets", "data_sets_json", "schema"]

Games = tuple[Game, ...]
JSON, CSV, LINES = "application/json", "text/csv", "application/jsonl"


@dataclasses.dataclass(frozen=True)
class DataSet:
    """A file that is made of what the package knows."""

    name: str
    """The name of the file."""
    title: str
    about: str
    """The content, in a sentence."""
    media_type: str
    make: Callable[[Games], str]
    model: Any = None
    """The type that its JSON follows, where there is one."""


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def all_measurements(games: Games) -> str:
    return as_json([one for game in games for one in shipped(game.name)])


def all_puzzles(games: Games) -> str:
    return "".join(f"{puzzle.to_json()}\n" for game in games for puzzle in puzzles_of(game.name))


def all_books(games: Games) -> str:
    folder = files("ludarium.analysis") / "books"
    found = {game.name: folder / f"{game.name}.json" for game in games}
    return as_json(
        {
            name: json.loads(file.read_text(encoding="utf-8"))
            for name, file in found.items()
            if file.is_file()
        }
    )


@functools.lru_cache(maxsize=4)
def data_sets(games: Games) -> dict[str, DataSet]:
    """All data sets, by the names of their files."""
    families = {game.family.name: game.family for game in games if game.family}
    listed = [
        DataSet(
            "games.json",
            say("Games"),
            say("All games with their kinds, seats, boards, places, periods and rulesets."),
            JSON,
            lambda games: as_json(selection_json(games, {}, "", str)),
            CatalogueAnswer,
        ),
        *(
            DataSet(
                f"{family.name}.json",
                family.title,
                say(
                    "Every ruleset of the family: board, first position, parts, rules in "
                    "sentences, place, period, source and measures."
                ),
                JSON,
                functools.partial(family_text, family.name),
                FamilyAnswer,
            )
            for family in families.values()
        ),
        DataSet(
            "measures.csv",
            say("Measures"),
            say("All measures of all rulesets with their 95% intervals, a row for each ruleset."),
            CSV,
            measures_csv,
        ),
        DataSet(
            "measures.json",
            say("Measurements"),
            say("The measurements of all rulesets, as `ludarium measure --json` prints them."),
            JSON,
            all_measurements,
        ),
        DataSet(
            "places.json",
            say("Places and periods"),
            say("Where and when each game was played, with the source."),
            JSON,
            lambda games: as_json(places_json(games, str)),
            list[PlaceAnswer],
        ),
        DataSet(
            "parts.json",
            say("Parts"),
            say("The parts of which rulesets are put together, and the games that use each."),
            JSON,
            lambda games: as_json(parts_json(games, str)),
            list[PartsAnswer],
        ),
        DataSet(
            "references.json",
            say("References"),
            say("The bibliography, with what rests on each source."),
            JSON,
            lambda games: as_json(bibliography_json(games, str)),
            list[SourceAnswer],
        ),
        DataSet(
            "references.bib",
            say("References as BibTeX"),
            say("The bibliography as BibTeX."),
            "application/x-bibtex",
            lambda games: bibtex(),
        ),
        DataSet(
            "references-csl.json",
            say("References as CSL JSON"),
            say("The bibliography as CSL JSON."),
            "application/vnd.citationstyles.csl+json",
            lambda games: csl_json(),
        ),
        DataSet(
            "puzzles.jsonl",
            say("Puzzles"),
            say("All puzzles, one a line: a position, the moves that solve it, and the proof."),
            LINES,
            all_puzzles,
        ),
        DataSet(
            "openings.json",
            say("Opening books"),
            say(
                "The engine's games against itself: by game and digest of a position, the digest "
                "after a move, who won, and in how many games."
            ),
            JSON,
            all_books,
        ),
    ]
    return {one.name: one for one in listed}


def family_text(name: str, games: Games) -> str:
    return as_json(family_json(name, str))


@functools.lru_cache(maxsize=64)
def content(games: Games, name: str) -> bytes:
    """The content of a file. Raises KeyError where there is no such data set."""
    return data_sets(games)[name].make(games).encode()


@functools.lru_cache(maxsize=64)
def facts(games: Games, name: str) -> tuple[int, str]:
    """The size of a file, and its SHA-256."""
    made = content(games, name)
    return len(made), hashlib.sha256(made).hexdigest()


def schema(data_set: DataSet) -> str:
    """The JSON Schema of a data set that has one."""
    return as_json(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            **TypeAdapter(data_set.model).json_schema(mode="serialization"),
        }
    )


def data_sets_json(games: Games, translate: Translator) -> list[dict[str, Any]]:
    """All data sets, in the reader's language."""
    found = []
    for name, one in data_sets(games).items():
        size, digest = facts(games, name)
        found.append(
            {
                "name": name,
                "title": translate(one.title),
                "about": translate(one.about),
                "address": f"/downloads/{name}",
                "schema": f"/downloads/{name}/schema" if one.model else None,
                "media_type": one.media_type,
                "version": __version__,
                "license": LICENSE,
                "bytes": size,
                "sha256": digest,
                "citation": citation_of(one.title),
            }
        )
    return found
