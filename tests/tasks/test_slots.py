"""Slots: what they answer, what they cannot do, and what becomes of a request that goes wrong."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import threading
import time
from pathlib import Path

import pytest

from quire.errors import BadRequest, Cancelled, DocumentError, OutOfMemory, OutOfTime, ProtectedDocument, WorkerDied
from quire.tasks.slots import Caps, Run, Slot, Slots
from tests.tasks.conftest import gone, until

MB = 1 << 20
CAPS = Caps(seconds=60, memory=400 * MB)
HERE = str(Path(__file__).parent)


@pytest.fixture(autouse=True)
def _tricks_importable(monkeypatch):
    monkeypatch.syspath_prepend(HERE)


@pytest.fixture
def slot():
    slot = Slot(CAPS)
    yield slot
    slot.kill()


def in_time(seconds, **more) -> Run:
    return Run(time.monotonic() + seconds, **more)


def test_value_progress_and_a_warm_process(slot):
    seen = []
    run = in_time(60, on_progress=lambda done, total: seen.append((done, total)))
    first = slot.run("tricks:echo", {"pages": 3, "name": "报告"}, run)
    assert first["request"] == {"pages": 3, "name": "报告"}
    assert seen[0] == (1, 3)
    assert seen[-1] == (3, 3)
    assert slot.run("tricks:echo", {})["pid"] == first["pid"] == slot.pid


def test_processor_time_of_a_request_is_known_also_when_it_fails(slot):
    run = in_time(60)
    with pytest.raises(DocumentError):
        slot.run("tricks:misbehave", {"trouble": "bug"}, run)
    slot.run("tricks:echo", {"pages": 1}, run)
    assert 0 <= run.cpu_seconds < 5
    full = in_time(60)
    with pytest.raises(OutOfMemory):
        slot.run("tricks:misbehave", {"trouble": "memory"}, full)
    assert full.cpu_seconds > 0


def test_what_a_handler_raises_comes_back_and_the_process_stays(slot):
    slot.start()
    pid = slot.pid
    for trouble, error in (("protected", ProtectedDocument), ("options", BadRequest), ("bug", DocumentError)):
        with pytest.raises(error) as caught:
            slot.run("tricks:misbehave", {"trouble": trouble})
        assert "secret" not in str(caught.value)
    assert slot.pid == pid


def test_an_unknown_handler_is_an_error(slot):
    with pytest.raises(DocumentError):
        slot.run("tricks:nothing", {})


@pytest.mark.parametrize("trouble", ["abort", "exit", "garbage"])
def test_a_process_that_dies_or_raves_is_replaced(slot, trouble):
    with pytest.raises(WorkerDied):
        slot.run("tricks:misbehave", {"trouble": trouble})
    assert slot.run("tricks:echo", {"pages": 1})


def test_the_memory_cap_kills(slot):
    with pytest.raises(OutOfMemory):
        slot.run("tricks:misbehave", {"trouble": "memory"})
    assert slot.run("tricks:echo", {})


def test_the_time_cap_kills_the_whole_group(slot, tmp_path):
    note = tmp_path / "pid"
    slot.run("tricks:echo", {})  # has imported what it needs
    with pytest.raises(OutOfTime):
        slot.run("tricks:misbehave", {"trouble": "grandchild", "note": str(note)}, in_time(4))
    assert gone(int(note.read_text()))


def test_stop_kills_at_once(slot):
    stop = threading.Event()
    run = in_time(60, stop=stop, on_progress=lambda done, total: stop.set())
    began = time.monotonic()
    with pytest.raises(Cancelled):
        slot.run("tricks:misbehave", {"trouble": "sleep"}, run)
    assert time.monotonic() - began < 55  # and not after its 60 seconds


def test_a_beat_may_end_the_run(slot):
    def lost():
        raise Cancelled

    with pytest.raises(Cancelled):
        slot.run("tricks:misbehave", {"trouble": "sleep"}, in_time(60, on_beat=lost))


def test_a_process_killed_while_idle_costs_nothing(slot):
    slot.start()
    os.kill(slot.pid, signal.SIGKILL)
    assert gone(slot.pid)
    assert slot.run("tricks:echo", {"pages": 1})


def test_recycled_after_so_many_requests_and_when_fat(monkeypatch):
    slot = Slot(Caps(seconds=60, memory=400 * MB, recycle=2))
    try:
        pids = [slot.run("tricks:echo", {})["pid"] for _ in range(4)]
        assert pids[0] == pids[1] != pids[2] == pids[3]
        fat = slot.run("tricks:fill", {"bytes": 250 * MB})["pid"]
        assert slot.run("tricks:echo", {})["pid"] != fat
    finally:
        slot.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="the walls of a slot are Linux's")
def test_the_walls(slot, monkeypatch):
    monkeypatch.setenv("QUIRE_SECRET", "1")
    with socket.create_server(("127.0.0.1", 0)) as server:
        seen = slot.run("tricks:surroundings", {"port": server.getsockname()[1]})
    assert "QUIRE_SECRET" not in seen["environment"]
    assert seen["core"]
    assert seen["session"]
    assert seen["oom"] == "1000"
    assert seen["stdin"] == ""
    if can_leave_network():
        assert not seen["network"]


@pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="needs root, to become another user")
def test_the_secrets_of_the_worker_are_out_of_reach(tmp_path):
    """Root may read everything, so both sides are somebody else here."""
    script = """
