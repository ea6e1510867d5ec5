"""Games of files, read again while the server runs.

New tables use the new rules. A table that is in memory goes on by the rules that it began with;
one that is read from the database again is replayed by the new ones, and cannot be shown any more
where its moves do not fit them. A file that is broken for a while changes nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Sequence

from ludarium import catalogue
from ludarium.errors import LudariumError
from ludarium.rules.game import Game

__all__ = ["following"]

INTERVAL = 1.0  # seconds between looks at the files
log = logging.getLogger(__name__)


@contextlib.asynccontextmanager
async def following(paths: Sequence[str], prepare: Callable[[Game], None]) -> AsyncIterator[None]:
    """Read the games of these files again when the files change, until the context ends.

    prepare: compiles what tables of a new game need; what does not compile is not taken.
    """
    task = asyncio.create_task(_follow(paths, prepare)) if paths else None
    try:
        yield
    finally:
        if task:
            task.cancel()


async def _follow(paths: Sequence[str], prepare: Callable[[Game], None]) -> None:
    while True:
        await asyncio.sleep(INTERVAL)
        for path in paths:
            await asyncio.to_thread(read_again, path, prepare)


def read_again(path: str, prepare: Callable[[Game], None]) -> None:
    """Read the game of this file again if the file changed; says in the log how it went."""
    try:
        game = catalogue.read_again(path, prepare)
    except LudariumError as error:
        log.warning("ludarium: %s (the rules as they were go on)", error)
    except Exception:
        log.exception("reading %s again", path)
    else:
        if game is not None:
            log.warning("ludarium: %s was read again; new tables use its rules", path)
