"""A hold on deletions: while a backup copies files, no worker deletes one that a row of the backup may name.

A hold is a row with its end, so a backup that dies holds nothing up for long. Who deletes looks after the task has
ended in the database: a deletion that was under way before the hold is of a file that the backup's rows do not need.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import sqlalchemy as sa

from quire.clock import Clock
from quire.store.database import insert, read, write
from quire.store.schema import settings

PREFIX = "deletion_hold."
"""Beginning of the names of the rows."""

LASTS = timedelta(minutes=15)
"""How long a hold that is not renewed lasts: longer than copying the largest file takes."""


@contextmanager
def hold_deletions(engine: sa.Engine, clock: Clock) -> Iterator[Callable[[], None]]:
    """Hold deletions inside the context; the value renews the hold, at most once in a third of its time."""
    name, last = PREFIX + secrets.token_hex(8), clock.monotonic()

    def set_end() -> None:
        now = clock.now()
        values = {"value": (now + LASTS).isoformat()}
        with write(engine) as connection:
            row = insert(connection, settings).values(values | {"name": name, "created": now})
            connection.execute(row.on_conflict_do_update(index_elements=["name"], set_=values))

    def renew() -> None:
        nonlocal last
        if clock.monotonic() - last > LASTS.total_seconds() / 3:
            set_end()
            last = clock.monotonic()

    set_end()
    try:
        yield renew
    finally:
        with write(engine) as connection:
            connection.execute(sa.delete(settings).where(settings.c.name == name))


def are_deletions_held(engine: sa.Engine, clock: Clock) -> bool:
    """Whether a backup is copying files."""
    with read(engine) as connection:
        ends = connection.execute(sa.select(settings.c.value).where(settings.c.name.startswith(PREFIX))).scalars()
        return any(end > clock.now().isoformat() for end in ends)
