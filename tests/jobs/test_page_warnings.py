"""What is said about documents whose text may be wrong or missing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from quire.jobs.conversion import convert
from quire.jobs.page_warnings import (
    FEW,
    MIN_HIDDEN,
    MIN_MIXED,
    MIN_UNKNOWN,
    UNSURE,
    UNSURE_OUTLINE,
    page_warnings,
    text_warnings,
)
from quire.model.block import UNSURE_HEADING, Heading, Paragraph, Place, Quote, Table
from quire.model.document import Document, PageInfo
from quire.model.geometry import Box
from quire.model.span import Span
from quire.model.table import Cell, Grid
from quire.read.ocr_engine import FakeOcr, Reading, rectangle
from tests.read import making


@pytest.mark.parametrize(
    ("doubt", "below", "words"),
    [
        ({"hidden": MIN_HIDDEN}, {"hidden": MIN_HIDDEN - 1}, "cannot be seen"),
        ({"unknown": MIN_UNKNOWN}, {"unknown": MIN_UNKNOWN - 1}, "drawn as shapes"),
        ({"uncertain_reading": True}, {"uncertain_reading": False}, "hard to read"),
        ({"long_s": True}, {"long_s": False}, "old type"),
        ({"uncertain_order": True}, {"uncertain_order": False}, "order is uncertain"),
        ({"text_in_figures": True}, {"text_in_figures": False}, "is not part of the text"),
        ({"uncertain_formulas": 1}, {"uncertain_formulas": 0}, "shown as"),
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


def test_words_of_two_scripts_are_told() -> None:
    def document(text: str) -> Document:
        pages = (PageInfo(1, 400, 600),)
        return Document(pages=pages, blocks=(Paragraph((Span(text),), (Place(1, Box(0, 0, 9, 9)),)),))

    (told,) = text_warnings(document("\u0989t\u09b0 " * MIN_MIXED), tried=False)
    assert told.startswith("Page 1 mixes letters of two scripts")
    assert text_warnings(document("\u0989t\u09b0 " * (MIN_MIXED - 1)), tried=False) == ()
    assert (
        text_warnings(document("PDF\u099f\u09bf " * 2 * MIN_MIXED), tried=False) == ()
    )  # a Latin word with its ending


def test_tables_that_may_be_wrong_are_told_by_their_pages() -> None:
    def table(page: int, sure: float) -> Table:
        grid = Grid(1, 1, (Cell(0, 0, (Span("1"),)),), confidence=sure)
        return Table(grid, (Place(page, Box(0, 0, 9, 9)), Place(page + 1, Box(0, 0, 9, 9))))

    sure, unsure = table(1, UNSURE), table(2, UNSURE - 0.01)
    text = Paragraph((Span("Text"),), (Place(1, Box(0, 0, 9, 9)),))
    assert text_warnings(Document((), (text, sure)), tried=True) == ()
    assert text_warnings(Document((), (text, sure, unsure, unsure)), tried=True) == (
        "Page 2 has a table whose rows, columns or extent may be wrong.",
    )
    quoted = Quote((table(5, 0.1),), (Place(5, Box(0, 0, 9, 9)),))
    (told,) = text_warnings(Document((), (text, unsure, quoted)), tried=True)
    assert told == "2 pages have tables whose rows, columns or extent may be wrong (2, 5)."


def test_headings_that_may_be_none_are_told_by_their_pages() -> None:
    def heading(page: int, sure: float) -> Heading:
        return Heading(2, (Span("Soil"),), (Place(page, Box(0, 0, 9, 9)),), confidence=sure)

    sure, unsure = heading(1, UNSURE_HEADING), heading(3, UNSURE_HEADING - 0.01)
    assert text_warnings(Document((), (sure,)), tried=True) == ()
    known = (heading(2, 1.0),) * 4
    assert text_warnings(Document((), (*known, unsure, unsure)), tried=True) == (
        "Page 3 has a heading that may not be one.",
    )
    assert text_warnings(Document((), (*known, unsure, heading(4, 0.2))), tried=True) == (
        "2 pages have headings that may not be headings (3-4).",
    )


def test_a_document_whose_headings_are_uncertain_is_told() -> None:
    def told(*sure: float) -> bool:
        title = Heading(1, (Span("Garden"),), (Place(1, Box(0, 0, 9, 9)),), title=True)
        headings = [Heading(2, (Span("Soil"),), (Place(1, Box(0, 0, 9, 9)),), confidence=one) for one in sure]
        found = text_warnings(Document((), (title, *headings)), tried=True)
        return "The headings are uncertain: some may not be headings, and some may be missing." in found

    assert told(*[UNSURE_OUTLINE - 0.01] * FEW)
    assert told(0.2, 0.9, 0.8)
    assert not told(*[UNSURE_OUTLINE] * FEW)
    assert not told(*[0.1] * (FEW - 1))


def test_a_page_that_was_not_read_is_told_once() -> None:
    page = PageInfo(1, 400, 600, needs_ocr=True, unknown=90)
    assert text_warnings(Document((page,), ()), tried=False) == ("Page 1 shows text that only recognition could read.",)


def test_a_page_of_pictures_between_pages_of_text_is_told_and_not_recognised(tmp_path: Path) -> None:
    def screenshot(canvas: Canvas) -> None:
        canvas.drawImage(making.picture("RGB", (160, 90), "navy", corner="white"), 60, 300, 400, 225)
        canvas.drawImage(making.picture("RGB", (160, 90), "navy", corner="white"), 60, 60, 400, 225)

    words = making.text(60, 80, "Words of the text layer, enough of them to be a page.")
    file = making.pdf(tmp_path / "a.pdf", words, screenshot, size=(520, 600))
    engine = FakeOcr(lambda image: [Reading("Submit", rectangle(20, 20, 90, 40), 0.97)])
    made = convert(file, tmp_path / "a.json", to="json", ocr=engine)
    assert made.warnings == ("Page 2 shows only pictures; words in them are not part of the text.",)
    first, *figures = json.loads((tmp_path / "a.json").read_text())["blocks"]
    assert first["text"].startswith("Words of the text layer")
    assert [block["type"] for block in figures] == ["figure", "figure"]
    assert figures[0]["image"]["alt"] == "Submit"
    alone = convert(making.pdf(tmp_path / "b.pdf", screenshot), tmp_path / "b.json", to="json", ocr=engine)
    assert alone.warnings == ()
    assert "Submit" in [block.get("text") for block in json.loads((tmp_path / "b.json").read_text())["blocks"]]


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
