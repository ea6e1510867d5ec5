"""Long parts of tournaments' pages, made in a thread once a change for all who read them."""

from __future__ import annotations

import asyncio
import dataclasses
from collections import Counter
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor

from ludarium.tables.errors import too_often
from ludarium.tables.threads import FairLock
from ludarium.tournaments.server.live import LiveTournament
from ludarium.tournaments.tournament import Tournament

__all__ = ["Section", "Sections"]

MOST = 60  # sections that are kept of a tournament
MOST_EACH = 40  # unfinished sections of one address: a hall may sit behind it
PAUSE = 5.0  # seconds after which to ask again


@dataclasses.dataclass(eq=False)
class Section:
    """A section that is made, or will be, and how many wait for it."""

    made: asyncio.Future[str]
    readers: int = 0


class Sections:
    """The thread of a server that makes them; addresses take turns."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "sections")
        self._turns = FairLock()
        self._of: Counter[str] = Counter()  # unfinished ones of each address

    def close(self) -> None:
        """Stop the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def of(
        self,
        live: LiveTournament,
        event: Tournament,
        key: Hashable,
        whose: str,
        make: Callable[[], str],
    ) -> str:
        """The section of this tournament, as of this event, that has this key, made where it is
        not there yet; not made where nobody waits for it any more.

        whose: the address that asks; empty where none is limited. Raises TableError where too many
        wait for it.
        """
        if live.sections_of < event.version:
            live.sections, live.sections_of = {}, event.version
        sections = live.sections if live.sections_of == event.version else {}
        section = sections.get(key)
        if section is None:
            if whose and self._of[whose] >= MOST_EACH:
                raise too_often(PAUSE)
            section = sections[key] = Section(asyncio.ensure_future(self._made(whose, make)))
            self._of[whose] += 1
            section.made.add_done_callback(lambda _: self._done(whose))
            if len(sections) > MOST:
                sections.pop(next(iter(sections)))  # the oldest; who waits for it has it
        section.readers += 1
        try:
            return await asyncio.shield(section.made)
        finally:
            section.readers -= 1
            unwanted = not section.readers and not section.made.done()
            if unwanted:
                section.made.cancel()
            if (unwanted or failed(section.made)) and sections.get(key) is section:
                del sections[key]

    async def _made(self, whose: str, make: Callable[[], str]) -> str:
        async with self._turns.held(whose):
            return await asyncio.get_running_loop().run_in_executor(self._thread, make)

    def _done(self, whose: str) -> None:
        self._of[whose] -= 1
        if not self._of[whose]:
            del self._of[whose]


def failed(made: asyncio.Future[str]) -> bool:
    return made.done() and (made.cancelled() or made.exception() is not None)
