"""Facts of games before anybody plays them: how long one lasts, and how much there is to learn."""

from __future__ import annotations

import functools
import logging
import math
import random
import re
from statistics import median
from typing import Any

from ludarium.measures.library import shipped
from ludarium.phrases import say
from ludarium.rules import generic
from ludarium.rules.game import Game, Ruleset

__all__ = ["QUICK", "effort", "minutes", "typical_length"]

log = logging.getLogger(__name__)

QUICK = 40
"""Moves of a quick game, at most."""
SAMPLE = 3  # games that are played at random to see how long they are
# A person takes longer the more there is to choose from: with the logarithm of their number (Hick's
# law). Random games of some games last much longer than those of people, so no time is told that is
# longer than both clocks of quick pairing.
SECONDS, PER_DOUBLING = 4.0, 2.0  # of a move
UNKNOWN = 8.0  # moves to choose from where that was not measured
STEPS = (1, 2, 3, 5, 10, 15, 20)  # minutes
FEW, MANY = 120, 240  # words of easy rules at most, and of harder ones at least
EASY, MEDIUM, HARDER = say("easy rules"), say("medium rules"), say("harder rules")


@functools.lru_cache(maxsize=256)
def minutes(game: Game) -> int:
    """The minutes that a game of two people takes, one of STEPS: by its measured length and number
    of choices.
    """
    measured = _measured(game)
    choices = measured["branching"]["value"] if measured else UNKNOWN
    taken = typical_length(game) * (SECONDS + PER_DOUBLING * math.log2(max(1.0, choices))) / 60
    return next((step for step in STEPS if taken <= 1.25 * step), STEPS[-1])


@functools.lru_cache(maxsize=256)
def effort(game: Game) -> str:
    """Words for how much there is to learn: by the number of words of the rules, without sources
    and notation.
    """
    told = len(re.split(r"\n\n(?:Source|Notation)", str(game.rules))[0].split())
    return EASY if told <= FEW else MEDIUM if told < MANY else HARDER


@functools.lru_cache(maxsize=256)
def typical_length(game: Game) -> int:
    """The moves of a game, throws and deals aside: as measured, between bots if they were, else of
    random play; or the median of SAMPLE random games with the fewest seats, whose moves beyond ten
    times QUICK are not counted.
    """
    if measured := _measured(game):
        return int(measured["moves_median"]["value"])
    ruleset = game.rulesets[0]
    return int(median(_random_length(game, ruleset, seed) for seed in range(SAMPLE)))


def _measured(game: Game) -> dict[str, Any] | None:
    """The measurement of the default ruleset, if there is one."""
    of_ruleset = [one["rulesets"].get(game.rulesets[0].name) for one in shipped(game.name)]
    return next(filter(None, reversed(of_ruleset)), None)


def _random_length(game: Game, ruleset: Ruleset, seed: int) -> int:
    chance, state, moves = random.Random(seed), game.start(ruleset, game.seats[0]), 0
    try:
        while (movers := generic.movers(state)) and moves < 10 * QUICK:
            joint = generic.nth_joint(state, chance.randrange(generic.joint_count(state)))
            state = generic.play(state, joint)
            moves += movers != generic.CHANCE_MOVES
    except Exception as error:  # of rules at fault, which must not keep other games from the page
        log.warning("ludarium: a random game of %s: %r", game.name, error)
    return moves
