"""What a table shows of rules."""

from __future__ import annotations

import pytest

from quire.layout.tables.cell_borders import ink, is_framed, with_lines
from quire.layout.tables.sketches import Draft, Sketch
from quire.model.page import Page, Rule
from quire.model.span import Span
from quire.model.table import Cell
from tests.layout.table_pages import line

XS, YS = [72.0, 272.0, 372.0, 472.0], [100.0, 120.0, 140.0, 160.0]
PLACES = [(row, col, 1, 1) for row in range(3) for col in range(3)]


def sketch(places: list[tuple[int, int, int, int]], xs: list[float] = XS, texts: int = 3) -> Sketch:
    """A table of three rows, 20 points high, with texts in the last ones."""
    cells = [Draft(*place) for place in places]
    for cell in cells:
        if cell.row >= 3 - texts and cell.col == 0:
            cell.lines.append(line("text", 80, 114 + 20 * cell.row))
    return Sketch(xs, YS, cells, set(), ruled=False)


def level(y: float, x0: float, x1: float) -> Rule:
    return Rule(x0, y, x1, y, 0.5, 0)


def upright(x: float, y0: float = 100.0, y1: float = 160.0) -> Rule:
    return Rule(x, y0, x, y1, 0.5, 0)


def page(*rules: Rule) -> Page:
    return Page(1, 595.0, 842.0, rules=rules)


@pytest.mark.parametrize(
    ("rules", "framed"),
    [
        ((upright(272), upright(372)), True),
        ((upright(272, 100, 130), upright(272, 130, 160)), True),
        ((upright(72), upright(472)), False),
        ((upright(272, 100, 120),), False),
        ((level(120, 72, 472),), False),
        ((), False),
    ],
)
def test_a_table_with_rules_between_its_columns_has_borders(rules: tuple[Rule, ...], *, framed: bool) -> None:
    assert is_framed(page(*rules), sketch(PLACES)) is framed


def test_a_border_counts_only_where_it_is_the_side_of_a_cell() -> None:
    merged = [(0, 0, 1, 1), (0, 1, 1, 2), (1, 0, 2, 3)]
    assert is_framed(page(upright(272, 100, 120)), sketch(merged))


def test_a_single_column_has_borders_at_its_sides() -> None:
    assert is_framed(page(upright(72), upright(472)), sketch([(0, 0, 3, 1)], [72.0, 472.0]))


def lines_of(
    *rules: Rule, places: list[tuple[int, int, int, int]] = PLACES, texts: int = 3
) -> dict[tuple[int, int], tuple[int, int]]:
    """How many rules stand above and below each cell."""
    cells = tuple([Cell(row, col, (Span("text"),), down, across) for row, col, down, across in places])
    shown = with_lines(cells, sketch(places, texts=texts), page(*rules))
    return {(cell.row, cell.col): (cell.over, cell.under) for cell in shown}


def test_lines_stand_above_the_first_row_and_below_rows() -> None:
    rules = level(99, 72, 472), level(138, 290, 372), level(158, 72, 472), level(160.5, 72, 472)
    found = lines_of(*rules)
    assert [found[0, col] for col in range(3)] == [(1, 0)] * 3
    assert [[found[row, col][1] for col in range(3)] for row in (1, 2)] == [[0, 1, 0], [2, 2, 2]]
    wide = lines_of(*rules, places=[(0, 0, 1, 3), (1, 0, 1, 2), (1, 2, 1, 1), (2, 0, 1, 3)])
    assert wide[1, 0] == (0, 1)
    assert lines_of(*rules, places=[(0, 0, 1, 3), (1, 0, 1, 3), (2, 0, 1, 3)])[1, 0] == (0, 0)


def test_a_line_that_touches_its_text_belongs_to_the_row_above_it() -> None:
    assert lines_of(level(115, 380, 470))[0, 2] == (0, 1)
    assert lines_of(level(121, 380, 470), texts=2)[0, 2] == (0, 1)


def test_the_ink_is_that_of_most_rules():
    rules = [Rule(100, y, 300, y, 0.5, 0xBFBFBF) for y in (100, 120, 140)]
    rules += [Rule(100, 160, 300, 160, 1.5, 0x1F4E79), Rule(100, 400, 600, 400, 3.0, 0)]
    assert ink(Page(1, 612, 792, rules=tuple(rules)), [100, 300], [100, 120, 140, 160]) == (0xBFBFBF, 0.5)
    assert ink(Page(1, 612, 792), [100, 300], [100, 120]) == (0, 0.5)
