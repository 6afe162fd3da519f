"""Header rows of open tables: texts that are none, lines that hold the headings of several columns, cells on levels.

Which columns each heading covers is common to all tables (`column_titles.py` of `tables/`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from quire.layout.tables.cell_pieces import Piece, Row, cut_line
from quire.layout.tables.gutters import Columns, span_of
from quire.layout.tables.sketches import Drafts, add_line
from quire.layout.text.caption_binding import is_label
from quire.layout.text.numeric_text import is_amount, is_unit
from quire.model.page import Line
from quire.tables import column_titles
from quire.tables.column_titles import Title, underline
from quire.tables.edges import Edge

LEFT = 3.0  # points; headings of columns that are set to the left begin where the cells below them do
ON_EDGE = 3.0  # points from an edge or the middle of the column
_UNIT_LINE = re.compile(r"[(（]?(?:单位|單位|币种|Unit|Currency)\s*[:：]", re.IGNORECASE)
_CAPTION = re.compile(
    r"(?:Table|Tab\.|Figure|Fig\.|Exhibit|Chart|Source|Note)s?\b|[表图]\s*\d|[资数]料来源|注[:：]", re.IGNORECASE
)


def is_unit_line(text: str) -> bool:
    """Whether the text says the unit of a whole table ("单位：元"): it stands above the table, not in it."""
    return bool(_UNIT_LINE.match(text))


def is_caption(text: str) -> bool:
    """Whether the text begins as captions and sources do ("Table 3", "表 2", "Source:")."""
    return bool(_CAPTION.match(text))


def is_caption_row(row: Row) -> bool:
    """Whether a row is a caption, perhaps with white behind its number: between two rules it parts two tables."""
    first = row.pieces[0]
    if len(row.pieces) == 1:
        return is_caption(first.text)
    return len(row.pieces) == 2 and first.indices == row.pieces[1].indices and is_label(first.text)


def parts(piece: Piece, columns: Columns) -> list[Piece]:
    """A piece cut at the columns where its parts are set on one edge, or the middles, of their own columns."""
    first, last = span_of(piece.x0, piece.x1, columns.borders)
    if first == last or len(piece.line.words) <= last - first:
        return [piece]
    cuts = cut_line(piece.line, columns.borders)
    if len(cuts) != last - first + 1:
        return [piece]
    ways = [_ways(part, columns.extents[column]) for part, column in zip(cuts, range(first, last + 1), strict=True)]
    alike = ways[0] if first else {*"lmr"}  # labels may stand at another edge than figures
    if not ways[0] or not any(alike.intersection(*ways[1:])):
        return [piece]
    return [Piece(part, piece.indices, is_amount(part.text)) for part in cuts]


def _ways(part: Line, extent: tuple[float, float]) -> set[str]:
    """Whether a text is set to the left edge of a column, its middle, its right edge: several of a short column."""
    lo, hi = extent
    misses = {"l": part.x0 - lo, "m": (part.x0 + part.x1 - lo - hi) / 2, "r": part.x1 - hi}
    return {way for way, miss in misses.items() if abs(miss) <= ON_EDGE}


def headings(rows: Sequence[Row], columns: Columns, rules: Sequence[Edge]) -> tuple[Drafts, list[float]]:
    """The cells of a header, and the height where each of its rows begins."""
    lines: list[Line] = []
    titles: list[list[Title]] = []
    for row in rows:
        weight = _weight(row)
        whole = [_title(piece, row, weight, 0) for piece in row.pieces]
        own: list[Title] = []
        for title, piece in zip(whole, row.pieces, strict=True):
            for part in [piece] if underline(title, whole, rules, columns) else parts(piece, columns):
                own.append(_title(part, row, weight, len(lines)))
                lines.append(part.line)
        titles.append(own)
    found, tops = column_titles.headings(titles, columns, rules)
    cells: Drafts = {}
    for heading in found:
        for title in heading.lines:
            add_line(cells, (heading.row, heading.first, heading.last, heading.down), lines[title.place])
    return cells, tops


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
