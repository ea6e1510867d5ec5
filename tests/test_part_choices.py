"""Choices by which rulesets are put together: where they are offered, and what they are called."""

from __future__ import annotations

import itertools

import pytest

from ludarium import catalogue
from ludarium.rules.game import Game
from ludarium.rules.part_choices import satisfied

GAMES = map(catalogue.find, catalogue.names())
NEEDING = [game for game in GAMES if any(one.needs for one in game.part_choices)]


@pytest.mark.parametrize("game", NEEDING, ids=lambda game: game.name)
def test_a_choice_is_offered_where_it_makes_a_difference(game: Game) -> None:
    assert game.ruleset_of_choices
    for choice in game.part_choices:
        others = [one for one in game.part_choices if one is not choice]
        for picked in itertools.product(*([key for key, _ in one.options[:4]] for one in others)):
            chosen = {one.key: option for one, option in zip(others, picked, strict=True)}
            made = {
                game.ruleset_of_choices({**chosen, choice.key: option})
                for option, _ in choice.options
            }
            if not satisfied(choice.needs, chosen):
                assert len(made) == 1
            elif all(satisfied(one.needs, chosen) for one in others):
                assert len(made) > 1


def test_the_usual_komi_is_told() -> None:
    game = catalogue.find("go")
    assert game.ruleset_of_choices
    assert game.gtp_setup
    komi = next(one for one in game.part_choices if one.key == "komi")
    for law, handicap in itertools.product(("chinese", "japanese", "aga"), ("0", "2", "5")):
        chosen = {"size": "19", "counting": law, "handicap": handicap, "komi": ""}
        ruleset = game.ruleset(game.ruleset_of_choices(chosen))
        assert komi.words("", chosen).endswith(game.gtp_setup(ruleset)[1].removeprefix("komi"))
