"""Passwords hashed one at a time, for the address first that had the fewest hashed lately."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from ludarium.tables.errors import too_often
from ludarium.tables.threads import ClientKey, FairLock, thread_pool

__all__ = ["MOST_EACH", "Hashing"]

NICENESS = 10  # as of the command `nice`
MOST_EACH = 20  # passwords that wait, of one address; each takes a tenth of a second
PAUSE = 5.0  # seconds after which to ask again
Result = TypeVar("Result")


class Hashing:
    """The thread of a server in which passwords are hashed, 64 MiB each.

    As that is slow on purpose, it gives way to everything else.
    """

    def __init__(self) -> None:
        self._thread = thread_pool("hashing", 1, NICENESS)
        self._turn = FairLock()

    async def do(self, work: Callable[..., Result], *arguments: Any, client: ClientKey) -> Result:
        """Hash or verify a password, and return the result.

        client: the address that asks. Raises TableError where too many passwords of this address
        wait.
        """
        if client and self._turn.waiting(client) >= MOST_EACH:
            raise too_often(PAUSE)
        async with self._turn.held(client):
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    def close(self) -> None:
        """Stop the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)
