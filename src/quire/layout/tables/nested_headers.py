"""Headings over inner and outer columns: of two columns of figures that share the rows, only the outer has a heading.

Statements set single amounts further in than their sums, in two columns of figures for each year, and the year above
the sums alone. It heads both.
"""

from __future__ import annotations

from collections.abc import Sequence

from quire.layout.tables.grids import Draft, Sketch
from quire.layout.text.numeric_text import is_amount, is_year

MIN_PAIRS = 2  # years side by side, each with an inner column; one column without heading may be anything
MIN_FIGURES = 2  # in each of the columns
BOTH = 0.34  # share of the rows with figures in both columns; where sums stand on the row of the last amount


def with_spans(sketch: Sketch, headers: int) -> Sketch:
    """The sketch, whose headings of outer columns span the inner ones on their left; changed in place."""
    if not headers or sketch.cols < 2 * MIN_PAIRS + 1:
        return sketch
    heads = [cell for cell in sketch.cells if cell.row < headers and cell.lines]
    headed = {c for cell in heads for c in range(cell.col, cell.col + cell.col_span)}
    bare = [c for c in range(1, sketch.cols - 1) if c not in headed and c + 1 in headed]
    if len(bare) < MIN_PAIRS:
        return sketch
    body = [cell for cell in sketch.cells if cell.row >= headers and cell.lines and cell.col_span == 1]
    pairs = [c for c in bare if _share_rows(_figures(body, c), _figures(body, c + 1))]
    if len(pairs) < MIN_PAIRS:
        return sketch
    for cell in heads:
        if cell.col - 1 in pairs and cell.col_span == 1:
            cell.col, cell.col_span = cell.col - 1, 2
            cell.box = cell.box._replace(x0=sketch.xs[cell.col])
    return sketch


def _figures(body: Sequence[Draft], column: int) -> set[int]:
    """The rows with a figure in a column; none when it holds other texts."""
    cells = [cell for cell in body if cell.col == column]
    figures = {cell.row for cell in cells if is_amount(cell.text) and not is_year(cell.text)}
    return figures if len(figures) == len(cells) else set()


def _share_rows(inner: set[int], outer: set[int]) -> bool:
    if min(len(inner), len(outer)) < MIN_FIGURES:
        return False
    return len(inner & outer) <= BOTH * len(inner | outer)
