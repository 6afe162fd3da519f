"""Tables of Word."""

from __future__ import annotations

from dataclasses import replace

from lxml import etree

from quire.model.block import Span, Table
from quire.model.geometry import Box
from quire.model.table import Align, Cell, Grid, VerticalAlign
from quire.write.word.word_tables import TablePlacement, table
from quire.write.word.wordprocessingml import NAMESPACES
from tests import documents as make
from tests.write.ooxml import W

ROOM = TablePlacement(400.0, 12.0)


def written(grid: Grid, room: TablePlacement = ROOM) -> etree._Element:
    return etree.fromstring(
        f"<x {NAMESPACES}>{table(Table(grid, (make.place(),)), room, lambda cell: cell.text and '')}</x>"
    )[0]


def test_widths_position_and_borders() -> None:
    tree = written(Grid(1, 2, (), widths=(100.0, 50.0), ruled=True, framed=True), TablePlacement(400.0, 12.0, 30.0))
    assert [e.get(W + "w") for e in tree.iter(W + "gridCol")] == ["2000", "1000"]
    assert [e.get(W + "w") for e in tree.iter(W + "tblInd")] == ["600"]
    assert [e.get(W + "val") for e in tree.iter(W + "tblStyle")] == ["TableGrid"]
    centred = written(Grid(1, 1, (), widths=(100.0,)), TablePlacement(400.0, 12.0, 150.0, Align.CENTER))
    assert [e.get(W + "val") for e in centred.iter(W + "tblStyle")] == ["TablePlain"]
    assert centred.find(f"{W}tblPr/{W}jc").get(W + "val") == "center"


def test_a_table_wider_than_the_text_begins_in_the_margin() -> None:
    tree = written(Grid(1, 2, (), widths=(300.0, 150.0)), TablePlacement(450.0, 12.0, -25.0))
    assert [e.get(W + "w") for e in tree.iter(W + "gridCol")] == ["6000", "3000"]
    assert [e.get(W + "w") for e in tree.iter(W + "tblInd")] == ["-500"]


def test_tall_rows_keep_their_height() -> None:
    cells = (Cell(0, 0, box=Box(0, 0, 9, 60)), Cell(1, 0, box=Box(0, 0, 9, 12.5)))
    heights = [row.find(f"{W}trPr/{W}trHeight") for row in written(Grid(2, 1, cells, ruled=True)).iter(W + "tr")]
    assert [h.get(W + "val") if h is not None else None for h in heights] == ["1200", None]


def test_lines_are_as_close_as_low_rows_need() -> None:
    def lines(*heights: float, text: str = "a") -> set[str | None]:
        cells = tuple(Cell(at, 0, (Span(text),), box=Box(0, 0, 100, high)) for at, high in enumerate(heights))
        tree = written(Grid(len(cells), 1, cells, widths=(100.0,), ruled=True), ROOM._replace(exact=20))
        return {e.get(W + "line") for e in tree.iter(W + "spacing")}

    assert lines(20.0, 20.0, 20.0) == set()
    assert lines(11.5, 11.5, 11.5) == {"220"}
    assert lines(23.0, 23.0, text="two lines in a cell, no more") == {"225"}
    assert lines(4.0, 4.0) == set()


def test_header_rows_are_repeated_and_rows_parted_where_the_pages_of_the_source_do() -> None:
    block = Table(Grid(2, 1, (Cell(0, 0, header=True), Cell(1, 0)), 1), (make.place(), make.place(2)))
    shown = [
        table(replace(block, heads_again=again, splits_rows=splits), ROOM, lambda _: "")
        for again, splits in ((True, False), (False, True))
    ]
    assert [(one.count("w:tblHeader"), one.count("w:cantSplit")) for one in shown] == [(1, 2), (0, 0)]


def test_line_ends_in_a_cell_part_paragraphs() -> None:
    shown: list[str] = []
    cell = Cell(0, 0, spans=(Span("Yes\nNo"), Span("\nPartly")))
    grid = Table(Grid(1, 1, (cell,)), (make.place(),))
    tree = etree.fromstring(f"<x {NAMESPACES}>{table(grid, ROOM, lambda part: shown.append(part.text) or '')}</x>")
    assert shown == ["Yes", "No", "Partly"]
    assert len(list(tree.iter(W + "p"))) == 3


def test_numbers_stand_at_the_right() -> None:
    tree = written(Grid(1, 1, (Cell(0, 0, align=Align.RIGHT),)))
    assert [e.get(W + "val") for e in tree.iter(W + "jc")] == ["right"]


