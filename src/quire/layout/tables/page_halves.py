"""Pages set in two columns: lines of the left and the right column apart, so that tables side by side stay two."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from quire.model.page import Line, Page

CENTRE = (0.41, 0.59)  # of the text's width; the gutter of two columns lies there
MIN_STRIP = 7.0  # points; narrower free strips are word spaces
FREE = 0.06  # share of the lines that may cross the gutter (titles, captions of wide figures)
FULL = 0.85  # of the column: a line so long is running text
MIN_FULL = 2  # lines of running text on each side, or ...
MIN_RULES = 2  # ... rules as wide as a column on each side
ALIKE = 0.7  # the narrower column has at least this share of the width of the other
MIN_SIDE = 0.2  # share of the lines on the weaker side


def halves(page: Page, lines: Sequence[Line]) -> list[list[int]]:
    """Indices of the lines in groups that hold no table in common: all of them on most pages."""
    everything = list(range(len(lines)))
    strip = _strip(lines)
    if strip is None:
        return [everything]
    lo, hi = strip
    crossing = [i for i in everything if lines[i].x0 < lo - 1 and lines[i].x1 > hi + 1]
    top, end = _free_height(page, [lines[i] for i in crossing])
    inside = [i for i in everything if top < lines[i].baseline < end]
    left = [i for i in inside if lines[i].x1 <= hi]
    right = [i for i in inside if lines[i].x0 >= lo]
    if not left or not right:
        return [everything]
    if len(left) + len(right) != len(inside) or min(len(left), len(right)) < MIN_SIDE * len(inside):
        return [everything]
    if not _in_columns(page, [[lines[i] for i in left], [lines[i] for i in right]], strip, (top, end)):
        return [everything]
    outside = sorted(set(everything) - set(inside))
    return [group for group in (outside, left, right) if group]


def _strip(lines: Sequence[Line]) -> tuple[float, float] | None:
    """The widest strip in the middle that hardly any line covers."""
    x0, x1 = min(ln.x0 for ln in lines), max(ln.x1 for ln in lines)
    changes: dict[float, int] = {}
    for line in lines:
        changes[line.x0] = changes.get(line.x0, 0) + 1
        changes[line.x1] = changes.get(line.x1, 0) - 1
    level, best, start = 0, (0.0, 0.0), None
    allowed = FREE * len(lines)
    lo, hi = x0 + CENTRE[0] * (x1 - x0), x0 + CENTRE[1] * (x1 - x0)
    for x in sorted(changes):
        if start is not None and lo <= (start + x) / 2 <= hi and x - start > best[1] - best[0]:
            best = (start, x)
        level += changes[x]
        start = x if level <= allowed else None
    return best if best[1] - best[0] >= MIN_STRIP else None


def _free_height(page: Page, crossing: Sequence[Line]) -> tuple[float, float]:
    """The highest part of the page between lines that cross the strip."""
    places = [0.0, *sorted(ln.baseline for ln in crossing), page.height]
    gaps = [(b - a, a, b) for a, b in pairwise(places)]
    _, top, end = max(gaps)
    return top, end


def _in_columns(
    page: Page, sides: Sequence[Sequence[Line]], strip: tuple[float, float], zone: tuple[float, float]
) -> bool:
    """Whether the two sides are columns of a page and not of a table."""
    lo, hi = strip
    rules = [r for r in page.rules if r.horizontal and zone[0] < r.y0 < zone[1]]
    if any(r.x0 < lo - 2 and r.x1 > hi + 2 for r in rules):
        return False
    extents = [(min(ln.x0 for ln in side), max(ln.x1 for ln in side)) for side in sides]
    widths = sorted(b - a for a, b in extents)
    if widths[0] < ALIKE * widths[1]:
        return False
    for side, (x0, x1) in zip(sides, extents, strict=True):
        full = sum(1 for ln in side if ln.x1 - ln.x0 > FULL * (x1 - x0) and _is_text(ln))
        wide = sum(1 for r in rules if r.x0 >= x0 - 8 and r.x1 <= x1 + 8 and r.x1 - r.x0 > FULL * (x1 - x0))
        if full < MIN_FULL and wide < MIN_RULES:
            return False
    return True


def _is_text(line: Line) -> bool:
    """Whether a line holds several words, or a run of ideographs."""
    text = line.words[0].text
    return len(line.words) > 3 or (len(text) > 12 and text.isalpha())
