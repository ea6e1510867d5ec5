"""The ranking-points of this place: of Ahyoheek's games between people who have an account, and
bots; in tournaments also of guests and bots by their names, whose points hold within that
tournament: so nobody comes to another's points by taking their name.
"""

from __future__ import annotations

import asyncio
import dataclasses
import time
from collections import deque
from typing import Any

from ludarium.database.store import Store
from ludarium.phrases import Teller
from ludarium.ratings.ranking_points import Points, Scheme
from ludarium.web.services.ranking import OVERLAP, SETTLED, account_key, rated_players

__all__ = ["Leaderboard"]

GAME = "ahyoheek"  # the one game whose tabletop rules have ranking-points
EXPLAINED = 30  # games whose changes are kept


class Leaderboard:
    """Takes in games as `Ranking` does: once they are settled, in the order in which they ended."""

    def __init__(self, store: Store, scheme: Scheme) -> None:
        self._store, self.scheme = store, scheme
        self._points = Points(scheme)
        self._changes: deque[dict[str, Any]] = deque(maxlen=EXPLAINED)
        self._shown: dict[str, dict[str, Any]] = {}
        self._seen: dict[str, float] = {}
        self._newest = 0.0
        self._lock = asyncio.Lock()

    async def told(self, tell: Teller) -> dict[str, Any]:
        """The leaderboard and the last games, the newest first, with what each brought and why."""
        async with self._lock:
            await self._take_in()
        rows = [
            {**dataclasses.asdict(row), **self._shown[row.player]} for row in self._points.board()
        ]
        games = [
            {
                **game,
                "changes": [
                    {**change, "reason": tell(change["reason"])} for change in game["changes"]
                ],
            }
            for game in reversed(self._changes)
        ]
        return {"scheme": self.scheme, "board": rows, "changes": games}

    async def _take_in(self) -> None:
        settled, last = time.time() - SETTLED, (self._newest - OVERLAP, "")
        while batch := await self._store.ended_after(*last, settled):
            for summary in batch:
                last = summary["ended"], summary["id"]
                if summary["game"] == GAME and summary["id"] not in self._seen:
                    self._seen[summary["id"]] = summary["ended"]
                    self._add(summary)
        self._newest = max(self._newest, last[0])
        self._seen = {
            table: ended for table, ended in self._seen.items() if ended >= self._newest - OVERLAP
        }

    def _add(self, summary: dict[str, Any]) -> None:
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
        told = [
            {
                **who,
                "before": change.before,
                "change": change.change,
                "after": change.after,
                "reason": change.reason,
            }
            for who, change in zip(shown, changes, strict=True)
        ]
        self._changes.append({"table": summary["id"], "ended": summary["ended"], "changes": told})


def players_of(summary: dict[str, Any]) -> list[str]:
    """Whose points the game changes, seat by seat; nobody's where it does not count."""
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
