"""Memory given back to the system."""

from __future__ import annotations

import ctypes
import os
import select
import signal
import subprocess
import sys
import threading

import pytest

from quire.read.scan import memory_release


def test_it_may_be_asked_at_any_time() -> None:
    assert memory_release.release_memory() in (True, False)
    assert memory_release.release_memory() in (True, False)


def test_another_c_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other:
        def __init__(self, name: object) -> None:
            del name

    monkeypatch.setattr(ctypes, "CDLL", Other)
    memory_release._trim.cache_clear()
    try:
        assert memory_release.release_memory() is False
    finally:
        memory_release._trim.cache_clear()


def test_something_is_done_when_there_was_no_work_for_a_while() -> None:
    done = threading.Event()
    rest = memory_release.IdleTask(0.01, done.set)
    assert not done.wait(0.05)  # nothing was done yet
    with rest.work():
        assert not done.wait(0.1)
    assert done.wait(60)
    done.clear()
    with rest.work(), rest.work():
        pass
    assert done.wait(60)


def test_nothing_is_done_while_the_interpreter_ends() -> None:
    done = threading.Event()
    rest = memory_release.IdleTask(0.05, done.set)
    with rest.work():
        pass
    rest._end()
    rest._end()
    assert not done.wait(0.2)


def test_a_child_of_a_process_that_works_has_a_rest_of_its_own() -> None:
    reading, writing = os.pipe()
    rest = memory_release.IdleTask(0.01, lambda: os.write(writing, b"%d\n" % os.getpid()))
    with rest._lock:  # as held while another thread works
        child = os.fork()
        if child == 0:
            with rest.work():
                pass
            signal.alarm(60)
            signal.pause()
    try:
        with open(reading, "rb", buffering=0, closefd=False) as said:
            ready, _, _ = select.select([said], [], [], 60)
            assert ready
            assert int(said.read(32)) == child
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(reading)
        os.close(writing)


def test_the_interpreter_ends_after_an_action_under_way() -> None:
    program = """
import threading
from quire.read.scan.memory_release import IdleTask

begun, never = threading.Event(), threading.Event()

def act():
    begun.set()
    never.wait(0.3)
    print("ended", flush=True)

with IdleTask(0.01, act).work():
    pass
begun.wait(60)
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120)
    assert (ended.stdout, ended.stderr) == ("ended\n", "")
