"""Rows at the ends of a page that belong to a table and are no running lines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from quire.layout.furniture.repeated_images import HEADER_ZONE
from quire.layout.text.text_rows import Row
from quire.model.page import Page, Rule
from quire.tables.edges import Edge, vertical_edges

# A header of a table at the top of a page: lines of its block are so close, type sizes; so many rows below it are
# examined; and one of the columns is narrower than this share of a row.
_CLOSE, _HEADED, _NARROW = 1.5, 4, 0.3
# Cells side by side are between so many upright rules, longer than so many type sizes: crop marks are short.
_UPRIGHTS, _TALL = 3, 2.5
# The borders of a table reach so far beyond the outer part of a page, points.
_DEEP = 20.0
# A separator between the pieces of a running line is at most so high, type sizes.
_SEPARATOR = 4.0
# Points between pieces of one upright rule.
_SAME_RULE = 1.0
# Two rows of a table without rules: so many texts, their edges or middles apart by less, points, and the baselines by
# no more, type sizes. Running titles have two.
_COLUMNS, _ALIGNED, _NEXT = 3, 3.0, 3.0


class UprightBorders:
    """The upright borders of a page, which few of its rows ask for and which cost more than these."""

    __slots__ = ("_all", "_drawn", "page")

    def __init__(self, page: Page) -> None:
        self.page = page
        self._all: list[Edge] | None = None
        self._drawn: list[Edge] | None = None

    def all(self) -> list[Edge]:
        """Those that rules draw, and the sides of fills."""
        if self._all is None:
            self._all = vertical_edges(self.page)
        return self._all

    def drawn(self) -> list[Edge]:
        """Those that rules draw; the dots of a dotted rule are one."""
        if self._drawn is None:
            self._drawn = vertical_edges(self.page, fills=False)
        return self._drawn


def in_grid(row: Row, borders: UprightBorders) -> bool:
    """Whether upright rules are between the pieces of a row: it is one of a table that continues.

    A short rule alone is a separator: before a page number, between two titles.
    """
    if len(row.lines) < 2 or not borders.page.rules:
        return False
    edges = borders.drawn()
    upright = [e for e in edges if e.lo <= row.baseline <= e.hi + 1 and row.x0 - row.size < e.at < row.x1 + row.size]
    places = {round(edge.at) for edge in upright}
    if len(places) == 1 and all(_is_separator(edge, row, edges) for edge in upright):
        return False
    return len(places) >= len(row.lines) - 1


def in_cell(row: Row, borders: UprightBorders) -> bool:
    """Whether a row of one piece is in one of several cells side by side: the rest of a table that continues."""
    if len(row.lines) > 1 or len(borders.page.rules) < _UPRIGHTS:
        return False
    middle = row.middle
    tall = _TALL * row.size
    places = [e.at for e in borders.drawn() if e.lo <= middle <= e.hi and e.hi - e.lo > tall]
    return len(places) >= _UPRIGHTS and places[0] <= row.x0 + 1 and places[-1] >= row.x1 - 1


def in_tall_grid(row: Row, borders: UprightBorders, *, top: bool) -> bool:
    """Whether borders between the pieces of a row continue into the middle of the page: it heads a table of the text.

    The boxes of a running title end with it.
    """
    middle = row.middle
    inner = (HEADER_ZONE if top else 1 - HEADER_ZONE) * borders.page.height + (_DEEP if top else -_DEEP)
    low, high = min(middle, inner), max(middle, inner)
    tall = [one.at for one in borders.all() if one.drawn and one.lo <= low and one.hi >= high]
    return all(any(a.x1 - 1 <= at <= b.x0 + 1 for at in tall) for a, b in pairwise(row.lines))


def _is_separator(edge: Edge, row: Row, edges: Sequence[Edge]) -> bool:
    """Whether an upright rule is about as high as the row and continues neither above nor below."""
    if edge.hi - edge.lo > _SEPARATOR * row.size:
        return False
    return not any(
        other is not edge
        and abs(other.at - edge.at) < _SAME_RULE
        and other.lo < edge.hi + row.size
        and other.hi > edge.lo - row.size
        for other in edges
    )


def in_open_grid(rows: Sequence[Row], index: int) -> bool:
    """Whether a row and the next one inwards have their texts, three and more, in the same columns."""
    if index + 1 >= len(rows):
        return False
    row, after = rows[index], rows[index + 1]
    if len(row.lines) < _COLUMNS or len(row.lines) != len(after.lines):
        return False
    if abs(after.baseline - row.baseline) > _NEXT * row.size:
        return False
    return all(
        min(abs(a.x0 - b.x0), abs(a.x1 - b.x1), abs(a.x0 + a.x1 - b.x0 - b.x1) / 2) < _ALIGNED
        for a, b in zip(row.lines, after.lines, strict=True)
    )


def heads_columns(rows: Sequence[Row], index: int) -> bool:
    """Whether a row, with those of its block, is the header of a table: its texts are over those of the rows below.

    Titles at both ends of a page are over the columns of running text in the same way; a table has a narrow column.
    """
    end = index + 1
    while end < len(rows) and rows[end].baseline - rows[end - 1].baseline < _CLOSE * rows[end].size:
        if len(rows[end - 1].lines) > 1:
            break
        end += 1
    head = rows[end - 1]
    if len(head.lines) < 2 or not head.bold:
        return False
    for row in rows[end : end + _HEADED]:
        over = [(a, b) for a in head.lines for b in row.lines if a.x0 < b.x1 and b.x0 < a.x1]
        parted = len({id(a) for a, _ in over}) > 1 and len({id(b) for _, b in over}) > 1
        if parted and min(b.x1 - b.x0 for _, b in over) < _NARROW * max(row.x1 - row.x0, 1.0):
            return True
    return False


def heads_bands(rows: Sequence[Row], index: int, rules: Sequence[Rule], borders: UprightBorders) -> bool:
    """Whether a row is the header of a table whose rows only level rules part, the first of them below the header.

    A running title above a table stands above its first border in the same way; upright ones begin there.
    """
    if index + 1 >= len(rows) or len(rows[index].lines) < 2 or not heads_columns(rows, index):
        return False
    own, after = rows[index].baseline, rows[index + 1].baseline
    below = [rule for rule in rules if own < rule.y0 < after]
    return not in_grid(rows[index + 1], borders) and any(
        abs(one.x0 - other.x0) < _ALIGNED and abs(one.x1 - other.x1) < _ALIGNED
        for one in below
        for other in rules
        if other.y0 > after
    )
