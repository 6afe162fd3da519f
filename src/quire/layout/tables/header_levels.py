"""The headings of a table's columns: wrapped lines joined to cells, cells on levels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quire.layout.tables.cell_pieces import Piece, Row
from quire.layout.tables.gutters import Columns
from quire.layout.tables.header_rows import heading_spans
from quire.layout.text.numeric_text import is_unit
from quire.tables.edges import Edge

LEADING = 1.55  # of the row height, between the lines of one heading
WRAP = 2.0  # points; the same for a line that reaches less far than the one above it
LEVEL = 1.5  # points between the baselines of headings of one level
SIDE = 6.0  # points; lines of one heading stand on one edge or middle, give or take this


@dataclass(slots=True)
class Heading:
    """A cell of the header: its lines from top to bottom, the columns it spans, its row in the grid."""

    pieces: list[Piece]
    rows: list[Row]  # the visual row of each piece
    first: int
    last: int
    row: int = 0
    down: int = 1  # rows of the grid that it spans

    @property
    def top(self) -> float:
        """The top of its first line."""
        return self.rows[0].y0

    @property
    def end(self) -> float:
        """The bottom of its last line."""
        return self.rows[-1].y1


def headings(rows: Sequence[Row], columns: Columns, rules: Sequence[Edge]) -> tuple[list[Heading], list[float]]:
    """The cells of a header, and the height where each of its rows begins."""
    found: list[Heading] = []
    for i, row in enumerate(rows):
        fresh: list[Heading] = []
        for piece, first, last in heading_spans(row, columns, rules, rows[i + 1] if i + 1 < len(rows) else None):
            same = [h for h in fresh if h.first <= last and first <= h.last]
            above = next((h for h in reversed(found) if h.first <= last and first <= h.last), None)
            if same:
                same[-1].pieces.append(piece)
                same[-1].rows.append(row)
            elif above is not None and _goes_on(above, piece, row, (first, last), rules):
                above.pieces.append(piece)
                above.rows.append(row)
                above.first, above.last = min(above.first, first), max(above.last, last)
            else:
                fresh.append(Heading([piece], [row], first, last))
        found += fresh
    return found, _on_levels(found)


def _goes_on(above: Heading, piece: Piece, row: Row, span: tuple[int, int], rules: Sequence[Edge]) -> bool:
    """Whether a piece is the next line of the heading above it.

    A row of bold headings above one that is not bold is a level of its own; units and remarks in brackets are none.
    """
    last, before = above.pieces[-1], above.rows[-1]
    if span != (above.first, above.last):
        inside = above.first <= span[0] and span[1] <= above.last
        alone = sum(1 for p in row.pieces if p.x0 < last.x1 and p.x1 > last.x0) == 1
        if not (inside and alone and _in_line(last, piece, WRAP)):
            return False
    if row.baseline - before.baseline > LEADING * max(row.height, before.height):
        return False
    if _is_bold(before) and _is_plain(row):
        return False
    between = [e for e in rules if before.baseline <= e.at <= row.baseline - 0.3 * row.height]
    if any(e.lo < last.x1 and e.hi > last.x0 for e in between):
        return False
    return span[0] == span[1] or _in_line(last, piece, SIDE)


def _is_bold(row: Row) -> bool:
    return all(word.style.bold for piece in row.pieces for word in piece.line.words)


def _is_plain(row: Row) -> bool:
    if all(is_unit(piece.text) or piece.text[0] in "(（[" for piece in row.pieces):
        return False
    return not any(word.style.bold for piece in row.pieces for word in piece.line.words)


def _in_line(a: Piece, b: Piece, slack: float) -> bool:
    return min(abs(a.x0 - b.x0), abs(a.x1 - b.x1), abs(a.x0 + a.x1 - b.x0 - b.x1) / 2) <= slack


def _on_levels(cells: Sequence[Heading]) -> list[float]:
    """Give each heading its row: the last one unless others stand below it; and the tops of the rows."""
    levels: dict[int, int] = {}
    ordered = sorted(cells, key=lambda h: -h.top)
    for i, cell in enumerate(ordered):
        below = [
            levels[id(h)] for h in ordered[:i] if h.first <= cell.last and cell.first <= h.last and h.top > cell.top
        ]
        levels[id(cell)] = 1 + max(below) if below else 0
    count = 1 + max(levels.values(), default=-1)
    for cell in cells:
        cell.row = count - 1 - levels[id(cell)]
    tops = [min((h.top for h in cells), default=0.0)]
    for row in range(1, count):
        above = max(h.end for h in cells if h.row == row - 1)
        tops.append(max(tops[-1] + 1.0, above))
    for cell in cells:
        _raise(cell, cells)
    return tops[:count]


def _raise(cell: Heading, cells: Sequence[Heading]) -> None:
    """Let a heading begin on the level of others that stand on its height, when nothing stands above it or below."""
    if not cell.row or any(h is not cell and h.first <= cell.last and cell.first <= h.last for h in cells):
        return
    beside = [h.row for h in cells if h.row < cell.row and abs(h.rows[0].baseline - cell.rows[0].baseline) < LEVEL]
    if beside:
        cell.down += cell.row - min(beside)
        cell.row = min(beside)
