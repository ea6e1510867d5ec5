"""The seats that a table waits for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from ludarium.database.migrations.steps import add_column

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_column("tables", sa.Column("awaited", sa.BigInteger))


def downgrade() -> None:
    op.drop_column("tables", "awaited")
