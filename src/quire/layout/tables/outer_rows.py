"""Ruled tables whose rules leave out rows below the last border, or that are shaded in parts."""

from __future__ import annotations

from collections.abc import Sequence

from quire.layout.tables.cell_pieces import Row
from quire.layout.tables.grids import Draft, Sketch, add_line
from quire.layout.tables.gutters import Columns, span_of
from quire.layout.text.numeric_text import is_amount, is_year

SEAM = 4.0  # points; parts of one table that are shaded apart leave no more between them
CLOSE = 0.9  # of the row height: the rows that belong to the table follow so closely


def extend(sketch: Sketch, rows: Sequence[Row]) -> None:
    """Add the rows directly below the sketch whose pieces stand in its columns.

    Args:
        sketch: A ruled table; changed in place.
        rows: The visual rows that no table has used yet.
    """
    if sketch.cols < 2:
        return
    near = [r for r in rows if r.x0 >= sketch.xs[0] - 4 and r.x1 <= sketch.xs[-1] + 4]
    columns = _columns(sketch)
    for row in _below(sketch, near, columns):
        _add_below(sketch, row, columns)


def joined(sketches: Sequence[Sketch]) -> list[Sketch]:
    """The sketches, from top to bottom, those joined that stand directly below each other with the same columns."""
    result: list[Sketch] = []
    for sketch in sketches:
        above = next((s for s in reversed(result) if _continues(s, sketch)), None)
        if above is None:
            result.append(sketch)
            continue
        for cell in sketch.cells:
            cell.row += above.rows
        above.cells += sketch.cells
        above.used |= sketch.used
        above.ys = [*above.ys[:-1], *sketch.ys]
    return result


def _continues(above: Sketch, below: Sketch) -> bool:
    """Whether the second sketch has the columns of the first and follows without a gap."""
    if len(above.xs) != len(below.xs) or not -1 <= below.ys[0] - above.ys[-1] <= SEAM:
        return False
    return all(abs(a - b) <= SEAM for a, b in zip(above.xs, below.xs, strict=True))


def _columns(sketch: Sketch) -> Columns:
    extents = []
    for c in range(sketch.cols):
        texts = [ln for d in sketch.cells if d.col == c and d.col_span == 1 for ln in d.lines]
        lo, hi = sketch.xs[c], sketch.xs[c + 1]
        extents.append((min((t.x0 for t in texts), default=lo), max((t.x1 for t in texts), default=hi)))
    return Columns(sketch.xs[1:-1], extents, 0.0)


def _below(sketch: Sketch, rows: Sequence[Row], columns: Columns) -> list[Row]:
    """Rows right below the last border that have figures in columns of figures."""
    figures = {d.col for d in sketch.cells if d.lines and d.col > 0 and is_amount(d.text) and not is_year(d.text)}
    found: list[Row] = []
    end = sketch.ys[-1]
    for row in rows:
        if row.y0 < end - 0.4 * row.height:
            continue
        spans = [span_of(p.x0, p.x1, columns.borders) for p in row.pieces]
        fits = len(row.pieces) > 1 and all(a == b for a, b in spans) and len(set(spans)) == len(spans)
        if row.y0 - end > CLOSE * row.height or not fits or not row.figures:
            break
        if figures and any(p.amount and a not in figures for p, (a, _) in zip(row.pieces[1:], spans[1:], strict=True)):
            break
        found.append(row)
        end = row.y1
    return found


def _add_below(sketch: Sketch, row: Row, columns: Columns) -> None:
    sketch.ys.append(row.y1)
    made: dict[tuple[int, int], Draft] = {}
    for piece in row.pieces:
        column = span_of(piece.x0, piece.x1, columns.borders)[0]
        add_line(made, (sketch.rows - 1, column, column, 1), piece.line, sketch.xs, sketch.ys)
        sketch.used.update(piece.indices)
    sketch.cells += made.values()
