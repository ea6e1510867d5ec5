"""Matches between agents: many games, seats rotating, and what the results say about strength."""

from __future__ import annotations

import dataclasses
import math
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from ludarium.agents import agent
from ludarium.errors import EngineError, RecordError, SeatsError
from ludarium.matches.sprt import Sprt, SprtResult
from ludarium.play.agent import Agent, prepare
from ludarium.play.position import Move, Position, start
from ludarium.play.record import Record
from ludarium.rules.game import Game

__all__ = ["AgentScore", "MatchResult", "play_game", "play_match"]

Z95 = 1.959964  # standard deviations on either side that hold 95% of a normal distribution


def play_game(record: Record, agents: Sequence[Agent], most_moves: int = 100_000) -> Record:
    """Play the record's game to its end, one agent for each seat; a game of `most_moves` is
    abandoned as a draw.

    The seat of an agent that fails (EngineError) loses. Where a seat may sit out, it does so from
    then on while others still play.
    """
    failed: set[int] = set()
    while not record.over:
        if len(record.moves) >= most_moves:
            record.end("abandoned", (0.0,) * record.first.seats)
            break
        position = record.position
        begin = time.perf_counter()
        moves: dict[int, Any] = {}
        for seat in position.movers:
            try:
                moves[seat] = (
                    _absence(position, seat)
                    if seat in failed
                    else agents[seat].choose(position, seat)
                )
            except EngineError as error:
                failed.add(seat)
                still = [other for other in position.movers if other not in failed]
                if position.game.absent is None:
                    record.lose([seat], error.reason)
                    break
                if len(still) < 2:
                    record.lose(
                        set(range(position.seats)).difference(still or position.movers),
                        error.reason,
                    )
                    break
                moves[seat] = _absence(position, seat)
        else:
            record.play(moves, time.perf_counter() - begin)
    return record


def _absence(position: Position, seat: int) -> Move:
    assert position.game.absent is not None
    return position.move(seat, position.game.absent)


@dataclasses.dataclass(frozen=True)
class AgentScore:
    """How an agent did.

    score: its mean share of the point that a game is worth (a draw is shared), with a 95% interval;
    elo: its rating difference to the first agent that explains the scores, with a 95% interval;
    None where one of the two never scored.
    """

    name: str
    wins: int
    draws: int
    losses: int
    score: float
    score_interval: tuple[float, float]
    elo: float | None
    elo_interval: tuple[float, float] | None


@dataclasses.dataclass(frozen=True)
class MatchResult:
    """What came of a match: wins by seat with 95% intervals of their shares, and the agents' scores
    in the order of the arguments.

    elo_difference: of two agents, how much stronger the first is, with a 95% interval; None where
    one never scored, or there are more.
    sprt: what the sequential test came to, if there was one; seconds: how long the games took that
    were played now.
    """

    game: str
    ruleset: str
    seed: int
    games: int
    draws: int
    wins_by_seat: tuple[int, ...]
    seat_intervals: tuple[tuple[float, float], ...]
    agents: tuple[AgentScore, ...]
    elo_difference: float | None
    elo_interval: tuple[float, float] | None
    sprt: SprtResult | None
    mean_length: float
    seconds: float


def play_match(
    game: Game,
    agents: Sequence[str | Agent],
    *,
    ruleset: str | None = None,
    games: int = 100,
    seed: int = 0,
    opening: int = 0,
    sprt: Sprt | None = None,
    played: Sequence[Record] = (),
    on_game: Callable[[Record], None] | None = None,
) -> MatchResult:
    """Play `games` games between agents, one for each seat, given as text or as they are.

    Seats rotate from game to game, so that every agent has each seat equally often when `games` is
    a multiple of their number. The games of one such round begin with the same `opening` random
    moves. sprt: stop when this test of the first agent against the second is decided. played: the
    first games of this match, in order, from before it was interrupted; they count among `games`.
    on_game is called with the record of each new game. Raises AgentError, RecordError where
    `played` is of another match, RulesetError, SeatsError.
    """
    seats = game.seat_number(len(agents))
    if games < 1:
        raise SeatsError(f"a match has at least 1 game, not {games}")
    if sprt and seats != 2:
        raise SeatsError(f"a sequential test is between two agents, not {seats}")
    begin = time.perf_counter()
    # a match that goes on must not repeat the agents' first random numbers
    source = random.Random(f"{seed}/{len(played)}")
    players = [
        agent(who, source.getrandbits(62)) if isinstance(who, str) else who for who in agents
    ]
    names = [player.name for player in players]
    count = _Count(seats)
    for number, record in enumerate(played):
        _check_same_match(
            number, record, start(game, ruleset, seats), _seating(number, seats), names
        )
        count.add(record)
    if len(played) < games:
        prepare(players, start(game, ruleset, seats))
        begin = time.perf_counter()
    for number in range(len(played), games):
        if sprt and count.judge(sprt).decision != "open":
            break
        seating = _seating(number, seats)
        record = Record.new(
            game,
            [names[index] for index in seating],
            ruleset=ruleset,
            seed=seed,
            repetition=game.repetition,
        )
        _play_opening(record, opening, random.Random(f"{seed}/{number // seats}"))
        play_game(record, [players[index] for index in seating])
        count.add(record)
        if on_game:
            on_game(record)
    scores, games = count.scores, len(count.scores[0])
    elo, interval = elo_difference(scores[0], scores[1]) if seats == 2 else (None, None)
    return MatchResult(
        game=game.name,
        ruleset=game.ruleset(ruleset).name,
        seed=seed,
        games=games,
        draws=games - sum(count.wins_by_seat),
        wins_by_seat=tuple(count.wins_by_seat),
        seat_intervals=tuple(wilson(wins / games, games) for wins in count.wins_by_seat),
        agents=tuple(
            _score(name, own, scores[0], index)
            for index, (name, own) in enumerate(zip(names, scores, strict=True))
        ),
        elo_difference=elo,
        elo_interval=interval,
        sprt=count.judge(sprt) if sprt else None,
        mean_length=count.moves / games,
        seconds=time.perf_counter() - begin,
    )


