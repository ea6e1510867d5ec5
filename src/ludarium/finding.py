"""Finds games by what people call them: by their titles in all languages, their other names and
places, with a letter forgiven.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterable
from typing import NamedTuple

from ludarium.languages import LANGUAGES, translator
from ludarium.phrases import Translator
from ludarium.rules.game import Game
from ludarium.spelling import distance, nearness, pairs_of, slips, words

__all__ = ["LONGEST", "Found", "find_games", "names_of"]

LONGEST = 64
"""Letters of what is searched for; more are not looked at."""
MOST_WORDS = 8  # of them, likewise
NEAR = 5  # games that are told where none is meant
LEAST = 0.3  # nearness of these


class Found(NamedTuple):
    """The names of the games that a text means, the best first."""

    games: tuple[str, ...]
    near: bool = False
    """True if no game is called that, and these are only called something like it."""


class Names(NamedTuple):
    """The names and words that a game is found by."""

    game: str
    texts: tuple[str, ...]
    """The names, folded."""
    pairs: tuple[frozenset[str], ...]
    """The pairs of letters of each of these."""
    words: tuple[str, ...]
    """The words of these, and of its place."""


@functools.cache
def translators() -> tuple[Translator, ...]:
    """Translators into all languages; only into English without the extra that reads catalogues."""
    found = []
    for language in LANGUAGES:
        with contextlib.suppress(ModuleNotFoundError):  # Babel
            found.append(translator(language))
    return tuple(found)


def names_of(game: Game) -> list[str]:
    """The names of a game, each once: its titles in all languages, its identifier, others."""
    titles = [translate(game.title) for translate in translators()]
    return list(dict.fromkeys((*titles, game.name, *(name.text for name in game.other_names))))


def find_games(text: str, games: Iterable[Game]) -> Found:
    """The games among these that are called so, or begin so, with slips forgiven; where there are
    none, those of the most similar names. All of them where the text has no words.

    A word may have one letter missing, too many, wrong, or exchanged with the next if it has at
    least four, and two of these if it has at least eight.
    """
    return _find(" ".join(words(text[:LONGEST])[:MOST_WORDS]), tuple(games))


@functools.lru_cache(maxsize=2048)
def _find(text: str, games: tuple[Game, ...]) -> Found:
    typed, ranked = text.split(), []
    for names in map(_names, games):
        slipped = _fit_all(typed, names.words)
        if slipped is None and len(typed) > 1:
            slipped = _fit("".join(typed), names.words)  # words that are written as one, too
        if slipped is not None:
            ranked.append((slipped, text not in names.texts, names.game))
    if ranked:
        ranked.sort()
        exact = [one for one in ranked if not one[0]]  # who types a word that there is means it
        return Found(tuple(game for *_, game in exact or ranked))
    pairs = pairs_of(text)
    near = sorted(
        (-max(nearness(pairs, one) for one in _names(game).pairs), game.name) for game in games
    )
    return Found(tuple(game for like, game in near[:NEAR] if -like >= LEAST), near=True)


@functools.lru_cache(maxsize=1024)
def _names(game: Game) -> Names:
    names = names_of(game)
    places = (
        [translate(game.provenance.place) for translate in translators()] if game.provenance else []
    )
    each = dict.fromkeys(word for name in (*names, *places) for word in words(name))
    texts = tuple(" ".join(words(name)) for name in names)
    return Names(game.name, texts, tuple(map(pairs_of, texts)), tuple(each))


def _fit_all(typed: Iterable[str], known: tuple[str, ...]) -> int | None:
    """The number of slips with which all words are known ones, or begin them; None where one of
    them is not.
    """
    slipped = 0
    for word in typed:
        fit = _fit(word, known)
        if fit is None:
            return None
        slipped += fit
    return slipped


def _fit(word: str, known: tuple[str, ...]) -> int | None:
    """The number of slips with which a word is one of the known ones, or begins one; 0 also where
    it stands within one; None where it is none of them.
    """
    if any(one.startswith(word) or (len(word) > 2 and word in one) for one in known):
        return 0
    most = slips(word)
    best = min((distance(word, one, most, begins=len(word) > 4) for one in known), default=most + 1)
    return best if best <= most else None
