"""Conditional moves, which seats keep while they wait."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from ludarium.database.migrations.steps import create_table

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_table(
        "conditional_moves",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("content", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("conditional_moves")
