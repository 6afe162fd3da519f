"""The line pitches inside the paragraphs of a document, by the rows that only can be of one paragraph.

White between rows parts paragraphs where it is more than that. A page tells it badly: a column of two rows has one
pitch only, and rows with letters of another font are further apart than others.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from quire.layout.rounding import half_points
from quire.model.page import Line

# Type sizes from one row to the next: at least, at most, and the steps in which they are counted.
_LEAST, _MOST, _STEPS = 0.8, 3.3, 20
# Rows of one size differ by less, points; and a row is full that ends at most so many type sizes before the next.
_ONE_SIZE, _FULL = 0.2, 1.0
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
            if size <= 0 or abs(size - b.words[0].style.size) >= _ONE_SIZE or not _runs_on(a, b, size):
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
