"""Charts, whose labels must not be taken for cells: areas of bars drawn as filled rectangles, ticks, axes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from quire.layout.rounding import round_half_even
from quire.layout.tables.cell_pieces import Row
from quire.layout.text.numeric_text import is_amount
from quire.model.geometry import Box, bounds
from quire.model.page import Fill, Line, Page, Picture, PictureKind
from quire.tables.edges import WHITE
from quire.tables.lattice import Lattice

MIN_BARS = 3
CHART_MARGIN = 36.0  # points around the bars for tick labels and categories
WHOLE = 0.5  # of the page
SLIM = 0.2  # of the page: bars are narrower
ROUNDED = 1  # points
BLEED = 3.0  # points from a page's edge within which a picture runs off the page
AGREE = 0.6  # cells of a table share their borders with their neighbours; bars do not
TICK = 3.0  # points that a tick's label may reach into the grid
DIGIT = 0.36  # of the size: the middle of a figure above its baseline
MIN_TICKS, NEAR_BY_CHANCE = 5, 0.6  # ticks where not most rules have one; share of the height that is near a rule
TICKED, TICKS = 0.25, 0.7  # of the height of a label, from its middle to the rule; of the rules with labels
MIN_BARE_ROWS = 4
ROW_HEIGHT, FULL = 2.0, 0.6  # of the type size: a ground of a row of text; of its width, covered by its words
ROWS = 0.6  # share of bars of one colour that reach equally far: shaded rows of tables


_Bar = tuple[Fill, tuple[int, int], tuple[int, int]]
"""A slim fill, where it begins and ends across and along, in whole points."""


def chart_areas(page: Page) -> list[Box]:
    """Boxes of bar charts with their labels."""
    found: list[Box] = []
    inked = [fill for fill in page.fills if fill.color != WHITE]  # word processors fill every cell with white
    bars = [
        [_bar(f, f.x0, f.x1, f.y0, f.y1) for f in inked if 2 < f.x1 - f.x0 < SLIM * page.width],
        [_bar(f, f.y0, f.y1, f.x0, f.x1) for f in inked if 2 < f.y1 - f.y0 < SLIM * page.height],
    ]
    for color in [None, *_colors(inked)]:
        for way in bars:
            for bars_of_one in _areas([bar for bar in way if color is None or bar[0].color == color]):
                if not _are_grounds(bars_of_one, page.lines):
                    _unite(found, bounds(fill.box for fill in bars_of_one))
    return [Box(b.x0 - CHART_MARGIN, b.y0 - CHART_MARGIN, b.x1 + CHART_MARGIN, b.y1 + CHART_MARGIN) for b in found]


def _bar(fill: Fill, start: float, end: float, low: float, high: float) -> _Bar:
    return fill, (round_half_even(start), round_half_even(end)), (round_half_even(low), round_half_even(high))


def _colors(fills: Sequence[Fill]) -> list[int]:
    """The colors, where there are several: the bars of two series of a chart stand side by side without a gap."""
    colors = list(dict.fromkeys(fill.color for fill in fills))
    return colors if len(colors) > 1 else []


def _unite(found: list[Box], box: Box) -> None:
    """Add a box, as one with the first that it mostly overlaps: another series of the same chart."""
    for index, other in enumerate(found):
        if other.overlap(box) > 0.5 * min(other.area, box.area):
            found[index] = other.union(box)
            return
    found.append(box)


def is_plot(lattice: Lattice, lines: Sequence[Line]) -> bool:
    """Whether numbers at the left or right of a grid stand at the height of its rules, as ticks do, and not between.

    Where most rules have none, as in a plot with a legend, all numbers stand at rules that are far apart for that.
    """
    x0, y0, x1, y1 = lattice.box
    for side in (x0, x1):
        numbers = [
            line
            for line in lines
            if -TICK <= (line.x0 - side if side == x1 else side - line.x1) <= CHART_MARGIN
            and line.y1 > y0
            and line.y0 < y1
            and is_amount(line.text)
        ]
        places = [_tick(lattice, line) for line in numbers]
        ticked = {place for place in places if place is not None}
        if len(ticked) >= max(MIN_BARS, TICKS * len(lattice.ys)):
            return True
        near = sum(2 * TICKED * (line.y1 - line.y0) for line in numbers) / max(1, len(numbers)) * len(lattice.ys)
        if len(ticked) == len(numbers) >= MIN_TICKS and near < NEAR_BY_CHANCE * (y1 - y0):
            return True
    return False


def _tick(lattice: Lattice, line: Line) -> int | None:
    """The rule of a grid at whose height a line stands."""
    near = TICKED * (line.y1 - line.y0)
    middles = (line.y0 + line.y1) / 2, line.baseline - DIGIT * line.words[0].style.size
    return next((place for place, at in enumerate(lattice.ys) if min([abs(m - at) for m in middles]) < near), None)


def is_chart(rows: Sequence[Row]) -> bool:
    """Whether texts are the labels of a chart: a few rows without a word."""
    return len(rows) < MIN_BARE_ROWS and not any(c.isalpha() for r in rows for p in r.pieces for c in p.text)


def drawing_areas(page: Page) -> list[Box]:
    """Boxes of drawings and pictures; grounds that text is printed on are left out, it may hold tables."""
    limit = WHOLE * page.width * page.height
    return [p.box for p in page.pictures if p.box.area < limit and not is_background(p, page)]


def is_background(picture: Picture, page: Page) -> bool:
    """Whether a picture runs off the page at three sides, an image at two: what stands on it is printed over it."""
    x0, y0, x1, y1 = picture.box
    sides = (x0 <= BLEED) + (y0 <= BLEED) + (x1 >= page.width - BLEED) + (y1 >= page.height - BLEED)
    return sides >= (2 if picture.kind is PictureKind.IMAGE else 3)


def _are_grounds(fills: Sequence[Fill], lines: Sequence[Line]) -> bool:
    """Whether most fills are no higher than two rows and full of words: code or highlighted text, on its own ground.

    A sign of full width may end beyond the ground of a word.
    """
    grounds = 0
    for x0, y0, x1, y1, _ in fills:
        words = [
            word
            for line in lines
            if line.y0 < y1 and y0 < line.y1
            for word in line.words
            if x0 - ROUNDED <= word.x0
            and word.x1 <= x1 + word.style.size + ROUNDED
            and y0 < (word.y0 + word.y1) / 2 < y1
        ]
        high = ROW_HEIGHT * max((word.style.size for word in words), default=0.0)
        grounds += y1 - y0 <= high and sum(min(word.x1, x1) - word.x0 for word in words) >= FULL * (x1 - x0)
    return 2 * grounds > len(fills)


def _areas(slim: Sequence[_Bar]) -> list[list[Fill]]:
    """The fills of sets of bars: equally thick, apart, starting from one line or stacked, of different lengths."""
    if len(slim) < MIN_BARS:
        return []
    stacks: dict[tuple[int, int], list[_Bar]] = {}
    for bar in slim:
        stacks.setdefault(bar[1], []).append(bar)
    areas = []
    for places in _by_width(stacks):
        if len(places) >= MIN_BARS and _apart(sorted(places)):
            ends = {p: sorted({end for bar in stacks[p] for end in bar[2]}) for p in places}
            bars = _on_one_line(ends)
            if len(bars) < MIN_BARS or _are_rows([stacks[p] for p in bars]):
                continue
            if _uneven([ends[p] for p in bars]):
                areas.append([bar[0] for p in bars for bar in stacks[p]])
    return areas


def _are_rows(stacks: Sequence[Sequence[_Bar]]) -> bool:
    """Whether most bars are of one colour each and reach from one line to another: shaded rows, cell by cell.

    Those of several tables of one width stand below each other. The parts of a whole have several colours.
    """
    if any(len({bar[0].color for bar in stack}) > 1 for stack in stacks):
        return False
    reaches = [(min(bar[2][0] for bar in stack), max(bar[2][1] for bar in stack)) for stack in stacks]
    usual = Counter(reaches).most_common(1)[0][0]
    alike = sum(abs(a - usual[0]) <= ROUNDED and abs(b - usual[1]) <= ROUNDED for a, b in reaches)
    return alike >= ROWS * len(reaches)


def _by_width(bars: Iterable[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """The bars parted by how thick they are; the widths of one chart differ by rounding."""
    parts: list[list[tuple[int, int]]] = []
    for bar in sorted(bars, key=lambda one: (one[1] - one[0], one)):
        if parts and bar[1] - bar[0] - (parts[-1][0][1] - parts[-1][0][0]) <= ROUNDED:
            parts[-1].append(bar)
        else:
            parts.append([bar])
    return parts


def _on_one_line(ends: Mapping[tuple[int, int], Sequence[int]]) -> list[tuple[int, int]]:
    """The bars that start from the line from which most start (the axis), on either side of it."""
    best: list[tuple[int, int]] = []
    for side in (0, -1):
        lines = Counter(places[side] for places in ends.values())
        axis = lines.most_common(1)[0][0]
        on_axis = [bar for bar, places in ends.items() if abs(places[side] - axis) <= 1]
        best = max(best, on_axis, key=len)
    return best


def _apart(places: Sequence[tuple[int, int]]) -> bool:
    """Whether most bars leave a gap to the next: cells touch."""
    gaps = [b[0] - a[1] for a, b in pairwise(places)]
    return sum(1 for g in gaps if g > 2) * 2 > len(gaps)


def _uneven(ends: Sequence[Sequence[int]]) -> bool:
    """Whether the bars' ends differ although they start (or end) together."""
    every = Counter(place for places in ends for place in places)
    shared = sum(n for n in every.values() if n > 1)
    return len(every) >= MIN_BARS and shared <= AGREE * every.total() + 1
