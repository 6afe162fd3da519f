"""Recognised pieces of text to lines and words with sizes, as a text layer has them.

The size of type and its baseline come from the ink inside a piece, and from which of its characters rise above the
lower-case letters or hang below the line.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from quire.model.page import Line, Rule, Style, Word
from quire.read.ocr import Pixels, Reading
from quire.text import is_cjk

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ASCENT, _DESCENT = 0.8, 0.2  # of the size: the box of a word around its baseline
_HAN_TOP, _HAN_FOOT = (
    0.84,
    -0.1,
)  # of the size, above and below the baseline: what the ink of each kind of letter covers
_CAP_TOP, _SMALL_TOP = 0.71, 0.5
_TAIL_FOOT = -0.21
_TAILS = frozenset("gjpqyQ,;()[]{}|/$@")
_SMALL = frozenset("acegmnopqrsuvwxyz")
_MIDDLE = frozenset("-–—~=+<>*^'\"`·•:.,;_…“”‘’、。，；：．")  # no sign of the size
_ALIKE = 0.09  # sizes that differ by less are one: heights are read to a pixel or two
_JOIN = 0.75  # em between two pieces of one line: the detector parts text at wide word spaces
_LEVEL = 0.3  # em between the baselines of one line
_SIZES = 1.3  # and the ratio of their sizes
_NESTED = 0.7  # of a piece's box inside a bigger one: the same text found twice
_FONT = ""  # what it is set in cannot be told


class Piece(NamedTuple):
    """A recognised piece on the upright page, in points."""

    reading: Reading
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    baseline: float
    angle: int


def lines(
    readings: Sequence[Reading], picture: Pixels, scale: float, rules: Sequence[Rule]
) -> tuple[list[Line], list[float]]:
    """The lines of an upright page and how sure each is.

    Args:
        readings: in pixels of `picture`.
        picture: of the upright page.
        scale: its pixels to a point.
        rules: of the page, in points.
    """
    pieces = [_piece(reading, picture, scale) for reading in readings if reading.text]
    pieces = _evened(_once(pieces))
    styles: dict[tuple[float, int], Style] = {}
    found: list[Line] = []
    sure: list[float] = []
    for row in _rows(pieces, rules):
        found.append(_line(row, styles))
        letters = sum(len(piece.reading.text) for piece in row)
        sure.append(round(sum(p.reading.confidence * len(p.reading.text) for p in row) / letters, 3))
    return found, sure


def _piece(reading: Reading, picture: Pixels, scale: float) -> Piece:
    xs, ys = [p[0] for p in reading.polygon], [p[1] for p in reading.polygon]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    box = (min(xs) / scale, min(ys) / scale, max(xs) / scale, max(ys) / scale)
    if high > 1.5 * wide and len(reading.text) > 1:
        size = round(wide / scale / 1.2, 1)
        return Piece(reading, *box, size, box[0] + 0.3 * size, 90)
    left, top, right, bottom = _ink(picture, min(xs), min(ys), max(xs), max(ys))
    rise, foot = _extent(reading.text)
    if rise:
        size = (bottom - top) / (rise - foot) / scale
        size = min(max(size, 0.55 * high / scale), 1.1 * high / scale)
        baseline = bottom / scale + foot * size
    else:
        size = high / scale / 1.3
        baseline = (min(ys) + max(ys)) / 2.0 / scale + 0.3 * size
    return Piece(reading, left / scale, top / scale, right / scale, bottom / scale, size, baseline, 0)


def _extent(text: str) -> tuple[float, float]:
    """How far the ink of a text reaches above and below its baseline, in its size; 0, 0 when that says nothing."""
    rise = foot = 0.0
    for letter in text:
        if letter in _MIDDLE or letter.isspace():
            foot = min(foot, _TAIL_FOOT * 0.6) if letter in ",;，；" else foot
            continue
        if is_cjk(ord(letter)):
            rise, foot = max(rise, _HAN_TOP), min(foot, _HAN_FOOT)
            continue
        rise = max(rise, _SMALL_TOP if letter in _SMALL else _CAP_TOP)
        foot = min(foot, _TAIL_FOOT) if letter in _TAILS else foot
    return rise, foot


def _ink(picture: Pixels, x0: float, y0: float, x1: float, y1: float) -> tuple[float, float, float, float]:
    """The box of the ink in a box of the picture; the box itself when it has none."""
    import numpy as np

    left, top = max(0, int(x0)), max(0, int(y0))
    part = picture[top : int(y1) + 1, left : int(x1) + 1]
    if part.size == 0:
        return x0, y0, x1, y1
    grey: NDArray[np.int16] = part.mean(axis=2).astype(np.int16)
    ground = int(np.median(grey))
    away = np.abs(grey - ground)
    reach = int(away.max())
    if reach < 40:
        return x0, y0, x1, y1
    mask = away > 0.4 * reach
    down = _run(mask.mean(axis=1), 0.005)
    across = _run(mask[down[0] : down[1]].mean(axis=0), 0.02)
    return float(left + across[0]), float(top + down[0]), float(left + across[1]), float(top + down[1])


def _run(share: NDArray[np.float64], least: float) -> tuple[int, int]:
    """First and one past the last place where the share of ink is more than least."""
    import numpy as np

    places = np.flatnonzero(share > least)
    return (int(places[0]), int(places[-1]) + 1) if places.size else (0, len(share))


def _once(pieces: Sequence[Piece]) -> list[Piece]:
    """Without pieces that lie inside others."""
    kept: list[Piece] = []
    for piece in sorted(pieces, key=lambda p: (p.x1 - p.x0) * (p.y1 - p.y0), reverse=True):
        area = max(1e-6, (piece.x1 - piece.x0) * (piece.y1 - piece.y0))
        if not any(_overlap(piece, other) > _NESTED * area for other in kept):
            kept.append(piece)
    return kept


def _overlap(a: Piece, b: Piece) -> float:
    wide, high = min(a.x1, b.x1) - max(a.x0, b.x0), min(a.y1, b.y1) - max(a.y0, b.y0)
    return wide * high if wide > 0.0 and high > 0.0 else 0.0


def _evened(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces with sizes that are the page's: nearly equal ones become one, that of most of their text."""
    order = sorted(pieces, key=lambda piece: piece.size)
    found: list[Piece] = []
    first = 0
    while first < len(order):
        end = first
        while end < len(order) and order[end].size <= order[first].size * (1.0 + 2.0 * _ALIKE):
            end += 1
        group = order[first:end]
        peak = _peak(group)
        near = [piece for piece in group if abs(piece.size - peak) <= _ALIKE * peak]
        if near[0] is not group[0]:  # the smaller ones form a group of their own
            near = [piece for piece in group if piece.size < near[0].size]
            peak = _peak(near)
        size = max(1.0, round(peak * 2.0) / 2.0)
        found.extend(piece._replace(size=size) for piece in near)
        first += len(near)
    return found


