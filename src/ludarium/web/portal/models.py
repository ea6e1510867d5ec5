"""Response models of the rooms."""

from __future__ import annotations

from ludarium.web.http.models import Answer
from ludarium.web.rulesets.models import OtherNameAnswer

__all__ = ["CatalogueAnswer"]


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
