"""Memory given back to the system."""

from __future__ import annotations

import ctypes
import threading

import pytest

from quire.read import heap


def test_it_may_be_asked_at_any_time() -> None:
    assert heap.give_back() in (True, False)
    assert heap.give_back() in (True, False)


def test_another_c_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other:
        def __init__(self, name: object) -> None:
            del name

    monkeypatch.setattr(ctypes, "CDLL", Other)
    heap._trim.cache_clear()
    try:
        assert heap.give_back() is False
    finally:
        heap._trim.cache_clear()


def test_something_is_done_when_there_was_no_work_for_a_while() -> None:
    done = threading.Event()
    rest = heap.Rest(0.01, done.set)
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
    rest = heap.Rest(0.05, done.set)
    with rest.work():
        pass
    rest._end()
    rest._end()
    assert not done.wait(0.2)
