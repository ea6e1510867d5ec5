"""The long sections of a tournament's pages, each made once a change for all readers of a language,
organisers apart.
"""

from __future__ import annotations

import asyncio
import dataclasses
import functools
from collections.abc import Collection, Coroutine, Hashable, Sequence
from typing import Any

from fastapi import Request
from markupsafe import Markup

from ludarium.tournaments.effective_entries import effective_entries
from ludarium.tournaments.entries import Entry
from ludarium.tournaments.history import bye_names
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.server import report
from ludarium.tournaments.server.live import LiveTournament
from ludarium.tournaments.standings import Standing, standings
from ludarium.tournaments.tie_breaks import BREAKS
from ludarium.tournaments.tournament import Tournament
from ludarium.web.background.job_pool import Check, unless_gone
from ludarium.web.context import client_key, context_of
from ludarium.web.http.pages import rendered
from ludarium.web.people.visitors import Visitor
from ludarium.web.tournaments.cards import match_card, rounds_json, row_json, wall_cards

__all__ = ["MOST_ROWS", "SECTIONS", "is_undoable", "sections"]

SECTIONS = ("players", "tables", "standings", "rounds", "log")
MOST_ROWS = 300  # players whose standings a page shows at once
MOST_CARDS = 150  # tables that a page shows at once
MOST_LOG = 200  # entries of the log that a page shows
OWN = ("you", "me_row", "my_card", "missed", "undoable")  # values of which no section knows
# entries beside which no button offers to take them back
LASTING = ("created", "claimed", "opened", "added")


def is_undoable(entry: Entry) -> bool:
    """Return whether a button offers to take this entry back."""
    return entry.KIND not in LASTING


async def sections(
    request: Request,
    visitor: Visitor,
    live: LiveTournament,
    values: dict[str, Any],
    names: Sequence[str],
    table: int = 1,
) -> dict[str, Markup]:
    """Render those sections of a page whose values `shown` gives. table: the first board shown."""
    context = context_of(request)
    event: Tournament = values["event"]
    present = frozenset(context.tournaments.present(live))
    shared = {name: value for name, value in values.items() if name not in OWN}
    organiser = values["organiser"]
    # what nobody has seen before must not be made for each number that somebody thinks of
    number = min(values["row_page"], len(values["row_pages"]) + 1)
    table = min(table, 1 + max((match.table for match in event.open_matches), default=0))
    reader = dataclasses.replace(visitor, holder="", name="", account=None)

    def make(name: str, check: Check) -> str:
        match name:
            case "tables":
                own = open_tables(event, reader, present, table)
            case "rounds":
                own = {"rounds": rounds_json(event, reader, present)}
            case "log":
                own = log_rows(event, reader)
            case "players":
                own = codes_of(event, number, context.tables.store.secret)
            case "standings":
                own = standings_rows(event, reader, number)
            case _:
                own = {
                    **standings_rows(event, reader, number),
                    "cards": wall_cards(event, reader, present),
                    "byes": byes(event),
                }
        return rendered(f"tournaments/sections/{name}.html", reader, **shared, **own)

    version = event.id, event.version, visitor.language
    depends: dict[str, tuple[Hashable, ...]] = {
        "players": (number,),
        "tables": (organiser, table, present),
        "standings": (number,),
        "rounds": (organiser, present),
        "log": (organiser,),
        "wall": (present,),
    }
    client = client_key(request)
    made = [
        context.sections.do(functools.partial(make, name), client, (*version, name, *depends[name]))
        for name in names
    ]
    parts = await unless_gone(request, all_of(made))
    return {name: Markup(html) for name, html in zip(names, parts, strict=True)}


async def all_of(made: Sequence[Coroutine[Any, Any, str]]) -> list[str]:
    return await asyncio.gather(*made)


def open_tables(
    event: Tournament, reader: Visitor, present: Collection[PlayerId], table: int
) -> dict[str, Any]:
    """The matches that are played, those that are disputed first."""
    matches = [
        match for match in event.open_matches if match.table >= table or match.disputed is not False
    ]
    matches.sort(key=lambda match: match.disputed is False)
    return {
        "cards": [match_card(event, match, reader, present) for match in matches[:MOST_CARDS]],
        "more_cards": max(0, len(event.open_matches) - MOST_CARDS),
        "from_table": table,
        "byes": byes(event),
    }


def byes(event: Tournament) -> list[str]:
    """The names of those who have a bye now."""
    return bye_names(event, event.rounds[-1]) if event.rounds else []


def standings_rows(event: Tournament, reader: Visitor, number: int) -> dict[str, Any]:
    """A page of the standings."""
    ranking = standings(event)
    breaks = [name for name in ranking[0].breaks if name != "wins"] if ranking else []
    return {
        "rows": [row_json(event, row, reader) for row in page_of(ranking, number)],
        "breaks": [reader.translate(BREAKS[name]) for name in breaks],
    }


def codes_of(event: Tournament, number: int, secret: str) -> dict[str, Any]:
    """The players of a page of the standings, with their codes."""
    players = [
        event.players[one]
        for one in sorted(row.player for row in page_of(standings(event), number))
    ]
    return {
        "shown_players": players,
        "codes": {one.number: report.code(secret, event, one.number) for one in players},
    }


def page_of(ranking: Sequence[Standing], number: int) -> Sequence[Standing]:
    return ranking[(number - 1) * MOST_ROWS : number * MOST_ROWS]


def log_rows(event: Tournament, reader: Visitor) -> dict[str, Any]:
    """The latest entries of the log, and which of them can be taken back."""
    return {
        "log": report.log_words(event, reader.translate, MOST_LOG)[::-1],
        "undoable": {
            number for number, entry in effective_entries(event.log) if is_undoable(entry)
        },
    }
