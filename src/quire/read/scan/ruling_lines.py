"""Ruling lines in the image of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from quire.model.page import Rule
from quire.read.ocr_engine import Polygon
from quire.read.scan.connected_parts import connected_parts
from quire.read.scan.ink_mask import bounding_box

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from quire.read.scan.ink_mask import Mask

_MIN_ACROSS, _MIN_DOWN = 20.0, 12.0  # points: shorter strokes belong to letters
_MAX_WIDTH = 3.5  # points; thicker lines are bars of a figure
_LEAN = 0.012  # of its length, by which a line may lean or bend on a straightened page; arcs bend more
_MIN_LEAN = 2.5  # pixels that are always allowed
_GAP = 3.0  # points, in broken and dotted lines
_SAME_LINE = 1.5  # points between two traces of one line
_RECENT = 12  # rows of traces that a new one is compared with
_MAX_RULES = 4_000  # of a page
_TEXT_EDGE = 0.22  # of the height of a text box: a stroke farther inside belongs to the text
_TEXT_SHARE = 0.6  # of a stroke inside text: it belongs to the text
_LETTER_HEIGHT = 1.2  # times the height of a text box: no stroke of a letter is longer
_TOUCH = 3.0  # points between lines that meet
_MIN_FRAME = 60.0  # points: the longest of the lines that meet; otherwise it is a code, a seal, a drawing
_MIN_ALONE = 40.0  # points: a vertical line that meets no other
_DILATED = 2.0  # pixels by which dilation makes a stroke thicker


def ruling_lines(ink: Mask, places: Sequence[Polygon], scale: float) -> list[Rule]:
    """The horizontal and vertical lines of an upright page, in points, from top to bottom.

    Args:
        ink: of the page.
        places: of its text, in pixels; strokes inside text are not rules.
        scale: pixels per point.
    """
    import cv2
    import numpy as np

    across = [_rule(t, scale) for t in _joined(_strokes(ink, _MIN_ACROSS * scale, scale), scale)]
    turned = _joined(_strokes(np.asarray(cv2.transpose(ink), np.uint8), _MIN_DOWN * scale, scale), scale)
    down = [_turned(_rule(t, scale)) for t in turned]
    boxes = [tuple(side / scale for side in bounding_box(place)) for place in places]
    found = _outside_text(np.array(boxes, float).reshape(-1, 4), across, down)
    return sorted(_without_drawings(found)[:_MAX_RULES], key=lambda rule: (rule.y0, rule.x0))


Trace = tuple[float, float, float, float]
"""The box of a stroke, pixels."""


def _strokes(ink: Mask, least: float, scale: float) -> list[Trace]:
    """Boxes of thin horizontal strokes, in pixels."""
    import cv2
    import numpy as np

    length = max(3, int(least))
    near = cv2.dilate(ink, np.ones((3, 1), np.uint8))  # a line that leans by a pixel stays one
    kept = cv2.morphologyEx(near, cv2.MORPH_OPEN, np.ones((1, length), np.uint8))
    _, stats, _ = connected_parts(kept)
    found: list[Trace] = []
    for x, y, w, h, area in stats[1:].tolist():
        thick = area / max(1, w) - _DILATED
        lean = h - _DILATED - thick
        if thick <= _MAX_WIDTH * scale and lean <= _MIN_LEAN + _LEAN * w:
            middle = y + h / 2.0
            thick = max(1.0, thick)
            found.append((float(x), middle - thick / 2.0, float(x + w), middle + thick / 2.0))
    return found


def _joined(traces: Sequence[Trace], scale: float) -> Iterator[Trace]:
    """Traces along the first axis, joined where they continue each other."""
    rows: list[list[Trace]] = []
    for trace in sorted(traces, key=lambda t: (t[1] + t[3], t[0])):
        for row in reversed(rows[-_RECENT:]):
            if abs(_level(row[-1]) - _level(trace)) <= _SAME_LINE * scale:
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


def _rule(trace: Trace, scale: float) -> Rule:
    """A horizontal rule on its middle line, in points; black, because the grey of a scan does not tell the colour."""
    x0, y0, x1, y1 = (round(side / scale, 2) for side in trace)
    y = round((y0 + y1) / 2.0, 2)
    return Rule(x0, y, x1, y, round(max(y1 - y0, 0.1), 2), 0)


def _turned(rule: Rule) -> Rule:
    return Rule(rule.y0, rule.x0, rule.y1, rule.x1, rule.width, rule.color)


def _outside_text(boxes: NDArray[np.float64], across: Sequence[Rule], down: Sequence[Rule]) -> list[Rule]:
    """The lines that are not strokes of letters."""
    import numpy as np

    if not len(boxes):
        return [*across, *down]
    x0, y0, x1, y1 = boxes.T
    slack = _TEXT_EDGE * np.minimum(x1 - x0, y1 - y0)
    kept: list[Rule] = []
    for rule in across:
        inside = (y0 + slack < rule.y0) & (rule.y0 < y1 - slack)
        covered = np.clip(np.minimum(x1, rule.x1) - np.maximum(x0, rule.x0), 0.0, None)[inside].sum()
        if covered < _TEXT_SHARE * (rule.x1 - rule.x0):
            kept.append(rule)
    for rule in down:
        edge = np.where(
            rule.y1 - rule.y0 <= _LETTER_HEIGHT * (y1 - y0), 0.0, slack
        )  # a letter can be at the end of its text
        inside = (x0 + edge < rule.x0) & (rule.x0 < x1 - edge)
        covered = np.clip(np.minimum(y1, rule.y1) - np.maximum(y0, rule.y0), 0.0, None)[inside].sum()
        if covered < _TEXT_SHARE * (rule.y1 - rule.y0):
            kept.append(rule)
    return kept


def _without_drawings(rules: Sequence[Rule]) -> list[Rule]:
    """The lines without small drawings: lines that meet only short ones, short vertical lines that meet none."""
    groups: dict[int, list[int]] = {}
    for i, owner in enumerate(_groups(rules)):
        groups.setdefault(owner, []).append(i)
    kept: list[Rule] = []
    for group in groups.values():
        alone = rules[group[0]] if len(group) == 1 else None
        longest = max(_length(rules[i]) for i in group)
        if longest >= (_MIN_FRAME if alone is None else 0.0 if alone.horizontal else _MIN_ALONE):
            kept.extend(rules[i] for i in group)
    return kept


def _groups(rules: Sequence[Rule]) -> list[int]:
    """A representative for each line, the same for all lines that are joined."""
    owner = list(range(len(rules)))

    def root(i: int) -> int:
        while owner[i] != i:
            owner[i] = owner[owner[i]]
            i = owner[i]
        return i

    flat = [i for i, rule in enumerate(rules) if rule.horizontal]
    for k, bar in enumerate(rules):
        if not bar.horizontal:
            for i in flat:
                if _meet(rules[i], bar):
                    owner[root(i)] = root(k)
    return [root(i) for i in range(len(rules))]


def _meet(rule: Rule, bar: Rule) -> bool:
    level = bar.y0 - _TOUCH <= rule.y0 <= bar.y1 + _TOUCH
    return level and rule.x0 - _TOUCH <= bar.x0 <= rule.x1 + _TOUCH


def _length(rule: Rule) -> float:
    return max(rule.x1 - rule.x0, rule.y1 - rule.y0)
