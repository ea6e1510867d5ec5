"""The games that a ruleset is measured by: played at random by compiled code, or by agents, and
surveyed by `ludarium.simulate.survey`.
"""

from __future__ import annotations

import dataclasses
import functools
import math
import random
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import numpy as np

from ludarium import catalogue, jobs
from ludarium.agents import agent
from ludarium.errors import LudariumError
from ludarium.jobs import Workers
from ludarium.matches.games import play_game, play_opening
from ludarium.matches.match import shares_of
from ludarium.play.agent import prepare
from ludarium.play.position import Position, parse
from ludarium.play.record import Record
from ludarium.rules.bits import ALL, Bits, stream
from ludarium.simulate.survey import (
    BINS,
    COLUMNS,
    RETURNS,
    STOPPED,
    TOO_LONG,
    outlook,
    play_randomly,
    survey,
)

__all__ = ["JUDGED", "PLAYOUTS", "RANDOM", "Surveyed", "survey_games"]

RANDOM = "random"
"""The agent that is played by compiled code."""
JUDGED, PLAYOUTS = 30, 256
"""The number of games in which the outlook is judged, and of playouts from each position."""
MOST_MOVES = 100_000
"""Joint actions after which a ruleset counts as one that does not end."""
BATCH = 20  # games that a worker takes at a time
MOST_BATCHES = 1000  # of which one is so large
OUTLOOKS = 1 << 40
"""Streams of a seed from this number on are those of outlooks; those below are the games'."""
# kinds of sites on which pieces of seats stand
PLACES = ("cell", "hexagon", "point")

Report = Callable[[str, int, int], None]


@dataclasses.dataclass(frozen=True)
class Surveyed:
    """The observations of the games of one ruleset."""

    seats: int
    places: int
    """The number of places of the board for pieces; 0 where there is none."""
    rows: Any
    """float64 array, a row for each game; the columns are those of `ludarium.simulate.survey`."""
    curve: Any
    """float64 array of 2 by BINS: the sum of the legal joint actions in each part of the games, and
    the number of moves there."""
    material: Any
    """uint8 array of two dimensions: 1 at each pair of numbers of pieces that the first two seats
    had at the same time."""
    outlooks: tuple[Any, ...]
    """The outlooks of the first games: each seat's share of the point before each move, and at the
    end."""

    @property
    def returns(self) -> Any:
        """float64 array: each seat's return, a row for each game."""
        return self.rows[:, RETURNS : RETURNS + self.seats]


def survey_games(
    first: Position,
    *,
    player: str = RANDOM,
    games: int = 1000,
    judged: int = JUDGED,
    playouts: int = PLAYOUTS,
    opening: int = 0,
    seed: int = 0,
    threads: int = 1,
    workers: Workers | None = None,
    compile: bool = True,
    report: Report | None = None,
) -> Surveyed:
    """Play games from this position, and survey them.

    player: the agent on all seats. games: how many; the outlook is judged in the first `judged` of
    them, by this number of random playouts from each position. opening: random moves before an
    agent plays. threads: the same games come of any number of them, and of any other workers
    (`ludarium.jobs`) that are given instead. compile: False runs all in plain Python. report: is
    told what is done, how much of it, and of how much.

    Raises LudariumError where a game does not end, AgentError where there is no such agent.
    """
    places = sum(site.kind in PLACES for site in first.view.sites)
    work = _Work(first, places, player, judged, playouts, opening, seed, compile)
    if workers is None or workers.here:
        work.prepare()
    surveyed = Surveyed(
        first.seats,
        places,
        np.zeros((games, COLUMNS)),
        np.zeros((2, BINS)),
        np.zeros((places + 1, places + 1), np.uint8),
        (),
    )
    size = max(BATCH, math.ceil(games / MOST_BATCHES))
    batches = [range(at, min(at + size, games)) for at in range(0, games, size)]
    kept: list[Any] = []
    judgements = []
    with nullcontext(workers) if workers else jobs.threads(threads) as staff:
        for numbers, result in staff.map(work.play, batches, in_order=True):
            rows, curve, material, played = result
            surveyed.rows[numbers.start : numbers.stop] = rows
            np.add(surveyed.curve, curve, out=surveyed.curve)
            np.maximum(surveyed.material, material, out=surveyed.material)
            kept += played
            if report:
                report("games", numbers.stop, games)
        for _, judgement in staff.map(work.judge, enumerate(kept), in_order=True):
            judgements.append(judgement)
            if report:
                report("outlook", len(judgements), len(kept))
    return dataclasses.replace(surveyed, outlooks=tuple(judgements))


