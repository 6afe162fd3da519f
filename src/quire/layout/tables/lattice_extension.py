"""Lattices that go on where their upright rules do not: headings and labels of groups between rules of their width.

Such a row is bounded above and below by rules that begin and end where the lattice does, and by nothing at its sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from quire.layout.tables.cell_pieces import Row, rows_of_pieces
from quire.layout.tables.edges import Edge
from quire.layout.tables.gutters import span_of
from quire.layout.tables.header_rows import is_caption, is_unit_line
from quire.layout.tables.lattice import Lattice
from quire.layout.text.numeric_text import is_amount, is_year
from quire.model.page import Line

SEAM = 4.0  # points; rules of one table begin and end within this, and columns of its parts stand within this
LABEL = 2.2  # of its height: the band of a label that stands across the table
HIGHEST = 60.0  # points, of a row of headings
FIGURES = 0.3  # share of the texts in a table of figures
MOST_LINES = 4  # of a row of headings
MOST_BANDS = 3  # of headings above, and of sums below, that no upright rule parts


def stacked(lattices: Sequence[Lattice], hs: Sequence[Edge], lines: Sequence[Line]) -> list[Lattice]:
    """The lattices with the rows that they lack at their upper and lower ends; as one those that meet then.

    Args:
        lattices: Of a page, in any order.
        hs: The horizontal edges of the page.
        lines: The lines of the page.
    """
    result: list[Lattice] = []
    ordered = sorted(lattices, key=lambda one: one.ys[0])
    for index, lattice in enumerate(ordered):
        floor = max((one.ys[-1] for one in result if one.ys[-1] <= lattice.ys[0] + 1), default=0.0)
        ceiling = min((one.ys[0] for one in ordered[index + 1 :] if one.ys[0] >= lattice.ys[-1] - 1), default=None)
        grown = _grown(lattice, hs, lines, (floor, ceiling)) if lattice.drawn and not lattice.framed else lattice
        above = next((i for i in reversed(range(len(result))) if _meet(result[i], grown)), None)
        if above is None:
            result.append(grown)
        else:
            result[above] = _joined(result[above], grown)
    return result


def _grown(lattice: Lattice, hs: Sequence[Edge], lines: Sequence[Line], limits: tuple[float, float | None]) -> Lattice:
    """The lattice with the bands above and below, as far as the limits, where others end and begin."""
    lo, hi = lattice.xs[0], lattice.xs[-1]
    levels = [e.at for e in hs if e.drawn and abs(e.lo - lo) <= SEAM and abs(e.hi - hi) <= SEAM]
    above = [y for y in levels if limits[0] - 1 <= y < lattice.ys[0] - 1]
    below = [y for y in levels if y > lattice.ys[-1] + 1 and (limits[1] is None or y <= limits[1] + 1)]
    if not above and not below:
        return lattice
    near = [line for line in lines if line.x1 > lo and line.x0 < hi]
    tops = _bands(lattice, near, lattice.ys[0], sorted(above, reverse=True))
    if tops and tops[-1] > limits[0] + 1 and _holds_figures(lattice, near):
        tops = []  # headings above figures are found by their texts
    ends = _bands(lattice, near, lattice.ys[-1], sorted(below))
    parted = [True] * lattice.cols
    outer = [_parts(lattice, near, y0, y1) for y0, y1 in pairwise([*reversed(tops), lattice.ys[0]])]
    under = [_parts(lattice, near, y0, y1) for y0, y1 in pairwise([lattice.ys[-1], *ends])]
    return Lattice(
        lattice.xs,
        [*reversed(tops), *lattice.ys, *ends],
        [*outer, *lattice.right, *under],
        [*([parted] * len(tops)), *lattice.below, *([parted] * len(ends))],
        lattice.drawn,
    )


def _holds_figures(lattice: Lattice, lines: Sequence[Line]) -> bool:
    """Whether so many texts behind the first column are figures that the table is one of figures."""
    top, end, left = lattice.ys[0], lattice.ys[-1], lattice.xs[1]
    texts = [ln.text for ln in lines if top < (ln.y0 + ln.y1) / 2 < end and ln.x1 > left]
    return sum(is_amount(text) and not is_year(text) for text in texts) >= FIGURES * len(texts)


def _parts(lattice: Lattice, lines: Sequence[Line], top: float, end: float) -> list[bool]:
    """For each border whether it parts cells of a band: several texts stand there, and none across it."""
    inside = [ln for ln in lines if top < (ln.y0 + ln.y1) / 2 < end]
    return [len(inside) > 1 and not any(ln.x0 < x < ln.x1 for ln in inside) for x in lattice.xs[1:-1]]


def _bands(lattice: Lattice, lines: Sequence[Line], edge: float, levels: Sequence[float]) -> list[float]:
    """The rules, from the edge of a lattice outwards, between which stand rows that belong to it."""
    found: list[float] = []
    for level in levels[:MOST_BANDS]:
        top, end = min(edge, level), max(edge, level)
        inside = [(i, ln) for i, ln in enumerate(lines) if top < (ln.y0 + ln.y1) / 2 < end]
        if end - top > HIGHEST or not inside or not _belongs(rows_of_pieces(inside), lattice, end - top):
            break
        found.append(level)
        edge = level
    return found


def _belongs(rows: Sequence[Row], lattice: Lattice, height: float) -> bool:
    """Whether texts of a band stand in several columns of a lattice, each in one, or one short text across it."""
    if not rows or len(rows) > MOST_LINES:
        return False
    pieces = [p for row in rows for p in row.pieces]
    text = pieces[0].text
    if min(p.x0 for p in pieces) < lattice.xs[0] or max(p.x1 for p in pieces) > lattice.xs[-1]:
        return False
    if is_caption(text) or is_unit_line(text):
        return False
    if len(pieces) == 1:
        return height <= LABEL * rows[0].height
    spans = [span_of(p.x0, p.x1, lattice.xs[1:-1]) for p in pieces]
    return len({a for a, _ in spans}) > 1 and all(a == b or a for a, b in spans)


def _meet(above: Lattice, below: Lattice) -> bool:
    """Whether one lattice ends where the other begins, with the same columns."""
    if len(above.xs) != len(below.xs) or not (above.drawn and below.drawn):
        return False
    alike = all(abs(a - b) <= SEAM for a, b in zip(above.xs, below.xs, strict=True))
    return alike and abs(above.ys[-1] - below.ys[0]) <= 1


def _joined(above: Lattice, below: Lattice) -> Lattice:
    return Lattice(
        above.xs,
        [*above.ys, *below.ys[1:]],
        [*above.right, *below.right],
        [*above.below, [True] * above.cols, *below.below],
        above.drawn,
        above.framed and below.framed,
    )
