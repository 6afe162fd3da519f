"""Visual rows in bands between which white goes through all columns: the rows of a table whose texts wrap."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from quire.layout.rounding import median
from quire.layout.tables.cell_pieces import Piece, Row
from quire.layout.tables.gutters import span_of

TALL, DEEP = 0.76, 0.22  # of the size: ink above and below the baseline
PARTED = 0.22  # of the size: white between rows beyond that between lines
LEVEL = 2.0  # points; the first lines of the cells of a row stand at one height, give or take this
LEVELLED = 0.8  # share of the cells that begin at the height of their row, end at its foot, or lie in its middle

FEWEST = 5  # visual rows of a table with cells that wrap
LEAST = 2  # logical rows, and those of them in which cells of several lines stand beside others
EVENLY, EVEN, WIDER = 3, 0.3, 1.1  # whites between rows at least; what they differ by and exceed the step of lines by
UNEQUAL = 0.6  # share of the rows whose cells have different numbers of lines
CROSSING = 0.1  # share of the texts that may stand in two columns

_OPENS = (":", "：")  # ends of titles

Cells = dict[int, list[Piece]]
"""The lines of the cells of a row, by column."""


def by_white(rows: Sequence[Row], column_of: Callable[[Piece], int], size: float) -> list[list[Row]]:
    """The rows in bands between which more white goes through all columns than stands between lines of a cell."""
    bases: dict[int, list[float]] = {}
    for row in rows:
        for piece in row.pieces:
            bases.setdefault(column_of(piece), []).append(row.baseline)
    steps = sorted(b - a for column in bases.values() for a, b in pairwise(column))
    if not steps:
        return [list(rows)]
    least = steps[len(steps) // 4] - (TALL + DEEP - PARTED) * size
    bands = [[rows[0]]]
    end = _deepest(rows[0])
    for row in rows[1:]:
        if min(p.line.baseline for p in row.pieces) - TALL * size - end > least:
            bands.append([])
        bands[-1].append(row)
        end = max(end, _deepest(row))
    return bands


def cells_of(band: Sequence[Row], column_of: Callable[[Piece], int]) -> Cells:
    """The texts of a band by column."""
    cells: Cells = {}
    for row in band:
        for piece in row.pieces:
            cells.setdefault(column_of(piece), []).append(piece)
    return cells


def starts_by_white(rows: Sequence[Row], borders: Sequence[float]) -> list[bool]:
    """For each row whether a logical row starts with it.

    [] where the white between the rows does not tell. Where most cells stand at the top it tells only if it is the same
    everywhere; otherwise words tell better.
    """
    spans = [span_of(p.x0, p.x1, borders) for row in rows for p in row.pieces]
    if len(rows) < FEWEST or not borders or sum(a != b for a, b in spans) > CROSSING * len(spans):
        return []

    def column_of(piece: Piece) -> int:
        return span_of(piece.x0, piece.x1, borders)[0]

    groups = by_white(rows, column_of, median(p.line.words[0].style.size for row in rows for p in row.pieces))
    if len(groups) < LEAST or len(groups) == len(rows):
        return []
    table = [cells_of(group, column_of) for group in groups]
    if any(sum(p.amount for p in cell) > 1 for cells in table for cell in cells.values()):
        return []
    if any(p.text.endswith(_OPENS) for cells in table for p in cells.get(0, ())[:-1]):
        return []  # a title of rows, not the first line of a label
    tall = [cells for cells in table if max(map(len, cells.values())) > 1 and len(cells) > 1]
    if len(tall) > LEAST and tall[-1] is table[-1]:
        tall.pop()  # its last lines may not be there yet
    if len(tall) < LEAST or not are_level(tall) or are_titled(tall):
        return []
    if _are_at_top(tall) and not (_is_even(groups) and _wrap(tall)):
        return []
    return [row is group[0] for group in groups for row in group]


def are_titled(table: Sequence[Cells]) -> bool:
    """Whether the first cell of each row has one line more than all others, which have several: rows below a title."""
    for row in table:
        lines = {len(cell) for column, cell in row.items() if column}
        if len(lines) != 1 or min(lines) < LEAST or len(row.get(0, ())) != min(lines) + 1:
            return False
    return True


def head_by_white(rows: Sequence[Row], head: int, borders: Sequence[float]) -> int:
    """The rows of headings, `head` by what they say: none that belong to one logical row with what is below them."""
    starts = starts_by_white(rows, borders) if 0 < head < len(rows) else []
    if not starts or starts[head]:
        return head
    return max(index for index in range(head) if starts[index])


def _is_even(groups: Sequence[Sequence[Row]]) -> bool:
    """Whether the white is the same between all bands, at least four, and wider than between the lines inside."""
    between = [b[0].baseline - a[-1].baseline for a, b in pairwise(groups)]
    inside = [b.baseline - a.baseline for group in groups for a, b in pairwise(group)]
    if len(between) < EVENLY or not inside:
        return False
    return max(between) - min(between) < EVEN * min(inside) and min(between) > WIDER * max(inside)


def _wrap(table: Sequence[Cells]) -> bool:
    """Whether the cells of most rows differ in their lines: those of several rows in a group do not."""
    return sum(len(set(map(len, cells.values()))) > 1 for cells in table) >= UNEQUAL * len(table)


def _are_at_top(table: Sequence[Cells]) -> bool:
    """Whether most cells begin at the height of their row."""
    tops = total = 0
    for row in table:
        tops += _tops(row)
        total += len(row)
    return tops >= LEVELLED * total


def are_level(table: Iterable[Cells]) -> bool:
    """Whether the cells of the rows stand at the top of their row, in its middle or at its foot."""
    total = tops = middles = feet = 0
    for row in table:
        total += len(row)
        first = min(cell[0].line.baseline for cell in row.values())
        last = max(cell[-1].line.baseline for cell in row.values())
        tops += _tops(row)
        feet += sum(last - cell[-1].line.baseline < LEVEL for cell in row.values())
        middles += sum(
            abs(cell[0].line.baseline + cell[-1].line.baseline - first - last) < 2 * LEVEL for cell in row.values()
        )
    return max(tops, middles, feet) >= LEVELLED * total


def _tops(row: Cells) -> int:
    """How many cells begin at the height of their row."""
    first = min(cell[0].line.baseline for cell in row.values())
    return sum(cell[0].line.baseline - first < LEVEL for cell in row.values())


def _deepest(row: Row) -> float:
    return max(p.line.baseline + DEEP * p.line.words[0].style.size for p in row.pieces)
