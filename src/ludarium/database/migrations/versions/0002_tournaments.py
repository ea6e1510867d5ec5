"""Tournaments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from ludarium.database.migrations.steps import create_index, create_table

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_table(
        "tournament_entries",
        sa.Column("tournament_id", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("public", sa.Text, nullable=False),
        sa.Column("private", sa.Text, nullable=False),
    )
    create_table(
        "tournaments",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
    )
    create_index("tournaments_by_state", "tournaments", ["state", "updated"])


def downgrade() -> None:
    for name in ("tournaments", "tournament_entries"):
        op.drop_table(name)
