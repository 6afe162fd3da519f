"""Pages that another process recognises."""

from __future__ import annotations

from dataclasses import replace

from quire.jobs.page_worker import Remote
from quire.jobs.remote_ocr import RemoteOcr
from quire.model.page import Page, TextSource
from tests.jobs.sources import FakeSource, page


class Owner(Remote):
    """The other process: it has read every page."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def page(self, number: int) -> Page:
        self.asked.append(number)
        return page(number, "What the engine read.")


def test_only_pages_without_text_are_asked_for() -> None:
    hidden = replace(page(3, "poor"), source=TextSource.HIDDEN)
    source = FakeSource(page(1, "Text."), replace(page(2), needs_ocr=True), hidden)
    owner = Owner()
    lent = RemoteOcr(source, owner)
    assert lent.page(1) == source.pages[0]
    assert lent.page(2) == page(2, "What the engine read.")
    assert lent.page(3) == page(3, "What the engine read.")
    assert owner.asked == [2, 3]
