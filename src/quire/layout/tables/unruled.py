"""Tables without borders: rows of pieces whose columns are told by alignment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from quire.layout.tables import bilingual_labels, cell_split, nested_headers, side_by_side
from quire.layout.tables.cell_pieces import Piece, Row, rows_of_pieces
from quire.layout.tables.charts import chart_areas, drawing_areas
from quire.layout.tables.edges import Edge, horizontal_edges, without_underlines
from quire.layout.tables.grids import Draft, FoundTable, Sketch, finish, is_bold, is_slanted
from quire.layout.tables.gutters import Columns, cleared, columns_of, span_of
from quire.layout.tables.header_levels import headings
from quire.layout.tables.header_rows import dealt, is_caption, is_unit_line, parts, with_headings
from quire.layout.tables.label_value import labelled, may_label
from quire.layout.tables.monospaced import may_be_typed, typed
from quire.layout.tables.page_halves import halves
from quire.layout.tables.plausibility import Evidence, is_contents, on_band, plausible
from quire.layout.tables.prose import prose
from quire.layout.tables.row_gaps import head_by_white, starts_by_white
from quire.layout.tables.row_joining import JOINS, Joiner
from quire.layout.tables.rule_frames import framed, has_form
from quire.layout.tables.rule_segments import jointed
from quire.layout.tables.sketch_cleanup import tidy
from quire.layout.tables.table_regions import Block, blocks, is_heading
from quire.layout.tables.wrapped_cells import may_hold, woven
from quire.layout.text.numeric_text import is_unit, is_year
from quire.model.geometry import Box
from quire.model.page import Fill, Line, Page

MAX_HEADING_ROWS = 8  # visual rows; four levels of wrapped headings
SAME_ROW = 3.0  # points between the baselines of two lines side by side
RULES_ABOVE = 2.0  # row heights; a heading above the block and the rule under it
INSIDE = 10.0  # points from the table's left edge; rules that begin further right leave out the first column
FEW_HEADINGS = 3  # rows of one or two levels; more above rows of which few have figures may be rows as well
USUAL = 0.3  # share of the rows that have figures
MAX_TEXT_HEAD = 4  # the same where no row has figures
FAR_HEADING = 4.5  # of the row height: a year or unit over its column may stand so far above the figures
HEADING_GAP = 1.2  # of the row height, between a heading and what it heads


MIN_PRICES = 3  # lines with dots that lead to a price
_PRICE = re.compile(
    r"(?<![.…])[.…]{3,}\s*(?:[$€£¥￥₹]\s?\d[\d.,]*|\d[\d,]*[.,]\d\d\s?(?:[$€£¥￥₹]|元)?|\d+\s?(?:[$€£¥￥₹]|元))$"
)


class Borders(NamedTuple):
    """Where columns and rows end."""

    xs: list[float]
    ys: list[float]


class Candidate(NamedTuple):
    """A block that may be a table."""

    block: Block
    head: int  # visual rows of headings
    columns: Columns
    drawn: Evidence
    above: list[Row]  # headings of single pieces above the block


def find(page: Page, lines: Sequence[Line]) -> list[FoundTable]:
    """The tables of a page that stand by alignment, from top to bottom."""
    form = has_form(page, lines) or has_prices(lines)
    if not (form or _has_rows(lines)):
        return []
    rules = without_underlines(horizontal_edges(page, fills=False), lines)
    charts = chart_areas(page) + drawing_areas(page)
    found = find_certain(page, lines)
    taken = {i for table in found for i in table.lines}
    for group in (part for half in halves(page, lines) for part in side_by_side.groups(lines, half, rules)):
        rows = cell_split.cut(rows_of_pieces((i, lines[i]) for i in group if i not in taken))
        several = sum(1 for row in rows if len(row.pieces) > 1)
        if several > 1 or (several and form):
            found += [finish(sketch, page) for sketch in _sketches(page, rows, rules, charts)]
    return sorted(found, key=lambda t: t.table.places[0].box.y0)


def find_certain(page: Page, lines: Sequence[Line]) -> list[FoundTable]:
    """Those of the tables that are sure before columns of text.

    Their columns by the joints of a rule that is drawn cell by cell, or by headings between rules; or their rows by
    cells that begin together.
    """
    around = jointed(lines, page.rules) if page.rules else []
    form = has_form(page, lines)
    rules = without_underlines(horizontal_edges(page, fills=False), lines) if around or form else []
    found = [sketch_of(candidate_of(block, rules, page.fills)) for block in around]
    if form:
        rows = cell_split.cut(_rows(lines, found))
        texts = [block for block in framed(rows, rules, prose(rows, page.width)) if block.headed]
        found += [sketch_of(candidate_of(block, rules, page.fills)) for block in texts]
    if may_be_typed(lines):
        found += [tidy(sketch) for sketch in typed(lines)]
    if may_hold(lines):
        found += [tidy(sketch) for sketch in woven(_rows(lines, found), horizontal_edges(page))]
    if may_label(lines):
        found += [tidy(sketch) for sketch in labelled(_rows(lines, found))]
    return [finish(sketch, page) for sketch in found if sketch is not None]


def _rows(lines: Sequence[Line], found: Sequence[Sketch | None]) -> list[Row]:
    """The visual rows of the lines that no table has used."""
    taken = {i for sketch in found if sketch is not None for i in sketch.used}
    return rows_of_pieces((i, line) for i, line in enumerate(lines) if i not in taken)


def _sketches(page: Page, rows: Sequence[Row], rules: Sequence[Edge], charts: Sequence[Box]) -> Iterator[Sketch]:
    running = prose(rows, page.width)
    candidates = framed(rows, rules, running)
    candidates += blocks(_without(rows, candidates), running)
    contents: list[float] = []  # right edges of tables of contents
    for block in sorted(candidates, key=lambda b: -len(b.rows)):
        if _in_chart(block, charts) or any(abs(block.x1 - x) < 3 for x in contents):
            continue
        candidate = candidate_of(block, rules, page.fills)
        if not candidate.above and is_contents(block.rows, candidate.head, candidate.columns):
            contents.append(block.x1)
            continue
        sketch = sketch_of(candidate)
        if sketch is not None:
            yield sketch


def has_prices(lines: Sequence[Line]) -> bool:
    """Whether dots lead to a price in several lines: such lines are rows, though nothing stands beside them."""
    found = 0
    for line in lines:
        if any(".." in word.text or "…" in word.text for word in line.words[-3:]):
            found += _PRICE.search(line.text) is not None
    return found >= MIN_PRICES


def _has_rows(lines: Sequence[Line]) -> bool:
    """Whether at least two pairs of lines stand side by side: a cheap test that most pages of text fail."""
    if len(lines) < 4:
        return False
    baselines = sorted(line.baseline for line in lines if line.angle == 0)
    return sum(1 for a, b in pairwise(baselines) if b - a < SAME_ROW) >= 2


def _without(rows: Sequence[Row], candidates: Sequence[Block]) -> list[Row]:
    """The rows without the pieces of the candidates."""
    if not candidates:
        return list(rows)
    taken = {id(p) for block in candidates for row in block.rows for p in row.pieces}
    rest = []
    for row in rows:
        pieces = [p for p in row.pieces if id(p) not in taken]
        if pieces:
            rest.append(Row(pieces, row.baseline, row.y0, row.y1))
    return rest


def _in_chart(block: Block, charts: Sequence[Box]) -> bool:
    box = Box(block.x0, block.rows[0].y0, block.x1, block.rows[-1].y1)
    return any(box.overlap(chart) > 0.5 * box.area for chart in charts)


def candidate_of(block: Block, rules: Sequence[Edge], fills: Sequence[Fill] = ()) -> Candidate:
    """A block with its header and columns."""
    rows = block.rows
    top = rows[0].y0 - RULES_ABOVE * rows[0].height
    near = [e for e in rules if top <= e.at <= rows[-1].y1 + 6 and e.hi > block.x0 and e.lo < block.x1]
    head = first_data(rows, near, block.x1 - block.x0)
    telling = _telling(rows[head:])
    columns = block.columns or with_headings(columns_of(telling), telling, rows[:head])
    head = head_by_white(rows, head, cleared(columns, rows[head:]).borders)
    above = _headings_above(block, columns, fills) if len(columns.extents) > 1 else []
    if not above and not head and len(columns.extents) > 2 and block.before:
        above = _dealt(block, columns)
    return Candidate(block, head, columns, Evidence(near, fills), above)


def sketch_of(candidate: Candidate) -> Sketch | None:
    """The table of a candidate, or None when its rows do not make one."""
    block, head, columns, drawn, above = candidate
    if len(columns.extents) < 2 or not plausible(block, head, columns, drawn):
        return None
    columns = block.columns or cleared(columns, block.rows[head:])
    below = _rest_below(block, columns) or bilingual_labels.label_below(block.rows, block.after)
    end = _header_end(block.rows, head, columns)
    rows = [*above, *block.rows[:end], *(_cut(row, columns) for row in (*block.rows[end:], *below))]
    sketch = tidy(_sketch(rows, len(above) + end, columns, drawn.rules))
    return None if sketch is None else bilingual_labels.joined(sketch)


def _cut(row: Row, columns: Columns) -> Row:
    """The row with pieces cut that hold the texts of several columns, with no more than a space between them."""
    pieces = [part for piece in row.pieces for part in parts(piece, columns)]
    return Row(pieces, row.baseline, row.y0, row.y1) if len(pieces) > len(row.pieces) else row


def _telling(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows that tell the columns: those with figures where these are many, else those with several pieces."""
    several = [r for r in rows if len(r.pieces) > 1]
    figures = [r for r in several if r.figures]
    if len(figures) >= 3 and len(figures) >= 0.5 * len(several):
        return figures
    return several or rows


