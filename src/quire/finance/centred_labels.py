"""Labels of two or three lines whose figures are vertically centred, as browsers set table cells.

The figures stand between the lines of a label, where no row of its own has room: nearer to both than lines are to each
other.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from quire.finance.row_labels import Line

LINES = 1.75  # of the size; two lines of one label are not farther apart
EVEN = 0.12  # of the size; figures are in the middle give or take so much
APART = 0.08  # of the size; rows are so much farther apart than the lines of one label at least


def merge_centred_labels(lines: Sequence[Line]) -> list[Line]:
    """Visual rows from top to bottom, with the lines of a label around its figures as one row."""
    pairs = [lines[i + 2].top - lines[i].top for i in range(len(lines) - 2) if _around(lines[i : i + 3])]
    pitch = median(pairs) if pairs else 0.0
    out: list[Line] = []
    index = 0
    while index < len(lines):
        three = lines[index : index + 3]
        if _around(three) or (pitch and _of_three(lines, index, pitch)):
            out.append(_one(three))
            index += 3
        else:
            out.append(lines[index])
            index += 1
    return out


def _around(three: Sequence[Line]) -> bool:
    """Whether figures without a label are between two lines of one label, too close for a row of their own."""
    if not _in_middle(three):
        return False
    upper, middle, lower = three
    return not middle.labels and upper.page == lower.page and lower.top - upper.top < LINES * upper.size


def _of_three(lines: Sequence[Line], index: int, pitch: float) -> bool:
    """Whether figures are beside the second of three lines that are as close as the lines of other labels."""
    three = lines[index : index + 3]
    if not _in_middle(three):
        return False
    upper, middle, lower = three
    if not middle.labels or abs(middle.top - upper.top - pitch) >= EVEN * upper.size:
        return False
    before = upper.top - lines[index - 1].bottom if index else 2 * pitch
    after = lines[index + 3].top - lower.bottom if index + 3 < len(lines) else 2 * pitch
    return min(before, after) > pitch + APART * upper.size


def _label_only(line: Line) -> bool:
    return bool(line.labels) and not line.values and not line.notes


def _in_middle(three: Sequence[Line]) -> bool:
    """Whether there are three lines, of which only the second has figures, halfway between the others."""
    if len(three) < 3:
        return False
    upper, middle, lower = three
    if not _label_only(upper) or not _label_only(lower) or not middle.values:
        return False
    return abs((middle.top - upper.top) - (lower.top - middle.top)) < EVEN * upper.size


def _one(three: Sequence[Line]) -> Line:
    upper, middle, lower = three
    labels = [*upper.labels, *middle.labels, *lower.labels]
    return Line(labels, list(middle.notes), dict(middle.values), upper.top, lower.bottom, upper.page)
