"""Glyphs to words and lines: the pure-Python twin of the grouping in `_pdfium.c`.

Coordinates: glyphs carry u (along the reading direction) and v (across it, growing downwards) in the frame of
their direction, so that every direction is grouped by the same code. Every step here has its counterpart with
the same name in the C file; results must stay equal to the last bit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from quire.model.page import Line, Style, Word
from quire.read.spacing import SPACING, Spacing
from quire.text import is_cjk, is_rtl

VERTICAL = 400  # frame of upright glyphs that stand one below the other


class Ink(NamedTuple):
    """What all glyphs of a text object share."""

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
    ink: Ink
    hint: bool = False  # PDFium sees a space before it, and the glyph in front hides its width


class Chain(NamedTuple):
    """Glyphs that follow each other in the file and on the page: `glyphs[first:end]`."""

    frame: int
    v: float
    u0: float
    u1: float
    size: float
    first: int
    end: int


class Bar(NamedTuple):
    """A vertical rule (in the frame: across the reading direction) that can part two words."""

    u: float
    v0: float
    v1: float


StyleOf = Callable[[int, int], Style]  # (index in the page's table, rise) -> interned style


def axes(frame: int) -> tuple[float, float]:
    """Cosine and sine of a frame's clockwise turn."""
    if frame < 4:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[frame]
    if frame == VERTICAL:
        return 0.0, 1.0
    turn = math.radians(float(frame - 4))
    return math.cos(turn), math.sin(turn)


def lines_of(
    glyphs: Sequence[Glyph],
    bars: Sequence[tuple[float, float, float, float]],
    style_of: StyleOf,
    mend: Callable[[tuple[Word, ...], int], tuple[Word, ...]],
    *,
    hidden: bool = False,
) -> list[Line]:
    """The lines of a page in the order of the file.

    Args:
        glyphs: in the order of the file, spaces included.
        bars: vertical and horizontal rules as boxes on the page.
        style_of: gives the style for an index and a rise.
        mend: repairs words that need more than grouping (right-to-left, spaced letters); called with the
            words of a line and 1 for right-to-left, 2 for spaced letters.
        hidden: the looser tolerance for invisible text layers.
    """
    level = SPACING.row_level_hidden if hidden else SPACING.row_level
    chains = chains_of(glyphs)
    found: list[tuple[int, Line]] = []
    for row in rows_of(chains, level):
        frame = row[0].frame
        across = _bars_at(row, bars)
        for strip in strips_of(row):
            order = order_of(glyphs, strip)
            for part in cut(glyphs, order, across):
                baseline, size = _base(glyphs, part)
                words = _mended(_words(glyphs, part, baseline, size, style_of), glyphs, part, mend)
                if words:
                    found.append((min(part), _line(words, frame, baseline)))
    found.sort(key=lambda entry: entry[0])
    return [line for _, line in found]


def chains_of(glyphs: Sequence[Glyph]) -> list[Chain]:
    """Glyphs chained while they go on along one baseline."""
    chains: list[Chain] = []
    first = 0
    for i in range(1, len(glyphs) + 1):
        if i == len(glyphs) or not _follows(glyphs[i - 1], glyphs[i], glyphs[first]):
            chain = _chain(glyphs, first, i)
            if chain is not None:
                chains.append(chain)
            first = i
    return chains


def _follows(last: Glyph, glyph: Glyph, first: Glyph) -> bool:
    s = SPACING
    if glyph.ink.frame != first.ink.frame:
        return False
    size = max(first.ink.size, glyph.ink.size)
    if abs(glyph.v - first.v) > s.chain_level * size:
        return False
    if -s.chain_back * size <= glyph.u0 - last.u1 <= s.chain_gap * size:
        return True
    # PDFium gives right-to-left text in reading order
    back = last.u0 - glyph.u1
    return -s.chain_back * size <= back <= s.chain_gap * size and (_is_neutral_or_rtl(last, glyph))


