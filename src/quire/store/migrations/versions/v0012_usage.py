"""What was used, by day, key and service; and the key that sent a book."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.create_table(
        "quire_usage",
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("key_id", sa.String(length=64), nullable=False),
        sa.Column("owner", sa.String(length=255), nullable=False),
        sa.Column("service", sa.String(length=16), nullable=False),
        sa.Column("documents", sa.Integer(), nullable=False),
        sa.Column("pages", sa.BigInteger(), nullable=False),
        sa.Column("cpu_ms", sa.BigInteger(), nullable=False),
        sa.Column("tokens", sa.BigInteger(), nullable=False),
        sa.Column("cost_micros", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", "key_id", "owner", "service", name=op.f("pk_quire_usage")),
    )
    op.add_column("quire_wikis", sa.Column("key_id", sa.String(length=64), nullable=True))


def downgrade() -> None:
    """Back to the one before."""
    op.drop_column("quire_wikis", "key_id")
    op.drop_table("quire_usage")
