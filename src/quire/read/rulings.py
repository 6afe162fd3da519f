"""Ruling lines in the picture of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from quire.model.page import Rule
from quire.read.ocr import Pixels

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Mask = NDArray[np.uint8]

_LEAST_ACROSS, _LEAST_DOWN = 20.0, 14.0  # points: shorter strokes belong to letters
_THICK = 3.5  # points; thicker ones are bars of a figure
_STRAIGHT = 4.0  # points that a rule may bend or lean, beyond its thickness
_BLOCK = 12.0  # points of the neighbourhood that a pixel is compared with
_DARKER = 14  # levels by which ink is darker than its neighbourhood: pale table lines have 20
_GAP = 3.0  # points: broken and dotted lines
_SAME = 1.5  # points between two traces of one line
_MOST = 4_000


def rulings(picture: Pixels, scale: float) -> list[Rule]:
    """The horizontal and vertical lines of an upright page, in points, from top to bottom.

    Args:
        picture: of the page.
        scale: pixels to a point.
    """
    import cv2
    import numpy as np

    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.uint8)
    block = max(3, int(_BLOCK * scale) | 1)
    ink = np.asarray(
        cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, block, _DARKER), np.uint8
    )
    across = _strokes(ink, _LEAST_ACROSS * scale, scale)
    down = [(y0, x0, y1, x1) for x0, y0, x1, y1 in _strokes(np.ascontiguousarray(ink.T), _LEAST_DOWN * scale, scale)]
    found = [_rule(box, scale, grey, across=True) for box in _joined(across, scale)]
    turned = _joined([(y0, x0, y1, x1) for x0, y0, x1, y1 in down], scale)
    found += [_rule((x0, y0, x1, y1), scale, grey, across=False) for y0, x0, y1, x1 in turned]
    return sorted(found[:_MOST], key=lambda rule: (rule.y0, rule.x0))


Trace = tuple[float, float, float, float]


def _strokes(ink: Mask, least: float, scale: float) -> list[Trace]:
    """Boxes of thin horizontal strokes, in pixels."""
    import cv2
    import numpy as np

    length = max(3, int(least))
    near = cv2.dilate(ink, np.ones((3, 1), np.uint8))  # a line that leans by a pixel stays one
    kept = cv2.morphologyEx(near, cv2.MORPH_OPEN, np.ones((1, length), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(kept, connectivity=8)
    found: list[Trace] = []
    for x, y, w, h, area in stats[1:]:
        thick = area / max(1, w) - 2.0  # what the dilation added
        if thick <= _THICK * scale and h - 2 <= (_THICK + _STRAIGHT) * scale and w >= 4 * h:
            middle = y + h / 2.0
            thick = max(1.0, thick)
            found.append((float(x), middle - thick / 2.0, float(x + w), middle + thick / 2.0))
    return found


def _joined(traces: Sequence[Trace], scale: float) -> Iterator[Trace]:
    """Traces along the first axis, united where they continue each other."""
    rows: list[list[Trace]] = []
    for trace in sorted(traces, key=lambda t: (t[1] + t[3], t[0])):
        for row in reversed(rows[-12:]):
            if abs(_level(row[-1]) - _level(trace)) <= _SAME * scale:
                row.append(trace)
                break
        else:
            rows.append([trace])
    for row in rows:
        row.sort()
        x0, y0, x1, y1 = row[0]
        for trace in row[1:]:
            if trace[0] - x1 > _GAP * scale:
                yield x0, y0, x1, y1
                x0, y0, x1, y1 = trace
            else:
                longer = trace if trace[2] - trace[0] > x1 - x0 else (x0, y0, x1, y1)
                x1, y0, y1 = max(x1, trace[2]), longer[1], longer[3]
        yield x0, y0, x1, y1


def _level(trace: Trace) -> float:
    return (trace[1] + trace[3]) / 2.0


def _rule(box: Trace, scale: float, grey: Mask, *, across: bool) -> Rule:
    """A rule on its middle line, in points."""
    x0, y0, x1, y1 = box
    shade = int(grey[min(grey.shape[0] - 1, int((y0 + y1) / 2)), min(grey.shape[1] - 1, int((x0 + x1) / 2))])
    color = shade << 16 | shade << 8 | shade
    if across:
        y = (y0 + y1) / 2.0 / scale
        return Rule(x0 / scale, y, x1 / scale, y, (y1 - y0) / scale, color)
    x = (x0 + x1) / 2.0 / scale
    return Rule(x, y0 / scale, x, y1 / scale, (x1 - x0) / scale, color)
