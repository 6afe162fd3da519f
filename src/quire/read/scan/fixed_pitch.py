"""Which pieces of text are in fixed-pitch type, as programs and typescripts are, by the distances between letters.

The engine gives the position of each letter. The positions are compared with those that the letters would have in
fixed-pitch and in proportional type, each fitted by least squares: words may be anywhere, the letters of a word follow
each other.
"""

from __future__ import annotations

import bisect
import math
import statistics
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from quire.read.ocr_engine import Reading
from quire.text import is_cjk

if TYPE_CHECKING:
    from quire.read.scan.text_piece import TextPiece

_CLASSES = {
    0.222: "ijl'",
    0.26: "|",
    0.278: "ft.,:;!/\\I[]",
    0.333: 'r()-`"{}',
    0.389: "*",
    0.5: "ckvsxyzJ",
    0.584: "+=<>~^",
    0.611: "FTZ",
    0.667: "ABEKPSVXY&",
    0.722: "CDHNRUw",
    0.778: "GOQ",
    0.833: "mM",
    0.889: "%",
    0.944: "W",
    1.015: "@",
}
_WIDTHS = {letter: width for width, letters in _CLASSES.items() for letter in letters}
_USUAL = 0.556
"""Width of all other letters. The widths, in sizes, are those of Helvetica (Adobe's font metrics); others are near."""

Word = list[tuple[str, float]]
"""The letters of a word with their positions: 0 to 1 from the left of the piece to the right."""

_MIN_LETTERS = 6  # of a piece, without the first of each word: fewer do not tell
_POSITION_ERROR = 2.3  # pixels: the standard deviation of positions in steps of 8 pixels
_LINE_HEIGHT = 42.0  # pixels at which the engine reads a line
_MIN_EVIDENCE = 5.0
"""For fixed pitch, a logarithm. Words in proportional type have 1 to 8 by chance, but not the lines around them."""

_AGAINST = -3.0  # evidence of a piece below which it is proportional, whatever is around it
_MIXED = -1.0  # the same for one half of a piece: a line of prose with names of commands in it
_NEIGHBOUR_SHARE, _MAX_NEIGHBOUR = 0.5, 10.0  # of the evidence of the lines above and below; the most that each gives
_NEIGHBOUR_STEP = 2.2  # sizes between the baselines of neighbours
_CLOSE, _INDENT = 1.5, 6.0
"""Sizes between the baselines, and the beginnings, of a fixed-pitch line and a neighbour that is too short to tell
("}"); paragraphs are farther apart."""

_SAME_LEVEL = 0.5  # sizes between the baselines of pieces beside each other
_SIZE_ERROR = 0.15  # of a size: short lines without capitals are measured too large or small
_PITCH = 0.42, 0.7
"""Sizes from letter to letter in such type: 0.5 to 0.6, with sizes measured too small or large by a seventh."""

_TYPESCRIPT = 0.5  # of the letters of a page, in pieces that are surely in fixed pitch
_SAME_PITCH = 0.04  # of a pitch, by which pieces of such a page differ; their sizes, of worn type, are measured worse

_PITCH_CJK = 0.57  # the least of it on a page with Chinese or Japanese, whose fonts have half-width Latin letters
_CJK_SHARE = 0.05  # of the letters of such a page


def letter_width(letter: str) -> float:
    """The usual width of a character that is no ideograph, in its size."""
    return _WIDTHS.get(letter, _USUAL)


def fixed_pitch_pieces(pieces: Sequence[TextPiece], scale: float) -> list[bool]:
    """Which pieces of a page are in fixed-pitch type.

    Args:
        pieces: of the page.
        scale: pixels per point.
    """
    letters = "".join(piece.reading.text for piece in pieces)
    cjk = sum(is_cjk(ord(letter)) for letter in letters) > _CJK_SHARE * len(letters)
    own = [_evidence(piece, scale, least=_PITCH_CJK if cjk else _PITCH[0]) for piece in pieces]
    order = sorted(range(len(pieces)), key=lambda i: pieces[i].baseline)
    levels = [pieces[i].baseline for i in order]

    def near(i: int, reach: float) -> list[int]:
        level, reach = pieces[i].baseline, reach * pieces[i].size
        beside = order[bisect.bisect_left(levels, level - reach) : bisect.bisect(levels, level + reach)]
        return [k for k in beside if k != i and _is_neighbour(pieces[i], pieces[k])]

    found: list[bool] = []
    for i, evidence in enumerate(own):
        around = sum(
            max(-_MAX_NEIGHBOUR, min(_MAX_NEIGHBOUR, own[k]))
            for k in near(i, _NEIGHBOUR_STEP)
            if _overlap(pieces[i], pieces[k])
        )
        found.append(evidence > _AGAINST and evidence + _NEIGHBOUR_SHARE * around > _MIN_EVIDENCE)
    for way in (order, order[::-1]):
        for i in way:
            found[i] = found[i] or (not own[i] and any(found[k] for k in near(i, _CLOSE)))
    return _with_one_pitch(pieces, found, scale)


