"""95% intervals of matches hold what they should, by summing over all results (benchmarks)."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

from intervals import elo_interval, least_coverage, return_interval, win_interval

from ludarium.matches.intervals import elo_of, mean_interval, range_interval, score_interval
from test_cli import run

ENOUGH = 0.93


@pytest.mark.parametrize("games", [4, 5, 7, 10, 20, 40])
def test_coverage(games: int) -> None:
    """Over draws of 0 to 95% and all strengths."""
    assert least_coverage(games, mean_interval, lambda score: score) > ENOUGH
    assert least_coverage(games, elo_interval, elo_of) > ENOUGH
    assert least_coverage(games, return_interval, lambda score: 2 * score - 1) > ENOUGH
    assert least_coverage(games, win_interval, lambda score: score, (0.0,)) > ENOUGH


def test_draws_make_intervals_narrower_and_games_too() -> None:
    def width(wins: int, draws: int, losses: int) -> float:
        low, high = mean_interval([1.0] * wins + [0.5] * draws + [0.0] * losses)
        assert low <= (wins + draws / 2) / (wins + draws + losses) <= high
        return high - low

    assert width(5, 90, 5) < 0.5 * width(50, 0, 50)
    assert width(50, 0, 50) == pytest.approx(2 * 1.96 * 0.5 / 10, rel=0.05)
    assert width(0, 1, 0) > 0.8, "one game tells next to nothing"
    assert width(50, 900, 50) < 0.4 * width(5, 90, 5)


def test_ends() -> None:
    assert score_interval(0.0, 10)[0] == 0
    assert score_interval(1.0, 10)[1] == 1
    assert range_interval([3.0] * 4, 3.0)[1] == 3.0
    assert [elo_of(score) for score in (0, 0.5, 1)] == [-math.inf, 0, math.inf]


def test_a_match_tells_infinite_ends_plainly() -> None:
    wins = run("match", "breakthrough", "level:5", "random", "-n", "2", "--seed", "0")
    assert "-∞ (-∞ to " in wins
    told = run("match", "breakthrough", "level:5", "random", "-n", "2", "--seed", "0", "--json")
    found = json.loads(told)
    assert found["elo_difference"] is None
    assert found["elo_interval"][1] is None
    assert found["elo_interval"][0] < 0
    once = run("match", "morris", "random", "random", "-n", "1", "--seed", "0")
    assert "+0 (+0 to +0)" not in once
