"""Pieces of rows cut where a cell begins, though hardly more than a space parts it from the one before it.

A long label comes close to the text beside it; the rows around show where that column begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from quire.layout.tables.cell_pieces import Row, parted

_GAP = 0.5  # of the size: white before the cell, wider than the space between words
_WIDER = 1.5  # times the other gaps of its row: justified rows have wide ones
_LETTERS = 3  # of a label: less is a mark before a note, or the number of a line
_EDGE = 0.75  # points between the edges of cells of one column
_NEAR = 3  # rows above and below that are looked at
_LIKE = 2  # of these at least begin a label and a cell where this row does


def cut(rows: Sequence[Row]) -> list[Row]:
    """The rows, those of one piece parted at a word that stands where the second pieces of rows around begin."""
    return [
        _cut(row, rows[max(0, n - _NEAR) : n + _NEAR + 1]) if len(row.pieces) == 1 else row
        for n, row in enumerate(rows)
    ]


def _cut(row: Row, around: Sequence[Row]) -> Row:
    piece = row.pieces[0]
    words = piece.line.words
    if len(words) < 2 or words[-1].style.mono:  # program text is set in columns of its own
        return row
    edges = [
        other.pieces[1].x0 for other in around if len(other.pieces) > 1 and abs(other.pieces[0].x0 - piece.x0) <= _EDGE
    ]
    if len(edges) < _LIKE:
        return row
    gaps = [b.x0 - a.x1 for a, b in pairwise(words)]
    for index, gap in enumerate(gaps, 1):
        if gap < _GAP * words[0].style.size or gap < _WIDER * max([*gaps[: index - 1], *gaps[index:]], default=0.0):
            continue
        label = sum(sum(map(str.isalpha, word.text)) for word in words[:index])
        if label >= _LETTERS and sum(abs(edge - words[index].x0) <= _EDGE for edge in edges) >= _LIKE:
            return Row(parted(piece, [index]), row.baseline, row.y0, row.y1)
    return row
