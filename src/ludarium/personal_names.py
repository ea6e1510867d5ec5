"""Names that people give themselves: cleaned, counted as readers count, and isolated in text."""

from __future__ import annotations

import functools
import unicodedata
from typing import Any

__all__ = ["clean_name", "fits", "letter_count", "name_key", "without_joiners"]

NON_JOINER, JOINER = "\u200c", "\u200d"
LONGEST = 1_000  # code points that are looked at
VIRAMA = 9  # the combining class of signs that join consonants of Indic scripts
MOST_SIGNS = 8
"""The most code points of a grapheme: a family of four has seven. With more, marks are heaped over
the lines around.
"""


def clean_name(name: str) -> str:
    """The name in NFC, without control characters, repeated spaces, and joiners that join nothing.

    A joiner stays after a virama and between pictures, a non-joiner after a virama and between
    letters of an Arabic script (RFC 5892, appendix A; Unicode Technical Standard 51).
    """
    # a longer name fits nowhere, and to bring marks in order takes time that grows with the square
    signs = unicodedata.normalize("NFC", name[:LONGEST])
    kept = [
        sign if sign.isprintable() or (sign in (JOINER, NON_JOINER) and _joins(signs, at)) else " "
        for at, sign in enumerate(signs)
    ]
    return " ".join("".join(kept).split())


def without_joiners(name: str) -> str:
    """The cleaned name without the joiners that belong in it."""
    return name.replace(JOINER, "").replace(NON_JOINER, "")


def _joins(text: str, at: int) -> bool:
    """Return whether the joiner or non-joiner at this place is one that its script needs."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if not before or not after:
        return False
    if unicodedata.combining(before) == VIRAMA:
        return True
    if text[at] == JOINER:
        picture = _pattern(r"[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]")
        return bool(picture.match(before) and picture.match(after))
    return _is_arabic(before) and _is_arabic(after)


def _is_arabic(sign: str) -> bool:
    return unicodedata.name(sign, "").startswith("ARABIC LETTER")


@functools.cache
def _pattern(text: str) -> Any:
    """A pattern by Unicode's properties; the core lacks the library."""
    import regex

    return regex.compile(text)


def graphemes(name: str) -> list[str]:
    """The letters as readers count them: extended grapheme clusters (Unicode Standard Annex 29)."""
    found: list[str] = _pattern(r"\X").findall(name)
    return found


def letter_count(name: str) -> int:
    """The number of letters as readers count them."""
    return len(graphemes(name))


def fits(name: str, most: int) -> bool:
    """Return whether the name has at most so many letters, none of them a heap of signs."""
    if len(name) > MOST_SIGNS * most:
        return False
    letters = graphemes(name)
    return len(letters) <= most and all(len(letter) <= MOST_SIGNS for letter in letters)


def name_key(name: str) -> str:
    """The key of a name: equal for names that differ in capitals or joiners alone."""
    return without_joiners(name).casefold()
