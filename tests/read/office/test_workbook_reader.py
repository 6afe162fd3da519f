"""Workbooks: values as they are shown, tables between empty rows, limits."""

from __future__ import annotations

import datetime
from pathlib import Path

import openpyxl
import pytest

from quire.errors import DamagedDocument
from quire.model.block import Heading, Paragraph, Table
from quire.read.office import workbook_reader
from quire.read.office.workbook_reader import read_workbook, shown
from tests.read.office.office_files import repacked, workbook

DAY = datetime.datetime.combine(datetime.date(2026, 3, 6), datetime.time())
"""Without a zone, as workbooks have them."""


def test_structure(tmp_path: Path):
    document = read_workbook(workbook(tmp_path / "a.xlsx"))
    heading, note, table, rest = document.blocks
    assert isinstance(heading, Heading)
    assert isinstance(note, Paragraph)
    assert isinstance(table, Table)
    assert isinstance(rest, Table)
    assert (heading.spans[0].text, note.spans[0].text) == ("Rain", "Measured by hand")
    texts = [cell.text for cell in table.grid.cells]
    assert texts == ["Month", "mm", "Share", "May", "1,234.50", "25.0%", "June", "-3.00", "75.5%"]
    assert table.grid.header_rows == 1
    assert [(cell.row, cell.col, cell.text) for cell in rest.grid.cells if cell.text] == [(0, 0, "x"), (1, 1, "y")]
    assert document.warnings == ("The hidden sheet “Secret” is left out.",)


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [
        (0.1 + 0.2, "General", "0.3"),
        (5, "0", "5"),
        (1234567, "#,##0", "1,234,567"),
        (2.5, '0.0" mm"', "2.5"),
        (0.5, "0%", "50%"),
        (True, "General", "TRUE"),
        (DAY, "d/m/y", "2026-03-06"),
        (DAY + datetime.timedelta(hours=8, minutes=30), "d/m/y", "2026-03-06 08:30:00"),
        (" text ", "General", "text"),
    ],
)
def test_values_are_shown_as_programs_show_them(value: object, number_format: str, text: str):
    assert shown(value, number_format) == text


def test_a_huge_sheet_is_cut_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(workbook_reader, "MAX_CELLS", 20)
    made = openpyxl.Workbook()
    for _ in range(30):
        made.active.append([1, 2, 3])
    made.save(tmp_path / "a.xlsx")
    document = read_workbook(tmp_path / "a.xlsx")
    assert len(document.blocks[1].grid.cells) == 18
    assert "is cut" in document.warnings[0]


def test_a_cell_in_the_last_corner_costs_nothing(tmp_path: Path):
    """A sheet whose only cells are the first and the last one of the format."""
    made = openpyxl.Workbook()
    made.active["A1"], made.active["XFD1048576"] = "first", "last"
    made.save(tmp_path / "a.xlsx")
    document = read_workbook(tmp_path / "a.xlsx")
    assert sum(len(block.grid.cells) for block in document.blocks if isinstance(block, Table)) <= 16_384


def test_damaged_files_are_refused(tmp_path: Path):
    for part in ("xl__workbook_xml", "xl__worksheets__sheet1_xml"):
        with pytest.raises(DamagedDocument):
            read_workbook(repacked(workbook(tmp_path / "a.xlsx"), **{part: b"<x"}))
