"""Header rows of open tables: which columns a heading spans."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from itertools import pairwise

from quire.layout.tables.cell_pieces import Piece, Row
from quire.layout.tables.grids import cut_line, part_of
from quire.layout.tables.gutters import Columns, span_of
from quire.layout.text.numeric_text import is_amount
from quire.model.page import Line
from quire.tables.edges import Edge

LEFT = 3.0  # points; headings of columns that are set to the left begin where the cells below them do
ON_EDGE = 3.0  # points from an edge or the middle of the column
WITHIN = 0.18  # of the span: the middle of a heading over all figures is so near to theirs
UNDER = 0.9  # of the row height below the baseline: a rule so near underlines the heading
_UNIT_LINE = re.compile(r"[(（]?(?:单位|單位|币种|Unit|Currency)\s*[:：]", re.IGNORECASE)
_REMARK = re.compile(r"[(（].*[)）]")  # in brackets: the unit of all figures ("(in thousands)")
_CAPTION = re.compile(
    r"(?:Table|Tab\.|Figure|Fig\.|Exhibit|Chart|Source|Note)s?\b|[表图]\s*\d|[资数]料来源|注[:：]", re.IGNORECASE
)


def is_unit_line(text: str) -> bool:
    """Whether the text says the unit of a whole table ("单位：元"): it stands above the table, not in it."""
    return bool(_UNIT_LINE.match(text))


def is_caption(text: str) -> bool:
    """Whether the text begins as captions and sources do ("Table 3", "表 2", "Source:")."""
    return bool(_CAPTION.match(text))


def heading_spans(row: Row, columns: Columns, rules: Sequence[Edge], below: Row | None) -> list[tuple[Piece, int, int]]:
    """(piece, first column, last column) for each piece of a header row.

    Args:
        row: The row.
        columns: The table's columns.
        rules: Horizontal rules of the region; a short one under a heading shows what it spans.
        below: The next header row: only above one a heading may span columns that it does not reach.
    """
    placed: list[tuple[Piece, int, int]] = []
    fixed: set[int] = set()
    for whole in row.pieces:
        ruled = _rule_under(whole, row, rules, columns)
        if ruled is not None:
            placed.append((whole, *_by_rule(ruled, columns)))
            fixed.add(id(whole))
        else:
            placed += ((piece, *_by_text(piece, columns)) for piece in parts(whole, columns))
    placed = _apart(placed)
    alone = row.pieces[0]
    above_others = below is not None and len(placed) == 1
    remark = len(row.pieces) == 1 and bool(_REMARK.fullmatch(alone.text)) and len(alone.line.words) > 1
    if (above_others or remark) and _over_all(alone, columns, below):
        return [(alone, 1, len(columns.extents) - 1)]
    if below is not None:
        placed = _centred(placed, columns, fixed)
    return placed


def dealt(piece: Piece, columns: Columns) -> list[Piece]:
    """A line of headings with no more than spaces between them as one piece per column; [] when it does not fit.

    The words are dealt so that the parts stand as near as possible to an edge or the middle of their columns; each
    part must begin with a capital letter or a figure and reach into the space of its column.
    """
    words, extents = piece.line.words, columns.extents
    if len(words) < len(extents):
        return []
    starts = [i for i, w in enumerate(words) if w.text[0].isupper() or w.text[0].isdigit()]
    best: dict[tuple[int, int], tuple[float, list[int]]] = {(0, 0): (0.0, [])}
    for column, (lo, hi) in enumerate(extents):
        for start in [s for (c, s) in best if c == column]:
            cost, cuts = best[column, start]
            last = column == len(extents) - 1
            for end in [len(words)] if last else [s for s in starts if s > start]:
                x0, x1 = words[start].x0, words[end - 1].x1
                miss = min(abs(x0 - lo), abs(x1 - hi), abs(x0 + x1 - lo - hi) / 2)
                key = (column + 1, end)
                if key not in best or cost + miss < best[key][0]:
                    best[key] = (cost + miss, [*cuts, start])
    found = best.get((len(extents), len(words)))
    if found is None or 0 not in starts:
        return []
    bounds_of = list(pairwise([*found[1], len(words)]))
    if any(_misses(words[a].x0, words[b - 1].x1, columns, c) for c, (a, b) in enumerate(bounds_of)):
        return []
    lines = [part_of(piece.line, range(a, b)) for a, b in bounds_of]
    return [Piece(line, piece.indices, is_amount(line.text)) for line in lines]


def _misses(x0: float, x1: float, columns: Columns, column: int) -> bool:
    """Whether a heading does not reach into the space between the borders of its column by half of its width."""
    edges = [columns.extents[0][0], *columns.borders, columns.extents[-1][1]]
    lo, hi = edges[column], edges[column + 1]
    if column == len(columns.extents) - 1:
        hi = max(hi, x1)
    return min(x1, hi) - max(x0, lo) < 0.4 * (x1 - x0)


def parts(piece: Piece, columns: Columns) -> list[Piece]:
    """A piece cut at the columns where its parts are set on one edge, or the middles, of their own columns."""
    first, last = span_of(piece.x0, piece.x1, columns.borders)
    if first == last or len(piece.line.words) <= last - first:
        return [piece]
    cuts = cut_line(piece.line, columns.borders)
    if len(cuts) != last - first + 1:
        return [piece]
    ways = [_ways(part, columns.extents[column]) for part, column in zip(cuts, range(first, last + 1), strict=True)]
    alike = ways[0] if first else {*"lmr"}  # labels may stand at another edge than figures
    if not ways[0] or not any(alike.intersection(*ways[1:])):
        return [piece]
    return [Piece(part, piece.indices, is_amount(part.text)) for part in cuts]


def _ways(part: Line, extent: tuple[float, float]) -> set[str]:
    """Whether a text is set to the left edge of a column, its middle, its right edge: several of a short column."""
    lo, hi = extent
    misses = {"l": part.x0 - lo, "m": (part.x0 + part.x1 - lo - hi) / 2, "r": part.x1 - hi}
    return {way for way, miss in misses.items() if abs(miss) <= ON_EDGE}


def _rule_under(piece: Piece, row: Row, rules: Sequence[Edge], columns: Columns) -> Edge | None:
    lo, hi = row.baseline, row.baseline + UNDER * row.height
    first = columns.extents[0]
    for edge in rules:
        if edge.lo < (first[0] + first[1]) / 2 and edge.hi > columns.extents[-1][0]:
            continue  # a rule of the whole table
        if lo <= edge.at <= hi and edge.lo <= piece.x0 + 3 and edge.hi >= piece.x1 - 3:
            others = any(p is not piece and edge.lo < (p.x0 + p.x1) / 2 < edge.hi for p in row.pieces)
            return None if others else edge
    return None


def _by_rule(edge: Edge, columns: Columns) -> tuple[int, int]:
    covered = [
        c
        for c, (lo, hi) in enumerate(columns.extents)
        if min(edge.hi, hi) - max(edge.lo, lo) > 0.5 * (hi - lo) and hi > lo
    ]
    if not covered:
        return span_of(edge.lo, edge.hi, columns.borders)
    return covered[0], covered[-1]


def _by_text(piece: Piece, columns: Columns) -> tuple[int, int]:
    """The columns whose text lies under the piece; the nearest one when there is none."""
    width = piece.x1 - piece.x0
    touched = []
    for c, (lo, hi) in enumerate(columns.extents):
        shared = min(piece.x1, hi) - max(piece.x0, lo)
        if shared > 0.5 * min(width, hi - lo) or (shared > 0 and shared > 0.25 * width):
            touched.append(c)
    if touched:
        return touched[0], touched[-1]
    centre = (piece.x0 + piece.x1) / 2
    nearest = min(range(len(columns.extents)), key=lambda c: _distance(centre, columns.extents[c]))
    return nearest, nearest


def _over_all(piece: Piece, columns: Columns, below: Row | None) -> bool:
    """Whether a heading that is alone in its row stands in the middle over all columns but the first."""
    lo, hi = columns.extents[1][0], columns.extents[-1][1]
    miss = abs((piece.x0 + piece.x1) - (lo + hi)) / 2
    under = [q for q in below.pieces if q.x0 < piece.x1 and q.x1 > piece.x0] if below is not None else []
    if miss > ON_EDGE and any(min(abs(q.x0 - piece.x0), abs(q.x1 - piece.x1)) <= ON_EDGE for q in under):
        return False  # the first line of one column's heading
    return piece.x0 >= columns.borders[0] and abs((piece.x0 + piece.x1) - (lo + hi)) / 2 <= WITHIN * (hi - lo)


def _distance(x: float, extent: tuple[float, float]) -> float:
    return max(extent[0] - x, x - extent[1], 0.0)


def _apart(placed: Sequence[tuple[Piece, int, int]]) -> list[tuple[Piece, int, int]]:
    """No column under two headings of a row: spans shrink; two headings of one column stay in one cell."""
    result: list[tuple[Piece, int, int]] = []
    for piece, first, last in placed:
        start = first
        if result and first <= result[-1][2]:
            before, left, right = result[-1]
            right = max(left, first - 1)
            result[-1] = (before, left, right)
            start = first if right < first else min(right + 1, last)
        result.append((piece, max(start, result[-1][1] if result else 0), max(start, last)))
    return result


def _centred(
    placed: Sequence[tuple[Piece, int, int]], columns: Columns, fixed: Container[int]
) -> list[tuple[Piece, int, int]]:
    """Headings grown over free neighbour columns while that brings their middle nearer to the middle of the span."""
    count = len(columns.extents)
    result = list(placed)
    for i, (piece, first, last) in enumerate(result):
        lowest = result[i - 1][2] + 1 if i else 1
        highest = placed[i + 1][1] - 1 if i + 1 < len(placed) else count - 1
        centre = (piece.x0 + piece.x1) / 2
        if first == 0 or id(piece) in fixed:
            continue
        best, best_miss = (first, last), _miss(centre, columns, first, last)
        for a in range(max(lowest, 1), first + 1):
            for b in range(last, min(highest, count - 1) + 1):
                miss = _miss(centre, columns, a, b)
                if miss < best_miss - 2.0:
                    best, best_miss = (a, b), miss
        result[i] = (piece, *best)
    return result


def _miss(centre: float, columns: Columns, first: int, last: int) -> float:
    """How far a middle is off that of some columns: of their texts, or of the space from border to border.

    Figures that are set to the right leave the left of their columns free.
    """
    lo, hi = columns.extents[first][0], columns.extents[last][1]
    miss = abs((lo + hi) / 2 - centre)
    if first < last:
        hi = columns.borders[last] if last < len(columns.borders) else hi
        miss = min(miss, abs((columns.borders[first - 1] + hi) / 2 - centre) if first else miss)
    return miss
