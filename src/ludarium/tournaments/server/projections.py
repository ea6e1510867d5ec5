"""The rows that are written of a tournament: its new entries, its row for lists, whose it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import orjson

from ludarium.database.streams import encoded
from ludarium.eventlog.store import Commit, SideRow
from ludarium.tournaments.entries import CODEC, Entry
from ludarium.tournaments.formats.format_rules import state
from ludarium.tournaments.standings import champion
from ludarium.tournaments.tournament import Tournament

__all__ = ["commit_of", "holders_in"]


def commit_of(tournament: Tournament, entries: Sequence[Entry]) -> Commit:
    """Return the latest entries of the tournament, ready to write."""
    row = tournament_row(tournament)
    return Commit(
        "tournament",
        tournament.id,
        tournament.version - len(entries) + 1,
        tuple(encoded(CODEC.write(entry)) for entry in entries),
        row,
        tuple(
            SideRow("tournament_holders", {"holder": holder, "tournament_id": tournament.id})
            for holder in sorted(holders_in(entries))
        ),
        (row["version"],),
    )


def holders_in(entries: Iterable[Entry]) -> set[str]:
    """Return who organises or plays by these entries."""
    return {holder for entry in entries if (holder := getattr(entry, "holder", ""))}


def tournament_row(tournament: Tournament) -> dict[str, Any]:
    """The tournament's row for lists of tournaments."""
    winner = champion(tournament)
    summary = {
        "id": tournament.id,
        "name": tournament.name,
        "format": tournament.options.format,
        "game": tournament.options.game,
        "state": state(tournament),
        "players": len(tournament.active),
        "rounds": len(tournament.rounds),
        "champion": None if winner is None else tournament.players[winner].name,
        "updated": tournament.changed,
    }
    return {
        "id": tournament.id,
        "version": tournament.version,
        "state": summary["state"],
        "updated": tournament.changed,
        "summary": orjson.dumps(summary).decode(),
    }
