"""Bands of a drawn form that hold text as a page does, with paragraphs and pictures: they are no rows of a table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from quire.layout.rounding import round_half_even
from quire.model.page import Line, Picture
from quire.tables.lattice import Lattice, part_of

_ROWS = 8  # of text in one cell as wide as its form; a note in a table has fewer
_PICTURE = 0.08  # of the band: pictures that cover so much of it are figures, and no signs


def without_prose(lattice: Lattice, lines: Sequence[Line], pictures: Sequence[Picture]) -> list[Lattice]:
    """The parts of a completely drawn grid between such bands; the grid itself where it has none."""
    whole = [row for row in range(lattice.rows) if lattice.framed and _is_one_cell(lattice, row)]
    if not whole:
        return [lattice]
    prose = [row for row in whole if _holds_prose(lattice, row, lines, pictures)]
    if not prose:
        return [lattice]
    ends = [-1, *prose, lattice.rows]
    parts = [part_of(lattice, a + 1, b) for a, b in pairwise(ends) if b - a > 1]
    return [part for part in parts if part.cols > 1]


def _is_one_cell(lattice: Lattice, row: int) -> bool:
    """Whether a band is a single cell between rules from side to side, of a form that has columns."""
    if lattice.cols < 2 or any(lattice.right[row]):
        return False
    return all(all(lattice.below[at]) for at in (row - 1, row) if 0 <= at < lattice.rows - 1)


def _holds_prose(lattice: Lattice, row: int, lines: Sequence[Line], pictures: Sequence[Picture]) -> bool:
    """Whether a band holds as many rows of text as no cell of a table does, or a figure."""
    x0, x1, y0, y1 = lattice.xs[0], lattice.xs[-1], lattice.ys[row], lattice.ys[row + 1]
    inside = [ln for ln in lines if y0 <= (ln.y0 + ln.y1) / 2 <= y1 and x0 <= (ln.x0 + ln.x1) / 2 <= x1]
    if len({round_half_even(line.baseline) for line in inside}) >= _ROWS:
        return True
    least = _PICTURE * (x1 - x0) * (y1 - y0)
    return bool(inside) and any(
        one.box.area >= least and y0 <= one.box.y0 and one.box.y1 <= y1 and x0 <= one.box.x0 <= x1 for one in pictures
    )
