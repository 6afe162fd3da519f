"""Short bands of texts side by side."""

from __future__ import annotations

from quire.model.block import Block, Paragraph, Place
from quire.model.document import Document, PageInfo, Region
from quire.model.geometry import Box
from quire.write.word.paragraph import Para
from quire.write.word.sections import Section, page_groups, plan_sections, section_properties
from quire.write.word.side_by_side_columns import bands_by_page, column_bands, start_column
from quire.write.word.source_flow import flow_steps
from tests import documents as make

AREA = Box(72, 72, 522, 770)
BAND = Box(72, 72, 522, 140)


def text(x0: float, y0: float, x1: float, y1: float) -> Paragraph:
    return Paragraph((make.span("text"),), (Place(1, Box(x0, y0, x1, y1)),))


def document(*blocks: Block, band: Box = BAND, columns: int = 2) -> Document:
    regions = (Region(band, columns, 100.0), Region(Box(72, 150, 522, 770)))
    return Document((PageInfo(1, 595, 842, regions=regions),), blocks, body_size=10.5)


LETTER = document(text(72, 72, 200, 84), text(72, 86, 180, 98), text(430, 72, 522, 84), text(72, 200, 522, 300))


def test_columns_are_as_wide_as_in_the_source() -> None:
    found = column_bands(LETTER, {1: AREA})
    assert sorted(found) == [0, 1, 2]
    left, right = found[0]
    assert left.x0 == 72
    assert 200 < left.x1 < right.x0 < 430  # the white is shared
    assert right.x1 == 522


def test_running_text_is_no_band() -> None:
    high = Box(72, 72, 522, 600)
    assert column_bands(document(text(72, 72, 280, 600), text(310, 72, 522, 600), band=high), {1: AREA}) == {}
    goes_on = Paragraph((make.span("text"),), (Place(1, Box(72, 72, 280, 140)), Place(1, Box(310, 72, 522, 90))))
    assert column_bands(document(goes_on, text(310, 100, 522, 140)), {1: AREA}) == {}
    assert column_bands(document(text(72, 72, 280, 140), text(250, 72, 522, 140)), {1: AREA}) == {}


def test_a_band_is_a_section_of_its_own() -> None:
    found = plan_sections(LETTER, page_groups(LETTER), flow_steps(LETTER, {1: AREA}), column_bands(LETTER, {1: AREA}))
    assert [(one.first, one.stop, one.columns, len(one.boxes)) for one in found] == [(0, 3, 2, 2), (3, 4, 1, 0)]
    assert [found[0].column(block) for block in LETTER.blocks[:3]] == [0, 0, 1]
    assert bands_by_page(LETTER, found) == {1: list(found[0].boxes)}


def test_columns_may_reach_into_the_right_margin() -> None:
    (sheet,) = page_groups(LETTER)
    boxes = (Box(72, 72, 300, 140), Box(400, 72, 580, 140))
    text = sheet.text
    section = Section(0, 3, 0, 2, boxes=boxes)
    found = section_properties(section, sheet, references="", parts={})
    assert f'w:right="{round(20 * (sheet.width - text.x1 - (508 - text.width)))}"' in found
    assert '<w:col w:w="4560" w:space="2000"/><w:col w:w="3600" w:space="0"/>' in found


def test_a_column_begins_behind_a_break() -> None:
    written = start_column([Para(content="x")], Box(300, 72, 522, 140), Box(430, 92, 522, 104))
    head = written[0]
    assert isinstance(head, Para)
    assert head.content.startswith('<w:r><w:br w:type="column"/></w:r>')
    assert head.before == 20
    assert len(start_column(["<w:tbl/>"], AREA, AREA)) == 2