def _is_neutral_or_rtl(last: Glyph, glyph: Glyph) -> bool:
    """Whether two glyphs can be neighbours in right-to-left text."""
    return is_rtl(last.code) or is_rtl(glyph.code) or (last.code < 0x41 and glyph.code < 0x41)


def _chain(glyphs: Sequence[Glyph], first: int, end: int) -> Chain | None:
    """The chain, measured without its white space; None when nothing else is in it."""
    inside = [glyph for glyph in glyphs[first:end] if glyph.code != 32]
    if not inside:
        return None
    return Chain(
        inside[0].ink.frame,
        inside[0].v,
        min(g.u0 for g in inside),
        max(g.u1 for g in inside),
        max(g.ink.size for g in inside),
        first,
        end,
    )


def rows_of(chains: Sequence[Chain], level: float) -> list[list[Chain]]:
    """Chains that share a baseline, over the whole width of the page; small raised ones join their neighbours."""
    order = sorted(chains, key=lambda c: (c.frame, c.v, c.first))
    heads: list[int] = []  # the first chain of each row
    row_of: list[int] = []
    for i, chain in enumerate(order):
        if not heads or not _same_row(order[heads[-1]], chain, level):
            heads.append(i)
        row_of.append(len(heads) - 1)
    hosts = [_host(order, heads, row_of[i], chain) for i, chain in enumerate(order)]
    rows: dict[int, list[Chain]] = {}
    for i, chain in enumerate(order):
        owner = i
        while hosts[owner] >= 0:  # ends: a host is always bigger
            owner = hosts[owner]
        rows.setdefault(row_of[owner], []).append(chain)
    for row in rows.values():
        row.sort(key=lambda c: (c.u0, c.first))
    return list(rows.values())


def _same_row(a: Chain, b: Chain, level: float) -> bool:
    return a.frame == b.frame and b.v - a.v <= level * min(a.size, b.size)


def _host(order: Sequence[Chain], heads: Sequence[int], own: int, chain: Chain) -> int:
    """Index of the bigger neighbour that a super- or subscript belongs to; -1 when a chain stands alone."""
    best, near = -1, math.inf
    for step in (-1, 1):
        i = own + step
        while 0 <= i < len(heads) and _reachable(order[heads[i]], chain):
            end = heads[i + 1] if i + 1 < len(heads) else len(order)
            for k in range(heads[i], end):
                gap = _script_gap(order[k], chain)
                if gap < near:
                    best, near = k, gap
            i += step
    return best


_OPEN_STRIPS = 256  # of a row, that a chain is tried with: no page has so many columns, an attack has
_REACH = 60.0  # points; no superscript stands further from its line than this, whatever the sizes


def _reachable(head: Chain, chain: Chain) -> bool:
    return head.frame == chain.frame and abs(head.v - chain.v) <= min(_REACH, 4.0 * chain.size)


def _script_gap(big: Chain, small: Chain) -> float:
    """How far a super- or subscript stands from the text it belongs to; infinite when it does not."""
    s = SPACING
    if small.size > s.script_size * big.size:
        return math.inf
    shift = (big.v - small.v) / big.size
    if not -s.script_down <= shift <= s.script_up:
        return math.inf
    gap = max(small.u0 - big.u1, big.u0 - small.u1)
    if gap > s.script_gap * big.size or gap < -s.script_gap * big.size:
        return math.inf
    return abs(gap)


def strips_of(row: Sequence[Chain]) -> list[list[Chain]]:
    """Chains of a row, from left to right, joined where nothing but a gap of limited width is between them."""
    strips: list[list[Chain]] = []
    ends: list[float] = []
    for chain in row:
        best, near = -1, math.inf
        for i in range(max(0, len(strips) - _OPEN_STRIPS), len(strips)):
            gap = chain.u0 - ends[i]
            if abs(gap) < near and _joins(strips[i][-1], chain, gap):
                best, near = i, abs(gap)
        if best < 0:
            strips.append([chain])
            ends.append(chain.u1)
        else:
            strips[best].append(chain)
            ends[best] = max(ends[best], chain.u1)
    return strips


