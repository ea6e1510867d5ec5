"""The ratings of accounts and bots, from the finished games of the database."""

from __future__ import annotations

import asyncio
import dataclasses
import time
from typing import Any

from ludarium.database.store import Store
from ludarium.ratings.ratings import Ratings

__all__ = ["OVERLAP", "SETTLED", "Ranking", "account_key", "rated_players"]


SETTLED = 10.0  # seconds after which nearly all games that ended before are in the database
# seconds that servers' clocks may differ, and writing may take, until a game would be missed
OVERLAP = 60.0


class Ranking:
    """Takes in finished games, once they are settled, in the order in which they ended by the
    clocks of their servers; those that come late count when they come.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._games: dict[str, Ratings] = {}
        # of each player that is rated: the name of the account, or the agent
        self._shown: dict[str, dict[str, Any]] = {}
        self._seen: dict[str, float] = {}  # when the games that were taken in last had ended
        self._newest = 0.0
        self._lock = asyncio.Lock()

    async def of(self, account: str) -> dict[str, dict[str, Any]]:
        """The account's rating at each game that it has played."""
        async with self._lock:
            await self._take_in()
        found = {game: ratings.of(account_key(account)) for game, ratings in self._games.items()}
        return {game: dataclasses.asdict(rating) for game, rating in found.items() if rating}

    async def all(self) -> dict[str, Ratings]:
        """The ratings at each game, by its name."""
        async with self._lock:
            await self._take_in()
            return dict(sorted(self._games.items()))

    async def best(self, most: int) -> dict[str, list[dict[str, Any]]]:
        """The best players at each game that was played, people and bots."""
        async with self._lock:
            await self._take_in()
        return {
            game: [
                {**self._shown[key], **dataclasses.asdict(rating)}
                for key, rating in ratings.best(most).items()
            ]
            for game, ratings in sorted(self._games.items())
        }

    async def _take_in(self) -> None:
        settled, last = time.time() - SETTLED, (self._newest - OVERLAP, "")
        while batch := await self._store.ended_after(*last, settled):
            for summary in batch:
                last = summary["ended"], summary["id"]
                if summary["id"] not in self._seen:
                    self._seen[summary["id"]] = summary["ended"]
                    self._add(summary)
        self._newest = max(self._newest, last[0])
        self._seen = {
            table_id: ended
            for table_id, ended in self._seen.items()
            if ended >= self._newest - OVERLAP
        }

    def _add(self, summary: dict[str, Any]) -> None:
        if players := rated_players(summary):
            self._games.setdefault(summary["game"], Ratings()).add(
                players, summary["result"]["returns"]
            )
            seats = (
                {"account": seat["account"], "agent": seat["agent"]} for seat in summary["seats"]
            )
            self._shown.update(zip(players, seats, strict=True))


def account_key(account: str) -> str:
    return f"account:{account.casefold()}"


def rated_players(summary: dict[str, Any]) -> list[str]:
    """Who is rated by this game, seat by seat; empty where it does not count: guests, one person on
    both sides, or not played to an end.
    """
    keys = []
    for seat in summary["seats"]:
        if seat is None or not (seat["agent"] or seat["account"]):
            return []
        keys.append(f"bot:{seat['agent']}" if seat["agent"] else account_key(seat["account"]))
    played = summary["result"]["reason"] != "abandoned" and summary["ply"] > 0
    return keys if played and len(set(keys)) == len(keys) else []
