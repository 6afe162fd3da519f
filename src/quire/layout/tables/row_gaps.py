"""Visual rows in bands between which white goes through all columns: the rows of a table whose texts wrap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from quire.layout.tables.cell_pieces import Piece, Row

TALL, DEEP = 0.76, 0.22  # of the size: ink above and below the baseline
PARTED = 0.22  # of the size: white between rows beyond that between lines


Cells = dict[int, list[Piece]]
"""The lines of the cells of a row, by column."""


def by_white(rows: Sequence[Row], column_of: Callable[[Piece], int], size: float) -> list[list[Row]]:
    """The rows in bands between which more white goes through all columns than stands between lines of a cell."""
    bases: dict[int, list[float]] = {}
    for row in rows:
        for piece in row.pieces:
            bases.setdefault(column_of(piece), []).append(row.baseline)
    steps = sorted(b - a for column in bases.values() for a, b in pairwise(column))
    if not steps:
        return [list(rows)]
    least = steps[len(steps) // 4] - (TALL + DEEP - PARTED) * size
    bands = [[rows[0]]]
    end = _deepest(rows[0])
    for row in rows[1:]:
        if min(p.line.baseline for p in row.pieces) - TALL * size - end > least:
            bands.append([])
        bands[-1].append(row)
        end = max(end, _deepest(row))
    return bands


def cells_of(band: Sequence[Row], column_of: Callable[[Piece], int]) -> Cells:
    """The texts of a band by column."""
    cells: Cells = {}
    for row in band:
        for piece in row.pieces:
            cells.setdefault(column_of(piece), []).append(piece)
    return cells


def _deepest(row: Row) -> float:
    return max(p.line.baseline + DEEP * p.line.words[0].style.size for p in row.pieces)
