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
        self.doing_chores = asyncio.Lock()
        self.more_chores = False
        """Whether chores became due while others were running."""
        self.called: dict[tuple[str, PlayerId], float] = {}
        """When players were shown, on a page of this server, that a live table waits for them."""
        self.seatings: dict[str, tuple[PlayerId, ...]] = {}
        """Who sat down at a live table, by its id and in order; no later entry changes that."""
        self.chores_at: float = 0.0
        """When the next chore is due by the clock."""

    @property
    def tournament(self) -> Tournament:
        """The tournament."""
        return self.state
