"""Leagues: every agent plays every other at every game, in games from the same opening, in which
each sits once at each seat.
"""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludarium import catalogue, jobs
from ludarium.agents import agent
from ludarium.errors import LudariumError
from ludarium.jobs import Workers
from ludarium.matches.alpharank import alpharank
from ludarium.matches.bradley_terry import elo_intervals, fitted_elo
from ludarium.matches.exploitability import exploitability, is_small
from ludarium.matches.games import play_game, play_opening
from ludarium.matches.match import shares_of
from ludarium.play.agent import prepare
from ludarium.play.position import Position, start
from ludarium.play.record import Record
from ludarium.rules.game import Game

__all__ = ["League", "LeagueStanding", "Pairing", "play_league", "standings_of"]


class Pairing(NamedTuple):
    """Games of two agents or more from the same opening, as many as seats, each agent once at each
    seat.
    """

    game: str
    """The name by which `catalogue.named` knows the game."""
    ruleset: str
    agents: tuple[str, ...]
    """By seat in the first game; in each other, all sit one seat further."""
    number: int
    """Among those of these agents at this game, from 0."""
    opening: int
    """Random moves before the agents play."""
    seed: int

    @property
    def mark(self) -> int:
        """A number that no other pairing has, kept in its records."""
        text = "\0".join(map(str, (*self.agents, self.game, self.ruleset, self[3:])))
        return int.from_bytes(hashlib.blake2s(text.encode(), digest_size=7).digest(), "big")

    @property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """The agents by seat, for each game."""
        return tuple(self.agents[turn:] + self.agents[:turn] for turn in range(len(self.agents)))


@dataclasses.dataclass(frozen=True)
class LeagueStanding:
    """The standing of an agent."""

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    """Mean points, of 1 a game, which those with the highest return share."""
    elo: float
    """By one fit to all games (`points_of`, `ludarium.matches.bradley_terry`); the mean of all
    agents is 0.
    """
    elo_interval: tuple[float, float]
    """95% interval of the Elo; of who won or lost all, with an infinite end."""
    alpharank: float
    """The share by `ludarium.matches.alpharank`, of 1 for all agents together."""


@dataclasses.dataclass(frozen=True)
class League:
    """The result of a league."""

    games: tuple[str, ...]
    """The games and rulesets, each as `connect4/standard`."""
    seats: int
    pairs: int
    """Openings of each two agents, or of as many as there are seats, at each game; from each there
    are as many games as seats.
    """
    opening: int
    seed: int
    standings: tuple[LeagueStanding, ...]
    """The best first."""
    cross: dict[str, dict[str, tuple[int, int, int]]]
    """The number of games in which each agent got more of the point than each other, as much, and
    less."""
    exploitability: dict[str, dict[str, float]]
    """By game and ruleset, of those that are small enough, and by agent, of those that tell with
    what probabilities they choose: `ludarium.matches.exploitability`.
    """


def play_league(
    games: Sequence[str | Path | Game | tuple[str | Path | Game, str | None]],
    agents: Sequence[str],
    *,
    seats: int = 2,
    pairs: int = 10,
    opening: int = 4,
    seed: int = 0,
    processes: int | None = None,
    workers: Workers | None = None,
    played: Iterable[Record] = (),
    on_game: Callable[[Record], None] | None = None,
) -> League:
    """Play a league of agents at games, each by itself or in a pair with a ruleset.

    At tables of more than two seats each set of as many agents plays, and from one opening to the
    next they sit in another order around the table.

    The games are the same on any number of processes, by default one for each processor, and on
    any other workers (`ludarium.jobs`) that are given instead. played: records of a league that
    was interrupted; pairings of which all games are there are not played again. on_game: called
    with the record of each new game, in the order in which they end.

    Raises LudariumError where there are fewer agents than seats or one comes twice, SeatsError
    where a game is not for so many, and what a match raises.
    """
    if seats < 2 or len(set(agents)) < max(seats, len(agents)):
        raise LudariumError(
            f"{len(agents)} agents at {seats} seats: a league has as many agents as a table has "
            "seats or more, each once, and two seats or more"
        )
    if pairs < 1 or opening < 0:
        raise LudariumError(f"{pairs} pairs, {opening} random moves: expected 1 or more, and 0")
    for name in agents:
        agent(name)
    pairs_given = [one if isinstance(one, tuple) else (one, None) for one in games]
    known = [(catalogue.game_of(game), ruleset) for game, ruleset in pairs_given]
    named = [(game, game.ruleset(ruleset).name) for game, ruleset in known]
    for game, _ in named:
        game.seat_number(seats)
    wanted = [
        Pairing(
            catalogue.found_again(game.name), ruleset, around(group, number), number, opening, seed
        )
        for game, ruleset in named
        for number in range(pairs)
        for group in itertools.combinations(agents, seats)
    ]
    kept = {
        (record.seed, record.players): record
        for record in played
        if record.seed is not None and record.over
    }
    left = [one for one in wanted if any((one.mark, who) not in kept for who in one.seatings)]
    with nullcontext(workers) if workers else jobs.processes(processes) as staff:
        for pairing, records in staff.map(play_pairing, left):
            for record in records:
                if on_game and (pairing.mark, record.players) not in kept:
                    on_game(record)
                kept[pairing.mark, record.players] = record
    # in the order of the schedule, as sums of fractions depend on theirs
    done = [kept[one.mark, who] for one in wanted for who in one.seatings]
    titles = tuple(f"{game.name}/{ruleset}" for game, ruleset in named)
    return League(
        titles,
        seats,
        pairs,
        opening,
        seed,
        standings_of(done, agents),
        cross_of(done, agents),
        {
            title: gains
            for title, (game, ruleset) in zip(titles, named, strict=True)
            if (gains := exploitability_of(start(game, ruleset, seats), agents))
        },
    )


