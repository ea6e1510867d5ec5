"""A database engine whose statements come to their end, whatever becomes of who waits for them."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

__all__ = ["engine_of", "uninterrupted"]

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def uninterrupted(
    function: Callable[Arguments, Coroutine[Any, Any, Result]],
) -> Callable[Arguments, Coroutine[Any, Any, Result]]:
    """Let what was begun come to its end before a cancellation of its caller counts.

    A transaction that is cancelled may lose its connection, where SQLAlchemy sets the level of
    isolation.
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


class _Connection(AsyncConnection):
    """A connection whose statements are not interrupted.

    SQLite keeps the state of its file for one that was begun and not read to its end, until that is
    garbage: what is written meanwhile stays in its write-ahead log, which grows without an end.
    """

    execute = uninterrupted(AsyncConnection.execute)

    async def start(self, is_ctxmanager: bool = False) -> AsyncConnection:
        try:
            return await uninterrupted(super().start)(is_ctxmanager)
        except asyncio.CancelledError:
            if self.sync_connection:
                await self.close()
            raise


class _Engine(AsyncEngine):
    """An engine with such connections."""

    def connect(self) -> AsyncConnection:
        return _Connection(self)

    def execution_options(self, **opt: Any) -> AsyncEngine:
        return _Engine(self.sync_engine.execution_options(**opt))


def engine_of(url: sa.URL, **options: Any) -> AsyncEngine:
    """The engine for the database at this URL. options: of `create_async_engine`."""
    return _Engine(create_async_engine(url, **options).sync_engine)
