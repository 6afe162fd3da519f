"""Where a recognised piece of text holds several cells, and when two pieces are one line.

The thresholds are those of text layers (`quire.read.pdf.line_breaks`), applied to blanks measured in the picture.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence
from typing import TYPE_CHECKING

from quire.model.page import Steps
from quire.read.ocr_engine import Reading
from quire.read.pdf.spacing_thresholds import SPACING
from quire.read.scan.ink_mask import blank_runs, bounding_box, split_polygon
from quire.text import is_cjk

if TYPE_CHECKING:
    from quire.read.scan.ink_mask import Mask

_MIN_SPACE = 0.16  # em: the narrowest blank between words
_USUAL_SPACE, _LEAST_USUAL = 0.3, 0.25  # em: a normal space; the least usual one of a line
_FIGURE_GAP = 0.75  # em between two figures: two cells
_JOINED_GAP = 0.2  # em between two amounts that are none together: two cells of narrow columns
_PUNCTUATION = 0.55  # em of blank that full-width punctuation has on one side
_MIN_WIDTH = 2.0  # em of a piece that may hold several cells
_EDGE = 0.15  # of a piece's height, above and below, that may hold neighbours' ink
_MIN_DIGITS = 3  # of a number of a table
_AMOUNT = r"[(\-–—]?\d{1,3}(?:,\d{3})+[)]?"
_ENDS, _BEGINS = re.compile(rf"(?<![\d,.]){_AMOUNT}$"), re.compile(rf"{_AMOUNT}(?![\d])")
_IRREGULAR = re.compile(r",\d{3}[-–—(]?\d{1,3},")  # the separators of two amounts that were read as one
_CLOSING, _OPENING = "，。；：、）】》”！？」』", "（【《“「『"
_MARKER = re.compile(
    r"(?:[(（\[]?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4}|[一二三四五六七八九十]{1,3})[)）\].．、:：]{1,2}|\d{1,2}(?:[.．]\d{1,2}){1,3}"
    r"|第.{1,4}[章节條条篇]|[①-⑳•◦●■□◆▪➢✓√○·–-])$"
)
_BULLETS = "•◦"  # that may stand before a number
_MARKER_GAP = 2.5  # em between a list's marker, or a heading's number, and its text
_PIECE_GAP = 0.75  # em between two pieces of one line: the detector splits text at wide word spaces


def split_into_cells(reading: Reading, clear: Mask, size: float) -> list[Reading]:
    """The reading, or its parts if it has blanks too wide for a word space.

    Args:
        reading: on the upright page, in pixels.
        clear: the page's ink without rules.
        size: of its type, pixels.
    """
    x0, y0, x1, y1 = bounding_box(reading.polygon)
    if len(reading.positions) != len(reading.text) or x1 - x0 < _MIN_WIDTH * size:
        return [reading]
    core = _EDGE * (y1 - y0)
    part = clear[max(0, int(y0 + core)) : int(y1 - core) + 1, max(0, int(x0)) : int(x1) + 1]
    gaps = [((a + b) / 2.0 / (x1 - x0), (b - a) / size) for a, b in blank_runs(part) if b - a >= _MIN_SPACE * size]
    if not any(wide >= _FIGURE_GAP for _, wide in gaps) and not _IRREGULAR.search(reading.text):
        return [reading]
    narrow = [wide for _, wide in gaps if wide <= SPACING.line_gap]
    usual = max(_LEAST_USUAL, statistics.median(narrow)) if narrow else _USUAL_SPACE
    places = [
        (at, share)
        for share, wide in gaps
        if (at := _boundary(reading, share)) and _separates(reading.text, at, wide, usual)
    ]
    return _split(reading, places) if places else [reading]


def is_one_line(last: str, text: str, gap: float) -> bool:
    """Whether two neighbouring pieces with a gap of so many em are one line."""
    if _MARKER.match(last) and (last in _BULLETS or not text[0].isdigit()):
        return gap <= _MARKER_GAP
    if _is_figure(last) or _is_figure(text):
        return False
    return gap - _padding(last[-1], text[0]) <= _PIECE_GAP


def _boundary(reading: Reading, share: float) -> int:
    """Index of the first character after a position; 0 if the position is before or after the text."""
    at = sum(position < share for position, letter in zip(reading.positions, reading.text, strict=True))
    return at if 0 < at < len(reading.text) else 0


def _separates(text: str, at: int, wide: float, usual: float) -> bool:
    """Whether a blank separates two cells."""
    before, after = text[:at].rstrip(), text[at:].lstrip()
    if not before or not after or _MARKER.match(before):
        return False
    a, b = before[-1], after[0]
    if a.isdigit() and (b.isdigit() or b in "(-–—"):
        return wide >= (_JOINED_GAP if _are_amounts(before, after) else _FIGURE_GAP)
    net = wide - _padding(a, b)
    if is_cjk(ord(a)) and is_cjk(ord(b)):
        return net > max(SPACING.line_gap_cjk, SPACING.line_gap_ratio * usual)
    return net > SPACING.line_gap and (net > SPACING.line_gap_certain or net > SPACING.line_gap_ratio * usual)


def _are_amounts(before: str, after: str) -> bool:
    """Whether two texts are amounts whose separators do not go on from one to the other ("691,405" and "285,759")."""
    return bool(_ENDS.search(before) and _BEGINS.match(after))


def _padding(before: str, after: str) -> float:
    """The blank that belongs to full-width punctuation, em."""
    return _PUNCTUATION * ((before in _CLOSING) + (after in _OPENING))


def _split(reading: Reading, places: Sequence[tuple[int, float]]) -> list[Reading]:
    """The reading split before the characters at `places`, each part with its share of the width."""
    x0, _, x1, _ = bounding_box(reading.polygon)
    polygons = split_polygon(reading.polygon, [x0 + share * (x1 - x0) for _, share in places])
    if len(polygons) != len(places) + 1:
        return [reading]
    ends = [0, *(at for at, _ in places), len(reading.text)]
    found: list[Reading] = []
    for polygon, start, stop in zip(polygons, ends[:-1], ends[1:], strict=True):
        part = reading.text[start:stop]
        first, end = start + len(part) - len(part.lstrip()), stop - len(part) + len(part.rstrip())
        if first >= end:
            return [reading]
        left, _, right, _ = bounding_box(polygon)
        positions = tuple(
            min(1.0, max(0.0, (x0 + position * (x1 - x0) - left) / max(right - left, 1.0)))
            for position in reading.positions[first:end]
        )
        scores = reading.scores[first:end] if len(reading.scores) == len(reading.text) else reading.scores
        rivals = reading.rivals[first:end] if len(reading.rivals) == len(reading.text) else reading.rivals
        steps = _steps_between(reading, first, end)
        found.append(Reading(reading.text[first:end], polygon, reading.confidence, positions, scores, rivals, steps))
    return found


def _steps_between(reading: Reading, first: int, end: int) -> Steps:
    """The steps of some of the characters of a reading: to the middle between them and their neighbours."""
    middles, count = reading.positions, len(reading.steps)
    left = (middles[first - 1] + middles[first]) / 2.0 if first else 0.0
    right = (middles[end - 1] + middles[end]) / 2.0 if end < len(middles) else 1.0
    return reading.steps[round(left * count) : round(right * count)]


def _is_figure(text: str) -> bool:
    """Whether a piece is a number of a table: separate figures are cells of their own."""
    return sum(c.isdigit() for c in text) >= _MIN_DIGITS and not any(c.isalpha() for c in text)
