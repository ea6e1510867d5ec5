"""Graphs of ratings over time, for pages."""

from __future__ import annotations

import dataclasses
from array import array
from collections.abc import Sequence

from ludarium.ratings.ratings import Rating

__all__ = ["Graph", "Track", "graph"]

MOST_POINTS = 128  # of a track; more are thinned out
WIDTH, HEIGHT, MARGIN = 320, 120, 4
LEFT = 34  # for the numbers of the scale
STEP = 100  # of the scale; doubled until few lines are left
MOST_LINES = 4


class Track:
    """A player's rating after each game, or after every second, fourth ... of many."""

    def __init__(self) -> None:
        self._numbers = array("l")  # games, rating, low, high

    def add(self, rating: Rating) -> None:
        """The rating after the next game."""
        self._numbers.extend(map(round, (rating.games, rating.rating, rating.low, rating.high)))
        if len(self._numbers) > 4 * MOST_POINTS:
            points = self.points
            # the last stays, and what is left of the others is evenly spread
            self._numbers = array("l", [number for one in points[::-2][::-1] for number in one])

    @property
    def points(self) -> list[tuple[int, int, int, int]]:
        """Number of games, rating, and the ends of its interval."""
        flat = self._numbers
        return list(zip(flat[::4], flat[1::4], flat[2::4], flat[3::4], strict=True))


@dataclasses.dataclass(frozen=True, slots=True)
class Graph:
    """A graph in a picture of WIDTH by HEIGHT: the points of its line and of the band around it, as
    SVG has them, lines of the scale with their numbers, and what there is to say of it.
    """

    line: str
    band: str
    scale: tuple[tuple[float, int], ...]
    first: int
    last: int
    most: int
    games: int
    width: int = WIDTH
    height: int = HEIGHT


def graph(points: Sequence[tuple[int, int, int, int]]) -> Graph | None:
    """The graph of a track; None of fewer than two points."""
    if len(points) < 2:
        return None
    games, ratings, lows, highs = ([point[part] for point in points] for part in range(4))
    bottom, top = min(lows), max(highs)

    def x(number: int) -> float:
        share = (number - games[0]) / max(1, games[-1] - games[0])
        return round(LEFT + (WIDTH - LEFT) * share, 1)

    def y(rating: int) -> float:
        share = (top - rating) / max(1, top - bottom)
        return round(MARGIN + (HEIGHT - 2 * MARGIN) * share, 1)

    def joined(numbers: Sequence[int], values: Sequence[int]) -> str:
        return " ".join(f"{x(n):g},{y(one):g}" for n, one in zip(numbers, values, strict=True))

    step = STEP
    while (top - bottom) / step > MOST_LINES:
        step *= 2
    scale = tuple((y(one), one) for one in range(-(-bottom // step) * step, top + 1, step))
    band = f"{joined(games, highs)} {joined(games[::-1], lows[::-1])}"
    return Graph(
        joined(games, ratings), band, scale, ratings[0], ratings[-1], max(ratings), games[-1]
    )
