"""The base class of repositories, each of which keeps one kind of thing in the database."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

__all__ = ["Repository"]


class Repository:
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
