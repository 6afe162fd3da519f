"""What is said about documents whose text may be wrong or missing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from quire.jobs.conversion import convert
from quire.jobs.page_warnings import MIN_HIDDEN, MIN_UNKNOWN, page_warnings, text_warnings
from quire.model.document import Document, PageInfo
from tests.read import making


@pytest.mark.parametrize(
    ("doubt", "below", "words"),
    [
        ({"hidden": MIN_HIDDEN}, {"hidden": MIN_HIDDEN - 1}, "cannot be seen"),
        ({"unknown": MIN_UNKNOWN}, {"unknown": MIN_UNKNOWN - 1}, "font does not say"),
        ({"uncertain_order": True}, {"uncertain_order": False}, "another order"),
    ],
)
def test_each_doubt_has_a_sentence_that_names_the_pages(
    doubt: dict[str, int], below: dict[str, int], words: str
) -> None:
    pages = [PageInfo(number, 400, 600, **doubt) for number in (2, 3, 7)]
    (several,) = page_warnings([PageInfo(1, 400, 600), *pages])
    (one,) = page_warnings(pages[:1])
    assert words in several
    assert "(2-3, 7)" in several
    assert several.startswith("3 pages")
    assert words in one
    assert one.startswith("Page 2 ")
    assert page_warnings([PageInfo(1, 400, 600, **below)]) == ()


def test_a_page_that_was_not_read_is_told_once() -> None:
    page = PageInfo(1, 400, 600, needs_ocr=True, unknown=90)
    assert text_warnings(Document((page,), ()), tried=False) == ("Page 1 shows text that only recognition could read.",)


def test_json_holds_the_warnings(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(40, 500, "What everybody reads")
        canvas.setFillColorRGB(1, 1, 1)
        canvas.drawString(40, 400, "What nobody can see")

    made = convert(making.pdf(tmp_path / "a.pdf", draw), tmp_path / "a.json", to="json")
    (warning,) = made.warnings
    assert "cannot be seen" in warning
    document = json.loads((tmp_path / "a.json").read_text())
    assert document["warnings"] == [warning]
    assert "nobody" not in (tmp_path / "a.json").read_text().replace(warning, "")


def test_hidden_text_is_converted_on_demand(tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(40, 500, "What everybody reads")
        canvas.drawString(40, 400, "What nobody can see")
        canvas.rect(30, 390, 300, 30, fill=1)

    path = making.pdf(tmp_path / "a.pdf", draw)
    assert convert(path, tmp_path / "a.md", to="md").warnings
    assert "nobody" not in (tmp_path / "a.md").read_text()
    assert not convert(path, tmp_path / "b.md", to="md", hidden=True).warnings
    assert "nobody" in (tmp_path / "b.md").read_text()
