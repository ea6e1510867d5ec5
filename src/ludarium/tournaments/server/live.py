"""A tournament in memory."""

from __future__ import annotations

import asyncio

from ludarium.eventlog.live import LiveLog
from ludarium.tournaments.tournament import Tournament

__all__ = ["LiveTournament"]


class LiveTournament(LiveLog[Tournament]):
    """A tournament in memory."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(tournament)
        self.doing_chores = asyncio.Lock()
        self.more_chores = False
        self.chores_at: float = 0.0
        """When to look again because of the time alone."""
        self.pages: dict[tuple[str, str, int, int], bytes] = {}
        """What those read who only watch, by language and more."""
        self.pages_of: tuple[int, frozenset[int]] = 0, frozenset()
        """The version and the present players that `pages` were made from."""

    @property
    def tournament(self) -> Tournament:
        return self.state
