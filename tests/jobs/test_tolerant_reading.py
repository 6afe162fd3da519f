"""Pages one after the other: progress, the cap, pages that cannot be read, pages with nothing on them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quire.errors import BadRequest, DamagedDocument, DocumentTooBig, OutOfMemory
from quire.jobs.tolerant_reading import TolerantReader
from quire.model.page import Page
from tests.jobs.sources import FakeSource, page


class Broken(FakeSource):
    """A source whose pages fail as told."""

    def __init__(self, failures: dict[int, Exception], *pages: Page) -> None:
        super().__init__(*pages)
        self.failures = failures

    def page(self, number: int) -> Page:
        if number in self.failures:
            raise self.failures[number]
        return super().page(number)


def four(failures: dict[int, Exception] | None = None) -> Broken:
    scan = replace(page(4), needs_ocr=True)
    return Broken(failures or {}, page(1, "one"), page(2, "two"), page(3, "three"), scan)


def test_pages_and_progress():
    seen: list[tuple[int, int]] = []
    reading = TolerantReader(four(), [1, 3], progress=lambda done, total: seen.append((done, total)))
    assert [one.number for one in reading] == [1, 3]
    assert seen == [(0, 2), (1, 2), (2, 2)]
    assert (reading.failed, reading.empty, reading.warnings, reading.hopeless) == ([], [], (), False)


def test_a_page_that_fails_is_told_and_passed_over():
    reading = TolerantReader(four({2: DamagedDocument(), 3: ValueError("odd")}), range(1, 5))
    assert [(number, one is not None) for number, one in reading.each()] == [
        (1, True),
        (2, False),
        (3, False),
        (4, True),
    ]
    assert reading.warnings == (
        "Pages 2-3 could not be read.",
        "Page 4 could only be read by recognition, which is off, failed or ran out of time.",
    )


@pytest.mark.parametrize("error", [MemoryError(), OutOfMemory(), BadRequest("no")])
def test_what_is_not_the_pages_fault_ends_the_work(error: Exception):
    with pytest.raises(type(error)):
        list(TolerantReader(four({1: error}), [1]))


def test_nothing_to_read_is_hopeless():
    reading = TolerantReader(four({1: DamagedDocument()}), [1, 4])
    assert [one.number for one in reading] == [4]
    assert (reading.hopeless, reading.broken) == (True, False)


def test_a_file_is_broken_when_every_page_is():
    reading = TolerantReader(four({1: DamagedDocument(), 2: ValueError()}), [1, 2])
    assert (list(reading), reading.hopeless, reading.broken) == ([], True, True)


def test_the_cap_comes_before_the_first_page():
    with pytest.raises(DocumentTooBig, match="4 pages; at most 3"):
        list(TolerantReader(four(), range(1, 5), cap=3))
    assert len(list(TolerantReader(four(), range(1, 5), cap=4))) == 4
