"""Long parts of tournaments' pages, made in a thread once a change for all who read them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor

from ludarium.tables.threads import FairLock
from ludarium.tournaments.server.live import LiveTournament
from ludarium.tournaments.tournament import Tournament

__all__ = ["Sections"]

MOST = 60  # sections that are kept of a tournament


class Sections:
    """The thread of a server that makes them; addresses take turns."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "sections")
        self._turns = FairLock()

    def close(self) -> None:
        """Stop the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def of(
        self,
        live: LiveTournament,
        event: Tournament,
        key: Hashable,
        whose: str,
        make: Callable[[], str],
    ) -> asyncio.Future[str]:
        """The section of this tournament, as of this event, that has this key, made where it is
        not there yet. whose: the address that asks.
        """
        if live.sections_of < event.version or len(live.sections) >= MOST:
            live.sections, live.sections_of = {}, event.version
        sections = live.sections
        if live.sections_of > event.version:
            sections = {}
        if key not in sections:
            sections[key] = asyncio.ensure_future(self._made(whose, make))
            sections[key].add_done_callback(lambda done: done.exception() and sections.pop(key))
        return asyncio.shield(sections[key])

    async def _made(self, whose: str, make: Callable[[], str]) -> str:
        async with self._turns.held(whose):
            return await asyncio.get_running_loop().run_in_executor(self._thread, make)
