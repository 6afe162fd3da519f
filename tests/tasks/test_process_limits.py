"""The caps that hold a child process, tried on children that break each of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from quire.errors import (
    BadRequest,
    DocumentError,
    OutOfMemory,
    OutOfTime,
    ProtectedDocument,
    WorkerDied,
)
from quire.tasks.process_limits import RemoteFailure, Room, run_limited, session_usage
from quire.tasks.sandbox import FILES, missing_here
from tests.tasks.conftest import gone

MB = 1 << 20
ROOMY = 1 << 35
"""Bytes; a child begins with all that this process holds, and that may be a gigabyte when other tests have read
pictures."""


@dataclass(frozen=True)
class Answer:
    pages: int
    file: Path


def answer(pages: int, *, progress) -> Answer:
    for done in range(1, pages + 1):
        progress(done, pages)
    return Answer(pages, Path("x.md"))


def test_value_and_progress_come_back():
    seen = []
    value = run_limited(
        answer, (3,), seconds=60, memory=ROOMY, on_progress=lambda done, total: seen.append((done, total))
    )
    assert value == Answer(3, Path("x.md"))
    assert seen[0] == (1, 3)
    assert seen[-1] == (3, 3)


def test_a_large_value_comes_back_whole():
    value = run_limited(lambda progress: b"x" * (5 * MB), seconds=60, memory=ROOMY)
    assert len(value) == 5 * MB


@pytest.mark.parametrize("error", [ProtectedDocument(), BadRequest("no page 9")])
def test_our_errors_come_back_as_they_are(error):
    def fail(*, progress):
        raise error

    with pytest.raises(type(error), match=str(error)):
        run_limited(fail, seconds=60, memory=ROOMY)


def test_an_unexpected_exception_becomes_a_document_error_with_its_trace():
    def fail(*, progress):
        raise KeyError("secret/path")

    with pytest.raises(DocumentError) as caught:
        run_limited(fail, seconds=60, memory=ROOMY)
    assert "secret" not in str(caught.value)
    assert isinstance(caught.value.__cause__, RemoteFailure)
    assert "KeyError" in str(caught.value.__cause__)


class Call:
    """What a child in the hands of a document would answer: a call of its choice."""

    def __reduce__(self):
        return (os.system, ("true",))


@pytest.mark.parametrize("name", ["system", "Popen"])
def test_nothing_that_a_child_answers_is_called(name):
    value = Call() if name == "system" else subprocess.Popen
    with pytest.raises(WorkerDied):
        run_limited(lambda progress: value, seconds=60, memory=ROOMY)


def test_a_child_keeps_its_room_and_nothing_else(tmp_path):
    if FILES in missing_here():
        pytest.skip("this kernel has no Landlock")
    source, other, out = tmp_path / "source", tmp_path / "other", tmp_path / "out"
    source.write_bytes(b"source")
    other.write_bytes(b"other")
    out.mkdir()

    def look(*, progress):
        said = [source.read_bytes().decode()]
        (out / "made").write_bytes(b"made")
        said.append(tempfile.gettempdir())
        for attempt in (
            other.read_bytes,
            lambda: (tmp_path / "new").write_bytes(b"x"),
            lambda: list(Path("/").iterdir()),
        ):
            try:
                attempt()
            except PermissionError:
                said.append("refused")
        return said

    room = Room((str(source),), (str(out),))
    found = run_limited(look, seconds=60, memory=ROOMY, room=room)
    assert found == ["source", str(out), "refused", "refused", "refused"]
    assert (out / "made").read_bytes() == b"made"


def test_an_unpicklable_value_is_an_error_not_a_hang():
    with pytest.raises(DocumentError):
        run_limited(lambda progress: lambda: None, seconds=60, memory=ROOMY)


def test_the_time_cap_kills_the_whole_group(tmp_path):
    def linger(*, progress):
        grandchild = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(120)"])
        (tmp_path / "pid").write_text(str(grandchild.pid))
        time.sleep(120)

    began = time.monotonic()
    with pytest.raises(OutOfTime):
        run_limited(linger, seconds=5, memory=ROOMY)
    assert time.monotonic() - began < 50
    assert gone(int((tmp_path / "pid").read_text()))


@pytest.mark.parametrize("way", [os.abort, lambda: os._exit(0), lambda: os.kill(os.getpid(), signal.SIGSEGV)])
def test_a_child_that_dies_is_a_worker_that_died(way):
    with pytest.raises(WorkerDied):
        run_limited(lambda progress: way(), seconds=60, memory=ROOMY)


def test_a_death_is_noticed_though_a_grandchild_holds_the_pipe():
    def leave_one_behind(*, progress):
        if os.fork() == 0:
            os.setsid()
            time.sleep(120)
            os._exit(0)
        os._exit(1)

    began = time.monotonic()
    with pytest.raises(WorkerDied):
        run_limited(leave_one_behind, seconds=90, memory=ROOMY)
    assert time.monotonic() - began < 60


def test_a_child_that_grows_is_killed_by_the_watchdog():
    def grow(*, progress):
        kept = []
        while True:
            kept.append(bytearray(b"x" * (8 * MB)))
            time.sleep(0.005)

    with pytest.raises(OutOfMemory):
        run_limited(grow, seconds=60, memory=150 * MB)


def test_one_huge_request_is_refused_before_it_is_made():
    with pytest.raises(OutOfMemory):
        run_limited(lambda progress: len(bytes(1 << 40)), seconds=60, memory=150 * MB)


def test_where_no_process_can_be_made_nothing_stays_open(monkeypatch):
    def refuse():
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", refuse)
    before = sorted(Path("/proc/self/fd").iterdir())
    with pytest.raises(BlockingIOError):
        run_limited(lambda progress: None, seconds=60, memory=0)
    assert sorted(Path("/proc/self/fd").iterdir()) == before


def test_the_memory_of_grandchildren_counts():
    def delegate(*, progress):
        subprocess.run([sys.executable, "-c", "import time; x = b'x' * (300 << 20); time.sleep(60)"], check=False)

    with pytest.raises(OutOfMemory):
        run_limited(delegate, seconds=60, memory=150 * MB)


def test_the_child_dies_with_its_parent(tmp_path):
    script = (
        "import os, sys, time\nfrom quire.tasks.process_limits import run_limited\n"
        "def wait(progress):\n    progress(os.getpid(), 0)\n    time.sleep(60)\n"
        "run_limited(wait, seconds=60, memory=1 << 30, on_progress=lambda pid, _: print(pid, flush=True))\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as parent:
        child = int(parent.stdout.readline())
        parent.kill()
    assert gone(child)


def test_the_child_is_silent(capfd):
    def talk(*, progress):
        os.write(1, b"noise")
        os.write(2, b"noise")

    run_limited(talk, seconds=60, memory=ROOMY)
    assert capfd.readouterr() == ("", "")


def test_a_session_is_measured_as_a_whole():
    held, processes = session_usage(os.getsid(0))
    assert held > 5 * MB
    assert processes >= 1