def first_data(rows: Sequence[Row], rules: Sequence[Edge] = (), width: float = 0.0) -> int:
    """The number of leading visual rows above the data.

    These are the rows above the first with figures (years are none); without any figures the rows above
    the first long rule, or the bold rows at the top.
    """
    ruled = _above_rule(rows, rules, width)
    if ruled:
        return ruled
    for i, row in enumerate(rows):
        alone = len(row.pieces) == 1 and i > 0 and row.pieces[0].amount and not is_year(row.pieces[0].text)
        if (row.figures or alone) and not any(len(r.pieces) > 1 and is_heading(r) for r in rows[i + 1 : i + 5]):
            if i < FEW_HEADINGS or _are_usual(rows[i:]):
                return i if i <= MAX_HEADING_ROWS else 0
            break
    return _bold_head(rows) if len(rows) > 2 else 0


def _are_usual(rows: Sequence[Row]) -> bool:
    """Whether figures stand in enough of the rows that those without any above them are headings."""
    several = [row for row in rows if len(row.pieces) > 1]
    return sum(1 for row in several if row.figures) >= USUAL * len(several)


def _above_rule(rows: Sequence[Row], rules: Sequence[Edge], width: float) -> int:
    """The rows above the first long rule inside, when they are headings in the main; 0 otherwise.

    A rule that leaves out the first column parts headings from those that they span: then the next one counts.
    """
    left = min(row.x0 for row in rows)
    inner = 0
    for rule in rules:
        above = sum(1 for r in rows if r.baseline <= rule.at + 1)
        if rule.hi - rule.lo > 0.6 * width and inner < above < len(rows):
            head = rows[:above]
            plain = not head[0].figures and sum(1 for r in head if r.figures) * 2 <= len(head)
            if not plain or above > MAX_HEADING_ROWS or not any(len(r.pieces) > 1 for r in head):
                return inner
            if inner and any(r.figures for r in rows[inner:above]):
                return inner
            if rule.lo < left + INSIDE:
                return above
            inner = above
    return inner


