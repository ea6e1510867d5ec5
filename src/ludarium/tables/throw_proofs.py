"""The proof that throws of dice and deals of cards were fair, as programs and pages check it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ludarium.eventlog.codec import LogEntry
from ludarium.rules.generic import CHANCE
from ludarium.tables.table import Table

__all__ = ["chance_json", "throws_json"]


def chance_json(table: Table) -> dict[str, Any] | None:
    """Return the proof of fair throws, in games with chance: the seed once the game is over."""
    if not table.options.rules.has_chance:
        return None
    return {
        "commitment": table.commitment,
        "throws": table.throws,
        "seed": table.seed if table.status == "over" else None,
    }


def throws_json(identity: str, entries: Iterable[LogEntry]) -> dict[str, Any]:
    """All throws of a game that is over, with what could have come and by which weights."""
    table = Table(identity)
    versions: list[int] = []
    for entry in entries:
        table.apply(entry)
        versions += [table.version] * (table.throws - len(versions))
    made = []
    if table.record is not None:
        positions = list(table.record.positions())
        made = [
            (before, text)
            for before, text in zip(positions, table.record.moves, strict=False)
            if before.by_chance
        ]
    return {
        "seed": table.seed,
        "commitment": table.commitment,
        "throws": [
            {
                "number": number,
                "version": version,
                "outcome": text,
                "outcomes": [
                    (before.game.action_text(before.state, CHANCE, action), weight)
                    for action, weight in before.game.outcomes(before.state)
                ],
            }
            for number, (version, (before, text)) in enumerate(zip(versions, made, strict=True), 1)
        ],
    }
