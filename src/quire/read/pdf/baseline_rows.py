"""Glyphs to chains, rows and strips.

A chain is a sequence of neighbouring glyphs in the file; a row is all chains on one baseline, over the whole width of
the page; a strip is the part of a row without a gap that surely ends a line. The accelerator does the same in
`native/baseline_rows.c`: every step has a counterpart of the same name, and the results are equal in every bit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from quire.read.pdf.glyphs import SPACE, Glyph
from quire.read.pdf.spacing_thresholds import SPACING
from quire.text import is_rtl

_MAX_OPEN_STRIPS = 256  # of a row that a chain is compared with: no page has so many columns, but attacks have

_HOLE_SIZE_RATIO = 0.7  # a chain and the one whose hole it fills differ in size by less than this factor
_HOLE_OVERLAP = 0.12  # em by which the glyphs of both may overlap
_MAX_SCRIPT_DISTANCE = 60.0  # points from a superscript to the baseline of its line, whatever the sizes
_MAX_SCRIPT_SIZES = 4.0  # the same in sizes of the superscript

_FIRST_LETTER = ord("A")  # ASCII characters below it are digits and punctuation, neutral in direction


class Chain(NamedTuple):
    """Glyphs that follow each other in the file and on the page: `glyphs[first:end]`."""

    frame: int
    v: float
    u0: float
    u1: float
    size: float
    first: int
    end: int
    inside: bool = False  # it fills a hole in its strip: characters in another font, drawn later


def chains_of(glyphs: Sequence[Glyph]) -> list[Chain]:
    """Glyphs chained as long as each continues the baseline of the one before."""
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
    if glyph.run.frame != first.run.frame:
        return False
    size = max(first.run.size, glyph.run.size)
    if abs(glyph.v - first.v) > s.chain_baseline_step * size:
        return False
    if -s.chain_back * size <= glyph.u0 - last.u1 <= s.chain_gap * size:
        return True
    # PDFium gives right-to-left text in reading order
    back = last.u0 - glyph.u1
    return -s.chain_back * size <= back <= s.chain_gap * size and (_is_neutral_or_rtl(last, glyph))


def _is_neutral_or_rtl(last: Glyph, glyph: Glyph) -> bool:
    """Whether two glyphs can be neighbours in right-to-left text."""
    return is_rtl(last.code) or is_rtl(glyph.code) or (last.code < _FIRST_LETTER and glyph.code < _FIRST_LETTER)


def _chain(glyphs: Sequence[Glyph], first: int, end: int) -> Chain | None:
    """The chain, measured without its white space; None if nothing else is in it."""
    inside = [glyph for glyph in glyphs[first:end] if glyph.code != SPACE]
    if not inside:
        return None
    return Chain(
        inside[0].run.frame,
        inside[0].v,
        min(g.u0 for g in inside),
        max(g.u1 for g in inside),
        max(g.run.size for g in inside),
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
    """Index of the bigger neighbour that a super- or subscript belongs to; -1 if a chain has none."""
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


def _reachable(head: Chain, chain: Chain) -> bool:
    return head.frame == chain.frame and abs(head.v - chain.v) <= min(
        _MAX_SCRIPT_DISTANCE, _MAX_SCRIPT_SIZES * chain.size
    )


def _script_gap(big: Chain, small: Chain) -> float:
    """How far a super- or subscript is from the text it belongs to; infinite if it belongs to none."""
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


def strips_of(glyphs: Sequence[Glyph], row: Sequence[Chain]) -> list[list[Chain]]:
    """Chains of a row, from left to right, joined where only a gap of limited width separates them."""
    strips: list[list[Chain]] = []
    ends: list[float] = []
    for chain in row:
        best, near = -1, math.inf
        for i in range(max(0, len(strips) - _MAX_OPEN_STRIPS), len(strips)):
            gap = chain.u0 - ends[i]
            if abs(gap) < near and _joins(strips[i][-1], chain, gap):
                best, near = i, abs(gap)
        if best < 0:
            best = _hole_of(glyphs, strips, ends, chain)
            if best >= 0:
                strips[best].append(chain._replace(inside=True))
                continue
        if best < 0:
            strips.append([chain])
            ends.append(chain.u1)
        else:
            strips[best].append(chain)
            ends[best] = max(ends[best], chain.u1)
    return strips


def _joins(last: Chain, chain: Chain, gap: float) -> bool:
    size = max(last.size, chain.size)
    return -SPACING.chain_back * size <= gap <= SPACING.marker_gap_limit * size


def _hole_of(glyphs: Sequence[Glyph], strips: Sequence[list[Chain]], ends: Sequence[float], chain: Chain) -> int:
    """The strip with a hole that a chain fills (characters of another font, drawn after their line); -1 for none."""
    for i in range(len(strips) - 1, max(-1, len(strips) - 1 - _MAX_OPEN_STRIPS), -1):
        host = strips[i][-1]
        if chain.u1 > ends[i] or not _HOLE_SIZE_RATIO * host.size <= chain.size <= host.size / _HOLE_SIZE_RATIO:
            continue
        own = [one for one in strips[i] if one.u0 < chain.u0 and one.u1 > chain.u1 and not one.inside]
        if own and not any(_overlaps(glyphs, one, chain) for one in strips[i] if one.u1 > chain.u0):
            return i
    return -1


def _overlaps(glyphs: Sequence[Glyph], host: Chain, chain: Chain) -> bool:
    """Whether a glyph of `host` overlaps a chain."""
    slack = _HOLE_OVERLAP * chain.size
    return any(
        g.code != SPACE and g.u1 - g.u0 > 0.0 and g.u0 < chain.u1 - slack and g.u1 > chain.u0 + slack
        for g in glyphs[host.first : host.end]
    )


def visual_order(glyphs: Sequence[Glyph], strip: Sequence[Chain]) -> list[int]:
    """The strip's glyphs from left to right."""
    order: list[int] = []
    for chain in strip:
        inside = list(range(chain.first, chain.end))
        if any(is_rtl(glyphs[i].code) for i in inside) or glyphs[inside[-1]].u0 < glyphs[inside[0]].u0:
            # a space without width goes before the letter at the same place
            inside.sort(key=lambda i: (glyphs[i].u0, glyphs[i].code != SPACE, i))
        if chain.inside:
            middle = (chain.u0 + chain.u1) / 2.0
            at = next((k for k, i in enumerate(order) if (glyphs[i].u0 + glyphs[i].u1) / 2.0 > middle), len(order))
            order[at:at] = inside
        else:
            order.extend(inside)
    return order
