"""Work in forked workers: values, workers that die, and interrupts that always end them."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from quire.cli.worker_pool import run_parallel

Progress = Callable[[int, int], None]
SOON = 40.0  # seconds; the workers below would go on for a minute


def nothing(*_: int) -> None:
    """Takes progress and does nothing with it."""


def double(job: int, progress: Progress) -> int:
    progress(1, 1)
    return 2 * job


@pytest.mark.parametrize("workers", [1, 2, 8])
def test_every_job_gives_its_value(workers: int):
    assert dict(run_parallel(range(20), double, workers=workers, lost=-1, on_progress=nothing)) == {
        n: 2 * n for n in range(20)
    }


@pytest.mark.parametrize("workers", [1, 3])
def test_progress_names_its_job(workers: int):
    seen = []
    list(run_parallel([5, 6, 7], double, workers=workers, lost=-1, on_progress=lambda *what: seen.append(what)))
    assert sorted(seen) == [(0, 1, 1), (1, 1, 1), (2, 1, 1)]


def test_a_worker_that_dies_loses_only_its_job():
    def work(job: int, progress: Progress) -> int:
        if job == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return double(job, progress)

    values = dict(run_parallel(range(8), work, workers=2, lost=-1, on_progress=nothing))
    assert values == {n: -1 if n == 3 else 2 * n for n in range(8)}


def deaf(job: int, progress: Progress) -> int:
    """Swallows an interrupt, as code does that is called where no exception can pass; then works on."""
    if job:
        try:
            while True:
                progress(1, 2)  # until nobody reads any more
        except KeyboardInterrupt:
            time.sleep(60)
    return job


def stubborn(job: int, progress: Progress) -> int:
    """Never listens to an interrupt."""
    if job:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        time.sleep(60)
    return job


def children() -> set[int]:
    """The process ids of the children of this process."""
    lists = Path("/proc/self/task").glob("*/children")
    return {int(child) for one in lists for child in one.read_text().split()}


@pytest.mark.parametrize("work", [deaf, stubborn])
def test_workers_end_when_the_caller_stops(work: Callable[[int, Progress], int]):
    before = children()  # other tests in this process may have left some of their own
    values = run_parallel([0, 1, 2], work, workers=3, lost=-1, on_progress=nothing)
    assert isinstance(values, Generator)
    assert next(values) == (0, 0)
    assert children() > before
    began = time.monotonic()
    values.close()
    assert time.monotonic() - began < SOON
    assert children() <= before
