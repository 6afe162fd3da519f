"""Workbooks, read back by openpyxl: real numbers, texts that never become formulas, names that are allowed."""

from __future__ import annotations

import time
import zipfile
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.write.xlsx import (
    LONGEST_NAME,
    LONGEST_TEXT,
    Number,
    Row,
    RowStyle,
    Sheet,
    cell_name,
    cell_text,
    sheet_names,
    write,
)


def read(path: Path, *sheets: Sheet) -> openpyxl.Workbook:
    write(path, sheets, title="t")
    return openpyxl.load_workbook(path)


def test_numbers_are_real_and_shown_as_told(tmp_path: Path):
    line = Row((Number(Decimal("-1234.50"), "#,##0.00"), Number(Decimal("0.1"), "0.0"), 7, date(2025, 11, 3)))
    sheet = read(tmp_path / "a.xlsx", Sheet("a", [line])).worksheets[0]
    assert [cell.value for cell in sheet[1]] == [-1234.5, 0.1, 7, datetime(2025, 11, 3)]  # noqa: DTZ001 - a sheet has no zones
    assert [cell.number_format for cell in sheet[1]] == ["#,##0.00", "0.0", "General", "yyyy-mm-dd"]


@pytest.mark.parametrize(
    ("text", "is_number"),
    [
        ("999999999999999", True),
        ("9999999999999.99", True),
        ("1234567890123456", False),
        ("12345678901234.567", False),
        ("1E+3", True),
    ],
)
def test_a_number_is_exact_or_a_text(tmp_path: Path, text: str, is_number: bool):
    cell = read(tmp_path / "a.xlsx", Sheet("a", [Row((Number(Decimal(text)),))])).worksheets[0]["A1"]
    assert isinstance(cell.value, int | float) is is_number
    assert Decimal(str(cell.value)) == Decimal(text)


def test_a_figure_of_hundreds_of_decimals_has_a_format_that_spreadsheets_take(tmp_path: Path):
    number = Number(Decimal("0." + "0" * 300 + "1"), "0." + "0" * 301)
    cell = read(tmp_path / "a.xlsx", Sheet("a", [Row((number,))])).worksheets[0]["A1"]
    assert (cell.value, cell.number_format) == (float(number.value), "General")


@given(st.decimals(allow_nan=False, allow_infinity=False, places=2, min_value=-(10**13) + 1, max_value=10**13 - 1))
def test_every_amount_of_fifteen_digits_comes_back(tmp_path_factory: pytest.TempPathFactory, value: Decimal):
    path = tmp_path_factory.getbasetemp() / "one.xlsx"
    cell = read(path, Sheet("a", [Row((Number(value),))])).worksheets[0]["A1"]
    assert Decimal(repr(cell.value)) == value


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        '=HYPERLINK("http://x")',
        "+1",
        "-1",
        "@SUM(A1)",
        "{=A1}",
        "http://example.org",
        "mailto:a@b",
        "0012",
        "１",
    ],
)
def test_texts_stay_texts(tmp_path: Path, text: str):
    book = read(tmp_path / "a.xlsx", Sheet("a", [Row((text,))]))
    cell = book.worksheets[0]["A1"]
    assert (cell.value, cell.data_type, cell.hyperlink) == (text, "s", None)


@given(st.text(st.characters(codec="utf-16-le", categories=None), max_size=40))
def test_any_text_gives_a_book_that_opens(tmp_path_factory: pytest.TempPathFactory, text: str):
    path = tmp_path_factory.getbasetemp() / "any.xlsx"
    cell = read(path, Sheet(text, [Row((text, Number(Decimal(1))))])).worksheets[0]["A1"]
    assert cell.data_type in {"s", "n"}


