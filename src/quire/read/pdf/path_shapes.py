"""Paths to rules, fills and shapes; the accelerator does the same in `native/page_objects.c`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from quire.model.page import Fill, Rule
from quire.read.matrices import rounded

MAX_RULE_WIDTH = 3.0  # points: a thinner filled rectangle is a drawn line
MIN_BAND_WIDTH = 6.0  # points: a stroke so wide is a band of colour
AXIS_TOLERANCE = 0.6  # points: a segment that leaves its axis by less is horizontal or vertical
SAME_POINT_TOLERANCE = 0.005  # points between two points that count as one
MIN_SEGMENT = 0.05  # points: shorter segments are not drawn
_CORNERS = 4  # of a rectangle
_WHITE = 0xFFFFFF
_LOOK_BACK, _REPAINTED = 60, 0.6  # fills before one that it may repaint; points by which it may reach over them

Point = tuple[float, float]


class Shape(NamedTuple):
    """Vector art that is neither rule nor rectangle."""

    x0: float
    y0: float
    x1: float
    y1: float
    parts: int  # segments of its outline
    filled: bool


class Paint(NamedTuple):
    """How a path is painted; None: not at all."""

    fill: int | None
    stroke: int | None
    width: float  # of the stroke, points on the page


class Outline(NamedTuple):
    """One subpath in page coordinates."""

    points: tuple[Point, ...]
    curved: bool
    closed: bool


class DrawnPaths(NamedTuple):
    """The paths of a page, sorted."""

    rules: list[Rule]
    fills: list[Fill]
    shapes: list[Shape]


def add_outlines(drawn: DrawnPaths, outlines: Sequence[Outline], paint: Paint) -> None:
    """Sort the outlines of one path object into rules, fills and shapes."""
    for outline in outlines:
        if len(outline.points) <= 1:
            continue
        if outline.curved:
            drawn.shapes.append(_shape(outline, paint))
        elif paint.fill is not None and _is_rectangle(outline.points):
            _add_rectangle(drawn, outline, paint)
        elif paint.stroke is not None:
            _add_stroke(drawn, outline, paint)
        else:
            _add_polygon(drawn, outline, paint)


def is_same_point(a: Point, b: Point) -> bool:
    """Whether two points of an outline are the same: many writers close a rectangle twice."""
    return abs(a[0] - b[0]) < SAME_POINT_TOLERANCE and abs(a[1] - b[1]) < SAME_POINT_TOLERANCE


def is_straight(curve: Sequence[Point]) -> bool:
    """Whether a Bézier curve of four points is a line: some writers draw all lines as curves.

    Its points lie on one horizontal or vertical, or its control points are its ends.
    """
    xs, ys = [p[0] for p in curve], [p[1] for p in curve]
    if max(xs) - min(xs) < MIN_SEGMENT or max(ys) - min(ys) < MIN_SEGMENT:
        return True
    return all(is_same_point(p, curve[0]) or is_same_point(p, curve[3]) for p in curve[1:3])


def _box(points: Sequence[Point]) -> tuple[float, float, float, float]:
    xs = [p[0] for p in points]
    ys = [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def _shape(outline: Outline, paint: Paint) -> Shape:
    x0, y0, x1, y1 = _box(outline.points)
    half = paint.width / 2.0 if paint.stroke is not None else 0.0
    return Shape(
        rounded(x0 - half),
        rounded(y0 - half),
        rounded(x1 + half),
        rounded(y1 + half),
        len(outline.points) - 1,
        paint.fill is not None,
    )


def _is_rectangle(points: Sequence[Point]) -> bool:
    """Whether four or five points go round an upright rectangle."""
    count = len(points)
    if count == _CORNERS + 1:
        if abs(points[0][0] - points[4][0]) > AXIS_TOLERANCE or abs(points[0][1] - points[4][1]) > AXIS_TOLERANCE:
            return False
    elif count != _CORNERS:
        return False
    a, b, c, d = points[0], points[1], points[2], points[3]
    first_across = abs(a[1] - b[1]) < AXIS_TOLERANCE and abs(b[0] - c[0]) < AXIS_TOLERANCE
    first_across = first_across and abs(c[1] - d[1]) < AXIS_TOLERANCE and abs(d[0] - a[0]) < AXIS_TOLERANCE
    first_down = abs(a[0] - b[0]) < AXIS_TOLERANCE and abs(b[1] - c[1]) < AXIS_TOLERANCE
    first_down = first_down and abs(c[0] - d[0]) < AXIS_TOLERANCE and abs(d[1] - a[1]) < AXIS_TOLERANCE
    return first_across or first_down


def _add_rectangle(drawn: DrawnPaths, outline: Outline, paint: Paint) -> None:
    x0, y0, x1, y1 = _box(outline.points)
    color = paint.fill if paint.fill is not None else 0
    width, height = x1 - x0, y1 - y0
    if min(width, height) < MAX_RULE_WIDTH:
        if max(width, height) < MAX_RULE_WIDTH or height <= width:  # a dot of a dotted line lies flat
            drawn.rules.append(_rule(x0, (y0 + y1) / 2.0, x1, (y0 + y1) / 2.0, height, color))
        else:
            drawn.rules.append(_rule((x0 + x1) / 2.0, y0, (x0 + x1) / 2.0, y1, width, color))
        return
    drawn.fills.append(Fill(rounded(x0), rounded(y0), rounded(x1), rounded(y1), color))
    if paint.stroke is not None:
        _add_stroke(drawn, outline, paint)


def _add_stroke(drawn: DrawnPaths, outline: Outline, paint: Paint) -> None:
    """Add the straight segments of a stroked outline, or a shape if one is oblique."""
    points = outline.points
    pairs = list(pairwise(points))
    if outline.closed and points[0] != points[-1]:
        pairs.append((points[-1], points[0]))
    if any(min(abs(a[0] - b[0]), abs(a[1] - b[1])) > AXIS_TOLERANCE for a, b in pairs):
        drawn.shapes.append(_shape(outline, paint))
        return
    color = paint.stroke if paint.stroke is not None else 0
    for a, b in pairs:
        if max(abs(a[0] - b[0]), abs(a[1] - b[1])) >= MIN_SEGMENT:
            _add_segment(drawn, a, b, paint.width, color)


def _add_segment(drawn: DrawnPaths, a: Point, b: Point, width: float, color: int) -> None:
    """Add a straight segment as a rule, or as a fill if it is as wide as a band."""
    half = width / 2.0
    if abs(a[0] - b[0]) >= abs(a[1] - b[1]):
        x0, x1, y = min(a[0], b[0]), max(a[0], b[0]), (a[1] + b[1]) / 2.0
        if width >= MIN_BAND_WIDTH:
            drawn.fills.append(Fill(rounded(x0), rounded(y - half), rounded(x1), rounded(y + half), color))
        else:
            drawn.rules.append(_rule(x0, y, x1, y, width, color))
    else:
        y0, y1, x = min(a[1], b[1]), max(a[1], b[1]), (a[0] + b[0]) / 2.0
        if width >= MIN_BAND_WIDTH:
            drawn.fills.append(Fill(rounded(x - half), rounded(y0), rounded(x + half), rounded(y1), color))
        else:
            drawn.rules.append(_rule(x, y0, x, y1, width, color))


def _add_polygon(drawn: DrawnPaths, outline: Outline, paint: Paint) -> None:
    """Add a filled polygon: a rule if it is thin, a shape otherwise."""
    x0, y0, x1, y1 = _box(outline.points)
    color = paint.fill if paint.fill is not None else 0
    if min(x1 - x0, y1 - y0) < MAX_RULE_WIDTH / 2.0 and max(x1 - x0, y1 - y0) >= MAX_RULE_WIDTH:
        if x1 - x0 >= y1 - y0:
            drawn.rules.append(_rule(x0, (y0 + y1) / 2.0, x1, (y0 + y1) / 2.0, y1 - y0, color))
        else:
            drawn.rules.append(_rule((x0 + x1) / 2.0, y0, (x0 + x1) / 2.0, y1, x1 - x0, color))
        return
    drawn.shapes.append(_shape(outline, paint))


def _rule(x0: float, y0: float, x1: float, y1: float, width: float, color: int) -> Rule:  # noqa: PLR0917 - a plain row of numbers
    return Rule(rounded(x0), rounded(y0), rounded(x1), rounded(y1), rounded(width), color)


def add_clipped(drawn: DrawnPaths, piece: DrawnPaths, clip: tuple[float, float, float, float]) -> None:
    """Add the parts of `piece` inside a clip box to `drawn`.

    The clip box is the intersection of the page with the path's own clip.
    """
    x0, y0, x1, y1 = clip
    for r in piece.rules:
        if r.x1 >= x0 and r.x0 <= x1 and r.y1 >= y0 and r.y0 <= y1:
            a, b = rounded(max(r.x0, x0)), rounded(max(r.y0, y0))
            drawn.rules.append(Rule(a, b, rounded(min(r.x1, x1)), rounded(min(r.y1, y1)), r.width, r.color))
    for f in piece.fills:
        if f.x1 > x0 and f.x0 < x1 and f.y1 > y0 and f.y0 < y1:
            a, b = rounded(max(f.x0, x0)), rounded(max(f.y0, y0))
            drawn.fills.append(Fill(a, b, rounded(min(f.x1, x1)), rounded(min(f.y1, y1)), f.color))
    for s in piece.shapes:
        if s.x1 > x0 and s.x0 < x1 and s.y1 > y0 and s.y0 < y1:
            a, b = rounded(max(s.x0, x0)), rounded(max(s.y0, y0))
            drawn.shapes.append(Shape(a, b, rounded(min(s.x1, x1)), rounded(min(s.y1, y1)), s.parts, s.filled))


def without_repainted(fills: Sequence[Fill]) -> list[Fill]:
    """The fills in painting order, without those that paint a part of an earlier one in its own colour again.

    Word shades the lines of a cell once more inside the shade of the cell: nobody sees where they end. White ones stay:
    on white paper they are drawn on purpose, under texts and cells.
    """
    kept: list[Fill] = []
    for fill in fills:
        x0, y0, x1, y1, color = fill
        below = None
        if color != _WHITE:
            for other in islice(reversed(kept), _LOOK_BACK):
                left, top, right, foot, _ = other
                if x0 < right and left < x1 and y0 < foot and top < y1:
                    below = other
                    break
        if below is None or below.color != color or not _holds(below, fill):
            kept.append(fill)
    return kept


def _holds(outer: Fill, inner: Fill) -> bool:
    return (
        outer.x0 - _REPAINTED <= inner.x0
        and outer.y0 - _REPAINTED <= inner.y0
        and inner.x1 <= outer.x1 + _REPAINTED
        and inner.y1 <= outer.y1 + _REPAINTED
    )