def _bold_head(rows: Sequence[Row]) -> int:
    """The rows at the top that are bold, or else those that are italic, where not all are."""
    for is_set_apart in (is_bold, is_slanted):
        count = next((i for i, r in enumerate(rows) if not is_set_apart(p.line for p in r.pieces)), len(rows))
        if 0 < count < len(rows):
            return count if count <= MAX_TEXT_HEAD else 0
    return 0


def _header_end(rows: Sequence[Row], first_data: int, columns: Columns) -> int:
    """Where the header ends: labels of the first column that stand alone above the data belong to the body."""
    end = first_data
    while end > 0 and rows[end - 1].x1 <= columns.borders[0]:
        end -= 1
    return end


def _headings_above(block: Block, columns: Columns, fills: Sequence[Fill]) -> list[Row]:
    """Rows of one piece above the block that head some of its columns but the first."""
    found: list[Row] = []
    below = block.rows[0]
    for row in reversed(_after_caption(block.before)):
        if below.y0 - row.y1 < HEADING_GAP * row.height and on_band(row, columns, fills):
            found.insert(0, row)
            below = row
            continue
        if is_unit_line(row.pieces[0].text):
            break
        if _wraps_above(row.pieces[0], below, columns):
            found.insert(0, row)
            below = row
            continue
        right = columns.extents[-1][1]
        reach = FAR_HEADING if _stands_over(row.pieces[0], columns) else HEADING_GAP
        if below.y0 - row.y1 > reach * row.height or row.x0 < columns.borders[0] - 2 or row.x1 > right + 20:
            break
        found.insert(0, row)
        below = row
    return found


def _dealt(block: Block, columns: Columns) -> list[Row]:
    """The bold line right above a table without header, dealt to the columns when each gets a part of it."""
    row, first = block.before[-1], block.rows[0]
    if first.y0 - row.y1 > 0.6 * row.height or not is_bold([row.pieces[0].line]):
        return []
    pieces = dealt(row.pieces[0], columns)
    return [Row(pieces, row.baseline, row.y0, row.y1)] if pieces else []


def _wraps_above(piece: Piece, below: Row, columns: Columns) -> bool:
    """Whether a piece is the first line of the heading of the labels, close above its next line and set like it."""
    under = below.pieces[0]
    if piece.x1 > columns.borders[0] or below.figures or under.amount or len(below.pieces) < 2:
        return False
    style, own = under.line.words[0].style, piece.line.words[0].style
    close = below.baseline - piece.line.baseline < 1.35 * below.height
    return close and style == own and is_bold([under.line]) and abs(piece.x0 - under.x0) < 3