def test_what_a_cell_cannot_hold_is_left_out(tmp_path: Path):
    assert cell_text("a\x00b\x0b\x1bc\ud800d\te\nf") == "abcd\te\nf"
    assert len(cell_text("x" * 40_000)) == LONGEST_TEXT
    assert cell_text("x" + "\U0001f4d7" * 20_000) == "x" + "\U0001f4d7" * (LONGEST_TEXT // 2)  # two units each
    assert read(tmp_path / "a.xlsx", Sheet("a", [Row(("x" * 40_000,))])).worksheets[0]["A1"].value == "x" * LONGEST_TEXT


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        (["资产负债表 合并", "资产负债表 合并"], ["资产负债表 合并", "资产负债表 合并 (2)"]),
        (["A/B:C*?[x]\\y"], ["A B C x y"]),
        (["", "  ", "''"], ["Sheet", "Sheet (2)", "Sheet (3)"]),
        (["history", "History"], ["history (2)", "History (3)"]),
        (["Total", "TOTAL"], ["Total", "TOTAL (2)"]),
        (["'quoted'"], ["quoted"]),
        (["x" * 40, "x" * 50], ["x" * 31, "x" * 27 + " (2)"]),
        (["😀" * 20], ["😀" * 15]),
    ],
)
def test_names_of_sheets(wanted: list[str], names: list[str]):
    assert sheet_names(wanted) == names


def test_long_names_of_many_sheets_take_no_long_time():
    """A minute when each letter was taken away by itself."""
    began = time.process_time()
    names = sheet_names(["x" * 30_000] * 100)
    assert names[99] == "x" * 25 + " (100)"
    assert time.process_time() - began < 20


@given(st.lists(st.text(max_size=60), max_size=8))
def test_names_are_always_allowed(wanted: list[str]):
    names = sheet_names(wanted)
    assert len({name.casefold() for name in names}) == len(wanted)
    for name in names:
        assert 0 < len(name.encode("utf-16-le")) <= 2 * LONGEST_NAME
        assert not set(name) & set("[]:*?/\\")
        assert not name.startswith("'")
        assert not name.endswith("'")


def test_looks_of_lines(tmp_path: Path):
    lines = [
        Row(("Balance sheet",), RowStyle.TITLE),
        Row(("", "2025"), RowStyle.HEADER),
        Row(("Current assets", None), RowStyle.SECTION),
        Row(("Cash", 5), level=2, marked=frozenset({1})),
    ]
    sheet = read(tmp_path / "a.xlsx", Sheet("a", lines, frozen=(2, 1), landscape=True, filtered=True)).worksheets[0]
    assert sheet.freeze_panes == "B3"
    assert sheet.auto_filter.ref == "A2:B4"
    assert (sheet["A1"].font.b, sheet["A3"].font.b, sheet["A4"].font.b) == (True, True, False)
    assert sheet["A4"].alignment.indent == 2
    assert sheet["B4"].fill.fgColor.rgb == "FFFFE699"
    assert sheet.page_setup.orientation == "landscape"
    assert sheet.print_title_rows == "$1:$2"


def test_columns_are_as_wide_as_their_texts(tmp_path: Path):
    lines = [
        Row(("A very long title that runs over its neighbours",), RowStyle.TITLE),
        Row(("归属于母公司所有者的净利润", "1")),
    ]
    sheet = read(tmp_path / "a.xlsx", Sheet("a", lines)).worksheets[0]
    assert 28 < sheet.column_dimensions["A"].width < 35
    assert sheet.column_dimensions["B"].width < 10


def test_the_same_sheets_give_the_same_bytes(tmp_path: Path):
    sheets = [Sheet("a", [Row(("x", Number(Decimal("1.5"))))])]
    for name in ("1.xlsx", "2.xlsx"):
        write(tmp_path / name, sheets)
    with zipfile.ZipFile(tmp_path / "1.xlsx") as one, zipfile.ZipFile(tmp_path / "2.xlsx") as two:
        assert {name: one.read(name) for name in one.namelist()} == {name: two.read(name) for name in two.namelist()}


def test_a_folder_that_is_missing_is_an_error_of_the_system(tmp_path: Path):
    with pytest.raises(OSError, match="nowhere"):
        write(tmp_path / "nowhere" / "a.xlsx", [Sheet("a", [Row(("x",))])])


def test_addresses():
    assert [cell_name(0, 0), cell_name(11, 27)] == ["A1", "AB12"]
