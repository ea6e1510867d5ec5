"""Looks at many things in portions, so that nobody's move waits until all were looked at."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from typing import TypeVar

__all__ = ["portions"]

AT_ONCE = 50
Item = TypeVar("Item")


async def portions(items: Collection[Item], seconds: float) -> AsyncIterator[list[Item]]:
    """All items in lists of AT_ONCE at most, and pauses that take so many seconds in all; where
    there are none, the pause alone.
    """
    left = list(items)
    pause = seconds / max(1, -(-len(left) // AT_ONCE))
    while left:
        yield left[-AT_ONCE:]
        del left[-AT_ONCE:]
        if left:
            await asyncio.sleep(pause)
    await asyncio.sleep(pause)
