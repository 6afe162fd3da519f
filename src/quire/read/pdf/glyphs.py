"""Placed characters.

A glyph has coordinates u (along the reading direction) and v (across it, growing downwards) in the frame of that
direction, so the same code groups the glyphs of every direction.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from quire.read.matrices import Corners
from quire.read.pdf.spacing_thresholds import SPACING
from quire.text import is_rtl

VERTICAL = 400
"""Frame of vertical writing: upright glyphs one below the other."""

OBLIQUE = 4
"""First frame of oblique text: 4 + degrees; lower frames are quarter turns."""

SPACE = 0x20
"""The code of a space glyph; all white space becomes this (`normalised`)."""

_LIGATURE_STEP = 0.25  # of its width: a letter that moves on by more has a place of its own
ORDER_STEP = 0.01
"""Points between glyphs at one place, which keep their order when they are sorted from left to right."""

_BRACKETS = frozenset(map(ord, "()[]{}«»‹›"))
_FIRST_LETTER = ord("A")
_VERTICAL_SHIFT = 0.1  # em sideways between two glyphs of vertical writing, at most
_VERTICAL_STEP = (0.4, 3.0)  # em down from one glyph of vertical writing to the next
_VERTICAL_ORIGIN = ((0.3, 0.6), (0.6, 1.1))  # em to the left of and below the position of its text object


class GlyphRun(NamedTuple):
    """What all glyphs of a text object have in common."""

    style: int  # index of the style in the page's table
    size: float  # points, as rendered
    frame: int  # 0..3: quarter turns clockwise; 4 + degrees: other directions; VERTICAL
    ascent: float  # em, clamped
    descent: float
    mcid: int


class Glyph(NamedTuple):
    """A placed character."""

    code: int
    u0: float
    u1: float
    v: float
    run: GlyphRun
    hint: int = 0  # 1: PDFium reports a space before it; 2: and a letter with an overhang covers part of the white


def axes(frame: int) -> tuple[float, float]:
    """Cosine and sine of a frame's clockwise turn."""
    if frame < OBLIQUE:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[frame]
    if frame == VERTICAL:
        return 0.0, 1.0
    turn = math.radians(float(frame - OBLIQUE))
    return math.cos(turn), math.sin(turn)


def frame_of(degrees: float) -> int:
    """The frame of a reading direction (clockwise degrees)."""
    quarter = math.floor(degrees / 90.0 + 0.5)
    if abs(degrees - 90.0 * quarter) <= SPACING.upright_tolerance:
        return quarter & 3
    return OBLIQUE + math.floor(degrees + 0.5) % 360


def is_letter(code: int) -> bool:
    """Whether a character may be a letter: no digit, bracket or sign of ASCII."""
    return code >= _FIRST_LETTER and code not in _BRACKETS


def placed_glyph(code: int, origin: tuple[float, float], cell: Corners, run: GlyphRun, before: int = 0) -> Glyph:
    """The glyph in the axes of its frame; `before` is the code of the letter before it in the file."""
    cos, sin = axes(run.frame)
    x0, y0, x1, y1 = cell
    if run.frame == VERTICAL:
        return Glyph(code, y0, y1, -(x0 + x1) / 2.0, run)
    v = origin[1] * cos - origin[0] * sin
    if run.frame < OBLIQUE:
        u0, u1 = x0 * cos + y0 * sin, x1 * cos + y1 * sin
        u0, u1 = min(u0, u1), max(u0, u1)
        if is_rtl(code) or (code in _BRACKETS and is_rtl(before)):
            # the box of a glyph with an overhang is that of its ink: add the white in front
            start = origin[0] * cos + origin[1] * sin
            if start < u0 and u0 - start < SPACING.space * run.size:
                u0 = start
        return Glyph(code, u0, u1, v, run)
    u0 = origin[0] * cos + origin[1] * sin
    across, along = abs(cos), abs(sin)
    wide = across >= along
    advance = (x1 - x0 - run.size * along) / across if wide else (y1 - y0 - run.size * across) / along
    return Glyph(code, u0, u0 + max(0.0, advance), v, run)


def ligature_letter(last: Glyph, letter: Glyph, glyph: Glyph, *, back: bool = False) -> Glyph:
    """A further letter of a ligature at its place: PDFium gives it the box of the whole, or a share of it.

    Args:
        last: The glyph before it, which has the same origin.
        letter: The same, or the last one that is not a mark: marks have the origin of the glyph after them.
        glyph: The letter.
        back: Whether the right-to-left letters of this ligature come last letter first (`ligature_order`).
    """
    step = glyph.u0 - letter.u0
    if (abs(step) if is_rtl(glyph.code) else step) > _LIGATURE_STEP * (glyph.u1 - glyph.u0):
        return glyph
    end = last.u0 + (ORDER_STEP if back else -ORDER_STEP) if is_rtl(glyph.code) else last.u1
    return glyph._replace(u0=end, u1=end)


def stands_below(position: tuple[float, float], origin: tuple[float, float], size: float) -> bool:
    """Whether a glyph's origin is where vertical writing puts it for a position of the text (ISO 32000-1, 9.7.4.3)."""
    (least, most), (high, low) = _VERTICAL_ORIGIN
    across, down = position[0] - origin[0], origin[1] - position[1]
    return least * size <= across <= most * size and high * size <= down <= low * size


def continues_vertically(upper: tuple[float, float], lower: tuple[float, float], size: float) -> bool:
    """Whether an origin is where vertical writing continues from another one."""
    low, high = _VERTICAL_STEP
    return abs(lower[0] - upper[0]) <= _VERTICAL_SHIFT * size and low * size <= lower[1] - upper[1] <= high * size
