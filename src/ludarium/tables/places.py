"""The place of a bot, which a person may take early in a game of quick pairing.

Who plays the bot is asked once, and whoever wants the place waits for the answer. Who was let in
still has to come: so nobody gets an opponent who has gone away meanwhile. The game then counts as
one of these two people from its beginning.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludarium.eventlog.codec import LogEntry
from ludarium.phrases import say
from ludarium.tables.chairs import Place
from ludarium.tables.entries import PlaceAnswered, PlaceTaken, PlaceWanted
from ludarium.tables.errors import TableError
from ludarium.tables.guests import beast_name
from ludarium.tables.names import granted_name
from ludarium.tables.requests import check_holder, check_live, unused_name
from ludarium.tables.table import Table

__all__ = [
    "LAST_PLY",
    "answer_place",
    "is_asked",
    "is_free",
    "place_json",
    "take_place",
    "want_place",
]

LAST_PLY = 2
"""Moves that may have been made, at most, when a place is asked for and granted."""
PATIENCE = 15.0
"""Seconds that who plays the bot has for an answer."""
COMING = 8.0
"""Seconds that who was let in has to come."""


def bot_of(table: Table) -> int | None:
    """The seat of the bot of a table of quick pairing where one person plays it."""
    bots = [seat for seat, chair in enumerate(table.chairs) if chair.is_bot]
    paired = table.options.quick_pairing and table.status == "live" and len(table.people) == 1
    return bots[0] if paired and len(bots) == 1 else None


def is_free(table: Table) -> bool:
    """Return whether the bot's place may be asked for: once at a table, early in the game."""
    early = table.ply <= LAST_PLY and not table.takebacks
    return bot_of(table) is not None and early and not table.place_was_asked


def is_asked(table: Table, holder: str, now: float) -> bool:
    """Return whether this identity waits for an answer, or may come."""
    place = table.place
    if place is None or place.holder != holder or bot_of(table) is None:
        return False
    return now < place.at + (COMING if place.granted else PATIENCE)


def want_place(table: Table, holder: str, name: str, account: str | None, now: float) -> LogEntry:
    """Ask for the bot's place."""
    seat = bot_of(table)
    if table.place is not None:
        raise TableError("seat-taken", say("Somebody was faster: this place is asked for already."))
    if seat is None or not is_free(table) or table.seats_of(holder):
        raise TableError("not-open", say("There is no place to take here any more."))
    shown = unused_name(table, granted_name(name, account))
    return PlaceWanted(at=now, seat=seat, name=shown, account=account, holder=holder)


def answer_place(table: Table, seat: int, holder: str, accept: bool, now: float) -> LogEntry:
    """Let whoever asked have the bot's place, or keep the bot."""
    check_holder(table, seat, holder)
    check_live(table, now)
    place = table.place
    if place is None or place.granted or not is_asked(table, place.holder, now):
        raise TableError("not-now", say("There is nothing to answer."))
    if accept and table.ply > LAST_PLY:
        raise TableError("not-now", say("The game has gone too far for somebody else to come."))
    return PlaceAnswered(at=now, seat=seat, accept=accept)


def take_place(table: Table, holder: str, now: float) -> LogEntry:
    """Sit down in the bot's place, as who plays it has agreed to."""
    check_live(table, now)
    place = table.place
    if place is None or not place.granted or not is_asked(table, holder, now):
        raise TableError("not-open", say("There is no place to take here any more."))
    return PlaceTaken(
        at=now, seat=place.seat, name=place.name, account=place.account, holder=holder
    )


def place_json(place: Place, translate: Callable[[str], str]) -> dict[str, Any]:
    """Return who has asked for a bot's place, without what only servers know of them."""
    return {
        "seat": place.seat,
        "name": place.name or translate(beast_name(place.holder)),
        "account": place.account,
        "granted": place.granted,
        "until": place.at + (COMING if place.granted else PATIENCE),
    }
