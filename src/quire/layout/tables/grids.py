"""Finished grids of sketches, with header rows, widths and alignments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from quire.layout.rounding import median
from quire.layout.tables import cell_borders
from quire.layout.tables.cell_text import PADDING, cell_spans
from quire.layout.tables.heading_count import BELOW, MOST, Shown, heading_count
from quire.layout.tables.sketches import Draft, Sketch
from quire.layout.tables.table_confidence import confidence
from quire.layout.text.numeric_text import is_amount, is_year
from quire.layout.text.text_rows import box_of
from quire.model.block import Place, Table
from quire.model.geometry import Box
from quire.model.page import Fill, Line, Page
from quire.model.table import Align, Cell, Grid, VerticalAlign
from quire.tables.edges import WHITE

ALIGNED = 2.5  # points; edges of one column that differ by less are set on one edge (kerning, italics, rounding)
FREE = 1.0  # of a line's height; with less white in a cell, it cannot be told where its text stands in it
# A text that stands further in than its column's left edge is indented; further than this share of the column, it
# stands in the middle or at the right.
_LEAST_INDENT, _MOST_INDENT = 3.0, 0.3


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table and the indices of the lines that it used up."""

    table: Table
    lines: frozenset[int]


def finish(sketch: Sketch, page: Page) -> FoundTable:
    """The table of a sketch, with header rows, alignments, fills and widths."""
    rows = _rows(sketch)
    headers = sketch.header_rows
    if headers is None:
        headers = heading_count([[_shown(d, page.fills) for d in row] for row in rows[: MOST + BELOW]], sketch.cols)
    _mark_inner_headers(rows, headers, sketch.cols)
    framed = cell_borders.is_framed(page, sketch)
    aligns = column_aligns(sketch, headers, framed=framed)
    left = min((line.x0 for d in sketch.cells if d.col == 0 for line in d.lines), default=0.0)
    cells = tuple(
        Cell(
            row=d.row,
            col=d.col,
            spans=cell_spans(d.lines, d.box, page.links, ruled=sketch.ruled),
            row_span=d.row_span,
            col_span=d.col_span,
            header=d.header or d.row < headers,
            align=cell_align(d, framed=framed) if d.row < headers or d.col_span > 1 else aligns[d.col],
            height=cell_height(d) if sketch.ruled else None,
            indent=_indent(d, left) if d.col == 0 else 0.0,
            box=d.box,
            page=page.number,
            fill=fill_of(d.box, page.fills),
        )
        for row in rows
        for d in row
    )
    ink, stroke = cell_borders.ink(page, sketch.xs, sketch.ys)
    shown = cells if framed else cell_borders.with_lines(cells, sketch, page)
    grid = Grid(
        sketch.rows,
        sketch.cols,
        shown,
        header_rows=headers,
        widths=tuple(b - a for a, b in pairwise(sketch.xs)),
        ruled=sketch.ruled,
        framed=framed,
        ink=ink,
        stroke=stroke,
        inset=_inset(sketch, cells) if sketch.ruled else 0.0,
        confidence=confidence(sketch, shown, page, framed=framed),
    )
    return FoundTable(Table(grid, (Place(page.number, sketch.box),)), frozenset(sketch.used))


def _indent(cell: Draft, left: float) -> float:
    """How far a cell's text stands in from the `left` edge of its column; 0 for one at the right or in the middle."""
    if not cell.lines:
        return 0.0
    indent = min(line.x0 for line in cell.lines) - left
    return indent if _LEAST_INDENT < indent < _MOST_INDENT * cell.box.width else 0.0


def _shown(cell: Draft, fills: Sequence[Fill]) -> Shown:
    return Shown(cell.col, cell.row_span, cell.col_span, cell.text, is_bold(cell.lines), fill_of(cell.box, fills))


def _mark_inner_headers(rows: Sequence[Sequence[Draft]], headers: int, cols: int) -> None:
    """Mark column headings inside a table: texts below a cell as wide as the table, with figures below them."""
    for r in range(max(1, headers), len(rows) - 1):
        title = [c for c in rows[r - 1] if c.lines]
        filled = [c for c in rows[r] if c.lines]
        whole = len(title) == 1 and title[0].col_span == cols
        if not whole or len(filled) < max(3, 0.6 * len(rows[r])) or any(is_amount(c.text) for c in filled):
            continue
        end = max(c.row + c.row_span for c in rows[r])
        if end < len(rows) and _holds_amounts(rows[end]):
            for cell in (c for row in rows[r:end] for c in row):
                cell.header = True


def _rows(sketch: Sketch) -> list[list[Draft]]:
    rows: list[list[Draft]] = [[] for _ in range(sketch.rows)]
    for cell in sketch.cells:
        rows[cell.row].append(cell)
    for row in rows:
        row.sort(key=lambda c: c.col)
    return rows


def _holds_amounts(cells: Sequence[Draft]) -> bool:
    values = [c.text for c in cells if c.col > 0 and c.lines]
    amounts = sum(1 for text in values if is_amount(text) and not is_year(text))
    return amounts > 0 and amounts * 3 >= len(values)


def is_bold(lines: Iterable[Line]) -> bool:
    """Whether all words with letters or digits are bold."""
    words = [w for line in lines for w in line.words]
    return bool(words) and all(w.style.bold for w in words)


def is_slanted(lines: Iterable[Line]) -> bool:
    """Whether all words are italic."""
    words = [w for line in lines for w in line.words]
    return bool(words) and all(w.style.italic for w in words)


