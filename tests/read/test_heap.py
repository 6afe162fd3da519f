"""Memory given back to the system."""

from __future__ import annotations

import ctypes

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
