"""Response models for games and positions."""

from __future__ import annotations

from ludarium.web.http.models import Answer


class RulesetAnswer(Answer):
    name: str
    title: str
    mark: str
    """A mark in lists, where not all of it is as its source says: in a few words, why not."""
    notes: str
    source: str


class OtherNameAnswer(Answer):
    text: str
    language: str
    """The code of the language in which the game is called so."""


class GameAnswer(Answer):
    name: str
    title: str
    other_names: list[OtherNameAnswer]
    """The other names, in any language."""
    summary: str
    seats: tuple[int, int]
    seat_counts: list[int]
    seat_names: list[str]
    rulesets: list[RulesetAnswer]
    clocks: list[str]
    draws: bool
    repetition: bool
    simultaneous: bool
    pairs: bool
    """True if two can play it, which is what quick pairing needs."""
    levels: list[int]
    formats: list[str]
    """The formats of other programs as which its games can be had: pgn, pdn, sgf, mat."""


class FoundAnswer(Answer):
    """The games that a text means."""

    games: list[str]
    """Their names, the best first."""
    near: bool
    """True if no game is called that, and these are only called something like it."""


class ProvenanceAnswer(Answer):
    """The places and times at which a game was played."""

    place: str
    latitude: float
    longitude: float
    near: bool
    period: str
    source: str
    sources: list[str]
    """The keys of the sources in the bibliography (`GET /api/references`)."""


class BasisAnswer(Answer):
    """A ruleset that another is based on; `game` and `ruleset` where it is one of ours."""

    title: str
    game: str | None
    ruleset: str | None
    kilometres: int | None
    provenance: ProvenanceAnswer | None


class ReconstructionAnswer(Answer):
    combined: float
    cultural: float
    conceptual: float
    geographical: float
    kilometres: int
    """The mean distance of what it is based on, as the portal gives it."""
    our_kilometres: int | None
    """The same by our coordinates; null where we do not have all of these games."""
    our_geographical: float | None
    """The geographical score that it makes."""
    based_on: list[BasisAnswer]


class EstimateAnswer(Answer):
    """A number with its 95% interval."""

    value: float
    low: float
    high: float


class MeasuredAnswer(Answer):
    """Measurements in games of an agent; docs/measures.md defines the measures."""

    agent: str
    games: int
    seed: int
    judged: int
    playouts: int
    opening: int
    measures: dict[str, EstimateAnswer]


class SisterAnswer(Answer):
    """Another ruleset of the game, with the sentences that only one of the two has."""

    name: str
    title: str
    mark: str
    notes: str
    only_here: list[str]
    only_there: list[str]


class DisagreementAnswer(Answer):
    """A point on which the sources of a game disagree."""

    about: str
    says: list[str]
    """Statements of the sources."""
    here: str
    """The rule that is followed here, and why."""


class RulesetKnown(Answer):
    game: str
    game_title: str
    name: str
    title: str
    summary: str
    mark: str
    notes: str
    source: str
    sources: list[str]
    """The keys of the sources in the bibliography (`GET /api/references`)."""
    leaves_open: list[str]
    """Points on which the source is silent, so that they are our reading."""
    identifier: str
    sentences: list[str]
    disagreements: list[DisagreementAnswer]
    provenance: ProvenanceAnswer | None
    reconstruction: ReconstructionAnswer | None
    measured: list[MeasuredAnswer]
    sisters: list[SisterAnswer]


class PointAnswer(Answer):
    """A point of a board, x to the right and y upwards, in units of the board."""

    name: str
    x: float
    y: float


class BoardAnswer(Answer):
    """The points of a board, and the names of both ends of each line."""

    points: list[PointAnswer]
    lines: list[tuple[str, str]]


class EntryRulesetAnswer(RulesetAnswer):
    """A ruleset with what its source leaves open, what its source calls it, how it was
    reconstructed, if it was, its board where it is not that of the game, its first position as
    text, the option of each choice that it is put together from, its rules in sentences, and its
    measures.
    """

    leaves_open: list[str]
    identifier: str
    reconstruction: ReconstructionAnswer | None
    board: BoardAnswer | None
    start: str
    parts: dict[str, str]
    sentences: list[str]
    measured: list[MeasuredAnswer]


class EntryAnswer(Answer):
    """A game of a family. years: the first and the last that its period names, if any."""

    name: str
    title: str
    summary: str
    provenance: ProvenanceAnswer | None
    years: tuple[int, int] | None
    points: list[PointAnswer]
    lines: list[tuple[str, str]]
    rulesets: list[EntryRulesetAnswer]


class FamilyAnswer(Answer):
    """A family of games as a data set, with the version of Ludarium that it is of."""

    version: str
    license: str
    """By its SPDX identifier."""
    citation: str
    """A citation of it."""
    name: str
    title: str
    summary: str
    games: list[EntryAnswer]


class OpeningMoveAnswer(Answer):
    """The results of games after a move."""

    move: str
    """The first of the moves that are each other's image under a symmetry of the rules."""
    alike: list[str]
    """The others."""
    games: int
    wins: list[int]
    """Games that each seat won."""
    draws: int
    """Games that nobody won alone."""
    latest: str | None
    """The id of a public table where it was played."""


class OpeningAnswer(Answer):
    """The results of games that went on from a position."""

    games: int
    wins: list[int]
    draws: int
    moves: list[OpeningMoveAnswer]
    """Moves, of which those that were played most come first."""
