"""Whether the figures of a recognised statement of changes in equity stand under their own titles."""

from __future__ import annotations

from quire.finance.extract import extract_statements
from quire.finance.statement import Statement
from quire.model.page import TextSource
from tests.finance.paper import Paper

AT = (230, 305, 380, 455, 530)
TITLES = ("Capital", "Premium", "Reserves", "Earnings", "Total")
ROWS = (
    ("Balance at 1 January 2023", "1,000", "300", "400", "2,000", "3,700"),
    ("Profit for the year", "", "", "", "150", "150"),
    ("Shares issued", "200", "70", "", "", "270"),
    ("Dividends paid", "", "", "", "(50)", "(50)"),
    ("Balance at 31 December 2023", "1,200", "370", "400", "2,100", "4,070"),
)


def read(
    change: dict[tuple[int, int], str] | None = None,
    *,
    titles: tuple[str, ...] = TITLES,
    source: TextSource = TextSource.OCR,
) -> Statement:
    paper = Paper()
    paper.centre(297, 50, "Consolidated statements of changes in equity", size=13)
    for x, title in zip(AT, titles, strict=True):
        paper.right(x, 96, title)
    for r, row in enumerate(ROWS):
        cells = [(change or {}).get((r, c), text) for c, text in enumerate(row)]
        paper.row(110 + 13 * r, *cells, at=AT)
    confidence = 0.97 if source is TextSource.OCR else None
    (statement,) = extract_statements([paper.page(source=source, confidence=confidence)]).statements
    return statement


def doubted(statement: Statement) -> set[str]:
    return {
        cell.text for row in statement.rows for cell in row.cells if cell.value is not None and cell.confidence < 0.8
    }


def test_a_statement_that_its_sums_prove_is_not_doubted() -> None:
    statement = read()
    assert not doubted(statement)
    assert not {"columns", "unproven"} & {finding.rule for finding in statement.doubts}


def test_a_figure_that_no_sum_proves_is_doubted() -> None:
    statement = read({(0, 2): "8,300", (4, 2): "9,370"})
    assert {"8,300", "9,370"} <= doubted(statement)
    assert "1,200" not in doubted(statement)
    assert "unproven" in {finding.rule for finding in statement.doubts}


def test_without_sums_every_figure_is_doubted() -> None:
    change = {(r, c): f"{1013 * (r + 2) * (c + 1)}" for r in range(5) for c in range(1, 6) if ROWS[r][c]}
    statement = read(change)
    figures = {cell.text for row in statement.rows for cell in row.cells if cell.value is not None}
    assert doubted(statement) == figures
    assert "columns" in {finding.rule for finding in statement.doubts}


def test_a_text_layer_is_not_doubted() -> None:
    change = {(r, c): f"{1013 * (r + 2) * (c + 1)}" for r in range(5) for c in range(1, 6) if ROWS[r][c]}
    assert not doubted(read(change, source=TextSource.NATIVE))


def test_titles_that_do_not_fit_the_sums_are_told() -> None:
    statement = read(titles=("Capital", "Premium", "Reserves", "Total", "Earnings"))
    assert any(f.rule == "titles" and "shifted" in f.message for f in statement.doubts)
    assert len(doubted(statement)) > 10
