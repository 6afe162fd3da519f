"""Tables of labels beside blanks: values on rules of one width, as cells with nothing but a lower border have them.

Blanks in running text look alike: there a rule begins where its label ends, and the values stand anywhere on it.
Rules as wide as their texts underline them, as those of links in a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from quire.layout.tables.grids import Draft, Sketch, cut_line
from quire.model.geometry import Box
from quire.model.page import Line
from quire.tables.edges import Edge, of_one_width

MIN_WIDTH = 60.0  # points, of a blank
ROWS = 3  # at least, with values
SLACK = 2.0  # points by which a text may stick out of its place, and between the baselines of a label's parts
UNEVEN = 2.2  # times the smallest step from rule to rule; a higher row may hold two lines
LONGEST = 0.8  # of a blank: a label is narrower
GAP = 1.5  # points between a label and its blank: the padding of cells
EVEN = 1.5  # points: the values of one column begin, or have their middles, so near to each other


class _Band(NamedTuple):
    """What stands on a blank and beside it, each from top to bottom and from left to right."""

    rule: Edge
    label: list[Line]
    value: list[Line]
    used: list[int]


def blanks(lines: Sequence[tuple[int, Line]], borders: Sequence[Edge]) -> Iterator[Sketch]:
    """The tables of labels and blanks.

    Args:
        lines: The lines of a page that no other table has used, with their indices.
        borders: The page's horizontal borders, from top to bottom.
    """
    for rules in of_one_width([edge for edge in borders if edge.drawn], MIN_WIDTH):
        if len(rules) < ROWS:
            continue
        step = min(below.at - above.at for above, below in pairwise(rules))
        tops = [rules[0].at - step, *(rule.at for rule in rules)]
        run: list[_Band] = []
        for band in [*(_band(lines, top, rule) for top, rule in zip(tops, rules, strict=False)), None]:
            if band is not None and (not run or band.rule.at - run[-1].rule.at < UNEVEN * step):
                run.append(band)
                continue
            if _are_cells(run):
                yield _sketch(run, step)
            run = [] if band is None else [band]


def _band(lines: Sequence[tuple[int, Line]], top: float, rule: Edge) -> _Band | None:
    """What stands between two heights; None where that is not a label of one line with a blank."""
    inside = [(i, line) for i, line in lines if not line.angle and top < (line.y0 + line.y1) / 2 < rule.at]
    parts = [part for _, line in inside for part in cut_line(line, [rule.lo])]
    label = sorted([part for part in parts if part.x1 <= rule.lo + SLACK], key=lambda part: part.x0)
    value = [part for part in parts if part.x0 >= rule.lo - SLACK and part.x1 <= rule.hi + SLACK]
    if not label or len(label) + len(value) < len(parts):
        return None
    heights = [part.baseline for part in label]
    if max(heights) - min(heights) > SLACK or label[-1].x1 - label[0].x0 > LONGEST * (rule.hi - rule.lo):
        return None
    return _Band(rule, label, sorted(value, key=lambda part: (part.baseline, part.x0)), [i for i, _ in inside])


def _are_cells(run: Sequence[_Band]) -> bool:
    """Whether labels keep off the blanks, and the first lines of the values begin or have their middles together."""
    firsts = [band.value[0] for band in run if band.value]
    if len(firsts) < ROWS or any(band.rule.lo - band.label[-1].x1 < GAP for band in run):
        return False
    if all(_is_as_wide(band.value[-1], band.rule) for band in run if band.value):
        return False
    lefts, middles = [line.x0 for line in firsts], [(line.x0 + line.x1) / 2 for line in firsts]
    return min(max(places) - min(places) for places in (lefts, middles)) < EVEN


def _is_as_wide(text: Line, rule: Edge) -> bool:
    """Whether a text begins and ends with its rule; `without_underlines` does not judge single words, as links are."""
    return abs(text.x0 - rule.lo) < SLACK and abs(text.x1 - rule.hi) < SLACK


def _sketch(run: Sequence[_Band], step: float) -> Sketch:
    first = run[0].rule
    xs = [min(band.label[0].x0 for band in run), first.lo, first.hi]
    ys = [first.at - step, *(band.rule.at for band in run)]
    cells = [
        Draft(row, col, 1, 1, Box(xs[col], ys[row], xs[col + 1], ys[row + 1]), lines)
        for row, band in enumerate(run)
        for col, lines in enumerate((band.label, band.value))
        if lines
    ]
    return Sketch(xs, ys, cells, {i for band in run for i in band.used}, ruled=True, header_rows=0)
