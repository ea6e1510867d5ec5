"""A measurement that takes seconds: for who puts a ruleset together and looks."""

from __future__ import annotations

import time

from ludarium.measures.measurement import Measurement, measure
from ludarium.rules.game import Game

__all__ = ["SIZES", "quick_measurement"]

SIZES = (100, 2000)
"""The games of a first quick measurement, and of each better one."""
JUDGED, PLAYOUTS = 8, 64
MOST_WORK = 60_000_000
"""Moves of playouts by which the outlook may be judged, which takes a second in the fastest games.
"""
SECONDS = 4.0
"""The time limit, in seconds, of judging, by the time that one game takes."""


def quick_measurement(game: Game, ruleset: str, size: int) -> Measurement:
    """Measure a ruleset in random games, more of them for each `size`, a place in SIZES.

    The first has no outlook; in the others it is judged in as many games as can be in a few
    seconds on this machine. Raises LudariumError where a game does not end, and RulesetError.
    """
    first = measure(game, [ruleset], games=SIZES[0], judged=0)
    if size == 0:
        return first
    (estimates,) = first.rulesets.values()
    longest = estimates["moves_p90"].value
    judged = min(JUDGED, int(MOST_WORK / max(1.0, PLAYOUTS * longest**2 / 2)))
    if judged:
        judged = min(judged, int(SECONDS / seconds_of_one(game, ruleset)))
    return measure(game, [ruleset], games=SIZES[size], judged=judged, playouts=PLAYOUTS)


def seconds_of_one(game: Game, ruleset: str) -> float:
    """The seconds that it takes to judge the outlook in a game, once everything is compiled."""
    measure(game, [ruleset], games=2, judged=1, playouts=1)
    began = time.perf_counter()
    measure(game, [ruleset], games=2, judged=1, playouts=PLAYOUTS)
    return time.perf_counter() - began
