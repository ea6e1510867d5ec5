"""The bibliography: every source that games, rulesets and measures name, once, with what rests on
it.

`sources.json` has the entries. Each says how far it is known: `read`, its text was before whoever
wrote the rules; `followed`, the rules or formulas say that they follow it; or `named`, it was not
read here, and another source (`by`) names it. A title is given where it is known for certain.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ludarium.measures.definitions import MEASURES
from ludarium.measures.explanations import EXPLANATIONS
from ludarium.phrases import Phrase, Translator, say
from ludarium.rules.game import Game
from ludarium.spelling import folded

__all__ = [
    "KNOWN",
    "Citation",
    "Source",
    "bibliography_json",
    "bibtex",
    "citations",
    "csl_json",
    "keys_of",
    "sources",
]

SOURCE_PARAGRAPH = re.compile(r"\n\nSources?: (.*?)(?:\n\n|\Z)", re.DOTALL)
FILE = Path(__file__).with_name("sources.json")
Known = Literal["read", "followed", "named"]
KNOWN: dict[str, str] = {
    "read": say("read: its text was before us when this was written"),
    "followed": say("followed: the rules or formulas here say that they are after it"),
    "named": say("not read here: another source names it"),
}
"""The ways in which a source is known, for people."""
BIBTEX = {
    "article": "misc",
    "article-journal": "article",
    "article-newspaper": "article",
    "book": "book",
    "chapter": "incollection",
    "manuscript": "unpublished",
    "paper-conference": "inproceedings",
    "report": "techreport",
    "thesis": "phdthesis",
}
"""The entry type of BibTeX for each type of CSL; others are `misc`."""
PLACE_OF = {
    "article": "journal",
    "incollection": "booktitle",
    "inproceedings": "booktitle",
    "techreport": "institution",
    "phdthesis": "school",
    "book": "publisher",
}
"""The BibTeX field of where an entry appeared, by its type; `howpublished` for others."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Source:
    """An entry of the bibliography."""

    key: str
    """The identifier: small letters, digits and -."""
    authors: tuple[str, ...]
    """Each as "Family, Given", or as a name that is not taken apart."""
    year: int | None
    title: str | None
    """None where only author and year are known."""
    where: str | None
    """The journal, book, publisher or place."""
    kind: str
    """The type of CSL."""
    known: Known
    cited: tuple[str, ...]
    """The spellings by which texts name it."""
    by: str = ""
    """The key of the source that names it, where it was not read."""
    url: str = ""
    licence: str = ""


class Citation(NamedTuple):
    """A text that names sources."""

    text: str
    game: Game | None = None
    ruleset: str = ""
    measure: str = ""
    of_rules: bool = False
    """True if it is the paragraph of a game's rules that says where they are from."""


@functools.cache
def sources() -> dict[str, Source]:
    """All entries by key."""
    entries = json.loads(FILE.read_text(encoding="utf-8"))
    listed = ("authors", "cited")
    fields: list[dict[str, Any]] = [
        {name: tuple(value) if name in listed else value for name, value in one.items()}
        for one in entries
    ]
    made = [Source(**one) for one in fields]
    return {source.key: source for source in made}


@functools.cache
def _spellings() -> tuple[tuple[re.Pattern[str], str], ...]:
    """A pattern for each spelling, with the key of its source; the longest first."""
    found = [(spelling, source.key) for source in sources().values() for spelling in source.cited]
    found.sort(key=lambda one: -len(one[0]))
    return tuple((re.compile(rf"(?<!\w){re.escape(text)}(?!\w)"), key) for text, key in found)


@functools.lru_cache(maxsize=2048)
def keys_of(text: str) -> tuple[str, ...]:
    """The keys of the sources that a text names, in its order."""
    taken: list[tuple[int, int]] = []
    found: dict[str, int] = {}
    for pattern, key in _spellings():
        for match in pattern.finditer(text):
            span = match.span()
            if span in taken or not any(low < span[1] and span[0] < high for low, high in taken):
                taken.append(span)
                found.setdefault(key, span[0])
    return tuple(sorted(found, key=lambda key: found[key]))


