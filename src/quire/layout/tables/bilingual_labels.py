"""Labels in two languages one below the other: "Revenue" with its figures, 收入 under it; one cell of two lines.

So annual reports of Hong Kong set their statements. Each second row then holds nothing but a label in the other kind of
writing.
"""

from __future__ import annotations

from collections.abc import Sequence

from quire.layout.tables.cell_text import writing_of
from quire.layout.tables.grids import Draft, Sketch

_FEWEST = 3  # pairs that make it a habit of the table
_SHARE = 0.6  # of the labels with figures beside them
_CLOSE = 1.9  # of the type size: the baselines of both labels are not further apart
_EDGE = 6.0  # points: they begin within this


def joined(sketch: Sketch) -> Sketch:
    """The sketch with rows that are only a label, in the other writing than the label above, in the cell of that."""
    rows: dict[int, list[Draft]] = {}
    for cell in sketch.cells:
        if cell.lines:
            rows.setdefault(cell.row, []).append(cell)
    pairs = [row for row in sorted(rows) if row + 1 in rows and _is_pair(rows[row], rows[row + 1])]
    labelled = sum(len(own) > 1 and min(cell.col for cell in own) == 0 for own in rows.values())
    if len(pairs) < _FEWEST or len(pairs) < _SHARE * labelled:
        return sketch
    for row in reversed(pairs):
        _join(sketch, row)
    return sketch


def _is_pair(above: Sequence[Draft], below: Sequence[Draft]) -> bool:
    """Whether the row below is one label, at the left, under a label with something beside it."""
    label = next((cell for cell in above if cell.col == 0 and cell.col_span == cell.row_span == 1), None)
    if (
        label is None
        or len(above) < 2
        or len(below) != 1
        or below[0].col
        or below[0].col_span > 1
        or below[0].row_span > 1
    ):
        return False
    last, first = label.lines[-1], below[0].lines[0]
    close = first.baseline - last.baseline < _CLOSE * last.words[0].style.size and abs(first.x0 - last.x0) < _EDGE
    return close and _differ(label.text, below[0].text)


def _differ(a: str, b: str) -> bool:
    """Whether one text is in Chinese characters and the other in letters."""
    return {writing_of(a), writing_of(b)} == {"han", "letters"}


def _join(sketch: Sketch, row: int) -> None:
    """Put the label of the next row below that of a row, and take the border between them out."""
    label = next(cell for cell in sketch.cells if cell.row == row and cell.col == 0)
    second = next(cell for cell in sketch.cells if cell.row == row + 1 and cell.col == 0 and cell.lines)
    label.lines = label.lines + second.lines
    kept: list[Draft] = []
    for cell in sketch.cells:
        if cell.row == row + 1:
            continue
        if cell.row == row:
            cell.box = cell.box.union(second.box._replace(x0=cell.box.x0, x1=cell.box.x1))
        elif cell.row > row:
            cell.row -= 1
        kept.append(cell)
    sketch.cells = kept
    del sketch.ys[row + 1]
