"""Recognised pieces of text to lines and words with sizes, as in a text layer.

The size and the baseline come from the ink inside a piece, and from which of its characters have ascenders or
descenders.
"""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from quire.model.page import Line, LineScore, Rule, Steps, Style, Word
from quire.read.ocr_engine import Pixels, Reading
from quire.read.scan.confused_characters import (
    corrected,
    has_curly_quotes,
    with_chinese_zeros,
    with_curly_quotes,
    without_digit_gaps,
)
from quire.read.scan.fixed_pitch import fixed_pitch_pieces
from quire.read.scan.ink_color import ink_colors
from quire.read.scan.ink_extents import ink_box, ink_extent, underlined_baseline
from quire.read.scan.ink_mask import bounding_box
from quire.read.scan.piece_split import is_one_line, split_into_cells
from quire.read.scan.stroke_width import bold_texts, strokes_of
from quire.read.scan.text_piece import TextPiece
from quire.read.scan.type_size import agreed_sizes
from quire.text import is_cjk

if TYPE_CHECKING:
    from quire.read.scan.ink_mask import Mask

_ASCENT, _DESCENT = 0.8, 0.2  # of the size: the box of a word around its baseline
_USUAL_ERROR = 0.05  # of a size: the error of most measured heights
_MAX_ERROR = 0.12  # of a size: the error of any that is measured in one way; headings are larger by more
_ERROR_SHARE = 1.5  # times the error that measures of one text show, up to that
_BASELINE_STEP = 0.3  # em between the baselines of a line's pieces
_SIZE_RATIO = 1.3  # of the sizes of a line's pieces
_NESTED = 0.7  # of a piece's box inside a bigger one: the same text found twice
MIN_CONFIDENCE = 0.5  # with less, it is a picture, a stain or handwriting
_MAX_WEIGHT = 60  # letters of a piece that count for the usual size: a long line is not worth more
_MIN_SIZE = 1.0  # points
_SIZE_STEPS = 2.0  # steps per point to which sizes are rounded
_VERTICAL_RATIO = 1.5  # times higher than wide: a line that runs down
_BOX_BY_SIZE_DOWN, _BOX_BY_SIZE = 1.2, 1.3  # the detected box by the size of its type: of vertical lines, of others
_SIZE_IN_BOX = (0.55, 1.0)  # of the height of the detected box: the limits of a measured size
_BELOW_MIDDLE = 0.3  # of the size, from the middle of a box to the baseline
_DASH_SIZE = 2.0  # times the height of its box: the size of a dash, for want of a better measure
_BACKWARD = 0.5  # em by which a piece may begin before the end of the one before it
_RULE_GAP = 0.2  # em by which a rule between two pieces may overlap either
_STRETCHED = 4  # parts of a line whose word spaces justification stretched, at least
_STRETCHED_GAP = 1.8  # em: the widest such space
_EVEN = 0.4  # of the usual space: the most by which spaces of one line differ; justification makes them equal
_UNEVEN = 2.0  # times as much, at least, the parts differ in width: columns are evenly spaced, not the blanks between
_WIDE, _NARROW = 1.0, 0.5  # em: usual widths of an ideograph and of other characters
_DOTS = ".…·‥• "  # characters that dot leaders are recognised as
_DASHES = frozenset("-–—")
_MIN_STYLE_LETTERS = 8  # of a piece, to show its style; a shorter one has the style of the longest of its line
_TYPED_SPACE = 0.3  # em by which a space between letters of fixed pitch is wider; narrow ones have wide sides
_BLANK = (("", 1.0),)  # a step at which nothing stands
_FONT = ""  # recognition does not tell the font


def text_pieces(
    readings: Sequence[Reading], picture: Pixels, clear: Mask, scale: float, *, ink: Mask | None = None
) -> list[TextPiece]:
    """The pieces of an upright page: each reading with its size and place, without duplicates; styles come last.

    Args:
        readings: in pixels of `picture`.
        picture: of the upright page.
        clear: its ink, without rules.
        scale: its pixels per point.
        ink: its ink with rules, if it has any.
    """
    ink = clear if ink is None else ink
    found = [
        _piece(reading, picture, ink, clear, scale) for reading in readings if reading.confidence >= MIN_CONFIDENCE
    ]
    if any(has_curly_quotes(piece.reading.text) for piece in found):
        found = [p._replace(reading=p.reading._replace(text=with_curly_quotes(p.reading.text))) for p in found]
    parts: list[TextPiece] = []
    for piece in found:
        cut = [piece.reading] if piece.angle else split_into_cells(piece.reading, clear, piece.size * scale)
        parts += [piece] if len(cut) == 1 else [_piece(reading, picture, ink, clear, scale) for reading in cut]
    kept = _without_duplicates(parts)
    return _with_usual_sizes(kept, agreed_sizes(kept, picture, scale))


