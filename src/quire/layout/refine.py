"""A lattice whose rows are not all drawn: bands that hold several rows of figures are split by the text."""

from __future__ import annotations

from collections.abc import Sequence

from quire.layout.gutters import Columns, span_of
from quire.layout.joining import Joiner
from quire.layout.lattice import Lattice
from quire.layout.pieces import Row, rows_of_pieces
from quire.model.page import Line

MIN_FIGURES = 2  # figures below each other in one place: one cell holds one


def with_text_rows(lattice: Lattice, lines: Sequence[Line]) -> Lattice:
    """The lattice with row borders added where a band holds several rows of figures without a rule between them."""
    rows = rows_of_pieces(enumerate(lines))
    borders = lattice.xs[1:-1]
    extents = [(a, b) for a, b in zip(lattice.xs, lattice.xs[1:], strict=False)]
    columns = Columns(borders, extents, 0.0)
    cuts: dict[int, list[float]] = {}
    for band in range(lattice.rows):
        inside = [r for r in rows if lattice.ys[band] <= _middle(r) < lattice.ys[band + 1]]
        if len(inside) > 1 and _stacked_figures(inside, borders):
            starts = Joiner(columns, inside, ()).starts()
            cuts[band] = [(a.y1 + b.y0) / 2 for a, b, s in zip(inside, inside[1:], starts[1:], strict=False) if s]
    return _cut(lattice, cuts) if any(cuts.values()) else lattice


def _middle(row: Row) -> float:
    return row.baseline - 0.3 * row.height


def _stacked_figures(rows: Sequence[Row], borders: Sequence[float]) -> bool:
    """Whether some column holds figures in two and more rows, and nothing else in most."""
    count: dict[int, int] = {}
    other: dict[int, int] = {}
    for row in rows:
        for piece in row.pieces:
            column = span_of(piece.x0, piece.x1, borders)[0]
            kind = count if piece.amount else other
            kind[column] = kind.get(column, 0) + 1
    return any(n >= MIN_FIGURES and other.get(c, 0) * 2 <= n for c, n in count.items())


def _cut(lattice: Lattice, cuts: dict[int, list[float]]) -> Lattice:
    ys, right, below = [lattice.ys[0]], [], []
    for band in range(lattice.rows):
        places = cuts.get(band, [])
        for y in places:
            ys.append(y)
            right.append(list(lattice.right[band]))
            below.append([True] * lattice.cols)
        ys.append(lattice.ys[band + 1])
        right.append(list(lattice.right[band]))
        if band < lattice.rows - 1:
            below.append(lattice.below[band])
    return Lattice(lattice.xs, ys, right, below, lattice.drawn)
