"""Sections of a document."""

from __future__ import annotations

from hypothesis import given

from quire.model.block import Furniture, Paragraph, Place, Role, Span
from quire.model.document import Document, PageInfo, Region
from quire.model.geometry import Box
from quire.write.word.sections import (
    Section,
    page_groups,
    page_number_type,
    plan_sections,
    section_properties,
    spare_room,
)
from quire.write.word.source_flow import FlowStep
from tests import documents as make
from tests.strategies import documents
from tests.write.ooxml import RANKS, W

STEP = FlowStep(None, new_page=False, drop=0.0)


def page_number(page: int, text: str) -> Furniture:
    return Furniture(Role.PAGE_NUMBER, (Span(text),), Place(page, Box(290, 800, 300, 810)))


def test_pages_of_one_size_and_numbering_are_one_sheet() -> None:
    pages = (PageInfo(1, 595, 842), PageInfo(2, 595.5, 842), PageInfo(3, 842, 595))
    found = page_groups(Document(pages, ()))
    assert [[page.number for page in sheet.pages] for sheet in found] == [[1, 2], [3]]


def test_roman_page_numbers_start_their_own_sheet() -> None:
    pages = tuple(PageInfo(n, 595, 842) for n in range(1, 6))
    labels = ["i", "ii", "1", "2", "3"]
    found = page_groups(Document(pages, (), tuple(page_number(n, label) for n, label in enumerate(labels, 1))))
    assert [(sheet.numbers.format, sheet.first_number) for sheet in found] == [("lowerRoman", None), ("decimal", 1)]
    assert page_number_type(found[0]) == {"pgNumType": '<w:pgNumType w:fmt="lowerRoman"/>'}
    assert page_number_type(found[1]) == {"pgNumType": '<w:pgNumType w:start="1"/>'}


def test_pages_begin_with_the_white_that_a_line_has_above_its_type() -> None:
    lines = tuple(make.BODY._replace(size=10.0) for _ in range(3))
    texts = [
        Paragraph((Span("x", one),), (Place(1, Box(72, y, 523, y + 51.5)),), pitch=20.0)
        for one, y in zip(lines, (80, 140, 200), strict=True)
    ]
    [sheet] = page_groups(Document((PageInfo(1, 595, 842),), tuple(texts), body_size=10.0))
    assert (sheet.text.y0, sheet.lead) == (80, 8.5)
    assert 'w:top="1430"' in section_properties(Section(0, 1, 0), sheet, references="", parts={})


def test_room_below_the_text_ends_above_the_footer() -> None:
    texts = [
        Paragraph((Span("x", make.BODY._replace(size=10.0)),), (Place(n, Box(72, 80, 523, 771.5)),), pitch=20.0)
        for n in (1, 2)
    ]
    pages = tuple(PageInfo(n, 595, 842) for n in (1, 2))
    for furniture, room in (((), 30.5), ((page_number(1, "1"), page_number(2, "2")), 16.5)):
        document = Document(pages, tuple(texts), furniture, body_size=10.0)
        assert spare_room(page_groups(document), document) == {1: room, 2: room}


def test_columns_are_continuous_sections() -> None:
    page = PageInfo(1, 595, 842, regions=(Region(Box(72, 72, 523, 99)), Region(Box(72, 100, 523, 770), 2, 20.0)))
    blocks = tuple(
        Paragraph((), (Place(1, Box(x0, y0, x1, y1)),)) for x0, y0, x1, y1 in ((72, 72, 523, 90), (72, 100, 280, 400))
    )
    document = Document((page,), blocks)
    found = plan_sections(document, page_groups(document), [STEP, STEP])
    assert [(s.first, s.stop, s.columns, s.new_page) for s in found] == [(0, 1, 1, True), (1, 2, 2, False)]
    markup = section_properties(found[1], page_groups(document)[0], references="", parts={})
    assert '<w:type w:val="continuous"/>' in markup
    assert '<w:cols w:num="2" w:space="400"/>' in markup


@given(documents)
def test_sections_hold_every_block_once(document: Document) -> None:
    found = plan_sections(document, page_groups(document), [STEP] * len(document.blocks))
    assert [section.first for section in found[1:]] == [section.stop for section in found[:-1]]
    assert (found[0].first, found[-1].stop) == (0, len(document.blocks))
    assert "cols" in RANKS[W + "sectPr"]
