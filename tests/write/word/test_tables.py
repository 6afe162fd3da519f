"""Tables of Word."""

from __future__ import annotations

from lxml import etree

from quire.model.block import Span, Table
from quire.model.geometry import Box
from quire.model.table import Align, Cell, Grid
from quire.write.word.markup import NAMESPACES
from quire.write.word.tables import Room, shown_style, table
from tests import documents as make
from tests.write.ooxml import W

ROOM = Room(400.0, 12.0)


def written(grid: Grid, room: Room = ROOM) -> etree._Element:
    return etree.fromstring(
        f"<x {NAMESPACES}>{table(Table(grid, (make.place(),)), room, lambda cell: cell.text and '')}</x>"
    )[0]


def test_widths_position_and_borders() -> None:
    tree = written(Grid(1, 2, (), widths=(100.0, 50.0), ruled=True), Room(400.0, 12.0, 30.0))
    assert [e.get(W + "w") for e in tree.iter(W + "gridCol")] == ["2000", "1000"]
    assert [e.get(W + "w") for e in tree.iter(W + "tblInd")] == ["600"]
    assert [e.get(W + "val") for e in tree.iter(W + "tblStyle")] == ["TableGrid"]
    centred = written(Grid(1, 1, (), widths=(100.0,)), Room(400.0, 12.0, 150.0, Align.CENTER))
    assert [e.get(W + "val") for e in centred.iter(W + "tblStyle")] == ["TableLight"]
    assert centred.find(f"{W}tblPr/{W}jc").get(W + "val") == "center"


def test_tall_rows_keep_their_height() -> None:
    cells = (Cell(0, 0, box=Box(0, 0, 9, 60)), Cell(1, 0, box=Box(0, 0, 9, 13)))
    heights = [row.find(f"{W}trPr/{W}trHeight") for row in written(Grid(2, 1, cells, ruled=True)).iter(W + "tr")]
    assert [h.get(W + "val") if h is not None else None for h in heights] == ["1200", None]


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


def test_white_text_needs_a_dark_fill() -> None:
    white = make.BODY._replace(color=0xFFFFFF)
    assert [shown_style(white, fill).color for fill in (None, 0xEEEEEE, 0x203060)] == [0, 0, 0xFFFFFF]
