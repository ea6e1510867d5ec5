"""A league as one HTML page that needs nothing else, with a plot of the ratings."""

from __future__ import annotations

import math
import shlex
from typing import NamedTuple

from ludarium import catalogue
from ludarium.draw.report import template
from ludarium.matches.league import League, LeagueStanding
from ludarium.version import __version__

__all__ = ["page"]

STEPS = (10, 20, 50, 100, 200, 500, 1000)
"""Elo between two marks of the scale."""
MOST_MARKS = 8


class StandingRow(NamedTuple):
    """An agent's rating, with where it and its interval are on the scale, in percent."""

    one: LeagueStanding
    at: float
    left: float
    width: float


class ScaleMark(NamedTuple):
    """An Elo on the scale, and where it is, in percent."""

    elo: int
    at: float


def page(league: League) -> str:
    """The HTML page."""
    marks, rows = plot(league.standings)
    names = [one.name for one in league.standings]
    against = {
        own: [score(league.cross[own][other]) if other != own else None for other in names]
        for own in names
    }
    return str(
        template("ludarium.matches", "league.html").render(
            version=__version__,
            league=league,
            each=league.seats * league.pairs * len(league.games),
            marks=marks,
            rows=rows,
            against=against,
            command=command(league),
            signed=signed,
            zero=next(mark.at for mark in marks if mark.elo == 0),
        )
    )


def plot(standings: tuple[LeagueStanding, ...]) -> tuple[list[ScaleMark], list[StandingRow]]:
    """The marks of a scale that holds all ratings and finite ends of intervals, and a row for each
    agent, the best first. An infinite end is at the end of the scale.
    """
    shown = [elo for one in standings for elo in (one.elo, *one.elo_interval) if math.isfinite(elo)]
    low, high = min(shown), max(shown)
    step = next((step for step in STEPS if (high - low) / step < MOST_MARKS), STEPS[-1])
    first, last = math.floor(low / step), max(math.ceil(high / step), math.floor(low / step) + 1)
    span = step * (last - first)

    def at(elo: float) -> float:
        return round(100 * (min(max(elo, step * first), step * last) - step * first) / span, 2)

    rows = [
        StandingRow(one, at(one.elo), at(one.elo_interval[0]), at(high) - at(low))
        for one in standings
        for low, high in [one.elo_interval]
    ]
    return [ScaleMark(step * number, at(step * number)) for number in range(first, last + 1)], rows


def command(league: League) -> str:
    """The command that plays the same league again, with agents in the order as they were named."""
    words = ["ludarium", "league", *league.cross]
    for title in league.games:
        game, _, ruleset = title.rpartition("/")
        words += ["-g", f"{catalogue.found_again(game)}/{ruleset}"]
    numbers = {"seats": league.seats, "pairs": league.pairs, "opening": league.opening}
    for name, number in {**numbers, "seed": league.seed}.items():
        words += [f"--{name}", str(number)]
    return shlex.join(words)


def signed(elo: float) -> str:
    """A whole number with its sign, or infinity."""
    return f"{elo:+.0f}".replace("-", "−").replace("inf", "∞")


def score(counts: tuple[int, int, int]) -> float | None:
    """The share of games, of which it is half for each in which both got as much."""
    more, same, less = counts
    games = more + same + less
    return (more + same / 2) / games if games else None
