"""Rows at the ends of a page that belong to a table."""

from __future__ import annotations

import pytest

from quire.layout.furniture.table_rows import (
    UprightBorders,
    heads_bands,
    heads_columns,
    in_cell,
    in_grid,
    in_open_grid,
    in_tall_grid,
)
from quire.layout.text.text_rows import Row, row_of, rows_of
from quire.model.page import Rule
from tests.layout.pages import BOLD, line, page

CELLS = [line("Name", 76, 40), line("Sum", 300, 40), line("Share", 420, 40)]


def upright(*xs: float, top: float = 28.0, end: float = 46.0) -> list[Rule]:
    return [Rule(x, top, x, end, 0.5, 0) for x in xs]


def head() -> Row:
    return row_of(CELLS)


def test_rules_between_the_pieces_make_a_row_of_a_table() -> None:
    assert in_grid(head(), UprightBorders(page(CELLS, rules=upright(72, 290, 410, 500))))
    assert not in_grid(head(), UprightBorders(page(CELLS)))
    assert not in_grid(row_of(CELLS[:1]), UprightBorders(page(CELLS, rules=upright(72, 290))))


def test_a_short_rule_alone_is_a_separator() -> None:
    title = [line("The report", 72, 40), line("7", 500, 40)]
    assert not in_grid(row_of(title), UprightBorders(page(title, rules=upright(490))))
    assert in_grid(row_of(title), UprightBorders(page(title, rules=upright(490, end=400))))


@pytest.mark.parametrize(("end", "tall"), [(700.0, True), (60.0, False)])
def test_borders_of_a_table_go_on_into_the_page(end: float, tall: bool) -> None:
    shown = UprightBorders(page(CELLS, rules=upright(290, 410, end=end)))
    assert in_tall_grid(head(), shown, top=True) is tall


def test_one_piece_in_cells_side_by_side() -> None:
    rest = [line("rest of a cell", 300, 40)]
    assert in_cell(row_of(rest), UprightBorders(page(rest, rules=upright(72, 290, 500, end=90))))
    assert not in_cell(row_of(rest), UprightBorders(page(rest, rules=upright(72, 290, end=90))))


def test_rows_with_texts_in_the_same_columns() -> None:
    below = [line("Roses", 76, 54), line("12", 300, 54), line("7", 420, 54)]
    assert in_open_grid(rows_of([*CELLS, *below]), 0)
    assert not in_open_grid(rows_of([*CELLS, *below]), 1)
    moved = [line("Roses", 120, 54), line("12", 340, 54), line("7", 470, 54)]
    assert not in_open_grid(rows_of([*CELLS, *moved]), 0)


def test_a_bold_row_over_columns_with_a_narrow_one_is_a_header() -> None:
    header = [line("Name of the plant", 76, 40, BOLD), line("Sum", 300, 40, BOLD)]
    below = [line("Roses of the garden", 76, 70), line("12", 300, 70)]
    assert heads_columns(rows_of([*header, *below]), 0)
    plain = [line("Name of the plant", 76, 40), line("Sum", 300, 40)]
    assert not heads_columns(rows_of([*plain, *below]), 0)


def test_a_bold_row_over_bands_between_rules_is_a_header() -> None:
    head = [line("Name of the plant", 76, 40, BOLD), line("Sum", 300, 40, BOLD)]
    rows = rows_of([*head, line("Roses of the garden", 76, 60), line("12", 300, 60)])
    rules, none = [Rule(72, y, 500, y, 0.5, 0) for y in (46, 66)], UprightBorders(page(head))
    assert heads_bands(rows, 0, rules, none)
    assert not heads_bands(rows, 0, rules[:1], none)  # below a running title
    assert not heads_bands(rows, 0, [rules[0], Rule(120, 66, 500, 66, 0.5, 0)], none)
    assert not heads_bands(rows, 1, rules, none)
    grid = UprightBorders(page(head, rules=upright(72, 290, 500, top=46, end=300)))
    assert not heads_bands(rows, 0, rules, grid)  # a running title above a drawn grid


def test_the_dots_of_a_dotted_rule_are_one_rule() -> None:
    dots = [Rule(x, y, x, y + 0.8, 0.8, 0) for x in (72, 290, 410, 500) for y in range(28, 200, 2)]
    assert in_grid(head(), UprightBorders(page(CELLS, rules=dots)))
