"""Whether rows of pieces are a table: not a list, a table of contents, text in columns or a form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from quire.layout.tables.cell_pieces import Piece, Row
from quire.layout.tables.gutters import Columns
from quire.layout.tables.table_features import by_column
from quire.layout.tables.table_regions import is_heading
from quire.layout.text.numeric_text import is_marker
from quire.tables.edges import Edge

MIN_BARE_ROWS = 4
_ROMAN = re.compile(r"[ivxlc]{1,7}", re.IGNORECASE)
_PAGE = re.compile(r"\bpages?\b|页|頁|Seite|стр", re.IGNORECASE)


def is_no_table(rows: Sequence[Row], head: int, columns: Columns, rules: Sequence[Edge]) -> bool:
    """Whether rows in columns are surely something else: a list, headings alone, the grid or an axis of a chart.

    Args:
        rows: The rows of a candidate.
        head: How many of them are its header.
        columns: Its columns.
        rules: Horizontal rules near it.
    """
    if _is_grid_of_chart(rows, rules) or _is_list(rows[:head], by_column(rows[head:], columns)):
        return True
    if all(len(r.pieces) < 2 or not r.figures for r in rows) and all(is_heading(r) for r in rows if len(r.pieces) > 1):
        return True  # headings without anything below
    # figures without a word are the axes of a chart
    return len(rows) < MIN_BARE_ROWS and not any(c.isalpha() for r in rows for p in r.pieces for c in p.text)


def _is_list(header: Sequence[Row], cells: Sequence[Sequence[Piece]]) -> bool:
    """Markers in the first of two columns, without a heading above them."""
    if len(cells) != 2 or not cells[0]:
        return False
    if header and len(header[-1].pieces) == 2 and not is_marker(header[-1].pieces[0].text):
        return False
    return all(is_marker(p.text) for p in cells[0])


def _is_grid_of_chart(rows: Sequence[Row], rules: Sequence[Edge]) -> bool:
    """Whether labels stand at the height of rules, as ticks do: rows of a table stand between them."""
    width = max(r.x1 for r in rows) - min(r.x0 for r in rows)
    ticked = sum(
        any(e.hi - e.lo > 0.5 * width and abs(row.baseline - 0.3 * row.height - e.at) < 0.2 * row.height for e in rules)
        for row in rows
    )
    return ticked >= 3 and ticked * 3 >= len(rows)


def is_contents(rows: Sequence[Row], head: int, columns: Columns) -> bool:
    """Whether texts stand with page numbers: leaders lead to these, or they grow from row to row."""
    if not 1 < len(columns.extents) < 4:
        return False
    led = [r for r in rows if any(p.leader for p in r.pieces)]
    ends = [r.pieces[-1].text.strip() for r in rows[head:] if len(r.pieces) > 1]
    numbers = [n for n in map(_page_number, ends) if n is not None]
    if len(led) * 2 >= len(rows) and len(numbers) * 2 >= len(rows):
        return True
    if len(numbers) < 4 or len(numbers) < 0.8 * len(ends) or _is_headed(rows[:head], columns):
        return False
    if numbers[-1] <= numbers[0]:
        return False
    first = [p for r in rows[head:] for p in (r.pieces[:1] if len(r.pieces) < 3 else r.pieces[1:-1])]
    grow = sum(1 for a, b in pairwise(numbers) if a <= b)
    return grow >= 0.9 * (len(numbers) - 1) - 1 and sum(1 for p in first if p.amount) * 3 < len(first)


def _page_number(text: str) -> int | None:
    """The number of a page, roman ones below all others; None for other texts."""
    if text.isascii() and text.isdigit() and len(text) <= 4:
        return int(text)
    return 0 if _ROMAN.fullmatch(text) else None


def _is_headed(header: Sequence[Row], columns: Columns) -> bool:
    """Whether there is a heading over the last column, other than that of page numbers."""
    last = [r.pieces[-1].text for r in header if r.pieces[-1].x0 >= columns.borders[-1] - 2]
    return any(_page_number(t) is None for t in last) and not any(_PAGE.search(t) for t in last)
