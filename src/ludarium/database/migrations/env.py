"""Runs the migrations on the connection of `Store`."""

from __future__ import annotations

from alembic import context

from ludarium.database.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
