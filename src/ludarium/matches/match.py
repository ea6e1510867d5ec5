"""Matches between agents: many games with rotating seats, scores and rating differences."""

from __future__ import annotations

import dataclasses
import math
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ludarium import catalogue
from ludarium.agents import agent
from ludarium.errors import AgentError, RecordError, SeatsError
from ludarium.jobs import Workers
from ludarium.matches.games import play_game, play_opening
from ludarium.matches.intervals import (
    Z95,
    elo_difference,
    mean_interval,
    range_interval,
    score_interval,
)
from ludarium.matches.sprt import Sprt, SprtResult
from ludarium.play.agent import Agent, prepare
from ludarium.play.position import Position, start
from ludarium.play.record import Record
from ludarium.rules.game import Game

__all__ = [
    "AgentScore",
    "Match",
    "MatchResult",
    "play_match",
    "shares_of",
]

OPENING = 4  # random moves, by default


@dataclasses.dataclass(frozen=True)
class AgentScore:
    """Result of one agent in a match."""

    name: str
    """The agent's name."""
    wins: int
    """Number of games that it won alone."""
    draws: int
    """Number of games whose point it shared."""
    losses: int
    """Number of games that it lost."""
    score: float
    """Mean score, with 1 point for each game, which the winners share equally."""
    score_interval: tuple[float, float] | None
    """95% interval of the score; this one, and all others, None where games repeat."""
    elo: float | None
    """Elo difference to the first agent; None where one of the two never scored."""
    elo_interval: tuple[float, float] | None
    """95% interval of the Elo difference: that of the score as Elo, whose ends may be infinite."""
    mean_return: float
    """Mean return: what counts where a game can be won by more or less, as for chips."""
    return_interval: tuple[float, float] | None
    """95% interval of the mean return, if no game can bring more than the largest of the match."""


@dataclasses.dataclass(frozen=True)
class MatchResult:
    """Result of a match."""

    game: str
    """Name of the game."""
    ruleset: str
    """Name of the ruleset."""
    seed: int
    """Seed of the match."""
    games: int
    """Number of games."""
    different_games: int
    """Number of games that differ in a move, or in who sits where."""
    draws: int
    """Number of games without a single winner."""
    wins_by_seat: tuple[int, ...]
    """Number of games won from each seat."""
    seat_intervals: tuple[tuple[float, float], ...] | None
    """95% interval of each seat's share of wins; None where games repeat."""
    agents: tuple[AgentScore, ...]
    """Results of the agents, in the order of the arguments."""
    elo_difference: float | None
    """Elo of the first of two agents above the second; None where one never scored, or of more."""
    elo_interval: tuple[float, float] | None
    """95% interval of the Elo difference: that of the score as Elo, whose ends may be infinite."""
    sprt: SprtResult | None
    """Result of the sequential test, if there was one."""
    mean_length: float
    """Mean number of moves in a game."""
    seconds: float
    """Duration of the games that were played now, without those of an interrupted match."""


def play_match(
    game: str | Path | Game,
    agents: Sequence[str | Agent],
    *,
    ruleset: str | None = None,
    games: int = 100,
    seed: int = 0,
    opening: int | None = None,
    sprt: Sprt | None = None,
    workers: Workers | None = None,
    played: Sequence[Record] = (),
    on_game: Callable[[Record], None] | None = None,
) -> MatchResult:
    """Play a match between agents, one for each seat, given as objects or by name.

    Seats rotate from game to game, so that each agent has each seat equally often where `games` is
    a multiple of their number. The games of one such round have the same opening, and chance draws
    the same numbers in them. An agent given by name is made anew for each game, which so follows
    from the seed and its number alone; objects play all games.

    games: number of games. opening: number of random moves before the agents play, by default
    OPENING where nothing else makes games differ. Where games without an opening repeat, they are
    no sample, and the result has no intervals. sprt: a test of
    the first agent against the second, which ends the match when it is decided. workers: where
    agents given by name play (`ludarium.jobs`), by default here; the games are the same. played:
    records of the first games of an interrupted match, in order, which count among `games`.
    on_game: called with the record of each new game, in order. Raises AgentError where there is no
    such agent or an object is to play elsewhere, RecordError where `played` is of another match,
    and RulesetError or SeatsError.
    """
    match = Match(game, agents, ruleset=ruleset, opening=opening, seed=seed)
    match.check(games, sprt, workers, played)
    if len(played) < games and (workers is None or workers.here):
        match.prepare()
    return match.play(games, sprt, workers, played, on_game)


