"""Plays our levels against programs that others know, and prints how strong they are on these
programs' scales, with 95% intervals.

    python benchmarks/strength.py                           every program that is installed
    python benchmarks/strength.py chess go --levels 2 6 --games 40 --records played

Games come in pairs that begin with the same random moves, with seats swapped. Where a program can
play at a given Elo, the lowest level meets the weakest setting, and each further level that which
the one before met last; then stronger ones as long as it scores more than three quarters, and
weaker ones as long as less than a quarter. The rating of a level is that at which all its points in
these games are expected. Other programs are met at
settings of theirs, and what is told is the Elo difference.

With --records, games are kept in a folder, one file a level and setting, and what was interrupted
goes on where it was. Programs are limited by nodes or by a level of theirs, so that a slow machine
makes no difference.
"""

from __future__ import annotations

import argparse
import dataclasses
import math
import re
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from kept_matches import played_on

import ludarium
from ludarium.agents import LEVELS
from ludarium.matches.bradley_terry import rating_of
from ludarium.matches.intervals import elo_of, score_interval
from ludarium.play.record import Record

NODES = 20_000  # of a program's search for a move, where it is limited by these
OPENING = 4  # random moves that begin each pair of games
FEW, MANY = 0.25, 0.75  # scores beyond which another setting is met


@dataclasses.dataclass(frozen=True)
class Setting:
    """A program as it is met."""

    name: str
    agent: str
    elo: int | None = None
    """The Elo that the program says it plays at; None where it says none."""


@dataclasses.dataclass(frozen=True)
class Trial:
    """A game, and settings of a program in the order of their strength."""

    game: str
    ruleset: str
    program: str
    """The command, which must be on the PATH."""
    settings: tuple[Setting, ...]
    opening: int = OPENING

    @property
    def rated(self) -> bool:
        """True if the settings have Elo."""
        return self.settings[0].elo is not None


def rated(program: str, elos: Sequence[int], more: str = "") -> tuple[Setting, ...]:
    """Settings of a UCI program that plays at a given Elo."""
    return tuple(
        Setting(
            f"{program} at {elo}",
            f"uci:{NODES}n:{program}?UCI_LimitStrength=true&UCI_Elo={elo}{more}",
            elo,
        )
        for elo in elos
    )


def gnu_go(levels: Sequence[int]) -> tuple[Setting, ...]:
    """Settings of GNU Go."""
    return tuple(
        Setting(f"GNU Go, level {level}", f"gtp:level={level}:gnugo --mode gtp --chinese-rules")
        for level in levels
    )


def grhino(levels: Sequence[int]) -> tuple[Setting, ...]:
    """Settings of GRhino, which has a minute a move, and takes much less."""
    return tuple(
        Setting(f"GRhino, level {level}", f"gtp:60s:gtp-rhino -l {level}") for level in levels
    )


