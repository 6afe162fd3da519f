"""The log of corrections: nothing is overwritten, the last word counts, a corrected result has to be approved again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from quire.clock import FakeClock
from quire.errors import BadRequest
from quire.store.database import connect, write
from quire.store.schema import metadata, tasks
from quire.tasks.review_log import LONGEST, Change, ReviewLog, corrections
from quire.tasks.task_states import Task, TaskStatus
from quire.tasks.task_table import TaskTable, insert_task


@pytest.fixture
def log(tmp_path: Path) -> Iterator[ReviewLog]:
    engine, clock = connect(f"sqlite:///{tmp_path / 'q.sqlite3'}"), FakeClock()
    metadata.create_all(engine)
    with write(engine) as connection:
        for task_id in ("a", "b"):
            insert_task(connection, Task(task_id, "lin", "k", "invoice.json", TaskStatus.DONE, "a.pdf", clock.now()))
    yield ReviewLog(engine, clock)
    engine.dispose()


def test_every_change_is_kept(log: ReviewLog) -> None:
    log.record("a", "lin", [("0/amount", "1", "2"), ("0/seller_name", "x", "x")])
    log.record("a", "wang", [("0/amount", "2", "3")])
    assert [(one.before, one.after, one.person) for one in log.changes("a")] == [("1", "2", "lin"), ("2", "3", "wang")]
    assert corrections(log.changes("a")) == {"0/amount": "3"}
    assert log.changes("b") == []


def test_what_is_put_back_is_no_correction(log: ReviewLog) -> None:
    log.record("a", "lin", [("0/amount", "1", "2")])
    log.record("a", "lin", [("0/amount", "2", "1")])
    assert corrections(log.changes("a")) == {}


def test_approval_ends_with_a_correction(log: ReviewLog) -> None:
    assert not log.is_approved("a")
    log.approve("a", "lin")
    log.approve("a", "lin")
    assert log.approved(["a", "b"]) == {"a"}
    assert len(log.changes("a")) == 1
    log.record("a", "wang", [("0/amount", "1", "2")])
    assert not log.is_approved("a")
    log.approve("a", "lin")
    log.approve("a", "wang", approved=False)
    assert not log.is_approved("a")
    assert isinstance(log.changes("a")[0], Change)


def test_a_text_without_end(log: ReviewLog) -> None:
    with pytest.raises(BadRequest):
        log.record("a", "lin", [("0/amount", "1", "2" * (LONGEST + 1))])


def test_the_queue_has_what_nobody_approved_the_most_doubtful_first(log: ReviewLog) -> None:
    table = TaskTable(log._engine, FakeClock(), timedelta(days=7))
    for task_id, failed, low in (("a", 0, 9), ("b", 1, 0)):
        table.doubted(task_id, failed, low)
    assert [task.id for task in table.to_check("lin", "", limit=9)[0]] == ["b", "a"]
    log.approve("b", "lin")
    assert ([task.id for task in table.to_check(None, "", limit=9)[0]], table.to_check(None, "", limit=9)[1]) == (
        ["a"],
        1,
    )
    log.record("b", "lin", [("1/b1/text", "x", "y")])  # it has to be approved again
    assert [task.id for task in table.to_check("lin", "", limit=1)[0]] == ["b"]
    assert table.to_check("wang", "", limit=9) == ([], 0)


def test_results_that_an_earlier_release_did_not_count(log: ReviewLog) -> None:
    table, names = TaskTable(log._engine, FakeClock(), timedelta(days=7)), ["view/pages.json", "details.json"]
    for task_id, status, images in (
        ("c", TaskStatus.DONE, ("images/p1.png", "view/pages.json")),
        ("d", TaskStatus.DONE, ("details.json",)),
        ("e", TaskStatus.DONE, ("details.json.png", "xview/pages.json")),
        ("f", TaskStatus.FAILED, ("details.json",)),
    ):
        with write(log._engine) as connection:
            insert_task(connection, Task(task_id, "lin", "k", "invoice.json", status, "a.pdf", FakeClock().now()))
            connection.execute(sa.update(tasks).where(tasks.c.id == task_id).values(images=images))
    assert {task.id for task in table.uncounted("lin", names, limit=9)} == {"c", "d"}
    assert (len(table.uncounted(None, names, limit=1)), table.uncounted("wang", names, limit=9)) == (1, [])
    table.doubted("c", 0, 0)
    assert [task.id for task in table.uncounted("lin", names, limit=9)] == ["d"]
