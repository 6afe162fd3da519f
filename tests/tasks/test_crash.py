"""Worker processes killed by SIGKILL: nothing is lost, nothing is done twice."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from quire.tasks.engine import Tasks
from quire.tasks.task_states import NewTask
from tests.tasks.conftest import noted, until

ROOT = Path(__file__).parents[2]


@pytest.fixture
def tasks(engine, files):
    return Tasks(engine, files)


@pytest.fixture
def work(url, tmp_path):
    """`work()` starts a worker process that is ready."""
    with contextlib.ExitStack() as stack:

        def work(slots=1):
            process = stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-m", "tests.tasks.worker", url, str(tmp_path), str(slots)],
                    stdout=subprocess.PIPE,
                    text=True,
                    cwd=ROOT,
                )
            )
            stack.callback(process.kill)
            assert process.stdout.readline() == "ready\n"
            return process

        yield work


@pytest.fixture
def ask(upload):
    def ask(**options) -> NewTask:
        return NewTask("ann", "k", "parse.md", "a.pdf", upload, options)

    return ask


def wait(tasks, task):
    return asyncio.run(tasks.wait(task.id, owner="ann", seconds=60))


def test_killed_in_the_middle_and_done_by_the_next(tasks, work, ask, tmp_path):
    go, touched = tmp_path / "go", tmp_path / "touched"
    task = tasks.submit(ask(wait_for=str(go), touch=str(touched)))
    first = work()
    slot = noted(touched)
    first.send_signal(signal.SIGKILL)
    first.wait()
    until(lambda: not alive(slot))
    assert tasks.get(task.id, owner=None).status == "processing"
    go.touch()
    work()
    done = wait(tasks, task)
    assert (done.status, done.attempts) == ("done", 2)
    assert len(touched.read_text().split()) == 2


def test_a_worker_that_is_frozen_cannot_publish_over_the_next(tasks, work, ask, tmp_path, ledger, files):
    go, touched = tmp_path / "go", tmp_path / "touched"
    task = tasks.submit(ask(wait_for=str(go), touch=str(touched)))
    frozen = work()
    noted(touched)
    frozen.send_signal(signal.SIGSTOP)
    claim = ledger.held()[0]
    assert ledger.lose(claim) == "pending"
    second = ledger.claim(task.id, "another")[1]
    go.touch()
    frozen.send_signal(signal.SIGCONT)
    until(lambda: not list((tmp_path / "scratch").glob("*/*/*/*")))
    assert ledger.holds(second)
    assert [name for name, _ in files.names(f"tasks/{task.id}")] == [f"tasks/{task.id}/source"]


def test_a_stopped_process_ends_well(tasks, work, ask, tmp_path):
    worker = work()
    assert wait(tasks, tasks.submit(ask())).status == "done"
    worker.terminate()
    assert worker.wait(60) == 0
    assert tasks.workers() == []


def test_any_number_of_deaths(tasks, work, ask, tmp_path, files):
    """Workers die at random moments; each task ends, and what was started beyond its end was never published."""
    chance = random.Random(7)
    marks = [tmp_path / f"mark-{number}" for number in range(40)]
    submitted = [tasks.submit(ask(touch=str(mark))) for mark in marks]
    workers = [work(), work()]
    for _ in range(4):
        enough = min(len(marks), begun(marks) + chance.randrange(2, 6))
        until(lambda enough=enough: begun(marks) >= enough)
        victim = workers.pop(chance.randrange(len(workers)))
        victim.kill()
        victim.wait()
        workers.append(work())
    for task, mark in zip(submitted, marks, strict=True):
        ended = wait(tasks, task)
        assert ended.status == "done" or ended.error_code == "worker_died"
        assert len(mark.read_text().split()) <= 2
        results = [name for name, _ in files.names(f"tasks/{task.id}") if name.endswith("result.md")]
        assert ended.status == "failed" or ended.result_file in results


def begun(marks) -> int:
    return sum(mark.exists() for mark in marks)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
