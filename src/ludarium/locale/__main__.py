"""Brings the catalogues up to date with the sources: `python -m ludarium.locale`.

Translations stay with their messages; what is new is empty, or a guess marked as fuzzy, which is
not used; what is gone is left out.
"""

from __future__ import annotations

import io

from babel.messages import Catalog, Message
from babel.messages.pofile import read_po, write_po

from ludarium.files import write_whole
from ludarium.languages import LANGUAGES, SOURCE, translated
from ludarium.locale.extraction import SOURCES, collected

__all__ = ["main", "updated"]

HEADER = r"""# Brought up to date with the sources by `make phrases`.
msgid ""
msgstr ""
"Language: {language}\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: {plural_forms}\n"

"""


def updated(old: Catalog, messages: Catalog) -> bytes:
    """The text of a catalogue: these messages, by file and in alphabetical order, with the
    translations of the old catalogue.
    """
    old.update(messages)
    new = Catalog(locale=old.locale)
    for message in sorted((message for message in old if message.id), key=_place):
        fuzzy = message.flags & {"fuzzy"}  # other flags depend on Babel's version
        added = new.add(
            message.id,
            message.string,
            message.locations,
            fuzzy,
            user_comments=message.user_comments,
        )
        added.flags = fuzzy
    text = io.BytesIO()
    text.write(HEADER.format(language=old.locale, plural_forms=old.plural_forms).encode())
    write_po(text, new, width=0, omit_header=True, include_lineno=False)
    return text.getvalue().rstrip() + b"\n"


def _place(message: Message) -> tuple[str, str]:
    return message.locations[0][0], message.id[0] if message.pluralizable else str(message.id)


def main() -> None:
    for language in LANGUAGES:
        if language == SOURCE:
            continue
        path = SOURCES / "locale" / f"{language}.po"
        old = read_po(io.BytesIO(path.read_bytes() if path.exists() else b""), locale=language)
        write_whole(path, updated(old, collected()))
        catalog = read_po(io.BytesIO(path.read_bytes()), locale=language)
        print(
            f"{path.name}: {len(catalog)} messages, "
            f"{len(catalog) - len(list(translated(catalog)))} to translate"
        )


if __name__ == "__main__":
    main()
