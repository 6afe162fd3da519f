"""A long step tells how far it is, and ends when it is asked to."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.clock import FakeClock
from quire.wiki.phase_context import PhaseContext, Stopped
from quire.wiki.step_progress import no_progress, sub_progress, with_progress
from quire.wiki.wiki_folder import Wiki


def test_items_pass_and_their_share_is_told():
    told: list[float] = []
    assert list(with_progress([*range(10)], told.append, each=4)) == [*range(10)]
    assert told == [0.0, 0.4, 0.8, 1.0]
    assert list(with_progress([], no_progress)) == []


def test_a_part_tells_its_share_of_the_whole():
    told: list[float] = []
    assert list(with_progress("ab", sub_progress(told.append, 0.5, 1.0), each=1)) == ["a", "b"]
    assert told == [0.5, 0.75, 1.0]


def test_a_step_tells_once_a_second_and_stops_when_asked(tmp_path: Path):
    (tmp_path / "book.txt").write_text("Once.")
    clock = FakeClock()
    told: list[tuple[int, int]] = []
    stop: list[bool] = []
    wiki = Wiki.create(tmp_path / "w", tmp_path / "book.txt")
    work = PhaseContext(
        wiki, "boot", "en", clock, lambda _: None, lambda: bool(stop), lambda done, of: told.append((done, of))
    )
    tick = work.step(0.2, 0.6)
    for share in (0.1, 0.2):
        tick(share)
    clock.advance(2)
    tick(0.5)
    tick(0.6)
    assert told == [(20, 100), (40, 100)]
    stop.append(True)
    tick(0.7)
    clock.advance(2)
    with pytest.raises(Stopped):
        tick(0.8)
