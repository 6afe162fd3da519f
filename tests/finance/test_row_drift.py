"""Figures that drift away from their labels."""

from __future__ import annotations

import pytest

from quire.finance.extract import extract_statements
from quire.finance.statement import Statement
from quire.model.page import TextSource
from tests.finance.paper import Paper

LABELS = (
    "Non-current assets:", "Goodwill", "Intangible assets", "Deferred tax assets", "Total non-current assets", "Current assets:",
    "Inventories", "Trade receivables", "Cash and cash equivalents", "Total current assets", "Total assets",
    "Current liabilities:", "Trade payables", "Borrowings", "Total current liabilities", "Non-current liabilities:",
    "Lease liabilities", "Provisions", "Total liabilities",
)  # fmt: skip
PITCH = 12.0


def statement(drift: float, *, source: TextSource = TextSource.OCR) -> Statement:
    """A balance sheet whose figures stand lower by a share of the distance of two rows, from row to row."""
    paper = Paper()
    paper.centre(297, 50, "Consolidated balance sheet", size=13)
    paper.centre(297, 66, "31 December 2023")
    paper.row(90, "", "2023", "2022")
    for at, label in enumerate(LABELS):
        y = 104 + PITCH * at
        paper.text(50, y, label)
        if not label.endswith(":"):
            paper.row(y + drift * PITCH * max(0, at - 3), "", f"{1001 + at:,}", f"{2001 + at:,}")
    (found,) = extract_statements([paper.page(source=source, confidence=0.97)]).statements
    return found


@pytest.mark.parametrize("drift", [0.0, 0.03, 0.08])
def test_figures_that_drift_steadily_stand_beside_their_labels(drift: float) -> None:
    found = {row.label: row.cells[1].text for row in statement(drift).rows if row.cells[1].value is not None}
    assert found == {label: f"{1001 + at:,}" for at, label in enumerate(LABELS) if not label.endswith(":")}


def test_a_jump_is_no_drift() -> None:
    paper = Paper()
    paper.centre(297, 50, "Consolidated balance sheet", size=13)
    paper.row(90, "", "2023", "2022")
    for at, label in enumerate(LABELS):
        y = 104 + PITCH * at
        paper.text(50, y, label)
        paper.row(y + (at > 9) * PITCH, "", f"{1001 + at:,}", f"{2001 + at:,}")
    (found,) = extract_statements([paper.page(source=TextSource.OCR, confidence=0.97)]).statements
    assert next(row for row in found.rows if row.label == LABELS[12]).cells[1].text == "1,012"