class _Work:
    """The work of a worker: each call depends on the numbers of games alone."""

    def __init__(
        self,
        first: Position,
        places: int,
        player: str,
        judged: int,
        playouts: int,
        opening: int,
        seed: int,
        compile: bool,
    ) -> None:
        from ludarium.rules.compiling import compiled

        self.first, self.places, self.player = first, places, player
        self.judged, self.playouts, self.opening, self.seed = judged, playouts, opening, seed
        self.compile = compile
        self.bits = Bits(seed & ALL)

        def runnable(algorithm: Callable[..., Any]) -> Callable[..., Any]:
            return compiled(algorithm, first.game) if compile else algorithm

        self.play_randomly, self.survey = runnable(play_randomly), runnable(survey)
        self.outlook = runnable(outlook)

    def prepare(self) -> None:
        """Compile what the agents need."""
        if self.player != RANDOM:
            prepare(self._agents(0), self.first)

    def play(self, numbers: range) -> tuple[Any, Any, Any, list[tuple[Any, Any]]]:
        """Rows, curve and material of these games; and the joint actions and returns of each that
        is to be judged.
        """
        rows = np.zeros((len(numbers), COLUMNS))
        curve, material = np.zeros((2, BINS)), np.zeros((self.places + 1,) * 2, np.uint8)
        played = []
        room = np.zeros(MOST_MOVES, np.int64) if self.player == RANDOM else None
        for row, number in zip(rows, numbers, strict=True):
            returns = None
            if room is not None:
                length = self.play_randomly(self.first.state, self._stream(number), room)
                if length == TOO_LONG:
                    raise LudariumError(_endless(self.first))
                actions = room[:length].copy()
            else:
                actions, returns, stopped = self._by_agents(number)
                row[STOPPED] = stopped
            self.survey(self.first.state, actions, len(actions), row, curve, material)
            if returns is not None:  # the game may have ended by repetition
                row[RETURNS : RETURNS + len(returns)] = returns
            if number < self.judged:
                played.append((actions, row[RETURNS : RETURNS + self.first.seats]))
        return rows, curve, material, played

    def judge(self, game: tuple[int, tuple[Any, Any]]) -> Any:
        """The outlook in the game of this number."""
        number, (actions, returns) = game
        shares = np.zeros((len(actions) + 1, self.first.seats))
        written = self.outlook(
            self.first.state,
            actions,
            len(actions),
            self.playouts,
            self._stream(OUTLOOKS + number),
            shares,
        )
        shares[written - 1] = shares_of(returns)
        return shares[:written]

    def __reduce__(self) -> tuple[Any, ...]:
        first = self.first
        return _work_of, (
            catalogue.found_again(first.game.name),
            first.text,
            self.places,
            self.player,
            self.judged,
            self.playouts,
            self.opening,
            self.seed,
            self.compile,
        )

    def _stream(self, number: int) -> Bits:
        return Bits(stream(self.bits, number))

    def _agents(self, number: int) -> list[Any]:
        source = random.Random(f"{self.seed}/{number}")
        return [agent(self.player, source.getrandbits(62)) for _ in range(self.first.seats)]

    def _by_agents(self, number: int) -> tuple[Any, Any, bool]:
        """The joint actions of a game between agents, its returns, and whether it was stopped."""
        first = self.first
        record = Record(
            first,
            (self.player,) * first.seats,
            seed=self.seed,
            repetition=first.game.repetition,
        )
        source = random.Random(f"{self.seed}/{number}/opening")
        play_opening(record, self.opening, source)
        play_game(record, self._agents(number), MOST_MOVES, source)
        joints = [position.joint for position in record.backwards()][-2::-1]
        return np.array(joints, np.int64), record.returns, record.reason == "abandoned"


@functools.lru_cache(maxsize=1)
def _work_of(name: str, text: str, *options: Any) -> _Work:
    """The same work in another process."""
    catalogue.named(name)
    work = _Work(parse(text), *options)
    work.prepare()
    return work


def _endless(first: Position) -> str:
    return (
        f"a random game of {first.game.name}/{first.ruleset.name} was not over after "
        f"{MOST_MOVES:,} moves: expected a ruleset whose games end"
    )