def test_texts_stand_at_the_height_of_the_source() -> None:
    """Most cells tell, as one that its text fills cannot; a ruled table that says nothing is set in the middle."""

    def heights(*cells: Cell, header_rows: int = 0) -> list[str]:
        rows, cols = max(cell.row for cell in cells) + 1, max(cell.col for cell in cells) + 1
        tree = written(Grid(rows, cols, cells, ruled=True, header_rows=header_rows))
        found = (cell.find(f"{W}tcPr/{W}vAlign") for cell in tree.iter(W + "tc"))
        return [one.get(W + "val") if one is not None else "top" for one in found]

    top, low = Cell(0, 0, height=VerticalAlign.TOP), Cell(1, 0, height=VerticalAlign.BOTTOM)
    assert heights(top, Cell(0, 1), Cell(1, 0), low, Cell(1, 1, height=VerticalAlign.BOTTOM)) == ["bottom"] * 4
    assert heights(top, low, header_rows=1) == ["top", "bottom"]
    assert heights(Cell(0, 0)) == ["center"]


def test_texts_at_the_upper_border_keep_their_distance() -> None:
    cells = (Cell(0, 0, height=VerticalAlign.TOP),)
    margins = written(Grid(1, 1, cells, ruled=True, inset=7.8)).find(f"{W}tblPr/{W}tblCellMar")
    assert [(e.tag.removeprefix(W), e.get(W + "w")) for e in margins] == [("top", "120")]
    assert written(Grid(1, 1, cells, ruled=True, inset=2.0)).find(f"{W}tblPr/{W}tblCellMar") is None


def test_words_of_narrow_columns_do_not_break() -> None:
    """A font that is missing is replaced by a wider one: the column of the longer text gives a little."""
    style = make.BODY._replace(font="Verdana", size=10.5, bold=True)
    cells = (
        Cell(0, 0, spans=(Span("Spec", style),)),
        Cell(0, 1, spans=(Span("Checklist of everything", style),)),
        Cell(0, 2, spans=(Span("1.2", style),)),
    )
    full = written(Grid(1, 3, cells, widths=(27.0, 320.0, 53.0), ruled=True))
    first, second, third = (int(e.get(W + "w")) / 20 for e in full.iter(W + "gridCol"))
    assert first > 29
    assert (second < 320, third) == (True, 53)
    assert first + second + third <= 400.1
    narrow = written(Grid(1, 3, cells, widths=(27.0, 150.0, 53.0), ruled=True))
    assert [int(e.get(W + "w")) for e in narrow.iter(W + "gridCol")][1:] == [3000, 1060]


def test_lines_of_a_table_without_borders() -> None:
    cells = (Cell(0, 0, over=1, under=1), Cell(1, 0), Cell(2, 0, under=2))
    tree = written(Grid(3, 1, cells, ruled=True))
    shown = [
        [(side.tag.removeprefix(W), side.get(W + "val")) for side in cell.iterfind(f"{W}tcPr/{W}tcBorders/*")]
        for cell in tree.iter(W + "tc")
    ]
    assert shown == [[("top", "single"), ("bottom", "single")], [], [("bottom", "double")]]


def test_texts_stand_in_as_in_the_source() -> None:
    cells = (Cell(0, 0), Cell(1, 0, indent=12.0), Cell(2, 0, indent=12.0, align=Align.RIGHT))
    tree = written(Grid(3, 1, cells))
    assert [e.get(W + "left") for e in tree.iter(W + "ind")] == ["240"]


def test_rules_have_the_sources_colour_and_thickness() -> None:
    framed = written(Grid(1, 1, (), ruled=True, framed=True, ink=0xBFBFBF, stroke=1.0))
    borders = framed.find(f"{W}tblPr/{W}tblBorders")
    assert [(b.tag.removeprefix(W), b.get(W + "sz"), b.get(W + "color")) for b in borders][:2] == [
        ("top", "8", "BFBFBF"),
        ("left", "8", "BFBFBF"),
    ]
    assert written(Grid(1, 1, (), ruled=True, framed=True)).find(f"{W}tblPr/{W}tblBorders") is None
    lined = written(Grid(1, 1, (Cell(0, 0, under=1),), ink=0x1F4E79))
    assert [b.get(W + "color") for b in lined.iter(W + "bottom")] == ["1F4E79"]


def test_pictures_of_a_cell_stand_above_its_text() -> None:
    cells = (Cell(0, 0), Cell(0, 1, (Span("text"),)))
    shown = table(
        Table(Grid(1, 2, cells), (make.place(),)), ROOM, lambda _: "<w:r/>", lambda *_: ["<w:r><w:drawing/></w:r>"]
    )
    tree = etree.fromstring(f"<x {NAMESPACES}>{shown}</x>")
    assert [len(list(cell.iter(W + "p"))) for cell in tree.iter(W + "tc")] == [1, 2]
    assert all(next(cell.iter(W + "p")).find(f"{W}r/{W}drawing") is not None for cell in tree.iter(W + "tc"))


def test_a_table_that_begins_at_the_right() -> None:
    tree = written(Grid(1, 2, (Cell(0, 0), Cell(0, 1, align=Align.RIGHT)), widths=(100.0, 50.0), rtl=True))
    assert tree.find(f"{W}tblPr/{W}bidiVisual") is not None
    assert len(list(tree.iter(W + "bidi"))) == 2
    assert written(Grid(1, 1, (Cell(0, 0),))).find(f"{W}tblPr/{W}bidiVisual") is None
