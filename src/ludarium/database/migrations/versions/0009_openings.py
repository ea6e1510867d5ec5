"""Openings of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from ludarium.database.migrations.steps import create_index, create_table

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_table(
        "openings",
        sa.Column("position", sa.String(24), primary_key=True),
        sa.Column("continuation", sa.String(200), primary_key=True),
        sa.Column("winner", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("by_people", sa.Boolean, primary_key=True),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("latest", sa.String(16)),
        sa.Column("ended", sa.Float, nullable=False),
    )
    create_index("openings_by_age", "openings", ["games", "ended"])
    create_table("counted_games", sa.Column("table_id", sa.String(16), primary_key=True))


def downgrade() -> None:
    op.drop_table("counted_games")
    op.drop_table("openings")
