"""The glyphs of a line to words. The accelerator does the same in `native/glyph_words.c`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from quire.model.page import Style, Word
from quire.read.matrices import rounded
from quire.read.pdf.glyphs import SPACE, VERTICAL, Glyph, GlyphRun, axes
from quire.read.pdf.spacing_thresholds import SPACING, Spacing
from quire.text import is_cjk, is_hangul, is_ideograph

StyleOf = Callable[[int, int], Style]
"""(index in the page's table, rise) -> interned style."""

_SAME_SIZE = 0.95  # of the size of the line: larger glyphs are no super- or subscripts
_LEAST_GAPS = 6  # between letters: fewer do not show the letter spacing
_BELOW_NARROWEST = 0.9  # of the narrowest gap at which PDFium reports a space: wider gaps are spaces, too
_BOTH = 2  # of two neighbouring characters
_PAIRS = 2  # of ideographs: one alone does not show whether they touch


def words_of(
    glyphs: Sequence[Glyph], order: Sequence[int], baseline: float, size: float, style_of: StyleOf
) -> list[Word]:
    """The words of a line from the glyphs in `order`, given its baseline and size."""
    s = SPACING
    spacing = _spacing_of(glyphs, order)
    words: list[_OpenWord] = []
    reach = 0.0
    spaced = blank = False
    for i in order:
        glyph = glyphs[i]
        if glyph.code == SPACE:
            # a space starts where the letter before it ends, even a letter with an overhang; an empty space anywhere
            spaced, blank = bool(words), True
            reach = min(reach, glyph.u0) if glyph.u1 > glyph.u0 else reach
            continue
        rise = _rise(glyph, baseline, size, s)
        if not words:
            words.append(_OpenWord(glyph, rise, space=False, blank=blank))
        else:
            gap = (glyph.u0 - reach) / glyph.run.size
            space = _is_space(words[-1].last.code, glyph, gap - spacing.tracking, spacing, spaced=spaced)
            last = words[-1]
            same = last.first.run.style == glyph.run.style and last.first.run.mcid == glyph.run.mcid
            if space or not same or last.rise != rise:
                words.append(_OpenWord(glyph, rise, space=space, blank=blank))
            else:
                last.add(glyph)
        reach = glyph.u1 if len(words) == 1 and len(words[0].codes) == 1 else max(reach, glyph.u1)
        spaced = blank = False
    return [_word(piece, style_of) for piece in words]


class _OpenWord:
    """A word that may get more glyphs."""

    __slots__ = ("blank", "codes", "first", "last", "rise", "space", "u0", "u1")

    def __init__(self, glyph: Glyph, rise: int, *, space: bool, blank: bool) -> None:
        self.codes = [glyph.code]
        self.first = self.last = glyph
        self.u0, self.u1 = glyph.u0, glyph.u1
        self.rise = rise
        self.space, self.blank = space, blank

    def add(self, glyph: Glyph) -> None:
        self.codes.append(glyph.code)
        self.last = glyph
        self.u0, self.u1 = min(self.u0, glyph.u0), max(self.u1, glyph.u1)


def _rise(glyph: Glyph, baseline: float, size: float, s: Spacing) -> int:
    shift = (baseline - glyph.v) / size
    if glyph.run.frame == VERTICAL or glyph.run.size > _SAME_SIZE * size:
        return 0
    if shift > s.script_least_shift:
        return 1
    return -1 if shift < -s.script_least_shift and glyph.run.size <= s.script_size * size else 0


class _LineSpacing(NamedTuple):
    """What the gaps of a line tell about its spaces, em."""

    tracking: float  # letter spacing
    space: float  # the gap that is a space, beyond the letter spacing
    reported: float  # the same where PDFium reports a space
    glyphs: bool  # whether the line has space glyphs
    touching: bool  # whether most of its ideographs touch: then a gap between two that PDFium reports is a typed space


def _is_space(before: int, glyph: Glyph, gap: float, spacing: _LineSpacing, *, spaced: bool) -> bool:
    s = SPACING
    # Korean separates words as Latin does
    hangul = is_hangul(before) + is_hangul(glyph.code)
    if hangul:
        mixed = hangul == 1 and spacing.glyphs  # then the automatic quarter em is no space
        return gap > (s.space_glyph if spaced else s.space_mixed if mixed else s.space)
    cjk = is_cjk(before) + is_cjk(glyph.code)
    if cjk == _BOTH:
        typed = spaced or (spacing.touching and glyph.hint == 1 and is_ideograph(before) and is_ideograph(glyph.code))
        return gap > (s.space_cjk_glyph if typed else s.space_cjk)
    if spaced:
        return gap > s.space_glyph
    return gap > (s.space_mixed if cjk else (spacing.space, spacing.reported, s.space_overhang)[glyph.hint])


def _spacing_of(glyphs: Sequence[Glyph], order: Sequence[int]) -> _LineSpacing:
    """The letter spacing of a line, the width of its spaces, and whether its ideographs touch.

    Letter spacing is a low median of the gaps without a space glyph.
    Gaps between equal glyphs are ignored: the dots of a leader are further apart than the letters before them.
    In a letter-spaced line PDFium reports spaces between letters. In any other line, the narrowest space that PDFium
    reports shows how wide those are that it misses before wide letters.
    """
    s = SPACING
    gaps: list[float] = []
    narrowest = s.space
    pairs = near = 0
    last: Glyph | None = None
    for i in order:
        glyph = glyphs[i]
        other = last is not None and glyph.code != last.code and SPACE not in {glyph.code, last.code}
        if last is not None and other and glyph.u1 > glyph.u0:
            gap = (glyph.u0 - last.u1) / glyph.run.size
            gaps.append(gap)
            if glyph.hint == 1 and s.space_reported < gap < narrowest:
                narrowest = gap
            if is_ideograph(glyph.code) and is_ideograph(last.code):
                pairs, near = pairs + 1, near + (gap < s.tracking_spaced)
        last = glyph
    spaced = any(glyphs[i].code == SPACE for i in order)
    touching = pairs >= _PAIRS and near * 2 >= pairs
    if len(gaps) < _LEAST_GAPS:
        return _LineSpacing(0.0, s.space, s.space_reported, spaced, touching)
    gaps.sort()
    tracking = min(max(gaps[(len(gaps) * 2) // 5], s.tracking_low), s.tracking_high)
    if tracking > s.tracking_spaced:
        return _LineSpacing(tracking, s.space, s.space, spaced, touching)
    space = max(s.space_reported, _BELOW_NARROWEST * narrowest) if narrowest < s.space else s.space
    return _LineSpacing(tracking, space, s.space_reported, spaced, touching)


def _word(piece: _OpenWord, style_of: StyleOf) -> Word:
    run = piece.first.run
    v = piece.first.v
    x0, y0, x1, y1, baseline = _place(run, piece.u0, piece.u1, v)
    text = "".join(map(chr, piece.codes))
    return Word(text, x0, y0, x1, y1, baseline, style_of(run.style, piece.rise), piece.space, run.mcid, piece.blank)


def _place(run: GlyphRun, u0: float, u1: float, v: float) -> tuple[float, float, float, float, float]:
    """The box on the page and the baseline of a part of a row."""
    cos, sin = axes(run.frame)
    top, bottom = v - run.ascent * run.size, v + run.descent * run.size
    xs = [u * cos - w * sin for u in (u0, u1) for w in (top, bottom)]
    ys = [u * sin + w * cos for u in (u0, u1) for w in (top, bottom)]
    across = abs(sin) > abs(cos)
    baseline = u0 * cos - v * sin if across else u0 * sin + v * cos
    return rounded(min(xs)), rounded(min(ys)), rounded(max(xs)), rounded(max(ys)), rounded(baseline)
