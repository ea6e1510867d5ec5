"""Studies, which visitors save."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from ludarium.database.migrations.steps import create_index, create_table

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_table(
        "studies",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("opened", sa.Float, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
    )
    create_index("studies_by_holder", "studies", ["holder", "changed"])
    create_index("studies_by_opening", "studies", ["opened"])


def downgrade() -> None:
    op.drop_table("studies")
