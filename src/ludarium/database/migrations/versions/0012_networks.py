"""Digests of the host that opened a table, and of its network."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from ludarium.database.migrations.steps import add_column, create_index

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None
OPEN = "status = 'open'"


def upgrade() -> None:
    add_column("tables", sa.Column("host", sa.String(24)))
    add_column("tables", sa.Column("network", sa.String(24)))
    add_column("tables", sa.Column("pairing", sa.Boolean))
    create_index("tables_open_of_network", "tables", ["network", "updated"], OPEN)
    columns = ["game", "pairing", "shown", "updated"]
    create_index("tables_open_of_pairing", "tables", columns, OPEN)


def downgrade() -> None:
    for name in ("tables_open_of_pairing", "tables_open_of_network"):
        op.drop_index(name)
    for name in ("pairing", "network", "host"):
        op.drop_column("tables", name)
