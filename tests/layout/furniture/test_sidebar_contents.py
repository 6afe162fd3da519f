"""Contents at the sides of slides are furniture; columns of slides are none."""

from __future__ import annotations

import pytest

from quire.layout.furniture.sidebar_contents import repeated_side_lines, side_lines, sidebar_lines
from quire.layout.pipeline import arrange
from quire.model.block import Role
from quire.model.page import Line, Page
from quire.model.traversal import text_of
from tests.layout import pages as make

SIZE = (364.0, 273.0)
NAMES = ("Motivation", "Methods", "Results", "Outlook")


def bar(x: float = 5.0) -> list[Line]:
    return [make.line(name, x, 60.0 + 20.0 * i, make.style(6.0)) for i, name in enumerate(NAMES)]


def slide(number: int, *more: list[Line], size: tuple[float, float] = SIZE) -> Page:
    title = make.line(f"Slide number {number} of the talk", 110.0, 30.0, make.style(14.0))
    text = make.block(make.prose(24, 220.0, start=7 * number), 110.0, 80.0)
    return make.page([title], text, *more, number=number, size=size)


def said(pages: list[Page]) -> str:
    return " ".join(text_of(block.spans) for block in arrange(pages, meta=make.META).blocks if hasattr(block, "spans"))


@pytest.mark.parametrize("x", [5.0, 300.0])
def test_a_sidebar_is_furniture(x: float) -> None:
    own = [make.line("A slide of this section", x, 93.0, make.style(4.0))]
    shift = 0.0 if x < 100 else -90.0
    pages = []
    for number in range(1, 8):
        page = slide(number, [])
        lines = [line._replace(x0=line.x0 + shift, x1=line.x1 + shift) for line in page.lines]
        pages.append(make.page(lines, bar(x), own if number == 3 else [], number=number, size=SIZE))
    document = arrange(pages, meta=make.META)
    text = " ".join(text_of(block.spans) for block in document.blocks if hasattr(block, "spans"))
    assert not any(name in text for name in NAMES)
    assert "A slide of this section" not in text
    assert "Slide number 4" in text
    assert sum(piece.role is Role.MARGIN for piece in document.furniture) == 29


def test_pages_that_are_higher_than_wide_have_none() -> None:
    pages = [slide(number, bar(), size=(364.0, 500.0)) for number in range(1, 8)]
    assert "Methods" in said(pages)


def test_a_few_slides_that_repeat_a_column_have_none() -> None:
    pages = [slide(number, bar() if number < 4 else []) for number in range(1, 9)]
    assert "Methods" in said(pages)


def test_text_that_runs_into_the_band_keeps_it() -> None:
    pages = [slide(number, bar()) for number in range(1, 8)]
    often = repeated_side_lines([side_lines(pages, [page.lines for page in pages])])
    assert len(often) == len(NAMES)
    crossing = [*pages[0].lines, make.line("a line from the left edge on to the right", 2.0, 75.0)]
    assert sidebar_lines(pages[0], crossing, often) == []
    assert len(sidebar_lines(pages[0], pages[0].lines, often)) == len(NAMES)


def test_stretches_of_a_document_count_together() -> None:
    pages = [slide(number, bar()) for number in range(1, 7)]
    parts = [side_lines([page], [page.lines]) for page in pages]
    assert repeated_side_lines(parts) == repeated_side_lines([side_lines(pages, [page.lines for page in pages])])
    assert repeated_side_lines(parts[:4]) == frozenset()
