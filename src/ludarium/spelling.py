"""Words as they are compared: without diacritics and capitals, and with a slip of the finger."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

__all__ = ["alike", "distance", "folded", "nearness", "pairs_of", "slips", "words"]

SHORT, LONG = 4, 8  # letters of a word in which one slip is forgiven, at least, and two
WORD = re.compile(r"\w+")


def folded(text: str) -> str:
    """The text without diacritics and capitals."""
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def words(text: str) -> list[str]:
    """The words of a text, folded, without apostrophes and hyphens."""
    return WORD.findall(folded(text).replace("'", "").replace("’", ""))


def slips(word: str) -> int:
    """The number of slips that are forgiven in a word of this length, 0 to 2."""
    return (len(word) >= SHORT) + (len(word) >= LONG)


def distance(typed: str, meant: str, most: int, begins: bool = False) -> int:
    """The number of letters that are missing, too many, wrong, or exchanged with the next one.

    most: a greater distance is told as most + 1. begins: to the nearest beginning of `meant`, as
    of a word that is still being typed.
    """
    if len(typed) - len(meant) > most or (not begins and len(meant) - len(typed) > most):
        return most + 1
    meant = meant[: len(typed) + most]
    before: list[int] = []
    row = list(range(len(meant) + 1))
    for at, letter in enumerate(typed, 1):
        before, last, row = row, before, [at]
        for place, other in enumerate(meant, 1):
            cost = min(before[place] + 1, row[-1] + 1, before[place - 1] + (letter != other))
            swapped = at > 1 and place > 1 and letter == meant[place - 2] and typed[at - 2] == other
            row.append(min(cost, last[place - 2] + 1) if swapped else cost)
        if min(row) > most:
            return most + 1
    return min(min(row) if begins else row[-1], most + 1)


def pairs_of(text: str) -> frozenset[str]:
    """The pairs of neighbouring letters of a text, its ends included."""
    ended = f" {text} "
    return frozenset(ended[at : at + 2] for at in range(len(text) + 1))


def nearness(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of their pairs of letters that two texts have in common, 0 to 1 (Dice's
    coefficient).
    """
    return 2 * len(one & other) / (len(one) + len(other))


def alike(given: str, known: Mapping[str, Iterable[str]], least: float = 0.0) -> list[str]:
    """The names of which a text is like the given one, the likest first.

    known: the texts of each name; least: the nearness that a text has at least.
    """
    pairs = pairs_of(folded(given))
    likeness = {
        name: max(nearness(pairs, pairs_of(folded(text))) for text in texts)
        for name, texts in known.items()
    }
    return sorted((name for name in known if likeness[name] >= least), key=lambda n: -likeness[n])
