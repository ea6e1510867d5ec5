"""Expectimax, against chances that are counted throw by throw in a second implementation."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import ludarium
from ludarium.matches.match import play_match
from ludarium.rules.compiling import compiled
from ludarium.search.expectimax import best_move, expectimax
from oracles.backgammon import Oracle

LAST_CHECKERS = ({6: 1}, {6: 1, 1: 1}, {3: 2}, {5: 1, 4: 1}, {2: 3})
THROWS = [(one, two) for one in range(1, 7) for two in range(1, 7)]


def thrown(places: dict[int, int], dice: tuple[int, int]) -> Oracle:
    """White has these last checkers and has thrown; Black has one on its 1-point."""
    game = Oracle("single", 2)
    game.sides, game.seat = [dict(places), {1: 1}], 0
    game.play({8: f"{max(dice)}{min(dice)}"})
    return game


def finishes(game: Oracle) -> bool:
    """Whether White can bear off its last checker in this turn."""
    if not game.sides[0]:
        return True
    if game.seat != 0 or not game.dice:
        return False
    for text in game.legal(0):
        after = Oracle("single", 2)
        after.sides, after.seat, after.dice = list(game.sides), 0, list(game.dice)
        after.play({0: text})
        if finishes(after):
            return True
    return False


def written(places: dict[int, int]) -> str:
    return ",".join(f"{place}:{count}" for place, count in places.items())


@pytest.mark.parametrize("places", LAST_CHECKERS, ids=written)
def test_the_chance_to_finish_in_one_throw(places: dict[int, int]) -> None:
    """If White does not bear off all, Black does."""
    position = ludarium.parse(f"backgammon/single {written(places)} 1:1 w ?")
    search = compiled(expectimax, position.game)
    value = search(position.state, 0, 2, np.zeros(1, np.int64))
    won = Fraction(sum(finishes(thrown(places, dice)) for dice in THROWS), len(THROWS))
    assert value == pytest.approx(float(2 * won - 1))


@pytest.mark.parametrize("places", LAST_CHECKERS, ids=written)
def test_who_can_finish_does(places: dict[int, int]) -> None:
    for dice in THROWS:
        game = thrown(places, dice)
        position = ludarium.parse(f"backgammon/single {game.text()}")
        while position.movers == (0,):
            position = position.play(best_move(position, 0, nodes=0))
        assert position.over == finishes(game)


def test_levels_play_better_than_chance() -> None:
    match = play_match(ludarium.find("backgammon"), ("level:3", "random"), games=20, seed=1)
    assert match.agents[0].wins >= 17
