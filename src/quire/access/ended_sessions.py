"""Sessions of the console that were signed out before they expired, so that no copy of their cookie opens anything.

A row lives until its session would have expired; signing out removes those that have.
"""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa

from quire.clock import Clock
from quire.store import database
from quire.store.schema import ended_sessions as table


class EndedSessions:
    """The ended sessions of an installation; thread-safe, and the same for every process at once."""

    def __init__(self, engine: sa.Engine, clock: Clock) -> None:
        self._engine, self._clock = engine, clock

    def end(self, session_id: str, expires: datetime) -> None:
        """End a session; ending it twice changes nothing."""
        with database.write(self._engine) as connection:
            connection.execute(sa.delete(table).where(table.c.expires <= self._clock.now()))
            connection.execute(sa.delete(table).where(table.c.id == session_id))
            connection.execute(sa.insert(table).values(id=session_id, expires=expires))

    def has_ended(self, session_id: str) -> bool:
        """Whether a session was ended."""
        with database.read(self._engine) as connection:
            return connection.execute(sa.select(table.c.id).where(table.c.id == session_id)).first() is not None
