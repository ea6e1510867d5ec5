"""The ranking-points of this place.

Games between accounts and bots count. Tournament games count for guests and named bots as well, but
their points belong to a name within that tournament, so that nobody gets another player's points by
taking the name.
"""

from __future__ import annotations

import dataclasses
from collections import deque
from typing import Any

from ludarium import catalogue
from ludarium.database.store import Store
from ludarium.errors import UnknownGameError
from ludarium.phrases import Translator
from ludarium.ratings.ranking_points import Points, Scheme
from ludarium.rules.game import Game
from ludarium.tables.names import DELETED
from ludarium.web.people.finished_games import FinishedGames
from ludarium.web.people.ranking import account_key, former_key, rated_players

__all__ = ["Leaderboard", "players_of", "point_games"]

EXPLAINED = 30  # latest games whose changes are kept


class Leaderboard(FinishedGames):
    """Ranking-points of all finished games that have them."""

    def __init__(self, store: Store, scheme: Scheme) -> None:
        super().__init__(store)
        self.scheme = scheme
        self._points = Points(scheme)
        self._changes: deque[dict[str, Any]] = deque(maxlen=EXPLAINED)
        self._shown: dict[str, dict[str, Any]] = {}

    async def to_json(self, translate: Translator) -> dict[str, Any]:
        """The leaderboard, and the latest games with each change and its reason, newest first."""
        async with self._lock:
            await self._take_in()
        rows = [
            {**dataclasses.asdict(row), **self._shown[row.player]} for row in self._points.board()
        ]
        games = [
            {
                **game,
                "changes": [
                    {**change, "reason": translate(change["reason"])} for change in game["changes"]
                ],
            }
            for game in reversed(self._changes)
        ]
        return {"scheme": self.scheme, "board": rows, "changes": games}

    def forget(self, account: str, former: str) -> None:
        old, new = account_key(account), former_key(former)
        self._points.rename(old, new)
        nobody = {"name": str(DELETED), "account": None}
        if shown := self._shown.pop(old, None):
            self._shown[new] = {**shown, **nobody}
        for game in self._changes:
            for change in game["changes"]:
                if change["account"] and account_key(change["account"]) == old:
                    change.update(nobody)

    def _add(self, summary: dict[str, Any]) -> None:
        if not has_points(summary["game"]):
            return
        players = players_of(summary)
        returns = summary["result"]["returns"]
        winners = [
            player
            for player, gained in zip(players, returns, strict=False)
            if gained == max(returns)
        ]
        if not players or len(winners) > 1:
            return
        shown = [
            {"name": seat["name"], "account": seat["account"], "agent": seat["agent"]}
            for seat in summary["seats"]
        ]
        self._shown.update(zip(players, shown, strict=True))
        changes = self._points.add(players, winners)
        changed = [
            {
                **who,
                "before": change.before,
                "change": change.change,
                "after": change.after,
                "reason": change.reason,
            }
            for who, change in zip(shown, changes, strict=True)
        ]
        self._changes.append(
            {"table": summary["id"], "ended": summary["ended"], "changes": changed}
        )


def point_games() -> list[Game]:
    """The games of the catalogue that have ranking-points."""
    games = (catalogue.find(name) for name in catalogue.names())
    return [game for game in games if game.ranking_points]


def has_points(name: str) -> bool:
    """Return whether the game of this name has ranking-points; False if it is unknown."""
    try:
        return catalogue.find(name).ranking_points
    except UnknownGameError:
        return False


def players_of(summary: dict[str, Any]) -> list[str]:
    """The keys of the players in seat order; empty if the game does not count."""
    if not summary.get("tournament"):
        return rated_players(summary)
    if summary["ply"] == 0 or summary["result"]["reason"] == "abandoned":
        return []
    return [
        account_key(seat["account"])
        if seat["account"]
        else f"name:{summary['tournament']}:{seat['name'].casefold()}"
        for seat in summary["seats"]
    ]