STOCKFISH = range(1320, 3190, 200)
FAIRY = range(500, 2850, 200)
TRIALS = (
    Trial("chess", "standard", "stockfish", rated("stockfish", STOCKFISH)),
    *(
        Trial(game, ruleset, "fairy-stockfish", rated("fairy-stockfish", FAIRY))
        for game, ruleset in (("xiangqi", "standard"), ("breakthrough", "standard"))
    ),
    Trial("go", "chinese-9", "gnugo", gnu_go((1, 10))),
    Trial("othello", "standard", "gtp-rhino", grhino((1, 3))),
    Trial(
        "backgammon",
        "match-3",
        "gnubg",
        (Setting("GNU Backgammon, 0 plies", "gnubg:0p:gnubg -t -q"),),
        opening=0,
    ),
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games_of", nargs="*", metavar="GAME", help="all by default")
    parser.add_argument("--games", type=int, default=20, help="against each setting")
    parser.add_argument("--levels", type=int, nargs="+", default=range(2, LEVELS + 1, 2))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--records", type=Path, help="folder in which games are kept")
    parser.add_argument(
        "--seconds",
        type=float,
        default=float("inf"),
        help="begin no game after so long; then the table has what there is",
    )
    arguments = parser.parse_args()
    if unknown := set(arguments.games_of) - {trial.game for trial in TRIALS}:
        sys.exit(f"no trial of {', '.join(sorted(unknown))}: see TRIALS")
    deadline = time.monotonic() + arguments.seconds
    print("| game | level | program | games | Elo | 95% interval |\n|---|---:|---|---:|---:|---|")
    for trial in TRIALS:
        if arguments.games_of and trial.game not in arguments.games_of:
            continue
        if not shutil.which(trial.program):
            print(f"{trial.game}: {trial.program} is not installed", file=sys.stderr)
            continue
        at = 0
        for level in sorted(arguments.levels):
            meetings = Meetings(trial, level, arguments.games, arguments.seed, arguments.records)
            at = meetings.play(at, deadline)
            for row in meetings.rows():
                print(row, flush=True)


class Meetings:
    """The games of a level against a program."""

    def __init__(
        self, trial: Trial, level: int, games: int, seed: int, folder: Path | None
    ) -> None:
        self._trial, self._level, self._games, self._seed = trial, level, games, seed
        self._folder = folder
        self._points: dict[Setting, list[float]] = {}

    def play(self, at: int, deadline: float) -> int:
        """Play what there is time for; the place of the setting that was met last is returned.

        at: the place of the first setting to meet, where settings have Elo.
        """
        settings = self._trial.settings
        if not self._trial.rated:
            for setting in settings:
                self._meet(setting, deadline)
            return at
        while settings[at] not in self._points:
            if not (got := self._meet(settings[at], deadline)):
                break
            score = sum(got) / len(got)
            at = min(max(at + (score > MANY) - (score < FEW), 0), len(settings) - 1)
        return at

    def rows(self) -> list[str]:
        """Rows of the table for what was played."""
        met = [setting for setting, got in self._points.items() if got]
        if not self._trial.rated:
            return [self._row_against(setting) for setting in met]
        return [self._row_of_rating()] if met else []

    def _meet(self, setting: Setting, deadline: float) -> list[float]:
        """The level's points in each game against this setting."""
        trial, names = self._trial, [f"level:{self._level}", setting.agent]
        played = played_on(
            ludarium.find(trial.game),
            names,
            self._games,
            deadline,
            self._file(setting),
            seed=self._seed,
            opening=trial.opening,
            ruleset=trial.ruleset,
        )
        self._points[setting] = [points_of(record, names[0]) for record in played]
        return self._points[setting]

    def _file(self, setting: Setting) -> Path | None:
        if self._folder is None:
            return None
        name = f"{self._trial.game} {self._trial.ruleset} level {self._level} {setting.name}"
        return self._folder / f"{re.sub('[^a-z0-9]+', '-', name.lower())}-{self._seed}.jsonl"

    def _row_against(self, setting: Setting) -> str:
        points = self._points[setting]
        low, high = interval_of(points)
        return self._row(
            setting.name, len(points), elo_of(sum(points) / len(points)), elo_of(low), elo_of(high)
        )

    def _row_of_rating(self) -> str:
        points = [one for got in self._points.values() for one in got]
        count = len(points)

        def expected(rating: float) -> float:
            """Score in all games that a player of this rating is expected to have."""
            return (
                sum(
                    len(got) / (1 + 10 ** (((setting.elo or 0) - rating) / 400))
                    for setting, got in self._points.items()
                )
                / count
            )

        low, high = interval_of(points)
        ratings = [rating_of(expected, score) for score in (sum(points) / count, low, high)]
        met = [setting.elo or 0 for setting, got in self._points.items() if got]
        span = f"{min(met)} to {max(met)}" if len(met) > 1 else f"{met[0]}"
        return self._row(f"{self._trial.program} at {span}", count, *ratings)

    def _row(self, program: str, games: int, elo: float, low: float, high: float) -> str:
        trial, sign = self._trial, "" if self._trial.rated else "+"
        game = f"{ludarium.find(trial.game).title}, {trial.ruleset}"
        shown = f"{elo:{sign}.0f}".replace("+inf", "inf")
        shown = {"inf": "won all", "-inf": "lost all"}.get(shown, shown)
        if low == -math.inf:
            interval = f"at most {high:{sign}.0f}"
        elif high == math.inf:
            interval = f"at least {low:{sign}.0f}"
        else:
            interval = f"{low:{sign}.0f} to {high:{sign}.0f}"
        return f"| {game} | {self._level} | {program} | {games} | {shown} | {interval} |"


def points_of(record: Record, name: str) -> float:
    """The points of the player of this name."""
    seat = record.players.index(name)
    returns = record.returns
    best = max(returns)
    return (returns[seat] == best) / sum(one == best for one in returns)


def interval_of(points: Sequence[float]) -> tuple[float, float]:
    """The 95% interval of the mean score."""
    drawn = 4 * sum(one * (1 - one) for one in points) / len(points)
    return score_interval(sum(points) / len(points), len(points), drawn)


if __name__ == "__main__":
    main()
