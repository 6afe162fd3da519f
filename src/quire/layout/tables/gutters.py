"""Columns of a table without vertical rules, from rows of pieces; the search itself is common to all tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from quire.layout.rounding import median
from quire.layout.tables.cell_pieces import Piece, Row, parted
from quire.layout.text.numeric_text import is_marker
from quire.model.page import Style
from quire.tables.column_gutters import (
    MIN_GUTTER,
    Columns,
    Heading,
    Reach,
    border_between,
    cheapest_columns,
    covered,
    span_of,
)
from quire.tables.row_joining import Text, TextRow

__all__ = ["Columns", "cleared", "columns_of", "in_columns", "parted_by_headings", "share_column", "span_of"]

MIN_PARTED = 3  # texts of a column that a gutter in it parts
BEGINS, BEGINNING = 0.75, 0.8  # points from the edge of a column; share of its texts that begin there
APART = 0.8  # of the row height: white between two headings side by side
INFINITY = 1e9  # points, behind the last column


def columns_of(rows: Sequence[Row]) -> Columns:
    """The cheapest columns for rows of pieces."""
    return cheapest_columns([[(piece.line.x0, piece.line.x1) for piece in row.pieces] for row in rows])


def by_column(rows: Sequence[Row], columns: Columns) -> list[list[Piece]]:
    """The pieces of each column, without those that stand in several."""
    cells: list[list[Piece]] = [[] for _ in columns.extents]
    for row in rows:
        for piece in row.pieces:
            first, last = span_of(piece.x0, piece.x1, columns.borders)
            if first == last:
                cells[first].append(piece)
    return cells


def cut_at_gutters(rows: Sequence[Row], columns: Sequence[Sequence[Piece]], least: float) -> list[Row]:
    """The rows with texts cut where white between words, `least` points wide, goes through all texts of a column."""
    free: list[Reach] = []
    for column in columns:
        pieces = [piece for piece in column if not piece.amount]
        spaces = covered([(word.x0, word.x1) for piece in pieces for word in piece.line.words], least)
        gaps = [(a[1], b[0]) for a, b in pairwise(spaces)]
        free += [(lo, hi) for lo, hi in gaps if sum(p.x0 < lo and p.x1 > hi for p in pieces) >= MIN_PARTED]
    return [row.cut(lambda piece: cut_in(piece, free, least)) for row in rows] if free else list(rows)


def cut_in(piece: Piece, gutters: Sequence[Reach], least: float) -> list[Piece]:
    """A text, no figure with its sign, cut where white between two words, as wide as `least`, lies in a gutter."""
    words = [] if piece.amount else piece.line.words
    return parted(piece, [
        i
        for i, (a, b) in enumerate(pairwise(words), 1)
        if b.x0 - a.x1 >= least and any(a.x1 <= hi and b.x0 >= lo and a.x0 < lo and b.x1 > hi for lo, hi in gutters)
    ])  # fmt: skip


def cut_at_edges(rows: Sequence[Row], columns: Columns) -> list[Row]:
    """The rows with texts that touch parted: at a word on the edge that nearly all texts of its column begin on."""
    edges = []
    for cells in by_column(rows, columns):
        edge = median([p.x0 for p in cells]) if len(cells) >= MIN_PARTED else INFINITY
        edges.append(edge if sum(abs(p.x0 - edge) <= BEGINS for p in cells) >= BEGINNING * len(cells) else INFINITY)

    def parts(piece: Piece) -> list[Piece]:
        first, last = span_of(piece.x0, piece.x1, columns.borders)
        own = edges[first + 1 : last + 1]
        words = piece.line.words if own else ()
        return parted(piece, [i for i, word in enumerate(words) if i and any(abs(word.x0 - e) <= BEGINS for e in own)])

    return [row.cut(parts) for row in rows]


def cleared(columns: Columns, rows: Sequence[Row]) -> Columns:
    """The columns with each border behind the texts that pass it but end before those of the next column.

    Such a text stands alone in its row, or the columns would have been told by it.
    """
    borders, extents = list(columns.borders), list(columns.extents)
    for index, border in enumerate(borders):
        left, (end, right) = extents[index][0], (border, extents[index + 1][0])
        for row in rows:
            for piece in row.pieces:
                if left - MIN_GUTTER <= piece.x0 < border and end < piece.x1 <= right - MIN_GUTTER:
                    end = piece.x1
        if end > border:
            borders[index] = (end + right) / 2
            extents[index] = (left, max(extents[index][1], end))
    return Columns(borders, extents, columns.cost)


def share_column(row: Row, columns: Columns) -> bool:
    """Whether two texts of a row, no marker and its text, stand in one column."""
    texts = [p for p in row.pieces if p.amount or not is_marker(p.text)]
    places = [span_of(p.x0, p.x1, columns.borders)[0] for p in texts]
    return len(set(places)) < len(places)


def in_columns(row: Row, columns: Columns) -> TextRow:
    """The texts of a row by their columns."""
    cells = {span_of(p.x0, p.x1, columns.borders)[0]: _text(p) for p in row.pieces}
    return TextRow(cells, row.baseline, row.height)


def _text(piece: Piece) -> Text:
    line = piece.line
    first, last = line.words[0], line.words[-1]
    looks = _look(first.style), _look(last.style)
    width, many = first.x1 - first.x0, len(line.words)
    return Text(piece.text, line.x0, line.x1, line.baseline, first.style.size, width, piece.amount, looks, many)


def _look(style: Style) -> tuple[bool, float, bool]:
    return style.bold, style.size, style.italic


def parted_by_headings(columns: Columns, head: Sequence[Row], body: Sequence[Row]) -> Columns:
    """The columns with those parted over which two headings stand side by side: no row has texts in both.

    Args:
        columns: Of a table, that of labels first.
        head: The rows of headings.
        body: The rows below them.
    """
    at = len(columns.extents) - 1
    while at > 0:
        place = _between_headings(columns, at, head, body)
        if place is not None:
            columns = _parted(columns, at, place, head, body)
        else:
            at -= 1
    return columns


def _between_headings(columns: Columns, at: int, head: Sequence[Row], body: Sequence[Row]) -> float | None:
    """Where two headings of a column part it without cutting a text below them; None where none do."""
    edges = [columns.extents[0][0], *columns.borders, INFINITY]
    lo, hi = edges[at], edges[at + 1]
    texts = [(p.x0, p.x1) for row in body for p in row.pieces if lo <= (p.x0 + p.x1) / 2 < hi]
    for row in reversed(head):
        own = [Heading(p.x0, p.x1) for p in row.pieces if lo <= (p.x0 + p.x1) / 2 < hi]
        for left, right in pairwise(own):
            place = border_between(left, right, texts)
            free = not any(x0 - MIN_GUTTER / 2 < place < x1 + MIN_GUTTER / 2 for x0, x1 in texts)
            if free and right.x0 - left.x1 >= APART * row.height:
                return place
    return None


def _parted(columns: Columns, at: int, place: float, head: Sequence[Row], body: Sequence[Row]) -> Columns:
    """The columns with one parted at a place; a part without texts is as wide as its headings."""
    edges = [columns.extents[0][0], *columns.borders, INFINITY]
    extents = []
    for lo, hi in ((edges[at], place), (place, edges[at + 1])):
        for rows in (body, head):
            own = [p for row in rows for p in row.pieces if lo <= (p.x0 + p.x1) / 2 < hi]
            if own:
                extents.append((min(p.x0 for p in own), max(p.x1 for p in own)))
                break
    borders = [*columns.borders[:at], place, *columns.borders[at:]]
    return Columns(borders, [*columns.extents[:at], *extents, *columns.extents[at + 1 :]], columns.cost)
