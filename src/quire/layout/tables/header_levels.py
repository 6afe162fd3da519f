"""The headings of a table's columns, of rows of pieces; which columns each covers is common to all tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quire.layout.tables.cell_pieces import Piece, Row
from quire.layout.tables.gutters import Columns
from quire.layout.tables.header_rows import parts
from quire.layout.text.numeric_text import is_unit
from quire.tables import column_titles
from quire.tables.column_titles import Title, underline
from quire.tables.edges import Edge


class Heading(NamedTuple):
    """A cell of the header: its lines from top to bottom, the columns it spans, its row in the grid."""

    pieces: list[Piece]
    first: int
    last: int
    row: int
    down: int  # rows of the grid that it spans


def headings(rows: Sequence[Row], columns: Columns, rules: Sequence[Edge]) -> tuple[list[Heading], list[float]]:
    """The cells of a header, and the height where each of its rows begins."""
    pieces: list[Piece] = []
    titles: list[list[Title]] = []
    for row in rows:
        weight = _weight(row)
        whole = [_title(piece, row, weight, 0) for piece in row.pieces]
        own: list[Title] = []
        for title, piece in zip(whole, row.pieces, strict=True):
            for part in [piece] if underline(title, whole, rules, columns) else parts(piece, columns):
                own.append(_title(part, row, weight, len(pieces)))
                pieces.append(part)
        titles.append(own)
    found, tops = column_titles.headings(titles, columns, rules)
    return [Heading([pieces[t.place] for t in h.lines], h.first, h.last, h.row, h.down) for h in found], tops


def _title(piece: Piece, row: Row, weight: int, place: int) -> Title:
    size = piece.line.words[0].style.size
    return Title(piece.text, piece.x0, piece.x1, row.baseline, row.y0, row.y1, size, weight, place)


def _weight(row: Row) -> int:
    """1 for bold type, -1 for plain type; 0 where both stand, and for units and remarks in brackets."""
    bold = [word.style.bold for piece in row.pieces for word in piece.line.words]
    if all(bold):
        return 1
    remarks = all(is_unit(piece.text) or piece.text[0] in "(（[" for piece in row.pieces)
    return 0 if any(bold) or remarks else -1
