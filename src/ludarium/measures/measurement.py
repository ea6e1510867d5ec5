"""Measures rulesets of a game side by side, and finds in what they differ."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ludarium import catalogue
from ludarium.errors import LudariumError
from ludarium.jobs import Workers
from ludarium.matches.bradley_terry import fitted_elo
from ludarium.matches.intervals import Z95
from ludarium.matches.match import play_match
from ludarium.measures.definitions import MEASURES, estimates
from ludarium.measures.games import JUDGED, PLAYOUTS, RANDOM, Report, Surveyed, survey_games
from ludarium.measures.statistics import Estimate, holm, p_value
from ludarium.play.endings import refuse_unplayable
from ludarium.play.position import Position, start
from ludarium.rules.game import Game
from ludarium.simulate.survey import MOVES
from ludarium.spreadsheets import csv_text

__all__ = ["Difference", "Measurement", "measure"]

SIGNIFICANT = 0.05
SKILLS = ("level:4", "level:1")
"""The agents that play to find out how much skill pays: the better one first."""
MOST_GAMES = 10_000_000
TWENTIETHS = 20


@dataclasses.dataclass(frozen=True)
class Difference:
    """A measure in which two rulesets differ."""

    measure: str
    one: str
    """The name of the ruleset that the other is compared with, the first one measured."""
    other: str
    by: float
    """By how much the other's value is greater."""
    p: float
    """The p-value, corrected for all comparisons of the measurement (Holm 1979)."""


@dataclasses.dataclass(frozen=True)
class Measurement:
    """The measurement of some rulesets of a game."""

    game: Game
    seats: int
    agent: str
    games: int
    judged: int
    """Games of each ruleset in which the outlook of seats was judged."""
    playouts: int
    """Random playouts by which it was judged, from each position."""
    opening: int
    skill: int
    """Games of each ruleset between a better and a worse player; 0 where skill was not measured."""
    seed: int
    rulesets: Mapping[str, Mapping[str, Estimate]]
    """By the name of a ruleset, then by that of a measure."""
    curves: Mapping[str, tuple[float | None, ...]]
    """By the name of a ruleset: its branching factor in each of BINS equal parts of a game; None
    where no seat chose."""
    lengths: Mapping[str, tuple[int, ...]]
    """By the name of a ruleset: the number of moves that each twentieth of its games does not
    exceed, from none of them (the shortest game) to all (the longest)."""

    @property
    def differences(self) -> tuple[Difference, ...]:
        """The significant differences of the rulesets from the first one, in the order of the
        measures.
        """
        (first, base), *others = self.rulesets.items()
        pairs = [
            (measure.name, other)
            for measure in MEASURES
            for other, estimates in others
            if measure.name in base
            and measure.name in estimates
            and (base[measure.name].error or estimates[measure.name].error)
        ]
        corrected = holm([p_value(base[name], self.rulesets[other][name]) for name, other in pairs])
        return tuple(
            Difference(name, first, other, self.rulesets[other][name].value - base[name].value, p)
            for (name, other), p in zip(pairs, corrected, strict=True)
            if p < SIGNIFICANT
        )

    def as_json(self) -> dict[str, Any]:
        """Return the measurement as JSON, for programs."""
        return {
            "game": self.game.name,
            "seats": self.seats,
            "games": self.games,
            "seed": self.seed,
            "agent": self.agent,
            "judged": self.judged,
            "playouts": self.playouts,
            "opening": self.opening,
            "skill": self.skill,
            "rulesets": {
                ruleset: {
                    name: {"value": estimate.value, "low": estimate.low, "high": estimate.high}
                    for name, estimate in measured.items()
                }
                for ruleset, measured in self.rulesets.items()
            },
            "lengths": {ruleset: list(moves) for ruleset, moves in self.lengths.items()},
            "branching_in_course": {ruleset: list(one) for ruleset, one in self.curves.items()},
            "differences": [dataclasses.asdict(one) for one in self.differences],
        }

    def as_csv(self) -> str:
        """A line for each ruleset and measure."""
        rows = [
            (self.game.name, ruleset, name, *estimate[:3])
            for ruleset, measured in self.rulesets.items()
            for name, estimate in measured.items()
        ]
        return csv_text([("game", "ruleset", "measure", "value", "low", "high"), *rows])


