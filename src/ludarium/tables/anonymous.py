"""Logs of tables without the name of somebody whose account is deleted.

The only change that is ever made to an entry that was written: what was played stays, who it was is
gone. A pseudonym takes the place of the account, so that ratings of others stay what they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludarium.eventlog.codec import Fields
from ludarium.tables.entries import Hosted, Opened, PlaceTaken, PlaceWanted, Returned, Sat
from ludarium.tables.names import DELETED

__all__ = ["anonymous_entries", "anonymous_summary"]

NOBODY: Mapping[str, Any] = {"name": str(DELETED), "account": None}


def anonymous_entries(
    entries: Sequence[Fields], holder: str, account: str, pseudonym: str
) -> tuple[dict[int, Fields], list[int]]:
    """The entries that change, by their numbers from 1, and the seats that were this identity's at
    the end.
    """
    changed: dict[int, Fields] = {}
    sat: dict[int, int] = {}  # by seat, the entry by which it was taken last
    own: set[int] = set()  # of these entries, those of the person
    for number, (public, private) in enumerate(entries, 1):
        kind = public["kind"]
        if kind == Opened.KIND:
            opened = without_host(public, private, holder, account)
            if opened != (public, private):
                changed[number] = opened
        elif kind == PlaceWanted.KIND and private["holder"] == holder:
            changed[number] = public, {**private, **NOBODY, "holder": ""}
        elif kind in (Sat.KIND, PlaceTaken.KIND):
            sat[public["seat"]] = number
            if private["holder"] == holder:
                own.add(number)
        elif kind == Hosted.KIND and private["holder"] == holder:
            changed[number] = public, {**private, "holder": ""}
        elif kind == Returned.KIND and private["holder"] == holder:
            changed[number] = public, {**private, "holder": ""}
            own.add(sat[public["seat"]])
    for number in own:
        public, private = entries[number - 1]
        theirs = private["holder"] if private["holder"] != holder else None
        changed[number] = (
            {**public, **NOBODY, "former": pseudonym},
            {**private, "holder": theirs},
        )
    return changed, sorted(seat for seat, number in sat.items() if number in own)


def without_host(
    public: dict[str, Any], private: dict[str, Any], holder: str, account: str
) -> Fields:
    """The entry that opened a table, without this person as its host or as who was challenged."""
    options = public["options"]
    if (options.get("invited") or "").casefold() == account.casefold():
        options = {**options, "invited": None}
    kept = {
        name: "" if name in ("host", "invited") and value == holder else value
        for name, value in private.items()
    }
    return {**public, "options": options}, kept


def anonymous_summary(
    summary: dict[str, Any], seats: Sequence[int], account: str, pseudonym: str
) -> dict[str, Any]:
    """The summary of the table, without the person at these seats."""
    players = list(summary["seats"])
    for seat in seats:
        if players[seat]:
            players[seat] = {**players[seat], **NOBODY, "former": pseudonym}
    invited = summary.get("invited")
    if invited and invited.casefold() == account.casefold():
        invited = None
    return {**summary, "seats": players, "invited": invited}
