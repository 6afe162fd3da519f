"""Glyphs of a line to words. The twin of the accelerator's `words.c`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quire.model.page import Style, Word
from quire.read.glyphs import VERTICAL, Glyph, Ink, axes
from quire.read.matrices import rounded
from quire.read.spacing import SPACING, Spacing
from quire.text import is_cjk, is_hangul

StyleOf = Callable[[int, int], Style]  # (index in the page's table, rise) -> interned style


def words_of(
    glyphs: Sequence[Glyph], order: Sequence[int], baseline: float, size: float, style_of: StyleOf
) -> list[Word]:
    """The words of a line from the glyphs in `order`, given its baseline and size."""
    s = SPACING
    tracking = _tracking(glyphs, order)
    pieces: list[_Piece] = []
    reach = 0.0
    spaced = False
    for i in order:
        glyph = glyphs[i]
        if glyph.code == 32:
            # the space starts where the letter in front ends, even one that hangs over its width
            spaced, reach = bool(pieces), min(reach, glyph.u0)
            continue
        rise = _rise(glyph, baseline, size, s)
        if not pieces:
            pieces.append(_Piece(glyph, rise, space=False))
        else:
            gap = (glyph.u0 - reach) / glyph.ink.size
            space = _is_space(pieces[-1].last.code, glyph, gap - tracking, spaced=spaced)
            last = pieces[-1]
            same = last.first.ink.style == glyph.ink.style and last.first.ink.mcid == glyph.ink.mcid
            if space or not same or last.rise != rise:
                pieces.append(_Piece(glyph, rise, space=space))
            else:
                last.add(glyph)
        reach = glyph.u1 if len(pieces) == 1 and len(pieces[0].codes) == 1 else max(reach, glyph.u1)
        spaced = False
    return [_word(piece, style_of) for piece in pieces]


class _Piece:
    """A word in the making."""

    __slots__ = ("codes", "first", "last", "rise", "space", "u0", "u1")

    def __init__(self, glyph: Glyph, rise: int, *, space: bool) -> None:
        self.codes = [glyph.code]
        self.first = self.last = glyph
        self.u0, self.u1 = glyph.u0, glyph.u1
        self.rise = rise
        self.space = space

    def add(self, glyph: Glyph) -> None:
        self.codes.append(glyph.code)
        self.last = glyph
        self.u0, self.u1 = min(self.u0, glyph.u0), max(self.u1, glyph.u1)


def _rise(glyph: Glyph, baseline: float, size: float, s: Spacing) -> int:
    shift = (baseline - glyph.v) / size
    if glyph.ink.frame == VERTICAL or glyph.ink.size > 0.95 * size:
        return 0
    if shift > s.script_rise:
        return 1
    return -1 if shift < -s.script_rise and glyph.ink.size <= s.script_size * size else 0


def _is_space(before: int, glyph: Glyph, gap: float, *, spaced: bool) -> bool:
    s = SPACING
    # Korean parts its words as Latin does
    if is_hangul(before) or is_hangul(glyph.code):
        return gap > (s.space_glyph if spaced else s.space)
    cjk = is_cjk(before) + is_cjk(glyph.code)
    if cjk == 2:
        return gap > (s.space_cjk_glyph if spaced else s.space_cjk)
    if spaced:
        return gap > s.space_glyph
    return gap > (s.space_mixed if cjk else s.space_hint if glyph.hint else s.space)


def _tracking(glyphs: Sequence[Glyph], order: Sequence[int]) -> float:
    """Letter spacing of a line in em: the median gap between glyphs that no space glyph parts."""
    gaps: list[float] = []
    last: Glyph | None = None
    for i in order:
        glyph = glyphs[i]
        if glyph.code != 32 and last is not None and last.code != 32 and glyph.u1 > glyph.u0:
            gaps.append((glyph.u0 - last.u1) / glyph.ink.size)
        last = glyph
    if len(gaps) < 6:
        return 0.0
    gaps.sort()
    return min(max(gaps[(len(gaps) * 2) // 5], SPACING.tracking_low), SPACING.tracking_high)


def _word(piece: _Piece, style_of: StyleOf) -> Word:
    ink = piece.first.ink
    v = piece.first.v
    x0, y0, x1, y1, baseline = _place(ink, piece.u0, piece.u1, v)
    text = "".join(map(chr, piece.codes))
    return Word(text, x0, y0, x1, y1, baseline, style_of(ink.style, piece.rise), piece.space, ink.mcid)


def _place(ink: Ink, u0: float, u1: float, v: float) -> tuple[float, float, float, float, float]:
    """The box on the page and the baseline of a piece of a row."""
    cos, sin = axes(ink.frame)
    top, bottom = v - ink.ascent * ink.size, v + ink.descent * ink.size
    xs = [u * cos - w * sin for u in (u0, u1) for w in (top, bottom)]
    ys = [u * sin + w * cos for u in (u0, u1) for w in (top, bottom)]
    across = abs(sin) > abs(cos)
    baseline = u0 * cos - v * sin if across else u0 * sin + v * cos
    return rounded(min(xs)), rounded(min(ys)), rounded(max(xs)), rounded(max(ys)), rounded(baseline)
