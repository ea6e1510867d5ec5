"""Ratings of accounts and bots, from the finished games of the database."""

from __future__ import annotations

import dataclasses
from typing import Any

from ludarium.database.store import Store
from ludarium.ratings.ratings import Ratings
from ludarium.tables.nets import NET
from ludarium.tables.programs import PROGRAM
from ludarium.web.people.finished_games import FinishedGames
from ludarium.web.people.rating_graphs import Graph, Track, graph

__all__ = ["Ranking", "account_key", "former_key", "rated_players"]


class Ranking(FinishedGames):
    """Ratings from all finished games."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._games: dict[str, Ratings] = {}
        self._tracks: dict[tuple[str, str], Track] = {}
        """Rating tracks of accounts, by game and player."""
        self._shown: dict[str, dict[str, Any]] = {}
        """The account or the agent of each rated player."""

    async def of(self, account: str) -> dict[str, dict[str, Any]]:
        """The account's rating at each game that it has played."""
        async with self._lock:
            await self._take_in()
        rating_of = {
            game: ratings.of(account_key(account)) for game, ratings in self._games.items()
        }
        return {game: dataclasses.asdict(rating) for game, rating in rating_of.items() if rating}

    async def graphs(self, account: str) -> dict[str, Graph]:
        """Return graphs of the account's rating, at each game that it has played at least twice."""
        async with self._lock:
            await self._take_in()
        key = account_key(account)
        graph_of = {
            game: graph(self._tracks[game, key].points)
            for game in self._games
            if (game, key) in self._tracks
        }
        return {game: drawn for game, drawn in graph_of.items() if drawn}

    async def all(self) -> dict[str, Ratings]:
        """The ratings at each game, by its name."""
        async with self._lock:
            await self._take_in()
            return dict(sorted(self._games.items()))

    async def best(self, most: int) -> dict[str, list[dict[str, Any]]]:
        """The best players at each game, people and bots."""
        async with self._lock:
            await self._take_in()
        return {
            game: [
                {**self._shown[key], **dataclasses.asdict(rating)}
                for key, rating in ratings.best().items()
                if any(self._shown[key].values())  # not those whose accounts are deleted
            ][:most]
            for game, ratings in sorted(self._games.items())
        }

    def forget(self, account: str, former: str) -> None:
        old, new = account_key(account), former_key(former)
        for ratings in self._games.values():
            ratings.rename(old, new)
        self._tracks = {key: track for key, track in self._tracks.items() if key[1] != old}
        if self._shown.pop(old, None):
            self._shown[new] = {"account": None, "agent": None}

    def _add(self, summary: dict[str, Any]) -> None:
        if players := rated_players(summary):
            game = summary["game"]
            ratings = self._games.setdefault(game, Ratings())
            ratings.add(players, summary["result"]["returns"])
            for player, seat in zip(players, summary["seats"], strict=True):
                if seat["account"] and (rating := ratings.of(player)):
                    self._tracks.setdefault((game, player), Track()).add(rating)
            seats = (
                {"account": seat["account"], "agent": seat["agent"]} for seat in summary["seats"]
            )
            self._shown.update(zip(players, seats, strict=True))


def account_key(account: str) -> str:
    """The key of an account among rated players."""
    return f"account:{account.casefold()}"


def former_key(former: str) -> str:
    """The key of whoever had an account that is deleted."""
    return f"former:{former}"


def player_key(seat: dict[str, Any]) -> str:
    """The key of a seat's player, who has one."""
    if seat["agent"]:
        return f"bot:{seat['agent']}"
    return account_key(seat["account"]) if seat["account"] else former_key(seat["former"])


def rated_players(summary: dict[str, Any]) -> list[str]:
    """The rated players in seat order; empty if the game does not count.

    Games with guests, of one seat, with one player in two seats, and games not played to an end do
    not count; nor do games in which a seat made no move, or a bot let moves be taken back (`rated`
    False); nor do games with nets and programs, as another may come by the same name.
    """
    if summary.get("rated") is False:
        return []
    keys = []
    for seat in summary["seats"]:
        if seat is None or not (seat["agent"] or seat["account"] or seat.get("former")):
            return []
        if (seat["agent"] or "").startswith((NET, PROGRAM)):
            return []
        keys.append(player_key(seat))
    played = summary["result"]["reason"] != "abandoned" and summary["ply"] > 0
    return keys if played and len(set(keys)) == len(keys) > 1 else []
