"""Tables typed in a monospaced font, with borders of characters: "+---+---+" and "|", or lines of box drawing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from quire.layout.tables.grids import Draft, Sketch, cut_line, part_of
from quire.model.geometry import Box
from quire.model.page import Line

LEADING = 2.0  # of the size, from line to line
SAME = 0.7  # of a character's width; the joints of one border stand above those of another
MIN_ROWS = 2
_STARTS = frozenset("+|-=:┌├╔╠┏┣╭")  # what borders begin with: a cheap test
_BORDER = re.compile(r"[+|:\-=┌┬┐├┼┤└┴┘─╔╦╗╠╬╣╚╩╝═╟╢╪╫┏┳┓┣╋┫┗┻┛━╭╮╰╯╞╡]{5,}")
_JOINTS = frozenset("+|┬┼┴┌┐├┤└┘╔╦╗╠╬╣╚╩╝╟╢╪╫┏┳┓┣╋┫┗┻┛╭╮╰╯╞╡")
_UPRIGHT = frozenset("|│║┃")


def may_be_typed(lines: Sequence[Line]) -> bool:
    """Whether a line is a border of characters: a cheap test."""
    return any(line.words[0].text[0] in _STARTS and _joints(line) for line in lines)


def typed(lines: Sequence[Line]) -> Iterator[Sketch]:
    """The tables whose borders are typed, from top to bottom."""
    rows = _rows(lines)
    start = 0
    while start < len(rows):
        joints = rows[start].joints
        if not joints:
            start += 1
            continue
        first, end = _extent(rows, start)
        sketch = _sketch(rows[first:end], joints)
        if sketch is not None:
            yield sketch
        start = max(end, start + 1)


@dataclass(slots=True)
class _Row:
    """The lines on one baseline, and the joints when they are a border."""

    indices: list[int]
    lines: list[Line]
    joints: list[float]

    @property
    def baseline(self) -> float:
        """The baseline."""
        return self.lines[0].baseline

    @property
    def size(self) -> float:
        """The size of the type."""
        return self.lines[0].words[0].style.size


def _rows(lines: Sequence[Line]) -> list[_Row]:
    rows: list[_Row] = []
    for index, line in sorted(enumerate(lines), key=lambda pair: (pair[1].baseline, pair[1].x0)):
        if rows and abs(rows[-1].baseline - line.baseline) < 1.0:
            rows[-1].indices.append(index)
            rows[-1].lines.append(line)
            rows[-1].joints = []
        else:
            rows.append(_Row([index], [line], _joints(line)))
    return rows


def _joints(line: Line) -> list[float]:
    """Where the joints of a border stand; [] for other lines."""
    text = line.text
    if len(line.words) > 1 or not _BORDER.fullmatch(text) or sum(c in "-=─═━" for c in text) < 3:
        return []
    width = (line.x1 - line.x0) / len(text)
    return [line.x0 + (i + 0.5) * width for i, c in enumerate(text) if c in _JOINTS]


def _extent(rows: Sequence[_Row], border: int) -> tuple[int, int]:
    """The rows around a border that follow each other closely and cross none of its joints."""
    joints = rows[border].joints
    first, end = border, border + 1
    while first > 0 and _belongs(rows[first - 1], rows[first], joints):
        first -= 1
    while end < len(rows) and _belongs(rows[end], rows[end - 1], joints):
        end += 1
    return first, end


def _belongs(row: _Row, beside: _Row, joints: Sequence[float]) -> bool:
    if abs(row.baseline - beside.baseline) > LEADING * beside.size or row.size != beside.size:
        return False
    if row.joints:
        slack = SAME * 0.6 * row.size
        return len(row.joints) == len(joints) and all(
            abs(a - b) <= slack for a, b in zip(row.joints, joints, strict=True)
        )
    words = [word for line in row.lines for word in line.words]
    bars = [word for word in words if word.text in _UPRIGHT]
    if not bars or any(all(abs((w.x0 + w.x1) / 2 - x) > SAME * row.size for x in joints) for w in bars):
        return False
    return not any(w.x0 + 1 < x < w.x1 - 1 for w in words if w.text not in _UPRIGHT for x in joints)


def _sketch(rows: Sequence[_Row], joints: Sequence[float]) -> Sketch | None:
    """The table of rows with borders; None when too few hold texts."""
    x0 = min(line.x0 for row in rows for line in row.lines)
    x1 = max(line.x1 for row in rows for line in row.lines)
    inner = [x for x in joints if x0 + 4 < x < x1 - 4]
    xs = [x0, *inner, x1]
    bands, headers = _bands(rows, xs)
    if len(bands) < MIN_ROWS or len(xs) < 3:
        return None
    ys = [
        bands[0][0].lines[0].y0,
        *((a[-1].baseline + b[0].lines[0].y0) / 2 for a, b in pairwise(bands)),
        bands[-1][-1].lines[0].y1,
    ]
    drafts: dict[tuple[int, int], Draft] = {}
    for r, band in enumerate(bands):
        for column, part in (cell for row in band for cell in _cells(row, xs)):
            box = Box(xs[column], ys[r], xs[column + 1], ys[r + 1])
            drafts.setdefault((r, column), Draft(r, column, 1, 1, box)).lines.append(part)
    used = {i for row in rows for i in row.indices}
    return Sketch(xs, ys, list(drafts.values()), used, ruled=False, header_rows=headers)


def _bands(rows: Sequence[_Row], xs: Sequence[float]) -> tuple[list[list[_Row]], int]:
    """The rows with text in bands, one for each row of cells, and how many of them are above the first inner border."""
    bands: list[list[_Row]] = []
    headers = 0
    fresh = True  # a border stands above
    for row in rows:
        if row.joints:
            headers = len(bands) if bands and not headers else headers
            fresh = True
            continue
        cells = [column for column, _ in _cells(row, xs)]
        if fresh or 0 in cells:
            bands.append([])
        if cells:
            bands[-1].append(row)
        fresh = False
    bands = [band for band in bands if band]
    return bands, headers if headers < len(bands) else 0


def _cells(row: _Row, xs: Sequence[float]) -> Iterator[tuple[int, Line]]:
    """The texts of a row by column, without the bars between them."""
    for line in row.lines:
        kept = [i for i, word in enumerate(line.words) if word.text not in _UPRIGHT]
        if not kept:
            continue
        for part in cut_line(part_of(line, kept), xs[1:-1]):
            middle = (part.words[0].x0 + part.words[0].x1) / 2
            yield sum(x <= middle for x in xs[1:-1]), part