def _with_one_pitch(pieces: Sequence[TextPiece], found: list[bool], scale: float) -> list[bool]:
    """Which pieces are in fixed-pitch type; on a page of mostly such type all of its pitch are, whatever their size."""
    pitches = [_pitch(piece, scale) for piece in pieces]
    letters = [
        pitch
        for piece, fixed, pitch in zip(pieces, found, pitches, strict=True)
        if fixed and pitch
        for _ in piece.reading.text
    ]
    if len(letters) < _TYPESCRIPT * sum(len(piece.reading.text) for piece in pieces) or not letters:
        return found
    usual = statistics.median_low(letters)
    return [
        fixed or (abs(pitch - usual) <= _SAME_PITCH * usual and _evidence(piece, scale) > 0.0)
        for piece, fixed, pitch in zip(pieces, found, pitches, strict=True)
    ]


def _pitch(piece: TextPiece, scale: float) -> float:
    """Points from letter to letter; 0 where too few letters tell."""
    words = [] if piece.angle else list(_words(piece.reading))
    if sum(len(word) - 1 for word in words) <= _MIN_LETTERS:
        return 0.0
    (x0, _), (x1, _), *_ = piece.reading.polygon
    return _fit([[(float(at), x) for at, (_, x) in enumerate(word)] for word in words])[1] * (x1 - x0) / scale


def _is_neighbour(piece: TextPiece, other: TextPiece) -> bool:
    """Whether a piece of about the same size is above or below another, not beside it."""
    beside = abs(piece.baseline - other.baseline) < _SAME_LEVEL * piece.size
    indented = abs(piece.x0 - other.x0) < _INDENT * piece.size
    return (
        not beside and abs(piece.size - other.size) <= _SIZE_ERROR * piece.size and (indented or _overlap(piece, other))
    )


def _overlap(piece: TextPiece, other: TextPiece) -> bool:
    """Whether two pieces overlap horizontally."""
    return piece.x0 < other.x1 and other.x0 < piece.x1


def _evidence(piece: TextPiece, scale: float, *, least: float | None = None) -> float:
    """How much more likely fixed pitch makes the positions of letters: a logarithm; 0 if unknown.

    `least` is the least pitch of such type, in sizes; None where the size tells nothing.
    """
    reading = piece.reading
    if any(is_cjk(ord(letter)) for letter in reading.text):
        return _AGAINST
    words = [] if piece.angle else list(_words(reading))
    (x0, y0), (x1, _), _, (_, y3) = reading.polygon
    wide, high = max(x1 - x0, 1.0), max(y3 - y0, 1.0)
    error = _POSITION_ERROR * high / (_LINE_HEIGHT * wide)
    _, pitch = _fit([[(float(at), x) for at, (_, x) in enumerate(word)] for word in words])
    if pitch and least is not None and not least <= pitch * wide / (piece.size * scale) <= _PITCH[1]:
        return _AGAINST
    half = len(words) // 2
    if min(_likelihood(words[:half], error), _likelihood(words[half:], error)) < _MIXED:
        return _AGAINST
    return _likelihood(words, error)


def _likelihood(words: Sequence[Word], error: float) -> float:
    """The log-likelihood ratio of fixed pitch to proportional type, given the error of positions."""
    free = sum(len(word) - 1 for word in words) - 1
    if free < _MIN_LETTERS:
        return 0.0
    even, _ = _fit([[(float(at), x) for at, (_, x) in enumerate(word)] for word in words])
    usual, _ = _fit([_as_proportional(word) for word in words])
    noise = free * error * error
    return free / 2.0 * math.log((usual + noise) / (even + noise))


def _words(reading: Reading) -> Iterator[Word]:
    """The words of a reading: each letter and its position; none if positions are unknown."""
    word: Word = []
    if len(reading.positions) == len(reading.text):
        for letter, position in zip(reading.text, reading.positions, strict=True):
            if not letter.isspace():
                word.append((letter, position))
            elif word:
                yield word
                word = []
    if word:
        yield word


def _as_proportional(word: Word) -> list[tuple[float, float]]:
    """The middle of each letter in proportional type, in sizes, and its position."""
    placed: list[tuple[float, float]] = []
    end = 0.0
    for letter, position in word:
        width = letter_width(letter)
        placed.append((end + width / 2.0, position))
        end += width
    return placed


def _fit(words: Sequence[Sequence[tuple[float, float]]]) -> tuple[float, float]:
    """The residual sum of squares of positions against expected ones, with words anywhere, and the common scale."""
    aa = ax = xx = 0.0
    for word in words:
        a0, x0 = sum(a for a, _ in word) / len(word), sum(x for _, x in word) / len(word)
        aa += sum((a - a0) ** 2 for a, _ in word)
        ax += sum((a - a0) * (x - x0) for a, x in word)
        xx += sum((x - x0) ** 2 for _, x in word)
    measure = ax / aa if aa else 0.0
    return max(xx - measure * ax, 0.0), measure
