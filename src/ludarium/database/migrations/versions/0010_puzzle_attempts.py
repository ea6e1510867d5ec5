"""First attempts at puzzles, by which they and their solvers are rated."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from ludarium.database.migrations.steps import create_index, create_table

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_table(
        "puzzle_attempts",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("puzzle", sa.String(80), primary_key=True),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    create_index("puzzle_attempts_by_time", "puzzle_attempts", ["at", "holder", "puzzle"])


def downgrade() -> None:
    op.drop_table("puzzle_attempts")
