"""Where a strip of glyphs ends a line: gaps too wide for a word space, and rules between two words.

The twin of the accelerator's `cuts.c`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quire.read.pdf.baseline_rows import Chain
from quire.read.pdf.character_classes import BULLET_CODES, DIVISION_CODES, can_start_word, is_digit
from quire.read.pdf.glyphs import Glyph, axes
from quire.read.pdf.spacing_thresholds import SPACING
from quire.text import is_cjk


class CrossRule(NamedTuple):
    """A vertical rule (in the frame: across the reading direction) that can part two words."""

    u: float
    v0: float
    v1: float


def split_at_gaps(glyphs: Sequence[Glyph], order: Sequence[int], bars: Sequence[CrossRule]) -> list[list[int]]:
    """A strip's glyphs, cut where a gap is too wide for a word space, or a rule stands in it."""
    gaps = _word_gaps(glyphs, order)
    cuts = _cuts(glyphs, order, gaps)
    cuts.update(gap.position for gap in gaps if bars and _barred(glyphs[order[gap.position]], gap, bars))
    parts: list[list[int]] = [[]]
    for k, i in enumerate(order):
        if k in cuts:
            parts.append([])
        parts[-1].append(i)
    return parts


class _Gap(NamedTuple):
    position: int  # place in the strip of the glyph behind the gap
    width: float  # em
    net_width: float  # em, beyond space glyphs
    has_space: bool  # whether a space glyph stands in it
    before: int  # the character in front
    same_object: bool  # whether one text object draws both sides
    interrupted: bool  # whether the file draws other text between the two sides


def _barred(glyph: Glyph, gap: _Gap, bars: Sequence[CrossRule]) -> bool:
    """Whether a rule stands between a glyph and the one before it."""
    size = glyph.run.size
    left, top = glyph.u0 - gap.width * size, glyph.v - 0.8 * size
    return any(
        left - 0.1 * size <= bar.u <= glyph.u0 + 0.1 * size
        and min(bar.v1, glyph.v) - max(bar.v0, top) >= SPACING.rule_overlap * size
        for bar in bars
    )


def _word_gaps(glyphs: Sequence[Glyph], order: Sequence[int]) -> list[_Gap]:
    gaps: list[_Gap] = []
    end = reach = 0.0
    spaces = 0
    last = -1
    for k, i in enumerate(order):
        glyph = glyphs[i]
        if glyph.code == 32:
            spaces, end, reach = spaces + 1, min(end, glyph.u0), max(reach, glyph.u1)
            continue
        if last >= 0:
            before = glyphs[last]
            whole, net = (glyph.u0 - end) / glyph.run.size, (glyph.u0 - reach) / glyph.run.size
            if whole > SPACING.space or spaces:
                apart = i - last != spaces + 1
                one = not apart and glyph.run is before.run
                gaps.append(_Gap(k, whole, net, spaces > 0, before.code, one, apart))
        end = reach = glyph.u1 if last < 0 else max(end, glyph.u1)
        spaces, last = 0, i
    return gaps


def _cuts(glyphs: Sequence[Glyph], order: Sequence[int], gaps: Sequence[_Gap]) -> set[int]:
    """Positions of the gaps that end a line."""
    wide = [gap for gap in gaps if gap.net_width > _least_cut(gap, glyphs[order[gap.position]].code)]
    if not wide:
        return set()
    prose = _is_prose(glyphs, order)
    even = prose and _is_even(gaps)
    usual = _usual(gaps, prose=prose)
    cuts: set[int] = set()
    for gap in wide:
        if gap is gaps[0] and gap.width <= SPACING.marker_gap_limit and _is_marker(glyphs, order, gap.position):
            continue
        if _ends(gap, glyphs[order[gap.position]].code, usual, even=even):
            cuts.add(gap.position)
    return cuts


def _least_cut(gap: _Gap, after: int) -> float:
    figures = is_digit(gap.before) and is_digit(after)
    return SPACING.line_gap_near if gap.interrupted or figures else SPACING.line_gap


