"""Ratings: how strong players are, from the results of games of two to many seats.

The method is Bradley and Terry's with partial pairings, as Weng and Lin made it Bayesian (Journal
of Machine Learning Research 12, 2011), by the library openskill. A rating is shown on Elo's scale:
400 points more mean ten times the odds, 1500 is where everybody begins.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Sequence
from typing import Any

from ludarium.play.record import Record

__all__ = ["Rating", "Ratings", "counts", "from_records"]

START = 1500
# how much surer than sure nobody gets: without it, the ratings of those who play much would freeze
DRIFT = 25 / 300


@dataclasses.dataclass(frozen=True, slots=True)
class Rating:
    """rating: the estimate; low, high: an interval that holds the strength with about 95%
    probability; games: how many it is made of.
    """

    rating: float
    low: float
    high: float
    games: int


class Ratings:
    """The ratings of all players at one game.

    They depend on the results and their order, and on nothing else.
    """

    def __init__(self) -> None:
        from openskill.models import BradleyTerryPart

        self._model = BradleyTerryPart(tau=DRIFT)
        self._players: dict[str, tuple[Any, int]] = {}
        self._scale = 400 / math.log(10) / (math.sqrt(2) * self._model.beta)

    def add(self, players: Sequence[str], returns: Sequence[float]) -> None:
        """Take in a game: who sat in each seat, and what each got. Equal returns are a draw."""
        if len(set(players)) != len(players):
            raise ValueError(f"players {list(players)}: expected that each sits once")
        teams = [
            [self._players[name][0] if name in self._players else self._model.rating()]
            for name in players
        ]
        rated = self._model.rate(teams, scores=list(returns))
        for name, (player,) in zip(players, rated, strict=True):
            self._players[name] = (player, self._players.get(name, (None, 0))[1] + 1)

    def best(self, most: int | None = None) -> dict[str, Rating]:
        """All players, or so many, those first who are surely strong: by the lower ends of their
        intervals, which few games leave low.
        """
        found = {player: rating for player in self._players if (rating := self.of(player))}
        return dict(sorted(found.items(), key=lambda one: (-one[1].low, one[0]))[:most])

    def of(self, player: str) -> Rating | None:
        """The rating of a player; None where there was no game."""
        if player not in self._players:
            return None
        found, games = self._players[player]
        middle, reach = (
            START + self._scale * (found.mu - self._model.mu),
            2 * self._scale * found.sigma,
        )
        return Rating(round(middle), round(middle - reach), round(middle + reach), games)

    def to_json(self) -> dict[str, dict[str, Any]]:
        """By player, in alphabetical order, what the ratings are made of, to the last digit: mu and
        sigma, as openskill has them.
        """
        return {
            player: {"mu": found.mu, "sigma": found.sigma, "games": games}
            for player, (found, games) in sorted(self._players.items())
        }


def counts(record: Record) -> bool:
    """Whether the record is rated: played to an end, by different players."""
    return (
        record.over
        and record.reason != "abandoned"
        and bool(record.moves)
        and len(set(record.players)) == len(record.players)
    )


def from_records(records: Iterable[Record]) -> dict[str, Ratings]:
    """The ratings at each game, by its name, from these records alone, in this order."""
    games: dict[str, Ratings] = {}
    for record in records:
        if counts(record):
            games.setdefault(record.first.game.name, Ratings()).add(record.players, record.returns)
    return dict(sorted(games.items()))
