"""The print of a page as rows of characters with their positions, ready to find labels in."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from quire.hanzi import simplified
from quire.model.geometry import Box, bounds
from quire.model.page import Line, Page, TextSource, Word
from quire.tables.visual_rows import Extent, group_rows
from quire.text import fold, is_cjk

_STAMP = 1.6  # times as high as a row: a stamp, vertical print or a title beside small print is no part of it
_STACK = 12  # characters of a vertical name or of a column of units
_CUT = 0.4  # ems: a drawn line between two Chinese characters that stand closer is a fold or a stroke, no border
_WIDE, _NARROW, _THIN = 1.0, 0.55, 0.3  # widths of characters in ems, to share out a word's box
_THIN_CHARS = frozenset(".,:;'|!il ")
_OFTEN_MISREAD = (
    "發票電稅專價額單號碼開買賣銷購貨數計備註複審動車統機遼寧陝蘇廣東慶龍貴雲肅內廈鐵國門"
    "區縣責團業務設農飲學醫藥產實際長無漢華聯達軟網絡氣術項類鄭濟瀋陽萬與書餘驗編時間對應"
)
_SIMPLE = str.maketrans({char: simplified(char) for char in _OFTEN_MISREAD})
"""Traditional characters that recognition reads for simplified ones, which forms of the mainland do not print. Other
traditional characters stay, because names have them (昇, 喆)."""


class Glyph(NamedTuple):
    """A character and where it stands."""

    char: str  # NFKC where that is one character, else as printed
    printed: str
    x0: float
    x1: float
    piece: int  # which piece of the page it belongs to
    space: bool  # whether a space stands before it


class Piece(NamedTuple):
    """A run of text that the reader kept together."""

    glyphs: tuple[Glyph, ...]
    box: Box
    confidence: float
    baseline: float

    @property
    def text(self) -> str:
        """The characters, without spaces."""
        return "".join(g.char for g in self.glyphs)


@dataclass(frozen=True, slots=True)
class Row:
    """Characters on one visual line, from left to right, without spaces."""

    glyphs: tuple[Glyph, ...]
    text: str  # one character for each glyph
    y0: float
    y1: float
    em: float  # points: the usual height of its text
    cuts: frozenset[int]  # a drawn vertical line stands before these characters
    confidences: tuple[float, ...]  # by piece number of the page

    @property
    def middle(self) -> float:
        """Its y."""
        return (self.y0 + self.y1) / 2

    def gap(self, index: int) -> float:
        """Ems of white space before a character; 0 at the start."""
        return (self.glyphs[index].x0 - self.glyphs[index - 1].x1) / self.em if index else 0.0

    def box(self, start: int, end: int) -> Box:
        """Of the characters [start, end); at least one."""
        return Box(self.glyphs[start].x0, self.y0, self.glyphs[end - 1].x1, self.y1)

    def printed(self, start: int, end: int) -> str:
        """Characters [start, end) as printed; spaces are kept beside Latin letters and digits."""
        out = ""
        for glyph in self.glyphs[start:end]:
            apart = glyph.space and out and not (is_cjk(ord(out[-1])) and is_cjk(ord(glyph.printed[0])))
            out += " " + glyph.printed if apart else glyph.printed
        return out

    def confidence(self, start: int, end: int) -> float:
        """The least confidence of the pieces that characters [start, end) belong to."""
        return min((self.confidences[g.piece] for g in self.glyphs[start:end]), default=0.0)


def pieces_of(page: Page) -> list[Piece]:
    """The upright pieces of text of a page, in its order."""
    sure = page.confidences if len(page.confidences) == len(page.lines) else (1.0,) * len(page.lines)
    pieces: list[Piece] = []
    for line, confidence in zip(page.lines, sure, strict=True):
        if line.angle or line.vertical:
            pieces.extend(_stacked(line, len(pieces), confidence))
            continue
        glyphs = tuple(_glyphs(line, len(pieces)))
        if page.source in (TextSource.OCR, TextSource.HIDDEN):
            glyphs = tuple(
                g._replace(char=g.char.translate(_SIMPLE), printed=g.printed.translate(_SIMPLE))
                for g in glyphs
                if g.char != "_"
            )
        if glyphs:
            pieces.append(Piece(glyphs, line.box, confidence, line.baseline))
    return pieces


def _stacked(line: Line, first: int, confidence: float) -> Iterable[Piece]:
    """The characters of a short upright Chinese line, each a piece of its own: cells above each other."""
    text = fold(line.text).replace(" ", "")
    if len(text) > _STACK or not all(is_cjk(ord(c)) for c in text) or line.box.height < line.box.width:
        return
    step = line.box.height / len(text)
    for index, char in enumerate(text):
        middle = line.y0 + (index + 0.5) * step
        half = min(step, line.box.width) / 2
        box = Box(line.x0, middle - half, line.x1, middle + half)
        yield Piece((Glyph(char, char, box.x0, box.x1, first + index, space=False),), box, confidence, box.y1)


def _glyphs(line: Line, piece: int) -> Iterable[Glyph]:
    for word in line.words:
        yield from _spread(word, piece)


def _spread(word: Word, piece: int) -> Iterable[Glyph]:
    """The characters of a word, its box shared out by their usual widths."""
    text = fold(word.text)
    weights = [_weight(c) for c in text]
    unit = (word.x1 - word.x0) / (sum(weights) or 1.0)
    x, space = word.x0, word.space
    for char, weight in zip(text, weights, strict=True):
        x0, x = x, x + weight * unit
        if char.isspace():
            space = True
            continue
        plain = unicodedata.normalize("NFKC", char)
        yield Glyph(plain if len(plain) == 1 else char, char, x0, x, piece, space)
        space = False


def _weight(char: str) -> float:
    if is_cjk(ord(char)):
        return _WIDE
    return _THIN if char in _THIN_CHARS else _NARROW


def rows_of(pieces: Sequence[Piece], page: Page, *, leave: frozenset[int] = frozenset()) -> list[Row]:
    """The rows of a page from top to bottom.

    Args:
        pieces: of the page.
        page: for its drawn lines.
        leave: numbers of pieces that stand in no row: names of zones set vertically, cipher text.
    """
    every = [i for i in range(len(pieces)) if i not in leave]
    extents = [Extent(p.baseline, p.box.height, p.box.x0, p.box.x1) for p in (pieces[i] for i in every)]
    groups = [[every[i] for i in row] for row in group_rows(extents, taller=_STAMP)]
    uprights = [(r.x0 + r.x1) / 2 for r in page.rules if not r.horizontal]
    spans = [(r.y0, r.y1) for r in page.rules if not r.horizontal]
    sure = tuple(p.confidence for p in pieces)
    rows = [_row([pieces[i] for i in group], sure, list(zip(uprights, spans, strict=True))) for group in groups]
    return sorted(rows, key=lambda r: r.middle)


def _middle(box: Box) -> float:
    return (box.y0 + box.y1) / 2


def _row(
    pieces: Sequence[Piece], sure: tuple[float, ...], uprights: Sequence[tuple[float, tuple[float, float]]]
) -> Row:
    glyphs = tuple(g for piece in pieces for g in piece.glyphs)
    box = bounds(p.box for p in pieces)
    heights = sorted(p.box.height for p in pieces)
    em, middle = heights[len(heights) // 2] or 1.0, sum(_middle(p.box) for p in pieces) / len(pieces)
    lines = sorted(x for x, (y0, y1) in uprights if y0 < middle < y1)
    cuts = frozenset(i for i in range(1, len(glyphs)) if _is_cut(glyphs[i - 1], glyphs[i], lines, em))
    return Row(glyphs, "".join(g.char for g in glyphs), box.y0, box.y1, em, cuts, sure)


def _is_cut(left: Glyph, right: Glyph, lines: Sequence[float], em: float) -> bool:
    """Whether a drawn line parts two neighbouring characters."""
    if right.x0 - left.x1 < _CUT * em and is_cjk(ord(left.char)) and is_cjk(ord(right.char)):
        return False
    return any(left.x1 - 0.3 * em <= x <= right.x0 + 0.3 * em for x in lines)