def _ends(gap: _Gap, after: int, usual: float, *, even: bool) -> bool:
    """Whether a wide gap ends its line."""
    s = SPACING
    if gap.interrupted:
        return True
    if even or (gap.net_width <= s.line_gap_cjk and is_cjk(after) and is_cjk(gap.before)):
        return False
    return gap.net_width > s.line_gap_certain or gap.width > s.line_gap_ratio * usual


def _is_even(gaps: Sequence[_Gap]) -> bool:
    """Whether the gaps are those of a justified line: many, alike, none too wide."""
    s = SPACING
    own = [gap for gap in gaps if not gap.interrupted]
    if not own or len(own) < (
        s.justified_count_one_object if all(gap.same_object for gap in own) else s.justified_count
    ):
        return False
    widest = max(gap.width for gap in own)
    if widest > s.justified_ratio * min(gap.width for gap in own):
        return False
    return widest <= (s.line_gap_limit if all(gap.has_space for gap in own) else s.line_gap_certain)


def _is_prose(glyphs: Sequence[Glyph], order: Sequence[int]) -> bool:
    """Whether a strip is words rather than figures."""
    digits = sum(is_digit(glyphs[i].code) for i in order)
    return digits * 5 <= len(order)


def _usual(gaps: Sequence[_Gap], *, prose: bool) -> float:
    """The median width of the gaps that cannot end a line; a normal space when there is none."""
    narrow = sorted(
        gap.width for gap in gaps if gap.net_width <= SPACING.line_gap_certain and gap.width <= SPACING.line_gap
    )
    if not narrow:
        return 0.3
    usual = max(0.25, narrow[len(narrow) // 2])
    return usual if prose else min(usual, SPACING.figure_gap)


def _is_marker(glyphs: Sequence[Glyph], order: Sequence[int], end: int) -> bool:
    """Whether the strip starts with a list marker or a heading's number, and words follow."""
    codes = [glyphs[i].code for i in order[:end] if glyphs[i].code != 32]
    after = glyphs[order[end]].code
    if len(codes) == 1 and (codes[0] in BULLET_CODES or 0xF020 <= codes[0] <= 0xF0FF):
        return True
    if len(codes) > 8 or is_digit(after) or not can_start_word(after):
        return False
    if len(codes) <= 6 and codes[0] == 0x7B2C and codes[-1] in DIVISION_CODES:
        return True
    digits = sum(map(is_digit, codes))
    dots = sum(code == 0x2E for code in codes)
    closed = codes[-1] in {0x2E, 0x29, 0xFF09, 0x3001, 0xFF0E}
    if digits + dots == len(codes):
        return dots > 0 or digits <= 2
    return closed and len(codes) <= 5


def cross_rules(row: Sequence[Chain], bars: Sequence[tuple[float, float, float, float]]) -> list[CrossRule]:
    """The rules across the reading direction that reach a row; none for oblique text."""
    frame = row[0].frame
    if frame >= 4:
        return []
    top = min(chain.v - chain.size for chain in row)
    bottom = max(chain.v for chain in row)
    found: list[CrossRule] = []
    for bar in bars:
        u0, v0, u1, v1 = _turn(bar, frame)
        if v1 - v0 > u1 - u0 and v0 < bottom and v1 > top:
            found.append(CrossRule((u0 + u1) / 2.0, v0, v1))
    return found


def _turn(bar: tuple[float, float, float, float], frame: int) -> tuple[float, float, float, float]:
    """A box on the page in the axes of a quarter-turned frame."""
    x0, y0, x1, y1 = bar
    cos, sin = axes(frame)
    u0, u1 = x0 * cos + y0 * sin, x1 * cos + y1 * sin
    v0, v1 = y0 * cos - x0 * sin, y1 * cos - x1 * sin
    return min(u0, u1), min(v0, v1), max(u0, u1), max(v0, v1)
