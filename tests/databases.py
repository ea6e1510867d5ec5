"""Helpers of tests that look into databases, and of those that are killed while they write."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import sqlalchemy as sa

from killing import KILLED, began, ended

__all__ = ["Rows", "engine_of", "killed_at_each_statement", "rows_of"]

Rows = dict[str, list[dict[str, Any]]]
"""The rows of each table."""


def engine_of(url: sa.URL) -> sa.Engine:
    plain = url.set(drivername="sqlite") if url.get_backend_name() == "sqlite" else url
    return sa.create_engine(plain, poolclass=sa.NullPool)


def rows_of(url: sa.URL) -> Rows:
    with engine_of(url).connect() as connection:
        found = sa.MetaData()
        found.reflect(connection)
        return {
            name: sorted(
                (dict(row) for row in connection.execute(sa.select(table)).mappings()),
                key=lambda row: sorted(map(str, row.items())),
            )
            for name, table in found.tables.items()
        }


def dies_before_statement(number: int) -> None:
    """From now on, this process dies as it is about to change something for the n-th time."""
    changes = iter(range(number))

    def count(*_: Any) -> None:
        if next(changes, None) is None:
            os._exit(KILLED)

    def look(_: Any, __: Any, statement: str, *___: Any) -> None:
        if not statement.lstrip().startswith(("PRAGMA", "SELECT")):
            count()

    sa.event.listen(sa.Engine, "before_cursor_execute", look)
    sa.event.listen(sa.Engine, "commit", count)


def killed_at_each_statement(work: Callable[[], object], stride: int = 1) -> Iterator[int]:
    """The change before which the work was killed, each time so many later, until it was done."""
    for number in range(0, 1_000, stride):

        def until_then(number: int = number) -> None:
            dies_before_statement(number)
            work()

        status = ended(began(until_then))
        if status == 0:
            return
        assert status == KILLED
        yield number
    raise AssertionError("it never ends")
