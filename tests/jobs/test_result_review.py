"""Corrections of stored results: the change is there, the checks are made again, and what the page alone tells stays."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from pathlib import Path

import pytest

from quire.errors import BadRequest
from quire.finance.statement import Finding
from quire.invoice.invoice import Check, Invoice, Item, Origin, Value
from quire.jobs import invoice_json, statement_json
from quire.jobs.result_review import INVOICES, STATEMENTS, ReviewedFile, corrected, write_book
from quire.model.geometry import Box
from tests.jobs import statements as make


def value(text: str, confidence: float = 0.5) -> Value:
    return Value(text, text, Origin.OCR, confidence, 1, Box(1.0, 2.0, 3.0, 4.0))


FIELDS = {"amount": value("100.00"), "tax_amount": value("13.00"), "total_amount": value("118.00")}
SUM = Check("sum", "100.00 + 13.00 = 118.00", holds=False, keys=("amount", "tax_amount", "total_amount"))
CODE = Check("qr_agrees", "the code says otherwise", holds=False)
INVOICE = invoice_json.result_json([Invoice(1, FIELDS, checks=(SUM, CODE))], details=True)


def test_statements_come_back_as_they_were_written():
    extraction = make.extraction(holds=False)
    written = statement_json.array(statement_json.element(one, details=True) for one in extraction.statements)
    read = statement_json.statements(written)
    assert statement_json.array(statement_json.element(one, details=True) for one in read) == written


def test_a_field_is_corrected_and_the_sum_is_checked_again():
    (one,) = json.loads(corrected(INVOICES, INVOICE, {"0/total_amount": "113.00"}))
    fields = {field["key"]: field for field in one["fields"]}
    assert (fields["total_amount"]["value"], fields["total_amount"]["confidence"]) == ("113.00", 1.0)
    assert fields["total_amount"]["printed"] == "118.00"
    checks = {check["rule"]: check["holds"] for check in one["details"]["checks"]}
    assert checks["sum"]
    assert checks["qr_agrees"] is False  # only the page can tell


def test_a_figure_is_corrected_and_the_checks_are_made_again():
    statement = make.extraction(holds=True).statements[0]
    written = statement_json.array([statement_json.element(statement, details=True)])
    page_finding = Finding("second_look", "looked again", ((0, 0),), holds=False)
    row, column = next(
        (r, c) for r, line in enumerate(statement.rows) for c, cell in enumerate(line.cells) if cell.value is not None
    )
    (one,) = statement_json.statements(corrected(STATEMENTS, written, {f"0/{row}/{column}": "1,234.50"}))
    assert (one.rows[row].cells[column].text, f"{one.rows[row].cells[column].value}") == ("1,234.50", "1234.50")
    assert one.rows[row].cells[column].box == statement.rows[row].cells[column].box
    assert page_finding not in one.findings


@pytest.mark.parametrize("place", ["9/total_amount", "0/nothing", "x/total_amount", ""])
def test_a_place_that_is_not_there(place: str):
    with pytest.raises(BadRequest):
        corrected(INVOICES, INVOICE, {place: "1"})


def test_one_book_of_many_files(tmp_path: Path):
    files = [ReviewedFile("a.pdf", INVOICE), ReviewedFile("b.pdf", error="It is damaged.")]
    write_book(INVOICES, files, "csv", tmp_path / "i.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "i.csv").read_text("utf-8-sig"))))
    assert [(row["file"], row["total_amount"]) for row in rows] == [("a.pdf", "118.00"), ("b.pdf", "")]
    extraction = make.extraction(holds=True)
    details = statement_json.array(statement_json.element(one, details=True) for one in extraction.statements)
    read = [ReviewedFile("x.pdf", details), ReviewedFile("y.pdf", details)]
    write_book(STATEMENTS, read, "csv", tmp_path / "s.csv")
    figures = list(csv.DictReader(io.StringIO((tmp_path / "s.csv").read_text("utf-8-sig"))))
    assert {figure["file"] for figure in figures} == {"x.pdf", "y.pdf"}
    for kind, many in ((INVOICES, files), (STATEMENTS, read), (STATEMENTS, [])):
        write_book(kind, many, "xlsx", tmp_path / "book.xlsx")
        assert zipfile.is_zipfile(tmp_path / "book.xlsx")


def test_a_line_item_is_corrected_and_its_checks_follow() -> None:
    items = (Item("Paper", quantity="2", unit_price="50.00", amount="90.00"),)
    array = invoice_json.result_json([Invoice(1, FIELDS, items, checks=(SUM,))], details=True)
    found = invoice_json.invoices(corrected(INVOICES, array, {"0/line_items/0/amount": "100.00"}))
    assert found[0].items[0].amount == "100.00"
    for place in ("0/line_items/1/amount", "0/line_items/0/colour", "0/line_items/x/amount"):
        with pytest.raises(BadRequest):
            corrected(INVOICES, array, {place: "1"})
