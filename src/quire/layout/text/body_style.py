"""The style of most of a document's text, against which headings are judged, and the line pitches of its paragraphs.

White between rows parts paragraphs where it is more than a pitch. A page tells it badly: a column of two rows has one
pitch only, and rows with letters of another font are further apart than others.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from quire.layout.rounding import half_points
from quire.model.page import Line, Style

# Share of text in proportional fonts from which it is the prose of a document full of program text; below it the
# document is a typescript; the second of recognised text, of which short lines do not show their pitch; and the share
# that is enough for text that is set larger than the fixed-pitch type, by this much. A typescript's page heads are not.
_PROSE, _PROSE_READ, _LITTLE, _LARGER = 0.15, 0.2, 0.015, 1.1
# Points by which type sizes of the text may differ.
_ONE_SIZE = 0.5


class BodyStyle(NamedTuple):
    """The style of most of the document's text."""

    size: float
    font: str
    bold: bool
    color: int
    mono: bool = False

    def sets_off(self, style: Style) -> bool:
        """Whether a style has another colour than the text; that of recognised text, which has no font, means nothing.

        White and coloured texts of scans are mostly buttons and labels of screenshots: of five that became headings in
        40 scanned documents none was one.
        """
        return bool(style.font) and style.color != self.color


def body_style_of(styles: Mapping[Style, float]) -> BodyStyle:
    """The body style: the one with the largest weight; sizes within half a point count together."""
    if not styles:
        return BodyStyle(10.0, "", bold=False, color=0)
    styles = _prose(styles)
    sizes: defaultdict[float, float] = defaultdict(float)
    for style, weight in styles.items():
        sizes[half_points(style.size)] += weight
    size = max(sizes, key=lambda one: sizes[one])
    own = {style: weight for style, weight in styles.items() if abs(style.size - size) <= _ONE_SIZE}
    fonts: defaultdict[tuple[str, bool, int], float] = defaultdict(float)
    for style, weight in own.items():
        fonts[style.font, style.bold, style.color] += weight
    font, bold, color = max(fonts, key=lambda one: fonts[one])
    most = max(own, key=lambda one: own[one])
    return BodyStyle(most.size, font, bold, color, most.mono)


def _prose(styles: Mapping[Style, float]) -> Mapping[Style, float]:
    """The styles without fixed-pitch ones, if enough text is left."""
    varied = {style: weight for style, weight in styles.items() if not style.mono}
    known = any(style.font for style in styles)
    share = sum(varied.values(), 0.0) / sum(styles.values(), 0.0)
    if share >= (_PROSE if known else _PROSE_READ):
        return varied
    fixed = {style: weight for style, weight in styles.items() if style.mono}
    larger = known and share >= _LITTLE and _mean_size(varied) > _LARGER * _mean_size(fixed)
    return varied if larger else styles


def _mean_size(styles: Mapping[Style, float]) -> float:
    return sum([style.size * weight for style, weight in styles.items()], 0.0) / sum(styles.values(), 0.0)


# --- line pitches ------------------------------------------------------------------------------------

# Type sizes from one row to the next: at least, at most, and the steps in which they are counted.
_LEAST, _MOST, _STEPS = 0.8, 3.3, 20
# Rows of one size differ by less, points; and a row is full that ends at most so many type sizes before the next.
_ALIKE, _FULL = 0.2, 1.0
# A pitch is usual that so many pairs of rows have, and this share of those of one size.
_PAIRS, _SHARE = 3, 0.12
_ENDS = frozenset('.!?:;。！？：；…”"』」)）')

LinePitches = Mapping[float, float]
"""The largest usual pitch, in type sizes, by type size in half points."""

PitchCounts = Counter[tuple[float, int]]
"""Pairs of rows by type size, and pitch in steps."""

NO_PITCHES: LinePitches = {}


def count_pitches(pages: Iterable[Sequence[Line]]) -> PitchCounts:
    """The pitches of rows whose sentence runs on: the first is full and does not end it, the next begins inside it."""
    found: PitchCounts = Counter()
    for lines in pages:
        for a, b in pairwise(lines):
            size = a.words[0].style.size
            if size <= 0 or abs(size - b.words[0].style.size) >= _ALIKE or not _runs_on(a, b, size):
                continue
            pitch = (b.baseline - a.baseline) / size
            if _LEAST < pitch < _MOST:
                found[half_points(size), round(pitch * _STEPS)] += 1
    return found


def _runs_on(a: Line, b: Line, size: float) -> bool:
    if a.x1 < b.x1 - _FULL * size or a.x1 < b.x0 or b.x1 < a.x0:
        return False
    last, first = a.words[-1].text[-1], b.words[0].text[0]
    if last in _ENDS:
        return False
    return first.islower() or ("\u3400" <= first <= "\u9fff" and "\u3400" <= last <= "\u9fff")


def usual_pitches(counts: PitchCounts) -> LinePitches:
    """The largest pitch that is usual for each type size."""
    sizes: defaultdict[float, int] = defaultdict(int)
    near: defaultdict[tuple[float, int], int] = defaultdict(int)
    for (size, step), count in counts.items():
        sizes[size] += count
        for other in (step - 1, step, step + 1):
            near[size, other] += count
    found: dict[float, float] = {}
    for size, step in counts:
        if near[size, step] >= max(_PAIRS, _SHARE * sizes[size]):
            found[size] = max(found.get(size, 0.0), step / _STEPS)
    return found