def _peak(group: Sequence[Piece]) -> float:
    """The size in the middle of the text."""
    return statistics.median(piece.size for piece in group for _ in range(min(len(piece.reading.text), 60)))


def _rows(pieces: Sequence[Piece], rules: Sequence[Rule]) -> list[list[Piece]]:
    """Pieces that form one line, from left to right; lines from top to bottom."""
    bars = [rule for rule in rules if not rule.horizontal]
    rows: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda p: p.x0):
        for row in rows:
            if _continues(row[-1], piece, bars):
                row.append(piece)
                break
        else:
            rows.append([piece])
    return sorted(rows, key=lambda row: (row[0].baseline, row[0].x0))


def _continues(last: Piece, piece: Piece, bars: Sequence[Rule]) -> bool:
    if last.angle or piece.angle:
        return False
    size = min(last.size, piece.size)
    gap = piece.x0 - last.x1
    if not -0.5 * size <= gap <= _JOIN * size or max(last.size, piece.size) > _SIZES * size:
        return False
    if abs(last.baseline - piece.baseline) > _LEVEL * size:
        return False
    top, bottom = max(last.y0, piece.y0), min(last.y1, piece.y1)
    return not any(
        last.x1 - 0.2 * size <= bar.x0 <= piece.x0 + 0.2 * size and bar.y0 <= bottom and bar.y1 >= top for bar in bars
    )


