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
    *,
    titles: tuple[str, ...] = TITLES,
    source: TextSource = TextSource.OCR,
) -> Statement:
    paper = Paper()
    paper.centre(297, 50, "Consolidated statements of changes in equity", size=13)
    for x, title in zip(AT, titles, strict=True):
        paper.right(x, 96, title)
    for r, row in enumerate(ROWS):
        paper.row(110 + 13 * r, *row, at=AT)
    confidence = 0.97 if source is TextSource.OCR else None
    (statement,) = extract_statements([paper.page(source=source, confidence=confidence)]).statements
    return statement


def shifted(statement: Statement) -> bool:
    return any(f.rule == "titles" and "shifted" in f.message for f in statement.doubts)


def test_titles_that_fit_the_sums_are_not_told() -> None:
    assert not shifted(read())


def test_titles_that_do_not_fit_the_sums_are_told() -> None:
    statement = read(titles=("Capital", "Premium", "Reserves", "Total", "Earnings"))
    assert shifted(statement)
    assert not shifted(read(titles=("Capital", "Premium", "Reserves", "Total", "Earnings"), source=TextSource.NATIVE))
