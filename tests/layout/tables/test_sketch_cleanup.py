"""Empty bands of a sketch are dropped, and no text with them."""

from __future__ import annotations

from quire.layout.tables.grids import Draft, Sketch
from quire.layout.tables.sketch_cleanup import tidy
from quire.model.geometry import Box
from tests.layout.table_pages import line


def draft(row, col, wide, text):
    lines = [line(text, 10 + 40 * col, 20 * row + 12)] if text else []
    return Draft(row, col, 1, wide, Box(40 * col, 20 * row, 40 * (col + wide), 20 * row + 20), lines)


def test_a_column_that_a_wide_cell_is_left_with_keeps_its_text():
    """Shades that end at another place in each row: no text stands in the last two columns of its cell."""
    cells = [draft(r, c, wide, text) for r in range(2) for c, wide, text in ((0, 1, "Size"), (1, 3, "Weight"))]
    sketch = tidy(Sketch([0, 40, 80, 120, 160], [0, 20, 40], cells, {0, 1, 2, 3}, ruled=True, drawn=False))
    assert sketch is not None
    assert [(cell.row, cell.col, cell.col_span, cell.text) for cell in sketch.cells] == [
        (0, 0, 1, "Size"), (0, 1, 1, "Weight"), (1, 0, 1, "Size"), (1, 1, 1, "Weight"),
    ]  # fmt: skip


def test_thin_bands_without_text_are_dropped():
    cells = [draft(0, 0, 1, "Size"), draft(0, 1, 1, ""), draft(0, 2, 1, "Weight")]
    sketch = tidy(Sketch([0, 40, 45, 85], [0, 20], cells, {0, 1}, ruled=True))
    assert sketch is not None
    assert [(cell.col, cell.text) for cell in sketch.cells] == [(0, "Size"), (1, "Weight")]
