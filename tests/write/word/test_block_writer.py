"""Blocks as paragraphs and tables."""

from __future__ import annotations

import pytest

from quire.model.block import Code, Formula, Heading, Item, List, Note, Paragraph, Place, Quote, Table
from quire.model.document import Document
from quire.model.geometry import Box
from quire.model.table import Cell, Grid
from quire.write.word.block_columns import Columns
from quire.write.word.block_writer import Blocks
from quire.write.word.document_look import Looks, measure_looks
from quire.write.word.numbering import Numbering
from quire.write.word.paragraph import BlockContext, Para
from quire.write.word.source_flow import flow_steps
from quire.write.word.style_spacing import measure_spacing
from quire.write.word.word_runs import Runs
from quire.write.word.word_tab_stops import TabStops
from tests import documents as make

DOCUMENT = Document((), (make.paragraph("x"),), body_size=10.5)
LOOKS = measure_looks(DOCUMENT)


def written(block: object, areas: dict[int, Box] | None = None, looks: Looks = LOOKS) -> list[Para | str]:
    columns = Columns(areas or {})
    blocks = Blocks(
        looks=looks,
        spacing=measure_spacing(DOCUMENT, flow_steps(DOCUMENT, {})),
        columns=columns,
        stops=TabStops((), columns),
        numbering=Numbering(),
        runs=Runs(relate=str, pages={}),
        picture=lambda name: None,
    )
    return list(blocks.write(block, BlockContext(400.0, 600.0, LOOKS.body)))


def styles(block: object) -> list[str]:
    return [piece.style if isinstance(piece, Para) else "table" for piece in written(block)]


def test_each_kind_has_its_style() -> None:
    assert styles(Quote((make.paragraph("q"),), (make.place(),))) == ["Quote"]
    assert styles(Code("a\n  b", (make.place(),))) == ["Code"]
    assert styles(Formula("E", (make.place(),), label="(1)")) == ["Formula"]
    assert styles(Note("n", "1", (make.paragraph("t"),), (make.place(),))) == ["FootnoteText"]
    assert styles(Table(make.grid(("a",)), (make.place(),), (make.span("T"),))) == ["Caption", "table"]


def test_an_item_without_a_paragraph_has_an_empty_one_for_its_number() -> None:
    table = Table(make.grid(("a",)), (make.place(),))
    found = written(List((Item("1.", (table,)), Item("2.", ())), (make.place(),)))
    assert ["numPr" in p.parts if isinstance(p, Para) else None for p in found] == [True, None, True]


def test_further_paragraphs_of_an_item_have_no_number() -> None:
    found = written(List((Item("•", (make.paragraph("a"), make.paragraph("b"))),), (make.place(),)))
    assert ["numPr" in p.parts for p in found] == [True, False]
    assert "ind" in found[1].parts


def test_typed_numbers_stay_text() -> None:
    """As long as most numbers of a list are."""
    items = [Item(f"{n}.", (make.paragraph("a"),), typed=n != 2) for n in (1, 2, 3)]
    found = written(List(tuple(items), (make.place(),)))
    assert ["numPr" in p.parts for p in found] == [False] * 3
    assert all(f">{n}. <" in p.content for n, p in zip("123", found, strict=True))
    assert all("numPr" in p.parts for p in written(List(tuple(items[1:2]) * 2 + tuple(items[:1]), (make.place(),))))


def test_code_keeps_its_lines() -> None:
    (code,) = written(Code("a\n  b\n", (make.place(),)))
    assert isinstance(code, Para)
    assert code.more == ('<w:r><w:t xml:space="preserve">  b</w:t></w:r>',)


def test_a_title_of_two_lines_breaks_where_it_did() -> None:
    """It is as narrow as its longer line, so the year does not move up behind the name."""
    spans = (make.span("The name of the company Annual report 2020"),)
    area = {1: Box(0, 0, 400, 600)}
    (two,) = written(Heading(1, spans, (Place(1, Box(100, 50, 300, 80)),), title=True), area)
    (one,) = written(Heading(1, spans, (Place(1, Box(100, 50, 300, 64)),), title=True), area)
    assert isinstance(two, Para)
    assert isinstance(one, Para)
    assert two.parts["ind"] == '<w:ind w:left="1880" w:right="1880"/>'
    assert "ind" not in one.parts


def test_lines_that_reach_into_the_margin_do_so_again() -> None:
    areas = {1: Box(72, 72, 472, 770)}
    long = (Place(1, Box(72, 100, 500, 112)),)
    code = written(Code("a long line of program text", long, make.MONO), areas)[0]
    assert 'w:right="-600"' in code.parts["ind"]
    line = written(Paragraph((make.span("a line"),), long), areas)[0]
    assert 'w:right="-600"' in line.parts["ind"]
    several = written(Paragraph((make.span("a line"),), (Place(1, Box(72, 100, 500, 212)),)), areas)[0]
    assert "w:right" not in several.parts.get("ind", "")


def test_text_that_hangs_into_the_margin_does_so_again() -> None:
    areas = {1: Box(72, 72, 472, 770)}
    hanging = Paragraph((make.span("name what it means"),), (Place(1, Box(40, 100, 472, 140)),), indent=-32.0)
    assert written(hanging, areas)[0].parts["ind"] == '<w:ind w:left="0" w:hanging="640"/>'


@pytest.mark.parametrize(("rtl", "indent"), [(False, "-1040"), (True, "-1120")])
def test_a_table_that_reaches_into_both_margins_does_so_again(rtl: bool, indent: str) -> None:
    grid = Grid(1, 1, (Cell(0, 0, spans=(make.span("wide"),)),), widths=(508.0,), rtl=rtl)
    [text] = written(Table(grid, (Place(1, Box(20, 100, 528, 140)),)), {1: Box(72, 72, 472, 770)})
    assert f'<w:tblInd w:w="{indent}" w:type="dxa"/>' in text
    assert '<w:gridCol w:w="10160"/>' in text


def test_code_in_a_narrow_font_keeps_its_size() -> None:
    code = Code("def main() -> None:\n    pass", (Place(1, Box(72, 100, 172, 124)),), make.MONO)
    looks = LOOKS._replace(scales={make.MONO.font: 87})
    assert '<w:w w:val="87"/>' in written(code, looks=looks)[0].content
    assert '<w:sz w:val="21"/>' in written(code, looks=looks)[0].content


def test_lines_of_one_paragraph_of_code_have_breaks_between() -> None:
    (found,) = written(Code("a\nb\nc", (make.place(),), starts=(0, 2)))
    assert isinstance(found, Para)
    assert (found.content.count("<w:br/>"), len(found.more)) == (1, 1)


def test_captions_stand_where_they_did() -> None:
    def told(x0: float, x1: float) -> dict[str, str]:
        place = Place(1, Box(x0, 90.0, x1, 102.0))
        block = Table(make.grid(("a",)), (make.place(),), (make.span("T"),), caption_place=place)
        caption = written(block, {1: Box(72.0, 72.0, 472.0, 770.0)})[0]
        return {key: part for key, part in caption.parts.items() if key != "keepNext"}

    assert told(222.0, 322.0) == {}  # in the middle, as the style is
    assert told(72.0, 172.0) == {"jc": '<w:jc w:val="left"/>'}
    assert told(108.0, 208.0)["ind"] == '<w:ind w:left="720"/>'
    assert told(372.0, 472.0) == {"jc": '<w:jc w:val="right"/>'}
