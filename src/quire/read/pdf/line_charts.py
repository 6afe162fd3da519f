"""Line charts: a few lines between two axes that meet in a corner.

Other vector art is detected by its number of curves and segments (`picture_areas.figure_boxes`); the lines of a plain
chart have only a few, so it is detected by its axes.
"""

from __future__ import annotations

from collections.abc import Sequence

from quire.model.geometry import Box, bounds
from quire.model.page import Rule
from quire.read.pdf.path_shapes import Shape

_CORNER = 4.0  # points between the ends of two axes that meet
_MIN_AXIS = 40.0  # points: shorter rules are not axes
_MAX_AREA = 0.6  # of the page: a larger frame is the page's own
_MIN_SEGMENTS = 2  # of a line that shows data
_MIN_WIDTH = 0.4  # of the horizontal axis, for such a line; ticks and crosses in table cells are narrower
_TICK = 14.0  # points that ticks and grid lines extend beyond the axes at most


def chart_boxes(size: tuple[float, float], shapes: Sequence[Shape], rules: Sequence[Rule]) -> list[Box]:
    """The boxes of line charts on a page of that width and height, with axes and without labels."""
    lines = [Box(*shape[:4]) for shape in shapes if shape.parts >= _MIN_SEGMENTS and not shape.filled]
    if not lines:
        return []
    found: list[Box] = []
    for axes in sorted(_axes(rules), key=lambda one: one.area, reverse=True):
        inside = [line for line in lines if axes.holds(line, _CORNER)]
        wide = max((line.width for line in inside), default=0.0) >= _MIN_WIDTH * axes.width
        if wide and axes.area <= _MAX_AREA * size[0] * size[1] and not any(other.overlap(axes) for other in found):
            found.append(_with_ticks(bounds([axes, *inside]), rules))
    return found


def _axes(rules: Sequence[Rule]) -> list[Box]:
    """The boxes between a vertical rule and a horizontal one that begins at its foot."""
    long = [rule for rule in rules if max(rule.x1 - rule.x0, rule.y1 - rule.y0) >= _MIN_AXIS]
    flat = [rule for rule in long if rule.horizontal]
    return [
        Box(up.x0, up.y0, across.x1, across.y1)
        for up in long
        if not up.horizontal
        for across in flat
        if abs(up.x0 - across.x0) <= _CORNER and abs(up.y1 - across.y1) <= _CORNER
    ]


def _with_ticks(box: Box, rules: Sequence[Rule]) -> Box:
    ticks = (Box(rule.x0, rule.y0, rule.x1, rule.y1) for rule in rules)
    return bounds([box, *(tick for tick in ticks if box.holds(tick, _TICK))])