def order_of(glyphs: Sequence[Glyph], strip: Sequence[Chain]) -> list[int]:
    """The strip's glyphs from left to right."""
    order: list[int] = []
    for chain in strip:
        inside = list(range(chain.first, chain.end))
        if any(is_rtl(glyphs[i].code) for i in inside):
            inside.sort(key=lambda i: (glyphs[i].u0, i))
        order.extend(inside)
    return order


def _joins(last: Chain, chain: Chain, gap: float) -> bool:
    size = max(last.size, chain.size)
    return -SPACING.chain_back * size <= gap <= SPACING.strip_marker * size


def _base(glyphs: Sequence[Glyph], order: Sequence[int]) -> tuple[float, float]:
    """Baseline and size that most glyphs share; bigger ones win over many small ones."""
    counts: list[list[float]] = []  # v, size, number
    for i in order:
        glyph = glyphs[i]
        if glyph.code == 32:
            continue
        for entry in counts:
            if entry[0] == glyph.v and entry[1] == glyph.ink.size:
                entry[2] += 1.0
                break
        else:
            counts.append([glyph.v, glyph.ink.size, 1.0])
    best = counts[0]
    for entry in counts[1:]:
        if entry[1] > best[1] * 1.16:
            better = 3.0 * entry[2] >= best[2]
        elif best[1] > entry[1] * 1.16:
            better = entry[2] > 3.0 * best[2]
        else:
            better = entry[2] > best[2]
        if better:
            best = entry
    return best[0], best[1]


def cut(glyphs: Sequence[Glyph], order: Sequence[int], bars: Sequence[Bar]) -> list[list[int]]:
    """A strip's glyphs, cut where a gap is too wide for a word space, or a rule stands in it."""
    gaps = _word_gaps(glyphs, order)
    cuts = _cuts(glyphs, order, gaps)
    cuts.update(gap.at for gap in gaps if bars and _barred(glyphs[order[gap.at]], gap, bars))
    parts: list[list[int]] = [[]]
    for k, i in enumerate(order):
        if k in cuts:
            parts.append([])
        parts[-1].append(i)
    return parts


class _Gap(NamedTuple):
    at: int  # position in the strip of the glyph behind the gap
    whole: float  # em
    net: float  # em, beyond space glyphs
    spaced: bool  # whether a space glyph stands in it
    before: int  # the character in front
    one: bool  # whether one text object draws both sides
    apart: bool  # whether the file draws other text between the two sides


