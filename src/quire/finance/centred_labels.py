"""Labels of two lines whose figures are vertically centred, as browsers set table cells.

The figures stand between the lines of a label, where no row of its own has room: nearer to both than lines are to each
other.
"""

from __future__ import annotations

from collections.abc import Sequence

from quire.finance.row_labels import Line

LINES = 1.75  # of the size; two lines of one label are not farther apart
EVEN = 0.12  # of the size; figures are in the middle give or take so much


def merge_centred_labels(lines: Sequence[Line]) -> list[Line]:
    """Visual rows from top to bottom, with the lines of a label around its figures as one row."""
    out: list[Line] = []
    index = 0
    while index < len(lines):
        three = lines[index : index + 3]
        if _around(three):
            upper, middle, lower = three
            labels = [*upper.labels, *lower.labels]
            out.append(Line(labels, list(middle.notes), dict(middle.values), upper.top, lower.bottom, upper.page))
            index += 3
        else:
            out.append(lines[index])
            index += 1
    return out


def _around(three: Sequence[Line]) -> bool:
    """Whether figures without a label are between two lines of one label, too close for a row of their own."""
    if len(three) < 3:
        return False
    upper, middle, lower = three
    if not all(line.labels and not line.values and not line.notes for line in (upper, lower)):
        return False
    in_middle = abs((middle.top - upper.top) - (lower.top - middle.top)) < EVEN * upper.size
    alone = bool(middle.values) and not middle.labels
    return alone and in_middle and upper.page == lower.page and lower.top - upper.top < LINES * upper.size
