"""Drawn marks: small art in front of lines, which may be list markers that a program draws instead of writing.

Browsers and slide programs print discs, arrows, ticks, boxes and small pictures. A page alone does not show whether
such a mark begins an item; `quire.layout.text.drawn_markers` decides that over the document.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from quire.model.geometry import Box
from quire.model.page import Fill, Line, Mark, Rule
from quire.read.pdf.path_shapes import DrawnPaths, Shape
from quire.read.pdf.raw_page import PlacedImage
from quire.text import is_rtl

DISC, CIRCLE, SQUARE, BOX, TICKED = "•◦▪☐☑"
"""The characters for drawn marks: DISC for any that is no circle, square or box to tick."""

_MIN_SIDE, _MAX_SIDE = 1.2, 24.0  # points: the longer side of a mark
_LONGEST_RULE = 12.0  # points: a dash, or the side of a box; longer ones are pieces of tables
_ROUND = 0.15  # the sides of a disc, circle or square differ by less than this share
_ROUND_PARTS = 4  # pieces of an outline that may be a circle: four curves
_BOX_SIDES = 4  # rules around a box
_MIN_EM, _MAX_EM = 0.15, 1.6  # em: the longer side of a mark relative to the type of its line
_PLAIN_EM, _PLAIN_LOW, _PLAIN_HIGH = 0.75, 0.12, 0.62  # em: the same of plain bullets, and the heights of their middles
_UPRIGHT = 2.0  # times as high as wide: a bar beside a text is no mark
_MIDDLE_LOW, _MIDDLE_HIGH = -0.1, 0.8  # em: the height of its middle above the baseline
_LETTERS = 0.35  # em: the height of the middle of letters above the baseline
_MIN_GAP, _MAX_GAP = 0.1, 2.6  # em between a mark and its text
_REACH = 4.0  # em in front of a line in which pieces are looked for
_TOUCH = 1.0  # points between the pieces of one mark
_FREE = 1.0  # em to the left of a mark without text
_MIN_LETTERS = 2  # of the text behind a mark
_ROUNDING = 0.01  # points: sums of floating point numbers differ by less
_MOST_PIECES = 1500  # on a page: more are the points of a chart
_IN_FRONT = 0.7  # share of the pieces of one look on a page that stand in front of lines, if they are marks
_PLAIN = (DISC, CIRCLE, SQUARE, "image")  # the kinds of single pieces that are bullets


class _Look(NamedTuple):
    """What pieces of marks of one list have in common."""

    kind: str
    width: int
    height: int
    detail: int  # the colour, or the pixels of an image


class _Piece(NamedTuple):
    """One small drawing; the sides of its box."""

    x0: float
    y0: float
    x1: float
    y1: float
    look: _Look

    def mirrored(self) -> _Piece:
        return self._replace(x0=-self.x1, x1=-self.x0)


def marks_of(lines: Sequence[Line], drawn: DrawnPaths, images: Sequence[PlacedImage]) -> tuple[Mark, ...]:
    """The marks in front of the lines of a page: small art at the height of the letters with no text before it.

    Pieces that also stand elsewhere on the page, as the points of charts do, are none.
    """
    pieces = [*_shapes(drawn.shapes), *_fills(drawn.fills), *_rules(drawn.rules), *_pictures(images)]
    if not pieces or len(pieces) > _MOST_PIECES:
        return ()
    before: Counter[_Look] = Counter()
    found = _in_front(pieces, lines, before, leftward=False)
    if any(map(_runs_leftward, lines)):  # their markers are at the right
        mirrored = [line._replace(x0=-line.x1, x1=-line.x0) for line in lines]
        turned = _in_front([piece.mirrored() for piece in pieces], mirrored, before, leftward=True)
        found |= {i: [piece.mirrored() for piece in group] for i, group in turned.items()}
    every = Counter(piece.look for piece in pieces)
    return tuple(
        _mark(i, group, lines[i])
        for i, group in sorted(found.items())
        if all(before[piece.look] >= _IN_FRONT * every[piece.look] for piece in group)
    )


def _runs_leftward(line: Line) -> bool:
    """Whether a line reads from the right."""
    text = line.words[0].text
    return not text.isascii() and any(map(is_rtl, map(ord, text)))


# --- pieces ------------------------------------------------------------------------------------------


def _shapes(shapes: Iterable[Shape]) -> Iterator[_Piece]:
    for s in shapes:
        if s.parts > 0 and _is_small(s.x1 - s.x0, s.y1 - s.y0):
            round_ = s.parts >= _ROUND_PARTS and _is_even(s.x1 - s.x0, s.y1 - s.y0)
            kind = (DISC if s.filled else CIRCLE) if round_ else "shape"
            yield _Piece(*s[:4], _look(kind, s.x1 - s.x0, s.y1 - s.y0, s.parts))


def _fills(fills: Iterable[Fill]) -> Iterator[_Piece]:
    for x0, y0, x1, y1, color in fills:
        if _is_small(x1 - x0, y1 - y0):
            yield _Piece(
                x0, y0, x1, y1, _look(SQUARE if _is_even(x1 - x0, y1 - y0) else "fill", x1 - x0, y1 - y0, color)
            )


def _rules(rules: Iterable[Rule]) -> Iterator[_Piece]:
    for left, top, right, foot, width, color in rules:
        if right - left > _LONGEST_RULE or foot - top > _LONGEST_RULE:
            continue
        across, down = (0.0, width / 2) if right - left >= foot - top else (width / 2, 0.0)
        x0, y0, x1, y1 = left - across, top - down, right + across, foot + down
        if _is_small(x1 - x0, y1 - y0):
            kind = SQUARE if _is_even(x1 - x0, y1 - y0) else "rule"
            yield _Piece(x0, y0, x1, y1, _look(kind, x1 - x0, y1 - y0, color))


def _pictures(images: Iterable[PlacedImage]) -> Iterator[_Piece]:
    for i in images:
        if _is_small(i.x1 - i.x0, i.y1 - i.y0):
            yield _Piece(i.x0, i.y0, i.x1, i.y1, _look("image", i.x1 - i.x0, i.y1 - i.y0, i.width << 16 | i.height))


def _is_small(width: float, height: float) -> bool:
    return _MIN_SIDE <= max(width, height) <= _MAX_SIDE


def _is_even(width: float, height: float) -> bool:
    return abs(width - height) <= _ROUND * max(width, height)


def _look(kind: str, width: float, height: float, detail: int) -> _Look:
    return _Look(kind, int(width + 0.37), int(height + 0.37), detail)  # sizes of drawings are rarely at .63


# --- in front of lines -------------------------------------------------------------------------------


def _in_front(
    pieces: Sequence[_Piece], lines: Sequence[Line], before: Counter[_Look], *, leftward: bool
) -> dict[int, list[_Piece]]:
    """The pieces of the mark in front of each line that reads in this direction, by the line's index.

    All pieces in front of these lines are counted in `before`.
    """
    order = sorted((line.baseline, i, *_heights(line)) for i, line in enumerate(lines) if not line.angle)
    baselines = [one[0] for one in order]
    largest = max((line.words[0].style.size for line in lines if not line.angle), default=0.0)

    @cache
    def beside(y: float) -> list[int]:
        """The lines whose letters are about at a height, which many pieces have in common."""
        reach = (_MAX_EM + _MIDDLE_HIGH) * largest
        row = order[bisect_left(baselines, y - reach) : bisect_right(baselines, y + reach + _ROUNDING)]
        return [i for baseline, i, low, high in row if low <= baseline - y <= high]

    groups: dict[int, list[_Piece]] = {}
    for piece in pieces:
        y = (piece.y0 + piece.y1) / 2
        behind = [i for i in beside(y) if 0.0 <= lines[i].x0 - piece.x1 <= _REACH * largest]
        nearest = _nearest(behind, y, lines) if behind else -1
        if behind and _runs_leftward(lines[nearest]) is leftward:
            groups.setdefault(nearest, []).append(piece)
            before[piece.look] += 1
    found: dict[int, list[_Piece]] = {}
    for i, group in groups.items():
        mark, line = _nearest_mark(group), lines[i]
        outer = _outer_bullet(group, mark, line)
        if outer:
            mark, line = outer, line._replace(x0=_box(mark).x0)
        if _is_mark(mark, line) and _is_free(mark, lines, beside):
            found[i] = mark
    return found


def _outer_bullet(group: Sequence[_Piece], mark: Sequence[_Piece], line: Line) -> list[_Piece]:
    """The bullet in front of a mark that is a sign at the beginning of an item, as a drawn emoji; empty without one."""
    edge = _box(mark).x0
    outer = [] if _is_plain(mark, line) else _nearest_mark([piece for piece in group if piece.x1 < edge - _TOUCH])
    return outer if outer and _is_plain(outer, line) else []


def _is_free(mark: Sequence[_Piece], lines: Sequence[Line], beside: Callable[[float], list[int]]) -> bool:
    """Whether no text is right before a mark."""
    box = _box(mark)
    level = beside((box.y0 + box.y1) / 2)
    return not any(lines[i].x0 < box.x1 and lines[i].x1 > box.x0 - _FREE * lines[i].words[0].style.size for i in level)


def _nearest(behind: Sequence[int], y: float, lines: Sequence[Line]) -> int:
    """The first of the lines on the row whose letters are nearest to a height."""
    heights = {i: lines[i].baseline - _LETTERS * lines[i].words[0].style.size for i in behind}
    row = heights[min(behind, key=lambda i: abs(heights[i] - y))]
    return min(
        (i for i in behind if abs(heights[i] - row) < _LETTERS * lines[i].words[0].style.size),
        key=lambda i: lines[i].x0,
    )


def _heights(line: Line) -> tuple[float, float]:
    """The heights above the baseline of a line between which its letters are, about."""
    size = line.words[0].style.size
    return _MIDDLE_LOW * size - 0.5 * size, _MIDDLE_HIGH * size + 0.5 * size


def _nearest_mark(group: Sequence[_Piece]) -> list[_Piece]:
    """The pieces of a group that touch each other, from the nearest to the line on."""
    found: list[_Piece] = []
    left = math.inf
    for piece in sorted(group, key=lambda one: one.x1, reverse=True):
        if found and piece.x1 < left - _TOUCH:
            break
        found.append(piece)
        left = min(left, piece.x0)
    return found


def _is_mark(group: Sequence[_Piece], line: Line) -> bool:
    """Whether pieces together have the size of a mark, and its place in front of a line of words."""
    box, size = _box(group), line.words[0].style.size
    wide = max(box.width, box.height)
    if not (_MIN_EM * size <= wide <= _MAX_EM * size and _MIN_GAP * size <= line.x0 - box.x1 <= _MAX_GAP * size):
        return False
    if box.height > _UPRIGHT * box.width or not (
        _MIDDLE_LOW * size <= line.baseline - (box.y0 + box.y1) / 2 <= _MIDDLE_HIGH * size
    ):
        return False
    return sum(char.isalpha() for word in line.words for char in word.text) >= _MIN_LETTERS


def _box(group: Sequence[_Piece]) -> Box:
    return Box(min(p.x0 for p in group), min(p.y0 for p in group), max(p.x1 for p in group), max(p.y1 for p in group))


def _mark(i: int, group: Sequence[_Piece], line: Line) -> Mark:
    box = _box(group)
    looks = sorted(piece.look for piece in group)
    offset = box.x1 - line.x1 if box.x0 > line.x1 else line.x0 - box.x0
    return Mark(i, box, _sign(box, looks), f"{looks}", int(offset + 0.37), _is_plain(group, line))


def _is_plain(group: Sequence[_Piece], line: Line) -> bool:
    """Whether a mark is a disc, circle, square or picture as large and as high as a bullet of its line."""
    if len(group) != 1 or group[0].look.kind not in _PLAIN:
        return False
    box, size = _box(group), line.words[0].style.size
    height = line.baseline - (box.y0 + box.y1) / 2
    low = _is_even(box.width, box.height) and _PLAIN_LOW * size <= height <= _PLAIN_HIGH * size
    return low and max(box.width, box.height) <= _PLAIN_EM * size


def _sign(box: Box, looks: Sequence[_Look]) -> str:
    """The character for a mark."""
    if len(looks) == 1 and looks[0].kind in {CIRCLE, SQUARE}:
        return looks[0].kind
    rules = sum(look.kind == "rule" for look in looks)
    if rules >= _BOX_SIDES and _is_even(box.width, box.height):
        return BOX if len(looks) == _BOX_SIDES else TICKED
    return DISC
