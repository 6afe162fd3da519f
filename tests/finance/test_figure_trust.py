"""How likely figures without proof are right."""

from __future__ import annotations

from dataclasses import replace

from quire.finance.extract import extract_statements
from quire.finance.statement import Statement
from quire.model.page import TextSource
from tests.finance.sheets import operations


def read(own: float, page: float, *, source: TextSource = TextSource.OCR) -> Statement:
    """Operations of which one figure without proof was read with a score of its own."""
    paper = operations()
    paper.row(250, "Number of employees", "7,310", "7,201")
    drawn = paper.page(source=source, confidence=None if source is TextSource.NATIVE else page)
    if source is TextSource.OCR:
        scores = [own if line.text == "7,310" else page for line in drawn.lines]
        drawn = replace(drawn, confidences=tuple(scores))
    (statement,) = extract_statements([drawn]).statements
    return statement


def confidence(statement: Statement, text: str) -> float:
    return next(cell.confidence for row in statement.rows for cell in row.cells if cell.text == text)


def test_confidence_falls_with_the_score_and_with_those_of_the_page() -> None:
    sure, weak, poor = (confidence(read(own, page), "7,310") for own, page in ((0.99, 0.99), (0.6, 0.99), (0.6, 0.7)))
    assert sure > 0.95 > weak > 0.9
    assert poor < 0.8


def test_low_confidence_is_a_finding_and_proved_figures_are_none_of_it() -> None:
    statement = read(0.5, 0.7)
    (finding,) = [f for f in statement.doubts if f.rule == "reading"]
    assert "7,310" in {statement.rows[r].cells[c].text for r, c in finding.cells}
    assert confidence(statement, "12,000") > 0.9  # in a sum that holds


def test_text_layers_are_right() -> None:
    assert confidence(read(1.0, 1.0, source=TextSource.NATIVE), "7,310") == 1.0
