"""The journal between slot and worker: nothing lost, nothing half read, nothing believed."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.clock import FakeClock
from quire.tasks.builds import event_journal
from quire.tasks.builds.event_journal import Journal, read

LOG = {"level": "info", "msg": "第一章"}


def test_what_is_told_is_read_once(tmp_path):
    path = tmp_path / "log" / "events.jsonl"
    clock = FakeClock()
    written = Journal(path, clock)
    written.tell("log", LOG)
    first = read(path, 0)
    assert first.events == [("log", LOG)]
    assert first.dated[0][1] == clock.now()
    written.tell("phase", {"phase": "egg", "status": "ended", "duration_s": 1.5})
    second = read(path, first.end)
    assert second.events == [("phase", {"phase": "egg", "status": "ended", "duration_s": 1.5})]
    assert read(path, second.end) == ([], second.end)
    written.close()


def test_a_line_that_a_death_cut_is_taken_away(tmp_path):
    path = tmp_path / "events.jsonl"
    Journal(path).tell("log", LOG)
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:10])
    assert read(path, 0).end == len(whole)
    Journal(path).tell("log", LOG)
    assert list(read(path, 0).events) == [("log", LOG)] * 2


def test_no_journal_is_no_event(tmp_path):
    assert read(tmp_path / "none", 0) == ([], 0)


@pytest.mark.parametrize(
    "event",
    [
        {"kind": "done", "data": {"status": "completed"}},
        {"kind": "token", "data": {"phase": "egg", "input": -1, "output": 0, "cost": 0}},
        {"kind": "token", "data": {"phase": "egg", "input": 1, "output": 0, "cost": "1"}},
        {"kind": "token", "data": {"phase": "egg", "input": True, "output": 0, "cost": 0}},
        {"kind": "log", "data": {"level": "info"}},
        {"kind": "log", "data": {"level": "info", "msg": ["x"]}},
        {"kind": "log", "data": None},
        {"kind": [], "data": {}},
        {"kind": "log", "data": {"level": "info", "msg": "x" * 100_000}},
        [],
    ],
)
def test_what_a_slot_may_not_say_is_passed_over(tmp_path, event):
    path = tmp_path / "events.jsonl"
    line = {**event, "at": 1} if isinstance(event, dict) else event
    path.write_text(json.dumps(line) + "\n")
    assert read(path, 0) == ([], path.stat().st_size)


def test_only_known_keys_come_through(tmp_path):
    path = tmp_path / "events.jsonl"
    Journal(path).tell("review", {"scope": "wiki", "status": "passed", "secret": "x"})
    assert read(path, 0).events == [("review", {"scope": "wiki", "status": "passed"})]


def test_a_line_without_end_does_not_stop_the_rest(tmp_path):
    path = tmp_path / "events.jsonl"
    path.write_bytes(b"x" * (event_journal.PIECE + 10) + b"\n")
    Journal(path).tell("log", LOG)
    place, found = 0, []
    while (piece := read(path, place)).end > place:
        place = piece.end
        found += piece.events
    assert found == [("log", LOG)]


@given(st.binary(max_size=300))
def test_any_bytes_can_be_read(content):
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "events.jsonl"
        path.write_bytes(content)
        found = read(path, 0)
        assert found.end <= len(content)
        Journal(path).tell("log", LOG)
        assert read(path, found.end).events[-1:] == [("log", LOG)]
