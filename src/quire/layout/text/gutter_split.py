"""Lines that run over a narrow gutter, split where the next column starts.

A reader joins words to a line when the gap is not much wider than the word spaces; in justified
type a gutter can be narrower than those. A gutter is detected by other lines that start exactly there, again and
again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from quire.model.page import Line

# Points within which left edges count as one.
_EDGE = 0.8
# Lines of a page that must start at a gutter.
_STARTS = 3
# Of neighbouring lines: those that run over the gutter with a word that starts there, those that
# start there themselves, and both together.
_CROSSINGS, _BESIDE, _RUN = 2, 2, 5
# No gutter is in these outer shares of the text's width; a line over it reaches so far to either side, points.
_OUTER, _BEFORE, _AFTER = 0.15, 20.0, 10.0
# The gap before that word, in type sizes.
_GAP = 0.45


def split_at_gutters(lines: Sequence[Line]) -> list[Line]:
    """The lines of a page in the order given; those that run over a gutter are split in two."""
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
    return [x for x in edges if left + _OUTER * (right - left) < x < right - _OUTER * (right - left)]


def _cut(lines: list[Line], x: float) -> list[Line]:
    """The lines, split at `x` where neighbouring lines start there and nothing else runs over it."""
    events: list[tuple[float, int, int]] = []  # baseline, index, word; word 0: starts there, -1: runs over it
    for index, line in enumerate(lines):
        if abs(line.x0 - x) <= _EDGE:
            events.append((line.baseline, index, 0))
        elif line.x0 < x - _BEFORE and line.x1 > x + _AFTER:
            events.append((line.baseline, index, _word_at(line, x) or -1))
    events.sort()
    places: dict[int, int] = {}
    run: list[tuple[int, int]] = []
    for _, index, word in [*events, (0.0, -1, -1)]:
        if word >= 0:
            run.append((index, word))
            continue
        cuts = [(i, w) for i, w in run if w]
        if len(cuts) >= _CROSSINGS and len(run) - len(cuts) >= _BESIDE and len(run) >= _RUN:
            places.update(cuts)
        run = []
    if not places:
        return lines
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
