"""Glyphs to chains, rows and strips: what stands on one baseline, and what of it belongs together.

The twin of the accelerator's `rows.c`: every step has its counterpart with the same name there, and results stay
equal to the last bit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from quire.read.pdf.glyphs import Glyph
from quire.read.pdf.spacing_thresholds import SPACING
from quire.text import is_rtl

_OPEN_STRIPS = 256  # of a row, that a chain is tried with: no page has so many columns, an attack has

_HOLE_SIZE = 0.7  # the sizes of a chain and of the one in whose hole it stands differ by less than this factor
_HOLE_EDGE = 0.12  # em by which the glyphs of both may overlap
_REACH = 60.0  # points; no superscript stands further from its line than this, whatever the sizes


class Chain(NamedTuple):
    """Glyphs that follow each other in the file and on the page: `glyphs[first:end]`."""

    frame: int
    v: float
    u0: float
    u1: float
    size: float
    first: int
    end: int
    inside: bool = False  # it fills a hole of a chain of its strip: signs that another font has


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
    return is_rtl(last.code) or is_rtl(glyph.code) or (last.code < 0x41 and glyph.code < 0x41)


def _chain(glyphs: Sequence[Glyph], first: int, end: int) -> Chain | None:
    """The chain, measured without its white space; None when nothing else is in it."""
    inside = [glyph for glyph in glyphs[first:end] if glyph.code != 32]
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


def strips_of(glyphs: Sequence[Glyph], row: Sequence[Chain]) -> list[list[Chain]]:
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
            best = _holed(glyphs, strips, ends, chain)
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


def _holed(glyphs: Sequence[Glyph], strips: Sequence[list[Chain]], ends: Sequence[float], chain: Chain) -> int:
    """The strip in one of whose holes a chain stands: signs drawn after their line, in another font; -1 for none."""
    for i in range(len(strips) - 1, max(-1, len(strips) - 1 - _OPEN_STRIPS), -1):
        host = strips[i][-1]
        if chain.u1 > ends[i] or not _HOLE_SIZE * host.size <= chain.size <= host.size / _HOLE_SIZE:
            continue
        own = [one for one in strips[i] if one.u0 < chain.u0 and one.u1 > chain.u1 and not one.inside]
        if own and not any(_meet(glyphs, one, chain) for one in strips[i] if one.u1 > chain.u0):
            return i
    return -1


def _meet(glyphs: Sequence[Glyph], host: Chain, chain: Chain) -> bool:
    """Whether a glyph of a chain stands where another chain does."""
    slack = _HOLE_EDGE * chain.size
    return any(
        g.code != 32 and g.u1 - g.u0 > 0.0 and g.u0 < chain.u1 - slack and g.u1 > chain.u0 + slack
        for g in glyphs[host.first : host.end]
    )


def visual_order(glyphs: Sequence[Glyph], strip: Sequence[Chain]) -> list[int]:
    """The strip's glyphs from left to right."""
    order: list[int] = []
    for chain in strip:
        inside = list(range(chain.first, chain.end))
        if any(is_rtl(glyphs[i].code) for i in inside) or glyphs[inside[-1]].u0 < glyphs[inside[0]].u0:
            # a space without width stands left of the letter at its place
            inside.sort(key=lambda i: (glyphs[i].u0, glyphs[i].code != 32, i))
        if chain.inside:
            middle = (chain.u0 + chain.u1) / 2.0
            at = next((k for k, i in enumerate(order) if (glyphs[i].u0 + glyphs[i].u1) / 2.0 > middle), len(order))
            order[at:at] = inside
        else:
            order.extend(inside)
    return order
