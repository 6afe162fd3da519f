"""Whether rows of pieces are a table: not a list, a table of contents, text in columns or a form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from quire.layout.tables.cell_pieces import Piece, Row, leads
from quire.layout.tables.edges import Edge
from quire.layout.tables.gutters import Columns
from quire.layout.tables.table_features import by_column
from quire.layout.tables.table_regions import is_heading
from quire.layout.text.numeric_text import is_marker, is_year

MIN_BARE_ROWS = 4
_ROMAN = re.compile(r"[ivxlc]{1,7}", re.IGNORECASE)
_PAGE = re.compile(r"\bpages?\b|页|頁|Seite|стр", re.IGNORECASE)
_REFERENCE = re.compile(r"\[\w{1,6}\]")
LISTED, LINES = 0.8, 3  # share of the texts of a listing that are program text; lines between two that are numbered
INDEXED = 0.7  # share of such texts in each column of an index
_INDEXED = re.compile(r"(?m:^)(?:[\d_]|[^\w\n])*+[^\W\d_].*, ?\d{1,4}(?:[-–—,;] ?\d{1,4}){0,20}[nf]{0,2}\.?$")
# "5, 13, 20-22", cut off at the end of a line or not; figures with groups of thousands have no space behind the comma.
_PAGES = re.compile(r"\d{1,4}(?:[-–—]\d{0,4})?(?:, \d{1,4}(?:[-–—]\d{0,4})?)*,?")
LISTED_PAGES, LED = 0.4, 0.3  # share of the texts that are lists of pages; of the rows with dots that lead to pages
_TAG = re.compile(r"\(?\d+([.\-]\d+)*[a-z]?\)")


def is_no_table(rows: Sequence[Row], head: int, columns: Columns, rules: Sequence[Edge]) -> bool:
    """Whether rows in columns are surely something else: a list, references, formulas, an index, an axis, a listing.

    Args:
        rows: The rows of a candidate.
        head: How many of them are its header.
        columns: Its columns.
        rules: Horizontal rules near it.
    """
    cells = by_column(rows[head:], columns)
    if (
        _is_grid_of_chart(rows, rules)
        or _is_list(rows[:head], cells)
        or _is_references(cells)
        or _is_equations(rows, len(columns.extents))
        or _is_index(cells)
        or _lists_pages(rows)
        or _is_axis(rows)
        or is_listing(rows)
    ):
        return True
    if all(len(r.pieces) < 2 or not r.figures for r in rows) and all(is_heading(r) for r in rows if len(r.pieces) > 1):
        return True  # headings without anything below
    # figures without a word are the axes of a chart
    return len(rows) < MIN_BARE_ROWS and not any(c.isalpha() for r in rows for p in r.pieces for c in p.text)


def is_listing(rows: Sequence[Row]) -> bool:
    """Whether numbers that count on stand before program text: the lines of a listing."""
    first = [r.pieces[0].text.split(" ", 1)[0] for r in rows]
    counted = [int(word) for word in first if word.isascii() and word.isdigit()]
    if len(counted) < 2 or len(counted) * 2 < sum(1 for r in rows if len(r.pieces) > 1):
        return False
    texts = [p for r in rows for p in r.pieces if not (p is r.pieces[0] and p.amount)]
    mono = sum(p.line.words[-1].style.mono for p in texts)
    steps = sum(0 < b - a <= LINES for a, b in pairwise(counted))
    return mono >= LISTED * len(texts) and steps >= LISTED * (len(counted) - 1)


def _is_list(header: Sequence[Row], cells: Sequence[Sequence[Piece]]) -> bool:
    """Markers in the first of two columns, without a heading above them."""
    if len(cells) != 2 or not cells[0]:
        return False
    if header and len(header[-1].pieces) == 2 and not is_marker(header[-1].pieces[0].text):
        return False
    return all(is_marker(p.text) for p in cells[0])


def _is_references(cells: Sequence[Sequence[Piece]]) -> bool:
    """Numbered references, in one column or several side by side."""
    return any(len(c) > 1 and all(_REFERENCE.fullmatch(p.text.strip()) for p in c) for c in cells[:-1])


def _is_index(cells: Sequence[Sequence[Piece]]) -> bool:
    """Whether all columns hold the entries of a book's index: words, a comma, page numbers."""
    return all(len(c) > 2 and sum(_INDEXED.search(p.text) is not None for p in c) >= INDEXED * len(c) for c in cells)


def _lists_pages(rows: Sequence[Row]) -> bool:
    """Whether the figures are page numbers of an index: in lists with commas, or led to by dots and nothing else."""
    pieces = [p for row in rows for p in row.pieces]
    lists = sum(1 for p in pieces if _PAGES.fullmatch(p.text) and (", " in p.text or p.text.endswith(",")))
    if lists >= LISTED_PAGES * len(pieces):
        return True
    led = [b for row in rows for a, b in pairwise(row.pieces) if leads(a)]
    figures = [p for p in pieces if p.amount]
    return len(led) >= LED * len(rows) and all(_PAGES.fullmatch(p.text) for p in [*led, *figures])


def _is_axis(rows: Sequence[Row]) -> bool:
    """Whether years stand in a row above few texts: an axis of a chart and its legend."""
    if len(rows) >= MIN_BARE_ROWS or not all(is_year(p.text) for p in rows[0].pieces):
        return False
    return not any(p.amount for row in rows[1:] for p in row.pieces) and max(
        (len(r.pieces) for r in rows[1:]), default=0
    ) * 2 < len(rows[0].pieces)


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


def _is_equations(rows: Sequence[Row], count: int) -> bool:
    """Displayed formulas with their numbers at the margin."""
    tagged = [r for r in rows if len(r.pieces) > 1 and _TAG.fullmatch(r.pieces[-1].text.strip())]
    formulas = [r for r in rows if any("=" in p.text or "≤" in p.text for p in r.pieces[:-1])]
    return (
        count <= 3 and len(tagged) * 2 >= sum(1 for r in rows if len(r.pieces) > 1) and len(formulas) * 2 >= len(tagged)
    )
