"""Combining marks: glyphs over, under or beside the letter before them, without a width of their own.

Thai, Indic, Hebrew and Arabic fonts place them far from where they belong in the text: a mark may begin before its
letter, hang above the line, or be drawn after the whole line. Each is attached to its letter. The accelerator does the
same in `native/combining_marks.h`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from quire.read.pdf.glyphs import OBLIQUE, ORDER_STEP, SPACE, Glyph
from quire.text import is_rtl

# First and last of runs of marks without width (general category Mn) in Unicode 15: combining accents, Cyrillic,
# Hebrew, Arabic, the scripts of India and Sri Lanka, Thai, Lao, Burmese, Khmer.
# fmt: off
_RUNS = (
    (0x300, 0x36F), (0x483, 0x487), (0x591, 0x5BD), (0x5BF, 0x5BF), (0x5C1, 0x5C2), (0x5C4, 0x5C5), (0x5C7, 0x5C7),
    (0x610, 0x61A), (0x64B, 0x65F), (0x670, 0x670), (0x6D6, 0x6DC), (0x6DF, 0x6E4), (0x6E7, 0x6E8), (0x6EA, 0x6ED),
    (0x900, 0x902), (0x93A, 0x93A), (0x93C, 0x93C), (0x941, 0x948), (0x94D, 0x94D), (0x951, 0x957), (0x962, 0x963),
    (0x981, 0x981),
    (0x9BC, 0x9BC), (0x9C1, 0x9C4), (0x9CD, 0x9CD), (0x9E2, 0x9E3), (0x9FE, 0x9FE), (0xA01, 0xA02), (0xA3C, 0xA3C),
    (0xA41, 0xA42), (0xA47, 0xA48), (0xA4B, 0xA4D), (0xA51, 0xA51), (0xA70, 0xA71), (0xA75, 0xA75), (0xA81, 0xA82),
    (0xABC, 0xABC), (0xAC1, 0xAC5), (0xAC7, 0xAC8), (0xACD, 0xACD), (0xAE2, 0xAE3), (0xAFA, 0xAFF), (0xB01, 0xB01),
    (0xB3C, 0xB3C), (0xB3F, 0xB3F), (0xB41, 0xB44), (0xB4D, 0xB4D), (0xB55, 0xB56), (0xB62, 0xB63), (0xB82, 0xB82),
    (0xBC0, 0xBC0), (0xBCD, 0xBCD), (0xC00, 0xC00), (0xC04, 0xC04), (0xC3C, 0xC3C), (0xC3E, 0xC40), (0xC46, 0xC48),
    (0xC4A, 0xC4D), (0xC55, 0xC56), (0xC62, 0xC63), (0xC81, 0xC81), (0xCBC, 0xCBC), (0xCBF, 0xCBF), (0xCC6, 0xCC6),
    (0xCCC, 0xCCD), (0xCE2, 0xCE3), (0xD00, 0xD01), (0xD3B, 0xD3C), (0xD41, 0xD44), (0xD4D, 0xD4D), (0xD62, 0xD63),
    (0xD81, 0xD81), (0xDCA, 0xDCA), (0xDD2, 0xDD4), (0xDD6, 0xDD6), (0xE31, 0xE31), (0xE34, 0xE3A), (0xE47, 0xE4E),
    (0xEB1, 0xEB1), (0xEB4, 0xEBC), (0xEC8, 0xECD), (0x102D, 0x1030), (0x1032, 0x1037),
    (0x1039, 0x103A), (0x103D, 0x103E),
    (0x1058, 0x1059), (0x105E, 0x1060), (0x1071, 0x1074), (0x1082, 0x1082), (0x1085, 0x1086),
    (0x108D, 0x108D), (0x109D, 0x109D),
    (0x17B4, 0x17B5), (0x17B7, 0x17BD), (0x17C6, 0x17C6), (0x17C9, 0x17D3), (0x17DD, 0x17DD),
)
# fmt: on
_FIRSTS = [first for first, _ in _RUNS]

MAX_STRAY_MARKS = 400
"""On a page: a file with more marks that are not at a letter is not text."""

_GAP = 0.3  # em between a mark and the letter before it
_BASELINE_STEP = 0.5  # em between their baselines
_OVERHANG = 0.05  # em by which the middle of a mark may lie outside its letter


def is_mark(code: int) -> bool:
    """Whether a character is a mark without a width of its own."""
    index = bisect_right(_FIRSTS, code) - 1
    return index >= 0 and code <= _RUNS[index][1]


def is_at_letter(letter: Glyph, mark: Glyph) -> bool:
    """Whether a mark that follows a glyph in the file belongs to it."""
    size = mark.run.size
    if letter.code == SPACE or letter.run.frame != mark.run.frame or mark.run.frame >= OBLIQUE:
        return False
    near = mark.u0 <= letter.u1 + _GAP * size and mark.u1 >= letter.u0 - _GAP * size
    return near and abs(mark.v - letter.v) < _BASELINE_STEP * size


def attached(letter: Glyph, mark: Glyph) -> Glyph:
    """The mark at the end of its letter or of the mark before it, without width, in left-to-right order."""
    u = letter.u1
    if is_rtl(mark.code):
        u = letter.u0 + (0.1 * ORDER_STEP if is_mark(letter.code) else ORDER_STEP)
    return mark._replace(u0=u, u1=u, v=letter.v, hint=0)


def with_strays_attached(glyphs: Sequence[Glyph], strays: Sequence[int]) -> list[Glyph]:
    """The glyphs with the stray marks (given by index) moved behind their letters."""
    owners: dict[int, list[int]] = {}
    for stray in strays[:MAX_STRAY_MARKS]:
        owner = _letter_of(glyphs, stray)
        if owner >= 0:
            owners.setdefault(owner, []).append(stray)
    gone = {stray for own in owners.values() for stray in own}
    out: list[Glyph] = []
    waiting: list[int] = []
    for index, glyph in enumerate(glyphs):
        if index in gone:
            continue
        if waiting and not is_mark(glyph.code):
            out.extend(attached(out[-1], glyphs[stray]) for stray in waiting)
            waiting = []
        out.append(glyph)
        waiting = waiting + owners.get(index, [])
    for stray in waiting:
        out.append(attached(out[-1], glyphs[stray]))
    return out


def _letter_of(glyphs: Sequence[Glyph], stray: int) -> int:
    """The index of the letter at the middle of a mark; -1 for none."""
    mark = glyphs[stray]
    size, middle = mark.run.size, (mark.u0 + mark.u1) / 2.0
    best, near = -1, size
    for index, glyph in enumerate(glyphs):
        if glyph.code == SPACE or glyph.run.frame != mark.run.frame or is_mark(glyph.code):
            continue
        if (
            not glyph.u0 - _OVERHANG * size <= middle <= glyph.u1 + _OVERHANG * size
            or abs(glyph.v - mark.v) >= _BASELINE_STEP * size
        ):
            continue
        apart = abs(middle - (glyph.u0 + glyph.u1) / 2.0)
        if apart < near:
            best, near = index, apart
    return best