def _line(row: Sequence[Piece], styles: dict[tuple[float, int], Style]) -> Line:
    words: list[Word] = []
    size = max((piece for piece in row), key=lambda p: len(p.reading.text)).size
    baseline = statistics.median(piece.baseline for piece in row)
    for piece in row:
        style = styles.setdefault(
            (piece.size, 0), Style(font=_FONT, size=piece.size, bold=False, italic=False, mono=False, color=0)
        )
        words.extend(_words(piece, baseline, style, spaced=bool(words)))
    x0, x1 = min(w.x0 for w in words), max(w.x1 for w in words)
    y0, y1 = min(w.y0 for w in words), max(w.y1 for w in words)
    return Line(tuple(words), x0, y0, x1, y1, round(baseline, 2), row[0].angle if size else 0)


def _words(piece: Piece, baseline: float, style: Style, *, spaced: bool) -> list[Word]:
    """The words of a piece; its first one is set apart by a space when `spaced`."""
    if piece.angle:
        box = (round(piece.x0, 2), round(piece.y0, 2), round(piece.x1, 2), round(piece.y1, 2))
        return [Word(piece.reading.text, *box, round(piece.baseline, 2), style, space=False)]
    top, bottom = round(baseline - _ASCENT * piece.size, 2), round(baseline + _DESCENT * piece.size, 2)
    found: list[Word] = []
    for text, left, right in _spans(piece):
        space = bool(found) or spaced
        found.append(Word(text, round(left, 2), top, round(right, 2), bottom, round(baseline, 2), style, space))
    return found


def _spans(piece: Piece) -> list[tuple[str, float, float]]:
    """Each word of a piece with its left and right end."""
    text = piece.reading.text
    ends = _ends(piece)
    found: list[tuple[str, float, float]] = []
    start = 0
    for at in range(len(text) + 1):
        if at == len(text) or text[at].isspace():
            if at > start:
                found.append((text[start:at], ends[start][0], ends[at - 1][1]))
            start = at + 1
    return found


def _ends(piece: Piece) -> list[tuple[float, float]]:
    """Left and right end of each character, in points."""
    text = piece.reading.text
    widths = [1.0 if is_cjk(ord(letter)) else 0.5 for letter in text]
    xs = [p[0] for p in piece.reading.polygon]
    spots = piece.reading.spots
    if len(spots) == len(text) and max(xs) > min(xs):
        scale = (piece.reading.polygon[1][0] - piece.reading.polygon[0][0]) or 1.0
        whole = piece.x1 - piece.x0
        first, last = spots[0], spots[-1]
        em = whole / max(sum(widths), 0.5)
        if last > first and len(text) > 1 and scale:
            left, right = piece.x0 + widths[0] * em / 2.0, piece.x1 - widths[-1] * em / 2.0
            middles = [left + (spot - first) / (last - first) * (right - left) for spot in spots]
            ends = [
                (max(piece.x0, x - width * em / 2.0), min(piece.x1, x + width * em / 2.0))
                for x, width in zip(middles, widths, strict=True)
            ]
            return [(piece.x0, ends[0][1]), *ends[1:-1], (ends[-1][0], piece.x1)]
    return _proportional(piece, widths)


def _proportional(piece: Piece, widths: Sequence[float]) -> list[tuple[float, float]]:
    step = (piece.x1 - piece.x0) / max(sum(widths), 1e-6)
    found: list[tuple[float, float]] = []
    x = piece.x0
    for width in widths:
        found.append((x, x + width * step))
        x += width * step
    return found
