"""What is kept: rows in a database (SQLite or PostgreSQL), and files in a directory or a bucket; see README.md."""

from __future__ import annotations


def migrate(url: str) -> None:
    """Bring the database at `url` to the present schema; nothing happens when it is there already.

    Several processes may call it at once: they take turns.
    """
    from quire.store.migrations import upgrade

    upgrade(url)