def text_lines(
    found: Sequence[TextPiece], leaders: Sequence[tuple[int, int, int]], rules: Sequence[Rule]
) -> tuple[list[Line], list[float], list[LineScore], list[Steps]]:
    """The lines of an upright page, of each its confidence (of a figure that of its weakest character), scores, steps.

    Args:
        found: its pieces.
        leaders: pairs of them that a row of dots joins, and how many dots.
        rules: of the page, in points.
    """
    styles: dict[tuple[float, bool, bool, int], Style] = {}
    made: list[Line] = []
    sure: list[float] = []
    scores: list[LineScore] = []
    steps: list[Steps] = []
    for row in _rows(*_with_leaders(found, leaders), rules):
        made.append(_line(row, styles))
        sure.append(round(_confidence([piece.reading for piece in row]), 3))
        scores.append(_score([piece.reading for piece in row]))
        steps.append(_steps([piece.reading for piece in row]))
    return made, sure, scores, steps


def _steps(readings: Sequence[Reading]) -> Steps:
    """The steps of a line, those of a sure piece by its characters; () where all are sure."""
    if not any(reading.steps for reading in readings):
        return ()
    parts = [reading.steps or tuple(((letter, 1.0),) for letter in _apart(reading.text)) for reading in readings]
    return tuple(step for part in parts for step in (*part, _BLANK))[:-1]


def _apart(text: str) -> Iterator[str]:
    """The characters of a text, with "" for the blank between two."""
    for letter in text:
        yield letter
        yield ""


def _score(readings: Sequence[Reading]) -> LineScore:
    letters = sum(len(reading.text) for reading in readings)
    mean = sum(reading.confidence * len(reading.text) for reading in readings) / letters
    rival = max((rival for reading in readings for rival in reading.rivals), default=0.0)
    return LineScore(round(min(reading.weakest for reading in readings), 3), round(mean, 3), round(rival, 3))


def _confidence(readings: Sequence[Reading]) -> float:
    """How sure a line is: the mean over its characters; of a figure, which one wrong digit spoils, the weakest one."""
    text = "".join(reading.text for reading in readings)
    if any(map(str.isdigit, text)) and not any(map(str.isalpha, text)):
        return min(reading.weakest for reading in readings)
    return sum(reading.confidence * len(reading.text) for reading in readings) / len(text)


def _with_leaders(
    found: Sequence[TextPiece], leaders: Sequence[tuple[int, int, int]]
) -> tuple[list[TextPiece], list[TextPiece]]:
    """The pieces with dots at the ends of those that lead to another, and of each its successor (itself: none).

    Dots that were recognised as a part of either piece are counted, too.
    """
    done = list(found)
    after = list(found)
    for left, right, dots in leaders:
        front, back = done[left], done[right]
        text, positions = _without_dots(front.reading, end=True)
        number, places = _without_dots(back.reading, end=False)
        if not text or not number:
            continue
        more = len(front.reading.text) - len(text) + len(back.reading.text) - len(number)
        done[left] = front._replace(
            reading=front.reading._replace(text=text, positions=positions), leader_dots="." * (dots + more)
        )
        done[right] = back._replace(reading=back.reading._replace(text=number, positions=places))
        after[left] = done[right]
    return done, after


def _without_dots(reading: Reading, *, end: bool) -> tuple[str, tuple[float, ...]]:
    """Text and positions without the dots at its end, or its beginning."""
    kept = reading.text.rstrip(_DOTS) if end else reading.text.lstrip(_DOTS)
    positions = reading.positions[: len(kept)] if end else reading.positions[len(reading.text) - len(kept) :]
    return kept, positions if len(positions) == len(kept) else ()


