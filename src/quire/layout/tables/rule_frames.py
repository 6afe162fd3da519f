"""Areas between horizontal rules of one width: the head rule, middle rules and foot rule of a table in print style."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from quire.layout.rounding import round_half_even
from quire.layout.tables.cell_pieces import Row, standing_apart
from quire.layout.tables.grids import is_bold
from quire.layout.tables.ruled_headers import headed
from quire.layout.tables.table_regions import WIDE, Block
from quire.model.page import Line, Page
from quire.tables.edges import SAME_WIDTH, Edge, of_one_width

MIN_RULES = 3  # head, middle, foot
MIN_LABELS = 2  # in a table to be filled in
MIN_WIDTH = 60.0  # points, of a rule
RULE_TO_HEAD = 2.0  # of the line's height, from the head rule to the baseline of the headings
OUTSIDE = 0.4  # of the rows
MAX_HEAD = 6  # visual rows between the head rule and the first middle rule


def framed(rows: Sequence[Row], rules: Sequence[Edge], running: set[int]) -> list[Block]:
    """Blocks of the rows between rules of one width, where these are no running text and begin with headings."""
    found = []
    for group in [group for group in of_one_width(rules, MIN_WIDTH) if len(group) > 1]:
        bands = [_between(rows, a, b) for a, b in pairwise(group)]
        if len(group) < MIN_RULES:
            found += [Block(list(bands[0]), framed=True)] if _is_to_fill_in(bands[0], running) else []
            continue
        start = 0
        while start < len(bands):
            end = start
            while end < len(bands) and _tabular(bands[end], group[0], running):
                end += 1
            block = _block(bands[start:end])
            if block is not None and not _sticks_out(block, rows):
                found.append(block)
                bands[start:end] = [[] for _ in range(start, end)]
            start = end + 1
        found += [block for block in headed(rows, group, bands, running) if not _sticks_out(block, rows)]
    return found


def has_form(page: Page, lines: Sequence[Line]) -> bool:
    """Whether several headings may stand right below the upper one of two rules of one width: a cheap test."""
    return have_headings(lines, form_tops(page))


def form_tops(page: Page) -> list[float]:
    """The heights of the rules of a page with another of their width below, in order."""
    if len(page.rules) < 2:
        return []
    lowest: dict[tuple[int, int], float] = {}
    tops: list[float] = []
    for x0, y0, x1, y1, _, _ in page.rules:
        width = x1 - x0
        if width >= MIN_WIDTH and width >= y1 - y0:
            place = (round_half_even(x0), round_half_even(x1))
            last = lowest.get(place)
            if last is not None:
                tops.append(min(last, y0))
            lowest[place] = y0 if last is None else max(last, y0)
    tops.sort()
    return tops


def have_headings(lines: Sequence[Line], tops: Sequence[float]) -> bool:
    """Whether several of the lines, or parts of one, stand side by side right below one of these heights in order."""
    if not tops:
        return False
    under = []
    for line in lines:
        above = bisect_left(tops, line.baseline)
        if above and line.baseline - tops[above - 1] < RULE_TO_HEAD * (line.y1 - line.y0):
            under.append(line)
    return any(standing_apart(ln.words) for ln in under) or any(a.baseline == b.baseline for a, b in pairwise(under))


def _is_to_fill_in(rows: Sequence[Row], running: set[int]) -> bool:
    """Whether bold headings stand over one column of labels, the others left empty for the reader to fill in."""
    if len(rows) <= MIN_LABELS:
        return False
    head, labels = rows[0].pieces, [row.pieces[0] for row in rows[1:]]
    if len(head) < 2 or not is_bold(piece.line for piece in head) or is_bold(piece.line for piece in labels):
        return False
    if any(len(row.pieces) > 1 or id(row.pieces[0]) in running for row in rows[1:]):
        return False
    return all(abs(piece.x0 - head[0].x0) < SAME_WIDTH and piece.x1 < head[1].x0 for piece in labels)


def _sticks_out(block: Block, rows: Sequence[Row]) -> bool:
    """Whether many rows of the block go on outside the rules: then these are not as wide as the table."""
    inside = {row.baseline: len(row.pieces) for row in block.rows}
    longer = sum(1 for row in rows if len(row.pieces) > inside.get(row.baseline, len(row.pieces)))
    return longer > OUTSIDE * len(block.rows)


def _between(rows: Sequence[Row], above: Edge, below: Edge) -> list[Row]:
    inside = []
    for row in rows:
        if above.at - 1 <= row.baseline - 0.3 * row.height and row.baseline - 1 <= below.at:
            pieces = [p for p in row.pieces if above.lo - SAME_WIDTH <= (p.x0 + p.x1) / 2 <= above.hi + SAME_WIDTH]
            if pieces:
                inside.append(Row(pieces, row.baseline, row.y0, row.y1))
    return inside


def _tabular(band: Sequence[Row], rule: Edge, running: set[int]) -> bool:
    if not band:
        return False
    width = rule.hi - rule.lo
    for row in band:
        for piece in row.pieces:
            if id(piece) in running or (len(row.pieces) == 1 and piece.x1 - piece.x0 > WIDE * width):
                return False
    return True


def _block(bands: Sequence[Sequence[Row]]) -> Block | None:
    if len(bands) < MIN_RULES - 1 or len(bands[0]) > MAX_HEAD:
        return None
    if any(row.figures for row in bands[0]):
        return None
    rows = [row for band in bands for row in band]
    if not any(len(row.pieces) > 1 for row in bands[0]) or len(rows) < 3:
        return None
    return Block(rows, framed=True)
