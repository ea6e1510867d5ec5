"""Tournaments in memory."""

from __future__ import annotations

import asyncio

from ludarium.eventlog.live import LiveLog
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.tournament import Tournament

__all__ = ["LiveTournament"]


class LiveTournament(LiveLog[Tournament]):
    """A tournament in memory, with its watchers and caches."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(tournament)
        self.automating = asyncio.Lock()
        self.due_again = False
        """True if transitions became due while others were carried out."""
        self.called: dict[tuple[str, PlayerId], float] = {}
        """The times at which players were shown, on a page of this server, that a live table waits
        for them.
        """
        self.seatings: dict[str, tuple[PlayerId, ...]] = {}
        """Players that sat down at a live table, by its id and in order; no later entry changes
        that.
        """
        self.here: frozenset[PlayerId] | None = None
        """The players who are connected, to any server; None where that changed since it was
        counted."""
        self.noted = 0
        """The number of entries of the log by which holders of the tournament have been noted."""
        self.announced: tuple[int, frozenset[PlayerId], bytes] | None = None
        """The version and the players here of which watchers were last told, and the message."""
        self.told_at = 0.0
        """The time at which it was last told that somebody came or went, by the clock of the event
        loop.
        """
        self.telling: asyncio.TimerHandle | None = None
        """The timer that will tell it next."""
        self.due_at: float = 0.0
        """The time at which the next transition is due by the clock."""

    def wake(self) -> None:
        self.here = None
        super().wake()

    @property
    def tournament(self) -> Tournament:
        """The tournament."""
        return self.state
