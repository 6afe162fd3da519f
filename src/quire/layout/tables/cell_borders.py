"""The rules that a table shows: borders round all of its cells, or lines above and below some of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from quire.layout.rounding import round_half_even
from quire.layout.tables.sketches import Sketch
from quire.model.page import Page, Rule
from quire.model.table import Cell

_NEAR = 3.0  # points between a rule and the border of a column or of the table that it draws
_LONG = 0.5  # of the height of the cells beside a border of columns that rules along it take at least
_FRAMED = 0.5  # of the borders between columns that rules draw at least in a table with borders round its cells
_COVERED = 0.6  # of a cell's width that a line below it takes at least
_OWN, _PART = 0.8, 0.25  # or of a line of its own: so much of it stands in the cell, and takes so much of the width
_TWO = 4.0  # points; rules closer than this are a double line
_USUAL = 0.5  # points; how thick rules are that say nothing about it
_OVERHANG = 2.0  # points by which the ink of a row may reach over the rule below it


def is_framed(page: Page, sketch: Sketch) -> bool:
    """Whether upright rules stand between the cells of a table, or beside its only column."""
    xs, top, bottom = sketch.xs, sketch.ys[0], sketch.ys[-1]
    upright: list[tuple[float, float]] = []
    for x0, y0, x1, y1, _, _ in page.rules:
        length = min(y1, bottom) - max(y0, top)
        if length > 0 and x1 - x0 < y1 - y0:
            upright.append(((x0 + x1) / 2, length))
    if not upright:
        return False
    sides = dict.fromkeys(xs[1:-1], 0.0)  # how much of each border is a side of cells
    for cell in sketch.cells:
        if cell.box.x0 in sides:
            sides[cell.box.x0] += cell.box.y1 - cell.box.y0
    sides = {at: long for at, long in sides.items() if long > 0} or dict.fromkeys(xs, bottom - top)
    drawn = [sum(length for x, length in upright if abs(x - at) < _NEAR) >= _LONG * long for at, long in sides.items()]
    return sum(drawn) >= _FRAMED * len(drawn)


def ink(page: Page, xs: Sequence[float], ys: Sequence[float]) -> tuple[int, float]:
    """The colour and the thickness in points that most of the length of a table's rules has."""
    left, top, right, bottom = xs[0] - _NEAR, ys[0] - _NEAR, xs[-1] + _NEAR, ys[-1] + _NEAR
    drawn: dict[float, dict[int, float]] = {}  # as written, thickness and colour: most tables have one of either
    for x0, y0, x1, y1, width, color in page.rules:
        if x0 > left and x1 < right and y0 > top and y1 < bottom:
            colors = drawn.get(width)
            if colors is None:
                colors = drawn[width] = {}
            colors[color] = colors.get(color, 0.0) + x1 - x0 + y1 - y0
    lengths: dict[tuple[int, float], float] = {}
    for width, colors in drawn.items():
        for color, length in colors.items():
            key = color, round_half_even(4 * width) / 4
            lengths[key] = lengths.get(key, 0.0) + length
    return max(lengths, key=lambda key: lengths[key]) if lengths else (0, _USUAL)


def with_lines(cells: tuple[Cell, ...], sketch: Sketch, page: Page) -> tuple[Cell, ...]:
    """The cells of a table without borders round them, with the rules above the first row and below each: 0, 1 or 2."""
    if not page.rules:
        return cells
    xs, ys = sketch.xs, sketch.ys
    feet: list[list[float]] = [[] for _ in range(sketch.rows)]
    for draft in sketch.cells:
        feet[draft.row + draft.row_span - 1] += [line.y1 for line in draft.lines]
    ends = [ys[0] - _TWO, *[max(own) - _OVERHANG if own else y for own, y in zip(feet, ys[1:], strict=True)]]
    heights = sorted(ends)
    below: list[list[Rule]] = [[] for _ in ends]  # the first above all rows
    left, right, foot = xs[0] - _NEAR, xs[-1] + _NEAR, ys[-1] + _TWO
    for rule in page.rules:
        x0, y0, x1, y1, _, _ = rule
        if x1 - x0 >= y1 - y0 and ys[0] - _TWO <= y0 <= foot and x1 > left and x0 < right:
            at = bisect_right(heights, y0) - 1
            if at >= 0:
                below[at].append(rule)
    found = []
    for cell in cells:
        lo, hi = xs[cell.col], xs[cell.col + cell.col_span]
        over = 0 if cell.row else _count(below[0], lo, hi)
        under = _count(below[cell.row + cell.row_span], lo, hi)
        found.append(cell._replace(over=over, under=under) if over or under else cell)
    return tuple(found)


def _count(rules: Sequence[Rule], lo: float, hi: float) -> int:
    """How many of the rules below a row are drawn from one place to another: 0, 1 or 2."""
    if not rules:
        return 0
    covered: dict[int, float] = {}
    for rule in rules:
        inside = min(rule.x1, hi) - max(rule.x0, lo)
        if inside >= min(_OWN * (rule.x1 - rule.x0), _COVERED * (hi - lo)):
            covered[round(rule.y0)] = covered.get(round(rule.y0), 0.0) + inside
    heights = sorted(y for y, length in covered.items() if length >= _PART * (hi - lo))
    if not heights:
        return 0
    return 2 if 1 < heights[-1] - heights[0] <= _TWO else 1
