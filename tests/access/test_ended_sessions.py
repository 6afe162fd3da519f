"""Ended sessions stay ended as long as their cookies could be used."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import sqlalchemy as sa

from quire.access.ended_sessions import EndedSessions
from quire.clock import FakeClock
from quire.store.database import connect
from quire.store.schema import ended_sessions, metadata


def test_every_process_sees_an_ended_session_until_it_expires(tmp_path: Path):
    clock, engine = FakeClock(), connect(f"sqlite:///{tmp_path / 'db.sqlite3'}")
    metadata.create_all(engine)
    one, other = EndedSessions(engine, clock), EndedSessions(engine, clock)
    one.end("a" * 32, clock.now() + timedelta(hours=8))
    one.end("a" * 32, clock.now() + timedelta(hours=8))
    assert other.has_ended("a" * 32)
    assert not other.has_ended("b" * 32)
    clock.advance(8 * 3600)
    other.end("b" * 32, clock.now() + timedelta(hours=8))
    with engine.connect() as connection:
        assert connection.execute(sa.select(ended_sessions.c.id)).scalars().all() == ["b" * 32]
    engine.dispose()
