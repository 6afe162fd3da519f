"""What expires, and when."""

from __future__ import annotations

from datetime import timedelta

import pytest
import sqlalchemy as sa

from quire.errors import DamagedDocument, NotFound, QuireError, StorageUnavailable
from quire.store.database import read, write
from quire.store.deletion_hold import hold_deletions
from quire.store.file_store import FakeFiles
from quire.store.schema import idempotency
from quire.tasks.expiry import Expiry
from quire.tasks.task_table import Outcome

OUTCOME = Outcome("tasks/a/1/result.md", "a.md", [], 1, [], 1.0)


@pytest.fixture
def store():
    return FakeFiles()


@pytest.fixture
def expiry(ledger, store, clock):
    return Expiry(ledger, store, clock, timedelta(hours=1))


def test_expiry_in_three_steps(expiry, ledger, store, clock, add):
    store.kept = {"tasks/a/source": b"", "tasks/a/1/result.md": b"", "tasks/b/source": b""}
    add("a", source_file="tasks/a/source")
    add("b", source_file="tasks/b/source")
    ledger.finish(ledger.claim("a", "me")[1], OUTCOME)
    expiry.expire()
    assert len(store.kept) == 3
    clock.advance(3600)
    expiry.expire()
    assert set(store.kept) == {"tasks/a/1/result.md", "tasks/b/source"}
    clock.advance(7 * 86400)
    expiry.expire()
    assert set(store.kept) == {"tasks/b/source"}
    assert ledger.find("a").status == "done"
    clock.advance(30 * 86400)
    expiry.expire()
    with pytest.raises(NotFound):
        ledger.find("a")
    assert ledger.find("b").status == "pending"


def test_a_store_that_fails_is_asked_again(ledger, clock, add):
    store = FakeFiles(fail={"delete": 1})
    store.kept = {"tasks/a/1/result.md": b""}
    expiry = Expiry(ledger, store, clock, timedelta(0))
    add("a")
    ledger.fail(ledger.claim("a", "w")[1], QuireError(), 0.0)
    clock.advance(8 * 86400)
    with pytest.raises(StorageUnavailable):
        expiry.expire()
    expiry.expire()
    assert store.kept == {}


def test_uploads_of_tasks_that_failed_through_our_fault_stay_as_long_as_a_result(expiry, ledger, store, clock, add):
    for task_id, error in (("ours", QuireError()), ("store", StorageUnavailable()), ("theirs", DamagedDocument())):
        store.kept[f"tasks/{task_id}/source"] = b""
        add(task_id, source_file=f"tasks/{task_id}/source")
        ledger.fail(ledger.claim(task_id, "me")[1], error, 0.0)
    clock.advance(86400)
    expiry.expire()
    assert set(store.kept) == {"tasks/ours/source", "tasks/store/source"}
    clock.advance(7 * 86400)
    expiry.expire()
    assert store.kept == {}


def test_idempotency_keys_go_after_a_day(expiry, ledger, clock, add):
    add("a")
    with write(ledger.engine) as connection:
        row = {"owner": "ann", "idempotency_key": "k", "fingerprint": "f", "task_id": "a", "created": clock.now()}
        connection.execute(sa.insert(idempotency).values(row))
    for seconds, left in ((86399, 1), (2, 0)):
        clock.advance(seconds)
        expiry.expire()
        with read(ledger.engine) as connection:
            assert len(connection.execute(sa.select(idempotency)).all()) == left


def test_sweep_deletes_old_files_of_no_task(expiry, store, clock, add):
    add("a")
    store.kept = {"tasks/a/source": b"", "tasks/lost/source": b"", "tasks/lost/1/result.md": b""}
    expiry.sweep()
    assert len(store.kept) == 3
    clock.advance(86401)
    expiry.sweep()
    assert set(store.kept) == {"tasks/a/source"}


def test_nothing_goes_while_a_backup_copies_files(expiry, ledger, store, clock, add):
    store.kept = {"tasks/a/1/result.md": b""}
    add("a")
    ledger.finish(ledger.claim("a", "me")[1], OUTCOME)
    clock.advance(8 * 86400)
    with hold_deletions(ledger.engine, clock):
        expiry.expire()
        assert store.kept
    expiry.expire()
    assert store.kept == {}
