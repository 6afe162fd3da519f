"""Tables side by side: two columns of labels, each with its own figures, whose rows do not stand on one line.

One table may have labels and figures twice, under the same headings; its rows are level then. Two tables are not: a
label that wraps on one side moves nothing on the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from quire.layout.order.boxed_panels import PanelRow
from quire.layout.rounding import median
from quire.layout.tables.cell_pieces import Piece, Row, rows_of_pieces
from quire.model.geometry import bounds
from quire.model.page import Line, Page

_LEAST = 5  # rows with a label and figures on each side
_EDGE = 2.5  # points between the edges of labels of one column
_LEVEL = 1.5  # points between baselines of one row
_OFFSET = 0.12  # share of the rows that stand between the lines of the other side
_REPEATED = 2  # words of headings that stand on both sides
_NEAR = 3.0  # heights of a line between a row of headings and the rows below it
_WITHIN = 0.2  # of the page's width: the second column of labels begins that far from its edges at least


def twins(page: Page, lines: Sequence[Line]) -> PanelRow | None:
    """The tables side by side on a page, as panels, if there are any; `PanelRow.panels` are indices into its lines."""
    if len(lines) < 4 * _LEAST:
        return None
    rows = rows_of_pieces(enumerate(lines))
    pairs = [_pair(rows, left) for left in _label_edges(page, rows)]
    return next((pair for pair in pairs if pair is not None), None)


def _label_edges(page: Page, rows: Sequence[Row]) -> list[float]:
    """Where labels behind figures begin, each with figures on its right: the left edges of second columns of labels."""
    count: dict[int, list[float]] = {}
    for row in rows:
        for number, piece in enumerate(row.pieces[:-1]):
            if not piece.amount and _is_label(piece) and row.pieces[number + 1].amount:
                count.setdefault(round(piece.x0 / _EDGE), []).append(piece.x0)
    low, high = _WITHIN * page.width, (1 - _WITHIN) * page.width
    found = [min(own) for own in count.values() if len(own) >= _LEAST and low < own[0] < high]
    return sorted(found)


def _is_label(piece: Piece) -> bool:
    return sum(map(str.isalpha, piece.text)) > 2


def _pair(rows: Sequence[Row], edge: float) -> PanelRow | None:
    """The tables left and right of where the labels of the second begin, if there are two."""
    gutter = edge - _EDGE
    sides = [
        [row for row in rows if _is_record([p for p in row.pieces if (p.x0 >= gutter) == right])]
        for right in (False, True)
    ]
    if min(map(len, sides)) < _LEAST:
        return None
    top = min(side[0].baseline for side in sides)
    foot = max(side[-1].baseline for side in sides)
    within = [row for row in rows if top - 0.1 <= row.baseline <= foot + 0.1]
    if any(piece.x0 < gutter < piece.x1 for row in within for piece in row.pieces):
        return None
    low, high = max(side[0].baseline for side in sides), min(side[-1].baseline for side in sides)
    one, other = [[row.baseline for row in side if low <= row.baseline <= high] for side in sides]
    step = median(sorted([row.height for side in sides for row in side]))
    if min(len(one), len(other)) < _LEAST or max(_offset(one, other, step), _offset(other, one, step)) < _OFFSET:
        return None
    for row in reversed([row for row in rows if row.baseline < top - 0.1]):
        crossed = any(piece.x0 < gutter < piece.x1 for piece in row.pieces)
        if crossed or within[0].baseline - row.baseline > _NEAR * row.height:
            break
        within.insert(0, row)
    if len(_heading_words(within, gutter, right=False) & _heading_words(within, gutter, right=True)) < _REPEATED:
        return None
    return _panels(within, gutter)


def _is_record(pieces: Sequence[Piece]) -> bool:
    """Whether pieces are a label with figures behind it."""
    return len(pieces) > 1 and _is_label(pieces[0]) and not pieces[0].amount and any(p.figure for p in pieces[1:])


def _offset(one: Sequence[float], other: Sequence[float], step: float) -> float:
    """The share of the baselines that are near to one of the other side but not level with it."""
    nearest = [min([abs(a - b) for b in other]) for a in one]
    return sum(_LEVEL < least < step for least in nearest) / len(one)


def _heading_words(rows: Sequence[Row], gutter: float, *, right: bool) -> set[str]:
    """The words that stand over or among the figures of a side, and are none."""
    own = [p for row in rows for p in row.pieces if (p.x0 >= gutter) == right]
    first = min(p.x0 for p in own)
    over = [p for p in own if p.x0 > first + 20 * _EDGE and not p.figure]
    return {word.text for p in over for word in p.line.words if sum(map(str.isalnum, word.text)) > 1}


def _panels(rows: Sequence[Row], gutter: float) -> PanelRow:
    sides = [[p for row in rows for p in row.pieces if (p.x0 >= gutter) == right] for right in (False, True)]
    boxes = tuple([bounds([p.line.box for p in side]) for side in sides])
    indices = tuple([tuple(dict.fromkeys(i for p in side for i in p.indices)) for side in sides])
    return PanelRow(bounds(boxes), boxes, indices)
