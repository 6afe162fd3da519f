"""Whether rows of pieces are a table: not a list, a table of contents, text in columns or a form."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quire.layout.edges import Edge
from quire.layout.gutters import Columns, span_of
from quire.layout.pieces import Piece, Row

ENOUGH = 1.0  # evidence that makes a table
_MARKER = re.compile(
    r"(?:[•●○▪■□◆➢✓–—*·-]|\(?\d{1,3}[.)]?|\(?[a-zA-Z][.)]|\(?[ivxIVX]+[.)]|\[\d+\]|\d+(?:\.\d+)+\.?|[一二三四五六七八九十]+[、.]|（[一二三四五六七八九十\d]+）|[①-⑳]|\d+、|注\d*[:：])"
)


def plausible(rows: Sequence[Row], head: int, columns: Columns, rules: Sequence[Edge]) -> bool:
    """Whether the evidence for a table is stronger than that for anything else."""
    cells = _by_column(rows[head:], columns)
    count = len(columns.extents)
    filled = [c for c in cells if len(c) >= 2]
    if len(filled) < 2 and len(rows) - head > 1:
        return False
    if _is_list(cells, count) or _is_contents(rows, count):
        return False
    return _evidence(rows, head, columns, rules, cells) >= ENOUGH


def _by_column(rows: Sequence[Row], columns: Columns) -> list[list[Piece]]:
    cells: list[list[Piece]] = [[] for _ in columns.extents]
    for row in rows:
        for piece in row.pieces:
            first, last = span_of(piece.x0, piece.x1, columns.borders)
            if first == last:
                cells[first].append(piece)
    return cells


def _is_list(cells: Sequence[Sequence[Piece]], count: int) -> bool:
    """Markers in the first of two columns."""
    return count == 2 and bool(cells[0]) and all(_MARKER.fullmatch(p.text.strip()) for p in cells[0])


def _is_contents(rows: Sequence[Row], count: int) -> bool:
    """Leaders to page numbers in the last column."""
    led = [r for r in rows if any(p.leader for p in r.pieces)]
    ends = [r for r in rows if r.pieces[-1].text.strip().isdigit() and len(r.pieces) > 1]
    return count <= 3 and len(led) * 2 >= len(rows) and len(ends) * 2 >= len(rows)


def _evidence(
    rows: Sequence[Row], head: int, columns: Columns, rules: Sequence[Edge], cells: Sequence[Sequence[Piece]]
) -> float:
    body = rows[head:]
    several = [r for r in body if len(r.pieces) > 1]
    pieces = sum(len(r.pieces) for r in body)
    amounts = sum(r.amounts for r in body)
    width = columns.extents[-1][1] - columns.extents[0][0]
    evidence = 0.0
    evidence += min(1.5, 3.0 * amounts / max(1, pieces))
    evidence += min(0.6, 0.15 * (len(several) - 2))
    evidence += min(0.6, 0.3 * (len(columns.extents) - 2))
    wide = sum(1 for e in rules if e.hi - e.lo > 0.6 * width)
    evidence += min(1.0, 0.4 * wide) + (0.3 if rules and not wide else 0.0)
    evidence -= columns.cost / max(1, pieces) * 2.0
    evidence -= 1.2 * _wordiness(cells)
    evidence -= 0.8 * (1 - len(several) / max(1, len(body)))
    return evidence


def _wordiness(cells: Sequence[Sequence[Piece]]) -> float:
    """0 for short cells, 1 where at least two columns hold sentences."""
    wordy = sorted((sum(len(p.text.split()) for p in c) / len(c) for c in cells if c), reverse=True)
    if len(wordy) < 2:
        return 1.0
    return min(1.0, max(0.0, (wordy[1] - 3.0) / 4.0))
