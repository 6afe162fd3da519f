"""Column widths with room for whole numbers and words."""

from __future__ import annotations

import pytest

from quire.model.block import Span
from quire.model.table import Cell, Grid
from quire.write.word.cell_widths import CELL_MARGIN, fit_columns
from tests import documents as make

TIMES = make.BODY._replace(font="Times New Roman", size=10.0)


def grid(*texts: str) -> Grid:
    cells = tuple(Cell(0, at, (Span(text, TIMES),)) for at, text in enumerate(texts))
    return Grid(1, len(texts), cells)


def test_columns_with_room_stay() -> None:
    assert fit_columns(grid("Sum", "1,200"), [200.0, 100.0], 10.0) == ([200.0, 100.0], CELL_MARGIN)


def test_a_number_takes_room_from_a_column_of_text() -> None:
    widths, margin = fit_columns(grid("Cash", "1,234,567.89"), [200.0, 50.0], 10.0)
    assert sum(widths) == pytest.approx(250.0)
    assert widths[1] >= 10 * (9 * 0.5 + 3 * 0.26) + 2 * margin  # digits and marks of Times, in em
    assert widths[0] < 200.0


def test_free_space_is_taken_before_another_column_gives() -> None:
    widths, _ = fit_columns(grid("Cash", "1,234,567.89"), [200.0, 50.0], 10.0, free=40.0)
    assert widths[0] == 200.0
    assert widths[1] > 50.0


def test_two_columns_of_numbers_keep_their_widths() -> None:
    assert fit_columns(grid("1,234,567", "1,234,567"), [30.0, 30.0], 10.0)[0] == [30.0, 30.0]
