"""Steps of revisions, which change tables.

Each step does nothing where it was done: earlier versions, stopped within a revision, left some of
its steps in the database.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

__all__ = ["add_column", "create_index", "create_table"]


def create_table(name: str, *columns: sa.Column[Any]) -> None:
    """Create a table, unless it is there."""
    op.create_table(name, *columns, if_not_exists=True)


def create_index(name: str, table: str, columns: list[str], where: str = "") -> None:
    """Create an index, unless it is there. where: a condition on its rows."""
    some = sa.text(where) if where else None
    op.create_index(
        name, table, columns, if_not_exists=True, sqlite_where=some, postgresql_where=some
    )


def add_column(table: str, column: sa.Column[Any]) -> None:
    """Add a column to a table, unless it has one of this name."""
    if column.name not in {known["name"] for known in sa.inspect(op.get_bind()).get_columns(table)}:
        op.add_column(table, column)
