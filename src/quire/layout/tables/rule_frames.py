"""Areas between horizontal rules of one width: the head rule, middle rules and foot rule of a table in print style.

Texts that wrap look like running text; where each heading stands over one column of them, they are cells.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from quire.layout.rounding import round_half_even
from quire.layout.tables.cell_pieces import Row, in_bands, standing_apart, with_pieces
from quire.layout.tables.grids import is_bold
from quire.layout.tables.gutters import Columns, by_column, cleared, columns_of, cut_at_gutters, span_of
from quire.layout.tables.header_rows import is_caption_row, parts
from quire.layout.tables.table_regions import WIDE, Block
from quire.model.page import Line, Page
from quire.tables.edges import SAME_WIDTH, Edge, of_one_width

MIN_RULES = 3  # head, middle, foot
MIN_LABELS = 2  # in a table to be filled in
MIN_WIDTH = 60.0  # points, of a rule
RULE_TO_HEAD = 2.0  # of the line's height, from the head rule to the baseline of the headings
OUTSIDE = 0.4  # of the rows
WHITE = 0.7  # of the size: white between two columns
MAX_HEAD = 6  # visual rows of headings above a rule, or of a row below the last one; of all tables between rules


def framed(rows: Sequence[Row], rules: Sequence[Edge], running: set[int]) -> list[Block]:
    """Blocks of the rows between rules of one width, where these are no running text and begin with headings."""
    found = []
    for group in [group for group in of_one_width(rules, MIN_WIDTH) if len(group) > 1]:
        bands = [_inside(band, group[0]) for band in in_bands(rows, [rule.at for rule in group])]
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
        found += [block for block in _headed(rows, group, bands, running) if not _sticks_out(block, rows)]
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


def _inside(rows: Sequence[Row], rule: Edge) -> list[Row]:
    return with_pieces(rows, lambda p: rule.lo - SAME_WIDTH <= (p.x0 + p.x1) / 2 <= rule.hi + SAME_WIDTH)


def _tabular(band: Sequence[Row], rule: Edge, running: set[int]) -> bool:
    if not band or (any(map(is_caption_row, band)) and all(len(row.pieces) == 1 for row in band)):
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
    several = [row for row in rows if len(row.pieces) > 1]
    if not any(len(row.pieces) > 1 for row in bands[0]) or len(rows) < 3:
        return None
    return Block(cut_at_gutters(rows, by_column(rows, columns_of(several)), WHITE * rows[0].size), framed=True)


# --- headings over wrapped texts ---------------------------------------------------------------------

NEAR = 1.6  # of the row height: so near above its rule the last line of the headings stands
WITHIN = 0.95  # share of the texts that stand in one column each
RUNNING = 0.5  # share of a column's texts that read as running text; one column at least has less
GUTTER = 6.0  # points between two columns


def _headed(
    rows: Sequence[Row], rules: Sequence[Edge], bands: Sequence[Sequence[Row]], running: set[int]
) -> list[Block]:
    """The tables whose headings stand right above one of the rules, each over a column of the bands below it."""
    found: list[Block] = []
    start = 0
    while start < len(bands):
        table = _headed_table(rows, rules, bands, start, running) if bands[start] else None
        if table is None:
            start += 1
            continue
        block, start = table
        found.append(block)
    return found


def _headed_table(
    rows: Sequence[Row], rules: Sequence[Edge], bands: Sequence[Sequence[Row]], start: int, running: set[int]
) -> tuple[Block, int] | None:
    """The table below a rule and the index of the first band behind it; None where no headings stand above the rule."""
    end = start + 1
    body = list(bands[start])
    while end < len(bands) and bands[end] and not any(len(row.pieces) > 1 for row in body):
        body += bands[end]
        end += 1
    rest = next((i for i in range(end, len(bands)) if not bands[i]), len(bands))
    every = [*body, *(row for band in bands[end:rest] for row in band)]
    for head in _possible_heads(rows, rules, bands, start):
        columns = _headed_columns(head, body, running)
        if columns is None:
            continue
        whole = _headed_columns(head, every, running) if rest > end else None
        if whole is not None:
            return _headed_block(head, every, whole), rest
        while end < rest and _fits(bands[end], columns):
            body += bands[end]
            end += 1
        return _headed_block(head, body, columns), end
    return None


def _headed_block(head: Sequence[Row], body: Sequence[Row], columns: Columns) -> Block:
    """The block of headings, each on its own however narrow the white between them, and of the rows below them."""
    rows = [*(row.cut(lambda piece: parts(piece, columns)) for row in head), *body]
    return Block(cut_at_gutters(rows, by_column(rows, columns), WHITE * rows[0].size), framed=True, headed=True)


def _possible_heads(
    rows: Sequence[Row], rules: Sequence[Edge], bands: Sequence[Sequence[Row]], index: int
) -> Iterator[Sequence[Row]]:
    """What may be the headings above a rule: all of a low band, or the row right above the rule."""
    if index and 0 < len(bands[index - 1]) <= MAX_HEAD:
        yield bands[index - 1]
    rule = rules[index]
    above = [row for row in rows if -1 <= rule.at - row.baseline < NEAR * row.height]
    for row in above[-1:]:
        pieces = [p for p in row.pieces if p.x0 >= rule.lo - GUTTER and p.x1 <= rule.hi + GUTTER]
        if pieces:
            yield [row.of(pieces)]


def _headed_columns(head: Sequence[Row], band: Sequence[Row], running: set[int]) -> Columns | None:
    """The columns of a band that its headings stand over, one each; None where they do not."""
    several = [row for row in band if len(row.pieces) > 1]
    texts = [piece for row in head for piece in row.pieces]
    if not several or any(p.figure or id(p) in running for p in texts):
        return None
    columns = cleared(columns_of(several), band)
    count = len(columns.extents)
    if count < 2 or any(b[0] - a[1] < GUTTER for a, b in pairwise(columns.extents)) or not _fits(band, columns):
        return None
    spans = [span_of(p.x0, p.x1, columns.borders) for piece in texts for p in parts(piece, columns)]
    if any(a != b for a, b in spans) or len({a for a, _ in spans}) < max(2, count - 1):
        return None
    return columns if min(_running(band, columns, running)) < RUNNING else None


def _fits(band: Sequence[Row], columns: Columns) -> bool:
    """Whether hardly any text stands in several columns."""
    spans = [span_of(p.x0, p.x1, columns.borders) for row in band for p in row.pieces]
    return sum(a == b for a, b in spans) >= WITHIN * len(spans)


def _running(band: Sequence[Row], columns: Columns, running: set[int]) -> Iterator[float]:
    """For each column the share of its texts that read as running text."""
    for column in range(len(columns.extents)):
        own = [p for row in band for p in row.pieces if span_of(p.x0, p.x1, columns.borders)[0] == column]
        yield sum(id(p) in running for p in own) / len(own) if own else 0.0
