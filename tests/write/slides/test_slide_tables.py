"""Native tables of slides."""

from __future__ import annotations

from lxml import etree

from quire.model.block import Table
from quire.model.geometry import Box
from quire.model.table import Cell, Grid
from quire.write.slides.drawingml import NAMESPACES
from quire.write.slides.slide_tables import table
from quire.write.slides.slide_text import SlideContext
from tests import documents as make
from tests.write.ooxml import A, _orders

PEN = SlideContext("en", lambda target: None)


def parsed(grid: Grid, box: Box) -> etree._Element:
    tree = etree.fromstring(f"<x {NAMESPACES}>{table(Table(grid, ()), box, PEN)}</x>")
    assert list(_orders("tbl", tree)) == []
    return tree[0]


def test_the_table_fills_its_box() -> None:
    tree = parsed(make.grid(("a", "b"), ("c", "d")), Box(0, 0, 300, 50))
    assert sum(int(e.get("w")) for e in tree.iter(A + "gridCol")) == 300 * 12700
    assert sum(int(e.get("h")) for e in tree.iter(A + "tr")) == 50 * 12700


def test_merged_cells() -> None:
    tree = parsed(Grid(2, 2, (Cell(0, 0, row_span=2, col_span=2),)), Box(0, 0, 100, 50))
    found = [
        {k: c.get(k) for k in ("gridSpan", "rowSpan", "hMerge", "vMerge") if c.get(k)} for c in tree.iter(A + "tc")
    ]
    assert found == [
        {"gridSpan": "2", "rowSpan": "2"},
        {"rowSpan": "2", "hMerge": "1"},
        {"gridSpan": "2", "vMerge": "1"},
        {"hMerge": "1", "vMerge": "1"},
    ]


def test_text_is_made_smaller_to_fit() -> None:
    cells = tuple(Cell(row, 0, (make.span("many words that need room " * 3),)) for row in range(3))
    tree = parsed(Grid(3, 1, cells), Box(0, 0, 120, 60))
    assert all(int(e.get("sz")) < 1050 for e in tree.iter(A + "rPr"))


def test_rules_have_the_sources_colour_and_thickness() -> None:
    tree = parsed(Grid(1, 1, (), framed=True, ink=0xBFBFBF, stroke=1.0), Box(0, 0, 100, 50))
    (top,) = tree.iter(A + "lnT")
    assert (top.get("w"), next(top.iter(A + "srgbClr")).get("val")) == ("12700", "BFBFBF")


def test_a_table_that_begins_at_the_right_has_its_first_column_there() -> None:
    cells = (Cell(0, 0, (make.span("שם"),)), Cell(0, 1, (make.span("12"),)))
    tree = parsed(Grid(1, 2, cells, widths=(100.0, 50.0), rtl=True), Box(0, 0, 150, 20))
    assert ["".join(c.itertext()) for c in tree.iter(A + "tc")] == ["12", "שם"]
    assert [p.get("algn") for p in tree.iter(A + "pPr")] == ["r", "r"]
    assert [int(e.get("w")) for e in tree.iter(A + "gridCol")] == [50 * 12700, 100 * 12700]
