"""Where open tables begin and end."""

from __future__ import annotations

from collections.abc import Iterable

from quire.layout.order.page_order import order_page
from quire.model.page import Line
from quire.model.table import Grid
from tests.layout import table_pages as at

X = (60, 400, 480)


def _row(baseline: float, *texts: str) -> list[Line]:
    return at.row(baseline, (texts[0], X[0]), *[(text, x, "right") for text, x in zip(texts[1:], X[1:], strict=False)])


def _head(baseline: float) -> list[Line]:
    return _row(baseline, "", "2024", "2023")


def _grids(lines: Iterable[Line]) -> list[Grid]:
    page = at.page(lines)
    drafts = order_page(page, page.lines, [], frozenset()).drafts
    return [draft.table.grid for draft in drafts if draft.table is not None]


def _figures(top: float, labels: Iterable[str], step: float = 14) -> list[Line]:
    rows = [_row(top + step * i, label, f"{3 + i},120", f"{2 + i},871") for i, label in enumerate(labels)]
    return [line for row in rows for line in row]


FIRST = ("Net income", "Depreciation", "Deferred taxes", "Receivables", "Payables", "Net cash")
SECOND = ("Net decrease in cash", "Cash at the beginning", "Cash at the end")


def test_rows_in_line_belong_to_the_table_above_a_gap() -> None:
    grids = _grids([*_head(100), *_figures(118, FIRST), *_figures(118 + 14 * 5 + 57, SECOND)])
    assert [(grid.rows, grid.cols) for grid in grids] == [(10, 3)]


def test_headings_of_its_own_begin_another_table() -> None:
    again = 118 + 14 * 5 + 40
    grids = _grids([*_head(100), *_figures(118, FIRST), *_head(again), *_figures(again + 18, (*SECOND, *FIRST))])
    assert [(grid.rows, grid.cols, grid.header_rows) for grid in grids] == [(7, 3, 1), (10, 3, 1)]


def test_a_sentence_between_parts_tables() -> None:
    words = "The following amounts are due after one year and bear interest at the usual rates of the banks of Spain"
    text = at.line(words, 60, 228)
    grids = _grids([*_head(100), *_figures(118, FIRST), text, *_figures(268, (*SECOND, *FIRST))])
    assert [grid.rows for grid in grids] == [7, 9]


def test_a_sum_that_stands_apart_belongs_to_what_it_sums() -> None:
    lines = [at.line("HK$'000", X[1], 60, right=True), *_row(100, "Trade payables", "25,284")]
    lines += [*_row(114, "Bills payable", "1,653"), *_row(156, "Total", "26,937")]
    assert [grid.rows for grid in _grids(lines)] == [4]
