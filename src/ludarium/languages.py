"""The languages of Ludarium's texts: which one a reader wants, and a translator for each.

Text in the sources is English; the catalogues of translations are the files `locale/LANGUAGE.po`.
"""

from __future__ import annotations

import functools
import gettext
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, cast

from ludarium.errors import choice_of
from ludarium.phrases import Phrase, Translator, isolated

if TYPE_CHECKING:
    from babel.messages import Catalog, Message

__all__ = ["LANGUAGES", "Translator", "best", "messages", "translator"]

LANGUAGES = {"en": "English", "cs": "Čeština"}
"""The name of each language in itself, by code; the first is that of the sources."""
SOURCE = next(iter(LANGUAGES))


def best(accept_language: str) -> str:
    """The language that fits an Accept-Language header best; English where none does."""
    if not accept_language:
        return SOURCE
    wanted: list[tuple[float, str]] = []
    for part in accept_language.split(","):
        tag, *parameters = (word.strip().casefold() for word in part.split(";"))
        wanted.append((_quality(parameters), tag.partition("-")[0]))
    wanted.sort(key=lambda choice: -choice[0])  # keeps the order of equals
    return next(
        (language for quality, language in wanted if quality > 0 and language in LANGUAGES), SOURCE
    )


def _quality(parameters: list[str]) -> float:
    """The quality value of one entry, by its parameters; 0 where it is malformed."""
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            try:
                quality = float(value)
            except ValueError:
                return 0.0
            return quality if 0 <= quality <= 1 else 0.0
    return 1.0


@functools.cache
def translator(language: str) -> Translator:
    """The translator into this language.

    It translates a Phrase by its template and values, and looks a plain str up as a whole; what the
    catalogue does not have stays English. Raises ValueError where there is no such language.
    """
    if language not in LANGUAGES:
        raise ValueError(choice_of("language", language, LANGUAGES))
    return str if language == SOURCE else _CatalogueTranslator(_catalogue(language))


def messages(language: str, suffix: str = ".js") -> dict[str, str | list[str]]:
    """The translations of texts in files with this suffix, by template.

    A text that depends on a number has a list of its plural forms.
    """
    if language == SOURCE:
        return {}
    texts: dict[str, str | list[str]] = {}
    for message in translated(_catalogue(language)):
        if any(name.endswith(suffix) for name, _ in message.locations):
            template, forms = _forms(message)
            texts[template] = list(forms) if message.pluralizable else forms[0]
    return texts


class _CatalogueTranslator:
    """Translates by a catalogue."""

    def __init__(self, catalogue: Catalog) -> None:
        self.forms = dict(map(_forms, translated(catalogue)))
        self.form_of = gettext.c2py(catalogue.plural_expr)

    def __call__(self, text: str) -> str:
        if not isinstance(text, Phrase):
            return self.forms.get(text, (text,))[0]
        if self not in text.translations:
            values = {
                name: self(value) if isinstance(value, Phrase) else isolated(value)
                for name, value in text.values.items()
            }
            text.translations[self] = self._template(text).format_map(values)
        return text.translations[self]

    def _template(self, phrase: Phrase) -> str:
        """The phrase's translated template, in the form for its number."""
        forms = self.forms.get(phrase.template)
        if phrase.many is None:
            return forms[0] if forms else phrase.template
        n = cast(int, phrase.values["n"])
        if forms and len(forms) > 1:
            return forms[self.form_of(n)]
        return phrase.template if n == 1 else phrase.many


@functools.cache
def _catalogue(language: str) -> Catalog:
    from babel.messages.pofile import read_po

    with (files("ludarium") / "locale" / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def translated(catalogue: Catalog) -> Iterator[Message]:
    """The messages that are translated in all plural forms, without fuzzy ones."""
    for message in catalogue:
        if message.id and not message.fuzzy and all(_forms(message)[1]):
            yield message


def _forms(message: Message) -> tuple[str, tuple[str, ...]]:
    """The message's template, that of the singular, and its translation in each plural form."""
    if message.pluralizable:
        return message.id[0], tuple(cast(Sequence[str], message.string))
    return cast(str, message.id), (cast(str, message.string),)
