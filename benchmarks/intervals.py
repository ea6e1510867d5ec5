"""How often 95% intervals of matches and leagues hold what they should: the true score, Elo
difference, mean return and share of a seat's wins.

python benchmarks/intervals.py [GAMES ...]

For each number of games, by default of 4 to 200, the least coverage over shares of draws of 0 to
95% and over strengths is told. Of two seats it is exact: the sum over all results. Of three seats
and of leagues it is simulated.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ludarium.matches.bradley_terry import elo_intervals
from ludarium.matches.intervals import (
    elo_difference,
    elo_of,
    mean_interval,
    range_interval,
    score_interval,
)

NUMBERS = (4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 200)
DRAWS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95)
WINS = (0.002, 0.005, 0.01, 0.02, 0.03, 0.04, *(at / 40 for at in range(2, 21)))
"""Shares of the decided games that are won."""
SAMPLES, LEAGUES = 2_000, 400


def results(games: int) -> Iterator[tuple[int, int, int]]:
    """All numbers of wins, draws and losses."""
    for wins in range(games + 1):
        for draws in range(games + 1 - wins):
            yield wins, draws, games - wins - draws


def chances(games: int, wins: float, draws: float) -> Any:
    """The probability of each of `results`."""
    table = np.array([*results(games)])
    logs = np.log(np.maximum([wins, draws, 1 - wins - draws], 1e-300))
    logs_of_factorials = np.array([math.lgamma(number + 1) for number in range(games + 1)])
    ways = logs_of_factorials[games] - logs_of_factorials[table].sum(axis=1)
    return np.exp(ways + table @ logs)


def intervals_of(
    games: int, interval: Callable[[list[float]], tuple[float, float]]
) -> tuple[Any, Any]:
    """The ends of the interval of each of `results`."""
    found = [
        interval([1.0] * wins + [0.5] * draws + [0.0] * losses)
        for wins, draws, losses in results(games)
    ]
    low, high = np.array(found).T
    return low, high


def least_coverage(
    games: int,
    interval: Callable[[list[float]], tuple[float, float]],
    truth: Callable[[float], float],
    draws: tuple[float, ...] = DRAWS,
) -> float:
    """The least coverage of an interval. truth: what it should hold at a score."""
    low, high = intervals_of(games, interval)
    least = 1.0
    for drawn in draws:
        for part in WINS:
            score = (1 - drawn) * part + drawn / 2
            held = (low <= truth(score) + 1e-9) & (truth(score) <= high + 1e-9)
            covered = float(chances(games, (1 - drawn) * part, drawn)[held].sum())
            least = min(least, covered)
    return least


def elo_interval(shares: list[float]) -> tuple[float, float]:
    interval = elo_difference(shares, [1 - share for share in shares])[1]
    assert interval is not None
    return interval


def return_interval(shares: list[float]) -> tuple[float, float]:
    return range_interval([2 * share - 1 for share in shares], 1.0)


def win_interval(shares: list[float]) -> tuple[float, float]:
    return score_interval(shares.count(1.0) / len(shares), len(shares))


def three_seats(games: int, rng: np.random.Generator) -> float:
    """Of the Elo difference between two of three, where ties of two or three share the point."""
    least = 1.0
    for drawn in (0.0, 0.5, 0.9):
        for strengths in ((1, 1, 1), (3, 1, 1), (1, 3, 1), (1, 1, 8), (10, 1, 3)):
            won = np.array(strengths) / sum(strengths)
            kinds = np.array([(1, 0, 0), (0, 1, 0), (0, 0, 1), (1 / 3, 1 / 3, 1 / 3)])
            odds = [*(won * (1 - drawn)), drawn]
            mean = odds @ kinds
            truth = elo_of(mean[0] / (mean[0] + mean[1]))
            held = total = 0
            for _ in range(SAMPLES):
                shares = kinds[rng.choice(4, games, p=odds)]
                interval = elo_difference(shares[:, 0].tolist(), shares[:, 1].tolist())[1]
                if interval is not None:  # else neither scored
                    total += 1
                    held += interval[0] <= truth <= interval[1]
            least = min(least, held / total)
    return least


def leagues(games: int, rng: np.random.Generator) -> float:
    """Of the Elo of agents in leagues of four, each two of whom play so many games; the mean of the
    four.
    """
    least = 1.0
    for drawn, spread in itertools.product((0.0, 0.5, 0.9), (0, 200, 500)):
        elo = spread * (np.arange(4) / 3 - 0.5)
        held = 0
        for _ in range(LEAGUES):
            points, draws = np.zeros((4, 4)), np.zeros(4)
            for one, other in itertools.combinations(range(4), 2):
                score = 1 / (1 + 10 ** ((elo[other] - elo[one]) / 400))
                share = drawn * 2 * min(score, 1 - score)
                odds = [score - share / 2, share, 1 - score - share / 2]
                won, even, lost = rng.multinomial(games, odds)
                points[one, other], points[other, one] = won + even / 2, lost + even / 2
                draws[[one, other]] += even
            intervals = elo_intervals(points, (draws / (3 * games)).tolist())
            held += sum(low <= at <= high for (low, high), at in zip(intervals, elo, strict=True))
        least = min(least, held / LEAGUES / 4)
    return least


def main() -> None:
    rng = np.random.default_rng(1)
    print("| games | score | Elo | mean return | wins of a seat | Elo, three seats | league |")
    print("|---:|---:|---:|---:|---:|---:|---:|")
    for games in map(int, sys.argv[1:]) if sys.argv[1:] else NUMBERS:
        found = (
            least_coverage(games, mean_interval, lambda score: score),
            least_coverage(games, elo_interval, elo_of),
            least_coverage(games, return_interval, lambda score: 2 * score - 1),
            least_coverage(games, win_interval, lambda score: score, (0.0,)),
            three_seats(games, rng),
            leagues(games, rng),
        )
        print(f"| {games} |" + "".join(f" {one:.1%} |" for one in found), flush=True)


if __name__ == "__main__":
    main()
