"""Where tables without borders begin and end, chosen among alternatives on the whole page.

A table is found where its rows stand close. Here it is read again with the rows above or below it, and together with
the table below it where that has no headings of its own; what is likelier to be right, by `table_confidence.py` and by
what the added rows show, takes the place of what was found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from math import log
from typing import NamedTuple

from quire.layout.rounding import median
from quire.layout.tables.cell_pieces import Row, cut_at_cells, rows_of_pieces
from quire.layout.tables.grids import FoundTable, finish
from quire.layout.tables.gutters import columns_of
from quire.layout.tables.header_rows import is_caption
from quire.layout.tables.table_regions import FIGURE_END, TITLE, Block, prose
from quire.layout.tables.table_score import Drawn, drawn_on
from quire.layout.tables.unruled import candidate_of, sketch_of
from quire.model.geometry import Box
from quire.model.page import Line, Page
from quire.tables.column_gutters import Reach

SURE = 0.93  # confidence of a table that is left as it is
FAR = 6.0  # heights of a line between the baselines of rows of one table, at most
MOST = 12  # rows that may be added at once
ASIDE = 6.0  # heights of a line by which an added row may stand out at the sides
# In the logarithm of odds: what the alternative must be ahead by; for it, that the table below has no headings; and
# each added row, three at most, all of whose figures end where texts of the table do.
AHEAD, HEADLESS, IN_LINE, MOST_IN_LINE = 0.3, 1.2, 0.7, 3
_NEVER = 1e9


class Known(NamedTuple):
    """A table that was found, and its lines."""

    found: FoundTable
    lines: tuple[Line, ...]

    @property
    def box(self) -> Box:
        """Where it stands."""
        return self.found.table.places[0].box

    @property
    def is_open(self) -> bool:
        """Whether no rules part its columns."""
        return not self.found.table.grid.framed and self.found.table.grid.cols > 1

    @property
    def odds(self) -> float:
        """The logarithm of the odds that it is right."""
        chance = min(0.999, max(0.001, self.found.table.grid.confidence))
        return log(chance / (1 - chance))


class _Way(NamedTuple):
    """Tables to be read as one with other rows, and what speaks for that beside the confidence."""

    used: tuple[Known, ...]
    added: list[Row]
    evidence: float


class _Ground(NamedTuple):
    """A page, what is drawn on it, and what no table reaches over."""

    page: Page
    drawn: Drawn
    obstacles: Sequence[Box]


def settled(
    page: Page, free: Sequence[Line], tables: Sequence[Known], obstacles: Sequence[Box], *, typescript: bool = False
) -> list[Known]:
    """The tables of a page, each with the rows that make it likeliest to be right.

    Args:
        page: The page.
        free: Lines that belong to nothing else.
        tables: As they were found.
        obstacles: Boxes of other things than text.
        typescript: Most of the document is set in a fixed pitch.
    """
    now = sorted(tables, key=lambda known: known.box.y0)
    if not any(_may_change(known) for known in now):
        return list(tables)
    lines = [*free, *[line for known in now for line in known.lines]]
    ground = _Ground(page, drawn_on(page, lines, typescript=typescript), obstacles)
    free = list(free)
    at = 0
    while at < len(now):
        better = _better(ground, now, at, free) if _may_change(now[at]) else None
        if better is None:
            at += 1
            continue
        used, made = better
        gone = {id(line) for line in made.lines}
        free = [line for line in free if id(line) not in gone]
        now[at : at + 1] = [made]
        now = [known for known in now if known is made or known not in used]
    return now


def _may_change(known: Known) -> bool:
    return known.is_open and known.found.table.grid.confidence < SURE


def _better(
    ground: _Ground, tables: Sequence[Known], at: int, free: Sequence[Line]
) -> tuple[tuple[Known, ...], Known] | None:
    """The best alternative to a table: the tables that it takes the place of, and the table."""
    best: tuple[tuple[Known, ...], Known] | None = None
    most = AHEAD
    for way in _ways(ground, tables, at, free):
        own = [line for known in way.used for line in known.lines]
        added = dict.fromkeys(i for row in way.added for piece in row.pieces for i in piece.indices)
        made = _made(ground, [*own, *(free[i] for i in added)])
        before, after = {id(line) for line in own}, {id(line) for line in made.lines} if made else set[int]()
        if made is None or not before <= after or (len(way.used) == 1 and before == after):
            continue  # it would lose lines, or has no more of them
        ahead = made.odds - min(known.odds for known in way.used) + way.evidence
        if ahead > most:
            best, most = (way.used, made), ahead
    return best


def _made(ground: _Ground, lines: Sequence[Line]) -> Known | None:
    """The table that some lines make."""
    rows = cut_at_cells(rows_of_pieces(enumerate(lines)))
    sketch = sketch_of(candidate_of(Block(rows, shaded=True), ground.drawn))
    if sketch is None:
        return None
    found = finish(sketch, ground.page)
    return Known(found, tuple([lines[i] for i in found.lines]))


def _ways(ground: _Ground, tables: Sequence[Known], at: int, free: Sequence[Line]) -> Iterator[_Way]:
    """The alternatives to a table: with the table below it, with rows below it, with rows above it."""
    table = tables[at]
    box, height = table.box, _line_height(table)
    others = [known for known in tables if known is not table]
    taken = [b for b in (*ground.obstacles, *[known.box for known in others]) if b.x1 > box.x0 and b.x0 < box.x1]
    below = min([b.y0 for b in taken if b.y0 >= box.y1 - 1], default=_NEVER)
    above = max([b.y1 for b in taken if b.y1 <= box.y0 + 1], default=-_NEVER)
    left, right = box.x0 - ASIDE * height, box.x1 + ASIDE * height
    near = [(i, line) for i, line in enumerate(free) if line.x1 > left and line.x0 < right]
    lower = rows_of_pieces([(i, line) for i, line in near if box.y1 < (line.y0 + line.y1) / 2 < below])
    upper = rows_of_pieces([(i, line) for i, line in near if above < (line.y0 + line.y1) / 2 < box.y0])
    following = next((known for known in others if abs(known.box.y0 - below) < 1 and known.is_open), None)
    beside = _beside(table, near)
    if following is not None and _goes_on(table, lower, following):
        yield _Way((table, following), [*lower, *beside, *_beside(following, near)], HEADLESS)
    if beside:
        yield _Way((table,), beside, 0.0)
    down = _fitting(ground, table, lower)
    for end in _ends(down):
        in_line = sum(_in_line(row, table) for row in down[:end])
        yield _Way((table,), down[:end], IN_LINE * min(MOST_IN_LINE, in_line))
    up = _fitting(ground, table, list(reversed(upper)))
    for end in _ends(up):
        yield _Way((table,), up[:end], 0.0)


def _beside(table: Known, near: Sequence[tuple[int, Line]]) -> list[Row]:
    """The rows of lines between the first and the last row of a table that do not belong to it."""
    first, last = min([line.baseline for line in table.lines]), max([line.baseline for line in table.lines])
    return rows_of_pieces([(i, line) for i, line in near if first - 1 <= line.baseline <= last + 1])


def _line_height(table: Known) -> float:
    return median([line.y1 - line.y0 for line in table.lines])


def _goes_on(table: Known, between: Sequence[Row], following: Known) -> bool:
    """Whether a table may go on in the one below: that has no headings, and no text runs across between them."""
    if following.found.table.grid.header_rows or len(between) > MOST:
        return False
    last, first = max([line.baseline for line in table.lines]), min([line.baseline for line in following.lines])
    far = FAR * _line_height(table)
    near = all(b - a < far for a, b in pairwise([last, *[row.baseline for row in between], first]))
    return near and _inside_columns(table, between) == len(between)


def _ends(rows: Sequence[Row]) -> set[int]:
    """Behind which of the rows a table may end: the first and the last with several texts."""
    several = [i + 1 for i, row in enumerate(rows) if len(row.pieces) > 1]
    return {several[0], several[-1]} if several else set()


def _fitting(ground: _Ground, table: Known, rows: Sequence[Row]) -> list[Row]:
    """The rows, from the nearest on, that may belong to a table: none is text, a title or a caption."""
    if not rows:
        return []
    size = median([line.words[0].style.size for line in table.lines])
    far = FAR * _line_height(table)
    is_below = rows[0].baseline > table.box.y1
    last = (max if is_below else min)([line.baseline for line in table.lines])
    found: list[Row] = []
    for row in rows[:MOST]:
        piece = row.pieces[0]
        if abs(row.baseline - last) > far or piece.line.words[0].style.size > TITLE * size or is_caption(piece.text):
            break
        found.append(row)
        last = row.baseline
    if not found:  # before what takes longer
        return []
    running = prose(sorted(rows, key=lambda row: row.baseline), ground.page.width)
    own = takewhile(lambda row: any(id(p) not in running for p in row.pieces), found)
    return found[: _inside_columns(table, list(own))]


def _inside_columns(table: Known, rows: Sequence[Row]) -> int:
    """How many of the rows come before one with a text over more than one column of a table: a sentence, a title."""
    columns = _columns(table) if rows else []
    return next((n for n, row in enumerate(rows) if _crosses(row, columns)), len(rows))


def _crosses(row: Row, columns: Sequence[Reach]) -> bool:
    """Whether a text of a row reaches over more than one column of a table."""
    return any(
        sum(min(piece.x1, x1) - max(piece.x0, x0) > FIGURE_END for x0, x1 in columns) > 1 for piece in row.pieces
    )


def _columns(table: Known) -> list[Reach]:
    """Where the texts of each column begin and end."""
    return columns_of(rows_of_pieces(enumerate(table.lines))).extents


def _in_line(row: Row, table: Known) -> bool:
    """Whether all figures of a row, one at least, end where texts of the table do."""
    figures = [piece.x1 for piece in row.pieces[1:] if piece.figure]
    return bool(figures) and all(any(abs(x1 - line.x1) < FIGURE_END for line in table.lines) for x1 in figures)
