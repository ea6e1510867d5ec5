"""Text for people, in English, that remembers what it was made of, so that it can be told in other
languages.

>>> said = say("{seat} wins {points} to {other}", seat=say("White"), points=11, other=8)
>>> said
'White wins 11 to 8'
>>> said.template, said.values["seat"]
('{seat} wins {points} to {other}', 'White')
>>> counted("{n} move", "{n} moves", 3)
'3 moves'

A template is a whole sentence or name, not a piece of one that a grammar would bend.
`ludarium.languages` tells phrases in other languages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NoReturn

__all__ = ["Phrase", "Teller", "counted", "listed", "say"]

Teller = Callable[[str], str]  # gives a text in the reader's language; `str` is that of English


class Phrase(str):
    """English text, equal to the same plain str, with the template and the values that it was made
    of; `say` and `counted` make it.

    many: the template for all numbers but one, where the text depends on the value `n`; then
    `template` is the one for one.
    told: what tellers made of it so far, for them to look up.
    """

    __slots__ = ("many", "template", "told", "values")

    template: str
    many: str | None
    values: Mapping[str, object]
    told: dict[Teller, str]

    def __new__(
        cls, template: str, values: Mapping[str, object], many: str | None = None
    ) -> Phrase:
        shown = template if many is None or values["n"] == 1 else many
        phrase = super().__new__(cls, shown.format_map(values))
        object.__setattr__(phrase, "template", template)
        object.__setattr__(phrase, "values", MappingProxyType(dict(values)))
        object.__setattr__(phrase, "many", many)
        object.__setattr__(phrase, "told", {})
        return phrase

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a Phrase does not change")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a Phrase does not change")

    def __reduce__(self) -> tuple[type[Phrase], tuple[object, ...]]:
        return Phrase, (self.template, dict(self.values), self.many)

    def with_values(self, change: Callable[[object], object]) -> Phrase:
        """The phrase with each of its values changed."""
        return Phrase(
            self.template, {name: change(value) for name, value in self.values.items()}, self.many
        )


def say(template: str, /, **values: object) -> Phrase:
    """The phrase of this template, with the values in place of its `{names}`.

    Values that are Phrases are told with it.
    """
    return Phrase(template, values)


def counted(one: str, many: str, n: int, /, **values: object) -> Phrase:
    """The phrase that depends on a number: the template `one` where n is 1, else `many`; both may
    show `{n}`.
    """
    return Phrase(one, {**values, "n": n}, many)


def listed(items: Sequence[str]) -> str:
    """The items in one phrase, such as "Ana, Petr and Eva"; there is at least one."""
    *others, last = items
    if not others:
        return last
    before = others[0]
    for item in others[1:]:
        before = say("{items}, {item}", items=before, item=item)
    return say("{items} and {item}", items=before, item=last)