def _piece(reading: Reading, picture: Pixels, ink: Mask, clear: Mask, scale: float) -> TextPiece:
    place = bounding_box(reading.polygon)
    wide, high = place[2] - place[0], place[3] - place[1]
    box = (place[0] / scale, place[1] / scale, place[2] / scale, place[3] / scale)
    if high > _VERTICAL_RATIO * wide and len(reading.text) > 1:
        size = round(wide / scale / _BOX_BY_SIZE_DOWN, 1)
        return TextPiece(reading, place, *box, size, box[0] + _BELOW_MIDDLE * size, 90)
    left, top, right, bottom = ink_box(picture, clear, place)
    reading = without_digit_gaps(with_chinese_zeros(reading._replace(text=corrected(reading.text))))
    rise, foot = ink_extent(reading.text)
    stands = underlined_baseline((left, place[1], right, place[3]), ink) if _is_latin(reading.text) else None
    if stands is not None:
        bottom, foot = stands, 0.0
    if reading.text in _DASHES:
        size, baseline = high / scale * _DASH_SIZE, (top + bottom) / 2.0 / scale
        return TextPiece(reading, place, left / scale, top / scale, right / scale, bottom / scale, size, baseline, 0)
    if rise:
        size = (bottom - top) / (rise - foot) / scale
        size = min(max(size, _SIZE_IN_BOX[0] * high / scale), _SIZE_IN_BOX[1] * high / scale)
        baseline = bottom / scale + foot * size
    else:
        size = high / scale / _BOX_BY_SIZE
        baseline = (place[1] + place[3]) / 2.0 / scale + _BELOW_MIDDLE * size
    return TextPiece(reading, place, left / scale, top / scale, right / scale, bottom / scale, size, baseline, 0)


def _is_latin(text: str) -> bool:
    """Whether a text has letters, all of an alphabet; figures above a rule stand in the cell of a sum."""
    return any(map(str.isalpha, text)) and not any(is_cjk(ord(letter)) for letter in text)


def _without_duplicates(found: Sequence[TextPiece]) -> list[TextPiece]:
    """The pieces that are not inside others."""
    kept: list[TextPiece] = []
    for piece in sorted(found, key=lambda p: (p.x1 - p.x0) * (p.y1 - p.y0), reverse=True):
        area = max(1e-6, (piece.x1 - piece.x0) * (piece.y1 - piece.y0))
        if not any(_overlap(piece, other) > _NESTED * area for other in kept):
            kept.append(piece)
    return kept


def _overlap(a: TextPiece, b: TextPiece) -> float:
    wide, high = min(a.x1, b.x1) - max(a.x0, b.x0), min(a.y1, b.y1) - max(a.y0, b.y0)
    return wide * high if wide > 0.0 and high > 0.0 else 0.0


def _with_usual_sizes(found: Sequence[TextPiece], measured: Sequence[tuple[float, float]]) -> list[TextPiece]:
    """The pieces with the page's usual sizes: those near the size of most text get that size, and so on.

    Args:
        found: of a page.
        measured: the size of each and its error, as a share.
    """
    made: list[TextPiece] = []
    left = [(p, *own) for p, own in zip(found, measured, strict=True) if p.reading.text not in _DASHES]
    while left:
        sizes = [(size, min(len(piece.reading.text), _MAX_WEIGHT)) for piece, size, _ in left]
        peak = max(
            sizes, key=lambda one: sum(weight for size, weight in sizes if abs(size - one[0]) <= _USUAL_ERROR * one[0])
        )[0]
        near = [(size, weight) for size, weight in sizes if abs(size - peak) <= _USUAL_ERROR * peak]
        peak = statistics.median(size for size, weight in near for _ in range(weight))
        usual = max(_MIN_SIZE, round(peak * _SIZE_STEPS) / _SIZE_STEPS)
        others: list[tuple[TextPiece, float, float]] = []
        for piece, size, error in left:
            if abs(size - peak) <= max(_USUAL_ERROR, min(_MAX_ERROR, _ERROR_SHARE * error)) * peak:
                made.append(piece._replace(size=usual))
            else:
                others.append((piece, size, error))
        left = others
    usual = statistics.median(piece.size for piece in made) if made else 0.0
    return made + [_dash(piece, usual) for piece in found if piece.reading.text in _DASHES]


