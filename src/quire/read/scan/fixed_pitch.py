"""Which pieces of text are set in type of one width, as programs and typescripts are: the distances between their letters tell.

The engine tells where each letter stands. The places of a piece are compared with those that its letters would have in type of one
width, and with those in usual type, each fitted by least squares: words may stand anywhere, letters of a word one behind the other.
"""

from __future__ import annotations

import bisect
import math
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
# Of other letters. The widths, in sizes, are those of Helvetica (Adobe's font metrics); other type is near.
_USUAL = 0.556

Word = list[tuple[str, float]]
"""The letters of a word, and where each stands: 0 to 1 from the left of its piece to the right."""

_LEAST = 6  # letters of a piece behind the first of each word: fewer tell nothing
_ROUGH = 2.3  # pixels that the engine's places are rough by: a step of 8 pixels, its standard deviation
_READ = 42.0  # pixels of height at which the engine reads a line
_SURE = 5.0  # evidence (a logarithm) for type of one width; words in other type have 1 to 8 by chance, but what stands round them has not
_AGAINST = -3.0  # a piece with less is in usual type, whatever stands round it
_MIXED = -1.0  # a half of a piece with less is in usual type: a line of prose with names of commands in it
# Of the evidence of the lines above and below that counts for a line, and how much of each at most.
_SHARE, _MOST = 0.5, 10.0
_NEXT = 2.2  # sizes between the baselines of neighbours
# Sizes between the baselines, and the beginnings, of a line of type of one width and the next one that is too short to
# tell ("}"); paragraphs are farther apart.
_CLOSE, _INDENT = 1.5, 6.0
_ALIKE = 0.15  # of a size: short lines without capitals are measured too large or small
# Sizes that letters of such type are apart: 0.5 to 0.6, and sizes are measured too small or large by a seventh.
_PITCH = 0.42, 0.7
# At least, on a page with Chinese or Japanese: the Latin letters of its fonts are all half as wide as high.
_PITCH_CJK = 0.57
_CJK = 0.05  # of the letters of such a page


def fixed_pitch_pieces(pieces: Sequence[TextPiece], scale: float) -> list[bool]:
    """Which pieces of a page are set in type of one width.

    Args:
        pieces: of the page.
        scale: pixels to a point.
    """
    letters = "".join(piece.reading.text for piece in pieces)
    cjk = sum(is_cjk(ord(letter)) for letter in letters) > _CJK * len(letters)
    own = [_evidence(piece, scale, least=_PITCH_CJK if cjk else _PITCH[0]) for piece in pieces]
    order = sorted(range(len(pieces)), key=lambda i: pieces[i].baseline)
    levels = [pieces[i].baseline for i in order]

    def near(i: int, reach: float) -> list[int]:
        level, reach = pieces[i].baseline, reach * pieces[i].size
        beside = order[bisect.bisect_left(levels, level - reach) : bisect.bisect(levels, level + reach)]
        return [k for k in beside if k != i and _above(pieces[i], pieces[k])]

    found: list[bool] = []
    for i, evidence in enumerate(own):
        round_it = sum(max(-_MOST, min(_MOST, own[k])) for k in near(i, _NEXT) if _overlap(pieces[i], pieces[k]))
        found.append(evidence > _AGAINST and evidence + _SHARE * round_it > _SURE)
    for way in (order, order[::-1]):
        for i in way:
            found[i] = found[i] or (not own[i] and any(found[k] for k in near(i, _CLOSE)))
    return found


def _above(piece: TextPiece, other: TextPiece) -> bool:
    """Whether a piece of about the same size stands above or below another, not beside it."""
    beside = abs(piece.baseline - other.baseline) < 0.5 * piece.size
    indented = abs(piece.x0 - other.x0) < _INDENT * piece.size
    return not beside and abs(piece.size - other.size) <= _ALIKE * piece.size and (indented or _overlap(piece, other))


def _overlap(piece: TextPiece, other: TextPiece) -> bool:
    """Whether pieces stand over each other."""
    return piece.x0 < other.x1 and other.x0 < piece.x1


def _evidence(piece: TextPiece, scale: float, *, least: float) -> float:
    """How much more likely the places of letters are in type of one width: a logarithm; 0 says nothing."""
    reading = piece.reading
    if any(is_cjk(ord(letter)) for letter in reading.text):
        return _AGAINST
    words = [] if piece.angle else list(_words(reading))
    (x0, y0), (x1, _), _, (_, y3) = reading.polygon
    wide, high = max(x1 - x0, 1.0), max(y3 - y0, 1.0)
    rough = _ROUGH * high / (_READ * wide)
    _, pitch = _fit([[(float(at), x) for at, (_, x) in enumerate(word)] for word in words])
    if pitch and not least <= pitch * wide / (piece.size * scale) <= _PITCH[1]:
        return _AGAINST
    half = len(words) // 2
    if min(_likelier(words[:half], rough), _likelier(words[half:], rough)) < _MIXED:
        return _AGAINST
    return _likelier(words, rough)


def _likelier(words: Sequence[Word], rough: float) -> float:
    """How much more likely the places of words are in type of one width; places are rough by so much."""
    free = sum(len(word) - 1 for word in words) - 1
    if free < _LEAST:
        return 0.0
    even, _ = _fit([[(float(at), x) for at, (_, x) in enumerate(word)] for word in words])
    usual, _ = _fit([_as_usual(word) for word in words])
    noise = free * rough * rough
    return free / 2.0 * math.log((usual + noise) / (even + noise))


def _words(reading: Reading) -> Iterator[Word]:
    """The words of a reading: each letter and its place; none when places are not known."""
    word: Word = []
    if len(reading.spots) == len(reading.text):
        for letter, spot in zip(reading.text, reading.spots, strict=True):
            if not letter.isspace():
                word.append((letter, spot))
            elif word:
                yield word
                word = []
    if word:
        yield word


def _as_usual(word: Word) -> list[tuple[float, float]]:
    """Where the middle of each letter would be in usual type, in sizes, and where it is."""
    placed: list[tuple[float, float]] = []
    end = 0.0
    for letter, spot in word:
        width = _WIDTHS.get(letter, _USUAL)
        placed.append((end + width / 2.0, spot))
        end += width
    return placed


def _fit(words: Sequence[Sequence[tuple[float, float]]]) -> tuple[float, float]:
    """What is left of the squares of places that follow expected ones, words anywhere, all in one measure; and that measure."""
    aa = ax = xx = 0.0
    for word in words:
        a0, x0 = sum(a for a, _ in word) / len(word), sum(x for _, x in word) / len(word)
        aa += sum((a - a0) ** 2 for a, _ in word)
        ax += sum((a - a0) * (x - x0) for a, x in word)
        xx += sum((x - x0) ** 2 for _, x in word)
    measure = ax / aa if aa else 0.0
    return max(xx - measure * ax, 0.0), measure