def column_aligns(sketch: Sketch, headers: int, *, framed: bool) -> list[Align]:
    """How the texts of each column stand, from the cells below the header that cover one column."""
    columns: list[list[Draft]] = [[] for _ in range(sketch.cols)]
    for cell in sketch.cells:
        if cell.row >= headers and cell.col_span == 1 and cell.lines:
            columns[cell.col].append(cell)
    return [_align_of(cells, framed=framed) for cells in columns]


def _align_of(cells: Sequence[Draft], *, framed: bool) -> Align:
    """How most texts of a column stand: between drawn borders, else to each other."""
    if len(cells) < 2:
        return cell_align(cells[0], framed=framed) if cells else Align.LEFT
    shown = Counter([side for cell in cells if (side := _drawn_side(cell)) is not None]) if framed else Counter[Align]()
    if shown and 2 * max(shown.values()) > shown.total():
        return shown.most_common(1)[0][0]
    boxes = [box_of(c.lines) for c in cells]
    near = {
        Align.LEFT: _near([b.x0 for b in boxes]),
        Align.CENTER: _near([(b.x0 + b.x1) / 2 for b in boxes]),
        Align.RIGHT: _near([b.x1 for b in boxes]),
    }
    figures = 2 * sum([is_amount(c.text) for c in cells]) >= len(cells)
    best = max(reversed(near) if figures else near, key=lambda side: near[side])
    return best if 2 * near[best] > len(cells) else Align.LEFT


def _near(values: Sequence[float]) -> int:
    """How many values are near the middle one."""
    middle = median(values)
    return sum([abs(value - middle) < ALIGNED for value in values])


def cell_align(cell: Draft, *, framed: bool) -> Align:
    """How one cell's text stands between its borders, which are drawn or not."""
    if not cell.lines:
        return Align.LEFT
    if framed:
        return _drawn_side(cell) or Align.LEFT
    text = box_of(cell.lines)
    left, right = text.x0 - cell.box.x0, cell.box.x1 - text.x1
    if len(cell.lines) > 1 and (own := _of_lines(cell.lines)) is not None:
        return own
    if abs(left - right) < 0.2 * max(cell.box.width, 1.0) and not _at_edge(left, right):
        return Align.CENTER if left > 2 * ALIGNED else Align.LEFT
    return Align.RIGHT if right < left else Align.LEFT


def _drawn_side(cell: Draft) -> Align | None:
    """Where a text stands between drawn borders, or its lines to each other; None where it fills its cell."""
    if len(cell.lines) > 1:
        return _of_lines(cell.lines)
    text = box_of(cell.lines)
    left, right = text.x0 - cell.box.x0, cell.box.x1 - text.x1
    spare = left + right - 2 * PADDING
    if spare < ALIGNED:
        return None
    if abs(left - right) < min(2 * ALIGNED, spare / 2):
        return Align.CENTER
    return Align.LEFT if left < right else Align.RIGHT


def _of_lines(lines: Sequence[Line]) -> Align | None:
    """How lines one below the other stand to each other; None when that does not tell."""
    ragged = {
        Align.LEFT: max(line.x0 for line in lines) - min(line.x0 for line in lines),
        Align.RIGHT: max(line.x1 for line in lines) - min(line.x1 for line in lines),
        Align.CENTER: max(line.x0 + line.x1 for line in lines) / 2 - min(line.x0 + line.x1 for line in lines) / 2,
    }
    best = min(ragged, key=lambda align: ragged[align])
    others = min(value for align, value in ragged.items() if align is not best)
    return best if ragged[best] < ALIGNED < others else None


def _inset(sketch: Sketch, cells: Sequence[Cell]) -> float:
    """The usual white above texts that stand at the upper border of their cells, points; 0 where none does."""
    top = {(cell.row, cell.col) for cell in cells if cell.height is VerticalAlign.TOP}
    white = [min(line.y0 for line in d.lines) - d.box.y0 for d in sketch.cells if d.lines and (d.row, d.col) in top]
    return max(median(white), 0.0) if white else 0.0


def cell_height(cell: Draft) -> VerticalAlign | None:
    """Where one cell's text stands between its upper and lower border; None for a cell that it fills."""
    if not cell.lines:
        return None
    text = box_of(cell.lines)
    above, below = text.y0 - cell.box.y0, cell.box.y1 - text.y1
    if above + below < FREE * max(line.y1 - line.y0 for line in cell.lines):
        return None
    if above < below / 2:
        return VerticalAlign.TOP
    return VerticalAlign.BOTTOM if below < above / 2 else VerticalAlign.MIDDLE


def fill_of(box: Box, fills: Sequence[Fill]) -> int | None:
    """The colour of the topmost fill behind the middle of the box, None without one (white counts as none)."""
    return fill_at((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, fills)


def fill_at(x: float, y: float, fills: Sequence[Fill]) -> int | None:
    """The colour of the topmost fill at a point, None without one (white counts as none)."""
    for fill in reversed(fills):
        if fill.y0 <= y <= fill.y1 and fill.x0 <= x <= fill.x1:  # most end above or begin below
            return None if fill.color == WHITE else fill.color
    return None


def _at_edge(left: float, right: float) -> bool:
    """Whether text stands at one border, with the usual white, and leaves more at the other."""
    return min(left, right) < PADDING + ALIGNED and max(left, right) > 2 * min(left, right) + ALIGNED
