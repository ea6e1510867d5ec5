"""The tables of the database."""

from __future__ import annotations

import sqlalchemy as sa

__all__ = [
    "accounts",
    "events",
    "metadata",
    "seatings",
    "settings",
    "tables",
    "tournament_entries",
    "tournaments",
]

metadata = sa.MetaData()

# The log: what happened at each table, in order. `private` holds what never leaves the server.
events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(16), primary_key=True),
    sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("public", sa.Text, nullable=False),
    sa.Column("private", sa.Text, nullable=False),
)

# What lists of tables need, written together with the log and made of nothing else.
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("shown", sa.Boolean, nullable=False),  # whether lists show it to everybody
    sa.Column("due", sa.Float),  # when something must happen by itself
    sa.Column("bots", sa.Boolean, nullable=False),  # whether bots must move now
    sa.Column("updated", sa.Float, nullable=False),
    sa.Column("ended", sa.Float),  # when the game was over
    sa.Column("summary", sa.Text, nullable=False),
    sa.Index("tables_by_status", "status", "updated"),
    sa.Index("tables_by_due", "due"),
    sa.Index("tables_by_end", "ended", "id"),
)

# Whose games they were.
seatings = sa.Table(
    "seatings",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(16), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
)

# The logs of tournaments, likewise: what was decided and reported, in order.
tournament_entries = sa.Table(
    "tournament_entries",
    metadata,
    sa.Column("tournament_id", sa.String(16), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("public", sa.Text, nullable=False),
    sa.Column("private", sa.Text, nullable=False),
)

# What lists of tournaments need, written together with the log and made of nothing else.
tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("state", sa.String(8), nullable=False),
    sa.Column("updated", sa.Float, nullable=False),
    sa.Column("summary", sa.Text, nullable=False),
    sa.Index("tournaments_by_state", "state", "updated"),
)

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("key", sa.String(64), primary_key=True),  # the name, case-folded
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("holder", sa.String(64), nullable=False, unique=True),
    sa.Column("password", sa.String(256), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

settings = sa.Table(
    "settings",
    metadata,
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
