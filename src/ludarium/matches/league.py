"""Leagues: every agent plays every other at every game, in pairs of games from the same opening."""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import os
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import NamedTuple

import numpy as np

from ludarium import catalogue
from ludarium.agents import agent
from ludarium.errors import LudariumError
from ludarium.matches.alpharank import alpharank
from ludarium.matches.bradley_terry import fitted_elo
from ludarium.matches.match import play_game, play_opening, shares_of
from ludarium.play.agent import prepare
from ludarium.play.record import Record
from ludarium.rules.game import Game

__all__ = ["League", "Pairing", "Standing", "play_league", "standings_of"]


class Pairing(NamedTuple):
    """Two games of two agents from the same opening, each agent once at each seat."""

    game: str
    """What `catalogue.named` knows the game by."""
    ruleset: str
    agents: tuple[str, str]
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


@dataclasses.dataclass(frozen=True)
class Standing:
    """How an agent did."""

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    """Mean points, of 1 a game."""
    elo: float
    """By one fit to all games (`ludarium.matches.bradley_terry`); the mean of all agents is 0."""
    elo_interval: tuple[float, float]
    """95% interval of the Elo."""
    alpharank: float
    """Its share by `ludarium.matches.alpharank`, of 1 for all agents together."""


@dataclasses.dataclass(frozen=True)
class League:
    """The result of a league."""

    games: tuple[str, ...]
    """Each game and ruleset, as `connect4/standard`."""
    pairs: int
    """Pairs of games of each two agents at each game."""
    opening: int
    seed: int
    standings: tuple[Standing, ...]
    """The best first."""
    cross: dict[str, dict[str, tuple[int, int, int]]]
    """Wins, draws and losses of each agent against each other."""


def play_league(
    games: Sequence[tuple[Game, str | None]],
    agents: Sequence[str],
    *,
    pairs: int = 10,
    opening: int = 4,
    seed: int = 0,
    processes: int | None = None,
    played: Iterable[Record] = (),
    on_game: Callable[[Record], None] | None = None,
) -> League:
    """Play a league of agents at games of two seats, each with a ruleset or its default one.

    The games are the same on any number of processes, by default one for each processor. played:
    records of a league that was interrupted; pairings of which both games are there are not played
    again. on_game: called with the record of each new game, in the order in which they end.

    Raises LudariumError where a game is not for two, there are fewer than two agents or one comes
    twice, and what a match raises.
    """
    if len(set(agents)) < max(2, len(agents)):
        raise LudariumError("a league has two agents or more, each once")
    if pairs < 1 or opening < 0:
        raise LudariumError(f"{pairs} pairs, {opening} random moves: expected 1 or more, and 0")
    for name in agents:
        agent(name)
    named = [(game, game.ruleset(ruleset).name) for game, ruleset in games]
    for game, _ in named:
        game.seat_number(2)
    wanted = [
        Pairing(catalogue.found_again(game.name), ruleset, two, number, opening, seed)
        for game, ruleset in named
        for number in range(pairs)
        for two in itertools.combinations(agents, 2)
    ]
    kept: defaultdict[int, list[Record]] = defaultdict(list)
    for record in played:
        if record.seed is not None and record.over:
            kept[record.seed].append(record)
    done = [record for one in wanted for record in kept[one.mark] if len(kept[one.mark]) == 2]
    left = [one for one in wanted if len(kept[one.mark]) != 2]
    for record in _played(left, processes or os.cpu_count() or 1):
        done.append(record)
        if on_game:
            on_game(record)
    standings, cross = standings_of(done, agents)
    titles = tuple(f"{game.name}/{ruleset}" for game, ruleset in named)
    return League(titles, pairs, opening, seed, standings, cross)


def _played(pairings: Sequence[Pairing], processes: int) -> Iterable[Record]:
    """The records of all pairings, as they are played."""
    if processes == 1 or len(pairings) < 2:
        for pairing in pairings:
            yield from map(Record.from_json, play_pairing(pairing))
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        try:
            for done in as_completed([pool.submit(play_pairing, one) for one in pairings]):
                yield from map(Record.from_json, done.result())
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def play_pairing(pairing: Pairing) -> list[str]:
    """Both games, as the JSON of their records."""
    game = catalogue.find(catalogue.named(pairing.game))
    records = []
    for swapped in (False, True):
        names = pairing.agents[::-1] if swapped else pairing.agents
        source = random.Random(f"{pairing.mark}/{swapped}")
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
        records.append(record.to_json())
    return records


def standings_of(
    records: Iterable[Record], agents: Sequence[str]
) -> tuple[tuple[Standing, ...], dict[str, dict[str, tuple[int, int, int]]]]:
    """Standings, the best first, and the cross table of games of two seats between these agents."""
    place = {name: number for number, name in enumerate(agents)}
    points = np.zeros((len(agents), len(agents)))
    counts: defaultdict[tuple[str, str], Counter[float]] = defaultdict(Counter)
    for record in records:
        for seat, share in enumerate(shares_of(record.returns)):
            own, other = record.players[seat], record.players[1 - seat]
            points[place[own], place[other]] += share
            counts[own, other][share] += 1
    ratings, halves = fitted_elo(points)
    shares = alpharank(points / np.maximum(points + points.T, 1)).tolist()
    cross = {
        own: {
            other: (counts[own, other][1.0], counts[own, other][0.5], counts[own, other][0.0])
            for other in agents
            if other != own
        }
        for own in agents
    }
    standings = []
    found = zip(agents, ratings.tolist(), halves.tolist(), shares, strict=True)
    for name, elo, half, share in found:
        wins, draws, losses = (sum(result[n] for result in cross[name].values()) for n in range(3))
        games = wins + draws + losses
        score = (wins + draws / 2) / games if games else 0.0
        interval = (elo - half, elo + half)
        standings.append(Standing(name, games, wins, draws, losses, score, elo, interval, share))
    return tuple(sorted(standings, key=lambda one: -one.elo)), cross
