"""Totals without any proof, and where they are a finding: on recognised pages whose parts were lost or misread."""

from __future__ import annotations

from quire.finance.extract import extract_statements
from quire.finance.statement import Kind
from quire.finance.unproven_totals import unproven_totals
from quire.model.page import TextSource
from tests.finance.paper import Paper

ROWS = [
    ("Cash and cash equivalents", "1,200", "9,100"),
    ("Accounts receivable", "2,300", "4,200"),
    ("Inventories", "1,500", "1,400"),
    ("Total current assets", "5,000", "14,700"),
    ("Goodwill", "3,500", "4,700"),
    ("Total assets", "8,500", "19,400"),
    ("Accounts payable", "500", "400"),
    ("Notes payable", "700", "600"),
    ("Total liabilities", "1,200", "1,000"),
    ("Common stock", "7,300", "18,400"),
    ("Total liabilities and equity", "8,500", "19,400"),
]


def statement(*lost: str, source: TextSource = TextSource.OCR):
    paper = Paper()
    paper.centre(297, 50, "CONSOLIDATED BALANCE SHEETS", size=13)
    paper.centre(297, 64, "(in millions)")
    paper.right(400, 90, "December 31, 2023")
    paper.right(520, 90, "December 31, 2022")
    for at, row in enumerate(row for row in ROWS if row[0] not in lost):
        paper.row(106 + 14 * at, *row)
    page = paper.page(source=source, confidence=None if source is TextSource.NATIVE else 0.97)
    (found,) = extract_statements([page]).statements
    return found


def doubted(found) -> set[str]:
    return {found.rows[r].label for f in found.doubts if f.rule == "total" for r, _ in f.cells}


def test_every_total_of_a_whole_statement_is_proven():
    found = statement()
    assert found.kind is Kind.BALANCE
    assert list(unproven_totals(found, [1, 2])) == []
    assert doubted(found) == set()


def test_a_lost_row_leaves_its_total_without_proof():
    found = statement("Accounts receivable")
    assert doubted(found) == {"Cash and cash equivalents", "Inventories", "Total current assets"}


def test_what_a_text_layer_prints_is_not_doubted():
    found = statement("Accounts receivable", source=TextSource.NATIVE)
    assert list(unproven_totals(found, [1, 2]))  # nothing proves it
    assert doubted(found) == set()  # and nothing was lost
