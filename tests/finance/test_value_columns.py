"""Columns of figures, notes, codes and numbers of lines."""

import pytest

from quire.finance.text_pieces import pieces_of, visual_rows
from quire.finance.value_columns import is_note_reference, is_note_title, unread_notes, value_columns
from quire.model.page import TextSource
from tests.finance.paper import Paper


@pytest.mark.parametrize(
    "text",
    [
        "12",
        "5(a)",
        "七、1",
        "六（三）及七",
        "六（五）、八",
        "八、（四十二）",
        "7.4.10.2.1",
        "12/13",
        "6, 7",
        "9 and 10",
        "五(1)",
        "六（二二）",
        "（五）10",
        "四(13)",
    ],
)
def test_references_to_notes(text):
    assert is_note_reference(text)


@pytest.mark.parametrize("text", ["", "1,234", "12,345", "2023", "100", "36(62,379)", "1,23,456", "货币资金"])
def test_what_is_no_reference(text):
    assert not is_note_reference(text)


@pytest.mark.parametrize("text", ["附注", "附　註", "附注七", "附注号", "行 次", "Note", "Notes", "Note No.", "注释号"])
def test_titles_of_notes(text):
    assert is_note_title(text)


def test_codes_of_accounts_before_their_labels_are_no_column():
    paper = Paper()
    for i, (code, label) in enumerate(
        (("1001", "Cash"), ("1122", "Receivables"), ("1601", "Plant"), ("2202", "Payables"))
    ):
        paper.text(50, 100 + 15 * i, code)
        paper.row(100 + 15 * i, label, "1,200.00", "340.00", x=90)
    columns = value_columns(visual_rows(pieces_of(paper.page())))
    assert len(columns) == 2
    assert columns[0].x0 > 300


def test_whole_numbers_right_of_their_labels_are_a_column():
    paper = Paper()
    for i, label in enumerate(("Shops", "Staff", "Lorries", "Depots")):
        paper.row(100 + 15 * i, label, "1200", "340", x=50)
    assert len(value_columns(visual_rows(pieces_of(paper.page())))) == 2


def drawn(*specks: tuple[float, float, str]) -> list:
    """The rows of a recognised table of two columns, with signs at (x, y)."""
    paper = Paper()
    for at in range(6):
        paper.row(100 + 14 * at, f"Item {'abcdef'[at]}", "1,234", "5,678", at=(400, 520))
    for x, y, text in specks:
        paper.text(x, y, text)
    return visual_rows(pieces_of(paper.page(source=TextSource.OCR, confidence=0.97)))


def test_specks_make_no_column():
    assert len(value_columns(drawn())) == 2
    assert len(value_columns(drawn((440, 100, "5")))) == 2
    assert len(value_columns(drawn((440, 100, "5"), (440, 114, "-")))) == 2
    assert len(value_columns(drawn(*((440, 100 + 14 * at, "5") for at in range(6))))) == 3


def notes(*references: str, source: TextSource = TextSource.OCR, untitled: bool = False):
    paper = Paper()
    for i, reference in enumerate(references):
        paper.row(100 + 15 * i, "Label", reference, "1,200", "3,400", at=(250, 400, 520))
    rows = visual_rows(pieces_of(paper.page(source=source, confidence=0.97 if source is TextSource.OCR else None)))
    return unread_notes(value_columns(rows), rows, untitled=untitled)


def test_small_numbers_that_rise_are_references_to_notes():
    span = notes("1", "2", "3.4", "5", ".6")
    assert span is not None
    assert span.x1 < 300


def test_other_small_figures_are_none():
    assert notes("4", "2", "7", "5", "3") is None
    assert notes("100", "200", "300", "400", "500") is None
    assert notes("1", "2", "3", "5", "6", source=TextSource.NATIVE) is None


def test_references_of_a_text_page_need_no_heading_where_no_column_has_a_title():
    numbers = ("14", "15", "16", "17")
    assert notes(*numbers, source=TextSource.NATIVE) is None
    assert notes(*numbers, source=TextSource.NATIVE, untitled=True) is not None
    assert notes("1,400", "15", "16", "17", source=TextSource.NATIVE, untitled=True) is None


def test_references_to_several_notes_may_stand_in_brackets() -> None:
    assert all(map(is_note_reference, ("(2,15)", "(2, 5,23)", "3,11")))
    assert not any(map(is_note_reference, ("(2,150)", "(1,234,567)")))
