"""Statistics of a person's games: opponents and results against them, streaks, best wins."""

from __future__ import annotations

import dataclasses
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from ludarium.database.store import Store
from ludarium.ratings.ratings import Ratings
from ludarium.web.people.ranking import Ranking, account_key

__all__ = ["Career", "Opponent", "PlayerStats", "career"]

MOST_GAMES = 1_000  # that are added up, the latest
KEPT = 60.0  # seconds
MOST_KEPT = 500  # careers
MOST_OPPONENTS = 12
MOST_WINS = 5


@dataclasses.dataclass(slots=True)
class Opponent:
    """Somebody who was met, and the results against them."""

    account: str | None
    """A person's name; None for a bot, and for all guests together."""
    agent: str | None
    """A bot."""
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """The number of times that they met."""
        return self.won + self.drawn + self.lost


@dataclasses.dataclass(slots=True)
class Career:
    """Statistics of the latest games."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    streak: int = 0
    """Wins in a row up to the last game."""
    longest: int = 0
    """The most wins in a row."""
    people: list[Opponent] = dataclasses.field(default_factory=list)
    """The people who were met most, guests as one."""
    bots: list[Opponent] = dataclasses.field(default_factory=list)
    """By level."""
    best: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    """Wins in games of two against whoever is rated highest now: the table, the game, the opponent
    and their rating.
    """


class PlayerStats:
    """The careers of accounts, each added up at most once a minute."""

    def __init__(self, store: Store, ranking: Ranking) -> None:
        self._store, self._ranking = store, ranking
        self._kept: OrderedDict[tuple[str, bool], tuple[float, Career]] = OrderedDict()

    async def of(self, account: dict[str, Any], own: bool) -> Career:
        """The account's career; own: with games that not everybody may see."""
        key, now = (account["key"], own), time.monotonic()
        at, kept = self._kept.pop(key, (-KEPT, Career()))
        if now - at >= KEPT:
            games = await self._store.table_index.summaries(
                status="over", holder=account["holder"], shown=not own, limit=MOST_GAMES
            )
            ratings = await self._ranking.all()
            kept, at = career(account["name"], games, ratings), now
        self._kept[key] = (at, kept)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return kept


def career(
    account: str, summaries: Sequence[dict[str, Any]], ratings: Mapping[str, Ratings]
) -> Career:
    """Compute the statistics of an account's finished games, given the latest first."""
    totals, opponents = Career(), dict[tuple[str | None, str | None], Opponent]()
    wins: list[dict[str, Any]] = []
    for one in reversed(summaries):
        returns = one["result"]["returns"]
        seats = [n for n, seat in enumerate(one["seats"]) if is_of(seat, account)]
        if len(seats) != 1 or not returns or one["result"]["reason"] == "abandoned":
            continue
        (own,) = seats
        totals.games += 1
        others = [n for n in range(len(returns)) if n != own]
        for other in others:
            seat = one["seats"][other]
            key = (seat["account"], seat["agent"])
            met = opponents.setdefault(key, Opponent(*key))
            met.won += returns[own] > returns[other]
            met.drawn += returns[own] == returns[other]
            met.lost += returns[own] < returns[other]
        best = max(returns)
        won = returns[own] == best and min(returns) < best
        drawn = min(returns) == best
        if not others:  # alone: it is solved, or not
            won, drawn = best > 0, False
        totals.won += won
        totals.drawn += drawn
        totals.lost += not won and not drawn
        totals.streak = totals.streak + 1 if won else 0
        totals.longest = max(totals.longest, totals.streak)
        if won and len(others) == 1:
            wins += win(one, one["seats"][others[0]], ratings)
    met_most = sorted(opponents.values(), key=lambda met: (-met.games, met.account or "~"))
    totals.people = [met for met in met_most if met.agent is None][:MOST_OPPONENTS]
    totals.bots = sorted(
        (met for met in met_most if met.agent is not None), key=lambda met: met.agent or ""
    )[:MOST_OPPONENTS]
    totals.best = best_of(wins)
    return totals


def is_of(seat: dict[str, Any] | None, account: str) -> bool:
    return bool(seat and seat["account"] and seat["account"].casefold() == account.casefold())


def win(
    one: dict[str, Any], beaten: dict[str, Any], ratings: Mapping[str, Ratings]
) -> list[dict[str, Any]]:
    """A win against a rated opponent; nothing where they have no rating."""
    if one["game"] not in ratings or not (beaten["agent"] or beaten["account"]):
        return []
    key = f"bot:{beaten['agent']}" if beaten["agent"] else account_key(beaten["account"])
    rating = ratings[one["game"]].of(key)
    if rating is None:
        return []
    names = {"account": beaten["account"], "agent": beaten["agent"]}
    return [{"table": one["id"], "game": one["game"], **names, "rating": rating.rating}]


def best_of(wins: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The wins against the highest rated, the latest against each at a game."""
    latest = {(one["game"], one["account"], one["agent"]): one for one in wins}
    return sorted(latest.values(), key=lambda one: -one["rating"])[:MOST_WINS]
