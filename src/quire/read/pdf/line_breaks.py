"""Where a strip of glyphs is split into lines: at gaps too wide for a word space, and at rules between two words.

The accelerator does the same in `native/line_breaks.c`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quire.read.pdf.baseline_rows import Chain
from quire.read.pdf.character_classes import BULLET_CODES, DIVISION_CODES, SYMBOL_FONT_CODES, can_start_word, is_digit
from quire.read.pdf.glyphs import OBLIQUE, SPACE, Glyph, axes
from quire.read.pdf.spacing_thresholds import SPACING
from quire.text import is_cjk

_TYPE_HEIGHT = 0.8  # em above the baseline that a rule beside a word is compared with
_RULE_OVERLAP = 0.1  # em by which a rule may overlap the glyphs on either side
_PROSE_RATIO = 5  # a strip with a digit in less than every fifth glyph is words
_USUAL_SPACE, _LEAST_SPACE = 0.3, 0.25  # em: a normal space; the narrowest that counts as one
_DOT = ord(".")
_ORDINAL_PREFIX = ord("第")  # begins Chinese ordinals: 第三章
_CLOSING_MARKS = frozenset(map(ord, ".)）、．"))  # that end the number of an item
_MAX_MARKER = 8  # characters of a list marker or a heading's number
_MAX_DIVISION = 6  # characters of a Chinese one: 第十二章
_MAX_CLOSED = 5  # characters of one that ends in a closing mark: "(iii)"
_MAX_BARE_DIGITS = 2  # digits of a number without dots that may be a marker


class CrossRule(NamedTuple):
    """A rule across the reading direction that can separate two words."""

    u: float
    v0: float
    v1: float


def split_at_gaps(glyphs: Sequence[Glyph], order: Sequence[int], rules: Sequence[CrossRule]) -> list[list[int]]:
    """A strip's glyphs, split where a gap is too wide for a word space or has a rule in it."""
    gaps = _word_gaps(glyphs, order)
    breaks = _line_breaks(glyphs, order, gaps)
    breaks.update(gap.position for gap in gaps if rules and _has_rule(glyphs[order[gap.position]], gap, rules))
    parts: list[list[int]] = [[]]
    for k, i in enumerate(order):
        if k in breaks:
            parts.append([])
        parts[-1].append(i)
    return parts


class _Gap(NamedTuple):
    position: int  # place in the strip of the glyph behind the gap
    width: float  # em
    net_width: float  # em, beyond space glyphs
    has_space: bool  # whether it holds a space glyph
    before: int  # the character before it
    same_object: bool  # whether one text object draws both sides
    interrupted: bool  # whether the file draws other text between the two sides


def _has_rule(glyph: Glyph, gap: _Gap, rules: Sequence[CrossRule]) -> bool:
    """Whether a rule lies between a glyph and the one before it."""
    size = glyph.run.size
    left, top = glyph.u0 - gap.width * size, glyph.v - _TYPE_HEIGHT * size
    return any(
        left - _RULE_OVERLAP * size <= rule.u <= glyph.u0 + _RULE_OVERLAP * size
        and min(rule.v1, glyph.v) - max(rule.v0, top) >= SPACING.rule_overlap * size
        for rule in rules
    )


def _word_gaps(glyphs: Sequence[Glyph], order: Sequence[int]) -> list[_Gap]:
    gaps: list[_Gap] = []
    end = reach = 0.0
    spaces = 0
    last = -1
    for k, i in enumerate(order):
        glyph = glyphs[i]
        if glyph.code == SPACE:
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


def _line_breaks(glyphs: Sequence[Glyph], order: Sequence[int], gaps: Sequence[_Gap]) -> set[int]:
    """Positions of the gaps that end a line."""
    wide = [gap for gap in gaps if gap.net_width > _least_gap(gap, glyphs[order[gap.position]].code)]
    if not wide:
        return set()
    prose = _is_prose(glyphs, order)
    even = prose and _is_even(gaps)
    usual = _usual(gaps, prose=prose)
    breaks: set[int] = set()
    for gap in wide:
        marks = gap is gaps[0] and not gap.interrupted and gap.width <= SPACING.marker_gap_limit
        if marks and _is_marker(glyphs, order, gap.position):
            continue
        if _ends_line(gap, glyphs[order[gap.position]].code, usual, even=even):
            breaks.add(gap.position)
    return breaks


def _least_gap(gap: _Gap, after: int) -> float:
    figures = is_digit(gap.before) and is_digit(after)
    return SPACING.line_gap_near if gap.interrupted or figures else SPACING.line_gap


def _ends_line(gap: _Gap, after: int, usual: float, *, even: bool) -> bool:
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
    return digits * _PROSE_RATIO <= len(order)


def _usual(gaps: Sequence[_Gap], *, prose: bool) -> float:
    """The median width of the gaps that cannot end a line; a normal space if there is none."""
    narrow = sorted(
        gap.width for gap in gaps if gap.net_width <= SPACING.line_gap_certain and gap.width <= SPACING.line_gap
    )
    if not narrow:
        return _USUAL_SPACE
    usual = max(_LEAST_SPACE, narrow[len(narrow) // 2])
    return usual if prose else min(usual, SPACING.figure_gap)


def _is_marker(glyphs: Sequence[Glyph], order: Sequence[int], end: int) -> bool:
    """Whether the strip starts with a list marker or a heading's number, followed by words."""
    codes = [glyphs[i].code for i in order[:end] if glyphs[i].code != SPACE]
    after = glyphs[order[end]].code
    if len(codes) == 1 and (codes[0] in BULLET_CODES or codes[0] in SYMBOL_FONT_CODES):
        return True
    if len(codes) > _MAX_MARKER or is_digit(after) or not can_start_word(after):
        return False
    if len(codes) <= _MAX_DIVISION and codes[0] == _ORDINAL_PREFIX and codes[-1] in DIVISION_CODES:
        return True
    digits = sum(map(is_digit, codes))
    dots = sum(code == _DOT for code in codes)
    closed = codes[-1] in _CLOSING_MARKS
    if digits + dots == len(codes):
        return dots > 0 or digits <= _MAX_BARE_DIGITS
    return closed and len(codes) <= _MAX_CLOSED


def cross_rules(row: Sequence[Chain], boxes: Sequence[tuple[float, float, float, float]]) -> list[CrossRule]:
    """The rules across the reading direction at a row; none for oblique text."""
    frame = row[0].frame
    if frame >= OBLIQUE:
        return []
    top = min(chain.v - chain.size for chain in row)
    bottom = max(chain.v for chain in row)
    found: list[CrossRule] = []
    for box in boxes:
        u0, v0, u1, v1 = _turned(box, frame)
        if v1 - v0 > u1 - u0 and v0 < bottom and v1 > top:
            found.append(CrossRule((u0 + u1) / 2.0, v0, v1))
    return found


def _turned(box: tuple[float, float, float, float], frame: int) -> tuple[float, float, float, float]:
    """A box on the page in the axes of a quarter-turned frame."""
    x0, y0, x1, y1 = box
    cos, sin = axes(frame)
    u0, u1 = x0 * cos + y0 * sin, x1 * cos + y1 * sin
    v0, v1 = y0 * cos - x0 * sin, y1 * cos - x1 * sin
    return min(u0, u1), min(v0, v1), max(u0, u1), max(v0, v1)
