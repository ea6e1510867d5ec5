"""Ranking-points, as at the neighbourhood tables of Ahyoheek: kept per place (a server, a club),
and every change explained.

Scheme `archive`: the winner of a game gains, for each other seat, that player's rank, 1 at least;
the others lose nothing. Everyone starts at 0. Scheme `live`: everyone starts at 100; each winner
gains the number of seats that did not win; every other seat, and whoever leaves a running game,
loses 1, never below 0. The rank of a total p is 0 if p is 0, else the least r of 1 and up with p <=
100 (1 + (1 + ... + r)).
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from ludarium.phrases import counted, listed, say
from ludarium.play.record import Record
from ludarium.ratings.ratings import counts

__all__ = ["SCHEMES", "Change", "LeaderboardRow", "Points", "from_records", "last_point", "rank"]

Scheme = Literal["archive", "live"]
# with the points that everyone starts with
SCHEMES: dict[Scheme, int] = {"archive": 0, "live": 100}
TOP = 10


def last_point(of: int) -> int:
    """The most points of this rank: 0 of rank 0, then 200, 400, 700, 1100, ..."""
    return 100 * (1 + of * (of + 1) // 2) if of else 0


def rank(points: int) -> int:
    """The rank of a total.

    >>> [rank(points) for points in (0, 1, 200, 201, 400, 401, 700, 701, 1100)]
    [0, 1, 1, 2, 2, 3, 3, 4, 4]
    """
    if points <= 0:
        return 0
    hundreds = -(-points // 100) - 1  # the least r with r (r + 1) / 2 of this or more
    root = (math.isqrt(8 * hundreds + 1) - 1) // 2
    return max(1, root if root * (root + 1) // 2 >= hundreds else root + 1)


@dataclasses.dataclass(frozen=True, slots=True)
class Change:
    """A change of a player's points by a game."""

    player: str
    before: int
    change: int
    """The change as applied, after the limit at 0."""
    reason: str
    """A Phrase."""

    @property
    def after(self) -> int:
        """The player's points after the game."""
        return self.before + self.change


@dataclasses.dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A row of the leaderboard."""

    place: int
    """From 1; shared by players with equal points."""
    player: str
    points: int
    rank: int


class Points:
    """The ranking-points of all players of a place, a function of its games in order."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme
        self._points: dict[str, int] = {}

    def of(self, player: str) -> int:
        """The player's points."""
        return self._points.get(player, SCHEMES[self.scheme])

    def rename(self, old: str, new: str) -> None:
        """Let a player be known by another name, which no other has."""
        if old in self._points:
            self._points[new] = self._points.pop(old)

    def add(
        self, players: Sequence[str], winners: Collection[str], left: Collection[str] = ()
    ) -> list[Change]:
        """Count a game. Returns a change for each player, in order.

        players: in seat order. Raises ValueError where a player sat twice, or a winner had no seat
        or left.
        """
        if len(set(players)) != len(players) or len(players) < 2:
            raise ValueError(f"players {list(players)}: expected two or more, each once")
        if not set(winners) <= set(players) - set(left):
            raise ValueError(f"winners {sorted(winners)}: expected players who stayed")
        if self.scheme == "archive" and len(winners) > 1:
            raise ValueError(
                f"winners {sorted(winners)}: expected one at most, for a game has one winner"
            )
        change_of = self._archive if self.scheme == "archive" else self._live
        changes = [change_of(player, players, winners, left) for player in players]
        for change in changes:
            self._points[change.player] = change.after
        return changes

    def _archive(
        self, player: str, players: Sequence[str], winners: Collection[str], left: Collection[str]
    ) -> Change:
        if player not in winners:
            return Change(player, self.of(player), 0, say("0: only the winner's points change"))
        ranks = [max(1, rank(self.of(other))) for other in players if other != player]
        gained = sum(ranks)
        named = listed([str(rank_of_other) for rank_of_other in ranks])
        reason = counted(
            "+{gained}: the other was of rank {ranks}",
            "+{gained}: the others were of rank {ranks}",
            len(ranks),
            gained=gained,
            ranks=named,
        )
        return Change(player, self.of(player), gained, reason)

    def _live(
        self, player: str, players: Sequence[str], winners: Collection[str], left: Collection[str]
    ) -> Change:
        before = self.of(player)
        if player in winners:
            gained = len(players) - len(winners)
            reason = counted(
                "+{gained}: {n} other did not win",
                "+{gained}: {n} others did not win",
                gained,
                gained=gained,
            )
            return Change(player, before, gained, reason)
        if before == 0:
            return Change(player, 0, 0, say("0: nobody falls below 0"))
        return Change(
            player,
            before,
            -1,
            say("−1: left the game") if player in left else say("−1: did not win"),
        )

    def board(self, most: int = TOP) -> list[LeaderboardRow]:
        """The leaderboard: the best players by points.

        Players with equal points share a place and come in alphabetical order; all who share the
        last place are included.
        """
        ordered = sorted(
            self._points, key=lambda player: (-self._points[player], player.casefold(), player)
        )
        rows: list[LeaderboardRow] = []
        for number, player in enumerate(ordered, 1):
            points = self._points[player]
            place = rows[-1].place if rows and rows[-1].points == points else number
            if place > most:
                break
            rows.append(LeaderboardRow(place, player, points, rank(points)))
        return rows


def from_records(records: Iterable[Record], scheme: Scheme) -> tuple[Points, list[list[Change]]]:
    """The points after these games in order, and the changes of each game that counts.

    A game counts if it ended with winners. Records do not say who left, so leavers lose as others
    do.
    """
    points, changes = Points(scheme), []
    for record in records:
        best = max(record.returns, default=0.0)
        winners = [
            player
            for player, gained in zip(record.players, record.returns, strict=False)
            if gained == best
        ]
        if (
            counts(record)
            and len(winners) < len(record.players)
            and (scheme == "live" or len(winners) == 1)
        ):
            changes.append(points.add(record.players, winners))
    return points, changes