class Match:
    """A match between agents: what `play_match` takes in three steps, so that what is compiled
    can be told of, and be kept from the time of the match.
    """

    def __init__(
        self,
        game: str | Path | Game,
        agents: Sequence[str | Agent],
        *,
        ruleset: str | None = None,
        opening: int | None = None,
        seed: int = 0,
    ) -> None:
        """The arguments of `play_match`. Raises AgentError, RulesetError or SeatsError."""
        self.game = catalogue.game_of(game)
        self.agents = tuple(agents)
        self.seats = self.game.seat_number(len(self.agents))
        self.first = start(self.game, ruleset, self.seats)
        if opening is None:
            opening = OPENING if self.game.is_combinatorial else 0
        self.opening, self.seed = opening, seed
        self._players = [agent(who) if isinstance(who, str) else who for who in self.agents]
        self.names = [player.name for player in self._players]

    @property
    def prepares(self) -> bool:
        """True if an agent has anything to prepare."""
        return any(hasattr(player, "prepare") for player in self._players)

    def prepare(self) -> None:
        """Let the agents prepare, as by compiling."""
        prepare(self._players, self.first)

    def check(
        self, games: int, sprt: Sprt | None, workers: Workers | None, played: Sequence[Record]
    ) -> None:
        """Raise the errors of `play_match` of these arguments."""
        if games < 1:
            raise SeatsError(f"a match has at least 1 game, not {games}")
        if sprt and self.seats != 2:
            raise SeatsError(f"a sequential test is between two agents, not {self.seats}")
        elsewhere = workers is not None and not workers.here
        if elsewhere and not all(isinstance(who, str) for who in self.agents):
            raise AgentError("only agents given by name can play elsewhere")
        for number, record in enumerate(played):
            _check_same_match(number, record, self.first, _seating(number, self.seats), self.names)

    def play(
        self,
        games: int,
        sprt: Sprt | None = None,
        workers: Workers | None = None,
        played: Sequence[Record] = (),
        on_game: Callable[[Record], None] | None = None,
    ) -> MatchResult:
        """Play the games, or the rest of them."""
        begin = time.perf_counter()
        self._players.clear()  # programs that were started: each game has its own
        count = _Count(self.seats)
        for record in played:
            count.add(record)
        one = _Games(self.game, self.first.ruleset.name, self.agents, self.opening, self.seed)
        left = range(len(played), games) if _open(count, sprt) else ()
        for _, record in (workers or Workers()).map(one.play, left, in_order=True):
            count.add(record)
            if on_game:
                on_game(record)
            if not _open(count, sprt):
                break
        result = self._result(count, sprt, time.perf_counter() - begin)
        repeats = (
            self.game.is_combinatorial
            and not self.opening
            and result.different_games < result.games
        )
        return _without_intervals(result) if repeats else result

    def _result(self, count: _Count, sprt: Sprt | None, seconds: float) -> MatchResult:
        scores, games = count.scores, len(count.scores[0])
        elo, interval = elo_difference(scores[0], scores[1]) if self.seats == 2 else (None, None)
        most = max((abs(one) for gained in count.returns for one in gained), default=0) or 1.0
        return MatchResult(
            game=self.game.name,
            ruleset=self.first.ruleset.name,
            seed=self.seed,
            games=games,
            different_games=len(count.different),
            draws=games - sum(count.wins_by_seat),
            wins_by_seat=tuple(count.wins_by_seat),
            seat_intervals=tuple(
                score_interval(wins / games, games) for wins in count.wins_by_seat
            ),
            agents=tuple(
                _score(name, own, scores[0], index, gained, most)
                for index, (name, own, gained) in enumerate(
                    zip(self.names, scores, count.returns, strict=True)
                )
            ),
            elo_difference=elo,
            elo_interval=interval,
            sprt=count.judge(sprt) if sprt else None,
            mean_length=count.moves / games,
            seconds=seconds,
        )


def _without_intervals(result: MatchResult) -> MatchResult:
    """The result of games that are no sample, as some are the same."""
    agents = tuple(
        dataclasses.replace(one, score_interval=None, elo_interval=None, return_interval=None)
        for one in result.agents
    )
    return dataclasses.replace(result, agents=agents, seat_intervals=None, elo_interval=None)


