"""Games are found by what people call them, with slips of the finger forgiven."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludarium
from ludarium import catalogue
from ludarium.errors import UnknownGameError
from ludarium.finding import names_of
from ludarium.rules.game import Game
from ludarium.spelling import SHORT, distance, folded, words

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def slipped(word: str, chance: random.Random) -> str:
    """The word with one letter missing, doubled, wrong, or exchanged with the next."""
    at = chance.randrange(len(word) - 1)
    other = chance.choice(LETTERS)
    return chance.choice(
        (
            word[:at] + word[at + 1 :],
            word[:at] + other + word[at:],
            word[:at] + other + word[at + 1 :],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        )
    )


def test_a_game_is_found_by_each_of_its_names(game: Game) -> None:
    chance = random.Random(game.name)
    for name in names_of(game):
        for typed in (name, name.upper(), folded(name), name[:-1]):
            found = catalogue.search(typed)
            assert game.name in found.games, typed
            assert not found.near
        first, *rest = words(name)
        if len(first) > SHORT:  # so that four letters are left
            found = catalogue.search(" ".join((slipped(first, chance), *rest)))

            assert game.name in found.games or not found.near, name


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("checkers", "draughts"),
        ("reversi", "othello"),
        ("mancala", "kalah"),
        ("lišky a husy", "fox-and-geese"),
        ("othelo", "othello"),
        ("backgamon", "backgammon"),
        ("chees", "chess"),
        ("hcess", "chess"),
        ("wei qi", "go"),
        ("piskvorki", "gomoku"),
    ],
)
def test_what_people_type(typed: str, meant: str) -> None:
    found = catalogue.search(typed)
    assert meant == found.games[0]
    assert not found.near


def test_what_is_near_is_offered_where_nothing_is_called_so() -> None:
    found = catalogue.search("kaluhara")
    assert found.near
    assert "kalah" in found.games
    assert catalogue.search("").games == ludarium.names()
    assert catalogue.search("x" * 1_000_000) == catalogue.search("x" * 1_000), (
        "as long as it may be"
    )
    with pytest.raises(UnknownGameError, match="did you mean 'draughts'"):
        ludarium.start("checkers")


def reference(typed: str, meant: str) -> int:
    """The same distance, by its recursive definition."""
    if not typed or not meant:
        return len(typed) + len(meant)
    costs = [
        reference(typed[:-1], meant) + 1,
        reference(typed, meant[:-1]) + 1,
        reference(typed[:-1], meant[:-1]) + (typed[-1] != meant[-1]),
    ]
    if typed[-2:] == meant[-2:][::-1] and len(typed) > 1 and len(meant) > 1:
        costs.append(reference(typed[:-2], meant[:-2]) + 1)
    return min(costs)


WORDS = st.text("abc", max_size=5)


@given(WORDS, WORDS, st.integers(0, 3))
def test_distances(typed: str, meant: str, most: int) -> None:
    assert distance(typed, meant, most) == min(reference(typed, meant), most + 1)
    beginnings = (reference(typed, meant[:end]) for end in range(len(meant) + 1))
    assert distance(typed, meant, most, begins=True) == min(*beginnings, most + 1, most + 1)