import ctypes, os, sys
from pathlib import Path
from quire.tasks.process_limits import protect_memory

def seen():
    "Whether a child can read our environment."
    if os.fork() == 0:
        try:
            Path(f"/proc/{os.getppid()}/environ").read_bytes()
        except PermissionError:
            os._exit(1)
        os._exit(0)
    return os.wait()[1] == 0

os.setgid(65534)
os.setuid(65534)
ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)  # changing the user hides a process too: undo it
before = seen()
protect_memory()
sys.exit(0 if before and not seen() else 1)
"""
    import subprocess

    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_slots_work_side_by_side_in_order_and_close():
    slots = Slots(2, CAPS, warm=["json"])
    try:
        both = threading.Barrier(2, timeout=60)

        def job(slot):
            both.wait()
            return slot.run("tricks:echo", {})["pid"]

        futures = [slots.submit(job) for _ in range(4)]
        assert len({future.result(60) for future in futures}) == 2
        with pytest.raises(ZeroDivisionError):
            slots.submit(lambda slot: 1 // 0).result(60)
        pids = slots.pids()
        assert len(pids) == 2
    finally:
        slots.close()
    assert all(gone(pid) for pid in pids)


def test_a_slot_dies_with_its_worker():
    import subprocess

    script = (
        f"import sys; sys.path.insert(0, {HERE!r})\n"
        "from quire.tasks.slots import Caps, Slots\n"
        "import time\n"
        "slots = Slots(1, Caps(seconds=60, memory=400 << 20))\n"
        "slots.submit(lambda slot: print(slot.pid, flush=True) or slot.run('tricks:misbehave', {'trouble': 'sleep'}))\n"
        "time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as worker:
        pid = int(worker.stdout.readline())
        worker.kill()
    assert gone(pid)


def can_leave_network() -> bool:
    import subprocess

    script = "import json; from quire.tasks.sandbox import leave_network; print(json.dumps(leave_network()))"
    return json.loads(subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout)


def test_slots_that_do_not_come_up_are_not_well_and_try_again(monkeypatch):
    monkeypatch.setattr("quire.tasks.slots.RESTART_SECONDS", 0.05)
    monkeypatch.setattr("quire.tasks.slots._BOOT", "raise SystemExit(1)")
    slots = Slots(1, CAPS)
    try:
        until(lambda: not slots.healthy)
        monkeypatch.undo()
        monkeypatch.syspath_prepend(HERE)
        until(lambda: slots.healthy)
        assert slots.submit(lambda slot: slot.run("tricks:echo", {"pages": 1})).result(60)["pid"] == slots.pids()[0]
    finally:
        slots.close()
    assert not slots.healthy  # the threads have ended
