"""How sure it is that a found table is right: that it is one, whole, and that its texts are in the right cells.

A logistic regression over how the table was found, what its cells hold, and what stands around it. Fitted by
`learn/table_confidence.py` to tables that a reader judged and to pages whose tables are known exactly. Of a table whose
borders are drawn nearly nothing is guessed; one that stands by alignment alone is wrong far more often.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from math import exp

from quire.layout.tables.sketches import Sketch
from quire.model.geometry import Box
from quire.model.page import Line, Page
from quire.model.table import Cell

NAMES = (
    # how it was found
    "closed", "ruled", "framed", "aligned", "odds", "likely",
    # its cells
    "empty", "spans", "down_spans", "two_amounts", "gaps", "second_head",
    # what stands around it
    "beside", "row_above", "row_below", "rules_inside", "pictures",
)  # fmt: skip
WEIGHTS = (
    1.47, 0.34, 0.98, -0.64, 0.12, 3.46,
    -1.3, -3.63, -4.3, -21.16, -0.31, -2.95,
    -1.79, -1.23, -0.55, -0.58, -0.74,
)  # fmt: skip
BIAS = 2.3

NEAR = 2.2  # heights of a line from a table to a row that may belong to it
_BESIDE = 8  # heights of a line from a table to a text that may belong to one of its rows
_LEVEL = 1.0  # points; baselines that differ by less are one
_OVER = 0.3  # of a text's width, that stands over a column
_LONG = 0.15  # of a table's width, that a rule between two rows takes
_AT_BORDER = 3.0  # points from a border of rows to the rule that draws it
_COVERED = 0.05  # of a table, by a picture
_LEAST_ODDS, _MOST_ODDS = -2.0, 4.0
_WIDEST = 5.0  # heights of a line: wider white says no more
_TWO_AMOUNTS = re.compile(
    r"(?<![\d,.])(?:\d[\d,.]{0,20}\)?\s{1,4}[(（$€£¥]?\s?\d{1,3}(?:,\d{3})|\d{1,12}\.\d{1,6}%?\s{1,4}\d{1,12}\.\d"
    r"|\d{1,3}(?:,\d{3}){1,4}\)?\s{1,4}\(?\d)"
)


def confidence(sketch: Sketch, cells: Sequence[Cell], page: Page, *, framed: bool) -> float:
    """The probability that a table is right, 0 to 1.

    Args:
        sketch: The table.
        cells: Its finished cells.
        page: The page that it stands on.
        framed: Whether rules are between its columns.
    """
    values = table_evidence(sketch, cells, page, framed=framed)
    return 1 / (1 + exp(-BIAS - sum([weight * value for weight, value in zip(WEIGHTS, values, strict=True)])))


def table_evidence(sketch: Sketch, cells: Sequence[Cell], page: Page, *, framed: bool) -> list[float]:
    """The evidence in the order of `NAMES`."""
    full = [(cell, text) for cell in cells if (text := cell.text.strip())]
    count = max(1, len(full))
    places = max(1, sketch.rows * sketch.cols)
    odds = 0.0 if sketch.odds is None else sketch.odds
    texts = [cell.lines for cell in sketch.cells]
    return [
        float(sketch.closed), float(sketch.ruled), float(framed), float(sketch.odds is not None),
        max(_LEAST_ODDS, min(_MOST_ODDS, odds)), max(_LEAST_ODDS, sketch.likely),
        1 - sum([cell.row_span * cell.col_span for cell, _ in full]) / places,
        sum([1.0 for cell, _ in full if cell.col_span > 1]) / count,
        sum([1.0 for cell, _ in full if cell.row_span > 1]) / count,
        sum([1.0 for _, text in full if len(text.split()) > 1 and _TWO_AMOUNTS.search(text)]) / count,
        _widest_gap(texts), _second_head(full),
        *_around(sketch, texts, page),
    ]  # fmt: skip


def _widest_gap(texts: Sequence[Sequence[Line]]) -> float:
    """The widest white between two words of a row inside one cell, in heights of a line."""
    widest = 0.0
    for lines in texts:
        if len(lines) == 1 and len(lines[0].words) == 1:
            continue
        rows: dict[int, list[Line]] = {}
        for line in lines:
            rows.setdefault(round(line.baseline / _LEVEL), []).append(line)
        for row in rows.values():
            words = sorted([(word.x0, word.x1) for line in row for word in line.words])
            height = max(1.0, row[0].y1 - row[0].y0)
            widest = max([widest, *[(second[0] - first[1]) / height for first, second in pairwise(words)]])
    return min(_WIDEST, widest)


def _second_head(full: Sequence[tuple[Cell, str]]) -> float:
    """1 where a row of the body repeats the titles of columns: two tables may have become one."""
    titles = {text for cell, text in full if cell.header and cell.col > 0}
    again: dict[int, int] = {}
    for cell, text in full:
        if not cell.header and cell.col > 0 and text in titles:
            again[cell.row] = again.get(cell.row, 0) + 1
    return float(max(again.values(), default=0) >= max(2, len(titles) // 2 + 1))


def _around(sketch: Sketch, texts: Sequence[Sequence[Line]], page: Page) -> list[float]:
    """Rows that go on beside the table, texts above and below that look like rows of it, rules inside, pictures."""
    xs, ys = sketch.xs, sketch.ys
    held = [line for lines in texts for line in lines]
    height = sum([line.y1 - line.y0 for line in held]) / max(1, len(held)) or 10.0
    baselines = [line.baseline for line in held]
    beside = 0
    above: list[Line] = []
    below: list[Line] = []
    for line in page.lines:
        if line.x1 < xs[0] - _BESIDE * height or line.x0 > xs[-1] + _BESIDE * height:
            continue
        middle = (line.y0 + line.y1) / 2
        if middle < ys[0]:
            if ys[0] - line.y1 < NEAR * height:
                above.append(line)
        elif middle > ys[-1]:
            if line.y0 - ys[-1] < NEAR * height:
                below.append(line)
        elif not xs[0] <= (line.x0 + line.x1) / 2 <= xs[-1]:
            beside += any(abs(line.baseline - at) < _LEVEL for at in baselines)
    rows = max(1, sketch.rows)
    return [
        min(1.0, beside / rows), _row_share(above, xs), _row_share(below, xs),
        min(2.0, _rules_inside(page, xs, ys) / rows), float(any(_covers(p.box, xs, ys) for p in page.pictures)),
    ]  # fmt: skip


def _row_share(near: Sequence[Line], xs: Sequence[float]) -> float:
    """How much texts near a table look like a row of it: the share of its columns but the first that have one."""
    best = 0
    for level in near:
        columns = {_column(line, xs) for line in near if abs(line.baseline - level.baseline) < 2 * _LEVEL}
        best = max(best, len(columns - {None, 0}))
    return best / max(1, len(xs) - 2)


def _column(line: Line, xs: Sequence[float]) -> int | None:
    """The only column that a text stands over; None for one over several or none."""
    least = _OVER * (line.x1 - line.x0)
    over = [c for c, (left, right) in enumerate(pairwise(xs)) if min(line.x1, right) - max(line.x0, left) > least]
    return over[0] if len(over) == 1 else None


def _rules_inside(page: Page, xs: Sequence[float], ys: Sequence[float]) -> int:
    """The rules across a part of the table that draw no border of its rows."""
    found = 0
    left, right, top, foot = xs[0], xs[-1], ys[0] + _AT_BORDER, ys[-1] - _AT_BORDER
    long = _LONG * (right - left)
    for x0, y0, x1, y1, _, _ in page.rules:
        if top < y0 < foot and y1 - y0 < _AT_BORDER and x1 - x0 > long and x0 < right and x1 > left:
            found += not _is_at(y0, ys)
    return found


def _is_at(y: float, borders: Sequence[float]) -> bool:
    return any(-_AT_BORDER <= border - y <= _AT_BORDER for border in borders)


def _covers(box: Box, xs: Sequence[float], ys: Sequence[float]) -> bool:
    """Whether a picture covers a part of the table that is worth looking at."""
    wide, high = min(box.x1, xs[-1]) - max(box.x0, xs[0]), min(box.y1, ys[-1]) - max(box.y0, ys[0])
    return wide > 0 and high > 0 and wide * high > _COVERED * (xs[-1] - xs[0]) * (ys[-1] - ys[0])
