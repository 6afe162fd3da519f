"""Dates, metadata, bookmarks and page labels of PDF files."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from quire.read import open_source
from quire.read.pdf.catalog import iso_date
from tests.read import making


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ("D:20230415", "2023-04-15"),
        ("D:2023", "2023-01-01"),
        ("D:20230415093000Z", "2023-04-15T09:30:00Z"),
        ("D:20230415093000+08'00'", "2023-04-15T09:30:00+08:00"),
        ("20230415093000-05'30", "2023-04-15T09:30:00-05:30"),
        ("D:202304150930", "2023-04-15T09:30:00"),
        ("D:20231315", ""),
        ("yesterday", ""),
    ],
)
def test_dates_become_iso_8601(stated: str, expected: str):
    assert iso_date(stated) == expected


def test_bookmarks_have_levels_pages_and_heights(tmp_path: Path):
    def first(canvas: Canvas) -> None:
        canvas.bookmarkHorizontal("one", 0, 500)
        canvas.addOutlineEntry("Chapter\tone", "one", level=0)

    def second(canvas: Canvas) -> None:
        canvas.bookmarkPage("two")
        canvas.addOutlineEntry("Section", "two", level=1)

    with open_source(making.pdf(tmp_path / "a.pdf", first, second)) as source:
        assert [(item.level, item.title, item.page) for item in source.outline] == [
            (1, "Chapter one", 1),
            (2, "Section", 2),
        ]
        assert source.outline[0].y == pytest.approx(making.SIZE[1] - 500, abs=1)


def test_the_metadata_is_what_the_file_states(tmp_path: Path):
    def draw(canvas: Canvas) -> None:
        canvas.setTitle("年度报告")
        canvas.setAuthor("A. Author")

    with open_source(making.pdf(tmp_path / "a.pdf", draw)) as source:
        assert (source.meta.title, source.meta.author, source.meta.tagged) == ("年度报告", "A. Author", False)
