"""Titles of slides are no running titles."""

from __future__ import annotations

import pytest

from quire.layout.furniture import slide_titles
from quire.model.page import Page
from tests.layout.pages import block, line, page, prose, style
from tests.layout.whole import furniture_of

TITLE = style(14.0)


def slide(number: int, title: str, *, width: float = 400.0, rows: int = 5) -> Page:
    lines = [line(title, 30, 30, TITLE), *block(prose(12 * rows, 300), 30, 80), line("My talk", 30, 290, style(6.0))]
    return page(lines, number=number, size=(width, 300.0))


def titles_left(pages: list[Page]) -> list[str]:
    found = furniture_of(pages)
    return [rest[0].text if rest and rest[0].words[0].style.size == TITLE.size else "" for _, rest in found]


def test_titles_that_go_on_over_slides_stay_on_each() -> None:
    names = ["Results I", "Results II", "Results III", "Case 1", "Case 2", "Case 3", "Overlay", "Overlay", "Overlay"]
    assert titles_left([slide(n, name) for n, name in enumerate(names, 1)]) == names


def test_the_name_of_the_talk_on_every_slide_does_not() -> None:
    assert titles_left([slide(n, "The talk") for n in range(1, 8)])[1:] == [""] * 6


@pytest.mark.parametrize(("changes", "count"), [({}, 4), ({"width": 250.0}, 0), ({"rows": 60}, 0)])
def test_pages_of_reports_are_no_slides(changes: dict[str, float], count: int) -> None:
    pages = [slide(n, f"Part {n}", **changes) for n in (1, 2, 3, 4)]  # type: ignore[arg-type]
    rows = [slide_titles.TopRow(n, one.lines[0].text, one.lines[0].words[0].style.size) for n, one in enumerate(pages)]
    shown = [slide_titles.Slide(one.width, one.height, len(one.lines)) for one in pages]
    assert len(slide_titles.slide_title_indices(rows, shown, 10.0)) == count
