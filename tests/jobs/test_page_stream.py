"""Pages as a conversion wants them."""

from __future__ import annotations

from quire.jobs.page_stream import read_pages
from tests.jobs.sources import FakeSource, page, placed


def test_pages_come_as_they_are_asked_for_with_their_pictures_named() -> None:
    source = FakeSource(page(1, "One."), page(2, "Two.", pictures=[placed("p2-1", 2)]), page(3, "Three."))
    assert list(read_pages(source, [1, 3], total=2)) == [source.pages[0], source.pages[2]]
    (second,) = read_pages(source, [2], total=1, prefix="report-")
    assert [picture.name for picture in second.pictures] == ["report-p2-1"]
    assert second.lines == source.pages[1].lines