def with_styles(found: Sequence[TextPiece], picture: Pixels, clear: Mask, scale: float) -> list[TextPiece]:
    """The pieces with bold and fixed-pitch type marked, and with the colour of their ink."""
    strokes = [
        None
        if piece.angle or piece.reading.text in _DASHES
        else strokes_of(
            piece.reading.text,
            picture,
            clear,
            (piece.x0 * scale, piece.y0 * scale, piece.x1 * scale, piece.y1 * scale),
            size=piece.size * scale,
            baseline=piece.baseline * scale,
        )
        for piece in found
    ]
    heavy = bold_texts(
        [piece.reading.text for piece in found], strokes, [piece.size for piece in found], _levels(found)
    )
    even = fixed_pitch_pieces(found, scale)
    boxes = [(piece.x0 * scale, piece.y0 * scale, piece.x1 * scale, piece.y1 * scale) for piece in found]
    colors = ink_colors(picture, boxes)
    return [
        piece._replace(bold=dark, mono=mono, color=color) if dark or mono or color else piece
        for piece, dark, mono, color in zip(found, heavy, even, colors, strict=True)
    ]


def _levels(found: Sequence[TextPiece]) -> list[int]:
    """A number for each piece, the same for pieces of one size on one baseline."""
    order = sorted(range(len(found)), key=lambda i: (found[i].size, found[i].baseline))
    levels = [0] * len(found)
    for last, i in itertools.pairwise(order):
        apart = (
            found[i].size != found[last].size
            or found[i].baseline - found[last].baseline > _BASELINE_STEP * found[i].size
        )
        levels[i] = levels[last] + apart
    return levels


def _dash(piece: TextPiece, usual: float) -> TextPiece:
    """A dash, whose height means nothing, in the page's usual size, above its baseline."""
    size = max(_MIN_SIZE, round((usual or piece.size) * _SIZE_STEPS) / _SIZE_STEPS)
    return piece._replace(size=size, baseline=(piece.y0 + piece.y1) / 2.0 + _BELOW_MIDDLE * size)


def _rows(found: Sequence[TextPiece], after: Sequence[TextPiece], rules: Sequence[Rule]) -> list[list[TextPiece]]:
    """Pieces that form one line, from left to right; lines from top to bottom."""
    bars = [rule for rule in rules if not rule.horizontal]
    led = {id(piece): follower for piece, follower in zip(found, after, strict=True) if piece.leader_dots}
    rows: list[list[TextPiece]] = []
    for piece in sorted(found, key=lambda p: p.x0):
        for row in rows:
            if led.get(id(row[-1])) is piece or _continues(row[-1], piece, bars):
                row.append(piece)
                break
        else:
            rows.append([piece])
    return sorted(_with_stretched_lines(rows, bars), key=lambda row: (row[0].baseline, row[0].x0))


def _with_stretched_lines(rows: Sequence[list[TextPiece]], bars: Sequence[Rule]) -> list[list[TextPiece]]:
    """The rows, those that are parts of one justified line with wide word spaces as one."""
    joined: list[list[TextPiece]] = []
    left = sorted(rows, key=lambda row: row[0].x0)
    while left:
        run = [left.pop(0)]
        for row in left:
            gap = row[0].x0 - run[-1][-1].x1
            if gap > _STRETCHED_GAP * _SIZE_RATIO * run[-1][-1].size:
                break  # they are sorted
            if 0.0 < gap <= _STRETCHED_GAP * row[0].size and _are_level(run[-1][-1], row[0], bars):
                run.append(row)
        if _is_stretched(run):
            left = [row for row in left if not any(row is other for other in run)]
            joined.append([piece for row in run for piece in row])
        else:
            joined.append(run[0])
    return joined


def _is_stretched(run: Sequence[Sequence[TextPiece]]) -> bool:
    """Whether parts of a line are words of different widths with equal spaces between them."""
    if len(run) < _STRETCHED or sum(row[0].reading.text[0].isalpha() for row in run) <= len(run) / 2:
        return False
    if any(is_cjk(ord(piece.reading.text[0])) for row in run for piece in row):
        return False
    gaps = [after[0].x0 - row[-1].x1 for row, after in itertools.pairwise(run)]
    widths = [row[-1].x1 - row[0].x0 for row in run]
    spread = max(gaps) - min(gaps)
    size = run[0][0].size
    return spread <= _EVEN * statistics.median(gaps) and max(widths) - min(widths) >= max(size, _UNEVEN * spread)


def _continues(last: TextPiece, piece: TextPiece, bars: Sequence[Rule]) -> bool:
    gap = (piece.x0 - last.x1) / min(last.size, piece.size)
    if last.mono and piece.mono:
        gap -= _TYPED_SPACE
    return _are_level(last, piece, bars) and is_one_line(last.reading.text, piece.reading.text, gap)


