"""Drawn bullets: browsers and slide programs print list markers as discs, circles and squares instead of text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from quire.model.page import DRAWN, Fill, Line, Word
from quire.read.pdf.path_shapes import Shape
from quire.read.pdf.raw_page import PlacedImage
from quire.text import is_rtl

DISC, CIRCLE, SQUARE = "•◦▪"
"""The characters for drawn bullets."""

_MIN_SIDE, _MAX_SIDE = 1.2, 12.0  # points: the sides of a bullet
_ROUND = 0.15  # its sides differ by less than this share
_ROUND_PARTS = 4  # pieces of an outline that may be a circle: four curves
_MIN_EM, _MAX_EM = 0.15, 0.75  # em: the sides of a bullet relative to the type of its line
_MIDDLE_LOW, _MIDDLE_HIGH = 0.12, 0.62  # em: the height of its middle above the baseline
_MIN_GAP, _MAX_GAP = 0.15, 2.6  # em between a bullet and its text
_FREE = 1.0  # em to the left of a bullet without text
_ALIGNED = 1.0  # points between the left edges of the bullets of one list
_NESTED = 3.2  # em: a single bullet belongs to a nested list if another bullet is so near above or below
_USUAL_SIDE = 0.3  # em of a bullet
_SIDE_RATIO = 0.6  # the sides of bullets of nested lists differ by less than this factor
_MIN_LETTERS = 2  # of the text behind a bullet
_MAX_HEIGHT = 40.0  # points from the middle of a bullet to the baseline
_ROUNDING = 0.01  # points: sums of floating point numbers differ by less
_MAX_MARKS = 300  # on a page: more are the points of a chart


class _Mark(NamedTuple):
    """A shape that may be a bullet."""

    x0: float
    y0: float
    x1: float
    y1: float
    sign: str
    kind: tuple[int, ...]  # marks of one list have the same colour, or are images of one size

    @property
    def y(self) -> float:
        return (self.y0 + self.y1) / 2.0

    def mirrored(self) -> _Mark:
        return self._replace(x0=-self.x1, x1=-self.x0)


def with_bullets(
    lines: tuple[Line, ...], shapes: Sequence[Shape], fills: Sequence[Fill], images: Sequence[PlacedImage]
) -> tuple[Line, ...]:
    """The lines of a page with their drawn bullets as first words, in the font `DRAWN`.

    A bullet is small, about as wide as high, at mid-height of small letters, left of a line of words with no text
    before it, and there is one like it above or below.
    """
    marks = [*_discs(shapes), *_squares(fills), *_pictures(images)]
    if not marks or len(marks) > _MAX_MARKS:
        return lines
    leftward = any(map(_runs_leftward, lines))
    marked = _with_marks(lines, marks, leftward=False)
    return _with_marks(marked, marks, leftward=True) if leftward else marked


def _with_marks(lines: tuple[Line, ...], marks: Sequence[_Mark], *, leftward: bool) -> tuple[Line, ...]:
    """The lines with their bullets; `leftward` for those in right-to-left writing, with bullets at the right."""
    seen = [line._replace(x0=-line.x1, x1=-line.x0) for line in lines] if leftward else lines
    found = _matched([mark.mirrored() for mark in marks] if leftward else marks, seen)
    found = {i: mark for i, mark in found.items() if _runs_leftward(lines[i]) is leftward}
    kept = _kept(found)
    if not kept:
        return lines
    return tuple(
        _marked(line, found[i].mirrored() if leftward else found[i]) if i in kept else line
        for i, line in enumerate(lines)
    )


def _runs_leftward(line: Line) -> bool:
    """Whether a line reads from the right."""
    text = line.words[0].text
    return not text.isascii() and any(map(is_rtl, map(ord, text)))


def _discs(shapes: Iterable[Shape]) -> list[_Mark]:
    return [
        _Mark(s.x0, s.y0, s.x1, s.y1, DISC if s.filled else CIRCLE, ())
        for s in shapes
        if s.parts >= _ROUND_PARTS and _is_small(s.x1 - s.x0, s.y1 - s.y0)
    ]


def _squares(fills: Iterable[Fill]) -> list[_Mark]:
    return [
        _Mark(x0, y0, x1, y1, SQUARE, (color,))
        for x0, y0, x1, y1, color in fills
        if x1 - x0 <= _MAX_SIDE and _is_small(x1 - x0, y1 - y0)
    ]


def _pictures(images: Iterable[PlacedImage]) -> list[_Mark]:
    return [
        _Mark(i.x0, i.y0, i.x1, i.y1, DISC, (i.width, i.height)) for i in images if _is_small(i.x1 - i.x0, i.y1 - i.y0)
    ]


def _is_small(width: float, height: float) -> bool:
    wide = max(width, height)
    return _MIN_SIDE <= wide <= _MAX_SIDE and abs(width - height) <= _ROUND * wide


def _matched(marks: Sequence[_Mark], lines: Sequence[Line]) -> dict[int, _Mark]:
    """The mark before each line, by the line's index."""
    order = sorted((i for i, line in enumerate(lines) if not line.angle), key=lambda i: lines[i].baseline)
    heights = [lines[i].baseline for i in order]
    reach = min(_MAX_HEIGHT, _MIDDLE_HIGH * max((lines[i].words[0].style.size for i in order), default=0.0))
    found: dict[int, _Mark] = {}
    for mark in marks:
        row = order[bisect_left(heights, mark.y) : bisect_right(heights, mark.y + reach + _ROUNDING)]
        row = [i for i in row if _is_level(mark, lines[i])]
        behind = [i for i in row if lines[i].x0 > mark.x0]
        if not behind:
            continue
        nearest = min(behind, key=lambda i: lines[i].x0)
        free = mark.x0 - _FREE * lines[nearest].words[0].style.size
        if any(lines[i].x0 < mark.x1 and lines[i].x1 > free for i in row):
            continue
        if nearest not in found and _belongs(mark, lines[nearest]):
            found[nearest] = mark
    return found