def citations(games: tuple[Game, ...]) -> Iterator[Citation]:
    """Every text of games, their rulesets and of measures that names where something is from."""
    for game in games:
        for ruleset in game.rulesets:
            yield Citation(ruleset.source, game, ruleset.name)
        if game.provenance:
            yield Citation(game.provenance.source, game)
        if paragraph := SOURCE_PARAGRAPH.search(str(game.rules)):
            yield Citation(" ".join(paragraph[1].split()), game, of_rules=True)
        for name in game.other_names:
            if name.source:
                yield Citation(name.source, game)
    for measure in MEASURES:
        if text := EXPLANATIONS[measure.name].source:
            yield Citation(text, measure=measure.name)


def bibliography_json(games: tuple[Game, ...], translate: Translator) -> list[dict[str, Any]]:
    """All entries by author and year, each with what rests on it."""
    resting: dict[str, dict[str, dict[str, Any]]] = {key: {} for key in sources()}
    measures: dict[str, dict[str, str]] = {key: {} for key in sources()}
    titles = {measure.name: translate(measure.title) for measure in MEASURES}
    for one in citations(games):
        for key in keys_of(str(one.text)):
            if one.game is None:
                measures[key][one.measure] = titles[one.measure]
                continue
            entry = resting[key].setdefault(
                one.game.name,
                {
                    "name": one.game.name,
                    "title": translate(one.game.title),
                    "ruleset": one.game.rulesets[0].name,
                    "texts": [],
                },
            )
            if not one.of_rules and (text := translate(one.text)) not in entry["texts"]:
                entry["texts"].append(text)
    entries = sorted(
        sources().values(),
        key=lambda source: (folded(source.authors[0]), source.year or 0, source.key),
    )
    return [
        {
            **dataclasses.asdict(source),
            "citation": citation(source),
            "known_title": translate(KNOWN[source.known]),
            "games": list(resting[source.key].values()),
            "measures": [
                {"name": name, "title": title} for name, title in measures[source.key].items()
            ],
        }
        for source in entries
    ]


def citation(source: Source) -> str:
    """An entry as one line."""
    parts = ["; ".join(source.authors) + (f" ({source.year})" if source.year else "")]
    parts += [part for part in (source.title, source.where) if part]
    return ". ".join(parts) + "."


def names_of(source: Source) -> list[dict[str, str]]:
    """The authors as CSL has them."""
    return [
        {"family": family, "given": given} if comma else {"literal": author}
        for author in source.authors
        for family, comma, given in [author.partition(", ")]
    ]


def csl_json() -> str:
    """The bibliography as CSL JSON."""
    items = []
    for source in sources().values():
        item: dict[str, Any] = {
            "id": source.key,
            "type": source.kind,
            "title": source.title or "",
            "author": names_of(source),
            "note": note_of(source),
        }
        if source.year:
            item["issued"] = {"date-parts": [[source.year]]}
        if source.where:
            item["container-title"] = source.where
        if source.url:
            item["URL"] = source.url
        items.append({name: value for name, value in item.items() if value})
    return json.dumps(items, ensure_ascii=False, indent=1) + "\n"


def note_of(source: Source) -> str:
    """A note on how far the source is known."""
    by = f" ({source.by})" if source.by else ""
    return f"{Phrase(KNOWN[source.known], {})}{by}"


def bibtex() -> str:
    """The bibliography as BibTeX, in UTF-8."""
    return "\n".join(map(bibtex_entry, sources().values()))


def bibtex_entry(source: Source) -> str:
    kind = BIBTEX.get(source.kind, "misc")
    authors = [one if ", " in one else f"{{{one}}}" for one in source.authors]
    fields = {
        "author": " and ".join("others" if one == "{others}" else one for one in authors),
        "title": f"{{{source.title}}}" if source.title else "",
        "year": str(source.year or ""),
        PLACE_OF.get(kind, "howpublished"): source.where or "",
        "url": source.url,
        "note": note_of(source),
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@{kind}{{{source.key},", *lines, "}", ""])
