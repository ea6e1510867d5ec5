"""Games of files, read again while the server runs.

New tables use the new rules at once; until these are compiled, bots play them in plain Python. A
table that is in memory goes on by the rules that it began with; one that is read from the database
again is replayed by the new ones, and cannot be shown any more where its moves do not fit them. A
file that is broken for a while changes nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Sequence

from ludarium import catalogue
from ludarium.errors import LudariumError
from ludarium.play.endings import refuse_faulty
from ludarium.play.trials import refuse_unending
from ludarium.rules.game import Game

__all__ = ["following"]

INTERVAL = 0.5  # seconds between looks at the files
log = logging.getLogger(__name__)


@contextlib.asynccontextmanager
async def following(paths: Sequence[str], changed: Callable[[str], None]) -> AsyncIterator[None]:
    """Read the games of these files again when the files change, until the context ends.

    changed: called with the name of a game that has new rules.
    """
    task = asyncio.create_task(_follow(paths, changed)) if paths else None
    try:
        yield
    finally:
        if task:
            task.cancel()


async def _follow(paths: Sequence[str], changed: Callable[[str], None]) -> None:
    while True:
        await asyncio.sleep(INTERVAL)
        for path in paths:
            if game := await asyncio.to_thread(read_again, path, refuse_faulty, refuse_unending):
                changed(game.name)


def read_again(
    path: str,
    check: Callable[[Game], None],
    check_before: Callable[[str], None] = lambda path: None,
) -> Game | None:
    """The new game of this file if the file changed, and can be used; says in the log how it went.

    check, check_before: raise RulesError where it cannot, once it is read or before.
    """
    try:
        game = catalogue.read_again(path, check, check_before)
    except LudariumError as error:
        log.warning("ludarium: %s (the rules as they were go on)", error)
    except Exception:
        log.exception("reading %s again", path)
    else:
        if game is not None:
            log.warning("ludarium: %s was read again; new tables use its rules", path)
        return game
    return None
