"""Mates of a process: what they say arrives, and they end with it."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from quire.errors import OutOfMemory, OutOfTime, WorkerDied
from quire.tasks import forked_workers
from quire.tasks.forked_workers import ForkedWorker, WorkerPipe
from quire.tasks.process_limits import run_limited

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")

ROOMY = 1 << 35
SECONDS = 60.0


def alone(work: Any) -> Any:
    """The value of ``work()`` in a process that has one thread."""
    return run_limited(lambda progress: work(), seconds=SECONDS, memory=ROOMY)


def echo(line: WorkerPipe) -> None:
    while True:
        line.send(("again", line.receive()))


def test_messages_cross_whole() -> None:
    def work() -> tuple[Any, Any]:
        mates = forked_workers.fork_workers(2, echo)
        big = b"x" * 3_000_000
        for mate in mates:
            mate.line.send(big)
        heard: list[ForkedWorker] = []
        while len(heard) < len(mates):
            heard += forked_workers.ready([mate for mate in mates if mate not in heard], wait=True)
        answers = [mate.line.receive() == ("again", big) for mate in mates]
        quiet = forked_workers.ready(mates, wait=False)
        forked_workers.stop_workers(mates)
        return answers, quiet

    assert alone(work) == ([True, True], [])


def test_a_mate_that_ends_is_noticed() -> None:
    def work() -> list[bool]:
        (mate,) = forked_workers.fork_workers(1, lambda line: os._exit(9))
        forked_workers.ready([mate], wait=True)
        ended = False
        try:
            mate.line.receive()
        except EOFError:
            ended = True
        said = type(forked_workers.verdict(mate)) is WorkerDied
        forked_workers.stop_workers([mate])
        return [ended, said]

    assert alone(work) == [True, True]


def test_a_mate_that_took_nearly_all_memory_ran_out_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forked_workers, "memory_cap", lambda: 1)

    def work() -> bool:
        (mate,) = forked_workers.fork_workers(1, lambda line: os._exit(9))
        return type(forked_workers.verdict(mate)) is OutOfMemory

    assert alone(work)


def test_dismissed_mates_are_gone() -> None:
    def work() -> bool:
        mates = forked_workers.fork_workers(2, lambda line: time.sleep(SECONDS))
        forked_workers.stop_workers(mates)
        return any(Path(f"/proc/{mate.pid}").exists() for mate in mates)

    assert alone(work) is False


def test_mates_end_with_the_process_that_is_killed(tmp_path: Path) -> None:
    noted = tmp_path / "pids"

    def work(progress: object) -> None:
        mates = forked_workers.fork_workers(2, lambda line: time.sleep(SECONDS))
        noted.write_text(" ".join(str(mate.pid) for mate in mates))
        time.sleep(SECONDS)

    with pytest.raises(OutOfTime):
        run_limited(work, seconds=6.0, memory=ROOMY)
    deadline = time.monotonic() + SECONDS
    for pid in noted.read_text().split():
        while _lives(pid):
            assert time.monotonic() < deadline
            time.sleep(0.05)


def _lives(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in {"Z", "X"}
    except OSError:
        return False


def test_the_memory_of_mates_counts() -> None:
    def work(progress: object) -> None:
        mates = forked_workers.fork_workers(2, lambda line: _hold(300 << 20))
        forked_workers.ready(mates, wait=True)

    def held() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    with pytest.raises(OutOfMemory):  # no process has so much alone, pages of files that none has touched not counted
        run_limited(work, seconds=SECONDS, memory=held() + (350 << 20))


def _hold(size: int) -> None:
    kept = bytearray(size)
    kept[::4096] = b"x" * len(kept[::4096])
    time.sleep(SECONDS)


def test_a_process_with_threads_is_not_copied() -> None:
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        assert not forked_workers.may_fork()
    finally:
        stop.set()
        thread.join()
    assert alone(forked_workers.may_fork) is True


def test_without_fork_there_are_no_mates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")
    assert not forked_workers.may_fork()


def test_where_no_process_can_be_made_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> int:
        raise OSError

    monkeypatch.setattr(os, "fork", refuse)
    assert forked_workers.fork_workers(2, echo) == []


@pytest.mark.parametrize(
    ("wanted", "memory", "processes"),
    [(1, 0, 1), (4, 0, 4), (100, 0, forked_workers.MAX_WORKERS), (4, 2 * forked_workers.EACH, 2), (4, 1, 1)],
)
def test_processes_share_the_memory_of_a_document(wanted: int, memory: int, processes: int) -> None:
    assert forked_workers.processes_within(wanted, memory) == processes


def test_cores_that_are_free_are_some() -> None:
    assert 1 <= forked_workers.free_cores() <= (os.cpu_count() or 1)
