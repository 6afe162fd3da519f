"""Visual rows in bands between which white goes through all columns: the rows of a table whose texts wrap."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from quire.layout.tables.cell_pieces import Piece, Row

TALL, DEEP = 0.76, 0.22  # of the size: ink above and below the baseline
PARTED = 0.22  # of the size: white between rows beyond that between lines
LEVEL = 2.0  # points; the first lines of the cells of a row stand at one height, give or take this
LEVELLED = 0.8  # share of the cells that begin at the height of their row, end at its foot, or lie in its middle


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


def are_level(table: Iterable[Cells]) -> bool:
    """Whether the cells of the rows stand at the top of their row, in its middle or at its foot."""
    total = tops = middles = feet = 0
    for row in table:
        total += len(row)
        first = min(cell[0].line.baseline for cell in row.values())
        last = max(cell[-1].line.baseline for cell in row.values())
        tops += _tops(row)
        feet += sum(last - cell[-1].line.baseline < LEVEL for cell in row.values())
        middles += sum(
            abs(cell[0].line.baseline + cell[-1].line.baseline - first - last) < 2 * LEVEL for cell in row.values()
        )
    return max(tops, middles, feet) >= LEVELLED * total


def _tops(row: Cells) -> int:
    """How many cells begin at the height of their row."""
    first = min(cell[0].line.baseline for cell in row.values())
    return sum(cell[0].line.baseline - first < LEVEL for cell in row.values())


def _deepest(row: Row) -> float:
    return max(p.line.baseline + DEEP * p.line.words[0].style.size for p in row.pieces)
