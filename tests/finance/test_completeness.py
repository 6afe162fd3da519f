"""What statements lack, and statements that a document names and does not show."""

from __future__ import annotations

from quire.finance.completeness import LACKS
from quire.finance.extract import extract_statements
from quire.finance.statement import Extraction, Statement
from quire.model.page import TextSource
from tests.finance.paper import Paper
from tests.finance.sheets import balance_sheet, operations


def lacks(found: Extraction) -> list[set[str]]:
    return [{f.rule for f in s.doubts if f.rule in LACKS} for s in found.statements]


def bare(*, unit: bool = True, years: bool = True, close: bool = True) -> Extraction:
    paper = Paper()
    paper.centre(297, 50, "CONSOLIDATED BALANCE SHEETS", size=13)
    if unit:
        paper.centre(297, 64, "(in thousands)")
    for x, title in (
        ((400, "December 31, 2023"), (520, "December 31, 2022")) if years else ((400, "This"), (520, "Last"))
    ):
        paper.right(x, 90, title)
    rows = [
        ("Cash and cash equivalents", "1,000", "900"),
        ("Inventories", "500", "400"),
        ("Total current assets", "1,500", "1,300"),
        ("Goodwill", "500", "700"),
        ("Total assets", "2,000", "2,000"),
        ("Accounts payable", "700", "600"),
    ]
    if close:
        rows += [("Total liabilities", "700", "600"), ("Total liabilities and equity", "2,000", "2,000")]
    for i, row in enumerate(rows):
        paper.row(104 + 13 * i, *row)
    return extract_statements([paper.page()])


def test_a_whole_statement_lacks_nothing() -> None:
    found = bare()
    assert lacks(found) == [set()]
    assert found.warnings == ()


def test_what_is_not_found_is_said_in_the_checks_and_as_a_warning() -> None:
    for found, rule in ((bare(unit=False), "unit"), (bare(years=False), "dates"), (bare(close=False), "closing")):
        assert lacks(found) == [{rule}]
        (warning,) = found.warnings
        assert warning.startswith("CONSOLIDATED BALANCE SHEETS (page 1): ")


def test_a_set_without_its_third_statement_is_told() -> None:
    found = extract_statements([balance_sheet(1).page(), operations(2).page()])
    assert [w for w in found.warnings if "beside" in w] == [
        "No consolidated cash-flow statement was found beside the other statements."
    ]


def test_a_statement_of_the_contents_that_is_not_found_is_told() -> None:
    contents = Paper(1)
    for i, (title, page) in enumerate(
        (("Consolidated Balance Sheets", 2), ("Consolidated Statements of Cash Flows", 3))
    ):
        contents.text(50, 60 + 14 * i, f"{title} ........ {page}")
    found = extract_statements([contents.page(), balance_sheet(2).page()])
    assert [w for w in found.warnings if "names" in w] == [
        "Page 1 names a consolidated cash-flow statement, which was not found in the document."
    ]


def test_a_title_whose_table_was_not_read_is_told() -> None:
    paper = Paper()
    paper.text(50, 60, "一、母公司利润表", size=13)
    for x, text in ((150, "项目"), (400, "本期金额"), (520, "上期金额")):
        paper.right(x, 90, text)
    page = paper.page(source=TextSource.OCR, confidence=0.95)
    assert extract_statements([page]).warnings == (
        "Page 1 names a parent income statement, which was not found in the document.",
    )


def test_rows_of_figures_without_a_statement_are_told_on_recognised_pages() -> None:
    paper = Paper()
    for number in range(8):
        paper.row(
            100 + 14 * number, f"Xqz wv {'abcdefgh'[number]}", f"{1731 + 97 * number:,}", f"{2411 + 53 * number:,}"
        )
    found = extract_statements([paper.page(source=TextSource.OCR, confidence=0.95)])
    assert not found.statements
    assert found.warnings == ("Page 1 shows rows of figures from which no statement could be built.",)
    assert extract_statements([paper.page()]).warnings == ()


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


def test_a_recognised_title_whose_figures_were_not_read_is_said() -> None:
    paper = Paper()
    paper.centre(297, 50, "Group income statement", size=13)
    for x, title in ((400, "2023"), (520, "2022")):
        paper.right(x, 90, title)
    for i in range(12):
        paper.text(50, 104 + 13 * i, "Profit attributable to")
    scanned = extract_statements([paper.page(source=TextSource.OCR, confidence=0.97)])
    assert scanned.warnings == ("Page 1 names a consolidated income statement, which was not found in the document.",)
    assert extract_statements([paper.page()]).warnings == ()
