"""Lines that run over a narrow gutter, parted where the next column starts.

A reader joins words to a line when the gap is not much wider than the word spaces; in justified
type a gutter can be narrower than those. What tells the gutter is that other lines start exactly
there, again and again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from quire.model.page import Line

# Points within which left edges count as one.
_EDGE = 0.8
# Lines that must start at a gutter, and lines that run over it with a word that starts there.
_STARTS, _CROSSINGS = 3, 3
# The share of all crossing lines near by that have a word that starts at the gutter.
_SHARE = 0.75
# The gap before that word, in type sizes.
_GAP = 0.45


def parted(lines: Sequence[Line]) -> list[Line]:
    """The lines of a page, those that run over a gutter cut in two; in the order given."""
    if len(lines) < 2 * _STARTS:
        return list(lines)
    result = list(lines)
    for x in _edges(lines):
        result = _cut(result, x)
    return result


def _edges(lines: Sequence[Line]) -> list[float]:
    """Left edges that several lines share, apart from the leftmost, that others run over."""
    starts = sorted(line.x0 for line in lines)
    edges: list[float] = []
    index = 0
    while index < len(starts):
        end = bisect_left(starts, starts[index] + 2 * _EDGE)
        if end - index >= _STARTS:
            edges.append(starts[(index + end) // 2])
        index = max(end, index + 1)
    left, right = starts[0], max(line.x1 for line in lines)
    return [x for x in edges if left + 0.15 * (right - left) < x < right - 0.15 * (right - left)]


def _cut(lines: list[Line], x: float) -> list[Line]:
    at = [line for line in lines if abs(line.x0 - x) <= _EDGE]
    if len(at) < _STARTS:
        return lines
    top, bottom = min(line.y0 for line in at), max(line.y1 for line in at)
    reach = 3 * (bottom - top) / len(at) + 60
    crossing = [
        (index, _word_at(line, x))
        for index, line in enumerate(lines)
        if line.x0 < x - 20 and line.x1 > x + 20 and top - reach < line.baseline < bottom + reach
    ]
    hits = [(index, word) for index, word in crossing if word > 0]
    if len(hits) < _CROSSINGS or len(hits) < _SHARE * len(crossing):
        return lines
    places = dict(hits)
    result: list[Line] = []
    for index, line in enumerate(lines):
        if index in places:
            result += _halves(line, places[index])
        else:
            result.append(line)
    return result


def _word_at(line: Line, x: float) -> int:
    """The index of the word that starts at `x` behind a gap; 0 when there is none."""
    words = line.words
    index = bisect_left(words, x - _EDGE, key=lambda word: word.x0)
    if not 0 < index < len(words) or words[index].x0 > x + _EDGE:
        return 0
    wide = words[index].x0 - words[index - 1].x1 >= _GAP * words[index].style.size
    return index if wide and words[index].space else 0


def _halves(line: Line, index: int) -> list[Line]:
    left, right = line.words[:index], line.words[index:]
    right = (right[0]._replace(space=False), *right[1:])
    return [
        line._replace(words=left, x1=left[-1].x1),
        line._replace(words=right, x0=right[0].x0),
    ]
