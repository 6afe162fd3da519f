"""Many invoices as one sheet and as CSV."""

from __future__ import annotations

import csv
import io
from datetime import datetime
from pathlib import Path

import openpyxl
import pytest

from quire.invoice.invoice import EXTRAS
from quire.jobs.invoice_workbook import _TITLES, COLUMNS, Found, csv_bytes, guarded, invoice_workbook
from quire.write.xlsx import write
from tests.jobs import invoices as make

FOUND = [
    Found("a.pdf", (make.special(), make.special("00000002", 2))),
    Found("b.pdf", (), "The file is protected by a password"),
    Found("c.jpg", (make.special(), make.blank(2), make.blank(3))),
]


@pytest.fixture
def sheets(tmp_path: Path) -> list[list[dict[str, object]]]:
    """The rows of both sheets as a spreadsheet reads them."""
    write(tmp_path / "a.xlsx", invoice_workbook(FOUND))
    made = []
    for sheet, skipped in zip(openpyxl.load_workbook(tmp_path / "a.xlsx").worksheets, (1, 0), strict=True):
        rows = [[cell.value for cell in row] for row in sheet.iter_rows(1 + skipped)]
        rows[0] = [title.partition("\n")[2] for title in rows[0]]
        made.append([dict(zip(rows[0], row, strict=True)) for row in rows[1:]])
    return made


def test_a_row_for_each_invoice(sheets: list[list[dict[str, object]]]):
    rows = sheets[0]
    assert list(rows[0]) == [key for key in COLUMNS if key not in EXTRAS or key == "remarks"]
    assert [(row["file"], row["page"]) for row in rows] == [
        ("a.pdf", 1),
        ("a.pdf", 2),
        ("b.pdf", None),
        ("c.jpg", 1),
        ("c.jpg", 2),
        ("c.jpg", 3),
    ]
    first = rows[0]
    assert first["invoice_code"] == "3300254130"  # a text: no digit is lost
    assert first["invoice_number"] == "00123456"
    assert first["invoice_date"] == datetime(2025, 11, 3)  # noqa: DTZ001 - a sheet has no zones
    assert first["amount"] == -100.0
    assert first["buyer_name"] == "=cmd()"
    assert first["failed_checks"] == "100.00 + 6.00 is not 107.00"
    assert rows[2]["failed_checks"] == "The file is protected by a password"


def test_titles_are_for_people_and_programs():
    assert invoice_workbook(FOUND)[0].lines[1].cells[4] == "发票号码\ninvoice_number"
    assert {key for key in COLUMNS if key not in _TITLES} == set()


def test_duplicates_name_the_first_row(sheets: list[list[dict[str, object]]]):
    """By code and number; pages without a number are no duplicates of each other."""
    assert [row["duplicate_of"] for row in sheets[0]] == [None, None, None, 3, None, None]


def test_rows_of_goods_have_a_sheet(sheets: list[list[dict[str, object]]]):
    assert sheets[1][0] == {
        "file": "a.pdf",
        "page": 1,
        "name": "*餐饮服务*餐费",
        "spec": None,
        "unit": "次",
        "quantity": 1,
        "unit_price": 100,
        "amount": 100,
        "tax_rate": "6%",
        "tax": 6,
    }
    assert (sheets[1][1]["name"], sheets[1][1]["amount"]) == ("-SUM(1)", -5)


def test_csv_is_what_spreadsheets_expect():
    body = csv_bytes(FOUND)
    assert body.startswith(b"\xef\xbb\xbffile,page,invoice_type")
    assert b"\r\n" in body
    rows = list(csv.DictReader(io.StringIO(body.decode("utf-8-sig"), newline="")))
    assert len(rows) == 6
    assert list(rows[0]) == list(COLUMNS)
    assert rows[0]["buyer_name"] == "'=cmd()"
    assert rows[0]["remarks"] == "'+86 571"
    assert rows[0]["amount"] == "-100.00"
    assert rows[0]["invoice_code"] == "3300254130"
    assert rows[3]["duplicate_of"] == "2"


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", "\t=1", "\r=1"])
def test_formulas_are_guarded(text: str):
    assert guarded(text) == "'" + text


@pytest.mark.parametrize("text", ["", "a=1", "0", "餐费", " x"])
def test_other_texts_stay_as_they_are(text: str):
    assert guarded(text) == text


def test_an_amount_that_is_none_is_a_text(tmp_path: Path):
    write(tmp_path / "a.xlsx", invoice_workbook([Found("a", (make.special(amount="***", invoice_date="2025-02-30"),))]))
    sheet = openpyxl.load_workbook(tmp_path / "a.xlsx").worksheets[0]
    keys = [cell.value.partition("\n")[2] for cell in sheet[2]]
    row = dict(zip(keys, (cell.value for cell in sheet[3]), strict=True))
    assert (row["amount"], row["invoice_date"]) == ("***", "2025-02-30")
