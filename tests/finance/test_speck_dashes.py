"""Specks of paper that were read as dashes."""

from __future__ import annotations

from quire.finance.extract import extract_statements
from quire.finance.speck_dashes import page_rows
from quire.finance.text_pieces import text_of
from quire.model.page import TextSource
from tests.finance.paper import Paper

AT = (230, 290, 350, 410, 470, 530)
TITLES = ("Capital", "Premium", "Treasury", "Reserves", "Earnings", "Total")
ROWS = (
    ("Balance at 1 January 2023", "1,000", "300", "", "", "2,000", "3,300"),
    ("Profit for the year", "", "", "", "", "150", "150"),
    ("Dividends paid", "", "", "", "", "(50)", "(50)"),
    ("Balance at 31 December 2023", "1,000", "300", "", "", "2,100", "3,400"),
)


def equity(specks: int) -> Paper:
    """A statement with specks among its titles, left of its labels and in empty cells."""
    paper = Paper()
    paper.centre(297, 50, "Consolidated statements of changes in equity", size=13)
    for x, title in zip(AT, TITLES, strict=True):
        paper.right(x, 96, title)
    for i, (label, *values) in enumerate(ROWS):
        paper.row(110 + 13 * i, label, *values, at=AT)
    places = ((200, 96), (313, 96), (30, 110), (300, 74), (30, 123), (341, 123), (385, 136))
    for x, y in places[:specks]:
        paper.text(x, y, "-")
    return paper


def test_specks_among_titles_and_figures_move_no_column() -> None:
    (statement,) = extract_statements([equity(7).page(source=TextSource.OCR, confidence=0.97)]).statements
    assert statement.table[0] == ["", *TITLES]
    assert [row[1:] for row in statement.table[1:]] == [list(values) for _, *values in ROWS]


def test_strokes_at_the_ends_of_texts_go_with_the_specks() -> None:
    paper = equity(7)
    paper.text(50, 170, "Reserves-")
    paper.text(50, 183, "-.... 56,335")
    rows = [text_of(row) for row in page_rows(paper.page(source=TextSource.OCR, confidence=0.97))]
    assert rows[-2:] == ["Reserves", "56,335"]


def test_dashes_for_nil_stay_where_nothing_shows_specks() -> None:
    paper = Paper()
    paper.row(100, "Dividends", "-", "1,200")
    paper.row(113, "Shares issued", "-", "-")
    rows = [text_of(row) for row in page_rows(paper.page(source=TextSource.OCR, confidence=0.97))]
    assert rows == ["Dividends - 1,200", "Shares issued - -"]


def test_a_text_layer_keeps_all_its_dashes() -> None:
    rows = page_rows(equity(7).page())
    assert sum(piece.nil for row in rows for piece in row) == 7
