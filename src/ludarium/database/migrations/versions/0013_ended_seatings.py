"""Times at which games ended, in seatings, and the hosts of open tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from ludarium.database.migrations.steps import add_column, create_index

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_column("seatings", sa.Column("ended", sa.Float))
    op.execute(
        """
        UPDATE seatings SET ended = (
            SELECT coalesce(ended, updated) FROM tables WHERE id = table_id AND status = 'over'
        )
        """
    )
    create_index("seatings_by_end", "seatings", ["holder", "ended"])
    create_index("tables_open_of_host", "tables", ["host"], "status = 'open'")


def downgrade() -> None:
    op.drop_index("tables_open_of_host")
    op.drop_index("seatings_by_end")
    op.drop_column("seatings", "ended")
