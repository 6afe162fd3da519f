"""Areas below a rule under headings: each heading stands over one column of texts, down to a rule of the same width.

Texts that wrap look like running text; here the headings tell that they are cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from quire.layout.tables.cell_pieces import Row
from quire.layout.tables.gutters import Columns, cleared, columns_of, span_of
from quire.layout.tables.header_rows import parts
from quire.layout.tables.table_regions import Block
from quire.tables.edges import Edge

NEAR = 1.6  # of the row height: so near above its rule the last line of the headings stands
MAX_HEAD = 6  # visual rows between the rule above the headings and the one below
WITHIN = 0.95  # share of the texts that stand in one column each
RUNNING = 0.5  # share of a column's texts that read as running text; one column at least has less
GUTTER = 6.0  # points between two columns


def headed(
    rows: Sequence[Row], rules: Sequence[Edge], bands: Sequence[Sequence[Row]], running: set[int]
) -> list[Block]:
    """The tables whose headings stand right above one of the rules, each over a column of what is below.

    Args:
        rows: The visual rows of a page.
        rules: Rules of one width, from top to bottom.
        bands: The rows between each rule and the next; those that are known to be tables may be left empty.
        running: Identities of the pieces that are running text.
    """
    found: list[Block] = []
    start = 0
    while start < len(bands):
        table = _table(rows, rules, bands, start, running) if bands[start] else None
        if table is None:
            start += 1
            continue
        block, start = table
        found.append(block)
    return found


def _table(
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
    for head in _heads(rows, rules, bands, start):
        columns = _columns(head, body, running)
        if columns is None:
            continue
        if rest > end and _columns(head, every, running) is not None:
            return Block([*head, *every], framed=True, headed=True), rest
        while end < rest and _fits(bands[end], columns):
            body += bands[end]
            end += 1
        return Block([*head, *body], framed=True, headed=True), end
    return None


def _heads(
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
            yield [Row(pieces, row.baseline, row.y0, row.y1)]


def _columns(head: Sequence[Row], band: Sequence[Row], running: set[int]) -> Columns | None:
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
