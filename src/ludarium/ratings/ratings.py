"""Ratings of players, from the results of games with two or more seats.

The method is the Bayesian Bradley-Terry model with partial pairings of Weng and Lin (Journal of
Machine Learning Research 12, 2011), by the library openskill. Ratings are shown on the Elo scale:
400 points mean tenfold odds; 1500 is the initial rating.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Sequence
from typing import Any

from ludarium.extras import require
from ludarium.play.record import Record

__all__ = ["START", "Rating", "Ratings", "counts", "from_records"]

START = 1500
"""The initial rating."""
# how much surer than sure nobody gets: without it, the ratings of those who play much would freeze
DRIFT = 25 / 300


@dataclasses.dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating, on the Elo scale."""

    rating: float
    """The estimate."""
    low: float
    """Lower end of the 95% interval."""
    high: float
    """Upper end of the 95% interval."""
    games: int
    """Number of games rated."""


class Ratings:
    """The ratings of all players at one game, a function of its results in order."""

    def __init__(self) -> None:
        require("desk", "A rating")
        from openskill.models import BradleyTerryPart

        self._model = BradleyTerryPart(tau=DRIFT)
        self._players: dict[str, tuple[Any, int]] = {}
        self._scale = 400 / math.log(10) / (math.sqrt(2) * self._model.beta)

    def add(self, players: Sequence[str], returns: Sequence[float]) -> None:
        """Count a game.

        players: in seat order. returns: of each seat; equal returns are a draw.
        """
        if len(set(players)) != len(players):
            raise ValueError(f"players {list(players)}: expected that each sits once")
        teams = [
            [self._players[name][0] if name in self._players else self._model.rating()]
            for name in players
        ]
        rated = self._model.rate(teams, scores=list(returns))
        for name, (player,) in zip(players, rated, strict=True):
            self._players[name] = (player, self._players.get(name, (None, 0))[1] + 1)

    def rename(self, old: str, new: str) -> None:
        """Let a player be known by another name, which no other has."""
        if old in self._players:
            self._players[new] = self._players.pop(old)

    def best(self, most: int | None = None) -> dict[str, Rating]:
        """Players by the lower end of their interval, which is low after few games.

        most: limits the result.
        """
        ratings = {player: rating for player in self._players if (rating := self.of(player))}
        return dict(sorted(ratings.items(), key=lambda one: (-one[1].low, one[0]))[:most])

    def of(self, player: str) -> Rating | None:
        """The rating of a player; None without a game."""
        if player not in self._players:
            return None
        skill, games = self._players[player]
        middle, reach = (
            START + self._scale * (skill.mu - self._model.mu),
            2 * self._scale * skill.sigma,
        )
        return Rating(round(middle), round(middle - reach), round(middle + reach), games)

    def to_json(self) -> dict[str, dict[str, Any]]:
        """The exact mu and sigma of openskill by player, in alphabetical order."""
        return {
            player: {"mu": skill.mu, "sigma": skill.sigma, "games": games}
            for player, (skill, games) in sorted(self._players.items())
        }


def counts(record: Record) -> bool:
    """Return whether the record is rated: finished, between different players, of whom each made a
    move (FIDE Handbook B.02, 5.1).
    """
    return (
        record.over
        and record.reason != "abandoned"
        and len(set(record.players)) == len(record.players)
        and have_moved(record) == set(range(len(record.players)))
    )


def have_moved(record: Record) -> set[int]:
    """The seats that made a move."""
    seats: set[int] = set()
    position = record.position
    while (before := position.before) is not None and len(seats) < len(record.players):
        seats.update(seat for seat in before.movers if seat >= 0)
        position = before
    return seats


def from_records(records: Iterable[Record]) -> dict[str, Ratings]:
    """The ratings at each game by name, from these records in order."""
    games: dict[str, Ratings] = {}
    for record in records:
        if counts(record):
            games.setdefault(record.first.game.name, Ratings()).add(record.players, record.returns)
    return dict(sorted(games.items()))
