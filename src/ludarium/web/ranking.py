"""The ratings of accounts and bots, from the finished games of the database."""

from __future__ import annotations

import asyncio
import dataclasses
from typing import Any

from ludarium.events.ratings import Ratings
from ludarium.tables.store import Store

__all__ = ["Ranking"]


class Ranking:
    """Takes in finished games as they come, in the order in which they ended."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._games: dict[str, Ratings] = {}
        self._last = (0.0, "")
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

    async def _take_in(self) -> None:
        while batch := await self._store.ended_after(*self._last):
            for summary in batch:
                self._last = (summary["ended"], summary["id"])
                players = rated_players(summary)
                if players:
                    self._games.setdefault(summary["game"], Ratings()).add(players, summary["result"]["returns"])


def account_key(account: str) -> str:
    return f"account:{account.casefold()}"


def rated_players(summary: dict[str, Any]) -> list[str]:
    """Who is rated by this game, seat by seat; empty where it does not count: guests, one person on both sides, or not played to an end."""
    keys = []
    for seat in summary["seats"]:
        if seat is None or not (seat["agent"] or seat["account"]):
            return []
        keys.append(f"bot:{seat['agent']}" if seat["agent"] else account_key(seat["account"]))
    played = summary["result"]["reason"] != "abandoned" and summary["ply"] > 0
    return keys if played and len(set(keys)) == len(keys) else []