def _after_caption(rows: list[Row]) -> list[Row]:
    """The rows below a caption and its other lines; all rows when there is no caption."""
    for i in reversed(range(len(rows))):
        if is_caption(rows[i].pieces[0].text):
            end = i + 1
            while end < len(rows) and rows[end].baseline - rows[end - 1].baseline < 1.35 * rows[end].height:
                end += 1
            return rows[end:]
    return rows


def _stands_over(piece: Piece, columns: Columns) -> bool:
    """Whether a unit or year is set on an edge or the middle of a column."""
    if not (is_unit(piece.text) or is_year(piece.text)):
        return False
    middle = (piece.x0 + piece.x1) / 2
    return any(
        abs(piece.x1 - hi) < 4 or abs(piece.x0 - lo) < 4 or abs(middle - (lo + hi) / 2) < 4
        for lo, hi in columns.extents[1:]
    )


def _rest_below(block: Block, columns: Columns) -> list[Row]:
    """Rows of one piece below the block that go on with a cell of its last row."""
    found: list[Row] = []
    above = block.rows[-1]
    for row in block.after:
        goes_on = Joiner(columns, [above, row], ()).goes_on(above, row) >= JOINS or _is_woven(block.rows, row, columns)
        if row.y0 - above.y1 > 0.5 * row.height or not goes_on:
            break
        found.append(row)
        above = row
    return found


def _is_woven(rows: Sequence[Row], row: Row, columns: Columns) -> bool:
    """Whether a row is the last line of a label that begins above the last figures, set in the middle beside it."""
    last, before = rows[-1], rows[-2]
    if len(before.pieces) > 1 or max(before.x1, row.x1) > columns.borders[0] or last.x0 < columns.borders[0]:
        return False
    return abs(before.x0 - row.x0) < 3 and row.baseline - before.baseline < 1.4 * row.height


def _sketch(rows: Sequence[Row], head: int, columns: Columns, rules: Sequence[Edge]) -> Sketch:
    heads, tops = headings(rows[:head], columns, rules)
    body = rows[head:]
    starts = (starts_by_white(body, columns.borders) or Joiner(columns, body, rules).starts()) if body else []
    first = [row for row, start in zip(body, starts, strict=True) if start]
    xs = [min(r.x0 for r in rows), *columns.borders, max(r.x1 for r in rows)]
    ys = [
        *tops,
        *(max((_end_above(rows, row) + row.y0) / 2, tops[-1] + 1 if tops else 0.0) for row in first),
        rows[-1].y1,
    ]
    borders = Borders(xs, ys)
    cells: dict[tuple[int, int], Draft] = {}
    for heading in heads:
        for piece in heading.pieces:
            _put(cells, (heading.row, heading.first, heading.last), piece.line, borders, down=heading.down)
    number = len(tops) - 1
    for row, start in zip(body, starts, strict=True):
        number += start
        for piece in row.pieces:
            _put(cells, (number, *_reached(piece, columns)), piece.line, borders)
    used = {i for row in rows for p in row.pieces for i in p.indices}
    count = min(len(tops), len(ys) - 2)
    sketch = Sketch(xs, ys, _settled(list(cells.values())), used, ruled=False, header_rows=count)
    return nested_headers.with_spans(sketch, count)


def _reached(piece: Piece, columns: Columns) -> tuple[int, int]:
    """The first and the last column of a text; one that it hangs out to, but whose texts it does not reach, is none."""
    first, last = span_of(piece.x0, piece.x1, columns.borders)
    while last > first and piece.x1 <= columns.extents[last][0]:
        last -= 1
    return first, last


def _end_above(rows: Sequence[Row], row: Row) -> float:
    return max((r.y1 for r in rows if r.baseline < row.baseline), default=row.y0)


def _put(
    cells: dict[tuple[int, int], Draft],
    placed: tuple[int, int, int],
    line: Line,
    borders: Borders,
    *,
    down: int = 1,
) -> None:
    """Add a line to the cell at (row, first column, last column); a cell that is there already takes it."""
    row, first, last = placed
    cell = cells.get((row, first))
    if cell is None:
        box = Box(borders.xs[first], borders.ys[row], borders.xs[last + 1], borders.ys[row + down])
        cells[row, first] = Draft(row, first, down, last - first + 1, box, [line])
        return
    cell.lines.append(line)
    cell.col_span = max(cell.col_span, last - first + 1)


def _settled(cells: list[Draft]) -> list[Draft]:
    """The cells without overlaps: a span ends before the next cell of its row."""
    cells.sort(key=lambda c: (c.row, c.col))
    for cell, after in pairwise(cells):
        if after.row == cell.row and cell.col + cell.col_span > after.col:
            cell.col_span = after.col - cell.col
    return cells
