"""Rules in sentences: each ruleset has them, they follow from its parameters, in Czech as well."""

from __future__ import annotations

import copy
import dataclasses
import itertools
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

import ludarium
from ludarium.languages import translator
from ludarium.phrases import Phrase
from ludarium.rules.backgammon_rulesets import Doubling
from ludarium.rules.declarations import declaration_fault
from ludarium.rules.game import Game, Ruleset
from ludarium.web.rulesets.pages import marked

CZECH = translator("cs")
GAMES = [ludarium.find(name) for name in ludarium.names()]
WORDED = [game for game in GAMES if game.wording]
CASES = [
    pytest.param(game, ruleset, id=f"{game.name}/{ruleset.name}")
    for game in GAMES
    for ruleset in game.rulesets
]


def told(game: Game, ruleset: Ruleset) -> tuple[str, ...]:
    assert game.sentences
    return game.sentences(ruleset)


@pytest.mark.parametrize(("game", "ruleset"), CASES)
def test_every_ruleset_is_told_in_sentences(game: Game, ruleset: Ruleset) -> None:
    sentences = told(game, ruleset)
    assert len(sentences) >= 5
    assert game.summary not in sentences
    assert len(set(sentences)) == len(sentences)
    for sentence in sentences:
        assert sentence[0].isupper()
        assert sentence.endswith((".", ":"))


@pytest.mark.parametrize(("game", "ruleset"), CASES)
def test_every_sentence_has_its_czech(game: Game, ruleset: Ruleset) -> None:
    for sentence in told(game, ruleset):
        assert isinstance(sentence, Phrase)
        assert CZECH(sentence) != sentence
        assert "{" not in CZECH(sentence)


@pytest.mark.parametrize("game", WORDED, ids=lambda game: game.name)
def test_rulesets_that_differ_are_told_differently(game: Game) -> None:
    for one, other in itertools.combinations(game.rulesets, 2):
        if one.parameters != other.parameters:
            assert told(game, one) != told(game, other), (one.name, other.name)


@pytest.mark.parametrize("game", WORDED, ids=lambda game: game.name)
def test_sentences_do_not_look_at_names(game: Game) -> None:
    for ruleset in game.rulesets:
        nameless = dataclasses.replace(ruleset, name="x", title="x", notes="x", source="x")
        assert told(game, nameless) == told(game, ruleset)


CHANGES: list[tuple[str, Any, tuple[str, ...]]] = [
    ("kalah", (5, 7), ("5 houses", "7 seeds")),
    ("oware", (5, 3), ("5 houses", "3 seeds", "16 of the 30")),
    ("dotsandboxes", 4, ("4 by 4 boxes", "5 by 5 dots")),
    ("ur", 5, ("5 pieces",)),
    ("morris", (12, 0), ("12 men",)),
    ("backgammon", ({24: 4, 6: 3}, 1), ("7 checkers", "4 checkers on point 24")),
    (
        "backgammon",
        Doubling(9, 3, jacoby=False, crawford=True),
        ("9 points", "come to 8 points", "up to 8"),
    ),
]


@pytest.mark.parametrize(("name", "parameters", "expected"), CHANGES)
def test_numbers_are_those_of_the_parameters(
    name: str, parameters: Any, expected: tuple[str, ...]
) -> None:
    game = ludarium.find(name)
    changed = dataclasses.replace(game.rulesets[0], parameters=parameters)
    text = " ".join(told(game, changed))
    for words in expected:
        assert words in text


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("parts:size=13,counting=japanese,komi=5.5", ("13 by 13", "5.5 points", "338 moves")),
        ("parts:size=9,counting=chinese,handicap=3", ("3 black stones", "0.5", "3 points more")),
        ("parts:size=19,counting=aga,handicap=4", ("4 black stones", "3 points more")),
    ],
)
def test_rulesets_put_together_are_told_as_well(name: str, expected: tuple[str, ...]) -> None:
    game = ludarium.find("go")
    text = " ".join(told(game, game.ruleset(name)))
    for words in expected:
        assert words in text


@pytest.mark.parametrize(
    "game", [game for game in WORDED if game.board_under], ids=lambda game: game.name
)
def test_the_size_of_the_board_is_told(game: Game) -> None:
    """Where rulesets have boards of their own, each says how large that is."""
    assert game.board_under
    for ruleset in game.rulesets:
        board = game.board_under(game.start(ruleset, game.seats[0]))
        assert f"{board.column_count} by {board.row_count} " in told(game, ruleset)[0]


def test_games_are_found_without_their_sentences() -> None:
    code = (
        "import ludarium, sys\n"
        "for name in ludarium.names(): ludarium.find(name).summary\n"
        "print([name for name in sys.modules if name.startswith('ludarium.games.wording')])"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert found.strip() == "[]"


@pytest.mark.parametrize(
    ("module", "fault"),
    [
        ("ludarium.nowhere", "the module 'ludarium.nowhere' cannot be imported"),
        ("ludarium.phrases", "the module 'ludarium.phrases' has no function play(ruleset)"),
    ],
)
def test_a_module_that_cannot_tell_rules_is_named(module: str, fault: str) -> None:
    game = copy.copy(ludarium.find("kuhn"))
    object.__setattr__(game, "wording", module)
    assert fault in str(declaration_fault(game))


def test_the_page_marks_what_differs_from_the_first_ruleset() -> None:
    game = ludarium.find("gomoku")
    first, *_, swap = game.rulesets
    visitor = SimpleNamespace(translate=CZECH)
    assert marked(game, first, visitor) == frozenset()  # type: ignore[arg-type]
    expected = {CZECH(one) for one in {*told(game, swap)} - {*told(game, first)}}
    assert marked(game, swap, visitor) == expected != set()  # type: ignore[arg-type]
