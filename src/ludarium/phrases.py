"""English text for people that keeps its template and values, so that it can be translated.

>>> said = say("{seat} wins {points} to {other}", seat=say("White"), points=11, other=8)
>>> said
'White wins 11 to 8'
>>> said.template, said.values["seat"]
('{seat} wins {points} to {other}', 'White')
>>> counted("{n} move", "{n} moves", 3)
'3 moves'

A template is a whole sentence or name, not a part of one that another grammar would inflect.
`ludarium.languages` translates phrases.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NoReturn

__all__ = ["Phrase", "Translator", "alternatives", "counted", "isolated", "listed", "say"]

Translator = Callable[[str], str]
"""Translates a text into the reader's language; `str` is that of English."""


RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff]")
"""Signs of scripts that are written from right to left, as blocks of Unicode."""
ISOLATE, END = "\u2068", "\u2069"


class _Isolated(str):
    """A text between the signs that isolate it, which stay outside where it is quoted."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{ISOLATE}{self[1:-1]!r}{END}"


def isolated(value: object) -> object:
    """A name, or other value of a phrase, with its own direction of writing: where it is written
    from right to left it takes nothing along of the text around (Unicode Standard Annex 9).
    """
    if type(value) is str and RIGHT_TO_LEFT.search(value):
        return _Isolated(f"{ISOLATE}{value}{END}")
    return value  # a Phrase has its values isolated


class Phrase(str):
    """English text with its template and values, made by `say` and `counted`.

    It is immutable, and equal to the same plain str.
    """

    __slots__ = ("many", "template", "translations", "values")

    template: str
    """The template; where the text depends on a number, that of the singular."""
    many: str | None
    """The template of the plural, where the text depends on the value `n`."""
    values: Mapping[str, object]
    """The values of the template's `{names}`."""
    translations: dict[Translator, str]
    """The translations so far: a cache of translators."""

    def __new__(
        cls, template: str, values: Mapping[str, object], many: str | None = None
    ) -> Phrase:
        shown = template if many is None or values["n"] == 1 else many
        phrase = super().__new__(
            cls, shown.format_map({name: isolated(value) for name, value in values.items()})
        )
        object.__setattr__(phrase, "template", template)
        object.__setattr__(phrase, "values", MappingProxyType(dict(values)))
        object.__setattr__(phrase, "many", many)
        object.__setattr__(phrase, "translations", {})
        return phrase

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a Phrase does not change")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a Phrase does not change")

    def __reduce__(self) -> tuple[type[Phrase], tuple[object, ...]]:
        return Phrase, (self.template, dict(self.values), self.many)

    def with_values(self, change: Callable[[object], object]) -> Phrase:
        """The phrase with `change` applied to each of its values."""
        return Phrase(
            self.template, {name: change(value) for name, value in self.values.items()}, self.many
        )


def say(template: str, /, **values: object) -> Phrase:
    """The phrase of this template, with values in place of its `{names}`.

    Values that are Phrases are translated with it.
    """
    return Phrase(template, values)


def counted(one: str, many: str, n: int, /, **values: object) -> Phrase:
    """The phrase of a number: template `one` where n is 1, else `many`; both may contain `{n}`."""
    return Phrase(one, {**values, "n": n}, many)


def listed(items: Sequence[str]) -> str:
    """Join one or more items, such as "Ana, Petr and Eva"."""
    before, last = _before_last(
        [str(isolated(item)) if type(item) is str else item for item in items]
    )
    return say("{items} and {item}", items=before, item=last) if before else last


def alternatives(items: Sequence[str]) -> str:
    """Join one or more items, such as "Ana, Petr or Eva"."""
    before, last = _before_last(items)
    return say("{items} or {item}", items=before, item=last) if before else last


def _before_last(items: Sequence[str]) -> tuple[str, str]:
    """All items but the last with commas between, and the last."""
    *others, last = items
    before = others[0] if others else ""
    for item in others[1:]:
        before = say("{items}, {item}", items=before, item=item)
    return before, last