def measure(
    game: str | Path | Game,
    rulesets: Sequence[str | None] = (None,),
    *,
    seats: int | None = None,
    agent: str = RANDOM,
    games: int = 1000,
    judged: int = JUDGED,
    playouts: int = PLAYOUTS,
    opening: int | None = None,
    skill: int = 0,
    seed: int = 0,
    threads: int = 1,
    workers: Workers | None = None,
    compile: bool = True,
    report: Report | None = None,
) -> Measurement:
    """Measure rulesets of a game; the options are those of `survey_games`.

    opening: by default none for random play, and 4 random moves for agents, many of which would
    play the same game again and again. skill: games between players of SKILLS, by which it is
    measured how much skill pays, in games of two seats.

    Raises LudariumError where a game does not end, a number is not possible, or skill is asked for
    of more seats than two, AgentError where
    there is no such agent, and RulesetError or SeatsError.
    """
    game = catalogue.game_of(game)
    if opening is None:
        opening = 0 if agent == RANDOM else 4
    for what, number, least, most in (
        ("games", games, 2, MOST_GAMES),
        ("judged games", judged, 0, MOST_GAMES),
        ("playouts", playouts, 1, 1_000_000),
        ("random moves", opening, 0, 1000),
        ("games of skill", skill, 0, MOST_GAMES),
        ("threads", threads, 1, 1024),
    ):
        if not least <= number <= most:
            raise LudariumError(f"{number} {what}: expected {least} to {most:,}")
    firsts = [start(game, name, seats) for name in rulesets]
    if skill and firsts[0].seats != 2:
        raise LudariumError(
            f"skill is measured in games of two seats: {game.title} has {firsts[0].seats} here"
        )
    for first in firsts:
        refuse_unplayable(first)
    measured: dict[str, dict[str, Estimate]] = {}
    curves, lengths = {}, {}
    for first in firsts:
        surveyed = survey_games(
            first,
            player=agent,
            games=games,
            judged=judged,
            playouts=playouts,
            opening=opening,
            seed=seed,
            threads=threads,
            workers=workers,
            compile=compile,
            report=_of_one(report, first, len(firsts)),
        )
        measured[first.ruleset.name] = of_ruleset = estimates(surveyed)
        if skill:
            told = _of_one(report, first, len(firsts))
            of_ruleset["skill"] = skill_of(first, skill, seed, workers, told)
        curves[first.ruleset.name] = curve_of(surveyed)
        lengths[first.ruleset.name] = lengths_of(surveyed)
    return Measurement(
        game,
        firsts[0].seats,
        agent,
        games,
        min(judged, games),
        playouts,
        opening,
        skill,
        seed,
        measured,
        curves,
        lengths,
    )


def skill_of(
    first: Position, games: int, seed: int, workers: Workers | None, report: Report | None
) -> Estimate:
    """The Elo of the better above the worse of SKILLS, in so many games from random openings."""
    played = itertools.count(1)
    result = play_match(
        first.game,
        SKILLS,
        ruleset=first.ruleset.name,
        games=games,
        seed=seed,
        opening=4,
        workers=workers,
        on_game=lambda record: report("skill", next(played), games) if report else None,
    )
    points = [agent.score * games for agent in result.agents]
    ratings, halves = fitted_elo([[0, points[0]], [points[1], 0]])
    value, half = float(ratings[0] - ratings[1]), 2 * float(halves[0])
    return Estimate(value, value - half, value + half, half / Z95)


def curve_of(surveyed: Surveyed) -> tuple[float | None, ...]:
    """The branching factor in each part of a game."""
    sums, counts = surveyed.curve
    return tuple(
        float(total / count) if count else None for total, count in zip(sums, counts, strict=True)
    )


def lengths_of(surveyed: Surveyed) -> tuple[int, ...]:
    """The distribution of the number of moves, by twentieths of the games."""
    moves = sorted(surveyed.rows[:, MOVES].astype(int).tolist())
    last = len(moves) - 1
    return tuple(moves[round(last * part / TWENTIETHS)] for part in range(TWENTIETHS + 1))


def _of_one(report: Report | None, first: Position, rulesets: int) -> Report | None:
    """A report that names the ruleset, where there are several."""
    if report is None or rulesets == 1:
        return report
    return lambda what, done, total: report(f"{first.ruleset.name}: {what}", done, total)
