"""Response models of the rooms."""

from __future__ import annotations

from pydantic import Field

from ludarium.web.http.models import Answer
from ludarium.web.rulesets.models import OtherNameAnswer, ProvenanceAnswer

__all__ = [
    "AboutAnswer",
    "CatalogueAnswer",
    "ConceptAnswer",
    "ConceptsAnswer",
    "DownloadAnswer",
    "LearnAnswer",
    "NearestAnswer",
    "PartsAnswer",
    "PlaceAnswer",
    "SourceAnswer",
]


class OptionAnswer(Answer):
    """A value of a filter."""

    name: str
    title: str
    games: int
    """The number of games with this value that pass all other filters."""
    chosen: bool


class FilterAnswer(Answer):
    """A filter of games, and its values."""

    key: str
    title: str
    options: list[OptionAnswer]


class NamedAnswer(Answer):
    """A name and a title."""

    name: str
    title: str


class ListedGameAnswer(Answer):
    """A game as one line of a list, by what filters ask of it."""

    name: str
    title: str
    other_names: list[OtherNameAnswer]
    seats: tuple[int, int]
    seat_counts: list[int]
    family: str | None
    kinds: list[str]
    board: str
    region: str
    period: str
    chance: bool
    """True if dice or cards decide anything."""
    hides: bool
    """True if there is anything that not all seats see."""
    moves: int
    """The moves of a typical game."""
    place: str | None
    when: str | None
    years: tuple[int, int] | None
    """The first and the last year that its period names; those before Christ are negative."""
    rulesets: list[NamedAnswer]


class CatalogueAnswer(Answer):
    """Games that pass filters."""

    text: str
    near: bool
    """True if no game is called so, and these are only called something like it."""
    total: int
    """The number of all games."""
    filters: list[FilterAnswer]
    games: list[ListedGameAnswer]


class MeasureAnswer(Answer):
    """A measure of rulesets."""

    name: str
    title: str
    group: str
    group_title: str
    meaning: str
    percent: bool
    """True if it is a share, which people read in percent."""
    formula: str
    notation: str
    """The letters of formulas."""
    estimated: str
    """The way in which it is estimated, in a sentence."""
    source: str
    """The source of the measure; empty where it is a plain count, or ours."""
    sources: list[str]
    """The keys of its entries in the bibliography."""


class ConceptsAnswer(MeasureAnswer):
    """A measure in a list."""

    rulesets: int
    """The number of rulesets that have it."""


class TitledRulesetAnswer(Answer):
    """A ruleset by its name and title, and those of its game."""

    game: str
    ruleset: str
    game_title: str
    ruleset_title: str


class ValueAnswer(TitledRulesetAnswer):
    """The value of a measure for a ruleset, with its 95% interval."""

    value: float
    low: float
    high: float


class ConceptAnswer(MeasureAnswer):
    """A measure with all its values."""

    agent: str
    """The agent whose games were measured."""
    values: list[ValueAnswer]


class NeighbourAnswer(TitledRulesetAnswer):
    """A ruleset that is near to another in its measures."""

    distance: float
    """The root mean square of the distances in the groups."""
    groups: dict[str, float]
    """The distance in each group of measures, in standard deviations."""


class NearestAnswer(TitledRulesetAnswer):
    """The rulesets that are nearest to one in their measures."""

    groups: list[NamedAnswer]
    """The groups of measures."""
    nearest: list[NeighbourAnswer]


class RestingGameAnswer(Answer):
    """A game that rests on a source."""

    name: str
    title: str
    ruleset: str
    """The name of its first ruleset."""
    texts: list[str]
    """The texts of the game that name the source, with pages."""


class SourceAnswer(Answer):
    """An entry of the bibliography."""

    key: str
    authors: list[str]
    year: int | None
    title: str | None
    """None where only author and year are known."""
    where: str | None
    kind: str
    """The type of CSL."""
    known: str
    """read, followed, or named where another source names it and it was not read."""
    known_title: str
    by: str
    """The key of the source that names it, if that is how it is known."""
    cited: list[str]
    """The spellings by which texts name it."""
    url: str
    licence: str
    citation: str
    games: list[RestingGameAnswer]
    measures: list[NamedAnswer]


class PlaceAnswer(ProvenanceAnswer):
    """The place and the time of a game."""

    name: str
    title: str
    ruleset: str
    """The name of its first ruleset."""
    kinds: list[str]
    years: tuple[int, int] | None
    """The first and the last year; those before Christ are negative."""
    region: str
    region_title: str


class UsingGameAnswer(Answer):
    """A game that uses an option, and its first ruleset that does."""

    name: str
    title: str
    ruleset: str


class PartOptionAnswer(Answer):
    """An option of a part."""

    value: str
    title: str
    sentences: list[str]
    """The sentences that it adds to the rules, where these are made from parts."""
    shown: bool
    """True if `/parts/board.svg?part=KEY&option=VALUE` shows it on a board."""
    games: list[UsingGameAnswer]


class PartAnswer(Answer):
    """A choice between parts."""

    key: str
    title: str
    options: list[PartOptionAnswer]


class PartsAnswer(Answer):
    """The parts of a family of games, or of a game."""

    name: str
    title: str
    workbench: str
    """The address at which a ruleset can be put together."""
    parts: list[PartAnswer]


class DownloadAnswer(Answer):
    """A data set."""

    name: str
    title: str
    about: str
    address: str
    """The address at which it can be had."""
    schema_: str | None = Field(alias="schema")
    """The address of its JSON Schema, if it has one."""
    media_type: str
    version: str
    license: str
    """By its SPDX identifier."""
    bytes: int
    sha256: str
    citation: str


class LearnAnswer(Answer):
    """A game with a guide or a lesson."""

    name: str
    title: str
    summary: str
    guide: bool
    lesson: bool


class AboutAnswer(Answer):
    """Facts of the program, and of how to cite it."""

    version: str
    license: str
    """By its SPDX identifier."""
    citation: str
    bibtex: str
    repository: str
    games: int
    rulesets: int
    measured: int
    """The number of rulesets that were measured."""
    measures: int
    sources: dict[str, int]
    """The number of sources by how they are known."""
    languages: list[str]
