"""What was done is kept in its order, with who, where and what to."""

from __future__ import annotations

from datetime import timedelta

from quire.clock import FakeClock
from quire.store.audit_log import LONGEST, AuditEntry, AuditLog
from quire.store.database import connect


def test_actions_are_kept_in_their_order(database):
    clock, engine = FakeClock(), connect(database.fresh())
    log = AuditLog(engine, clock)
    log.add(AuditEntry("k1", "ann", "192.0.2.1", "deleteTask", "t" * 1000, 200, "r1"))
    clock.advance(3600)
    moment = clock.now()
    log.add(AuditEntry("", "", "192.0.2.2", "createToken", "", 401, "r2"))
    first, second = log.entries()
    assert (first["object"], first["at"], first["id"]) == ("t" * LONGEST, "2026-01-01T00:00:00Z", 1)
    assert second == {
        "id": 2,
        "at": "2026-01-01T01:00:00Z",
        "key_id": "",
        "owner": "",
        "address": "192.0.2.2",
        "action": "createToken",
        "object": "",
        "status": 401,
        "request_id": "r2",
    }
    assert [*log.entries(moment)] == [second]
    assert [*log.entries(moment + timedelta(seconds=1))] == []
    engine.dispose()
