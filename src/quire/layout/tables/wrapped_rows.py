"""Rows of tables whose texts wrap: bands between which white goes through all columns; where such tables begin."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from quire.layout.tables.cell_pieces import Piece, Row
from quire.layout.tables.grids import Sketch

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


def swept(count: int, attempt: Callable[[int], tuple[int, Sketch | None] | None], tries: int) -> Iterator[Sketch]:
    """The tables among `count` rows, from top to bottom; none holds a row of another.

    Args:
        count: How many rows there are.
        attempt: Takes the row where a region would begin. Gives the row behind the region and its table, None for a
            region that is no table; None where no region begins.
        tries: A region that ends at one row is begun at so many more rows at most: each would be looked at anew.
    """
    start = tried = 0
    reached = 0  # the end of the region that was tried so many times
    while start < count:
        found = attempt(start)
        if found is None:
            start += 1
            continue
        end, sketch = found
        if sketch is not None:
            yield sketch
            start = end
            continue
        tried = tried + 1 if end == reached else 1
        reached = end
        start = end if tried > tries else start + 1
