"""Games in the world's files: how a game is written in a format such as PGN or SGF.

A game's module of them is imported when they are first asked for. It has FORMS: for each format, by
its name, a `Form`. The package `ludarium.formats` knows the syntax of each format and no game; what
is of one game is here.
"""

from __future__ import annotations

import dataclasses
import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

__all__ = ["Form", "SpelledMove", "forms_of"]

State = Any
Action = int
Seat = int
SpelledMove = str | tuple[Action | str, ...]
"""A move of a file: as text in the game's notation, or the moves that it stands for, each as an
action, of chance too, or as text; none where it says nothing here."""


def _same_text(state: State, seat: Seat, text: str) -> SpelledMove:
    return text


def _same_site(state: State, site: str) -> str | None:
    return site


@dataclasses.dataclass(frozen=True, kw_only=True)
class Form:
    """A game as one format has it.

    Headers are those of the file by their names; where one has several values, they are one text
    with spaces between.
    """

    sides: tuple[str, ...]
    """The format's names of the seats, such as "White" or "B"."""
    ruleset_of: Callable[[Mapping[str, str]], str | None]
    """The name of the ruleset that the headers tell; None where they are not of this game."""
    headers_of: Callable[[Any], Mapping[str, str]]
    """The headers that tell a ruleset, as far as the format can."""
    read_move: Callable[[State, Seat, str], SpelledMove] = _same_text
    """Reads a move of a seat; raises ValueError where it is none. Where chance is to decide, the
    seat is that which the file gives the move to."""
    write_move: Callable[[State, Sequence[Action]], str | None]
    """Writes a move of the format, which may be several of ours, from the state before it; None
    where the format has none for it."""
    within: Callable[[State], bool] = lambda state: False
    """True of a state that is in the middle of what is one move in the format."""
    read_start: Callable[[Any, Mapping[str, str]], State | None] = lambda ruleset, headers: None
    """The first state, from a ruleset and headers; None where it is the ruleset's own. Raises
    ValueError."""
    write_start: Callable[[Any, State], Mapping[str, str]] = lambda ruleset, state: {}
    """The headers that tell a first state other than the ruleset's own."""
    lost_at_start: Callable[[State], str] = lambda state: ""
    """Parts that the headers cannot tell of a first state, in a few words; empty where there are
    none."""
    untaken: Callable[[Any, Mapping[str, str]], str] = lambda ruleset, headers: ""
    """Facts that headers tell and no ruleset has, in a few words; empty where there is none."""
    passing: Action | None = None
    """The action to pass, which some files leave out."""
    resuming: Action | None = None
    """The action to play on where seats agree on the result, which files leave out."""
    is_whole: Callable[[Any], bool] = lambda ruleset: True
    """True of a ruleset of which a game of the file is a whole game, and not a part, as of a match:
    a part's result ends nothing."""
    goes_on: bool = False
    """True if moves can be played after the end, as where it comes of a count of moves alone."""
    read_site: Callable[[State, str], str | None] = _same_site
    """The id of a site from the format's name; None where there is none."""
    write_site: Callable[[State, str], str | None] = _same_site
    """The format's name of a site."""


def forms_of(module: str) -> Mapping[str, Form]:
    """The forms of a game by the names of formats, from the dotted name of its module."""
    forms: Mapping[str, Form] = importlib.import_module(module).FORMS
    return forms
