"""A lattice whose columns are not all drawn: those that hold texts side by side in most rows are split by these."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from quire.layout.tables.cell_pieces import Piece, Row
from quire.layout.tables.gutters import Columns, columns_of
from quire.layout.tables.lattice import Lattice
from quire.layout.tables.plausibility import is_listing
from quire.layout.text.list_markers import is_choice
from quire.layout.text.numeric_text import is_marker

APART = 0.8  # line heights between two texts side by side that are two cells
LEAST, MOSTLY = 2, 0.6  # rows with texts side by side, and their share of those with text in the column
MOST_LINES = 2.0  # lines of text in a band, in the main: where more are, rules do not part the rows
GUTTER = 5.0  # points between two columns
WHITE = 0.45  # of the size; words of two cells stand further apart
MIDDLE = 3.0  # points; so near to the middle of a drawn column stands a heading over all that it is split into


def with_text_columns(lattice: Lattice, rows: Sequence[Row]) -> Lattice:
    """The lattice with column borders added that the text shows, where rules part its rows.

    Args:
        lattice: Rows and columns by rules and fills.
        rows: The visual rows inside.
    """
    bands = [[r for r in rows if y0 <= _middle(r) < y1] for y0, y1 in pairwise(lattice.ys)]
    filled = sum(1 for band in bands if band)
    if filled < LEAST or len(rows) > MOST_LINES * filled:
        return lattice
    inner = [_borders(bands, lo, hi) for lo, hi in pairwise(lattice.xs)]
    return _split(lattice, bands, inner) if any(inner) and not is_listing(rows) else lattice


def _middle(row: Row) -> float:
    return row.baseline - 0.3 * row.height


def _inside(row: Row, lo: float, hi: float) -> list[Piece]:
    return [p for p in row.pieces if lo <= (p.x0 + p.x1) / 2 < hi]


def _borders(bands: Sequence[Sequence[Row]], lo: float, hi: float) -> list[float]:
    """The borders that the texts of a column show; [] where they stand side by side in few rows."""
    own = [[Row(pieces, r.baseline, r.y0, r.y1) for r in band if (pieces := _inside(r, lo, hi))] for band in bands]
    filled = [band for band in own if band]
    several = [[row for row in band if _are_apart(row)] for band in filled]
    parted = sum(1 for band in several if band)
    if parted < LEAST or parted < MOSTLY * len(filled):
        return []
    columns = columns_of([row for band in several for row in band])
    if len(columns.extents) < LEAST or not _are_clear(columns, filled):
        return []
    return columns.borders


def _are_apart(row: Row) -> bool:
    """Whether texts stand side by side, no boxes to tick and no marker before its text."""
    pieces = row.pieces
    if len(pieces) < 2 or is_choice(" ".join(p.text for p in pieces)):
        return False
    if len(pieces) == 2 and is_marker(pieces[0].text) and not pieces[0].amount:
        return False
    return all(b.x0 - a.x1 > APART * row.height for a, b in pairwise(pieces))


def _are_clear(columns: Columns, bands: Sequence[Sequence[Row]]) -> bool:
    """Whether there is white between the columns, and hardly a band with a text across it."""
    if any(b[0] - a[1] < GUTTER for a, b in pairwise(columns.extents)):
        return False
    crossed = sum(any(_crosses(p, x) for r in band for p in r.pieces for x in columns.borders) for band in bands)
    return crossed <= (1 - MOSTLY) * len(bands)


def _split(lattice: Lattice, bands: Sequence[Sequence[Row]], inner: Sequence[Sequence[float]]) -> Lattice:
    xs = [lattice.xs[0]]
    right: list[list[bool]] = [[] for _ in range(lattice.rows)]
    below: list[list[bool]] = [[] for _ in range(lattice.rows - 1)]
    for column, (lo, hi) in enumerate(pairwise(lattice.xs)):
        xs += [*inner[column], hi]
        for row, (band, drawn) in enumerate(zip(bands, lattice.right, strict=True)):
            right[row] += [*_parts(band, lo, hi, inner[column]), *drawn[column : column + 1]]
        for row, drawn in enumerate(lattice.below):
            below[row] += [drawn[column]] * (len(inner[column]) + 1)
    return Lattice(xs, list(lattice.ys), right, below, lattice.drawn)


def _parts(band: Sequence[Row], lo: float, hi: float, borders: Sequence[float]) -> list[bool]:
    """For each border whether it parts cells of a band: no text crosses it, or is in the middle over all of them."""
    pieces = [p for row in band for p in _inside(row, lo, hi)]
    if borders and pieces and all(abs(p.x0 + p.x1 - lo - hi) < 2 * MIDDLE for p in pieces):
        return [False] * len(borders)
    return [not any(_crosses(p, x) for p in pieces) for x in borders]


def _crosses(piece: Piece, border: float) -> bool:
    """Whether a border falls into a text, and not into white between two of its words."""
    if not piece.x0 < border < piece.x1:
        return False
    words = piece.line.words
    return not any(a.x1 <= border <= b.x0 and b.x0 - a.x1 > WHITE * b.style.size for a, b in pairwise(words))
