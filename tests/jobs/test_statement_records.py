"""Statements in long form."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

from quire.finance.statement import Extraction, Finding
from quire.jobs.statement_records import COLUMNS, records_csv, statement_records
from tests.jobs import statements as make


def test_a_record_for_each_figure():
    records = list(statement_records("a.pdf", make.extraction()))
    assert {tuple(record) for record in records} == {COLUMNS}
    first = records[0]
    assert (first["item"], first["value"], first["period_end"]) == ("货币资金", "1204318.55", "2025-12-31")
    assert first["file"] == "a.pdf"
    assert (first["statement"], first["kind"], first["scope"]) == ("1", "balance_sheet", "consolidated")
    assert (first["unit"], first["currency"], first["page"]) == ("元", "CNY", "3")
    assert first["box"] == "300.0 50.0 360.0 60.0"
    assert records[-1]["statement"] == "2"


def test_a_printed_dash_is_nought_and_signs_and_long_figures_are_exact():
    values = [record["value"] for record in statement_records("a.pdf", make.extraction())]
    assert values[:6] == ["1204318.55", "-88.00", "-5000.10", "0", "0.35", "12.5"]
    assert "12345678901234567.89" in values


def test_doubts_of_a_cell_and_of_its_label_are_told():
    balance = replace(make.balance(holds=False), findings=(Finding("label", "?", ((2, 0),), holds=False),))
    records = list(statement_records("a.pdf", Extraction((balance,))))
    assert [record["doubts"] for record in records[:3]] == ["label", "label", ""]


def test_csv_keeps_numbers_and_guards_formulas():
    balance = replace(make.balance(), company="=1+1")
    read = list(csv.DictReader(io.StringIO(records_csv([("a.pdf", Extraction((balance,)))]).decode("utf-8-sig"))))
    assert read[1]["value"] == "-88.00"
    assert read[0]["company"] == "'=1+1"