def _barred(glyph: Glyph, gap: _Gap, bars: Sequence[Bar]) -> bool:
    """Whether a rule stands between a glyph and the one before it."""
    size = glyph.ink.size
    left, top = glyph.u0 - gap.whole * size, glyph.v - 0.8 * size
    return any(
        left - 0.1 * size <= bar.u <= glyph.u0 + 0.1 * size
        and min(bar.v1, glyph.v) - max(bar.v0, top) >= SPACING.rule_reach * size
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
            whole, net = (glyph.u0 - end) / glyph.ink.size, (glyph.u0 - reach) / glyph.ink.size
            if whole > SPACING.space or spaces:
                apart = i - last != spaces + 1
                one = not apart and glyph.ink is before.ink
                gaps.append(_Gap(k, whole, net, spaces > 0, before.code, one, apart))
        end = reach = glyph.u1 if last < 0 else max(end, glyph.u1)
        spaces, last = 0, i
    return gaps


def _cuts(glyphs: Sequence[Glyph], order: Sequence[int], gaps: Sequence[_Gap]) -> set[int]:
    """Positions of the gaps that end a line."""
    wide = [gap for gap in gaps if gap.net > _least_cut(gap, glyphs[order[gap.at]].code)]
    if not wide:
        return set()
    prose = _is_prose(glyphs, order)
    even = prose and _is_even(gaps)
    usual = _usual(gaps, prose=prose)
    cuts: set[int] = set()
    for gap in wide:
        if gap is gaps[0] and gap.whole <= SPACING.strip_marker and _is_marker(glyphs, order, gap.at):
            continue
        if _ends(gap, glyphs[order[gap.at]].code, usual, even=even):
            cuts.add(gap.at)
    return cuts


def _least_cut(gap: _Gap, after: int) -> float:
    figures = _is_digit(gap.before) and _is_digit(after)
    return SPACING.cut_near if gap.apart or figures else SPACING.cut


def _ends(gap: _Gap, after: int, usual: float, *, even: bool) -> bool:
    """Whether a wide gap ends its line."""
    s = SPACING
    if gap.apart:
        return True
    if even or (gap.net <= s.cut_cjk and is_cjk(after) and is_cjk(gap.before)):
        return False
    return gap.net > s.cut_sure or gap.whole > s.cut_ratio * usual


def _is_even(gaps: Sequence[_Gap]) -> bool:
    """Whether the gaps are those of a justified line: many, alike, none too wide."""
    s = SPACING
    own = [gap for gap in gaps if not gap.apart]
    if not own or len(own) < (s.even_count_whole if all(gap.one for gap in own) else s.even_count):
        return False
    widest = max(gap.whole for gap in own)
    if widest > s.even * min(gap.whole for gap in own):
        return False
    return widest <= (s.strip if all(gap.spaced for gap in own) else s.cut_sure)


def _is_prose(glyphs: Sequence[Glyph], order: Sequence[int]) -> bool:
    """Whether a strip is words rather than figures."""
    digits = sum(_is_digit(glyphs[i].code) for i in order)
    return digits * 5 <= len(order)


def _usual(gaps: Sequence[_Gap], *, prose: bool) -> float:
    """The median width of the gaps that cannot end a line; a normal space when there is none."""
    narrow = sorted(gap.whole for gap in gaps if gap.net <= SPACING.cut_sure and gap.whole <= SPACING.cut)
    if not narrow:
        return 0.3
    usual = max(0.25, narrow[len(narrow) // 2])
    return usual if prose else min(usual, SPACING.usual_figures)


BULLETS = "•●▪■◦○‣⁃–—-*·➢✓✔◆◇□❏❐❑❒❖§►▶→☐☑☒†‡※★☆¶"
"""Characters that mark a list's items."""
DIVISIONS = "章节條条部编編篇卷回"
"""What follows the number in 第…章 and its like."""
_BULLETS = frozenset(map(ord, BULLETS))
_DIVISIONS = frozenset(map(ord, DIVISIONS))


def _is_marker(glyphs: Sequence[Glyph], order: Sequence[int], end: int) -> bool:
    """Whether the strip starts with a list marker or a heading's number, and words follow."""
    codes = [glyphs[i].code for i in order[:end] if glyphs[i].code != 32]
    after = glyphs[order[end]].code
    if len(codes) == 1 and (codes[0] in _BULLETS or 0xF020 <= codes[0] <= 0xF0FF):
        return True
    if len(codes) > 8 or _is_digit(after) or not _is_wordy(after):
        return False
    if len(codes) <= 6 and codes[0] == 0x7B2C and codes[-1] in _DIVISIONS:
        return True
    digits = sum(map(_is_digit, codes))
    dots = sum(code == 0x2E for code in codes)
    closed = codes[-1] in {0x2E, 0x29, 0xFF09, 0x3001, 0xFF0E}
    if digits + dots == len(codes):
        return dots > 0 or digits <= 2
    return closed and len(codes) <= 5


def _is_digit(code: int) -> bool:
    return 0x30 <= code <= 0x39


def _is_wordy(code: int) -> bool:
    return code > 0x7F or 0x41 <= code <= 0x5A or 0x61 <= code <= 0x7A or code in {0x22, 0x27, 0x28, 0x5B}


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


def _words(
    glyphs: Sequence[Glyph], order: Sequence[int], baseline: float, size: float, style_of: StyleOf
) -> list[Word]:
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


def _rise(glyph: Glyph, baseline: float, size: float, s: Spacing) -> int:
    shift = (baseline - glyph.v) / size
    if glyph.ink.frame == VERTICAL or glyph.ink.size > 0.95 * size:
        return 0
    if shift > s.script_rise:
        return 1
    return -1 if shift < -s.script_rise and glyph.ink.size <= s.script_size * size else 0


def _is_space(before: int, glyph: Glyph, gap: float, *, spaced: bool) -> bool:
    s = SPACING
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


def rounded(value: float) -> float:
    """`value` to a hundredth of a point; the same arithmetic as in C."""
    return math.floor(value * 100.0 + 0.5) / 100.0


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


def _mended(
    words: list[Word],
    glyphs: Sequence[Glyph],
    order: Sequence[int],
    mend: Callable[[tuple[Word, ...], int], tuple[Word, ...]],
) -> tuple[Word, ...]:
    """The words after repair, where the line shows a reason for it."""
    wants = 0
    singles = longest = 0
    for word in words:
        singles = singles + 1 if len(word.text) == 1 and _is_letter(ord(word.text)) else 0
        longest = max(longest, singles)
    if any(is_rtl(glyphs[i].code) for i in order):
        wants |= 1
    if longest >= 5:
        wants |= 2
    if any(_is_odd(glyphs[i].code) for i in order):
        wants |= 4
    return mend(tuple(words), wants) if wants else tuple(words)


def _is_letter(code: int) -> bool:
    return 0x41 <= code <= 0x5A or 0x61 <= code <= 0x7A or 0xC0 <= code <= 0x24F or 0x391 <= code <= 0x44F


def _is_odd(code: int) -> bool:
    """Whether a character may have to be folded to another, or combined with its neighbour."""
    return (
        0x2E80 <= code <= 0x2FDF
        or 0xE000 <= code <= 0xFAFF
        or 0xFB00 <= code <= 0xFEFF
        or 0x0132 <= code <= 0x0133
        or 0x01C4 <= code <= 0x01CC
        or 0x0300 <= code <= 0x036F
        or code >= 0x2F800
    )


def _line(words: tuple[Word, ...], frame: int, baseline: float) -> Line:
    x0 = min(w.x0 for w in words)
    y0 = min(w.y0 for w in words)
    x1 = max(w.x1 for w in words)
    y1 = max(w.y1 for w in words)
    cos, sin = axes(frame)
    if abs(sin) > abs(cos):
        base = -baseline * sin if frame < 4 or frame == VERTICAL else words[0].baseline
    else:
        base = baseline * cos if frame < 4 else words[0].baseline
    return Line(words, x0, y0, x1, y1, rounded(base), _angle(frame), frame == VERTICAL)


def _angle(frame: int) -> int:
    """The quarter turn nearest to a frame; text that is clearly oblique never counts as upright."""
    if frame < 4:
        return 90 * frame
    if frame == VERTICAL:
        return 0
    degrees = frame - 4
    if degrees <= 10 or degrees >= 350:
        return 0
    if degrees <= 135:
        return 90
    return 180 if degrees < 225 else 270


def _bars_at(row: Sequence[Chain], bars: Sequence[tuple[float, float, float, float]]) -> list[Bar]:
    """The rules across the reading direction that reach a row; none for oblique text."""
    frame = row[0].frame
    if frame >= 4:
        return []
    top = min(chain.v - chain.size for chain in row)
    bottom = max(chain.v for chain in row)
    found: list[Bar] = []
    for bar in bars:
        u0, v0, u1, v1 = _turn(bar, frame)
        if v1 - v0 > u1 - u0 and v0 < bottom and v1 > top:
            found.append(Bar((u0 + u1) / 2.0, v0, v1))
    return found


def _turn(bar: tuple[float, float, float, float], frame: int) -> tuple[float, float, float, float]:
    """A box on the page in the axes of a quarter-turned frame."""
    x0, y0, x1, y1 = bar
    cos, sin = axes(frame)
    u0, u1 = x0 * cos + y0 * sin, x1 * cos + y1 * sin
    v0, v1 = y0 * cos - x0 * sin, y1 * cos - x1 * sin
    return min(u0, u1), min(v0, v1), max(u0, u1), max(v0, v1)
