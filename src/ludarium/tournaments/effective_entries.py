"""The entries of a log that count: those that nothing has undone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludarium.tournaments.entries import (
    Entry,
    Undone,
)

__all__ = ["effective_entries", "latest_effective"]


def effective_entries(log: Sequence[Entry]) -> list[tuple[int, Entry]]:
    """The entries that count, with their numbers in the log.

    Left out are every `Undone` and every entry that is undone by an `Undone` that counts.
    """
    return list(latest_effective(log))[::-1]


def latest_effective(log: Sequence[Entry]) -> Iterator[tuple[int, Entry]]:
    """The same, the latest first, each found when it is asked for."""
    undone: set[int] = set()
    for number in range(len(log), 0, -1):
        entry = log[number - 1]
        if isinstance(entry, Undone):
            if number not in undone and entry.entry < number:
                undone.add(entry.entry)
        elif number not in undone:
            yield number, entry