def exploitability_of(first: Position, agents: Sequence[str]) -> dict[str, float]:
    """By agent, of those whose exploitability can be told."""
    players = {name: agent(name) for name in agents}
    telling = {name: one for name, one in players.items() if hasattr(one, "probabilities")}
    if not telling or not is_small(first.game, first.state):
        return {}
    gains = {name: exploitability(one, first) for name, one in telling.items()}
    return {name: gain for name, gain in gains.items() if gain is not None}


def around(agents: Sequence[str], number: int) -> tuple[str, ...]:
    """The agents in the order of this number around a table; each order comes as often as each
    other, and the first agent is always the first.
    """
    first, *others = agents
    orders = math.factorial(len(others))
    return first, *next(itertools.islice(itertools.permutations(others), number % orders, None))


def play_pairing(pairing: Pairing) -> list[Record]:
    """All games."""
    game = catalogue.find(catalogue.named(pairing.game))
    records = []
    for turn, names in enumerate(pairing.seatings):
        source = random.Random(f"{pairing.mark}/{turn}")
        players = [agent(name, source.getrandbits(62)) for name in names]
        record = Record.new(
            game,
            names,
            ruleset=pairing.ruleset,
            seed=pairing.mark,
            repetition=game.repetition,
        )
        prepare(players, record.first)
        play_opening(record, pairing.opening, random.Random(pairing.mark))
        play_game(record, players, chance=random.Random(f"{pairing.mark}/chance"))
        records.append(record)
    return records


def points_of(records: Iterable[Record], agents: Sequence[str]) -> Any:
    """Array of agents by agents: the points that the one of the row got at tables with the one of
    the column, for ratings of the two.

    At a table of k seats the point that an agent got counts 2 / k against each other there. Where
    an agent gets the point with a chance in proportion to its strength (Luce 1959), whether it is
    the one or the other of two that gets it, if either does, is the model of Bradley and Terry; and
    between equals the weight gives the game the information about strengths that it has.
    """
    place = {name: number for number, name in enumerate(agents)}
    points = np.zeros((len(agents), len(agents)))
    for record in records:
        seats = [place[name] for name in record.players]
        for own, share in zip(seats, shares_of(record.returns), strict=True):
            points[own, [other for other in seats if other != own]] += share * 2 / len(seats)
    return points


def drawn_of(records: Iterable[Record], agents: Sequence[str]) -> list[float]:
    """The share of each agent's encounters at tables that were drawn, weighted as `points_of`."""
    drawn, met = dict.fromkeys(agents, 0.0), dict.fromkeys(agents, 0.0)
    for record in records:
        shares = shares_of(record.returns)
        for one, other in itertools.permutations(range(len(shares)), 2):
            weight = 2 / len(shares)
            drawn[record.players[one]] += 2 * min(shares[one], shares[other]) * weight
            met[record.players[one]] += (shares[one] + shares[other]) * weight
    return [drawn[name] / met[name] if met[name] else 0.0 for name in agents]


Cross = dict[str, dict[str, tuple[int, int, int]]]


def cross_of(records: Iterable[Record], agents: Sequence[str]) -> Cross:
    """The number of games in which each agent got more of the point than each other, as much, and
    less.
    """
    counts: defaultdict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    for record in records:
        seated = list(zip(record.players, shares_of(record.returns), strict=True))
        for (own, share), (other, theirs) in itertools.permutations(seated, 2):
            counts[own, other][(share > theirs) - (share < theirs)] += 1
    return {
        own: {
            other: (counts[own, other][1], counts[own, other][0], counts[own, other][-1])
            for other in agents
            if other != own
        }
        for own in agents
    }


def standings_of(records: Sequence[Record], agents: Sequence[str]) -> tuple[LeagueStanding, ...]:
    """The standings of these agents in games between them, the best first."""
    points = points_of(records, agents)
    ratings, _ = fitted_elo(points)
    intervals = elo_intervals(points, drawn_of(records, agents))
    met = points + points.T
    shares = alpharank(np.divide(points, met, out=np.full_like(points, 0.5), where=met > 0))
    gained: defaultdict[str, list[float]] = defaultdict(list)
    for record in records:
        for name, share in zip(record.players, shares_of(record.returns), strict=True):
            gained[name].append(share)
    standings = []
    rows = zip(agents, ratings.tolist(), intervals, shares.tolist(), strict=True)
    for name, elo, interval, share in rows:
        own = gained[name]
        wins, losses = own.count(1.0), own.count(0.0)
        standings.append(
            LeagueStanding(
                name,
                len(own),
                wins,
                len(own) - wins - losses,
                losses,
                math.fsum(own) / len(own) if own else 0.0,
                elo,
                interval,
                share,
            )
        )
    return tuple(sorted(standings, key=lambda one: -one.elo))
