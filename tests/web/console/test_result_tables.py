"""What a result shows: tables, places, doubts, checks. The arrays are those that the jobs write."""

from __future__ import annotations

import json
from dataclasses import replace

from quire.invoice.invoice import Check, Invoice, Item, Origin, Value
from quire.jobs import invoice_json, statement_task
from quire.model.geometry import Box
from quire.web.console.result_tables import invoice_tables, places, statement_tables
from tests.jobs import statements as make


def array(extraction):
    return json.loads(statement_task.result_json(extraction, details=True))


def test_a_statement_with_the_places_of_its_figures():
    first, second = statement_tables(array(make.extraction()))
    assert (first.kind, first.title, first.pages) == (0, "合并资产负债表", (3, 4))
    assert first.about == ("青屿湾水务股份有限公司", "元", "CNY")
    assert [row.kind for row in first.rows] == ["header", "section", "item", "item", "item", "total"]
    label, _, figure, _ = first.rows[2].values
    assert (label.text, figure.text, figure.percent) == ("货币资金", "1,204,318.55", None)
    assert figure.place is not None
    assert (figure.place.page, figure.place.left, figure.place.width) == (3, 300.0, 60.0)
    empty = first.rows[1].values[2]
    assert (empty.text, empty.place) == ("", None)
    numbers = [mark.number for marks in places((first, second)).values() for mark in marks]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))  # one count over all statements
    assert set(places((first, second))) == {3, 4}


def test_checks_are_counted_and_those_that_fail_are_told():
    assert [sheet.passed_checks for sheet in statement_tables(array(make.extraction()))] == [1, 1]
    broken = statement_tables(array(make.extraction(holds=False)))[0]
    assert (broken.passed_checks, broken.failed_checks) == (0, (("balance", "资产总计 = 负债和所有者权益总计"),))


def test_a_figure_in_doubt_says_how_much():
    extraction = make.extraction()
    first = extraction.statements[0]
    doubted = replace(first.rows[2], cells=tuple(replace(cell, confidence=0.534) for cell in first.rows[2].cells))
    rows = (*first.rows[:2], doubted, *first.rows[3:])
    sheet = statement_tables(array(replace(extraction, statements=(replace(first, rows=rows),))))[0]
    assert [figure.percent for figure in sheet.rows[2].values] == [53, 53, 53, 53]
    assert sheet.rows[3].values[0].percent is None


def test_an_invoice_with_fields_lines_and_checks():
    box = Box(10.0, 20.0, 110.0, 32.0)
    invoice = Invoice(
        2,
        {
            "invoice_number": Value("123", "No. 123", Origin.TEXT, 0.99, 2, box),
            "amount": Value("5.00", "5.00", Origin.XML),
        },
        items=(Item(name="茶", quantity="2", amount="5.00"),),
        checks=(Check("sum", "5 + 1 = 7", holds=False), Check("date", "fine", holds=True)),
    )
    (sheet,) = invoice_tables(json.loads(invoice_json.result_json([invoice], details=True)))
    found = {row.values[0].text: row.values[1] for row in sheet.rows}
    assert len(found) >= 12
    assert "line_items" not in found
    assert (found["amount"].text, found["amount"].place) == ("5.00", None)  # XML has no place
    mark = found["invoice_number"].place
    assert mark is not None
    assert (mark.page, mark.left, mark.top, mark.width, mark.height) == (2, 10.0, 20.0, 100.0, 12.0)
    (line,) = sheet.lines
    assert [one.text for one in line] == ["茶", "", "", "2", "", "5.00", "", ""]
    assert line[3].address == "0/line_items/0/quantity"
    assert (sheet.failed_checks, sheet.passed_checks) == ((("sum", "5 + 1 = 7"),), 1)
