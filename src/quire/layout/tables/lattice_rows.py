"""A lattice whose rows are not all drawn: bands that hold several rows of figures are split by the text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from quire.layout.rounding import median
from quire.layout.tables.cell_pieces import Row, cells_of, in_bands, with_pieces
from quire.layout.tables.gutters import Columns, in_columns, span_of
from quire.layout.tables.sketches import mended
from quire.layout.text.numeric_text import is_amount
from quire.layout.text.text_rows import line_text
from quire.model.geometry import Box
from quire.tables.lattice import Lattice
from quire.tables.row_joining import JOINS, joins

MIN_FIGURES = 2  # figures below each other in one place: one cell holds one
MIN_AGREEING = 2  # rows of a band with figures and a text beside them on one baseline
MANY_AGREEING = 3  # the same in a table whose other bands are rows: two may be one row whose cells wrap
MIN_DELIMITED = 3  # bands that are rows; from then on rules part the rows
WHITE = 1.5  # times the step from line to line in the cells; blank lines between rows make it twice that
FEW_BANDS = 3  # drawn: the headings, the rows, the sums; where more are, rules part the rows
MIN_WRAPPED = 2  # bands below the first with several lines: rules part the rows of a completely drawn grid
MANY_COLUMNS = 3  # where so many are filled in each row of a band alike, no chance has brought them to one height


def holds_rows(lattice: Lattice, rows: Sequence[Row]) -> bool:
    """Whether a band of a completely drawn grid holds several rows by its text, and no other rules part the rows.

    These are rows of figures; in a grid of few bands (headings, rows, sums) also rows of texts.
    """
    borders = lattice.xs[1:-1]
    bands = in_bands(rows, lattice.ys)
    if lattice.rows > FEW_BANDS and len({len(inside) for inside in bands if inside}) == 1:
        return False  # a key with its code, a figure with its share: each cell holds as many lines
    if lattice.rows <= FEW_BANDS:
        if sum(len(inside) > 1 for inside in bands[1:]) < MIN_WRAPPED:
            return with_text_rows(lattice, rows) is not lattice
        if any(len(inside) > 1 and _between_whites(inside, borders) for inside in bands):
            return True
    delimited = _are_delimited(bands)
    return any(
        len(inside) > 1 and _stacked_figures(inside, lattice) and _are_rows(inside, borders, delimited=delimited)
        for inside in bands
    )


def with_text_rows(lattice: Lattice, rows: Sequence[Row]) -> Lattice:
    """The lattice with row borders added that the text shows: a band may hold several rows without a rule between."""
    borders = lattice.xs[1:-1]
    columns = Columns(borders, list(pairwise(lattice.xs)))
    cuts: dict[int, list[float]] = {}
    bands = in_bands(rows, lattice.ys)
    delimited = _are_delimited(bands)
    for band, inside in enumerate(bands):
        if len(inside) < 2:
            continue
        if _stacked_figures(inside, lattice) and _are_rows(inside, borders, delimited=delimited):
            evidences = joins([in_columns(row, columns) for row in inside], columns.extents, ())
            cuts[band] = [
                (a.y1 + b.y0) / 2
                for (a, b), evidence in zip(pairwise(inside), evidences, strict=True)
                if evidence < JOINS
            ]
        else:
            cuts[band] = _between_whites(inside, borders)
    return _cut(lattice, cuts) if any(cuts.values()) else lattice


def _are_rows(band: Sequence[Row], borders: Sequence[float], *, delimited: bool) -> bool:
    """Whether the texts of a band agree on several baselines, so that they are rows and not wrapped cells."""
    agreeing = sum(map(_agrees, band))
    if agreeing >= (MANY_AGREEING if delimited else MIN_AGREEING):
        return True
    filled = {frozenset(span_of(p.x0, p.x1, borders)[0] for p in row.pieces) for row in band}
    return len(filled) == 1 and len(filled.pop()) >= MANY_COLUMNS and agreeing == len(band)


def _agrees(row: Row) -> bool:
    """Whether a figure stands on one baseline with another figure or a label."""
    return len(row.pieces) > 1 and row.amounts > 0


def _are_delimited(bands: Sequence[Sequence[Row]]) -> bool:
    """Whether rules part the rows: most bands with figures hold one row of text."""
    filled = [band for band in bands if any(_agrees(row) for row in band)]
    single = sum(1 for band in filled if sum(map(_agrees, band)) == 1)
    return single >= MIN_DELIMITED and single * 2 > len(filled)


def _between_whites(rows: Sequence[Row], borders: Sequence[float]) -> list[float]:
    """Borders in white that goes through the whole band, where several cells begin on one baseline below it.

    Each must be clearly wider than the white between the lines of a cell.
    """
    steps = [b.baseline - a.baseline for a, b in pairwise(rows)]
    usual = _usual_step(rows, borders)
    cuts = []
    for (above, row), step in zip(pairwise(rows), steps, strict=True):
        filled = {span_of(p.x0, p.x1, borders)[0] for p in row.pieces}
        if step > WHITE * usual and row.y0 - above.y1 > 0 and len(filled) > 1 and 0 in filled:
            cuts.append((above.y1 + row.y0) / 2)
    return cuts


def _usual_step(rows: Sequence[Row], borders: Sequence[float]) -> float:
    """From line to line of one column: lines of several columns may stand at several heights."""
    texts = with_pieces(rows, lambda p: any(map(str.isalnum, p.text)))  # no sign beside its text
    cells = cells_of(texts, lambda p: span_of(p.x0, p.x1, borders)[0]).values()
    steps = [b.line.baseline - a.line.baseline for cell in cells for a, b in pairwise(cell)]
    return median(steps or [rows[-1].baseline - rows[0].baseline])


def _stacked_figures(rows: Sequence[Row], lattice: Lattice) -> bool:
    """Whether some column holds figures in two and more rows, and nothing else in most; a broken figure is one."""
    borders = lattice.xs[1:-1]
    for column, pieces in cells_of(rows, lambda p: span_of(p.x0, p.x1, borders)[0]).items():
        box = Box(lattice.xs[column], rows[0].y0, lattice.xs[column + 1], rows[-1].y1)
        whole = mended([piece.line for piece in pieces], box)
        figures = sum(is_amount(line_text(line)) for line in whole)
        if figures >= MIN_FIGURES and (len(whole) - figures) * 2 <= figures:
            return True
    return False


def _cut(lattice: Lattice, cuts: dict[int, list[float]]) -> Lattice:
    ys, right, below = [lattice.ys[0]], [], []
    for band in range(lattice.rows):
        for at in cuts.get(band, ()):
            ys.append(at)
            right.append(list(lattice.right[band]))
            below.append([True] * lattice.cols)
        ys.append(lattice.ys[band + 1])
        right.append(list(lattice.right[band]))
        if band < lattice.rows - 1:
            below.append(lattice.below[band])
    return Lattice(lattice.xs, ys, right, below, lattice.drawn, lattice.framed)
