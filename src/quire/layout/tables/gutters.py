"""Columns of a table without vertical rules, from rows of pieces; the search itself is common to all tables."""

from __future__ import annotations

from collections.abc import Sequence

from quire.layout.tables.cell_pieces import Piece, Row
from quire.layout.text.numeric_text import is_marker
from quire.model.page import Style
from quire.tables.column_gutters import MIN_GUTTER, Columns, cheapest_columns, span_of
from quire.tables.row_joining import Text, TextRow

__all__ = ["Columns", "cleared", "columns_of", "in_columns", "share_column", "span_of"]


def columns_of(rows: Sequence[Row]) -> Columns:
    """The cheapest columns for rows of pieces."""
    return cheapest_columns([[(piece.line.x0, piece.line.x1) for piece in row.pieces] for row in rows])


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
