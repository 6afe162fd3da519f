"""Where a recognised piece of text holds the text of several cells, and where two pieces are one line.

The rules are those that a text layer's lines are cut by (`quire.read.pdf.line_breaks`), on blanks measured in the picture.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence
from typing import TYPE_CHECKING

from quire.read.ocr_engine import Reading
from quire.read.pdf.spacing_thresholds import SPACING
from quire.read.scan.ink_mask import blank_runs, bounding_box, split_polygon
from quire.text import is_cjk

if TYPE_CHECKING:
    from quire.read.scan.ink_mask import Mask

_SPACE = 0.16  # em: the narrowest blank between words
_FIGURES = 0.75  # em between two figures: two cells
_PUNCTUATION = 0.55  # em of blank that full-width punctuation has on one side
_CLOSING, _OPENING = "，。；：、）】》”！？」』", "（【《“「『"
_MARKER = re.compile(
    r"(?:[(（\[]?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4}|[一二三四五六七八九十]{1,3})[)）\].．、:：]{1,2}|\d{1,2}(?:[.．]\d{1,2}){1,3}"
    r"|第.{1,4}[章节條条篇]|[①-⑳•●■□◆▪➢✓√○·–-])$"
)
_MARKED = 2.5  # em between a list's marker, or a heading's number, and its text
_JOIN = 0.75  # em between two pieces of one line: the detector parts text at wide word spaces


def split_into_cells(reading: Reading, clear: Mask, size: float) -> list[Reading]:
    """The reading, or its parts where blanks are too wide for the space between two words.

    Args:
        reading: on the upright page, in pixels.
        clear: the page's ink without rules.
        size: of its type, pixels.
    """
    x0, y0, x1, y1 = bounding_box(reading.polygon)
    if len(reading.spots) != len(reading.text) or x1 - x0 < 2.0 * size:
        return [reading]
    core = 0.15 * (y1 - y0)
    part = clear[max(0, int(y0 + core)) : int(y1 - core) + 1, max(0, int(x0)) : int(x1) + 1]
    gaps = [((a + b) / 2.0 / (x1 - x0), (b - a) / size) for a, b in blank_runs(part) if b - a >= _SPACE * size]
    if not any(wide >= _FIGURES for _, wide in gaps):
        return [reading]
    narrow = [wide for _, wide in gaps if wide <= SPACING.line_gap]
    usual = max(0.25, statistics.median(narrow)) if narrow else 0.3
    places = [
        (at, share)
        for share, wide in gaps
        if (at := _boundary(reading, share)) and _parts(reading.text, at, wide, usual)
    ]
    return _split(reading, places) if places else [reading]


def is_one_line(last: str, text: str, gap: float) -> bool:
    """Whether two neighbouring pieces of text with so many em between them are one line."""
    if _MARKER.match(last) and not text[0].isdigit():
        return gap <= _MARKED
    if _is_figure(last) or _is_figure(text):
        return False
    return gap - _padding(last[-1], text[0]) <= _JOIN


def _boundary(reading: Reading, share: float) -> int:
    """Index of the first character behind a place, spaces left out; 0 when it lies before or behind the text."""
    at = sum(spot < share for spot, letter in zip(reading.spots, reading.text, strict=True))
    return at if 0 < at < len(reading.text) else 0


def _parts(text: str, at: int, wide: float, usual: float) -> bool:
    """Whether a blank parts two cells."""
    before, after = text[:at].rstrip(), text[at:].lstrip()
    if not before or not after or _MARKER.match(before):
        return False
    a, b = before[-1], after[0]
    if a.isdigit() and (b.isdigit() or b in "(-–—"):
        return wide >= _FIGURES
    net = wide - _padding(a, b)
    if is_cjk(ord(a)) and is_cjk(ord(b)):
        return net > max(SPACING.line_gap_cjk, SPACING.line_gap_ratio * usual)
    return net > SPACING.line_gap and (net > SPACING.line_gap_certain or net > SPACING.line_gap_ratio * usual)


def _padding(before: str, after: str) -> float:
    """The blank that belongs to full-width punctuation, em."""
    return _PUNCTUATION * ((before in _CLOSING) + (after in _OPENING))


def _split(reading: Reading, places: Sequence[tuple[int, float]]) -> list[Reading]:
    """The reading cut before the characters at `places`, each with its share of the width."""
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
        spots = tuple(
            min(1.0, max(0.0, (x0 + spot * (x1 - x0) - left) / max(right - left, 1.0)))
            for spot in reading.spots[first:end]
        )
        found.append(Reading(reading.text[first:end], polygon, reading.confidence, spots))
    return found


def _is_figure(text: str) -> bool:
    """Whether a piece is a number of a table: figures that stand apart are cells of their own."""
    return sum(c.isdigit() for c in text) >= 3 and not any(c.isalpha() for c in text)
