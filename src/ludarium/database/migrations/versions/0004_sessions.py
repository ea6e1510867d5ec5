"""Sessions of accounts, which can be ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from ludarium.database.migrations.steps import add_column, create_index, create_table

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_table(
        "sessions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    create_index("sessions_by_account", "sessions", ["account"])
    add_column("accounts", sa.Column("recovery", sa.String(64)))


def downgrade() -> None:
    op.drop_column("accounts", "recovery")
    op.drop_table("sessions")
