"""A visitor's own games that are not over: those that wait for the visitor first."""

from __future__ import annotations

from typing import Any

from ludarium.database.store import Store
from ludarium.web.lobby.listings import localised_summaries
from ludarium.web.people.visitors import Visitor

__all__ = ["PAGE", "over_lately", "own_counts", "own_games", "played_lately"]

PAGE = 12  # games at once
LATELY = 20  # tables that are over


async def own_counts(store: Store, visitor: Visitor, besides: str = "") -> dict[str, int]:
    """Count the games that wait for the visitor, not counting the table `besides`, and those that
    are not over.
    """
    if visitor.new:
        return {"turns": 0, "playing": 0}
    turns, playing = await store.table_index.own_counts(visitor.holder, besides)
    return {"turns": turns, "playing": playing}


async def own_games(store: Store, visitor: Visitor, after: int = 0) -> dict[str, Any]:
    """A page of the visitor's games, but the first `after`, with both counts of all."""
    counts = await own_counts(store, visitor)
    going = (
        await store.table_index.own_games(visitor.holder, limit=PAGE, after=after)
        if counts["playing"]
        else []
    )
    games = [
        {**shown, **own_fields(visitor, summary, due), "seat": seat, "your_turn": turn}
        for summary, due, seat, turn in going
        for shown in localised_summaries([summary], visitor)
    ]
    return {**counts, "after": after, "games": games}


async def over_lately(store: Store, visitor: Visitor) -> list[dict[str, Any]]:
    """Summaries of the visitor's last tables that are over, the latest first."""
    if visitor.new:
        return []
    return await store.table_index.summaries(
        status="over", holder=visitor.holder, shown=False, limit=LATELY
    )


async def played_lately(store: Store, visitor: Visitor) -> list[str]:
    """The names of the games that the visitor plays, and of the last ones that are over; some more
    than once.
    """
    if visitor.new:
        return []
    going = await store.table_index.own_games(visitor.holder, limit=PAGE, after=0)
    over = await over_lately(store, visitor)
    return [one["game"] for one in (*(row[0] for row in going), *over)]


def own_fields(visitor: Visitor, summary: dict[str, Any], due: float | None) -> dict[str, Any]:
    """Return the fields by which a game concerns the visitor, besides its summary."""
    live = summary["status"] == "live"
    invited = summary.get("invited")
    return {
        "deadline": due if live and summary["clock"]["kind"] == "days" else None,
        "challenge": not live and invited is not None and invited == visitor.account,
    }
