"""Texts in drawn boxes as tables of one column."""

from __future__ import annotations

from dataclasses import replace

from lxml import etree

from quire.model.block import Block, Figure, Heading, Paragraph, Place, Table
from quire.model.document import Document, Frame, PageInfo
from quire.model.geometry import Box
from quire.write.word.main_part import MainPart
from tests import documents as make
from tests.write.ooxml import W


def frame(y0: float, y1: float) -> Frame:
    return Frame(Box(66.0, y0, 529.0, y1), 0, 1.0, None)


def at(block: Block, page: int, top: float, height: float = 20.0) -> Block:
    assert isinstance(block, Paragraph | Heading | Table | Figure)
    return replace(block, places=(make.place(page, top, height),))


def pages(*frames: tuple[Frame, ...]) -> tuple[PageInfo, ...]:
    return tuple(PageInfo(number, 595, 842, frames=own) for number, own in enumerate(frames, 1))


def body(document: Document) -> etree._Element:
    made = MainPart(document, relate=lambda _: "rId1", picture=lambda _: None)
    return etree.fromstring(made.part(lambda _: "<w:sectPr/>"))[0]


def rows(table: etree._Element) -> list[list[str]]:
    """The paragraphs of each row of a table of one column."""
    found = []
    for row in table.findall(W + "tr"):
        (cell,) = row.findall(W + "tc")
        found.append([text for p in cell.iter(W + "p") if (text := "".join(t.text for t in p.iter(W + "t")))])
    return found


def tables(document: Document) -> list[list[list[str]]]:
    return [rows(one) for one in body(document).findall(W + "tbl")]


def test_boxes_that_touch_are_rows_and_text_outside_stays_outside() -> None:
    blocks = (
        at(make.paragraph("before"), 1, 80),
        at(make.heading(1, "Aim"), 1, 105),
        at(make.paragraph("Text."), 1, 130),
        at(make.paragraph("Other."), 1, 205),
        at(make.paragraph("after"), 1, 450),
    )
    document = Document(pages((frame(100, 200), frame(200, 300), frame(300, 400))), blocks)
    assert tables(document) == [[["Aim", "Text."], ["Other."], []]]
    assert ["".join(p.itertext()) for p in body(document).findall(W + "p")] == ["before", "after"]


def test_a_box_goes_on_over_pages_and_no_page_is_begun_in_it() -> None:
    blocks = (
        at(make.paragraph("One."), 1, 105),
        at(make.paragraph("Two."), 2, 105),
        at(make.heading(1, "Results"), 2, 605),
        at(make.paragraph("Three."), 3, 105),
    )
    document = Document(
        pages((frame(100, 760),), (frame(100, 600), frame(600, 760)), (frame(100, 300),)),
        blocks,
    )
    found = body(document)
    assert rows(found.find(W + "tbl")) == [["One.", "Two."], ["Results"], ["Three."]]
    assert list(found.iter(W + "pageBreakBefore")) == []


def test_a_box_that_ends_high_on_its_page_does_not_go_on() -> None:
    blocks = (at(make.paragraph("One."), 1, 105), at(make.paragraph("Two."), 2, 105))
    document = Document(pages((frame(100, 300),), (frame(100, 300),)), blocks)
    assert tables(document) == [[["One."]], [["Two."]]]


def test_a_form_and_the_box_below_it_are_drawn_as_one() -> None:
    form = Table(replace(make.grid(("a", "b"), ("c", "d")), framed=True), (Place(1, Box(66, 100, 529, 200)),))
    blocks = (form, at(make.paragraph("Text."), 1, 205))
    document = Document(pages((frame(200, 300),)), blocks)
    assert [child.tag.rpartition("}")[2] for child in body(document)] == ["tbl", "tbl", "p", "sectPr"]


def test_a_framed_picture_is_no_table() -> None:
    figure = at(Figure(make.picture(), ()), 1, 105, 150)
    assert tables(Document(pages((frame(100, 300),)), (figure, at(make.paragraph("after"), 1, 320)))) == []


def test_a_cell_ends_with_a_paragraph() -> None:
    table = Table(make.grid(("x", "y")), (Place(1, Box(80, 130, 500, 180)),))
    document = Document(pages((frame(100, 300),)), (at(make.paragraph("Data:"), 1, 105), table))
    cell = body(document).find(f"{W}tbl/{W}tr/{W}tc")
    assert [child.tag.rpartition("}")[2] for child in cell] == ["tcPr", "p", "tbl", "p"]
