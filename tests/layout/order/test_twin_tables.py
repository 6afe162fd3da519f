"""Tables side by side whose rows are not level."""

from __future__ import annotations

from quire.layout.order.page_order import order_page
from quire.layout.order.twin_tables import twins
from quire.model.page import Line
from tests.layout import table_pages as at

LABELS = ("Property and plant", "Cash", "Receivables", "Investments", "Other assets", "Deposits", "Reserves")


def _side(x: float, pitches: tuple[float, ...], top: float = 100) -> list[Line]:
    """A table at a place: years over two columns of figures, a label and two figures in each row."""
    found = at.row(top, ("FY2024", x + 170, "right"), ("FY2023", x + 220, "right"))
    baseline = top
    for number, (label, pitch) in enumerate(zip(LABELS, pitches, strict=True)):
        baseline += pitch
        figures = f"{12 + number}.5", f"{30 + number}.1"
        found += at.row(baseline, (label, x), (figures[0], x + 170, "right"), (figures[1], x + 220, "right"))
    return found


EVEN = (20.0,) * 7
WRAPPED = (20.0, 26.0, 20.0, 26.0, 20.0, 26.0, 20.0)


def test_tables_whose_rows_are_not_level_are_two() -> None:
    left, right = _side(50, EVEN), _side(310, WRAPPED)
    page = at.page([*left, *right])
    row = twins(page, page.lines)
    assert row is not None
    assert [sorted(page.lines[i].text for i in panel) for panel in row.panels] == [
        sorted(line.text for line in side) for side in (left, right)
    ]
    tables = [draft.table for draft in order_page(page, page.lines, [], frozenset()).drafts if draft.table]
    assert [(table.grid.rows, table.grid.cols) for table in tables] == [(8, 3), (8, 3)]


def test_level_rows_under_the_same_headings_are_one_table() -> None:
    page = at.page([*_side(50, EVEN), *_side(310, EVEN)])
    assert twins(page, page.lines) is None


def test_other_headings_are_no_twins() -> None:
    left = _side(50, EVEN)
    right = [line for line in _side(310, WRAPPED) if not line.text.startswith("FY")]
    page = at.page([*left, *right])
    assert twins(page, page.lines) is None
