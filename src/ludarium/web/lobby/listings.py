"""Lists of tables and tournaments for one reader, and who may watch a table."""

from __future__ import annotations

from typing import Any

from ludarium import catalogue
from ludarium.database.store import Store
from ludarium.errors import RulesetError, UnknownGameError
from ludarium.phrases import say
from ludarium.tables import report
from ludarium.tables.errors import TableError
from ludarium.tables.table import Table
from ludarium.tournaments.options import FORMATS
from ludarium.web.people.visitors import Visitor

__all__ = [
    "check_may_watch",
    "hidden_seats",
    "listed_tournaments",
    "localised_summaries",
]


def check_may_watch(table: Table, visitor: Visitor) -> None:
    """Raise TableError where only the players may watch, unless the table is still open."""
    own = table.is_host(visitor.holder) or table.seats_of(visitor.holder)
    if table.options.watch == "players" and table.status != "open" and not own:
        raise TableError("forbidden", say("Only its players may watch this table."))


def hidden_seats(table: Table) -> frozenset[int]:
    """The seats whose choices are face down.

    Empty while only bots have chosen, so that the last round can be examined.
    """
    return frozenset(table.chosen) if table.first_choice is not None else frozenset()


def localised_summaries(summaries: list[dict[str, Any]], visitor: Visitor) -> list[dict[str, Any]]:
    """Summaries of tables in the reader's language, unknown games and rulesets left out."""
    localised = []
    for one in summaries:
        try:
            game = catalogue.find(one["game"])
            ruleset = game.ruleset(one["ruleset"])
        except (UnknownGameError, RulesetError):
            continue
        localised.append(
            report.localised_summary(one, game.title, ruleset.title, visitor.translate)
        )
    return localised


async def listed_tournaments(
    store: Store, visitor: Visitor, states: tuple[str, ...] = ()
) -> list[dict[str, Any]]:
    """Tournaments in one of these states in the reader's language, the latest change first."""
    summaries = await store.table_index.tournaments(states)
    return [
        {
            **one,
            "format": visitor.translate(FORMATS[one["format"]]),
            "title": visitor.translate(catalogue.find(one["game"]).title),
        }
        for one in summaries
        if one["game"] in catalogue.names() and one["format"] in FORMATS
    ]
