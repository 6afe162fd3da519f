"""A place to do tasks in: database, files, clock, and an upload."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest

from quire.clock import FakeClock
from quire.store.database import connect, write
from quire.store.file_store import LocalFiles
from quire.tasks.process_identity import is_alive
from quire.tasks.task_states import Task, TaskStatus
from quire.tasks.task_table import TaskTable, insert_task


@pytest.fixture
def url(database):
    return database.fresh()


@pytest.fixture
def engine(url):
    engine = connect(url)
    yield engine
    engine.dispose()


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def ledger(engine, clock):
    return TaskTable(engine, clock, timedelta(days=7))


@pytest.fixture
def files(tmp_path):
    return LocalFiles(tmp_path / "files")


@pytest.fixture
def upload(tmp_path):
    path = tmp_path / "upload"
    path.write_bytes(b"hello")
    return path


@pytest.fixture
def add(ledger, clock):
    """`add("id", kind=...)` writes a pending task's row."""

    def add(task_id: str, **more) -> Task:
        values = {"owner": "ann", "key_id": "k", "kind": "parse.md", "filename": "a.pdf", "created": clock.now()}
        task = Task(id=task_id, status=TaskStatus.PENDING, **(values | more))
        with write(ledger.engine) as connection:
            insert_task(connection, task)
        return task

    return add


def until(condition, seconds=60.0):
    """The first true value of `condition()`."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.01)
    return value


def gone(pid: int) -> bool:
    """True when a process has ended; a zombie has."""
    return until(lambda: not is_alive(pid))


def noted(path) -> int:
    """The process id in a file that a slot is about to write."""
    until(lambda: path.exists() and path.read_text().endswith("\n"))
    return int(path.read_text())
