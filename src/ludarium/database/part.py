"""What the parts of a store have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine

__all__ = ["Part"]


class Part:
    """Some tables of the database, of one kind of thing.

    engine: of a store, with autocommit. insert: makes insertions of its dialect.
    """

    def __init__(self, engine: AsyncEngine, insert: Callable[..., Any]) -> None:
        self._engine, self._insert = engine, insert
