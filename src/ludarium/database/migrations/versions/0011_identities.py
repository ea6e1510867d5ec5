"""Identities that ended, who owns what, long notes between servers, and what lists ask for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from ludarium.database.migrations.steps import create_index, create_table

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_table(
        "ended_identities",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("joined", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("pending", sa.Boolean, nullable=False),
    )
    create_index("ended_identities_pending", "ended_identities", ["pending"])
    create_table(
        "tournament_holders",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("tournament_id", sa.String(16), primary_key=True),
    )
    create_index("tables_shown", "tables", ["status", "shown", "updated"])
    create_index("tables_shown_by_game", "tables", ["game", "status", "shown", "updated"])
    create_table(
        "owned",
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("address", sa.String(24), nullable=False),
        sa.Column("network", sa.String(24), nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    create_index("owned_by_holder", "owned", ["holder", "kind"])
    create_index("owned_by_address", "owned", ["address", "kind", "since"])
    create_index("owned_by_network", "owned", ["network", "kind", "since"])
    create_table(
        "long_notes",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
    )
    create_index("long_notes_by_time", "long_notes", ["at"])
    holder = (
        "CAST(private AS JSON) ->> 'holder'"
        if op.get_context().dialect.name == "postgresql"
        else "json_extract(private, '$.holder')"
    )
    op.execute(
        f"""
        INSERT INTO tournament_holders (holder, tournament_id)
        SELECT DISTINCT {holder}, tournament_id FROM tournament_entries WHERE {holder} <> ''
        ON CONFLICT DO NOTHING
        """
    )


def downgrade() -> None:
    for name in ("tables_shown_by_game", "tables_shown"):
        op.drop_index(name)
    for name in ("long_notes", "owned", "tournament_holders", "ended_identities"):
        op.drop_table(name)