def _is_level(mark: _Mark, line: Line) -> bool:
    size = line.words[0].style.size
    return _MIDDLE_LOW * size <= line.baseline - mark.y <= _MIDDLE_HIGH * size


def _belongs(mark: _Mark, line: Line) -> bool:
    """Whether a mark has the size of a bullet and its distance to a line of words."""
    size = line.words[0].style.size
    wide = max(mark.x1 - mark.x0, mark.y1 - mark.y0)
    if not (_MIN_EM * size <= wide <= _MAX_EM * size and _MIN_GAP * size <= line.x0 - mark.x1 <= _MAX_GAP * size):
        return False
    return sum(char.isalpha() for word in line.words for char in word.text) >= _MIN_LETTERS


def _kept(found: dict[int, _Mark]) -> set[int]:
    """The lines whose bullets form a column, and single ones beside such a list."""
    columns: dict[tuple[object, ...], list[int]] = {}
    for i, mark in sorted(found.items(), key=lambda one: one[1].x0):
        key = next(
            (
                k
                for k in columns
                if k[0] == (mark.sign, mark.kind) and abs(found[columns[k][0]].x0 - mark.x0) < _ALIGNED
            ),
            ((mark.sign, mark.kind), i),
        )
        columns.setdefault(key, []).append(i)
    kept = {i for members in columns.values() for i in members if _is_column([found[k] for k in members])}
    sure = [found[i] for i in kept]
    lone = {i for i, mark in found.items() if i not in kept and any(_is_nested(mark, other) for other in sure)}
    return kept | lone


def _is_column(marks: Sequence[_Mark]) -> bool:
    """Whether marks are at two heights at least."""
    return max(mark.y for mark in marks) - min(mark.y for mark in marks) > marks[0].y1 - marks[0].y0


def _is_nested(mark: _Mark, other: _Mark) -> bool:
    wide = other.x1 - other.x0
    alike = _SIDE_RATIO * wide <= mark.x1 - mark.x0 <= wide / _SIDE_RATIO
    reach = _NESTED * wide / _USUAL_SIDE
    return alike and abs(mark.y - other.y) < reach and abs(mark.x0 - other.x0) < 2.0 * reach


def _marked(line: Line, mark: _Mark) -> Line:
    first = line.words[0]
    style = first.style._replace(font=DRAWN)
    bullet = Word(mark.sign, mark.x0, first.y0, mark.x1, first.y1, first.baseline, style, space=False, mcid=first.mcid)
    words = (bullet, first._replace(space=True), *line.words[1:])
    return line._replace(words=words, x0=min(mark.x0, line.x0), x1=max(mark.x1, line.x1))
