"""Estimates from surveys and games that measures are made of."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ludarium.measures.games import Surveyed
from ludarium.measures.statistics import Estimate, exact, mean, quantile, ratio, share
from ludarium.simulate.survey import (
    CHOICES,
    DECISIONS,
    MOVES,
    PLACES,
)

__all__ = [
    "DECIDED",
    "LEAD",
    "advantage",
    "balance",
    "column",
    "columns",
    "coverage",
    "decided_at",
    "decisiveness",
    "drama",
    "draws",
    "killer_move",
    "lasts_after",
    "lead_changes",
    "mobility",
    "of_all",
    "of_won",
    "part",
    "permanence",
    "state_space",
    "uncertainty",
    "wins",
    "with_pieces",
]


DECIDED = 0.9
"""The share of the point from which on a game counts as decided."""
LEAD = 0.2
"""By how much of the point a seat must pass the leading one to take the lead: three standard errors
of the difference of two seats, at PLAYOUTS playouts."""


def column(index: int) -> Callable[[Surveyed], Estimate | None]:
    """The mean of a column."""
    return lambda games: mean(games.rows[:, index])


def columns(above: int, below: int) -> Callable[[Surveyed], Estimate | None]:
    """The sum of one column over that of another."""
    return lambda games: ratio(games.rows[:, above], games.rows[:, below])


def part(below: float) -> Callable[[Surveyed], Estimate | None]:
    """The number of moves that this part of the games do not exceed."""
    return lambda games: quantile(games.rows[:, MOVES], below)


def mobility(games: Surveyed) -> Estimate | None:
    alone = (games.rows[:, DECISIONS] == games.rows[:, MOVES]).all()
    return None if alone else ratio(games.rows[:, CHOICES], games.rows[:, DECISIONS])


def shares(games: Surveyed) -> Any:
    """float64 array: each seat's share of the point, a row for each game."""
    best = games.returns == games.returns.max(axis=1, keepdims=True)
    return best / best.sum(axis=1, keepdims=True)


def wins(seat: int) -> Callable[[Surveyed], Estimate | None]:
    """The share of games that this seat wins alone."""
    return lambda games: share(shares(games)[:, seat] == 1)


def draws(games: Surveyed) -> Estimate | None:
    return share(shares(games).max(axis=1) < 1)


def decisiveness(games: Surveyed) -> Estimate | None:
    return share(shares(games).max(axis=1) == 1)


def balance(games: Surveyed) -> Estimate | None:
    """1 less the distance of the best and the worst seat's mean shares."""
    each = shares(games)
    order = each.mean(axis=0).argsort(kind="stable")
    apart = mean(each[:, order[-1]] - each[:, order[0]])
    if apart is None:
        return None
    low, high, value, error = apart.low, apart.high, apart.value, apart.error
    return Estimate(1 - value, 1 - high, 1 - max(low, 0.0), error).within(0, 1)


def advantage(games: Surveyed) -> Estimate | None:
    """The first seat's share of the point less the mean share of the others, from -1 to 1."""
    each = shares(games)
    return mean(each[:, 0] - each[:, 1:].mean(axis=1))


def coverage(games: Surveyed) -> Estimate | None:
    if not games.places or not games.rows[:, PLACES].any():
        return None
    estimate = mean(games.rows[:, PLACES] / games.places)
    return estimate and estimate.within(0, 1)


def with_pieces(of: Callable[[Surveyed], Estimate | None]) -> Callable[[Surveyed], Estimate | None]:
    """The same, for games with pieces of seats."""
    return lambda games: of(games) if games.rows[:, PLACES].any() else exact(0.0)


def state_space(games: Surveyed) -> Estimate | None:
    """The decimal logarithm of the sum, over all pairs of numbers of pieces seen, of the ways to
    put so many on the board.
    """
    firsts, seconds = np.nonzero(games.material)
    if games.seats != 2 or not games.places or not (firsts.any() or seconds.any()):
        return None
    ways = [
        math.lgamma(games.places + 1)
        - math.lgamma(first + 1)
        - math.lgamma(second + 1)
        - math.lgamma(games.places - first - second + 1)
        for first, second in zip(firsts.tolist(), seconds.tolist(), strict=True)
        if first + second <= games.places
    ]
    if not ways:
        return None
    most = max(ways)
    return exact((most + math.log(sum(math.exp(one - most) for one in ways))) / math.log(10))


def won(games: Surveyed) -> list[tuple[Any, int]]:
    """The outlooks of games that one seat won alone, each with that seat."""
    return [(one, int(one[-1].argmax())) for one in games.outlooks if one[-1].max() == 1]


def of_won(number: Callable[[Any, int], float]) -> Callable[[Surveyed], Estimate | None]:
    """The mean over won games of a number of the outlook and the winner."""
    return lambda games: mean([number(*game) for game in won(games)])


def of_all(number: Callable[[Any], float]) -> Callable[[Surveyed], Estimate | None]:
    """The mean over all games of a number of the outlook."""
    return lambda games: mean([number(one) for one in games.outlooks])


def drama(outlook: Any, winner: int) -> float:
    before = outlook[:-1]
    return float((before.max(axis=1) - before[:, winner]).mean())


def killer_move(outlook: Any, winner: int) -> float:
    return float(np.diff(outlook[:, winner]).max())


def deciding(outlook: Any, winner: int) -> int:
    """The number of moves after which the winner's share never is below DECIDED again."""
    doubtful = np.nonzero(outlook[:, winner] < DECIDED)[0]
    return int(doubtful[-1]) + 1 if len(doubtful) else 0


def decided_at(outlook: Any, winner: int) -> float:
    return deciding(outlook, winner) / (len(outlook) - 1)


def lasts_after(outlook: Any, winner: int) -> float:
    return float(len(outlook) - 1 - deciding(outlook, winner))


def lead_changes(outlook: Any) -> float:
    """The number of times that another seat takes the lead."""
    leader, changes = int(outlook[0].argmax()), 0
    for now in outlook[1:]:
        if now.max() > now[leader] + LEAD:
            leader = int(now.argmax())
            changes += 1
    return float(changes)


def uncertainty(outlook: Any) -> float:
    before = outlook[:-1]
    if outlook.shape[1] == 1:  # nobody else could win
        return 0.0
    logarithms = np.log(before, out=np.zeros_like(before), where=before > 0)
    return float(-(before * logarithms).sum(axis=1).mean() / math.log(outlook.shape[1]))


def permanence(outlook: Any) -> float:
    steps = np.diff(outlook[:, 0])
    total = np.abs(steps[:-1]).sum()
    if not total:
        return 1.0
    undone = np.where(
        steps[:-1] * steps[1:] < 0, np.minimum(np.abs(steps[:-1]), np.abs(steps[1:])), 0
    )
    return float(1 - undone.sum() / total)