def _are_level(last: TextPiece, piece: TextPiece, bars: Sequence[Rule]) -> bool:
    """Whether a piece stands behind another, in its size, on its baseline, and no rule parts them."""
    if last.angle or piece.angle:
        return False
    size = min(last.size, piece.size)
    if piece.x0 - last.x1 < -_BACKWARD * size or max(last.size, piece.size) > _SIZE_RATIO * size:
        return False
    if abs(last.baseline - piece.baseline) > _BASELINE_STEP * size:
        return False
    top, bottom = max(last.y0, piece.y0), min(last.y1, piece.y1)
    return not any(
        last.x1 - _RULE_GAP * size <= bar.x0 <= piece.x0 + _RULE_GAP * size and bar.y0 <= bottom and bar.y1 >= top
        for bar in bars
    )


def _line(row: Sequence[TextPiece], styles: dict[tuple[float, bool, bool, int], Style]) -> Line:
    words: list[Word] = []
    baseline = statistics.median(piece.baseline for piece in row)
    longest = max(row, key=lambda piece: len(piece.reading.text))
    for piece in row:
        telling = piece if len(piece.reading.text) >= _MIN_STYLE_LETTERS else longest
        look = (piece.size, telling.bold, telling.mono, telling.color)
        style = styles.get(look)
        if style is None:
            size, bold, mono, color = look
            style = styles[look] = Style(font=_FONT, size=size, bold=bold, italic=False, mono=mono, color=color)
        words.extend(_words(piece, baseline, style, spaced=bool(words)))
        if piece.leader_dots:
            last = words[-1]
            end = row[row.index(piece) + 1].x0 if piece is not row[-1] else last.x1
            words.append(
                last._replace(text=piece.leader_dots, x0=last.x1, x1=round(max(last.x1, end - 1.0), 2), space=False)
            )
    x0, x1 = min(w.x0 for w in words), max(w.x1 for w in words)
    y0, y1 = min(w.y0 for w in words), max(w.y1 for w in words)
    return Line(tuple(words), x0, y0, x1, y1, words[0].baseline, row[0].angle)


def _words(piece: TextPiece, baseline: float, style: Style, *, spaced: bool) -> list[Word]:
    """The words of a piece; with `spaced`, the first one is preceded by a space."""
    if piece.angle:
        box = (round(piece.x0, 2), round(piece.y0, 2), round(piece.x1, 2), round(piece.y1, 2))
        return [Word(piece.reading.text, *box, round(piece.baseline, 2), style, space=False)]
    top, bottom = round(baseline - _ASCENT * piece.size, 2), round(baseline + _DESCENT * piece.size, 2)
    found: list[Word] = []
    for text, left, right in _spans(piece):
        space = bool(found) or spaced
        found.append(Word(text, round(left, 2), top, round(right, 2), bottom, round(baseline, 2), style, space))
    return found


def _spans(piece: TextPiece) -> list[tuple[str, float, float]]:
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


def _ends(piece: TextPiece) -> list[tuple[float, float]]:
    """Left and right end of each character, in points."""
    text = piece.reading.text
    widths = [_WIDE if is_cjk(ord(letter)) else _NARROW for letter in text]
    xs = [p[0] for p in piece.reading.polygon]
    positions = piece.reading.positions
    if len(positions) == len(text) and max(xs) > min(xs):
        scale = (piece.reading.polygon[1][0] - piece.reading.polygon[0][0]) or 1.0
        whole = piece.x1 - piece.x0
        first, last = positions[0], positions[-1]
        em = whole / max(sum(widths), 0.5)
        if last > first and len(text) > 1 and scale:
            left, right = piece.x0 + widths[0] * em / 2.0, piece.x1 - widths[-1] * em / 2.0
            middles = [left + (position - first) / (last - first) * (right - left) for position in positions]
            ends = [
                (max(piece.x0, x - width * em / 2.0), min(piece.x1, x + width * em / 2.0))
                for x, width in zip(middles, widths, strict=True)
            ]
            return [(piece.x0, ends[0][1]), *ends[1:-1], (ends[-1][0], piece.x1)]
    return _proportional(piece, widths)


def _proportional(piece: TextPiece, widths: Sequence[float]) -> list[tuple[float, float]]:
    step = (piece.x1 - piece.x0) / max(sum(widths), 1e-6)
    found: list[tuple[float, float]] = []
    x = piece.x0
    for width in widths:
        found.append((x, x + width * step))
        x += width * step
    return found
