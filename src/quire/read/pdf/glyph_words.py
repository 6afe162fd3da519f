"""Glyphs of a line to words. The twin of the accelerator's `words.c`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from quire.model.page import Style, Word
from quire.read.matrices import rounded
from quire.read.pdf.glyphs import VERTICAL, Glyph, GlyphRun, axes
from quire.read.pdf.spacing_thresholds import SPACING, Spacing
from quire.text import is_cjk, is_hangul

StyleOf = Callable[[int, int], Style]  # (index in the page's table, rise) -> interned style


def words_of(
    glyphs: Sequence[Glyph], order: Sequence[int], baseline: float, size: float, style_of: StyleOf
) -> list[Word]:
    """The words of a line from the glyphs in `order`, given its baseline and size."""
    s = SPACING
    room = _room_of(glyphs, order)
    pieces: list[_Piece] = []
    reach = 0.0
    spaced = False
    for i in order:
        glyph = glyphs[i]
        if glyph.code == 32:
            # the space starts where the letter in front ends, even one that hangs over its width; one without width anywhere
            spaced, reach = bool(pieces), min(reach, glyph.u0) if glyph.u1 > glyph.u0 else reach
            continue
        rise = _rise(glyph, baseline, size, s)
        if not pieces:
            pieces.append(_Piece(glyph, rise, space=False))
        else:
            gap = (glyph.u0 - reach) / glyph.run.size
            space = _is_space(pieces[-1].last.code, glyph, gap - room.tracking, room, spaced=spaced)
            last = pieces[-1]
            same = last.first.run.style == glyph.run.style and last.first.run.mcid == glyph.run.mcid
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
    if glyph.run.frame == VERTICAL or glyph.run.size > 0.95 * size:
        return 0
    if shift > s.script_least_shift:
        return 1
    return -1 if shift < -s.script_least_shift and glyph.run.size <= s.script_size * size else 0


class _Room(NamedTuple):
    """What the gaps of a line say of its spaces, em."""

    tracking: float  # letter spacing
    space: float  # the gap that is a space, beyond the letter spacing
    seen: float  # and where PDFium sees one
    glyphs: bool  # whether spaces are glyphs here


def _is_space(before: int, glyph: Glyph, gap: float, room: _Room, *, spaced: bool) -> bool:
    s = SPACING
    # Korean parts its words as Latin does
    hangul = is_hangul(before) + is_hangul(glyph.code)
    if hangul:
        mixed = hangul == 1 and room.glyphs  # then the automatic quarter em is none
        return gap > (s.space_glyph if spaced else s.space_mixed if mixed else s.space)
    cjk = is_cjk(before) + is_cjk(glyph.code)
    if cjk == 2:
        return gap > (s.space_cjk_glyph if spaced else s.space_cjk)
    if spaced:
        return gap > s.space_glyph
    return gap > (s.space_mixed if cjk else (room.space, room.seen, s.space_overhang)[glyph.hint])


def _room_of(glyphs: Sequence[Glyph], order: Sequence[int]) -> _Room:
    """The letter spacing of a line, a low median of the gaps that no space glyph parts, and how wide its spaces are.

    Gaps between two like glyphs say nothing: the dots of a leader stand further apart than the letters before them.
    In a spaced line PDFium sees spaces between letters. In another its narrowest tells of those that it does not see:
    before a wide letter.
    """
    s = SPACING
    gaps: list[float] = []
    narrowest = s.space
    last: Glyph | None = None
    for i in order:
        glyph = glyphs[i]
        other = last is not None and glyph.code != last.code and 32 not in {glyph.code, last.code}
        if last is not None and other and glyph.u1 > glyph.u0:
            gap = (glyph.u0 - last.u1) / glyph.run.size
            gaps.append(gap)
            if glyph.hint == 1 and s.space_reported < gap < narrowest:
                narrowest = gap
        last = glyph
    spaced = any(glyphs[i].code == 32 for i in order)
    if len(gaps) < 6:
        return _Room(0.0, s.space, s.space_reported, spaced)
    gaps.sort()
    tracking = min(max(gaps[(len(gaps) * 2) // 5], s.tracking_low), s.tracking_high)
    if tracking > s.tracking_spaced:
        return _Room(tracking, s.space, s.space, spaced)
    space = max(s.space_reported, 0.9 * narrowest) if narrowest < s.space else s.space
    return _Room(tracking, space, s.space_reported, spaced)


def _word(piece: _Piece, style_of: StyleOf) -> Word:
    run = piece.first.run
    v = piece.first.v
    x0, y0, x1, y1, baseline = _place(run, piece.u0, piece.u1, v)
    text = "".join(map(chr, piece.codes))
    return Word(text, x0, y0, x1, y1, baseline, style_of(run.style, piece.rise), piece.space, run.mcid)


def _place(run: GlyphRun, u0: float, u1: float, v: float) -> tuple[float, float, float, float, float]:
    """The box on the page and the baseline of a piece of a row."""
    cos, sin = axes(run.frame)
    top, bottom = v - run.ascent * run.size, v + run.descent * run.size
    xs = [u * cos - w * sin for u in (u0, u1) for w in (top, bottom)]
    ys = [u * sin + w * cos for u in (u0, u1) for w in (top, bottom)]
    across = abs(sin) > abs(cos)
    baseline = u0 * cos - v * sin if across else u0 * sin + v * cos
    return rounded(min(xs)), rounded(min(ys)), rounded(max(xs)), rounded(max(ys)), rounded(baseline)