def _seating(number: int, seats: int) -> list[int]:
    """Which agent sits where in the game of this number, from 0."""
    return [(seat + number) % seats for seat in range(seats)]


def _check_same_match(
    number: int, record: Record, first: Position, seating: Sequence[int], names: Sequence[str]
) -> None:
    expected = tuple(names[index] for index in seating)
    if record.first != first or record.players != expected:
        found = (
            f"{record.first.game.name}/{record.first.ruleset.name} of {' - '.join(record.players)}"
        )
        wanted = f"{first.game.name}/{first.ruleset.name} of {' - '.join(expected)}"
        raise RecordError(
            f"game {number + 1} is {found}, expected {wanted}: only the same match can go on"
        )
    if not record.over:
        raise RecordError(f"game {number + 1} is not over: only whole games count in a match")


class _Count:
    """What the games came to: the agents' shares of each game's point, and who won from which
    seat.
    """

    def __init__(self, seats: int) -> None:
        self.scores: list[list[float]] = [[] for _ in range(seats)]
        self.wins_by_seat = [0] * seats
        self.moves = 0

    def add(self, record: Record) -> None:
        shares = _shares(record.returns)
        if max(shares) == 1:
            self.wins_by_seat[shares.index(1)] += 1
        seating = _seating(len(self.scores[0]), len(shares))
        for share, index in zip(shares, seating, strict=True):
            self.scores[index].append(share)
        self.moves += len(record.moves)

    def judge(self, sprt: Sprt) -> SprtResult:
        """What the test says of the pairs that are complete."""
        own = self.scores[0]
        return sprt.judge(
            [(one + other) / 2 for one, other in zip(own[::2], own[1::2], strict=False)]
        )


def _play_opening(record: Record, moves: int, source: random.Random) -> None:
    for _ in range(moves):
        position: Position = record.position
        after = {seat: source.choice(position.legal_for(seat)) for seat in position.movers}
        if position.play(after).over:
            return
        record.play(after)  # type: ignore[arg-type]


def _shares(returns: Sequence[float]) -> list[float]:
    """The game's one point, shared equally by the seats with the highest return."""
    best = max(returns)
    count = sum(gained == best for gained in returns)
    return [1 / count if gained == best else 0.0 for gained in returns]


def _score(name: str, shares: Sequence[float], first: Sequence[float], index: int) -> AgentScore:
    wins, losses = sum(share == 1 for share in shares), sum(share == 0 for share in shares)
    elo, interval = (0.0, (0.0, 0.0)) if index == 0 else elo_difference(shares, first)
    mean = sum(shares) / len(shares)
    return AgentScore(
        name,
        wins,
        len(shares) - wins - losses,
        losses,
        mean,
        wilson(mean, len(shares)),
        elo,
        interval,
    )


def wilson(share: float, count: int) -> tuple[float, float]:
    """The 95% interval of a share of `count` games (Wilson 1927); with draws, which vary less than
    wins, it is on the wide side.
    """
    spread = Z95 * Z95 / count
    centre = (share + spread / 2) / (1 + spread)
    half = Z95 / (1 + spread) * math.sqrt(share * (1 - share) / count + spread / (4 * count))
    return max(0.0, centre - half), min(1.0, centre + half)


def elo_difference(
    shares: Sequence[float], others: Sequence[float]
) -> tuple[float | None, tuple[float, float] | None]:
    """The rating difference under which the expected scores of two players are in the ratio of
    those seen, with a 95% interval.

    A seat wins with probability proportional to 10 ** (rating / 400) (Bradley and Terry for two
    seats, Luce for more). The interval comes from the games' variance, by the delta method.
    """
    count = len(shares)
    mean, other = sum(shares) / count, sum(others) / count
    if not mean or not other:
        return None, None
    scale = 400 / math.log(10)
    elo = scale * math.log(mean / other)
    terms = [share / mean - rival / other for share, rival in zip(shares, others, strict=True)]
    half = Z95 * scale * math.sqrt(sum(term * term for term in terms)) / count
    return elo, (elo - half, elo + half)