@dataclasses.dataclass(frozen=True)
class _Games:
    """The games of a match, each by itself."""

    game: Game
    ruleset: str
    agents: tuple[str | Agent, ...]
    opening: int
    seed: int

    def play(self, number: int) -> Record:
        """The game of this number, from 0."""
        seats = len(self.agents)
        source = random.Random(f"{self.seed}/{number}")
        players = [
            agent(who, source.getrandbits(62)) if isinstance(who, str) else who
            for who in self.agents
        ]
        seated = [players[index] for index in _seating(number, seats)]
        record = Record.new(
            self.game,
            [player.name for player in seated],
            ruleset=self.ruleset,
            seed=self.seed,
            repetition=self.game.repetition,
        )
        prepare(seated, record.first)
        play_opening(record, self.opening, random.Random(f"{self.seed}/{number // seats}"))
        chance = random.Random(f"{self.seed}/{number // seats}/chance")
        return play_game(record, seated, chance=chance)

    def __reduce__(self) -> tuple[Any, ...]:
        name = catalogue.found_again(self.game.name)
        return _games_of, (name, self.ruleset, self.agents, self.opening, self.seed)


def _games_of(name: str, ruleset: str, agents: tuple[str, ...], opening: int, seed: int) -> _Games:
    """The same games in another process."""
    return _Games(catalogue.find(catalogue.named(name)), ruleset, agents, opening, seed)


def _open(count: _Count, sprt: Sprt | None) -> bool:
    """Return whether a test, if there is one, needs more games."""
    return sprt is None or count.judge(sprt).decision == "open"


def _seating(number: int, seats: int) -> list[int]:
    """By seat, the index of its agent in the game of this number, from 0."""
    return [(seat + number) % seats for seat in range(seats)]


def _check_same_match(
    number: int, record: Record, first: Position, seating: Sequence[int], names: Sequence[str]
) -> None:
    expected = tuple(names[index] for index in seating)
    if record.first != first or record.players != expected:
        given = (
            f"{record.first.game.name}/{record.first.ruleset.name} of {' - '.join(record.players)}"
        )
        wanted = f"{first.game.name}/{first.ruleset.name} of {' - '.join(expected)}"
        raise RecordError(
            f"game {number + 1} is {given}, expected {wanted}: only the same match can go on"
        )
    if not record.over:
        raise RecordError(f"game {number + 1} is not over: only whole games count in a match")


class _Count:
    """Running totals of a match."""

    def __init__(self, seats: int) -> None:
        self.scores: list[list[float]] = [[] for _ in range(seats)]
        """Score of each game, by agent."""
        self.returns: list[list[float]] = [[] for _ in range(seats)]
        """Return of each game, by agent."""
        self.wins_by_seat = [0] * seats
        """Number of games won from each seat."""
        self.moves = 0
        """Number of moves in all games."""
        self.different: set[int] = set()
        """A hash of each game's players and moves."""

    def add(self, record: Record) -> None:
        shares = shares_of(record.returns)
        if max(shares) == 1:
            self.wins_by_seat[shares.index(1)] += 1
        seating = _seating(len(self.scores[0]), len(shares))
        for seat, index in enumerate(seating):
            self.scores[index].append(shares[seat])
            self.returns[index].append(record.returns[seat])
        self.moves += len(record.moves)
        self.different.add(hash((record.players, tuple(record.moves))))

    def judge(self, sprt: Sprt) -> SprtResult:
        """Result of the sequential test for the complete pairs of games."""
        own = self.scores[0]
        return sprt.judge(
            [(one + other) / 2 for one, other in zip(own[::2], own[1::2], strict=False)]
        )


def shares_of(returns: Sequence[float]) -> list[float]:
    """The game's one point, shared equally by the seats with the highest return."""
    best = max(returns)
    count = sum(gained == best for gained in returns)
    return [1 / count if gained == best else 0.0 for gained in returns]


def _score(
    name: str,
    shares: Sequence[float],
    first: Sequence[float],
    index: int,
    gained: Sequence[float],
    most: float,
) -> AgentScore:
    """The result of an agent. most: what anybody won or lost in a game at most."""
    wins, losses = sum(share == 1 for share in shares), sum(share == 0 for share in shares)
    elo, interval = (0.0, (0.0, 0.0)) if index == 0 else elo_difference(shares, first)
    return AgentScore(
        name,
        wins,
        len(shares) - wins - losses,
        losses,
        sum(shares) / len(shares),
        mean_interval(shares),
        elo,
        interval,
        sum(gained) / len(gained),
        range_interval(gained, most),
    )


def wilson(share: float, count: int) -> tuple[float, float]:
    """The 95% score interval of a share of `count` games (Wilson 1927).

    With draws, which have less variance than wins and losses, it is conservative.
    """
    spread = Z95 * Z95 / count
    centre = (share + spread / 2) / (1 + spread)
    half = Z95 / (1 + spread) * math.sqrt(share * (1 - share) / count + spread / (4 * count))
    return max(0.0, centre - half), min(1.0, centre + half)
