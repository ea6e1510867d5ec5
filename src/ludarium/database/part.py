"""What the parts of a store have in common."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from typing import Any, ParamSpec, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

__all__ = ["Part", "uninterrupted"]

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Part:
    """Some tables of the database, of one kind of thing.

    engine: of a store, with autocommit. insert: makes insertions of its dialect.
    """

    def __init__(self, engine: AsyncEngine, insert: Callable[..., Any]) -> None:
        self._engine, self._insert = engine, insert
        level = "READ COMMITTED" if engine.dialect.name == "postgresql" else "SERIALIZABLE"
        self._transactions = engine.execution_options(isolation_level=level)

    def _together(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A transaction: all that is executed in it, or nothing. For `uninterrupted` functions."""
        return self._transactions.begin()


def uninterrupted(
    function: Callable[Arguments, Coroutine[Any, Any, Result]],
) -> Callable[Arguments, Coroutine[Any, Any, Result]]:
    """Let what was begun come to its end before a cancellation of its caller counts.

    A transaction that is cancelled may lose its connection, where SQLAlchemy sets the level of
    isolation; and SQLite stays locked until an insertion that returns rows is garbage, too.
    """

    @functools.wraps(function)
    async def to_its_end(*arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
        task, cancelled = asyncio.create_task(function(*arguments, **named)), False
        while not task.done():
            try:
                await asyncio.wait([task])
            except asyncio.CancelledError:
                cancelled = True
        if cancelled:
            await asyncio.gather(task, return_exceptions=True)
            raise asyncio.CancelledError
        return task.result()

    return to_its_end
